//! Tests of the server over its public interfaces, on real databases.

mod abuse;
mod description;
mod fairness;
mod faults;
mod live;
mod nodes;
mod server;
mod serving;
mod storage;
mod v01;
mod version1;

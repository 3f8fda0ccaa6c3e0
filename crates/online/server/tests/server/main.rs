//! Tests of the server over its public interfaces, on real databases.

mod abuse;
mod description;
mod fairness;
mod faults;
mod limits;
mod live;
mod nodes;
mod proxy;
mod puzzles;
mod raw;
mod server;
mod serving;
mod sessions;
mod storage;
mod v01;
mod version1;

//! The server over its own interfaces, on real stores.

mod abuse;
mod description;
mod live;
mod nodes;
mod serving;
mod storage;
mod v01;
mod version1;

//! What every game must obey, and the plain models the games are compared with.

pub mod plain;

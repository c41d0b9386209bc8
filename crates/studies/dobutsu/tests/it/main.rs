//! The integration tests: one binary, since each is linked and its generic code compiled anew.

mod learn;
#[path = "../../../../games/shogi/tests/it/oracle/mod.rs"]
mod oracle;
mod read_out;
mod small;

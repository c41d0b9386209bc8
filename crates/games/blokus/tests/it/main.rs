//! The integration tests: one binary, since each is linked and its generic code compiled anew.

mod field;
mod known;
mod oracle;
mod perft;
mod slow;

//! The integration tests: one binary, since each is linked and its generic code compiled anew.

mod any_graph;
mod chains;
mod long;
mod within;
mod worker_panic;

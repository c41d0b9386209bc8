//! The integration tests: one binary, since each is linked and its generic code compiled anew.

mod bulk;
mod rules;

//! A forward brute force for small sets of tsume shogi, the oracle for the backward enumeration.
//!
//! It shares nothing with the crates it is to judge, neither code nor representation. [`table::solve`]
//! decides every position of up to three pieces by going over all of them once for each length of mate;
//! [`search::Searcher`] decides one position of up to four pieces by recursion. Both know nothing but black's
//! checks and white's answers ([`rules`]); what makes a mate a problem is decided from the lengths alone
//! ([`judge`]).

// Every test that includes this uses another part of it.

pub mod census;
pub mod exchange;
pub mod judge;
pub mod pieces;
pub mod rules;
pub mod sample;
pub mod search;
pub mod table;

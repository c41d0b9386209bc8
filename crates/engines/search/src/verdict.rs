//! What a search found, and what it tells on the way.

/// Whether the attacker wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Yes, in at most so many plies.
    Proven(u32),
    /// No, not within the plies asked for.
    Disproven,
    /// The search was stopped, or given up: [`DfPn::given_up`](crate::DfPn::given_up) tells which.
    Unknown,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DfPnInfo {
    /// Positions expanded so far, each time anew.
    pub nodes: u64,
    /// Proof number of the root.
    pub pn: u32,
    /// Disproof number of the root.
    pub dn: u32,
    /// How many moves deep the search is.
    pub depth: usize,
}

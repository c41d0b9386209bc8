//! Reading ahead where a game cannot be read out: proof-number search.

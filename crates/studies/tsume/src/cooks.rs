//! Second solutions (余詰), and which of them spoil a problem.

use std::fmt;

/// Which second solutions spoil a problem, on lines of longest defence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cooks {
    /// The paper's, as far as its table tells: any second move that mates; at the last move only one that
    /// mates later.
    #[default]
    Paper,
    /// Any second move that mates, the last move included.
    Strict,
    /// Any second move that mates, but none at the last move.
    LastMoveFree,
}

/// The name on the command line.
///
/// # Stability
/// Files of counts and kept steps have it.
impl fmt::Display for Cooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Paper => "paper",
            Self::Strict => "strict",
            Self::LastMoveFree => "last-move-free",
        })
    }
}

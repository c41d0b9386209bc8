//! Ends of games that the rules do not make.

/// Why whoever is to move has lost a game that could go on by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forfeit {
    /// The player has resigned.
    Resigned,
    /// The player's time is up.
    TimeUp,
}

//! Games of one player, in which chance has moves of its own.

use crate::Game;

/// How likely an outcome of chance is, as a fraction: the odds of all outcomes of a position have one
/// denominator, and their numerators sum to it exactly. Rounding begins with whoever divides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// Of the equally likely cases, those with this outcome.
    pub ways: u32,
    /// All equally likely cases.
    pub of: u32,
}

impl Odds {
    /// The probability.
    pub fn probability(self) -> f64 {
        f64::from(self.ways) / f64::from(self.of)
    }
}

/// A game of one player against chance.
///
/// Every position is one of three: the game is over and has a [`payoff`](Self::payoff), or chance is to move
/// and has [`chances`](Self::chances), or the player is to move and has [`moves`](Game::moves). What the
/// player cannot know (the order of a face-down stock) is no part of a position: it comes into being by
/// chance, when it is seen.
pub trait Solitaire: Game {
    /// What the game was worth, from 0 to 1, where it is over; `None` where it goes on.
    fn payoff(&self, pos: &Self::Pos) -> Option<f64>;

    /// Appends every outcome, each once, of the chance event that comes next, with its odds; nothing where
    /// the player is to move or the game is over.
    fn chances(&self, pos: &Self::Pos, out: &mut Vec<(Self::Pos, Odds)>);

    /// The outcome that a number below the odds' denominator stands for: each of `odds.ways` many numbers.
    /// `None` where chance is not to move. `pick` chooses a number below its argument.
    ///
    /// A game that can choose without listing all outcomes should.
    fn happen(&self, pos: &Self::Pos, pick: &mut dyn FnMut(u32) -> u32) -> Option<Self::Pos> {
        let mut outcomes = Vec::new();
        self.chances(pos, &mut outcomes);
        let mut number = pick(outcomes.first()?.1.of);
        outcomes.into_iter().find_map(|(next, odds)| {
            if number < odds.ways {
                return Some(next);
            }
            number -= odds.ways;
            None
        })
    }
}

/// A solitaire whose chance is settled beforehand, as by a deal: a game tree of moves alone.
pub trait Settled: Game {
    /// The position after a legal move as the player knows it, before what is settled shows.
    fn play_unseen(&self, pos: &Self::Pos, mv: Self::Move) -> Self::Pos;

    /// Whether the player has won; `None` while the game goes on.
    fn won(&self, pos: &Self::Pos) -> Option<bool>;
}

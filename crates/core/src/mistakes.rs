//! Moves that gave something away, by the values of the positions of a game.

use crate::{Side, Value, Wdl};

/// A move that was worth less to its side than another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The move, counted from 0.
    pub at: usize,
    /// Who made it.
    pub side: Side,
    /// What could be had before.
    pub before: Wdl,
    /// What was left.
    pub after: Wdl,
}

/// How bad a move was, as annotators mark it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// All of them, the mildest first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The mark of a move that gave away so much of its side's chance of winning, from 0 to 1, if it deserves
    /// one.
    pub fn of(loss: f64) -> Option<Self> {
        match loss {
            0.3.. => Some(Self::Blunder),
            0.2.. => Some(Self::Mistake),
            0.1.. => Some(Self::Inaccuracy),
            _ => None,
        }
    }

    /// The sign behind the move.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The word for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// The mark of a word.
    ///
    /// ```
    /// use yomikiri_core::Mark;
    ///
    /// assert_eq!(Mark::of_word("blunder"), Mark::of(0.3));
    /// ```
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mark| mark.word() == word)
    }
}

/// The moves that turned a win into less, or a draw into a loss, in a game that is told by the side to move
/// and the value of each of its positions. Of a move between positions of which one is not known nothing is
/// said.
///
/// ```
/// use yomikiri_core::{Side::{First, Second}, Value::{Draw, Loss, Win}, Wdl, mistakes};
///
/// // A longer way to win is no mistake; a draw is.
/// let game = [(First, Some(Win(5))), (Second, Some(Loss(8))), (First, Some(Win(7))), (Second, Some(Draw))];
/// let found = mistakes(&game);
/// assert_eq!((found.len(), found[0].at, found[0].before, found[0].after), (1, 2, Wdl::Win, Wdl::Draw));
/// ```
pub fn mistakes(values: &[(Side, Option<Value>)]) -> Vec<Mistake> {
    let mistake = |(at, pair): (usize, &[(Side, Option<Value>)])| {
        let ((side, before), (next, after)) = (pair[0], pair[1]);
        let (before, after) = (before?.wdl(), after?);
        let after = if next == side { after } else { after.turned() }.wdl();
        (after < before).then_some(Mistake { at, side, before, after })
    };
    values.windows(2).enumerate().filter_map(mistake).collect()
}

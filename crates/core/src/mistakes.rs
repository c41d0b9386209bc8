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
        let (before, after) = (before?.wdl(), after?.wdl());
        let after = if next == side { after } else { turned(after) };
        (after < before).then_some(Mistake { at, side, before, after })
    };
    values.windows(2).enumerate().filter_map(mistake).collect()
}

/// A result as the other side sees it.
const fn turned(wdl: Wdl) -> Wdl {
    match wdl {
        Wdl::Win => Wdl::Loss,
        Wdl::Draw => Wdl::Draw,
        Wdl::Loss => Wdl::Win,
    }
}

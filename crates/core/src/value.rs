//! The value of a position: who wins, and in how many plies.

use std::{cmp::Ordering, fmt};

/// Won, drawn or lost for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// The side to move loses against best play.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// The word used on the command line and in files: `win`, `draw` or `loss`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }

    /// What it counts in a match, and the chance of winning that it stands for: 1, 0.5 or 0.
    pub const fn points(self) -> f64 {
        match self {
            Self::Win => 1.0,
            Self::Draw => 0.5,
            Self::Loss => 0.0,
        }
    }

    /// The result of a word; `None` if it is none of these.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Win, Self::Draw, Self::Loss].into_iter().find(|wdl| wdl.word() == word)
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A position's value under best play, for the side to move, with its distance in plies: the winner takes the
/// shortest way, the loser the longest.
///
/// Ordered from the worst to the best for the side to move: a quick loss, a slow loss, a draw, a slow win, a
/// quick win.
///
/// ```
/// use yomikiri_core::{Value, Wdl};
///
/// assert!(Value::Loss(2) < Value::Loss(78) && Value::Loss(78) < Value::Draw);
/// assert!(Value::Draw < Value::Win(9) && Value::Win(9) < Value::Win(1));
/// // A move to where the opponent loses in two plies wins in three.
/// assert_eq!(Value::Loss(2).before(), Value::Win(3));
/// assert_eq!((Value::Win(3).wdl(), Value::Win(3).plies()), (Wdl::Win, Some(3)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Lost in this many plies; 0 where the game is over.
    Loss(u16),
    /// Drawn: neither side can force a win.
    Draw,
    /// Won in this many plies.
    Win(u16),
}

impl Value {
    /// In place of a distance: won or lost, but nobody tells in how many plies.
    pub const UNTOLD: u16 = u16::MAX;

    /// The value of a position that is decided in so many plies: the winner makes the last one, so that an
    /// odd number is a win.
    pub const fn decided(plies: u16) -> Self {
        if plies.is_multiple_of(2) { Self::Loss(plies) } else { Self::Win(plies) }
    }

    /// Won, drawn or lost.
    pub const fn wdl(self) -> Wdl {
        match self {
            Self::Win(_) => Wdl::Win,
            Self::Draw => Wdl::Draw,
            Self::Loss(_) => Wdl::Loss,
        }
    }

    /// The distance in plies; `None` for a draw, or where it is not told.
    pub const fn plies(self) -> Option<u16> {
        match self {
            Self::Draw | Self::Win(Self::UNTOLD) | Self::Loss(Self::UNTOLD) => None,
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
        }
    }

    /// The value as the other side sees it.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies),
        }
    }

    /// What a move into a position of this value is worth to the side that makes it.
    #[must_use]
    pub const fn before(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies.saturating_add(1)),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies.saturating_add(1)),
        }
    }

    /// What a position must be worth for a move into it to be worth this to the side that makes it; `None`
    /// for a loss in 0 plies, where the game is over before the move.
    #[must_use]
    pub const fn after(self) -> Option<Self> {
        match self {
            Self::Win(Self::UNTOLD) => Some(Self::Loss(Self::UNTOLD)),
            Self::Loss(Self::UNTOLD) => Some(Self::Win(Self::UNTOLD)),
            Self::Draw => Some(Self::Draw),
            Self::Win(0) | Self::Loss(0) => None,
            Self::Win(plies) => Some(Self::Loss(plies - 1)),
            Self::Loss(plies) => Some(Self::Win(plies - 1)),
        }
    }

    /// The same result, its distance not told.
    #[must_use]
    pub const fn untold(self) -> Self {
        match self {
            Self::Win(_) => Self::Win(Self::UNTOLD),
            Self::Draw => Self::Draw,
            Self::Loss(_) => Self::Loss(Self::UNTOLD),
        }
    }

    /// Won or lost, the distance not told.
    pub const fn is_untold(self) -> bool {
        matches!(self, Self::Win(Self::UNTOLD) | Self::Loss(Self::UNTOLD))
    }

    /// The order of values as one integer: greater is better for the side to move.
    const fn rank(self) -> i32 {
        match self {
            Self::Win(plies) => i32::MAX - plies as i32,
            Self::Draw => 0,
            Self::Loss(plies) => i32::MIN + plies as i32,
        }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies() {
            Some(plies) => write!(f, "{} {plies}", self.wdl()),
            None => self.wdl().fmt(f),
        }
    }
}

/// What a value is asked to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ValueFilter {
    /// Won, drawn or lost; any if none is told.
    pub wdl: Option<Wdl>,
    /// In so many plies; any number if none is told.
    pub plies: Option<u16>,
}

impl ValueFilter {
    /// Whether a value is such a one.
    pub fn admits(self, value: Value) -> bool {
        self.wdl.is_none_or(|wdl| value.wdl() == wdl)
            && self.plies.is_none_or(|plies| value.plies() == Some(plies))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_ordered_for_the_side_to_move() {
        use Value::{Draw, Loss, Win};
        let ascending =
            [Loss(0), Loss(78), Loss(0).untold(), Draw, Win(1).untold(), Win(173), Win(3), Win(1)];
        assert!(ascending.is_sorted());
        assert_eq!(Loss(0).before(), Win(1));
        assert_eq!(Win(3).before().to_string(), "loss 4");
        assert_eq!(Win(3).untold().before(), Loss(0).untold());
        for value in [Loss(0), Loss(78), Loss(2).untold(), Draw, Win(2).untold(), Win(173), Win(1), Win(0)] {
            assert_eq!(value.before().after(), Some(value));
        }
        assert_eq!((Loss(0).after(), Win(0).after(), Win(1).after()), (None, None, Some(Loss(0))));
        assert_eq!((Win(3).untold().to_string(), Loss(2).untold().plies()), ("win".into(), None));
    }
}

//! What a problem should be like: conditions on its [`Themes`] and on where the king stands.

use crate::{Problem, Themes, rules};
use std::{cmp::Ordering, ops::RangeInclusive, str::FromStr};
use yomikiri_core::{Message, phrases};
use yomikiri_shogi::{Side, Square};

/// Conditions, all of which must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    conditions: Vec<Condition>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Condition {
    /// A quantity compared with a number.
    Quantity { quantity: usize, relation: Relation, number: u32 },
    /// The position is its own mirror image.
    Symmetric,
    /// The defender's king stands on one of these files, from 1 on the right.
    Files(RangeInclusive<u8>),
    /// The defender's king stands there.
    Square(Square),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    AtLeast,
    AtMost,
    Equal,
}

phrases! { words;
    NO_CONDITION: "`{}` is no condition; expected {}, compared with a number by >=, <= or = ; or `symmetric`, `smoke`, `king on 1..3` (files) or `king on 5a`",
        "`{}`は条件ではありません。{}のいずれかを>=、<=、=で数と比べるか、`symmetric`(左右対称)、`smoke`(煙詰)、`king on 1..3`(玉の筋)、`king on 5a`(玉の位置)のいずれかが必要です";
}

/// A text that says no condition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0)]
pub struct TargetError(Message);

impl TargetError {
    /// What is wrong, and what was expected.
    pub const fn message(&self) -> &Message {
        &self.0
    }
}

/// How a quantity is read off.
type Read = fn(&Themes) -> u32;

/// The quantities by name. Those of the position come first: taking moves back raises them slowly or not at
/// all.
const QUANTITIES: [(&str, Read); 11] = [
    ("pieces", |themes| themes.pieces),
    ("board", |themes| themes.board),
    ("hand", |themes| themes.hand),
    ("plies", |themes| themes.plies),
    ("left", |themes| themes.left),
    ("sacrifices", |themes| themes.sacrifices),
    ("drops", |themes| themes.drops),
    ("king-moves", |themes| themes.king_moves),
    ("king-squares", |themes| themes.king_squares),
    ("underpromotions", |themes| themes.underpromotions),
    ("interpositions", |themes| themes.interpositions),
];

/// How many quantities bound the way to a problem: more of them later on is out of the question.
const BOUNDING: usize = 4;

fn names() -> String {
    QUANTITIES.map(|(name, _)| name).join(", ")
}

impl Target {
    /// Whether a problem is like that.
    pub fn admits(&self, problem: &Problem) -> bool {
        let themes = Themes::of(problem);
        self.conditions.iter().all(|condition| condition.holds(problem, &themes))
    }

    /// Whether a problem that moves are taken back from can still become like that: it does not have more
    /// pieces or plies than are allowed.
    pub fn is_within(&self, problem: &Problem) -> bool {
        let themes = Themes::of(problem);
        self.conditions.iter().all(|condition| match *condition {
            Condition::Quantity { quantity, relation: Relation::AtMost | Relation::Equal, number }
                if quantity < BOUNDING =>
            {
                QUANTITIES[quantity].1(&themes) <= number
            }
            _ => true,
        })
    }

    /// The most pieces, kings left out, that a problem may have; none if that is not said.
    pub fn most_pieces(&self) -> Option<u32> {
        let most = |condition: &Condition| match *condition {
            Condition::Quantity { quantity: 0, relation: Relation::AtMost | Relation::Equal, number } => {
                Some(number)
            }
            _ => None,
        };
        self.conditions.iter().filter_map(most).min()
    }
}

impl Condition {
    fn holds(&self, problem: &Problem, themes: &Themes) -> bool {
        let king = problem.position.royal(Side::Second);
        match self {
            Self::Quantity { quantity, relation, number } => {
                let order = QUANTITIES[*quantity].1(themes).cmp(number);
                match relation {
                    Relation::AtLeast => order != Ordering::Less,
                    Relation::AtMost => order != Ordering::Greater,
                    Relation::Equal => order == Ordering::Equal,
                }
            }
            Self::Symmetric => themes.symmetric,
            Self::Files(files) => king.is_some_and(|king| {
                let board = rules().variant().board;
                files.contains(&(board.files - board.file(king)))
            }),
            Self::Square(square) => king == Some(*square),
        }
    }

    /// Reads one condition, or one word for several.
    fn read(text: &str) -> Option<Vec<Self>> {
        if let Some(place) = text.strip_prefix("king on ") {
            return Self::read_king(place.trim()).map(|condition| vec![condition]);
        }
        match text {
            "symmetric" => Some(vec![Self::Symmetric]),
            // 煙詰: all pieces but the attacker's king on the board, and three left.
            "smoke" => Some([Self::read("board=39")?, Self::read("left<=3")?].concat()),
            _ => {
                let relations = [(">=", Relation::AtLeast), ("<=", Relation::AtMost), ("=", Relation::Equal)];
                let found = |&(sign, relation): &(&str, Relation)| {
                    text.split_once(sign).map(|(name, number)| (name, relation, number))
                };
                let (name, relation, number) = relations.iter().find_map(found)?;
                let quantity = QUANTITIES.iter().position(|(own, _)| *own == name.trim())?;
                let number = number.trim().parse().ok()?;
                Some(vec![Self::Quantity { quantity, relation, number }])
            }
        }
    }

    fn read_king(place: &str) -> Option<Self> {
        let board = rules().variant().board;
        let file = |text: &str| text.trim().parse().ok().filter(|file| (1..=board.files).contains(file));
        if let Some((first, last)) = place.split_once("..") {
            let files = file(first)?..=file(last)?;
            return (!files.is_empty()).then_some(Self::Files(files));
        }
        if let Some(file) = file(place) {
            return Some(Self::Files(file..=file));
        }
        let square = board.squares().find(|&square| board.name(square) == place);
        square.map(Self::Square)
    }
}

impl FromStr for Target {
    type Err = TargetError;

    fn from_str(text: &str) -> Result<Self, TargetError> {
        let read = |part: &str| {
            let part = part.trim();
            Condition::read(part).ok_or_else(|| TargetError(NO_CONDITION.with(part).and(names())))
        };
        let conditions: Result<Vec<_>, _> = text.split(',').map(read).collect();
        Ok(Self { conditions: conditions?.concat() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_hold_or_do_not() {
        let problem = Problem::read("4k4/9/4P4/9/9/9/9/9/9 b 2G 1 moves G*6b 5a4a G*4b").unwrap();
        for (text, expected) in [
            ("plies>=3", true),
            ("plies >= 3, pieces <= 3, king on 5a", true),
            ("plies=3,hand=2,symmetric", true),
            ("king on 4..6", true),
            ("king on 5", true),
            ("king on 1..3", false),
            ("king on 5b", false),
            ("sacrifices>=1", false),
            ("plies<=2", false),
            ("smoke", false),
        ] {
            let target: Target = text.parse().unwrap();
            assert_eq!(target.admits(&problem), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_condition_is_named() {
        for (text, part) in [
            ("plies>=3, colour=red", "colour=red"),
            ("plies", "plies"),
            ("plies>=x", "plies>=x"),
            ("king on 3..1", "king on 3..1"),
            ("king on 0", "king on 0"),
            ("", ""),
        ] {
            let error = text.parse::<Target>().unwrap_err();
            assert!(error.to_string().starts_with(&format!("`{part}` is no condition")), "{error}");
        }
    }

    #[test]
    fn only_upper_bounds_of_the_position_and_the_length_end_the_way() {
        let problem = Problem::read("4k4/9/4P4/9/9/9/9/9/9 b 2G 1 moves G*6b 5a4a G*4b").unwrap();
        let within = |text: &str| text.parse::<Target>().unwrap().is_within(&problem);
        assert!(within("plies>=9, pieces<=3, sacrifices=0, king on 1"));
        assert!(!within("pieces<=2") && !within("plies=1") && within("left<=1"));
        assert_eq!("pieces<=5, pieces=4".parse::<Target>().unwrap().most_pieces(), Some(4));
        assert_eq!("plies>=5".parse::<Target>().unwrap().most_pieces(), None);
    }
}

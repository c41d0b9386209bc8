//! What makes a mate a problem, decided forwards from the lengths of mates.

use super::pieces::WHITE_HAND;
use super::rules::Position;

/// The lengths of the shortest mates, black to move and the king not in check.
pub trait Lengths {
    /// Plies to mate, if there is one.
    fn length(&mut self, position: &Position) -> Option<u8>;
}

/// How strict a rule on second solutions the lines of longest defence obey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Soundness {
    /// A second move mates, in however many plies, with three or more plies to go.
    Unsound,
    /// Before the last move all is unique, but instead of a last move another one mates later.
    LastMoveAside,
    /// The last move may be one of several that mate at once, but no other mates later.
    Sound,
    /// Every move is unique.
    Strict,
}

/// Whether a piece on the board can go to white's hand and a mate remains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Surplus {
    None,
    /// Only mates of other lengths remain.
    OtherLength,
    SameLength,
}

/// All about a position that is mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub length: u8,
    pub soundness: Soundness,
    /// Some longest line ends with a piece in black's hand.
    pub leftover: bool,
    pub surplus: Surplus,
    /// No piece, on the board or in black's hand, can go to white's hand such that a mate of the same length
    /// remains.
    pub minimal: bool,
}

impl Verdict {
    pub fn is_sound(self) -> bool {
        self.soundness >= Soundness::Sound
    }

    pub fn has_surplus(self) -> bool {
        self.surplus == Surplus::SameLength
    }

    /// Whether it counts in the table of problems: sound, nothing left over, nothing surplus.
    pub fn is_problem(self) -> bool {
        self.is_sound() && !self.leftover && !self.has_surplus()
    }
}

/// Decides everything about a position with black to move; nothing if it is no mate.
pub fn judge(position: &Position, lengths: &mut dyn Lengths) -> Option<Verdict> {
    let length = lengths.length(position)?;
    let minimal = !without_a_piece(position).any(|less| lengths.length(&less) == Some(length));
    Some(Verdict {
        length,
        soundness: soundness(position, length, lengths),
        leftover: has_leftover(position, length, lengths),
        surplus: surplus(position, length, lengths),
        minimal,
    })
}

/// The positions after the moves that mate within so many plies.
fn mating_moves(position: &Position, within: u8, lengths: &mut dyn Lengths) -> Vec<Position> {
    let mut found = Vec::new();
    let mated = |answer: &Position| lengths.length(answer).is_some_and(|length| length + 2 <= within);
    position.any_mating_check(mated, |after| {
        found.push(*after);
        false
    });
    found
}

/// The positions after white's answers that last longest: so many plies.
fn longest_answers(after: &Position, last: u8, lengths: &mut dyn Lengths) -> Vec<Position> {
    let mut longest = Vec::new();
    after.any_answer(|answer| {
        if lengths.length(answer) == Some(last) {
            longest.push(*answer);
        }
        false
    });
    longest
}

fn soundness(position: &Position, length: u8, lengths: &mut dyn Lengths) -> Soundness {
    let all = mating_moves(position, u8::MAX, lengths);
    if length == 1 {
        let at_once = all.iter().filter(|after| after.is_mated()).count();
        return match (at_once, all.len() - at_once) {
            (1, 0) => Soundness::Strict,
            (_, 0) => Soundness::Sound,
            _ => Soundness::LastMoveAside,
        };
    }
    let [only] = all[..] else { return Soundness::Unsound };
    let answers = longest_answers(&only, length - 2, lengths);
    let worst = answers.iter().map(|answer| soundness(answer, length - 2, lengths)).min();
    worst.expect("a mate that takes longer has a longest answer")
}

/// Whether a piece is in black's hand at the end of some line in which black takes a shortest way and white a
/// longest.
fn has_leftover(position: &Position, length: u8, lengths: &mut dyn Lengths) -> bool {
    let shortest = mating_moves(position, length, lengths);
    shortest.iter().any(|after| {
        if length == 1 {
            return after.black_hand() > 0;
        }
        let answers = longest_answers(after, length - 2, lengths);
        answers.iter().any(|answer| has_leftover(answer, length - 2, lengths))
    })
}

fn surplus(position: &Position, length: u8, lengths: &mut dyn Lengths) -> Surplus {
    let from_the_board = without_a_piece(position).filter(|less| less.black_hand() == position.black_hand());
    let remaining = from_the_board.map(|less| match lengths.length(&less) {
        None => Surplus::None,
        Some(same) if same == length => Surplus::SameLength,
        Some(_) => Surplus::OtherLength,
    });
    remaining.max().unwrap_or(Surplus::None)
}

/// The positions in which one piece, from the board or from black's hand, has gone to white's hand.
pub fn without_a_piece(position: &Position) -> impl Iterator<Item = Position> {
    let in_use = |&i: &usize| position.places[i] != WHITE_HAND;
    (0..position.count as usize).filter(in_use).map(|i| position.with(i, WHITE_HAND))
}

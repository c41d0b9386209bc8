//! The lone king (裸玉): nothing on the board but the defender's king, a few pieces in the attacker's hand,
//! and all others in the defender's. Is it mate, and is it a problem?
//!
//! # Method
//! The hands against a king on one square are asked about in the order of their sizes, by one [`Checker`]
//! whose table they share. One piece more never hurts the attacker, who may leave it in hand, where the
//! defender cannot interpose it. So
//! - a hand that holds a smaller one that mates ([`Finding::Surplus`]) mates too and needs no search. It is
//!   no problem: the smaller hand's way is a second solution, or the piece is left over;
//! - a hand that does not mate answers for all smaller ones that were left undecided.
//!
//! What is decided can be told in a few hands: the least ones that mate, and what is open. A search is
//! limited by positions, not by time, so that the findings are the same on every machine. In return a square
//! is searched by one thread; squares are independent. A square and its mirror image are one.
//!
//! # Source
//! The question which lone kings are mate is old; Koyama's computation for the king on 1h (2000) is told to
//! have taken 300 MIPS-years.

use crate::{Checker, Hand, MateGame, Reading, hand::kinds, rules, setup::with_rest};
use std::io;
use yomikiri_search::Stock;
use yomikiri_shogi::{Kind, Piece, Position, Setup, Side, Square, sfen};

/// What has been found out of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Mate, and no smaller hand is known to mate.
    Least {
        /// The length; an upper bound of it if `sound` is not known.
        plies: u32,
        /// Whether it is a sound problem, if that was found out in time.
        sound: Option<bool>,
    },
    /// Mate, as a smaller hand mates.
    Surplus,
    /// No mate.
    NoMate,
    /// Not decided in time.
    Undecided,
}

impl Finding {
    /// Whether there is a mate, if that is known.
    pub const fn mates(self) -> Option<bool> {
        match self {
            Self::Least { .. } | Self::Surplus => Some(true),
            Self::NoMate => Some(false),
            Self::Undecided => None,
        }
    }
}

/// Of a square and its mirror image the one that stands for both: the one at the right, where the files have
/// the lower numbers.
pub fn folded(square: Square) -> Square {
    square.max(square.mirrored(rules().variant().board.files))
}

/// The squares of the king that stand for all.
pub fn squares() -> impl Iterator<Item = Square> {
    rules().variant().board.squares().filter(|&square| square == folded(square))
}

/// All hands of one piece, of two, and so on up to `most`, each size in the order of its letters.
pub fn hands(most: u32) -> Vec<Hand> {
    (1..=most).flat_map(hands_of).collect()
}

/// All hands of so many pieces.
fn hands_of(pieces: u32) -> Vec<Hand> {
    let mut all = vec![(Hand::EMPTY, pieces)];
    for kind in rules().variant().hand_kinds() {
        let fits = u32::from(rules().variant().pieces[kind.place()].count);
        let with = |(hand, left): (Hand, u32)| {
            (0..=left.min(fits)).rev().map(move |count| (hand.with(kind, count), left - count))
        };
        all = all.into_iter().flat_map(with).collect();
    }
    all.into_iter().filter(|&(_, left)| left == 0).map(|(hand, _)| hand).collect()
}

/// The letters of a hand, such as `RGG`.
pub fn letters(hand: Hand) -> String {
    let variant = rules().variant();
    let of_kind =
        |kind| sfen::letter(Piece { kind, side: Side::First }, variant).repeat(hand.count(kind) as usize);
    variant.hand_kinds().map(of_kind).collect()
}

/// The king on a square against a hand, the attacker to move.
pub fn position(king: Square, hand: Hand) -> Position<u128> {
    let variant = rules().variant();
    let mut setup = Setup::empty(variant);
    setup.board[king.index()] = Some(Piece { kind: Kind::KING, side: Side::Second });
    for kind in kinds() {
        setup.hands[Side::First.index()][kind.place()] = hand.count(kind) as u8;
    }
    with_rest(rules(), &Position::new(&setup, variant).expect("a king and a hand of the set"))
}

/// Finds out about hands against a king on a square, in the order given, in which a hand should come after
/// those that it holds. Each is searched within `nodes` positions, all by a table of about `bytes`. `told` is
/// called before each.
///
/// # Errors
/// There is not so much address space.
pub fn survey(
    king: Square,
    hands: &[Hand],
    nodes: u64,
    bytes: usize,
    told: &mut dyn FnMut(),
) -> io::Result<Vec<(Hand, Finding)>> {
    let mut checker = Checker::of(MateGame::open_boards(), bytes, Reading::default())?;
    let mut found: Vec<(Hand, Finding)> = Vec::new();
    for &hand in hands {
        told();
        let finding =
            if has_surplus(&found, hand) { Finding::Surplus } else { ask(&mut checker, king, hand, nodes) };
        if finding == Finding::NoMate {
            conclude_less(&mut found, hand);
        }
        found.push((hand, finding));
    }
    Ok(found)
}

/// Whether a hand holds one that is known to mate.
fn has_surplus(found: &[(Hand, Finding)], hand: Hand) -> bool {
    found.iter().any(|&(less, finding)| finding.mates() == Some(true) && hand.covers(less))
}

/// Says of what a hand holds that it does not mate, since the hand does not.
fn conclude_less(found: &mut [(Hand, Finding)], hand: Hand) {
    let open = found.iter_mut().filter(|(less, finding)| finding.mates().is_none() && hand.covers(*less));
    open.for_each(|(_, finding)| *finding = Finding::NoMate);
}

fn ask(checker: &mut Checker, king: Square, hand: Hand, nodes: u64) -> Finding {
    let pos = position(king, hand);
    let most = checker.nodes() + nodes;
    match checker.check(&pos, &mut |state| state.nodes < most) {
        Ok(found) => match found.plies {
            Some(plies) => Finding::Least { plies, sound: Some(found.is_sound()) },
            None => Finding::NoMate,
        },
        Err(_) => match checker.bound(&pos) {
            Some(plies) => Finding::Least { plies, sound: None },
            None => Finding::Undecided,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PieceSet;

    fn hand(text: &str) -> Hand {
        text.parse::<PieceSet>().unwrap().kinds().fold(Hand::EMPTY, Hand::plus)
    }

    #[test]
    fn what_is_known_of_a_hand_is_known_of_others() {
        let least = Finding::Least { plies: 19, sound: None };
        let mut found = [("RR", Finding::Undecided), ("RG", Finding::Undecided), ("RRG", least)]
            .map(|(text, finding)| (hand(text), finding));
        for (text, expected) in [("RRGG", true), ("RRGP", true), ("RRS", false), ("RGG", false)] {
            assert_eq!(has_surplus(&found, hand(text)), expected, "{text}");
        }
        conclude_less(&mut found, hand("RGS"));
        assert_eq!(found.map(|(_, finding)| finding), [Finding::Undecided, Finding::NoMate, least]);
    }

    #[test]
    fn hands_are_listed_by_size_and_named() {
        assert_eq!(squares().count(), 45);
        let names: Vec<String> = hands(3).into_iter().map(letters).collect();
        assert_eq!(names[..8], ["R", "B", "G", "S", "N", "L", "P", "RR"]);
        assert_eq!((names.len(), names.last().unwrap().as_str()), (7 + 28 + 82, "PPP"));
        assert!(hands(3).into_iter().zip(&names).all(|(listed, name)| listed == hand(name)));
    }
}

//! The lone king (裸玉): nothing on the board but the defender's king, a few pieces in the attacker's hand,
//! and all others in the defender's. Is it mate, and is it a problem?
//!
//! # Method
//! The hands against a king on one square are asked about in the order of their sizes, by one [`Checker`]
//! whose table they share. One piece more never hurts the attacker, who may leave it in hand, where the
//! defender cannot interpose it. So
//! - a hand that holds a smaller one that mates ([`Finding::Surplus`]) mates too and needs no search. It is no
//!   problem: the smaller hand's way is a second solution, or the piece is left over;
//! - a hand that does not mate answers for all smaller ones that were left undecided.
//!
//! What is decided can be told in a few hands: the least ones that mate, and what is open. A search is limited
//! by positions, not by time, so that the findings are the same on every machine. In return a square is
//! searched by one thread; squares are independent. A square and its mirror image are one.
//!
//! # Source
//! The question which lone kings are mate is old; Koyama's computation for the king on 1h (2000) is told to
//! have taken 300 MIPS-years.

use crate::{Checker, Hand, Reading, and_or_game::role, hand::kinds, problem::letter, rules};
use std::io;
use yomikiri_search::{Role, Stock};
use yomikiri_shogi::{Kind, Piece, Position, Setup, Side, Square};

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

/// The squares of the king that stand for all: of a square and its mirror image the one at the right, where
/// the files have the lower numbers.
pub fn squares() -> impl Iterator<Item = Square> {
    let board = rules().variant().board;
    board.squares().filter(move |&square| square >= square.mirrored(board.files))
}

/// All hands of one piece, of two, and so on up to `most`, each size in the order of its letters.
pub fn hands(most: u32) -> Vec<Hand> {
    (1..=most).flat_map(hands_of).collect()
}

/// All hands of so many pieces.
fn hands_of(pieces: u32) -> Vec<Hand> {
    let mut all = vec![(Hand::EMPTY, pieces)];
    for kind in letters_order() {
        let fits = u32::from(rules().variant().pieces[kind.place()].count);
        let with = |(hand, left): (Hand, u32)| {
            (0..=left.min(fits)).rev().map(move |count| (hand.with(kind, count), left - count))
        };
        all = all.into_iter().flat_map(with).collect();
    }
    all.into_iter().filter(|&(_, left)| left == 0).map(|(hand, _)| hand).collect()
}

fn letters_order() -> impl Iterator<Item = Kind> {
    rules().variant().hand_kinds()
}

/// The letters of a hand, such as `RGG`.
pub fn letters(hand: Hand) -> String {
    let variant = rules().variant();
    letters_order()
        .map(|kind| letter(variant, kind, Side::First).repeat(hand.count(kind) as usize))
        .collect()
}

/// The king on a square against a hand, the attacker to move.
pub fn position(king: Square, hand: Hand) -> Position<u128> {
    let variant = rules().variant();
    let mut setup = Setup::empty(variant);
    setup.board[king.index()] = Some(Piece { kind: Kind::KING, side: Side::Second });
    for kind in kinds() {
        let held = hand.count(kind) as u8;
        setup.hands[Side::First.index()][kind.place()] = held;
        setup.hands[Side::Second.index()][kind.place()] = variant.pieces[kind.place()].count - held;
    }
    Position::new(&setup, variant).expect("a king and hands of the set")
}

/// Finds out about the hands of up to so many pieces against a king on a square, each within `nodes`
/// positions and all by a table of about `bytes`. `told` is told of each hand when it is asked about.
///
/// # Errors
/// There is not so much address space.
pub fn survey(
    king: Square,
    most: u32,
    nodes: u64,
    bytes: usize,
    told: &mut dyn FnMut(Hand),
) -> io::Result<Vec<(Hand, Finding)>> {
    let mut checker = Checker::new(bytes, Reading::default())?;
    let mut found: Vec<(Hand, Finding)> = Vec::new();
    for hand in hands(most) {
        told(hand);
        let is_surplus =
            |&(less, finding): &(Hand, Finding)| finding.mates() == Some(true) && hand.covers(less);
        let finding =
            if found.iter().any(is_surplus) { Finding::Surplus } else { ask(&mut checker, king, hand, nodes) };
        if finding == Finding::NoMate {
            let open = found.iter_mut().filter(|(less, finding)| finding.mates().is_none() && hand.covers(*less));
            open.for_each(|(_, finding)| *finding = Finding::NoMate);
        }
        found.push((hand, finding));
    }
    Ok(found)
}

fn ask(checker: &mut Checker, king: Square, hand: Hand, nodes: u64) -> Finding {
    let pos = position(king, hand);
    debug_assert_eq!(role(&pos), Role::Attacker);
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

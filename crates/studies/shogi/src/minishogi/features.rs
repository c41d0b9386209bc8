//! What the network sees of a position: which piece stands where and what is in hand, from one side's point
//! of view.
//!
//! Each side sees the board from its own end (the second player's is turned by 180 degrees) and tells its own
//! pieces from the enemy's; so one set of weights serves both. A pair in hand is the first and the second of
//! a kind.

use yomikiri_core::Side;
use yomikiri_shogi::{Bits, Kind, Piece, Position, Square};

/// Squares of the board.
const SQUARES: usize = 25;

/// Kinds on the board: king, rook, bishop, gold, silver, pawn, and four promoted.
pub const KINDS: usize = 10;

/// Kinds in hand.
const HAND_KINDS: usize = KINDS / 2;

/// How many of a kind a hand can hold.
const IN_HAND: usize = 2;

/// How many features there are.
pub const FEATURES: usize = 2 * KINDS * SQUARES + 2 * HAND_KINDS * IN_HAND;

/// The place of a kind among those of minishogi: unpromoted without knight and lance, then promoted.
#[inline]
pub const fn compact(kind: Kind) -> usize {
    // Knight and lance, which do not arise, share the places of others.
    const PLACES: [u8; Kind::ALL] = [0, 1, 2, 3, 4, 0, 0, 5, 0, 6, 7, 0, 8, 0, 0, 9];
    PLACES[kind.index()] as usize
}

/// The feature of a piece on a square.
#[inline]
pub fn on_board(view: Side, piece: Piece, square: Square) -> usize {
    let square = match view {
        Side::First => square.index(),
        Side::Second => SQUARES - 1 - square.index(),
    };
    (owner(view, piece.side) * KINDS + compact(piece.kind)) * SQUARES + square
}

/// The feature of the piece of a kind that makes a hand hold so many of it, counted from 1.
#[inline]
pub fn in_hand(view: Side, side: Side, kind: Kind, count: u8) -> usize {
    let place = (owner(view, side) * HAND_KINDS + compact(kind.unpromoted()) - 1) * IN_HAND;
    2 * KINDS * SQUARES + place + usize::from(count) - 1
}

#[inline]
fn owner(view: Side, side: Side) -> usize {
    usize::from(view != side)
}

/// Every feature of a position.
pub fn each(pos: &Position<u32>, view: Side, mut found: impl FnMut(usize)) {
    for side in [Side::First, Side::Second] {
        for square in pos.of(side).squares() {
            pos.piece(square).into_iter().for_each(|piece| found(on_board(view, piece, square)));
        }
        for kind in [Kind::ROOK, Kind::BISHOP, Kind::GOLD, Kind::SILVER, Kind::PAWN] {
            (1..=pos.hand(side, kind)).for_each(|count| found(in_hand(view, side, kind, count)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use yomikiri_core::Notation;
    use yomikiri_shogi::Shogi;

    #[test]
    fn features_differ_and_the_two_sides_see_the_same_of_a_turned_board() {
        let game = Shogi::minishogi();
        let list = |text: &str, view| {
            let mut list = Vec::new();
            each(&game.parse_pos(text).unwrap(), view, |feature| list.push(feature));
            list.sort_unstable();
            list
        };
        let mut all = HashSet::new();
        for (text, turned) in [
            ("rbsgk/4p/5/P4/KGSBR b -", "rbsgk/4p/5/P4/KGSBR w -"),
            ("2k2/2b1p/2G2/PK2b/R4 b RSgs", "4r/B2kp/2g2/P1B2/2K2 w GSrs"),
            ("4k/5/5/5/K4 b 2P2G", "4k/5/5/5/K4 w 2p2g"),
        ] {
            let own = list(text, Side::First);
            assert_eq!(own, list(turned, Side::Second), "{text}");
            assert_eq!(own.iter().collect::<HashSet<_>>().len(), own.len());
            assert!(own.iter().all(|&feature| feature < FEATURES));
            all.extend(own);
        }
        assert!(all.contains(&(FEATURES - 1)) || all.len() > 20);
    }
}

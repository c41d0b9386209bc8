//! What the network sees of a position: which piece stands where and what is in hand, from one side's point
//! of view.
//!
//! Each side sees the board from its own end (the second player's is turned by 180 degrees) and tells its own
//! pieces from the enemy's; so one set of weights serves both. A pair in hand is the first and the second of
//! a kind. What a piece is worth hangs on where the own king stands: each of its squares has features of its
//! own, squares of the right half sharing those of the left, with the board mirrored.

use yomikiri_core::Side;
use yomikiri_shogi::{Bits, Kind, Move, Piece, Position, SmallBoard, Square};

/// Squares of the board.
const SQUARES: usize = 25;

/// Kinds on the board: king, rook, bishop, gold, silver, pawn, and four promoted.
pub const KINDS: usize = 10;

/// Kinds in hand.
const HAND_KINDS: usize = KINDS / 2;

/// How many of a kind a hand can hold.
const IN_HAND: usize = 2;

/// How many features there are with the own king on one square.
pub const FEATURES_OF_GROUP: usize = 2 * KINDS * SQUARES + 2 * HAND_KINDS * IN_HAND;

/// How many groups of features there are: one for each square of the own king on the left or in the middle.
pub const GROUPS: usize = 15;

/// How many features there are.
pub const FEATURES: usize = GROUPS * FEATURES_OF_GROUP;

/// The place of a kind among those of minishogi: unpromoted without knight and lance, then promoted.
#[inline]
pub const fn compact(kind: Kind) -> usize {
    // Knight and lance, which do not arise, share the places of others.
    const PLACES: [u8; Kind::ALL] = [0, 1, 2, 3, 4, 0, 0, 5, 0, 6, 7, 0, 8, 0, 0, 9];
    PLACES[kind.index()] as usize
}

/// How a side sees the board: from its own end, and mirrored left to right if need be so that its king stands
/// on the left or in the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    side: Side,
    is_mirrored: bool,
    /// The first feature of the king's group.
    base: u16,
}

impl View {
    /// The view of a side whose king stands on a square.
    #[inline]
    pub fn new(side: Side, king: Square) -> Self {
        let square = seen(side, king);
        let (file, rank) = (square % 5, square / 5);
        let is_mirrored = file > 2;
        let file = if is_mirrored { 4 - file } else { file };
        let base = ((3 * rank + file) * FEATURES_OF_GROUP) as u16;
        Self { side, is_mirrored, base }
    }

    /// The views of both sides of a position.
    #[inline]
    pub fn both(pos: &Position<SmallBoard>) -> [Self; 2] {
        [Side::First, Side::Second].map(|side| Self::new(side, pos.royal(side).expect("a king")))
    }

    /// The view after a legal move: another, if the own king moves to a square of another group or half.
    #[inline]
    #[must_use]
    pub fn after(self, pos: &Position<SmallBoard>, mv: Move) -> Self {
        match mv {
            Move::Board { from, to, .. } if pos.royal(self.side) == Some(from) => Self::new(self.side, to),
            _ => self,
        }
    }

    /// Whether the king stands on the middle file: then the mirrored board is of the same group, and either
    /// way of seeing it is as good.
    pub const fn is_in_the_middle(self) -> bool {
        self.base as usize / FEATURES_OF_GROUP % 3 == 2
    }

    #[inline]
    const fn owner(self, side: Side) -> usize {
        (self.side.index() != side.index()) as usize
    }

    /// The feature of a piece on a square.
    #[inline]
    pub fn on_board(self, piece: Piece, square: Square) -> usize {
        let mut square = seen(self.side, square);
        if self.is_mirrored {
            square = usize::from(MIRRORED[square]);
        }
        usize::from(self.base) + (self.owner(piece.side) * KINDS + compact(piece.kind)) * SQUARES + square
    }

    /// The feature of the piece of a kind that makes a hand hold so many of it, counted from 1.
    #[inline]
    pub fn in_hand(self, side: Side, kind: Kind, count: u8) -> usize {
        let place = (self.owner(side) * HAND_KINDS + compact(kind.unpromoted()) - 1) * IN_HAND;
        usize::from(self.base) + 2 * KINDS * SQUARES + place + usize::from(count) - 1
    }

    /// Every feature of a position.
    pub fn each(self, pos: &Position<SmallBoard>, mut found: impl FnMut(usize)) {
        for side in [Side::First, Side::Second] {
            for square in pos.of(side).squares() {
                pos.piece(square).into_iter().for_each(|piece| found(self.on_board(piece, square)));
            }
            for kind in [Kind::ROOK, Kind::BISHOP, Kind::GOLD, Kind::SILVER, Kind::PAWN] {
                (1..=pos.hand(side, kind)).for_each(|count| found(self.in_hand(side, kind, count)));
            }
        }
    }
}

/// The number of a square from a side's end.
#[inline]
const fn seen(side: Side, square: Square) -> usize {
    match side {
        Side::First => square.index(),
        Side::Second => SQUARES - 1 - square.index(),
    }
}

/// The feature of the same group on the mirrored square.
pub fn mirrored(feature: usize) -> usize {
    let local = feature % FEATURES_OF_GROUP;
    if local >= 2 * KINDS * SQUARES {
        return feature;
    }
    let square = local % SQUARES;
    feature - square + usize::from(MIRRORED[square])
}

/// The number of the square on the other half.
const MIRRORED: [u8; SQUARES] = {
    let mut all = [0; SQUARES];
    let mut at = 0;
    while at < SQUARES {
        all[at] = Square(at as u8).mirrored(5).0;
        at += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use yomikiri_core::Notation;
    use yomikiri_shogi::Shogi;

    fn list(text: &str, side: Side) -> Vec<usize> {
        let pos = Shogi::minishogi().parse_pos(text).unwrap();
        let mut list = Vec::new();
        View::both(&pos)[side.index()].each(&pos, |feature| list.push(feature));
        list.sort_unstable();
        list
    }

    #[test]
    fn features_differ_and_the_two_sides_see_the_same_of_a_turned_board() {
        let mut groups = HashSet::new();
        for (text, turned) in [
            ("rbsgk/4p/5/P4/KGSBR b -", "rbsgk/4p/5/P4/KGSBR w -"),
            ("2k2/2b1p/2G2/PK2b/R4 b RSgs", "4r/B2kp/2g2/P1B2/2K2 w GSrs"),
            ("4k/5/5/5/K4 b 2P2G", "4k/5/5/5/K4 w 2p2g"),
        ] {
            let own = list(text, Side::First);
            assert_eq!(own, list(turned, Side::Second), "{text}");
            assert_eq!(own.iter().collect::<HashSet<_>>().len(), own.len());
            assert!(own.iter().all(|&feature| feature < FEATURES));
            groups.extend(own.iter().map(|feature| feature / FEATURES_OF_GROUP));
        }
        assert_eq!(groups.len(), 2, "kings at home on a wing, and one in front of the middle");
    }

    #[test]
    fn a_mirrored_board_is_seen_alike_where_the_king_is_not_in_the_middle() {
        for (text, mirrored) in [
            ("rbsgk/4p/5/P4/KGSBR b -", "kgsbr/p4/5/4P/RBSGK b -"),
            ("1k3/2b1p/2G2/PK2b/R4 b RSgs", "3k1/p1b2/2G2/b2KP/4R b RSgs"),
        ] {
            for side in [Side::First, Side::Second] {
                assert_eq!(list(text, side), list(mirrored, side), "{text}");
            }
        }
        let (text, mirrored) = ("4k/5/5/P4/2K2 b 2G", "k4/5/5/4P/2K2 b 2G");
        assert_eq!(list(text, Side::Second), list(mirrored, Side::Second));
        let in_the_middle = list(text, Side::First);
        assert_ne!(in_the_middle, list(mirrored, Side::First));
        let mut turned: Vec<usize> = in_the_middle.into_iter().map(super::mirrored).collect();
        turned.sort_unstable();
        assert_eq!(turned, list(mirrored, Side::First));
    }
}

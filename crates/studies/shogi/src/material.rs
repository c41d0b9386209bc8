//! An evaluation that follows from the data of a variant: what pieces are worth, and how near they stand to
//! the enemy's royal piece.
//!
//! A piece is worth a hundred points for each square that it attacks on the empty board, on the mean of all
//! squares: a rule that needs no tuning, and puts pieces in their order. A piece in hand is worth a quarter
//! more than on the board, since it may go anywhere.

use yomikiri_core::Side;
use yomikiri_shogi::{Bits, Kind, Piece, Position, Shogi, Square, see::SeeValues};

/// Points for a square attacked.
const A_SQUARE: f64 = 100.0;

/// To have the move.
const TEMPO: i32 = 30;

/// What a piece is worth more by its distance (the greater of files and ranks) from the enemy's royal piece,
/// from 0.
const ATTACKING: [i32; 4] = [0, 40, 20, 0];

/// What the pieces of a variant are worth.
#[derive(Clone, Debug)]
pub struct PieceValues {
    /// On the board, by index of the kind; nothing for the royal piece, which is never lost.
    pub on_board: SeeValues,
    /// In hand, by place of the kind.
    pub in_hand: [i32; Kind::UNPROMOTED],
}

impl PieceValues {
    /// What the pieces of this game are worth.
    pub fn of<B: Bits>(game: &Shogi<B>) -> Self {
        let mut on_board = [0; Kind::ALL];
        for kind in game.variant().kinds().filter(|&kind| kind != Kind::ROYAL) {
            on_board[kind.index()] = (A_SQUARE * reach(game, kind)).round() as i32;
        }
        Self { in_hand: std::array::from_fn(|place| on_board[place] * 5 / 4), on_board }
    }

    /// What a capture of each kind swings, between the one who loses it and the one who has it in hand; of
    /// the royal piece more than of all others together.
    pub(crate) fn exchange_values(&self) -> SeeValues {
        let mut values: SeeValues =
            std::array::from_fn(|index| self.on_board[index] + self.in_hand[index % Kind::UNPROMOTED]);
        values[Kind::ROYAL.index()] = 15_000;
        values
    }

    /// What a promotion of each kind gains.
    pub(crate) fn promotion_gains(&self) -> SeeValues {
        let promoted = |index: usize| self.on_board.get(index + Kind::UNPROMOTED).copied().unwrap_or(0);
        std::array::from_fn(|index| (promoted(index) - self.on_board[index]).max(0))
    }

    /// The evaluation for the side to move.
    pub fn evaluate<B: Bits>(&self, pos: &Position<B>) -> i32 {
        TEMPO + self.worth(pos, pos.side()) - self.worth(pos, pos.side().other())
    }

    fn worth<B: Bits>(&self, pos: &Position<B>, side: Side) -> i32 {
        let Some(enemy) = pos.royal(side.other()) else { return 0 };
        let files = pos.board().files;
        let mut sum = 0;
        for square in pos.of(side).squares() {
            let Some(Piece { kind, .. }) = pos.piece(square) else { continue };
            let distance = distance(files, square, enemy).min(ATTACKING.len() - 1);
            sum += if kind == Kind::ROYAL { 0 } else { self.on_board[kind.index()] + ATTACKING[distance] };
        }
        let hand = |(place, worth): (usize, &i32)| i32::from(pos.hand(side, Kind::new(place))) * worth;
        sum + self.in_hand.iter().enumerate().map(hand).sum::<i32>()
    }
}

/// How many squares a kind attacks on the empty board, on the mean of all squares.
fn reach<B: Bits>(game: &Shogi<B>, kind: Kind) -> f64 {
    let (board, face) = (game.variant().board, game.variant().face(kind).expect("a kind of the variant"));
    let mut attacked = 0;
    for from in board.squares() {
        attacked += face.steps.iter().filter(|&&step| board.after(from, ahead(step)).is_some()).count();
        for &slide in face.slides {
            attacked +=
                std::iter::successors(board.after(from, ahead(slide)), |&at| board.after(at, ahead(slide)))
                    .count();
        }
    }
    attacked as f64 / board.squares().count() as f64
}

/// A step of the first player's as the board counts: ranks from the top.
const fn ahead((right, ahead): (i8, i8)) -> (i8, i8) {
    (right, -ahead)
}

fn distance(files: u8, a: Square, b: Square) -> usize {
    let (across, along) = ((a.0 % files).abs_diff(b.0 % files), (a.0 / files).abs_diff(b.0 / files));
    usize::from(across.max(along))
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::Notation;
    use yomikiri_shogi::{Ending, SmallShogi};

    #[test]
    fn a_piece_is_worth_what_it_attacks() {
        let dobutsu = PieceValues::of(&SmallShogi::dobutsu(Ending::Mate));
        // 12 squares: a chick attacks 9 of them, an elephant 24 (twelve diagonal neighbours, both ways), a
        // giraffe 34.
        let [elephant, giraffe, chick] =
            [Kind::ELEPHANT, Kind::GIRAFFE, Kind::new(3)].map(|kind| dobutsu.on_board[kind.index()]);
        assert_eq!((elephant, giraffe, chick), (200, 283, 75));
        assert_eq!(dobutsu.on_board[Kind::ROYAL.index()], 0);
        let shogi = PieceValues::of(&Shogi::<u128>::standard());
        let worth = |kind: Kind| shogi.on_board[kind.index()];
        let order = [Kind::PAWN, Kind::SILVER, Kind::GOLD, Kind::BISHOP, Kind::ROOK, Kind::ROOK.promoted()];
        assert!(order.windows(2).all(|two| worth(two[0]) < worth(two[1])));
        assert_eq!(worth(Kind::ROOK), 1600);
    }

    #[test]
    fn both_sides_see_the_same() {
        let game = Shogi::goro_goro();
        let material = PieceValues::of(&game);
        for (text, turned) in [
            ("sgkgs/5/1ppp1/1PPP1/5/SGKGS b -", "sgkgs/5/1ppp1/1PPP1/5/SGKGS w -"),
            ("sgk1s/3g1/1p1p1/1PpP1/5/SGKGS b P", "sgkgs/5/1pPp1/1P1P1/1G3/S1KGS w p"),
        ] {
            let score = |text| material.evaluate(&game.parse_pos(text).unwrap());
            assert_eq!(score(text), score(turned), "{text}");
        }
    }
}

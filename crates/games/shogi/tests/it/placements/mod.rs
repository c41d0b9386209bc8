//! Random placements for property tests.

use proptest::{collection::vec, prelude::*, sample::subsequence};
use yomikiri_core::Side;
use yomikiri_shogi::{Kind, Piece, Position, Setup, SmallBoard, Variant};

/// Where one of the pieces that may be missing is: absent, in a hand, or on the next free square, face up or
/// down.
type Fate = (u8, bool, bool);

fn side(second: bool) -> Side {
    if second { Side::Second } else { Side::First }
}

fn place(squares: &[usize], fates: &[Fate], second_to_move: bool) -> Position<SmallBoard> {
    let variant = Variant::dobutsu();
    let mut setup = Setup { side: side(second_to_move), ..Setup::empty(&variant) };
    setup.board[squares[0]] = Some(Piece { kind: Kind::LION, side: Side::First });
    setup.board[squares[1]] = Some(Piece { kind: Kind::LION, side: Side::Second });
    let kinds = [Kind::ELEPHANT, Kind::GIRAFFE, Kind::CHICK];
    for (i, &(fate, second, down)) in fates.iter().enumerate() {
        let kind = kinds[i / 2];
        match fate {
            0 => {}
            1 => setup.hands[side(second).index()][kind.place()] += 1,
            _ => {
                let kind = if down && kind == Kind::CHICK { Kind::HEN } else { kind };
                setup.board[squares[2 + i]] = Some(Piece { kind, side: side(second) });
            }
        }
    }
    Position::new(&setup, &variant).unwrap()
}

/// Any placement of any of the pieces, reachable or not, with either side to move.
pub fn positions() -> impl Strategy<Value = Position<SmallBoard>> {
    let squares = subsequence((0..12).collect::<Vec<usize>>(), 8).prop_shuffle();
    (squares, vec((0..4u8, any::<bool>(), any::<bool>()), 6), any::<bool>())
        .prop_map(|(squares, fates, second)| place(&squares, &fates, second))
}

//! Positions from a setup and back.

use yomikiri_core::Side;
use yomikiri_shogi::{Kind, Piece, Position, Setup, SetupError, SmallBoard, Variant};

#[test]
fn a_setup_that_breaks_a_rule_is_told_which() {
    let variant = Variant::dobutsu();
    let position = |change: &dyn Fn(&mut Setup)| {
        let mut setup = Setup::empty(&variant);
        let lion = |side| Some(Piece { kind: Kind::LION, side });
        (setup.board[1], setup.board[10]) = (lion(Side::Second), lion(Side::First));
        change(&mut setup);
        Position::<SmallBoard>::new(&setup, &variant).map_err(|error| error.to_string())
    };
    let chick = Some(Piece { kind: Kind::CHICK, side: Side::First });
    assert!(position(&|s| s.board[0] = chick).is_ok());
    let refused =
        |change: &dyn Fn(&mut Setup), message: &str| assert_eq!(position(change).unwrap_err(), message);
    refused(&|s| s.board.push(None), "13 squares where the board has 12");
    refused(&|s| s.board[1] = None, "the second player has 0 lions on the board, expected exactly one");
    refused(&|s| s.board[0] = s.board[1], "the second player has 2 lions on the board, expected exactly one");
    refused(&|s| s.hands[0][0] = 1, "a lion cannot be in hand");
    refused(&|s| s.hands[0][3] = 3, "3 chicks on the board and in hand, but the set holds 2");
    refused(&|s| s.hands[0][5] = 1, "the variant has no piece of kind 5");
    let golden = Some(Piece { kind: Kind::GIRAFFE.promoted(), side: Side::First });
    refused(&|s| s.board[0] = golden, "the variant has no promoted piece of kind 2");
    let chicks = Variant::dobutsu_chicks();
    let giraffe = Position::<SmallBoard>::new(
        &Setup { hands: [[0, 0, 1, 0, 0, 0, 0, 0], [0; 8]], ..Setup::empty(&chicks) },
        &chicks,
    );
    let name = Variant::dobutsu().pieces[2].face.piece_name();
    assert_eq!(giraffe.unwrap_err(), SetupError::TooMany { name, found: 1, allowed: 0 });
}

#[test]
fn a_position_comes_apart_as_it_was_set_up() {
    let variant = Variant::dobutsu();
    let mut setup = Setup::empty(&variant);
    for (index, kind, side) in [(1, 0, Side::Second), (10, 0, Side::First), (5, 1, Side::First)] {
        setup.board[index] = Some(Piece { kind: Kind::new(kind), side });
    }
    setup.board[6] = Some(Piece { kind: Kind::HEN, side: Side::Second });
    setup.hands[1][Kind::GIRAFFE.place()] = 2;
    setup.side = Side::Second;
    assert_eq!(Position::<SmallBoard>::new(&setup, &variant).unwrap().setup(), setup);
}

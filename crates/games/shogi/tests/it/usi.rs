//! Moves as USI names them.

use yomikiri_core::{Game, Notation};
use yomikiri_shogi::{Ending, Shogi, SmallShogi};

#[test]
fn moves_are_named_and_read() {
    let game = SmallShogi::dobutsu(Ending::Capture);
    let names = |pos: &str| {
        let pos = game.parse_pos(pos).unwrap();
        let mut moves = Vec::new();
        game.moves(&pos, &mut moves);
        moves.iter().map(|&mv| game.show_move(&pos, mv)).collect::<Vec<_>>()
    };
    assert_eq!(names("gle/1c1/1C1/ELG b -"), ["2c2b", "2d3c", "2d1c", "1d1c"]);
    let pos = game.parse_pos("l2/2C/1L1/3 b C").unwrap();
    let forced = game.parse_move(&pos, "1b1a").unwrap();
    assert_eq!(game.show_move(&pos, forced), "1b1a+");
    assert_eq!(game.parse_move(&pos, "1b1a+"), Ok(forced));
    assert!(game.parse_move(&pos, "C*2a").is_ok());
}

#[test]
fn refusals_say_why() {
    let game = SmallShogi::dobutsu(Ending::Mate);
    let refused = |pos: &str, mv: &str| game.parse_move(&game.parse_pos(pos).unwrap(), mv).unwrap_err();
    let start = "gle/1c1/1C1/ELG b -";
    for (mv, reason) in [
        ("2c2a", "the piece does not go to 2a"),
        ("2b2c", "the side to move has no piece on 2b"),
        ("2d2c", "the side to move has a piece on 2c"),
        ("C*3c", "the side to move has none in hand"),
        ("2c2b+", "the piece does not go there or does not promote there"),
    ] {
        assert_eq!(refused(start, mv).message.to_string(), format!("`{mv}` is not legal: {reason}"));
    }
    let unsafe_move = refused("1l1/3/1L1/3 b -", "2c2b");
    assert_eq!(unsafe_move.message.to_string(), "`2c2b` is not legal: it leaves the royal piece to be taken");
    assert_eq!(refused(start, "2c9b").at, Some(2));
    assert_eq!(refused(start, "H*2b").at, Some(0));
    assert_eq!(refused(start, "2c2b!").at, Some(4));
    assert_eq!(refused(start, "").at, Some(0));
}

#[test]
fn the_rules_of_shogi_refuse_with_their_reason() {
    let game = Shogi::tsume();
    let pos = game.parse_pos("6snk/5p1pl/7PN/9/9/4P4/9/9/9 b RGP").unwrap();
    let refused = |mv| game.parse_move(&pos, mv).unwrap_err().message.to_string();
    for (mv, reason) in [
        ("P*5e", "the side to move has a pawn in the file of 5e"),
        ("P*4a", "it could never move from 4a"),
        ("5f5d", "the piece does not go to 5d"),
        ("5f5e+", "the piece does not go there or does not promote there"),
    ] {
        assert_eq!(refused(mv), format!("`{mv}` is not legal: {reason}"));
    }
    // What must promote may be named without the sign.
    assert_eq!(game.parse_move(&pos, "1c2a"), game.parse_move(&pos, "1c2a+"));
    let smothered = game.parse_pos("7nk/7l1/7G1/9/9/9/9/9/9 b P").unwrap();
    let mate = game.parse_move(&smothered, "P*1b").unwrap_err();
    assert_eq!(mate.message.to_string(), "`P*1b` is not legal: a dropped pawn may not mate");
}

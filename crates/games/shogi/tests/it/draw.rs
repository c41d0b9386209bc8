//! Boards drawn in a terminal.

use yomikiri_core::{Game, Language, Notation};
use yomikiri_shogi::{Position, SmallBoard, Variant, draw::drawing, sfen};

#[test]
fn the_board_is_framed() {
    let variant = Variant::dobutsu();
    let pos: Position<SmallBoard> = sfen::read("1le/3/1C1/EL1 w 2gc", &variant).unwrap();
    let expected = "  second player (v): 2 giraffes, chick in hand, to move
      3    2    1
  ┌────┬────┬────┐
a │    │ vL │ vE │
  ├────┼────┼────┤
b │    │    │    │
  ├────┼────┼────┤
c │    │  C │    │
  ├────┼────┼────┤
d │  E │  L │    │
  └────┴────┴────┘
  first player: nothing in hand";
    assert_eq!(drawing(&pos, &variant, false, None).text(false), expected);
    let coloured = drawing(&pos, &variant, false, None).text(true);
    assert!(coloured.contains("\x1b[1;31mvL\x1b[0m"), "{coloured}");
    assert_eq!(drawing(&pos, &variant, false, None).fitted(10).height(), 9);
    // A reader of Japanese is told the pieces in Japanese, and spots are as wide as their names.
    let japanese = drawing(&pos, &variant, false, None).in_language(Language::Japanese);
    assert_eq!(japanese.text(false).lines().next(), Some("  後手(v): きりん2, ひよこ、手番"));
    let spot = |name: &str| {
        let spot = japanese.spots().iter().find(|spot| spot.name == name).unwrap();
        (spot.column, spot.width)
    };
    assert_eq!((spot("G*"), spot("C*")), ((11, 7), (20, 6)));
}

#[test]
fn the_last_move_is_marked() {
    let game = yomikiri_shogi::SmallShogi::dobutsu(yomikiri_shogi::Ending::Capture);
    let start = game.start();
    let mv = game.parse_move(&start, "2c2b").unwrap();
    let drawn = drawing(&game.play(&start, mv), game.variant(), false, Some(mv)).text(false);
    assert!(drawn.contains("b │    │  C*│    │") && drawn.contains("c │    │   *│    │"), "{drawn}");
}

#[test]
fn a_kanji_takes_two_columns() {
    let variant = Variant::minishogi();
    let pos: Position<SmallBoard> = sfen::read("rb2k/3+Rp/5/P4/K1SB1 b 2Gs", &variant).unwrap();
    let drawn = drawing(&pos, &variant, true, None).text(false);
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(lines[3], "a │v飛 │v角 │    │    │v玉 │");
    assert_eq!(lines[5], "b │    │    │    │ 龍 │v歩 │");
    assert_eq!(lines[0], "  second player (v): 銀 in hand");
    assert_eq!(lines[13], "  first player: 金 x2 in hand, to move");
}

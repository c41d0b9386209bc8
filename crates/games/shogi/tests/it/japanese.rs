//! Moves as Japanese records print them.

use yomikiri_core::{Game, Notation};
use yomikiri_shogi::{
    Bits, Shogi,
    japanese::{FILES, RANKS, print, read},
};

/// How the moves of every piece to a square are told.
fn told(sfen: &str, moves: &[&str]) -> Vec<String> {
    let game = Shogi::tsume();
    let pos = game.parse_pos(sfen).unwrap();
    let print = |mv: &&str| print(&game, &pos, None, game.parse_move(&pos, mv).unwrap()).unwrap();
    moves.iter().map(print).collect()
}

#[test]
fn pieces_that_go_to_the_same_square_are_told_apart_as_the_association_does() {
    // Most are the figures of the association's page on notation.
    let cases: &[(&str, &[&str], &[&str])] = &[
        ("9/G8/9/9/9/9/9/9/8k", &["9b8b"], &["８二金"]),
        ("9/2G6/G8/9/9/9/9/9/8k", &["9c8b", "7b8b"], &["８二金上", "８二金寄"]),
        ("6G2/9/5G3/9/9/9/9/9/8k", &["4c3b", "3a3b"], &["３二金上", "３二金引"]),
        ("9/9/9/9/5G3/4G4/9/9/8k", &["5f4f", "4e4f"], &["４六金寄", "４六金引"]),
        ("G1G6/9/9/9/9/9/9/9/8k", &["9a8a", "7a8a"], &["８一金左", "８一金右"]),
        ("k8/9/9/9/9/9/9/9/3GG4", &["6i5h", "5i5h"], &["５八金左", "５八金直"]),
        ("k8/9/9/9/9/9/9/9/6SS1", &["3i2h", "2i2h"], &["２八銀左", "２八銀直"]),
        (
            "k8/9/9/9/3S1S3/9/3SS4/9/9",
            &["6g5f", "5g5f", "6e5f", "4e5f"],
            &["５六銀左上", "５六銀直", "５六銀左引", "５六銀右"],
        ),
        ("9/+R8/9/9/4k4/9/9/9/7+R1", &["9b2b", "2i2b"], &["２二龍寄", "２二龍上"]),
        ("8k/9/9/9/9/9/9/9/+R+R7", &["9i8h", "8i8h"], &["８八龍左", "８八龍右"]),
        ("+B1+B6/9/9/9/9/9/9/9/k8", &["9a8b", "7a8b"], &["８二馬左", "８二馬右"]),
        ("9/9/9/9/3N1N3/9/9/9/k8", &["6e5c+", "4e5c"], &["５三桂左成", "５三桂右不成"]),
    ];
    for (board, moves, answers) in cases {
        assert_eq!(told(&format!("{board} b -"), moves), *answers);
    }
}

#[test]
fn the_defender_sees_the_board_the_other_way_round() {
    let pos = "9/9/9/9/4k4/9/3g1g3/9/9 w - 1";
    assert_eq!(told(pos, &["6g5g", "4g5g"]), ["５七金右", "５七金左"]);
}

#[test]
fn promotion_and_its_refusal_are_told() {
    let pos = "4k4/9/4S4/9/9/9/9/9/9 b 2GN18P 1";
    let moves = ["5c5b", "5c5b+", "5c6d", "G*5b", "P*5b"];
    let answers = ["５二銀不成", "５二銀成", "６四銀不成", "５二金", "５二歩"];
    assert_eq!(told(pos, &moves), answers);
}

#[test]
fn the_same_square_is_said_short_and_what_is_printed_is_read() {
    let game = Shogi::tsume();
    let mut pos = game.parse_pos("4k4/9/9/9/9/9/9/9/9 b 2G 1").unwrap();
    let mut last = None;
    for (mv, printed) in [("G*5b", "５二金"), ("5a5b", "同玉"), ("G*5c", "５三金")] {
        let mv = game.parse_move(&pos, mv).unwrap();
        assert_eq!(print(&game, &pos, last, mv).unwrap(), printed);
        assert_eq!(read(&game, &pos, last, printed), Some(Ok(mv)));
        (pos, last) = (game.play(&pos, mv), Some(mv));
    }
}

/// Every legal move of some random games is read as it is printed, and no other is.
#[test]
fn every_move_has_a_print_of_its_own() {
    fn follow<B: Bits>(game: &Shogi<B>, seed: u64) {
        let (mut pos, mut last, mut state) = (game.start(), None, seed);
        for _ in 0..60 {
            let mut moves = Vec::new();
            game.moves(&pos, &mut moves);
            for &mv in &moves {
                let printed = print(game, &pos, last, mv).unwrap();
                assert_eq!(read(game, &pos, last, &printed), Some(Ok(mv)), "{printed}");
                // Digits of a keyboard, the mover before them, a blank between.
                let told = print(game, &pos, None, mv).unwrap();
                let square: Vec<char> = told.chars().take(2).collect();
                let digit = |names: &[char], at: usize| {
                    1 + names.iter().position(|&name| name == square[at]).unwrap()
                };
                let rest: String = told.chars().skip(2).collect();
                let typed = format!("▲{}{} {rest}", digit(&FILES, 0), digit(&RANKS, 1));
                assert_eq!(read(game, &pos, last, &typed), Some(Ok(mv)), "{typed}");
            }
            let Some(&mv) =
                moves.get(yomikiri_core::splitmix::next(&mut state) as usize % moves.len().max(1))
            else {
                break;
            };
            (pos, last) = (game.play(&pos, mv), Some(mv));
        }
    }
    for seed in 0..20 {
        follow(&Shogi::minishogi(), seed);
        follow(&Shogi::standard(), seed);
        follow(&yomikiri_shogi::SmallShogi::dobutsu(yomikiri_shogi::Ending::Mate), seed);
    }
}

#[test]
fn what_is_left_out_is_asked_for_only_where_it_matters() {
    let game = Shogi::tsume();
    let read = |sfen: &str, text: &str| {
        let pos = game.parse_pos(sfen).unwrap();
        read(&game, &pos, None, text).map(|read| read.map(|mv| game.show_move(&pos, mv)))
    };
    let golds = "k8/9/9/9/9/9/9/9/3GG4 b G";
    assert_eq!(read(golds, "５八金打"), Some(Ok("G*5h".into())));
    assert_eq!(read(golds, "58金直"), Some(Ok("5i5h".into())));
    let refused = read(golds, "５八金").unwrap().unwrap_err();
    assert_eq!(refused.message.to_string(), "`５八金` may be one of ５八金左 ５八金直");
    assert_eq!(read("9/9/9/9/3N5/9/9/9/k8 b -", "５三桂成"), Some(Ok("6e5c+".into())));
    assert!(read(golds, "１一飛").unwrap().unwrap_err().to_string().contains("expected a move such as"));
    assert_eq!((read(golds, "5i5h"), read(golds, "12")), (None, None));
    assert!(read(golds, "同金").unwrap().is_err());
}

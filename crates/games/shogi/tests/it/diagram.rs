//! Boards drawn as SVG.

use yomikiri_core::{Language, Notation, Side};
use yomikiri_shogi::{
    DiagramOptions, Ending, Kind, Move, Position, Shogi, SmallBoard, SmallShogi, Variant, diagram::diagram,
    sfen,
};

/// Where the squares of a drawing begin.
const LEFT: i32 = 12;
const TOP: i32 = 68;

#[test]
fn pieces_stand_on_their_squares_and_point_at_the_enemy() {
    let game = SmallShogi::dobutsu(Ending::Capture);
    let pos = game.parse_pos("1le/1c1/1C1/EL1 w 2G").unwrap();
    let drawn = game.diagram(&pos, None).unwrap();
    let text = drawn.inline();
    // The second player's lion on 2a, the first player's elephant on 3d, and two giraffes in hand.
    assert!(
        text.contains(&format!("<g transform=\"translate({} {}) rotate(180)\">", LEFT + 72, TOP + 24)),
        "{text}"
    );
    assert!(text.contains(&format!("<g transform=\"translate({} {})\">", LEFT + 24, TOP + 168)), "{text}");
    assert_eq!((text.matches("class=\"piece\"").count(), text.matches("class=\"count\"").count()), (7, 1));
    assert!(text.contains("in hand 2 giraffe") && text.contains("Second player, to move: lion 2a"));
    let text = drawn.in_language(Language::Japanese).inline();
    let told = "<title>盤面</title>\n<desc>先手: 2cひよこ、3dぞう、2dライオン、持ち駒 きりん2。 \
        後手(手番): 2aライオン、1aぞう、2bひよこ。</desc>";
    assert!(text.contains(told), "{text}");
}

#[test]
fn the_last_move_is_marked_and_kanji_are_red_once_promoted() {
    let variant = Variant::minishogi();
    let pos: Position<SmallBoard> = sfen::read("rb2k/3+Rp/5/P4/K1SB1 b 2Gs", &variant).unwrap();
    let last = Move::Drop { kind: Kind::new(3), to: variant.board.square(2, 4).unwrap() };
    let options = DiagramOptions { last: Some(last), numerals: true, handless: Some(Side::Second) };
    let drawn = diagram(&pos, &variant, options);
    let text = drawn.inline();
    assert!(text.contains(&format!("class=\"last\" x=\"{}\" y=\"{}\"", LEFT + 96, TOP + 192)), "{text}");
    assert!(text.contains("class=\"promoted\"") && text.contains(">龍<") && text.contains(">五<"), "{text}");
    // Nine on the board; of the hands only the first player's gold.
    assert_eq!(text.matches("class=\"piece\"").count(), 10);
    // Squares are told as they are numbered, and no hand that is left out.
    let text = drawn.in_language(Language::Japanese).inline();
    let told = "<desc>先手(手番): ２二龍、５四歩、５五玉、３五銀、２五角、持ち駒 金2。 \
        後手: ５一飛、４一角、１一玉、１二歩。</desc>";
    assert!(text.contains(told), "{text}");
    // What is on a promoted piece is no word.
    let game = Shogi::standard();
    let pos = game.parse_pos("4k4/9/3+S+N+L3/9/9/9/9/9/4K4 b -").unwrap();
    let text = game.diagram(&pos, None).unwrap().in_language(Language::Japanese).inline();
    let told = ["成銀", "成桂", "成香", ">全<", ">圭<", ">杏<"];
    assert!(told.iter().all(|word| text.contains(word)), "{text}");
}

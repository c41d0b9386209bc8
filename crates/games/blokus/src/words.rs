//! What is said of a position, and what is wrong with a text, in each language.

yomikiri_core::phrases! { pub(crate) words;
    POINTS_AND_PIECES: "  {} player ({}): {} {}, {} left", "  {}({}): {}{}、残り {}";
    SQUARES: "squares", "マス";
    POINTS: "points", "点";
    NO_PIECES: "no pieces", "なし";
    OF_SIDE: "{}: {} squares covered, {} pieces left.", "{}: {}マスを覆い、残り{}ピース。";
    PIECES_LEFT: "Pieces left", "残りのピース";
    SQUARES_COVERED: "Squares covered", "覆ったマスの数";
    FOUR_CHARACTERS: "expected the four characters of a move such as 66t0, or ----, not {}",
        "66t0のような4文字の指し手か----が必要ですが、{}でした";
    PIECE: "expected a piece, a to u, not {}", "aからuまでのピースが必要ですが、{}でした";
    ORIENTATION: "expected an orientation, 0 to 7, not {}", "0から7までの向きが必要ですが、{}でした";
    COLUMN: "expected a column, 1 to E, not {}", "1からEまでの列が必要ですが、{}でした";
    ROW: "expected a row, 1 to E, not {}", "1からEまでの行が必要ですが、{}でした";
    LEAVES_BOARD: "{} leaves the board", "{}は盤からはみ出します";
    SQUARE_TWICE: "{} names a square twice", "{}には同じマスが2度あります";
    NO_PIECE_COVERS: "no piece covers just {}", "ちょうど{}を覆うピースはありません";
    SQUARE: "expected a square, a1 to n14, not {}", "a1からn14までのマスが必要ですが、{}でした";
    MUST_PLACE: "{} is no legal move: who can place a piece must", "{}は指せません: 置けるピースがあります";
    GAME_IS_OVER: "{} is no legal move: the game is over", "{}は指せません: 終局しています";
    PLACED_ALREADY: "{} cannot be played: {} is placed already", "{}は指せません: {}は置いてあります";
    COVERED_ALREADY: "{} covers a square that is covered already", "{}は覆われているマスに重なります";
    TOUCHES_EDGE: "{} touches an own piece along an edge", "{}は自分のピースと辺で接します";
    BEGINS_ELSEWHERE: "{} does not cover the square where the player must begin", "{}は開始マスを覆いません";
    NO_CORNER: "{} touches no own piece at a corner", "{}は自分のピースと角で接していません";
    OTHER_GAME: "expected a record of {}, found one of {}", "{}の棋譜が必要ですが、{}の棋譜でした";
    SETS_UP: "{} sets up a position: expected a game from its start",
        "{}は局面を作ります。開始局面からの対局が必要です";
    NO_GAME: "expected `GM[{}]` in the record", "棋譜に`GM[{}]`が必要です";
    NO_BRACKET: "expected `]` behind `[`", "`[`のあとに`]`が必要です";
    PROPERTY: "expected a property, found {}", "属性が必要ですが、{}でした";
    NO_VALUE: "expected `[` behind {}", "{}のあとに`[`が必要です";
    NO_END: "expected `)` at the end of the record", "棋譜の終わりに`)`が必要です";
    NO_COLOUR: "expected a move of B or W, found {}", "BかWの手が必要ですが、{}でした";
    BEGINNING: "expected a record that begins with `(;`", "`(;`で始まる棋譜が必要です";
}

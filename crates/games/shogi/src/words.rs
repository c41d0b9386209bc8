//! What is said of a position, and what is wrong with a text, in each language.

use yomikiri_core::Phrase;

/// The pieces that have a Japanese name here.
pub(crate) const PIECES: [&Phrase; 13] =
    [KING, ROOK, BISHOP, GOLD, SILVER, KNIGHT, LANCE, PAWN, LION, GIRAFFE, ELEPHANT, CHICK, HEN];

yomikiri_core::phrases! { pub(crate) words;
    // Boards.
    FIRST_PLAYER: "first player", "先手";
    SECOND_PLAYER: "second player (v)", "後手(v)";
    NOTHING_IN_HAND: "nothing in hand", "持ち駒なし";
    OF_SIDE: "{}: {}.", "{}: {}。";
    WITH_HAND: "{}; in hand {}", "{}、持ち駒 {}";
    BETWEEN: ", ", "、";

    // Pieces, where they have no character of their own in their variant.
    KING: "king", "玉";
    ROOK: "rook", "飛";
    BISHOP: "bishop", "角";
    GOLD: "gold", "金";
    SILVER: "silver", "銀";
    KNIGHT: "knight", "桂";
    LANCE: "lance", "香";
    PAWN: "pawn", "歩";
    LION: "lion", "ライオン";
    GIRAFFE: "giraffe", "きりん";
    ELEPHANT: "elephant", "ぞう";
    CHICK: "chick", "ひよこ";
    HEN: "hen", "にわとり";

    // Positions.
    EXPECTED_FOUND: "expected {}, found {}", "{}が必要ですが、{}でした";
    THE_END: "the end", "末尾";
    SPACE_AND_SIDE: "a space and the side to move", "空白と手番";
    SPACE_AND_HANDS: "a space and the pieces in hand, or `-`", "空白と持ち駒(なければ`-`)";
    ANOTHER_RANK: "`/` and another rank ({} of {} ranks read)", "`/`と次の段({}段目までで、全{}段)";
    SPACE_AFTER_RANKS: "a space after {} ranks", "{}段のあとの空白";
    END_OF_RANK: "the rank to end after {} squares", "{}マスでの段の終わり";
    EMPTY_SQUARES: "at most {} more empty squares and at least 1", "空きマスの数({}以下、1以上)";
    MORE_SQUARES: "{} more squares in rank {}", "あと{}マス({}段)";
    PIECE: "a piece ({})", "駒({})";
    PROMOTING_PIECE: "a piece that promotes ({})", "成れる駒({})";
    SIDE_TO_MOVE: "`b` or `w` for the side to move", "手番の`b`か`w`";
    HANDS: "the pieces in hand, or `-`", "持ち駒(なければ`-`)";
    PIECE_IN_HAND: "a piece that can be in hand ({})", "持ち駒になる駒({})";
    COUNT_IN_HAND: "a count from 1 to 255 without leading zeros", "1から255までの枚数(先頭に0を付けない)";
    MOVE_COUNT: "nothing but a move count after the hands", "持ち駒のあとは手数か末尾";
    MOST_IN_HAND: "expected at most {} of a piece in hand", "持ち駒は1種類{}枚までです";
    SQUARES: "{} squares where the board has {}", "マスが{}ありますが、盤は{}マスです";
    NO_KIND: "the variant has no piece of kind {}", "種類{}の駒はありません";
    NO_PROMOTED_KIND: "the variant has no promoted piece of kind {}", "種類{}の成駒はありません";
    NOT_IN_HAND: "a {} cannot be in hand", "{}は持ち駒になりません";
    ROYALS: "the {} player has {} {}s on the board, expected exactly one",
        "{}の盤上に{}枚の{}があります。ちょうど1枚必要です";
    NO_ROYAL: "there is no {} on the board", "盤上に{}がありません";
    ONE_FILE: "two {}s of the {} player in file {}", "二{}です({}、{}筋)";
    DEAD: "a {} on {} could never move", "{}は{}では動けません(行き所のない駒)";
    TOO_MANY: "{} {}s on the board and in hand, but the set holds {}",
        "盤上と持ち駒を合わせて{}枚の{}がありますが、{}枚までです";
    ROYAL_CAN_BE_TAKEN: "the side to move could take the {}; a game that ends with mate never comes here",
        "手番の側が{}を取れます。詰みで終わる対局では生じない局面です";
    PICTURE: "expected a hand, {} ranks and a hand, found {} lines", "持ち駒、{}段、持ち駒が必要ですが、{}行でした";
    CELLS: "expected {} cells in rank {}, found {}", "{}マスが必要ですが({}段目)、{}マスでした";
    CELL: "expected `.` or a piece ({}, `*` before the second player's)", "`.`か駒が必要です({}、後手の駒は前に`*`)";
    KIND_ONCE: "expected each kind once in a hand", "持ち駒の同じ種類は一度だけ書きます";
    LETTER_AND_COUNT: "expected a letter and a count in hand, such as `H:1`", "`H:1`のような文字と枚数が必要です";
    NO_PIECE_NAMED: "there is no piece {}", "{}という駒はありません";
    NO_SQUARE_NAMED: "there is no square {}", "{}というマスはありません";

    // Moves.
    SQUARE: "expected a square from {} to {}", "{}から{}までのマスが必要です";
    LETTER_IN_HAND: "expected the letter of a piece that can be in hand", "持ち駒になる駒の文字が必要です";
    NOTHING_AFTER: "expected nothing after the move", "指し手のあとに余分な文字があります";
    ILLEGAL: "`{}` is not legal: {}", "`{}`は指せません: {}";
    OVER_HERE: "the game is over here", "この局面で終局しています";
    LEAVES_ROYAL: "it leaves the royal piece to be taken", "玉を取られてしまいます";
    NONE_IN_HAND: "the side to move has none in hand", "持ち駒にありません";
    OCCUPIED: "there is a piece on {}", "{}には駒があります";
    NEVER_MOVES: "it could never move from {}", "{}では動けません(行き所のない駒)";
    DROP_MATES: "a dropped {} may not mate", "打ち{}詰めです";
    SAME_FILE: "the side to move has a {} in the file of {}", "二{}です({}の筋)";
    NO_OWN_PIECE: "the side to move has no piece on {}", "{}に手番の側の駒がありません";
    OWN_PIECE: "the side to move has a piece on {}", "{}には手番の側の駒があります";
    NO_PROMOTION: "the piece does not go there or does not promote there", "その駒はそこへ動けないか、そこでは成れません";
    NO_STEP: "the piece does not go to {}", "その駒は{}へ動けません";
    ILLEGAL_HERE: "`{}` is not legal here; expected a move such as {}", "`{}`はここでは指せません(例: {})";
    AMBIGUOUS: "`{}` may be one of {}", "`{}`は一つに決まりません: {}";

    // Records.
    NO_TEXT: "this is text neither in UTF-8 nor in Shift JIS", "UTF-8でもShift JISでもないテキストです";
    NO_RECORD: "expected a game: moves in USI, or a record in CSA or KIF",
        "対局の記録がありません。USIの指し手か、CSAまたはKIFの棋譜が必要です";
    NOT_LEGAL: "`{}` is not legal", "`{}`は指せません";
    CSA_PIECE: "expected a piece such as FU, found `{}`", "FUのような駒が必要ですが、`{}`でした";
    CSA_SQUARE: "expected a square from 11 to {}, found `{}`", "11から{}までのマスが必要ですが、`{}`でした";
    CSA_SIDE: "expected `+` or `-` on a line for the side to move first", "先に指す側を示す`+`か`-`の行が必要です";
    CSA_SIDE_AGAIN: "`+` or `-` on a line of its own may stand but once, before the moves",
        "`+`か`-`だけの行は、指し手の前に一度だけ書きます";
    CSA_PLACE: "expected the pieces of a rank or a hand, found `P{}`", "段の駒か持ち駒が必要ですが、`P{}`でした";
    CSA_MOVE: "expected a move such as +3544GI, found `{}`", "+3544GIのような指し手が必要ですが、`{}`でした";
    NO_PIECE_ON: "no piece on {}", "{}に駒がありません";
    KIF_HAND: "expected a piece in hand or なし, found `{}`", "持ち駒か「なし」が必要ですが、`{}`でした";
    KIF_RANK: "expected {} squares between two `|`, each of two characters",
        "2つの`|`の間に2文字ずつ{}マスが必要です";
    KIF_SQUARE: "expected a piece or ・ in file {}, found `{}`", "{}筋に駒か・が必要ですが、`{}`でした";
    KIF_RANKS: "expected {} ranks, found more", "{}段を超える段があります";
    KI2: "moves of a KI2 record, which leave out where a piece comes from, are not read; expected KIF",
        "KI2の指し手(移動元なし)は読めません。KIF形式が必要です";
    HANDICAP: "the handicap {} is not known here; expected a board that is drawn",
        "手合割「{}」の初期局面が不明です。盤面の図が必要です";
    KIF_NUMBER: "expected a number and a blank before a move, found `{}`",
        "指し手の前に手数と空白が必要ですが、`{}`でした";
    KIF_TARGET: "expected a square such as ５三, or 同 after another move, in the move `{}`",
        "指し手`{}`には５三のようなマスか、次の手以降なら「同」が必要です";
    KIF_PIECE: "expected a piece in the move `{}`", "指し手`{}`には駒が必要です";
    KIF_ORIGIN: "expected 打, or where the piece comes from, such as (53), in the move `{}`",
        "指し手`{}`には「打」か、(53)のような移動元が必要です";
    KIF_NO_PIECE: "`{}` comes from a square where no such piece stands", "`{}`の移動元にその駒がありません";
}

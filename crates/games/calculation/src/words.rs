//! What is said of a position, and what is wrong with a text, in each language.

yomikiri_core::phrases! { pub(crate) words;
    TABLE_OF_CARDS: "Table", "場札";
    BASE_CLOSED: "base {} is closed", "台札{}は完成";
    BASE_NEEDS: "base {} needs {}", "台札{}の次は{}";
    PILE_FROM_TOP: "pile {} from the top {}", "山{}は上から{}";
    NOTHING: "nothing", "なし";
    BETWEEN: "; ", "、";
    ALL_CARDS: "Turned up: {}; {}; {} cards hidden.", "めくった札: {}、{}、残り{}枚。";
    REVERSE: "What bases still need, the last card first", "台札ごとの残りの札(最後の札から)";
    BASE: "base {}  ", "台札 {}  ";
    CLOSED: " closed", " 完成";
    NEEDS: " needs ", " 次は ";
    WASTE_PILE: "pile {}  ", "山 {}    ";
    TURNED_UP: "turned up: ", "めくった札: ";
    NONE: "none", "なし";
    HIDDEN: "   hidden ({}): ", "   残り({}): ";
    PARTS: "expected bases, waste piles, stock and the card turned up, such as 1.1.1.1 4K/7/-/- 3332443434443 9",
        "台札、捨て札の山、山札、めくった札が必要です(例: 1.1.1.1 4K/7/-/- 3332443434443 9)";
    BASES: "expected {} counts of bases such as 1.1.1.1", "1.1.1.1のような{}つの台札の枚数が必要です";
    ON_BASE: "{}: expected 0 to {} cards on a base", "{}: 台札の枚数は0から{}までです";
    NO_CARD: "{} is no card: expected A to {}", "{}という札はありません。Aから{}までです";
    PILES: "expected {} waste piles with / between them, - for an empty one",
        "{}つの捨て札の山を/で区切ってください(空の山は-)";
    PILE: "expected the cards of a waste pile, or - for none", "捨て札の山の札が必要です(なければ-)";
    COPIES_OF_RANK: "{} cards of rank {}, expected {}", "{}枚の{}があります。{}枚のはずです";
    STOCK: "expected {} digits: the copies of each rank in the stock", "山札に残る各ランクの枚数{}桁が必要です";
    COPIES: "{}: expected 0 to {} copies", "{}: 枚数は0から{}までです";
    TURNED: "expected the card turned up, or - for none", "めくった札が必要です(なければ-)";
    NO_MOVE_HERE: "{} is no move here: {}", "{}はここでの手ではありません: {}";
    NO_MOVE: "there is no move", "手はありません";
    ONE_OF: "expected one of {}", "次のどれかです: {}";
    OTHER_STOCK: "the stock is not what this deal has left", "山札がこの配り方の残りと違います";
    NO_CARD_OF_DEAL: "{} is no card: expected one of A23456789TJQK up to {}",
        "{}という札はありません。A23456789TJQKのうち{}までです";
    TOO_MANY: "one {} too many: the stock holds {}", "{}が多すぎます。山札には{}枚です";
    TOO_FEW: "a deal of {} cards, expected {}: {} missing", "{}枚しかありません。{}枚必要です(足りない札: {})";
}

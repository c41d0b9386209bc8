//! What each game is, on one line, in each language.

use yomikiri_core::Phrase;

yomikiri_core::phrases! { pub words;
    DOBUTSU: "Dobutsu Shogi: 3x4 squares, lion, giraffe, elephant and chick",
        "どうぶつしょうぎ: 3×4マス、ライオン・きりん・ぞう・ひよこ";
    DOBUTSU_CHICKS: "Dobutsu Shogi with lions and chicks only",
        "どうぶつしょうぎ(ライオンとひよこのみ)";
    MINISHOGI: "Minishogi: 5x5 squares, no knights and lances",
        "５五将棋: 5×5マス、桂馬と香車なし";
    GORO_GORO: "Goro-goro shogi: 5x6 squares, golds, silvers and three pawns a side",
        "ごろごろどうぶつしょうぎ: 5×6マス、金将・銀将と歩兵3枚ずつ";
    GORO_GORO_PLUS: "Goro-goro shogi with a knight and a lance in each hand",
        "ごろごろどうぶつしょうぎ(桂馬と香車を持ち駒に加えたもの)";
    SHOGI: "Shogi: 9x9 squares",
        "将棋: 9×9マス";
    BLOKUS: "Blokus Duo: 14x14 squares, 21 pieces a side; squares placed are points",
        "ブロックスデュオ: 14×14マス、各21ピース、置いたマス数が得点";
    BLOKUS_OFFICIAL: "Blokus Duo with the bonuses of the official scoring",
        "ブロックスデュオ(公式のボーナス得点あり)";
    BLOKUS_FIVES: "Blokus Duo with pieces of five squares in each side's first four moves",
        "ブロックスデュオ(各自の最初の4手は5マスのピース)";
    CALCULATION: "Calculation, a solitaire: four waste piles, the first card of each base laid out",
        "カルキュレーション(一人遊び): 捨て札4列、台札の最初の1枚を並べて開始";
    CALCULATION_COMPUTER: "Calculation with nothing laid out",
        "カルキュレーション(台札を並べずに開始)";
    CALCULATION_SUPERHUMAN: "Calculation with three waste piles",
        "カルキュレーション(捨て札3列)";
}

/// The variants that come with the program without an entry of their own, in Japanese; in English they say it
/// themselves.
const VARIANTS: [(&str, &str); 12] = [
    ("judkins", "ジャドケンス将棋: 6×6マス、香車以外の駒が1枚ずつと歩兵"),
    ("kyoto", "京都将棋: 5×5マス、指すたびに駒が裏返る"),
    ("micro", "マイクロ将棋: 4×5マス、駒を取ると裏返る"),
    ("dobutsu-3x5", "3×5マスのどうぶつしょうぎ"),
    ("dobutsu-4x4", "4×4マスのどうぶつしょうぎ"),
    ("dobutsu-4x5", "4×5マスのどうぶつしょうぎ"),
    ("dobutsu-5x5", "5×5マスのどうぶつしょうぎ"),
    ("shogi-3x3", "3×3マスの将棋: 玉将・銀将、持ち駒に歩兵"),
    ("shogi-3x3-gold", "3×3マスの将棋: 玉将・金将、持ち駒に歩兵"),
    ("shogi-3x3-rook", "3×3マスの将棋: 玉将・飛車"),
    ("shogi-3x3-bishop", "3×3マスの将棋: 玉将、持ち駒に角行と歩兵"),
    ("shogi-3x4", "3×4マスの将棋: 玉将・銀将、持ち駒に歩兵"),
];

/// Those of the shogi family that have entries of their own.
const ENTRIES: [(&str, &Phrase); 6] = [
    ("dobutsu", DOBUTSU),
    ("dobutsu-chicks", DOBUTSU_CHICKS),
    ("minishogi", MINISHOGI),
    ("goro-goro", GORO_GORO),
    ("goro-goro-plus", GORO_GORO_PLUS),
    ("shogi", SHOGI),
];

/// What a variant of shogi that comes with the program is, in Japanese; none of others.
pub fn in_japanese(name: &str) -> Option<&'static str> {
    let entries = ENTRIES.iter().map(|(known, about)| (*known, about.japanese));
    entries.chain(VARIANTS).find(|(known, _)| *known == name).map(|(_, about)| about)
}

/// What a variant is; in its own words where nobody has put them into Japanese.
pub fn of_variant(name: &str, about: &'static str) -> &'static Phrase {
    Box::leak(Box::new(Phrase { english: about, japanese: in_japanese(name).unwrap_or(about) }))
}

#[cfg(test)]
mod tests {
    use crate::registry;
    use yomikiri_core::Language;

    #[test]
    fn each_game_is_told_in_each_language() {
        for entry in registry::entries() {
            let japanese = entry.about.in_language(Language::Japanese);
            assert!(japanese.chars().any(|letter| letter > '\u{3000}'), "{}: {japanese}", entry.name);
        }
    }
}

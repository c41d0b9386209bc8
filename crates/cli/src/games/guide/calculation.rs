//! Calculation.

use crate::game::Guide;
use yomikiri_calculation::Variant;
use yomikiri_core::Language;

/// The rules, and how cards and moves are written.
pub fn guide(variant: Variant, language: Language) -> Guide {
    let (bases, piles) = (variant.bases(), variant.piles());
    let (rules, pieces) = match language {
        Language::English => (
            format!(
                "Calculation, a solitaire: all cards go onto {bases} bases. Base 1 is built up by ones, base 2 by twos, and \
                so on, around the end of the ranks (after K comes A). Suits do not matter.\n\
                The card turned up goes on the base that needs it, or onto one of {piles} waste piles, whose top \
                cards may go on bases at any time. Nothing moves between piles. You win when all bases are complete.\n\
                Estimates are chances of winning in percent.\n"
            ),
            "Cards: A 2 3 4 5 6 7 8 9 T J Q K\n\
            b2    the card turned up goes on base 2\n\
            p3    the card turned up goes onto pile 3\n\
            p3b2  the top card of pile 3 goes on base 2\n"
                .to_owned(),
        ),
        Language::Japanese => (
            format!(
                "カルキュレーション(一人遊び): すべての札を{bases}つの台札に積みます。台札1は1ずつ、台札2は2ずつ、と続き、\
                Kの次はAに戻ります。マークは関係ありません。\n\
                めくった札は台札に置くか、{piles}つの捨て札の山のどれかに置きます。山の一番上の札はいつでも台札に移せます。\n\
                山どうしの移動はできません。台札がすべて完成すれば成功です。評価は成功率(%)です。\n"
            ),
            "札: A 2 3 4 5 6 7 8 9 T J Q K\n\
            b2    めくった札を台札2へ\n\
            p3    めくった札を捨て札の山3へ\n\
            p3b2  山3の一番上の札を台札2へ\n"
                .to_owned(),
        ),
    };
    Guide { rules, pieces }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_piles_are_those_of_the_variant() {
        let variant: Variant = "superhuman".parse().unwrap();
        assert!(guide(variant, Language::English).rules.contains("one of 3 waste piles"));
        assert!(guide(variant, Language::Japanese).rules.contains("3つの捨て札"));
    }
}

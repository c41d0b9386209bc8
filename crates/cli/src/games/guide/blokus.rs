//! Blokus Duo.

use crate::game::Guide;
use yomikiri_blokus::{Blokus, Openings, Scoring, draw::orientations};
use yomikiri_core::Language;

/// The rules, and the pieces in all their orientations.
pub fn guide(game: Blokus, language: Language) -> Guide {
    let mut lines: Vec<&str> = match language {
        Language::English => vec![
            "Blokus Duo: each side has 21 pieces of one to five squares.",
            "The first piece of a side covers its starting square (+ on the board).",
            "Every other piece touches one of its own side at a corner, and none at an edge; pieces of the other \
            side may be touched anyhow.",
            "Who cannot place a piece passes (----); the game ends when neither side can.",
            "A move is written as the squares that it covers, in any order: `e10 e9 f9 g9 f8`, letters from the \
            left and numbers from the bottom; or as a code such as 66t0: column and row from the top left (1 to E) \
            of the reference cell (@ in `help pieces`), the piece, the orientation.",
        ],
        Language::Japanese => vec![
            "ブロックスデュオ: 1～5マスのピースを21個ずつ持ちます。",
            "最初のピースは自分の開始マス(盤の+)を覆うように置きます。",
            "2個目からは自分のピースと角で接し、辺では接しないように置きます。相手のピースとは自由に接してかまいません。",
            "置けなければパス(----)。両者とも置けなくなれば終局です。",
            "指し手は覆うマスを順不同で並べます: `e10 e9 f9 g9 f8`(左から文字、下から数字)。",
            "または66t0のような符号: 基準マス(`help pieces`の@)の列と行(左上から1～E)、ピース、向き。",
        ],
    };
    lines.push(match (game.scoring, language) {
        (Scoring::Squares, Language::English) => "Squares placed are points.",
        (Scoring::Squares, Language::Japanese) => "置いたマスの数が得点です。",
        (Scoring::Official, Language::English) => {
            "Squares left are points lost; 15 are won by placing all pieces, 5 more with the smallest last."
        }
        (Scoring::Official, Language::Japanese) => {
            "残ったマスの数が減点です。全部置けば15点、最後が1マスのピースならさらに5点。"
        }
    });
    if game.openings == Openings::Fives {
        lines.push(match language {
            Language::English => "In each side's first four moves only pieces of five squares are placed.",
            Language::Japanese => "最初の4手は5マスのピースだけを置きます。",
        });
    }
    Guide { rules: lines.join("\n") + "\n", pieces: orientations().text(false) + "\n" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_are_those_of_the_scoring() {
        let official = Blokus { scoring: Scoring::Official, ..Blokus::default() };
        let rules = |game, language| guide(game, language).rules;
        assert!(rules(official, Language::English).contains("15 are won"));
        assert!(!rules(Blokus::default(), Language::English).contains("15 are won"));
        assert!(rules(official, Language::Japanese).contains("15点"));
    }
}

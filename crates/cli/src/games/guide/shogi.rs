//! The shogi family: told from the data of a variant, so that every variant has its rules.

use crate::{game::Guide, games::about::in_japanese};
use yomikiri_core::{Drawing, Language, Side, play::ordinal};
use yomikiri_shogi::{Bits, Ending, Face, Kind, Promotion, Shogi, Step, Variant};

/// The rules of a game, and its pieces with their steps.
pub fn guide<B: Bits>(game: &Shogi<B>, language: Language) -> Guide {
    let lines = match language {
        Language::English => english(game.variant(), game.ending()),
        Language::Japanese => japanese(game.variant(), game.ending()),
    };
    Guide { rules: lines.join("\n") + "\n", pieces: pieces(game.variant(), language) }
}

/// The first piece of the variant, which must not be lost.
fn royal(variant: &Variant) -> &'static str {
    variant.face(Kind::ROYAL).map_or("king", |face| face.name)
}

/// The names of pieces for which something holds.
fn names(variant: &Variant, holds: impl Fn(&yomikiri_shogi::PieceRule) -> bool) -> Vec<&'static str> {
    let rules = variant.pieces.iter().filter(|rule| rule.count > 0 && holds(rule));
    rules.map(|rule| rule.face.name).collect()
}

fn english(variant: &Variant, ending: Ending) -> Vec<String> {
    let royal = royal(variant);
    let mut lines = vec![format!("{}.", variant.about)];
    lines.push(match ending {
        Ending::Capture => format!("You win by taking the other side's {royal}."),
        Ending::Mate => format!("You win by mate: the other side's {royal} can be taken whatever it does."),
    });
    if variant.try_ranks > 0 {
        let end = match variant.try_ranks {
            1 => "the far end".to_owned(),
            ranks => format!("the last {ranks} ranks"),
        };
        lines.push(format!("A {royal} that reaches {end} and cannot be taken there has won too."));
    }
    if variant.drops {
        lines.push(
            "A piece that you take is in your hand: in place of a move you may drop it on an empty square, which \
            is written with a star: the letter, `*`, the square."
                .into(),
        );
    }
    for name in names(variant, |rule| rule.one_per_file) {
        lines.push(format!("A side may not have two unpromoted {name}s in one file."));
    }
    for name in names(variant, |rule| rule.no_drop_mate) {
        lines.push(format!("The drop of a {name} may not mate."));
    }
    if variant.pieces.iter().any(|rule| rule.promoted.is_some()) {
        let may = if variant.promotion == Promotion::Forced { "promotes" } else { "may promote" };
        let takes = if variant.promotes_by_capture { " and takes another" } else { "" };
        let place = match variant.promotion_ranks {
            ranks if ranks == variant.board.ranks => String::new(),
            1 => " into, out of or within the last rank".to_owned(),
            ranks => format!(" into, out of or within the last {ranks} ranks"),
        };
        if variant.promotion_ranks > 0 {
            lines.push(format!("A piece that moves{place}{takes} {may}: `+` behind the move."));
        }
        if variant.demotion {
            lines.push("A promoted piece turns back in the same way.".into());
        }
        if variant.drops_promoted {
            lines.push("A piece may be dropped with either side up: `+` before its letter.".into());
        }
    }
    lines.push(format!(
        "A position that occurs for the {} time ends the game{}.",
        ordinal(usize::from(variant.repetition.occurrences), Language::English),
        match variant.repetition.loser {
            None => ": a draw",
            Some(Side::First) => ": the first player loses",
            Some(Side::Second) => ": the second player loses",
        }
    ));
    if variant.repetition.checker_loses {
        lines.push("Who gave check with every move in between loses.".into());
    }
    lines.push(
        "A move is written as two squares, where from and where to: files from the right, ranks from the top. \
        What Japanese records write is read too."
            .into(),
    );
    lines
}

fn japanese(variant: &Variant, ending: Ending) -> Vec<String> {
    let royal = kanji(variant, Kind::ROYAL);
    let board = variant.board;
    // Of a variant of somebody's file there is only the name.
    let lead = in_japanese(variant.name).map_or_else(
        || format!("{}(筋{}、段{})。", variant.name, board.files, board.ranks),
        |about| format!("{about}。"),
    );
    let mut lines = vec![lead];
    lines.push(match ending {
        Ending::Capture => format!("相手の{royal}を取れば勝ちです。"),
        Ending::Mate => format!("相手の{royal}を詰ませれば勝ちです。"),
    });
    if variant.try_ranks > 0 {
        let end = match variant.try_ranks {
            1 => "敵陣の奥".to_owned(),
            ranks => format!("奥の{ranks}段"),
        };
        lines.push(format!("{royal}が{end}に入り、すぐに取られなければ勝ちです(トライ)。"));
    }
    if variant.drops {
        lines.push("取った駒は持ち駒になり、空いたマスに打てます(駒の文字、`*`、マス)。".into());
    }
    if variant.pieces.iter().any(|rule| rule.one_per_file) {
        lines.push("二歩は禁じ手です。".into());
    }
    if variant.pieces.iter().any(|rule| rule.no_drop_mate) {
        lines.push("打ち歩詰めは禁じ手です。".into());
    }
    if variant.pieces.iter().any(|rule| rule.promoted.is_some()) {
        let ends = if variant.promotion == Promotion::Forced { "成ります" } else { "成れます" };
        let moves = if variant.promotes_by_capture { "動いて駒を取った" } else { "動く" };
        let place = match variant.promotion_ranks {
            ranks if ranks == variant.board.ranks => String::new(),
            ranks => format!("奥の{ranks}段に入るか、出るか、その中で"),
        };
        if variant.promotion_ranks > 0 {
            lines.push(format!("{place}{moves}駒は{ends}(`+`を付ける)。"));
        }
        if variant.demotion {
            lines.push("成った駒は同じように元に戻ります。".into());
        }
        if variant.drops_promoted {
            lines.push("持ち駒はどちらの面でも打てます(文字の前に`+`)。".into());
        }
    }
    let outcome = match variant.repetition.loser {
        None => "引き分け",
        Some(Side::First) => "先手の負け",
        Some(Side::Second) => "後手の負け",
    };
    lines.push(format!("同一局面{}回で{outcome}です。", variant.repetition.occurrences));
    if variant.repetition.checker_loses {
        lines.push("連続王手の千日手は王手をかけた側の負けです。".into());
    }
    lines.push(
        "指し手は「元のマス 先のマス」の順に書きます(例 2c2b)。棋譜の書き方(５五金、同銀不成)も使えます。"
            .into(),
    );
    lines
}

/// The character of a piece, or its letter.
fn kanji(variant: &Variant, kind: Kind) -> String {
    let face = variant.face(kind).expect("a kind of the variant");
    face.kanji.map_or_else(|| face.letter.to_owned(), String::from)
}

/// The widest row of pictures, in columns.
const WIDTH: usize = 78;

/// A picture of each piece, the name and the letter below it.
fn pieces(variant: &Variant, language: Language) -> String {
    let legend = match language {
        Language::English => "o a step   * any number of such steps   @ the piece, seen by the side below\n",
        Language::Japanese => "o 一歩   * 何歩でも   @ 駒(手前側から見た動き)\n",
    };
    let (mut drawing, mut row, mut line) = (Drawing::default(), Drawing::default(), 0);
    for kind in variant.kinds() {
        let picture = picture(variant, kind, language);
        let column = if row.height() == 0 { 0 } else { row.width() + 3 };
        if column + picture.width() > WIDTH {
            line += row.height() + 1;
            drawing.beside(line - row.height() - 1, 0, std::mem::take(&mut row));
        }
        let column = if row.height() == 0 { 0 } else { row.width() + 3 };
        row.beside(0, column, picture);
    }
    drawing.beside(line, 0, row);
    format!("{legend}\n{}\n", drawing.text(false))
}

fn picture(variant: &Variant, kind: Kind, language: Language) -> Drawing {
    let face = variant.face(kind).expect("a kind of the variant");
    let reach = face.steps.iter().chain(face.slides).map(|(x, y)| x.abs().max(y.abs())).max().unwrap_or(1);
    let reach = reach.clamp(1, 2);
    let mut picture = Drawing::default();
    for ahead in (-reach..=reach).rev() {
        for right in -reach..=reach {
            picture.put(&format!(" {}", cell(face, (right, ahead))));
        }
        picture.end();
    }
    picture.put(&label(variant, kind, face, language));
    picture
}

fn cell(face: &Face, step: Step) -> char {
    match step {
        (0, 0) => '@',
        _ if face.slides.contains(&step) => '*',
        _ if face.steps.contains(&step) => 'o',
        _ => '.',
    }
}

/// What the piece is called and how it is written; a promoted one by what it was.
fn label(variant: &Variant, kind: Kind, face: &Face, language: Language) -> String {
    match (language, face.kanji) {
        (Language::Japanese, Some(kanji)) => format!(" {kanji} {}", face.letter),
        (Language::English, Some(kanji)) => format!(" {} {kanji} {}", face.letter, face.name),
        (_, None) if kind.is_promoted() => {
            let before = variant.face(kind.unpromoted()).map_or("", |face| face.letter);
            format!(" {} {} (+{before})", face.letter, face.name)
        }
        _ => format!(" {} {}", face.letter, face.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_shogi::SmallShogi;
    use yomikiri_shogi::variants;

    #[test]
    fn every_variant_has_rules_and_pictures_of_its_pieces() {
        for variant in variants::shipped() {
            for language in Language::ALL {
                let lines = match language {
                    Language::English => english(variant, Ending::Mate),
                    Language::Japanese => japanese(variant, Ending::Mate),
                };
                assert!(lines.len() >= 4, "{}", variant.name);
                // Names of the command line are none that people use.
                assert!(!lines[0].contains(variant.name), "{}", lines[0]);
                let pieces = pieces(variant, language);
                assert_eq!(pieces.matches('@').count(), 1 + variant.kinds().count(), "{pieces}");
                assert!(pieces.lines().all(|line| yomikiri_core::columns(line) <= 80), "{pieces}");
            }
        }
    }

    #[test]
    fn the_chick_of_dobutsu_goes_ahead() {
        let guide = guide(&SmallShogi::dobutsu(Ending::Capture), Language::English);
        assert!(
            guide.rules.contains("taking the other side's lion")
                && guide.rules.contains("reaches the far end")
        );
        assert!(guide.pieces.contains("C chick") && guide.pieces.contains(". o ."), "{}", guide.pieces);
    }
}

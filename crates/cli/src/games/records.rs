//! Games saved to files and taken up again: which forms each game has.
//!
//! `play` knows a game as its positions; a record tells its moves, which follow from two positions after each
//! other.

use crate::game::{Recorded, Records, moves};
use std::fmt::Write;
use yomikiri_blokus::{
    Blokus,
    sgf::{self, RecordedGame},
};
use yomikiri_calculation::Dealt;
use yomikiri_core::{Game, Notation, ParseError, Phrase, phrases};
use yomikiri_files::strip_bom;
use yomikiri_shogi::{
    Bits, Shogi,
    record::{Form, Transcript},
};

yomikiri_core::phrases! { words;
    OF_SHOGI: "CSA, KIF or KIFU if its name ends so, else USI", "名前の終わりによりCSA, KIF, KIFU、ほかはUSI";
    OF_BLOKUS: "Blokus SGF (.blksgf), as Pentobi writes it", "Pentobiと同じBlokus SGF(.blksgf)";
    OF_CALCULATION: "text: the deal and the moves", "テキスト(配り方と手順)";
    NO_NAMES: "KIF and CSA have no names for these pieces; a file that ends in .usi has",
        "KIFとCSAにはこの駒の名前がありません。.usiで終わるファイルなら保存できます";
    NO_LINE: "expected a line that begins with `{}`", "`{}`で始まる行が必要です";
    OTHER_VARIANT: "a game of another variant, expected {}", "別の種類の対局です。必要なのは{}です";
    OTHER_DEAL: "a game with another deal: play it with `--deal {}`",
        "別の配り方の対局です。`--deal {}`で始めてください";
}

/// The text of a file.
fn text(record: &[u8]) -> Result<&str, ParseError> {
    str::from_utf8(record).map(strip_bom).map_err(|_| ParseError::new(phrases::NO_UTF8))
}

impl<B: Bits> Records for Shogi<B> {
    fn forms(&self) -> &'static Phrase {
        OF_SHOGI
    }

    fn endings(&self) -> &'static [&'static str] {
        if Form::Kif.knows(self.variant()) { &["kif", "csa", "usi"] } else { &["usi"] }
    }

    fn write(&self, game: &Recorded, file: &str) -> Result<Vec<u8>, ParseError> {
        if !Form::of_name(file).knows(self.variant()) {
            return Err(ParseError::new(NO_NAMES));
        }
        let (start, moves) = moves(self, &game.path)?;
        let (names, forfeit) = (game.names.clone(), game.forfeit);
        let record = Transcript { start, moves, names, forfeit };
        Ok(record.to_bytes(self, Form::of_name(file)))
    }

    fn read(&self, record: &[u8]) -> Result<Recorded, ParseError> {
        let record = Transcript::from_bytes(self, record)?;
        let path = record.positions(self).iter().map(|pos| self.show_pos(pos)).collect();
        Ok(Recorded { path, forfeit: record.forfeit, names: record.names })
    }
}

impl Records for Blokus {
    fn forms(&self) -> &'static Phrase {
        OF_BLOKUS
    }

    fn endings(&self) -> &'static [&'static str] {
        &["blksgf"]
    }

    /// The last position holds all its moves.
    fn write(&self, game: &Recorded, _file: &str) -> Result<Vec<u8>, ParseError> {
        let node = self.parse_pos(game.path.last().map_or("", String::as_str))?;
        Ok(sgf::write(&node, game.forfeit).into_bytes())
    }

    fn read(&self, record: &[u8]) -> Result<Recorded, ParseError> {
        let RecordedGame { nodes, forfeit, .. } = sgf::read(*self, text(record)?)?;
        let path = nodes.iter().map(|node| self.show_pos(node)).collect();
        Ok(Recorded { path, forfeit, names: [None, None] })
    }
}

/// What a record of Calculation begins with.
const CALCULATION: &str = "Calculation";

/// Lines of a key and what it tells: the deal, the position it began with, the moves. The variant is that of
/// the game.
impl Records for Dealt {
    fn forms(&self) -> &'static Phrase {
        OF_CALCULATION
    }

    fn endings(&self) -> &'static [&'static str] {
        &["txt"]
    }

    fn write(&self, game: &Recorded, _file: &str) -> Result<Vec<u8>, ParseError> {
        let (start, moves) = moves(self, &game.path)?;
        let mut text = format!("{CALCULATION} {}\n", self.game().variant());
        writeln!(text, "deal {}\nfrom {}", self.deal(), self.show_pos(&start)).expect("a string takes all");
        let moves: Vec<_> = moves.iter().map(|&mv| self.show_move(&start, mv)).collect();
        writeln!(text, "moves {}", moves.join(" ")).expect("a string takes all");
        Ok(text.into_bytes())
    }

    fn read(&self, record: &[u8]) -> Result<Recorded, ParseError> {
        let text = text(record)?;
        let told = |key| told(text, key).ok_or_else(|| ParseError::new(NO_LINE.with(key)));
        let (variant, deal) = (self.game().variant().to_string(), self.deal().to_string());
        if told(CALCULATION)? != variant {
            return Err(ParseError::new(OTHER_VARIANT.with(variant)));
        }
        if told("deal")? != deal {
            return Err(ParseError::new(OTHER_DEAL.with(told("deal")?)));
        }
        let mut pos = self.parse_pos(told("from")?)?;
        let mut path = vec![self.show_pos(&pos)];
        for name in told("moves")?.split_whitespace() {
            pos = self.play(&pos, self.parse_move(&pos, name)?);
            path.push(self.show_pos(&pos));
        }
        Ok(Recorded { path, forfeit: None, names: [None, None] })
    }

    fn deal_of(&self, record: &[u8]) -> Option<String> {
        told(text(record).ok()?, "deal").map(String::from)
    }
}

/// What a line of a record of Calculation tells behind its key.
fn told<'a>(record: &'a str, key: &str) -> Option<&'a str> {
    record.lines().find_map(|line| {
        let (found, value) = line.split_once(' ').unwrap_or((line, ""));
        (found == key).then_some(value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_calculation::{Calculation, Deal, Variant};
    use yomikiri_core::{play::Forfeit, splitmix};
    use yomikiri_shogi::Ending;

    /// A game of random moves, at most so many.
    fn random_game<G: Notation>(game: &G, most: usize) -> Vec<String> {
        let (mut pos, mut state) = (game.start(), 7);
        let mut path = vec![game.show_pos(&pos)];
        while path.len() <= most {
            let mut moves = Vec::new();
            game.moves(&pos, &mut moves);
            let Some(&mv) = moves.get(splitmix::next(&mut state) as usize % moves.len().max(1)) else {
                break;
            };
            pos = game.play(&pos, mv);
            path.push(game.show_pos(&pos));
        }
        path
    }

    fn survives(game: &(impl Notation + Records), files: &[&str]) {
        let (path, names) = (random_game(game, 150), ["Alice", "先崎"]);
        let ending = |file: &&str| game.endings().iter().any(|ending| file.ends_with(ending));
        assert!(files.iter().filter(|file| ending(file)).count() >= game.endings().len());
        for file in files {
            for forfeit in [None, Some(Forfeit::Resigned), Some(Forfeit::TimeUp)] {
                let told =
                    Recorded { path: path.clone(), forfeit, names: names.map(|name| Some(name.into())) };
                let record = game.write(&told, file).unwrap();
                let read = game.read(&record).unwrap();
                assert_eq!(read.path, path, "{file}");
                // Editors put a byte order mark before text in UTF-8.
                if str::from_utf8(&record).is_ok() {
                    let marked = ["\u{feff}".as_bytes(), &record].concat();
                    assert_eq!(game.read(&marked).unwrap(), read, "{file}");
                }
                // Lines of USI and of Calculation tell no end, and only records of shogi the names.
                let is_told = |ends: &[&str]| ends.iter().any(|end| file.ends_with(end));
                let has_end = is_told(&["csa", "kif", "kifu", "sgf"]);
                assert_eq!(read.forfeit, forfeit.filter(|_| has_end), "{file}");
                let has_names = is_told(&["csa", "kif", "kifu"]);
                assert_eq!(read.names, told.names.map(|name| name.filter(|_| has_names)), "{file}");
            }
        }
        assert!(game.read(b"\xff\xfe not a record").is_err() && game.read(b"").is_err());
    }

    #[test]
    fn every_game_is_saved_and_taken_up_again() {
        let shogi = ["a.csa", "a.kif", "a.kifu", "a.usi", "a"];
        survives(&Shogi::minishogi(), &shogi);
        survives(&Shogi::goro_goro_plus(), &shogi);
        survives(&Shogi::standard(), &shogi);
        survives(&Shogi::dobutsu(Ending::Capture), &shogi);
        survives(&Blokus::default(), &["a.blksgf"]);
        for variant in ["calculation", "computer", "superhuman"] {
            let variant: Variant = variant.parse().unwrap();
            let game = Dealt::new(Calculation::new(variant), Deal::of_game(variant, 3, 0));
            survives(&game, &["a.txt"]);
            let other = Dealt::new(Calculation::new(variant), Deal::of_game(variant, 4, 0));
            let begun = Recorded { path: random_game(&game, 9), forfeit: None, names: [None, None] };
            let record = game.write(&begun, "a.txt").unwrap();
            assert!(other.read(&record).unwrap_err().to_string().contains("--deal"));
            assert_eq!(other.deal_of(&record), Some(game.deal().to_string()));
        }
    }
}

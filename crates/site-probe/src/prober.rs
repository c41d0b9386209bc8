//! Answers about positions, as a page asks for them.

use crate::{
    json::Json,
    packing::{Packing, Place},
    wire, words,
};
use yomikiri_core::{Game, Language, Notation, ParseError, Side, TwoPlayer, Value, moves_of};
use yomikiri_shogi::{DenseNumbering, Move, Piece, Position, SmallBoard, SmallShogi, sfen};

/// A game with the numbers of its positions, and the packing of its values.
///
/// Positions are named by paths: a line with a position in SFEN, empty for the start of the game, and a line
/// for each move from there.
#[derive(Debug)]
pub struct Prober {
    game: SmallShogi,
    numbering: DenseNumbering,
    packing: Packing,
    language: Language,
    /// The path whose places were asked for last, and what was found there: its values are what is asked for
    /// next.
    last: Option<(String, Vec<Looked>)>,
}

/// What the rules know of a position's value.
#[derive(Clone, Copy, Debug)]
enum Known {
    /// The game is over.
    Over(Value),
    /// The table has it for this node.
    Node(u32),
    /// The table has no room for the position: pieces of the game are missing.
    Nothing,
}

/// A position, and the move that led to it.
#[derive(Debug)]
struct Looked {
    mv: Option<Move>,
    pos: Position<SmallBoard>,
    known: Known,
}

impl Prober {
    /// A prober of a game with a table; errors are told in a language.
    pub fn new(game: SmallShogi, packing: Packing, language: Language) -> Self {
        let numbering = DenseNumbering::of(&game);
        Self { game, numbering, packing, language, last: None }
    }

    /// A prober for what [`write`](crate::write) wrote of a game.
    ///
    /// # Errors
    /// There is no such game, or it has other positions than its table: in words.
    pub fn open(bytes: &[u8], language: Language) -> Result<Self, String> {
        let read = wire::read(bytes).filter(|(variant, ..)| DenseNumbering::has_room_for(variant));
        let prober = read.map(|(variant, ending, packing, nodes)| {
            (Self::new(SmallShogi::new(variant, ending), packing, language), nodes)
        });
        let same = prober.filter(|(prober, nodes)| prober.numbering.interior() == u64::from(*nodes));
        same.map(|(prober, _)| prober).ok_or_else(|| words::OTHER_TABLE.in_language(language).to_owned())
    }

    /// Where the values of a position and then of its moves stand, as JSON: of each the numbers of page and
    /// byte, or null where none is needed.
    ///
    /// # Errors
    /// The path leads to no position: what is wrong with it, in words.
    pub fn places(&mut self, path: &str) -> Result<String, String> {
        let mut out = Json::default();
        let (_, looked) = self.last.insert((path.to_owned(), self.looked(path)?));
        out.list(looked, |out, looked| match looked.known {
            Known::Node(node) => {
                let Place { page, byte } = self.packing.place(node);
                out.list([page, byte], Json::number);
            }
            Known::Over(_) | Known::Nothing => out.raw("null"),
        });
        Ok(out.text())
    }

    /// The position with its board and hands in letters of SFEN, its value, and its moves, best first, each
    /// with its worth to the mover; as JSON. `bytes` are those at [the places](Self::places), in their order.
    ///
    /// # Errors
    /// As of [`places`](Self::places).
    pub fn look(&mut self, path: &str, bytes: &[u8]) -> Result<String, String> {
        let mut looked = match self.last.take() {
            Some((last, looked)) if last == path => looked,
            _ => self.looked(path)?,
        };
        let here = looked.remove(0);
        let value = self.value(here.known, bytes.first());
        let mut moves = Vec::with_capacity(looked.len());
        for (at, next) in looked.into_iter().enumerate() {
            let worth = self.value(next.known, bytes.get(at + 1)).map(Value::before);
            // Those that are worth as much stay in the order of the rules. A sort of the standard library
            // would be a thirtieth of the module.
            let place = moves.iter().position(|&(other, _)| other < worth).unwrap_or(moves.len());
            moves.insert(place, (worth, next));
        }
        let mut out = Json::default();
        out.raw("{\"position\":");
        out.word(&self.game.show_pos(&here.pos));
        out.raw(",\"side\":");
        out.number(self.game.side(&here.pos).index() as u32);
        out.raw(if matches!(here.known, Known::Over(_)) { ",\"over\":true" } else { ",\"over\":false" });
        out.raw(",\"board\":");
        out.list(here.pos.board().squares(), |out, square| {
            out.word(
                &here
                    .pos
                    .piece(square)
                    .map_or_else(String::new, |piece| sfen::letter(piece, self.game.variant())),
            );
        });
        out.raw(",\"hands\":");
        out.list([Side::First, Side::Second], |out, side| self.hand(out, &here.pos, side));
        out.raw(",\"value\":");
        out.value(value);
        out.raw(",\"moves\":");
        out.list(moves, |out, (worth, next)| {
            out.raw("{\"name\":");
            out.word(&next.mv.map_or_else(String::new, |mv| self.game.show_move(&here.pos, mv)));
            out.raw(",\"position\":");
            out.word(&self.game.show_pos(&next.pos));
            out.raw(",\"value\":");
            out.value(worth);
            out.raw("}");
        });
        out.raw("}");
        Ok(out.text())
    }

    /// The position at a path, and those that its moves lead to.
    fn looked(&self, path: &str) -> Result<Vec<Looked>, String> {
        let pos = self.reached(path).map_err(|error| error.in_language(self.language))?;
        let mut looked = Vec::new();
        for mv in [None].into_iter().chain(moves_of(&self.game, &pos).into_iter().map(Some)) {
            let pos = mv.map_or_else(|| pos.clone(), |mv| self.game.play(&pos, mv));
            let known = match self.game.result(&pos) {
                Some(value) => Known::Over(value),
                None => self.numbering.node(&self.game, &pos).map_or(Known::Nothing, Known::Node),
            };
            looked.push(Looked { mv, pos, known });
        }
        Ok(looked)
    }

    fn reached(&self, path: &str) -> Result<Position<SmallBoard>, ParseError> {
        let mut lines = path.split('\n');
        let mut pos = match lines.next() {
            None | Some("") => self.game.start(),
            Some(text) => sfen::read(text, self.game.variant())?,
        };
        for name in lines {
            pos = self.game.play(&pos, self.game.parse_move(&pos, name)?);
        }
        Ok(pos)
    }

    fn value(&self, known: Known, byte: Option<&u8>) -> Option<Value> {
        match known {
            Known::Over(value) => Some(value),
            Known::Node(node) => self.packing.value(node, *byte?),
            Known::Nothing => None,
        }
    }

    /// The letters of the kinds that a side holds, with how many.
    fn hand(&self, out: &mut Json, pos: &Position<SmallBoard>, side: Side) {
        let kinds = self.game.variant().hand_kinds().filter(|&kind| pos.hand(side, kind) > 0);
        out.list(kinds, |out, kind| {
            out.raw("[");
            out.word(&sfen::letter(Piece { kind, side: Side::First }, self.game.variant()));
            out.raw(",");
            out.number(pos.hand(side, kind).into());
            out.raw("]");
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_shogi::Ending;

    fn chicks(packing: Packing) -> Prober {
        Prober::new(SmallShogi::dobutsu_chicks(Ending::Capture), packing, Language::English)
    }

    /// The names of the moves in an answer, with what follows their positions.
    fn moves(told: &str) -> Vec<String> {
        let (_, moves) = told.split_once("\"moves\":[").unwrap();
        let moves = moves.split("{\"name\":\"").skip(1).map(|mv| {
            let (name, rest) = mv.split_once('"').unwrap();
            let (_, value) = rest.split_once("\"value\":").unwrap();
            format!("{name} {}", value.trim_end_matches([',', ']', '}']).replace('"', ""))
        });
        moves.collect()
    }

    #[test]
    fn a_position_is_told_with_its_moves_best_first() {
        let mut prober = chicks(Packing::Distances);
        // Moves by the order of the rules: 2c2b, and 2d to 3c, 1c, 3d, 1d. Bytes: won in 7 plies; for the
        // opponent not reached, drawn, won in 7, lost in 8 and in 2.
        let told = prober.look("", &[9, 0, 1, 9, 10, 4]).unwrap();
        let here = "{\"position\":\"1l1/1c1/1C1/1L1 b -\",\"side\":0,\"over\":false,\
            \"board\":[\"\",\"l\",\"\",\"\",\"c\",\"\",\"\",\"C\",\"\",\"\",\"L\",\"\"],\"hands\":[[],[]],\
            \"value\":{\"wdl\":\"win\",\"plies\":7},\"moves\":[{\"name\":\"1d\"";
        assert_eq!(told[..here.len() - 4], here[..here.len() - 4]);
        let expected =
            ["2d1d {wdl:win,plies:3", "2d3d {wdl:win,plies:9", "2d3c {wdl:draw", "2d1c {wdl:loss,plies:8"];
        assert_eq!(moves(&told)[..4], expected);
        assert_eq!(moves(&told)[4], "2c2b null");
        assert_eq!(prober.places("").unwrap().matches(',').count(), 11);
        let held = prober.look("1l1/3/3/1L1 w C2c", &[]).unwrap_err();
        assert_eq!(held, "3 chicks on the board and in hand, but the set holds 2 (at character 16)");
        let held = prober.look("1l1/3/3/1L1 w 2c", &[]).unwrap();
        assert!(held.contains("\"hands\":[[],[[\"C\",2]]],\"value\":null"), "{held}");
    }

    #[test]
    fn the_end_is_known_by_the_rules() {
        let mut prober = chicks(Packing::Results);
        for (path, value) in [
            ("3/1l1/1L1/3 b Cc", "{\"wdl\":\"win\",\"plies\":1}"),
            ("1L1/3/3/1l1 w Cc", "{\"wdl\":\"loss\",\"plies\":0}"),
        ] {
            let over = prober.look(path, &[]).unwrap();
            assert!(
                over.contains("\"over\":true")
                    && over.ends_with(&format!("\"value\":{value},\"moves\":[]}}")),
                "{over}"
            );
            assert_eq!(prober.places(path).unwrap(), "[null]");
        }
    }

    #[test]
    fn another_table_is_refused() {
        let game = SmallShogi::dobutsu_chicks(Ending::Capture);
        let nodes = DenseNumbering::of(&game).interior() as u32;
        let opened = |nodes| Prober::open(&wire::write(&game, Packing::Results, nodes), Language::English);
        assert_eq!(opened(nodes).unwrap().packing, Packing::Results);
        assert_eq!(opened(nodes + 1).unwrap_err(), "the table of this site is of another game");
        let wide = "[wide:dobutsu]\nmaxFile = 4\nstartFen = 1gle/2c1/1C2/ELG1[] w 0 1\n";
        let wide = SmallShogi::new(yomikiri_shogi::variants::read(wide).unwrap().remove(0), Ending::Capture);
        assert!(Prober::open(&wire::write(&wide, Packing::Results, 1), Language::English).is_err());
    }
}

//! Game records of the shogi family: USI, CSA and KIF, read and written.
//!
//! The three tell a game in their own ways; what they have in common is a [`Transcript`]: where the game
//! began, its moves, and how it ended where that was said. They are the forms of shogi, on as many files and
//! ranks as the board has; for the animals of Dobutsu Shogi CSA has the initials of their Japanese names, and
//! KIF the first kana.
//!
//! Of the ends that the rules do not make, resigning and time are kept. Others (反則負け, 入玉勝ち, 不戦敗) end a
//! record that is read, and are not told where it is written again.

mod csa;
// What runs in a browser has no files.
#[cfg(not(target_family = "wasm"))]
mod file;
mod kif;
pub mod kif_lines;
pub(crate) mod names;

use crate::{Bits, Move, Position, Shogi, Variant, words};
use std::borrow::Cow;
use yomikiri_core::{Game, Notation, ParseError, Side, TwoPlayer, Value, play::Forfeit};

/// A game as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript<B: Bits> {
    /// The position it began with.
    pub start: Position<B>,
    /// The moves.
    pub moves: Vec<Move>,
    /// The names of the players, where they are told.
    pub names: [Option<String>; 2],
    /// Why whoever is to move has lost, where the rules would let the game go on.
    pub forfeit: Option<Forfeit>,
}

/// How a game ended, as a record tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RecordEnd {
    /// Whoever is to move has lost otherwise than by the rules.
    Forfeit(Forfeit),
    /// Whoever is to move has lost, since the rules leave no move. Besides a mate that is a stalemate, and a
    /// try of the other side: words for a king that has entered (入玉勝ち, `%KACHI`) mean in both forms that
    /// the side to move has won.
    Mate,
    /// A side has lost by what shogi calls a foul: perpetual check, or a royal piece left to be taken, which
    /// ends a game that is played to the capture.
    Foul {
        /// The side.
        loser: Side,
    },
    /// By the last position, which had been there before.
    Repetition,
}

/// A form of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `position startpos moves ...`
    Usi,
    /// The form of the Computer Shogi Association.
    Csa,
    /// The form of Japanese programs, in Shift JIS as they specify it.
    Kif,
    /// The same in UTF-8.
    Kifu,
}

impl Form {
    /// The form that a file's name tells: `.csa`, `.kif`, `.kifu`, and USI for all others.
    pub fn of_name(name: &str) -> Self {
        match name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).as_deref() {
            Some("csa") => Self::Csa,
            Some("kif") => Self::Kif,
            Some("kifu") => Self::Kifu,
            _ => Self::Usi,
        }
    }

    /// Whether it has names for all pieces of a variant.
    pub fn knows(self, variant: &Variant) -> bool {
        self == Self::Usi || names::are_known(variant) && !variant.drops_promoted && !variant.demotion
    }

    /// The form of a text: that of the first line that can be of one form only. Remarks may hold anything.
    fn of_text(text: &str) -> Self {
        let is_remark = |line: &&str| line.starts_with(['\'', '#', '*', '&']);
        let known = text.lines().map(str::trim_end).filter(|line| !is_remark(line)).find_map(|line| {
            let forms = [
                (Self::Usi, is_usi(line)),
                (Self::Csa, csa::is_known_by(line)),
                (Self::Kif, kif::is_known_by(line)),
            ];
            forms.into_iter().find_map(|(form, is_known)| is_known.then_some(form))
        });
        known.unwrap_or(Self::Usi)
    }
}

impl<B: Bits> Transcript<B> {
    /// A game that has not begun.
    pub fn new(start: Position<B>) -> Self {
        Self { start, moves: Vec::new(), names: [None, None], forfeit: None }
    }

    /// The positions of the game, the start first.
    pub fn positions(&self, game: &Shogi<B>) -> Vec<Position<B>> {
        let mut positions = vec![self.start.clone()];
        for &mv in &self.moves {
            positions.push(game.play(&positions[positions.len() - 1], mv));
        }
        positions
    }

    /// Reads a record in whichever form it is.
    ///
    /// # Errors
    /// The text is none, or has a move that is not legal; the message names the line.
    pub fn read(game: &Shogi<B>, text: &str) -> Result<Self, ParseError> {
        // The end of a line on old machines.
        let text = if text.contains('\n') { Cow::Borrowed(text) } else { text.replace('\r', "\n").into() };
        match Form::of_text(&text) {
            Form::Usi => read_usi(game, &text),
            Form::Csa => csa::read(game, &text),
            Form::Kif | Form::Kifu => kif::read(game, &text),
        }
    }

    /// The record in a form, as text.
    pub fn write(&self, game: &Shogi<B>, form: Form) -> String {
        match form {
            Form::Usi => self.write_usi(game),
            Form::Csa => csa::write(self, game),
            Form::Kif | Form::Kifu => kif::write(self, game),
        }
    }

    /// How it ended, as far as the forms have words for it.
    fn ending(&self, game: &Shogi<B>) -> Option<RecordEnd> {
        if let Some(forfeit) = self.forfeit {
            return Some(RecordEnd::Forfeit(forfeit));
        }
        let positions = self.positions(game);
        let (last, before) = positions.split_last()?;
        match game.result(last) {
            Some(Value::Win(_)) => return Some(RecordEnd::Foul { loser: last.side().other() }),
            Some(_) => return Some(RecordEnd::Mate),
            None => {}
        }
        let repetition = &game.variant().repetition;
        let first = before.iter().position(|pos| pos == last)?;
        let cycle = &before[first..];
        if 1 + cycle.iter().filter(|pos| *pos == last).count() < usize::from(repetition.occurrences) {
            return None;
        }
        let in_check = cycle.iter().map(|pos| game.in_check(pos, pos.side()));
        let checker = repetition.perpetual_checker(last.side(), in_check);
        Some(checker.map_or(RecordEnd::Repetition, |loser| RecordEnd::Foul { loser }))
    }

    fn write_usi(&self, game: &Shogi<B>) -> String {
        let start = if self.start == game.start() {
            "startpos".to_owned()
        } else {
            format!("sfen {} 1", game.show_pos(&self.start))
        };
        let moves: Vec<String> = self.moves.iter().map(|&mv| game.show_move(&self.start, mv)).collect();
        format!("position {start} moves {}\n", moves.join(" ")).replace(" moves \n", "\n")
    }

    /// Adds a move if it is legal.
    fn push(&mut self, game: &Shogi<B>, now: &mut Position<B>, mv: Move) -> Result<(), ParseError> {
        let mut moves = Vec::new();
        game.moves(now, &mut moves);
        if !moves.contains(&mv) {
            return Err(ParseError::new(words::NOT_LEGAL.with(game.show_move(now, mv))));
        }
        *now = game.play(now, mv);
        self.moves.push(mv);
        Ok(())
    }
}

/// Whether a line begins as programs tell a game.
fn is_usi(line: &str) -> bool {
    let word = line.split_whitespace().next();
    word.is_some_and(|word| ["position", "startpos", "sfen"].contains(&word))
}

/// `position ...` as programs say it, or only the moves.
fn read_usi<B: Bits>(game: &Shogi<B>, text: &str) -> Result<Transcript<B>, ParseError> {
    let mut words = text.split_whitespace().filter(|&word| word != "position").peekable();
    let begun = words.next_if(|&word| word == "startpos" || word == "sfen");
    let start = match begun {
        Some("sfen") => {
            let mut parts = Vec::new();
            while let Some(part) = words.next_if(|&word| word != "moves") {
                parts.push(part);
            }
            game.parse_pos(&parts.join(" "))?
        }
        _ => game.start(),
    };
    let mut record = Transcript::new(start.clone());
    let mut now = start;
    for (at, word) in words.filter(|&word| word != "moves").enumerate() {
        let wrong = |error: ParseError| error.in_move(at + 1);
        let mv = game.parse_move(&now, word).map_err(wrong)?;
        record.push(game, &mut now, mv).map_err(wrong)?;
    }
    if begun.is_none() && record.moves.is_empty() {
        return Err(ParseError::new(words::NO_RECORD));
    }
    Ok(record)
}

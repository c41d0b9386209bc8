//! What was looked at last: positions, as pages and programs are told of them.

use crate::{
    kept::{Kept, Measured},
    source::{Refusal, Seen, Source},
};
use std::{mem::size_of, sync::Arc, time::SystemTime};
use yomikiri_core::{Choice, Panel, ParseError};

/// The bytes that answers of a form may take, counted roughly.
const BYTES: usize = 8 << 20;

/// What tells questions apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Question {
    game: String,
    position: String,
    line: bool,
    patient: bool,
    /// Values are those of a table, which may be made anew.
    edition: Option<SystemTime>,
}

/// The answers that are kept: for pages as they were seen, for programs as they were written.
pub struct Answers {
    seen: Kept<Question, Seen>,
    written: Kept<Question, str>,
}

impl Answers {
    pub fn new() -> Self {
        Self { seen: Kept::new(BYTES), written: Kept::new(BYTES) }
    }

    /// [`Source::see`], asked only where the answer is not kept.
    pub fn see(
        &self,
        game: &dyn Source,
        position: &str,
        line: bool,
        patient: bool,
    ) -> Result<Arc<Seen>, Refusal> {
        let question = Question::of(game, (position, line, patient), game.edition());
        self.seen.get_or(question, || Ok(game.see(position, line, patient)?.into()))
    }

    /// [`Source::json`], asked only where the answer is not kept.
    pub fn json(
        &self,
        game: &dyn Source,
        position: &str,
        line: bool,
        patient: bool,
    ) -> Result<Arc<str>, Refusal> {
        let question = Question::of(game, (position, line, patient), game.edition());
        self.written.get_or(question, || Ok(game.json(position, line, patient)?.into()))
    }

    /// [`Source::json_all`], asked only for positions whose answers are not kept.
    pub fn json_all(
        &self,
        game: &dyn Source,
        positions: &[&str],
    ) -> Result<Vec<Result<Arc<str>, ParseError>>, Refusal> {
        let edition = game.edition();
        let question = |position: &str| Question::of(game, (position, false, false), edition);
        let mut kept: Vec<_> = {
            let mut own = self.written.lock();
            positions.iter().map(|position| own.get(&question(position))).collect()
        };
        let unknown = positions.iter().zip(&kept).filter(|(_, kept)| kept.is_none());
        let unknown: Vec<&str> = unknown.map(|(position, _)| *position).collect();
        let mut found = game.json_all(&unknown)?.into_iter();
        let mut own = self.written.lock();
        let told = |(position, kept): (&&str, &mut Option<Arc<str>>)| match kept.take() {
            Some(answer) => Ok(answer),
            None => found.next().expect("one for each that is unknown").map(|written| {
                let answer: Arc<str> = written.into();
                own.put(question(position), answer.clone());
                answer
            }),
        };
        Ok(positions.iter().zip(&mut kept).map(told).collect())
    }
}

impl Question {
    fn of(
        game: &dyn Source,
        (position, line, patient): (&str, bool, bool),
        edition: Option<SystemTime>,
    ) -> Self {
        Self { game: game.name().to_owned(), position: position.to_owned(), line, patient, edition }
    }
}

impl Measured for Question {
    fn bytes(&self) -> usize {
        self.game.len() + self.position.len()
    }
}

impl Measured for Seen {
    fn bytes(&self) -> usize {
        let moves = self.view.moves.iter();
        let moves: usize =
            moves.map(|choice| size_of::<Choice>() + choice.name.len() + choice.position.len()).sum();
        let words = |panel: &Panel| panel.japanese.as_ref().map_or(0, String::len);
        let panels = self.view.panels.iter();
        let panels: usize = panels.map(|panel| size_of::<Panel>() + panel.text.len() + words(panel)).sum();
        let line: usize = self.line.iter().map(|mv| size_of::<String>() + mv.len()).sum();
        moves + panels + line + self.view.position.len() + self.board.len()
    }
}

//! What was looked at last, in bounded memory: readers go back and forth, and many ask the same.

use crate::source::{Refusal, Seen, Source};
use lru::LruCache;
use std::{
    mem::size_of,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::SystemTime,
};
use yomikiri_core::{Choice, ParseError};

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
    seen: Mutex<Kept<Seen>>,
    written: Mutex<Kept<str>>,
}

/// Answers of one form.
struct Kept<T: ?Sized> {
    answers: LruCache<Question, Arc<T>>,
    bytes: usize,
}

/// An answer.
trait Answer {
    /// About how much memory it takes.
    fn bytes(&self) -> usize;
}

impl Answers {
    pub fn new() -> Self {
        Self { seen: Mutex::new(Kept::new()), written: Mutex::new(Kept::new()) }
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
        let find = || Ok(game.see(position, line, patient)?.into());
        kept_or(&self.seen, question, find)
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
        let find = || Ok(game.json(position, line, patient)?.into());
        kept_or(&self.written, question, find)
    }

    /// [`Source::json`], if the answer is kept.
    pub fn kept_json(
        &self,
        game: &dyn Source,
        position: &str,
        line: bool,
        patient: bool,
    ) -> Option<Arc<str>> {
        kept(&self.written, &Question::of(game, (position, line, patient), game.edition()))
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
            let mut own = locked(&self.written);
            positions.iter().map(|position| own.answers.get(&question(position)).cloned()).collect()
        };
        let unknown = positions.iter().zip(&kept).filter(|(_, kept)| kept.is_none());
        let unknown: Vec<&str> = unknown.map(|(position, _)| *position).collect();
        let mut found = game.json_all(&unknown)?.into_iter();
        let mut own = locked(&self.written);
        let told = |(position, kept): (&&str, &mut Option<Arc<str>>)| match kept.take() {
            Some(answer) => Ok(answer),
            None => found.next().expect("one for each that is unknown").map(|written| {
                let answer: Arc<str> = written.into();
                own.put(question(position), answer.clone(), BYTES);
                answer
            }),
        };
        Ok(positions.iter().zip(&mut kept).map(told).collect())
    }
}

fn locked<T: ?Sized>(kept: &Mutex<Kept<T>>) -> MutexGuard<'_, Kept<T>> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The answer that is kept, if it is.
fn kept<T: ?Sized>(own: &Mutex<Kept<T>>, question: &Question) -> Option<Arc<T>> {
    locked(own).answers.get(question).cloned()
}

/// The answer that is kept, or else that which is found, which is kept then.
fn kept_or<T: ?Sized + Answer>(
    own: &Mutex<Kept<T>>,
    question: Question,
    find: impl FnOnce() -> Result<Arc<T>, Refusal>,
) -> Result<Arc<T>, Refusal> {
    if let Some(answer) = kept(own, &question) {
        return Ok(answer);
    }
    let answer = find()?;
    locked(own).put(question, answer.clone(), BYTES);
    Ok(answer)
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

impl<T: ?Sized + Answer> Kept<T> {
    fn new() -> Self {
        Self { answers: LruCache::unbounded(), bytes: 0 }
    }

    /// Keeps an answer, and lets those go that were not asked for longest until no more than `most` bytes are
    /// kept.
    fn put(&mut self, question: Question, answer: Arc<T>, most: usize) {
        self.bytes += bytes(&question, &*answer);
        if let Some((question, gone)) = self.answers.push(question, answer) {
            self.bytes -= bytes(&question, &*gone);
        }
        while self.bytes > most {
            let Some((question, gone)) = self.answers.pop_lru() else { break };
            self.bytes -= bytes(&question, &*gone);
        }
    }
}

/// About how much memory an answer takes with its question: the texts, entries of the map and what an
/// allocation costs.
fn bytes(question: &Question, answer: &(impl Answer + ?Sized)) -> usize {
    512 + question.game.len() + question.position.len() + answer.bytes()
}

impl Answer for str {
    fn bytes(&self) -> usize {
        self.len()
    }
}

impl Answer for Seen {
    fn bytes(&self) -> usize {
        let moves = self.view.moves.iter();
        let moves: usize =
            moves.map(|choice| size_of::<Choice>() + choice.name.len() + choice.position.len()).sum();
        let panels: usize = self.view.panels.iter().map(|panel| 64 + panel.text.len()).sum();
        let line: usize = self.line.iter().map(|mv| size_of::<String>() + mv.len()).sum();
        moves + panels + line + self.view.position.len() + self.board.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(at: u32) -> Question {
        let (game, position) = ("game".into(), at.to_string());
        Question { game, position, line: true, patient: true, edition: None }
    }

    fn answer(length: usize) -> Arc<str> {
        "x".repeat(length).into()
    }

    fn counted(kept: &Kept<str>) -> usize {
        kept.answers.iter().map(|(question, answer)| bytes(question, &**answer)).sum()
    }

    #[test]
    fn memory_is_bounded_and_the_oldest_goes_first() {
        let mut kept = Kept::<str>::new();
        for at in 0..100 {
            kept.put(question(at), answer(1000), 20_000);
            assert!(kept.bytes <= 20_000);
            assert_eq!(counted(&kept), kept.bytes);
            assert!(kept.answers.get(&question(0)).is_some() || at > 100, "what is asked for stays: {at}");
        }
        assert!(kept.answers.len() > 5 && !kept.answers.contains(&question(1)));
        kept.put(question(99), answer(10), 20_000);
        assert_eq!(counted(&kept), kept.bytes);
        kept.put(question(200), answer(30_000), 20_000);
        assert_eq!((kept.answers.len(), kept.bytes), (0, 0));
    }
}

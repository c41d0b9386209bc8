//! What was looked at last, in bounded memory: readers go back and forth, and many ask the same.

use crate::source::{Refusal, Seen, Source};
use lru::LruCache;
use std::{
    mem::size_of,
    sync::{Arc, Mutex, PoisonError},
    time::SystemTime,
};
use yomikiri_core::{Choice, ParseError};

/// The bytes that may be kept, counted roughly.
const BYTES: usize = 16 << 20;

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

/// The answers that are kept.
pub struct Answers(Mutex<Kept>);

struct Kept {
    answers: LruCache<Question, Arc<Seen>>,
    bytes: usize,
}

impl Answers {
    pub fn new() -> Self {
        Self(Mutex::new(Kept { answers: LruCache::unbounded(), bytes: 0 }))
    }

    /// [`Source::see`], asked only where the answer is not kept.
    pub fn see(
        &self,
        game: &dyn Source,
        position: &str,
        line: bool,
        patient: bool,
    ) -> Result<Arc<Seen>, Refusal> {
        let (name, position, edition) = (game.name().to_owned(), position.to_owned(), game.edition());
        let question = Question { game: name, position, line, patient, edition };
        if let Some(seen) = self.0.lock().unwrap_or_else(PoisonError::into_inner).answers.get(&question) {
            return Ok(seen.clone());
        }
        let seen = Arc::new(game.see(&question.position, line, patient)?);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).put(question, seen.clone(), BYTES);
        Ok(seen)
    }
}

impl Answers {
    /// [`Source::see_all`], asked only for positions whose answers are not kept.
    pub fn see_all(
        &self,
        game: &dyn Source,
        positions: &[String],
    ) -> Result<Vec<Result<Arc<Seen>, ParseError>>, Refusal> {
        let edition = game.edition();
        let question = |position: &String| Question {
            game: game.name().to_owned(),
            position: position.clone(),
            line: false,
            patient: false,
            edition,
        };
        let mut kept: Vec<_> = {
            let mut own = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            positions.iter().map(|position| own.answers.get(&question(position)).cloned()).collect()
        };
        let unknown = positions.iter().zip(&kept).filter(|(_, kept)| kept.is_none());
        let unknown: Vec<&str> = unknown.map(|(position, _)| position.as_str()).collect();
        let mut found = game.see_all(&unknown)?.into_iter();
        let mut own = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let told = |(position, kept): (&String, &mut Option<Arc<Seen>>)| match kept.take() {
            Some(seen) => Ok(seen),
            None => found.next().expect("one for each that is unknown").map(|seen| {
                let seen = Arc::new(seen);
                own.put(question(position), seen.clone(), BYTES);
                seen
            }),
        };
        Ok(positions.iter().zip(&mut kept).map(told).collect())
    }
}

impl Kept {
    /// Keeps an answer, and lets those go that were not asked for longest until no more than `most` bytes are
    /// kept.
    fn put(&mut self, question: Question, seen: Arc<Seen>, most: usize) {
        self.bytes += bytes(&question, &seen);
        if let Some((question, gone)) = self.answers.push(question, seen) {
            self.bytes -= bytes(&question, &gone);
        }
        while self.bytes > most {
            let Some((question, gone)) = self.answers.pop_lru() else { break };
            self.bytes -= bytes(&question, &gone);
        }
    }
}

/// About how much memory an answer takes.
fn bytes(question: &Question, seen: &Seen) -> usize {
    let moves = seen.view.moves.iter();
    let moves: usize =
        moves.map(|choice| size_of::<Choice>() + choice.name.len() + choice.position.len()).sum();
    let panels: usize = seen.view.panels.iter().map(|panel| 64 + panel.text.len()).sum();
    let line: usize = seen.line.iter().map(|mv| size_of::<String>() + mv.len()).sum();
    let texts = [&question.game, &question.position, &seen.view.position, &seen.board];
    let texts: usize = texts.iter().map(|text| text.len()).sum();
    // The rest is entries of maps and what an allocation costs.
    512 + moves + panels + line + texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::{Side, View};

    fn question(at: u32) -> Question {
        let (game, position) = ("game".into(), at.to_string());
        Question { game, position, line: true, patient: true, edition: None }
    }

    fn seen(board: usize) -> Arc<Seen> {
        let position = "x".to_owned();
        let (value, estimate, over, panels, moves) = (None, None, false, Vec::new(), Vec::new());
        let view = View { position, side: Side::First, value, estimate, over, panels, moves };
        Arc::new(Seen { view, line: Vec::new(), board: "x".repeat(board), missing: None })
    }

    #[test]
    fn memory_is_bounded_and_the_oldest_goes_first() {
        let mut kept = Kept { answers: LruCache::unbounded(), bytes: 0 };
        for at in 0..100 {
            kept.put(question(at), seen(1000), 20_000);
            assert!(kept.bytes <= 20_000);
            let counted: usize = kept.answers.iter().map(|(question, seen)| bytes(question, seen)).sum();
            assert_eq!(counted, kept.bytes);
            assert!(kept.answers.get(&question(0)).is_some() || at > 100, "what is asked for stays: {at}");
        }
        assert!(kept.answers.len() > 5 && !kept.answers.contains(&question(1)));
        kept.put(question(99), seen(10), 20_000);
        let counted: usize = kept.answers.iter().map(|(question, seen)| bytes(question, seen)).sum();
        assert_eq!(counted, kept.bytes);
        kept.put(question(200), seen(30_000), 20_000);
        assert_eq!((kept.answers.len(), kept.bytes), (0, 0));
    }
}

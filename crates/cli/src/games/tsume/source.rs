//! Problems from the command line: one, or one a line of standard input.

use crate::{
    failure::{Answer, Failure, Outcome},
    lines::{Line, numbered},
    text::note,
    words::words,
};
use std::io;
use yomikiri_core::{Gap, ParseError, fill, phrases::IN_LINE};
use yomikiri_shogi::Position;
use yomikiri_tsume::{
    collection::without_words,
    rules,
    setup::{self, UnlistedPieces},
};

/// Which problems.
#[derive(Clone, clap::Args)]
pub struct Source {
    /// A problem in SFEN, or `-` for one a line of standard input, each answered as it comes
    sfen: String,

    /// Take the defender's hand as it is written, instead of all pieces that are not elsewhere
    #[arg(long)]
    given_hands: bool,
}

/// A problem and how it was written.
pub type Item = (String, Position<u128>);

impl Source {
    /// Whether problems come from standard input.
    pub fn is_stream(&self) -> bool {
        self.sfen == "-"
    }

    /// The problems, or the reason why one of them is none. Empty lines and those that begin with `#` are
    /// skipped.
    pub fn items(&self) -> Box<dyn Iterator<Item = Result<Item, Failure>>> {
        let given_hands = self.given_hands;
        if !self.is_stream() {
            let item =
                read(without_words(&self.sfen), given_hands).map_err(|error| Failure::parse("SFEN", &error));
            return Box::new(std::iter::once(item));
        }
        let item = move |Line { number, text }: Line| {
            let wrong = |why: Gap| Failure::input(IN_LINE.with(number).and(why));
            match text.as_deref().map(without_words) {
                Ok("") => None,
                Ok(text) if text.starts_with('#') => None,
                Ok(text) => Some(read(text, given_hands).map_err(|error| wrong(error.told().into()))),
                Err(why) => Some(Err(wrong(why.as_str().into()))),
            }
        };
        let lines = numbered(io::stdin().lock());
        Box::new(lines.filter_map(move |line| line.map_or_else(|failure| Some(Err(failure)), item)))
    }
}

fn read(text: &str, given_hands: bool) -> Result<Item, ParseError> {
    // What follows the word `moves` is the solution that a collection has.
    let sfen = text.split(" moves").next().unwrap_or(text).trim();
    let pos = setup::read(rules(), sfen, UnlistedPieces::of(given_hands))?;
    Ok((sfen.to_owned(), pos))
}

/// The lines of a stream that could not be read as problems: they are told as they come, and do not keep the
/// others from being answered.
#[derive(Default)]
pub struct Unreadable {
    lines: u64,
}

impl Unreadable {
    /// Notes a line that is no problem; gives any other failure back.
    pub fn note(&mut self, source: &Source, failure: Failure) -> Result<(), Failure> {
        match failure {
            Failure::Input(_) if source.is_stream() => {
                note(failure.sentence());
                self.lines += 1;
                Ok(())
            }
            other => Err(other),
        }
    }

    /// How a command ends that has answered the other lines.
    pub fn end(self, answer: Answer) -> Outcome {
        match self.lines {
            0 => Ok(answer),
            1 => Err(Failure::input(words().one_line_unread)),
            lines => Err(Failure::input(fill(words().lines_unread, &[&lines.to_string()]))),
        }
    }
}

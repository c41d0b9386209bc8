//! Problems from the command line: one, or one a line of standard input.

use crate::{failure::Failure, lines::lossy};
use std::io;
use yomikiri_shogi::Position;
use yomikiri_tsume::{
    rules,
    setup::{self, Rest},
};

/// Which problems.
#[derive(clap::Args)]
pub struct Source {
    /// A problem in SFEN, or `-` for one a line of standard input
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

    /// The problems, or the reason why one of them is none. Empty lines and those that begin with `#` are skipped.
    pub fn items(&self) -> Box<dyn Iterator<Item = Result<Item, Failure>> + '_> {
        if !self.is_stream() {
            return Box::new(std::iter::once(self.read(&self.sfen, "SFEN")));
        }
        let lines = lossy(io::stdin().lock()).zip(1u64..);
        let is_text = |text: &str| !text.trim().is_empty() && !text.starts_with('#');
        Box::new(lines.filter_map(move |(line, number)| match line {
            Ok(text) if is_text(&text) => Some(self.read(&text, &format!("line {number}"))),
            Ok(_) => None,
            Err(failure) => Some(Err(failure)),
        }))
    }

    fn read(&self, text: &str, place: &str) -> Result<Item, Failure> {
        let rest = if self.given_hands { Rest::Nobody } else { Rest::Defender };
        // What follows the word `moves` is the solution that a collection has.
        let sfen = text.split(" moves").next().unwrap_or(text).trim();
        let pos = setup::read(rules(), sfen, rest).map_err(|error| Failure::parse(place, &error))?;
        Ok((sfen.to_owned(), pos))
    }
}

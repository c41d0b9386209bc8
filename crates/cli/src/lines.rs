//! Lines of input, which may hold anything: what is no text is refused, with its place, by whoever reads the
//! line. And lines of output that are for programs.

use crate::failure::Failure;
use serde::Serialize;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use yomikiri_files::line;

/// The most lines of a batch: their answers are kept until all of them are answered.
const BATCH: usize = 1_000;

/// What failures call the stream that lines are read of.
const INPUT: &str = "standard input";

/// A line of input.
#[derive(Debug, PartialEq, Eq)]
pub struct Line {
    /// Counted from 1.
    pub number: u64,
    /// Without the end of the line, with a sign in the place of bytes that are no text; or why it is not
    /// read.
    pub text: Result<String, String>,
}

/// Writes one object on one line.
pub fn json(out: &mut (impl Write + ?Sized), value: &impl Serialize) -> Result<(), Failure> {
    let line = serde_json::to_string(value).map_err(|error| Failure::environment(error.to_string()))?;
    Ok(writeln!(out, "{line}")?)
}

/// The lines, with a sign in the place of bytes that are no text. Nothing comes behind a failure but that of
/// a line that is too long.
pub fn lossy(input: impl BufRead) -> impl Iterator<Item = Result<String, Failure>> {
    let unread = |why: String| Failure::input(Failure::of_argument(INPUT, why));
    numbered(input).map(move |line| line?.text.map_err(unread))
}

/// The lines with their numbers, one at a time; at the end that of which the input fails.
pub fn numbered(mut input: impl BufRead) -> impl Iterator<Item = Result<Line, Failure>> {
    let mut number = Some(0);
    std::iter::from_fn(move || {
        let read = next(&mut input, number.as_mut()?);
        if read.is_err() {
            number = None;
        }
        read.map_err(|error| failed(&error)).transpose()
    })
}

/// The next line, and its number.
fn next(input: &mut impl BufRead, number: &mut u64) -> io::Result<Option<Line>> {
    let text = match line(input) {
        Ok(Some(text)) => Ok(text),
        Ok(None) => return Ok(None),
        Err(error) if error.kind() == ErrorKind::InvalidData => Err(error.to_string()),
        Err(error) => return Err(error),
    };
    *number += 1;
    Ok(Some(Line { number: *number, text }))
}

/// The lines in batches of those that can be read without waiting, so that a program which waits for each
/// answer gets it, and one that asks for thousands is answered by all cores.
pub fn batches(input: impl Read) -> impl Iterator<Item = Result<Vec<Line>, Failure>> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut number = 0;
    std::iter::from_fn(move || match batch(&mut input, &mut number) {
        Ok(lines) if lines.is_empty() => None,
        read => Some(read.map_err(|error| failed(&error))),
    })
}

/// A batch; empty at the end of input.
fn batch(input: &mut BufReader<impl Read>, number: &mut u64) -> io::Result<Vec<Line>> {
    let mut lines = Vec::new();
    while let Some(line) = next(input, number)? {
        lines.push(line);
        if lines.len() == BATCH || !input.buffer().contains(&b'\n') {
            break;
        }
    }
    Ok(lines)
}

/// What a stream of input fails of: a line that is too long is unusable input.
fn failed(error: &io::Error) -> Failure {
    let is_too_long = matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::FileTooLarge);
    let failure = if is_too_long { Failure::Input } else { Failure::Environment };
    failure(Failure::of_argument(INPUT, error))
}

/// What a conversation fails of: what it was told, or else where it answers. A directory can be had as input
/// alone.
pub fn spoken(error: io::Error) -> Failure {
    match error.kind() {
        ErrorKind::InvalidData | ErrorKind::FileTooLarge | ErrorKind::IsADirectory => failed(&error),
        _ => Failure::Output(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_hold_what_is_there_already() {
        let text = "a\n".repeat(BATCH + 2) + "b";
        let batches: Vec<_> = batches(text.as_bytes()).map(Result::unwrap).collect();
        assert_eq!(batches.iter().map(Vec::len).collect::<Vec<_>>(), [BATCH, 2, 1]);
        assert_eq!(batches[2], [Line { number: BATCH as u64 + 3, text: Ok("b".into()) }]);
        // Of two parts that arrive one after the other the first does not wait for the second.
        let parts = batches_of("one\n".as_bytes().chain("two\nthree\n".as_bytes()));
        assert_eq!(parts, [vec!["one"], vec!["two", "three"]]);
    }

    #[test]
    fn a_conversation_fails_of_its_input_or_of_its_output() {
        for kind in [ErrorKind::InvalidData, ErrorKind::FileTooLarge, ErrorKind::IsADirectory] {
            assert!(spoken(kind.into()).to_string().starts_with("standard input"));
        }
        assert!(matches!(spoken(ErrorKind::StorageFull.into()), Failure::Output(_)));
    }

    fn batches_of(input: impl Read) -> Vec<Vec<String>> {
        batches(input)
            .map(|batch| batch.unwrap().into_iter().map(|line| line.text.unwrap()).collect())
            .collect()
    }

    #[test]
    fn a_line_without_an_end_is_refused() {
        let endless = || BufReader::new(io::repeat(0));
        let all: Vec<_> = lossy(endless()).collect();
        assert!(matches!(&all[..], [Err(Failure::Input(_))]), "{}", all.len());
        let all: Vec<_> = numbered(endless()).collect();
        assert!(matches!(&all[..], [Err(Failure::Input(_))]), "{}", all.len());
        assert!(matches!(batches(endless()).next(), Some(Err(Failure::Input(_)))));
        // One that ends is refused alone.
        let text = format!("a\n{}\nb", "x".repeat(2 << 20));
        let mut lines = lossy(text.as_bytes());
        assert!(matches!(lines.next(), Some(Ok(line)) if line == "a"));
        assert!(
            matches!(lines.next(), Some(Err(Failure::Input(message))) if format!("{message:?}").contains("longer than"))
        );
        assert!(matches!(lines.next(), Some(Ok(line)) if line == "b"));
        let read: Vec<_> = batches(text.as_bytes()).flat_map(Result::unwrap).collect();
        assert_eq!(read.iter().map(|line| line.text.is_ok()).collect::<Vec<_>>(), [true, false, true]);
        assert_eq!(read[2].number, 3);
        assert_eq!(lossy(&b"a\n\xff"[..]).map(Result::unwrap).collect::<Vec<_>>(), ["a", "\u{fffd}"]);
    }
}

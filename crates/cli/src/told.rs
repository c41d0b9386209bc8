//! What a command tells people: in the language that is spoken, or, to the pages whose long work it does in a
//! process of its own, in each language, since readers of one result may speak different ones.

use crate::words::{Words, words};
use std::{
    env,
    io::{self, Write},
    sync::OnceLock,
};
use yomikiri_core::{Gap, Language};

/// The variable of the environment that says who reads what the program writes.
pub const VARIABLE: &str = "YOMIKIRI_READER";

/// Its value where pages do.
pub const PAGES: &str = "pages";

/// What stands before a failure on standard error that pages are told.
const FAILED: &str = "failed ";

/// Whether pages read what this program writes.
pub fn by_pages() -> bool {
    static BY_PAGES: OnceLock<bool> = OnceLock::new();
    *BY_PAGES.get_or_init(|| env::var_os(VARIABLE).is_some_and(|value| value == PAGES))
}

/// Writes a text, which is told with the words of a language.
pub fn write(out: &mut impl Write, text: impl Fn(&'static Words) -> String) -> io::Result<()> {
    if by_pages() {
        let each = Gap::in_each(|language| text(Words::of(language)));
        writeln!(out, "{}", in_each(&each))
    } else {
        write!(out, "{}", text(words()))
    }
}

/// Lines as one text.
pub fn lines(lines: &[String]) -> String {
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

/// The line of standard error that tells pages of a failure.
pub fn failed(sentence: &Gap) -> String {
    [FAILED, &in_each(sentence)].concat()
}

/// A text in each language, on one line.
fn in_each(text: &Gap) -> String {
    serde_json::json!(Language::ALL.map(|language| text.in_language(language))).to_string()
}

/// The text that a line tells in each language.
#[cfg(any(feature = "pages", test))]
fn read(line: &str) -> Option<Gap> {
    let [english, japanese]: [String; 2] = serde_json::from_str(line).ok()?;
    Some(Gap::Words(english, japanese))
}

/// The text that the lines of standard output tell in each language; none where they are none of these.
#[cfg(any(feature = "pages", test))]
pub fn read_all(lines: &str) -> Option<Gap> {
    let texts = lines.lines().map(read).collect::<Option<Vec<Gap>>>()?;
    Some(Gap::in_each(|language| texts.iter().map(|text| text.in_language(language)).collect()))
}

/// The failure that a line of standard error tells, if it is such a line.
#[cfg(any(feature = "pages", test))]
pub fn read_failure(line: &str) -> Option<Gap> {
    read(line.strip_prefix(FAILED)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_in_each_language_is_read_again() {
        let text = Gap::Words("one\n\"two\"".into(), "一\n二".into());
        assert_eq!(read_failure(&failed(&text)), Some(text.clone()));
        let lines = format!("{}\n{}\n", in_each(&text), in_each(&"3\n".into()));
        assert_eq!(read_all(&lines), Some(Gap::Words("one\n\"two\"3\\n".into(), "一\n二3\\n".into())));
        for line in ["", "failed", "failed 1", "yomikiri: failed", "[1, 2]"] {
            assert_eq!(read_failure(line), None, "{line}");
        }
        assert_eq!(read_all("With best play"), None);
    }
}

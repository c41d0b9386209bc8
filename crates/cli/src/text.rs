//! Words and figures for people.

use crate::words::{ENGLISH, language};
use std::{
    fmt::Write as _,
    io::{self, IsTerminal, Write as _},
    path::Path,
};
use yomikiri_core::{Choice, Gap, Side, Value, Wdl, columns};

pub use yomikiri_core::{grouped, harmless};

/// A text as it begins a sentence.
pub fn capitalised(text: &str) -> String {
    let mut rest = text.chars();
    let first = rest.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(rest).collect()
}

/// A line on standard error, in the language that is spoken. If that is closed there is nobody left to tell.
pub fn note(message: impl Into<Gap>) {
    let message = message.into().in_language(language());
    let _ = writeln!(io::stderr(), "yomikiri: {}", harmless(&message));
}

/// A word at the left end of so many columns.
pub fn to_the_left(word: &str, width: usize) -> String {
    word.to_owned() + &" ".repeat(width.saturating_sub(columns(word)))
}

/// A word at the right end of so many columns.
pub fn to_the_right(word: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(columns(word))) + word
}

/// A word as a shell takes it, for commands that are to be copied.
pub fn quoted(word: &str) -> String {
    let plain = |character: char| character.is_alphanumeric() || "_@%+=:,./-".contains(character);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Tells which lines of a journal of games are damaged, with the argument that gave its path.
pub fn note_damaged(argument: &str, journal: &Path, lines: &[usize]) {
    for line in lines {
        let done = if *line == 1 { "it is mended" } else { "its work is done again" };
        note(format!("{argument}: {}: line {line} is damaged; {done}", journal.display()));
    }
}

/// A line in parts of so many columns, but for a blank at the end of a part, broken behind blanks and between
/// Japanese characters where there are some.
pub fn wrapped(line: &str, width: usize) -> Vec<String> {
    let mut parts = vec![String::new()];
    for letter in line.chars() {
        let part = parts.last_mut().expect("there is always a part");
        part.push(letter);
        if columns(part) > width {
            let rest = part.split_off(last_break(part));
            parts.push(rest);
        }
    }
    parts
}

/// The last place where a line may be broken, before its last letter if there is none. What ends a sentence
/// in Japanese begins no line.
fn last_break(line: &str) -> usize {
    let is_wide = |letter: char| columns(letter.encode_utf8(&mut [0; 4])) == 2;
    let mut next = None;
    for (at, letter) in line.char_indices().rev() {
        let is_between = |next| (is_wide(letter) || is_wide(next)) && !"、。）)".contains(next);
        if letter == ' ' || next.is_some_and(is_between) {
            return at + letter.len_utf8();
        }
        next = Some(letter);
    }
    line.char_indices().next_back().map_or(0, |(at, _)| at)
}

/// Whether boards on standard output are coloured: on a terminal, unless `NO_COLOR` asks otherwise.
pub fn colour() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal() && !refused && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// The name of a side.
pub const fn side(side: Side) -> &'static str {
    ENGLISH.side(side)
}

/// What a position's value means, as a sentence.
pub fn verdict(mover: Side, value: Option<Value>) -> String {
    ENGLISH.verdict(mover, value)
}

/// How a game has ended, as a sentence.
pub fn outcome(mover: Side, value: Option<Value>) -> String {
    ENGLISH.outcome(mover, value)
}

/// What a move is worth: its value if known, or how good it looks.
fn worth(choice: &Choice) -> String {
    ENGLISH.worth(choice)
}

/// A probability behind a move, in percent, if it is known.
pub fn chance(probability: Option<f32>) -> String {
    probability.map_or(String::new(), |probability| format!(" ({:.0}%)", 100.0 * probability))
}

/// Moves with what they are worth, one a line.
pub fn moves(moves: &[Choice]) -> String {
    let width = moves.iter().map(|choice| choice.name.chars().count()).max().unwrap_or(0);
    moves.iter().fold(String::new(), |mut text, choice| {
        let _ = writeln!(text, "  {:<width$}  {}", choice.name, worth(choice));
        text
    })
}

/// The word of a value for `--json`.
pub fn word(value: Option<Value>) -> Option<&'static str> {
    value.map(Value::wdl).map(Wdl::word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_where_languages_break_them() {
        assert_eq!(wrapped("a move may drop it", 10), ["a move may ", "drop it"]);
        assert_eq!(wrapped("unbreakable", 4), ["unbr", "eaka", "ble"]);
        // Not at the blank, which is far ahead, and not before the full stop.
        assert_eq!(wrapped("(例 2c2b)同銀不成、使えます。", 17), ["(例 2c2b)同銀不", "成、使えます。"]);
        assert_eq!(wrapped("打ち歩詰めです。", 14), ["打ち歩詰めで", "す。"]);
        assert_eq!(wrapped("", 4), [""]);
    }

    #[test]
    fn figures_are_grouped() {
        assert_eq!(["0", "999", "1,000", "246,803,167"], [0, 999, 1000, 246_803_167].map(grouped)[..]);
    }

    #[test]
    fn what_a_terminal_would_obey_is_shown_instead() {
        assert_eq!(harmless("詰将棋 \"a\""), "詰将棋 \"a\"");
        assert_eq!(harmless("\x1b]0;x\x07a\nb\u{9b}2J"), "\\u{1b}]0;x\\u{7}a\\nb\\u{9b}2J");
    }

    #[test]
    fn commands_are_quoted_for_the_shell() {
        for word in ["plain.yomi", "a b", "it's", "$(rm -rf ~)", "", "\"", "a\nb"] {
            let output = std::process::Command::new("sh")
                .args(["-c", &format!("printf %s {}", quoted(word))])
                .output();
            assert_eq!(String::from_utf8(output.unwrap().stdout).unwrap(), word);
        }
        assert_eq!(quoted("/tmp/plain-1.yomi"), "/tmp/plain-1.yomi");
    }
}

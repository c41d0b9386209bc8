//! A line of input, taken apart.

use yomikiri_core::Side;

/// A command with its arguments.
#[derive(Debug, PartialEq, Eq)]
pub struct Command<'a> {
    /// The number that the answer must bear, if one was given.
    pub id: Option<&'a str>,
    pub name: &'a str,
    pub arguments: Vec<&'a str>,
}

/// A line without comments and control characters, as the protocol wants it read.
pub fn clean(line: &str) -> String {
    let line = line.split('#').next().unwrap_or_default();
    line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect()
}

impl<'a> Command<'a> {
    /// The command on a cleaned line; `None` if there is nothing on it.
    pub fn parse(line: &'a str) -> Option<Self> {
        let mut words = line.split_whitespace().peekable();
        let number = |word: &&str| word.bytes().all(|digit| digit.is_ascii_digit());
        let id = words.next_if(number);
        let name = words.next().or(id.map(|_| ""))?;
        Some(Self { id, name, arguments: words.collect() })
    }

    /// The arguments, if there are just so many.
    ///
    /// # Errors
    /// What was expected.
    pub fn exactly<const N: usize>(&self, expected: &str) -> Result<[&'a str; N], String> {
        let wrong =
            || format!("expected `{}{}{expected}`", self.name, if expected.is_empty() { "" } else { " " });
        self.arguments.as_slice().try_into().map_err(|_| wrong())
    }
}

/// The side that a colour is a name of.
///
/// # Errors
/// A word that is no colour.
pub fn side(word: &str) -> Result<Side, String> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" | "1" | "first" | "purple" | "blue" => Ok(Side::First),
        "w" | "white" | "2" | "second" | "orange" | "green" => Ok(Side::Second),
        _ => Err(format!("expected a colour such as b or w, not {word:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cleaned_and_taken_apart() {
        let line = clean("12\tplay  b e8,d9\u{7} # a comment\r");
        let command = Command::parse(&line).unwrap();
        assert_eq!(command, Command { id: Some("12"), name: "play", arguments: vec!["b", "e8,d9"] });
        assert_eq!(Command::parse(&clean("  # nothing\r")), None);
        assert_eq!(Command::parse("7").unwrap().name, "");
        assert_eq!(command.exactly("COLOUR MOVE"), Ok(["b", "e8,d9"]));
        assert_eq!(command.exactly::<1>("COLOUR"), Err("expected `play COLOUR`".into()));
    }

    #[test]
    fn colours_have_many_names() {
        assert_eq!(
            [side("B"), side("white"), side("1")],
            [Ok(Side::First), Ok(Side::Second), Ok(Side::First)]
        );
        assert!(side("x").is_err());
    }
}

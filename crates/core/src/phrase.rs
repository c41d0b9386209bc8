//! What is told in the language of whoever reads it: a phrase of a table, with what goes into its gaps.
//!
//! A crate that reads text has a table of the phrases that its errors are made of
//! ([`phrases!`](crate::phrases!)), each in every language; an error holds the phrase and the values, and
//! becomes words only where it is shown.

use crate::{Language, Side, fill, harmless};
use std::fmt;

/// A sentence or a part of one in each language. `{}` is where a value goes, in the same order in each.
#[derive(Debug, PartialEq, Eq)]
pub struct Phrase {
    /// In English.
    pub english: &'static str,
    /// In Japanese.
    pub japanese: &'static str,
}

impl Phrase {
    /// The words in a language, with the gaps open.
    pub const fn in_language(&self, language: Language) -> &'static str {
        match language {
            Language::English => self.english,
            Language::Japanese => self.japanese,
        }
    }

    /// The phrase with what goes into its first gap.
    pub fn with(&'static self, gap: impl Into<Gap>) -> Message {
        Message::from(self).and(gap)
    }
}

/// A phrase with what goes into its gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    phrase: &'static Phrase,
    gaps: Vec<Gap>,
}

impl Message {
    /// The message with what goes into its next gap.
    #[must_use]
    pub fn and(mut self, gap: impl Into<Gap>) -> Self {
        self.gaps.push(gap.into());
        self
    }

    /// The message in a language, harmless to a terminal.
    pub fn in_language(&self, language: Language) -> String {
        let gaps: Vec<String> = self.gaps.iter().map(|gap| gap.in_language(language)).collect();
        let gaps: Vec<&str> = gaps.iter().map(String::as_str).collect();
        fill(self.phrase.in_language(language), &gaps)
    }
}

/// In English.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_language(Language::English))
    }
}

impl From<&'static Phrase> for Message {
    fn from(phrase: &'static Phrase) -> Self {
        Self { phrase, gaps: Vec::new() }
    }
}

/// What goes into a gap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gap {
    /// The same in each language.
    Text(String),
    /// Words of a language each: English, Japanese.
    Words(&'static str, String),
    /// A message of its own.
    Message(Message),
}

impl Gap {
    /// What goes into the gap in a language, harmless to a terminal.
    pub fn in_language(&self, language: Language) -> String {
        match (self, language) {
            (Self::Text(text), _) => harmless(text).into_owned(),
            (Self::Words(english, _), Language::English) => (*english).to_owned(),
            (Self::Words(_, japanese), Language::Japanese) => japanese.clone(),
            (Self::Message(message), _) => message.in_language(language),
        }
    }
}

impl<M: Into<Message>> From<M> for Gap {
    fn from(message: M) -> Self {
        Self::Message(message.into())
    }
}

impl From<Side> for Gap {
    fn from(side: Side) -> Self {
        let phrase = match side {
            Side::First => phrases::FIRST,
            Side::Second => phrases::SECOND,
        };
        phrase.into()
    }
}

/// Values that are written alike in each language.
macro_rules! alike {
    ($($type:ty),*) => {
        $(impl From<$type> for Gap {
            fn from(value: $type) -> Self {
                Self::Text(value.to_string())
            }
        })*
    };
}

alike!(&str, String, char, u8, usize);

/// Makes constants of a table of phrases, each in English and in Japanese, and for tests a list of them: a
/// phrase that one language lacks does not compile.
#[macro_export]
macro_rules! phrases {
    ($visible:vis words; $($name:ident: $english:literal, $japanese:literal;)*) => {
        $(
            #[doc = $english]
            $visible const $name: &$crate::Phrase =
                &$crate::Phrase { english: $english, japanese: $japanese };
        )*

        /// Each phrase by its name, in English and in Japanese.
        #[cfg(test)]
        const TABLE: &[(&str, &str, &str)] = &[$((stringify!($name), $english, $japanese),)*];

        #[cfg(test)]
        #[test]
        fn each_phrase_is_whole_in_each_language() {
            assert_eq!($crate::untranslated(TABLE), [""; 0]);
        }
    };
}

/// A player where a board is described: `First player, to move`.
pub fn player(side: Side, is_to_move: bool) -> Message {
    let player = match side {
        Side::First => phrases::FIRST_PLAYER,
        Side::Second => phrases::SECOND_PLAYER,
    };
    if is_to_move { phrases::TO_MOVE.with(player) } else { player.into() }
}

/// What is said of any game.
pub mod phrases {
    crate::phrases! { pub words;
        FIRST: "first", "先手";
        SECOND: "second", "後手";
        BOARD: "Board", "盤面";
        FIRST_PLAYER: "First player", "先手";
        SECOND_PLAYER: "Second player", "後手";
        TO_MOVE: "{}, to move", "{}(手番)";
        AND_TO_MOVE: ", to move", "、手番";
        AT_CHARACTER: "{} (at character {})", "{}({}文字目)";
        IN_LINE: "line {}: {}", "{}行目: {}";
        IN_MOVE: "move {}: {}", "{}手目: {}";
        GAME_IS_OVER: "the game is over", "終局しています";
        NO_POSITION: "a game has a position", "対局には局面が必要です";
        NOT_SUCCESSIVE: "the positions do not follow each other", "局面がつながっていません";
        NO_PLAYER: "nobody plays this game", "このゲームを指す相手はいません";
        NOT_IN_TABLE: "the table does not know {}", "表に{}はありません";
        NO_UTF8: "this is no text in UTF-8", "UTF-8のテキストではありません";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::phrases! { words;
        EXPECTED: "expected {}, found {}", "{}が必要ですが、{}でした";
        END: "the end", "末尾";
    }

    #[test]
    fn a_message_is_told_in_each_language() {
        let message = EXPECTED.with("x\u{7}").and(END);
        assert_eq!(message.to_string(), "expected x\\u{7}, found the end");
        assert_eq!(message.in_language(Language::Japanese), "x\\u{7}が必要ですが、末尾でした");
        let side = EXPECTED.with(Side::Second).and(Gap::Words("lion", "玉".into()));
        assert_eq!(side.in_language(Language::Japanese), "後手が必要ですが、玉でした");
        assert_eq!(side.to_string(), "expected second, found lion");
    }
}

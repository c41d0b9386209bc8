//! What is told in the language of whoever reads it: a phrase of a table, with what goes into its gaps.
//!
//! A crate that reads text has a table of the phrases that its errors are made of
//! ([`phrases!`](crate::phrases!)), each in every language; an error holds the phrase and the values, and
//! becomes words only where it is shown.

use crate::{Language, Side, fill, harmless};
use std::{fmt, io};

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
    Words(String, String),
    /// A message of its own.
    Message(Message),
}

impl Gap {
    /// What is told in each language by whoever knows how.
    pub fn in_each(told: impl Fn(Language) -> String) -> Self {
        Self::Words(told(Language::English), told(Language::Japanese))
    }

    /// What goes into the gap in a language, harmless to a terminal.
    pub fn in_language(&self, language: Language) -> String {
        match (self, language) {
            (Self::Text(text), _) => harmless(text).into_owned(),
            (Self::Words(english, _), Language::English) => english.clone(),
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

/// What the system says in English, with the commonest failures in Japanese too.
impl From<&io::Error> for Gap {
    fn from(error: &io::Error) -> Self {
        let english = error.to_string();
        let known = match error.kind() {
            io::ErrorKind::NotFound => phrases::NOT_FOUND,
            io::ErrorKind::PermissionDenied => phrases::PERMISSION_DENIED,
            io::ErrorKind::AlreadyExists => phrases::ALREADY_THERE,
            io::ErrorKind::NotADirectory => phrases::NO_DIRECTORY,
            io::ErrorKind::IsADirectory => phrases::IS_DIRECTORY,
            io::ErrorKind::ReadOnlyFilesystem => phrases::READ_ONLY,
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => phrases::DISK_FULL,
            io::ErrorKind::FileTooLarge => phrases::FILE_TOO_LARGE,
            io::ErrorKind::OutOfMemory => phrases::NO_MEMORY,
            io::ErrorKind::WouldBlock => phrases::NOT_NOW,
            _ => return english.into(),
        };
        match (error.raw_os_error(), error.get_ref()) {
            (Some(number), _) => Self::Words(english, format!("{} (os error {number})", known.japanese)),
            (None, None) => Self::Words(english, known.japanese.to_owned()),
            // What a program of ours says of such a failure is more than its kind.
            (None, Some(_)) => english.into(),
        }
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

alike!(&str, String, char, u8, u32, u64, usize);

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
        OVER_BEFORE: "the game was over before it, by a repetition", "この手の前に千日手で終局しています";
        NO_POSITION: "a game has a position", "対局には局面が必要です";
        NOT_SUCCESSIVE: "the positions do not follow each other", "局面がつながっていません";
        NO_PLAYER: "nobody plays this game", "このゲームを指す相手はいません";
        NOT_IN_TABLE: "the table does not know {}", "表に{}はありません";
        NOT_FOUND: "no such file or directory", "ファイルまたはディレクトリがありません";
        PERMISSION_DENIED: "permission denied", "アクセスが許可されていません";
        ALREADY_THERE: "the file exists", "すでにあります";
        NO_DIRECTORY: "not a directory", "ディレクトリではありません";
        IS_DIRECTORY: "is a directory", "ディレクトリです";
        READ_ONLY: "read-only file system", "読み取り専用のファイルシステムです";
        DISK_FULL: "no space left on device", "ディスクに空きがありません";
        FILE_TOO_LARGE: "file too large", "ファイルが大きくなりすぎます";
        NO_MEMORY: "cannot allocate memory", "メモリーを確保できません";
        NOT_NOW: "resource temporarily unavailable", "資源が一時的に足りません";
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
        let side = EXPECTED.with(Side::Second).and(Gap::Words("lion".into(), "玉".into()));
        assert_eq!(side.in_language(Language::Japanese), "後手が必要ですが、玉でした");
        assert_eq!(side.to_string(), "expected second, found lion");
        let each = Gap::in_each(|language| language.tag().to_owned());
        assert_eq!(Language::ALL.map(|language| each.in_language(language)), ["en", "ja"]);
    }

    #[test]
    fn what_the_system_says_is_told_in_each_language() {
        let told = |error: &io::Error| Language::ALL.map(|language| Gap::from(error).in_language(language));
        let full = io::Error::from_raw_os_error(28);
        assert_eq!(full.kind(), io::ErrorKind::StorageFull);
        assert_eq!(told(&full), [full.to_string(), "ディスクに空きがありません (os error 28)".into()]);
        let plain = io::Error::from(io::ErrorKind::IsADirectory);
        assert_eq!(told(&plain), ["is a directory", "ディレクトリです"]);
        let own = io::Error::new(io::ErrorKind::PermissionDenied, "not for you");
        assert_eq!(told(&own), ["not for you", "not for you"]);
    }
}

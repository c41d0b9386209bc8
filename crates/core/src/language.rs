//! The languages that people are spoken to in, and tables of messages that are whole in each of them.

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// 日本語.
    Japanese,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::English, Self::Japanese];

    /// The tag of BCP 47.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Japanese => "ja",
        }
    }

    /// The language of a tag such as `ja-JP`, or of a locale such as `ja_JP.UTF-8`.
    pub fn of(tag: &str) -> Option<Self> {
        let primary = tag.trim().split(['-', '_', '.']).next().unwrap_or_default();
        Self::ALL.into_iter().find(|language| primary.eq_ignore_ascii_case(language.tag()))
    }
}

/// Makes of a table of messages a type `Words` with a field for each, a value of it for each language, and,
/// for tests, a list: a message that one language lacks does not compile.
#[macro_export]
macro_rules! words {
    ($($name:ident: $english:literal, $japanese:literal;)*) => {
        /// The messages in one language. `{}` is where a name or a number goes.
        pub struct Words {
            /// The language that they are in.
            pub spoken: $crate::Language,
            $(pub $name: &'static str,)*
        }

        pub const ENGLISH: Words =
            Words { spoken: $crate::Language::English, $($name: $english,)* };
        pub const JAPANESE: Words =
            Words { spoken: $crate::Language::Japanese, $($name: $japanese,)* };

        /// Each message by its name, in English and in Japanese.
        #[cfg(test)]
        const TABLE: &[(&str, &str, &str)] = &[$((stringify!($name), $english, $japanese),)*];

        impl Words {
            /// The messages in a language.
            pub const fn of(language: $crate::Language) -> &'static Self {
                match language {
                    $crate::Language::English => &ENGLISH,
                    $crate::Language::Japanese => &JAPANESE,
                }
            }
        }
    };
}

/// The messages of a table that are not whole: empty, with other gaps in the one language than in the other,
/// or with braces for anything else, or not translated.
pub fn untranslated(table: &[(&'static str, &str, &str)]) -> Vec<&'static str> {
    let gaps = |text: &str| text.matches("{}").count();
    let is_whole = |english: &str, japanese: &str| {
        let braces = |text: &str| text.matches(['{', '}']).count() == 2 * gaps(text);
        !english.is_empty()
            && gaps(english) == gaps(japanese)
            && [english, japanese].into_iter().all(braces)
            && japanese.chars().any(|letter| letter > '\u{3000}')
    };
    let wrong = table.iter().filter(|(_, english, japanese)| !is_whole(english, japanese));
    wrong.map(|(name, ..)| *name).collect()
}

/// A text, which has braces for gaps alone, with what goes into them, in order.
pub fn fill(text: &str, gaps: &[&str]) -> String {
    let (mut gaps, mut filled) = (gaps.iter(), String::new());
    // The search for a text of two letters would be a twentieth of the module that browsers run.
    for (at, part) in text.split(['{', '}']).enumerate() {
        let is_gap = at % 2 == 1;
        filled += if is_gap { gaps.next().copied().unwrap_or_default() } else { part };
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_known_by_its_tags() {
        for tag in ["ja", "JA-jp", "ja_JP.UTF-8", " ja"] {
            assert_eq!(Language::of(tag), Some(Language::Japanese), "{tag}");
        }
        assert_eq!((Language::of("C.UTF-8"), Language::of("jav")), (None, None));
        assert_eq!(Language::of("en_GB"), Some(Language::English));
    }

    #[test]
    fn gaps_are_filled_in_order() {
        assert_eq!(fill("{} wins in {} plies", &["A", "3"]), "A wins in 3 plies");
        assert_eq!(fill("no gap", &["A"]), "no gap");
    }

    #[test]
    fn what_is_not_translated_is_named() {
        let table =
            [("whole", "a {}", "あ{}"), ("gaps", "a {}", "あ"), ("same", "a", "a"), ("none", "", "あ")];
        assert_eq!(untranslated(&table), ["gaps", "same", "none"]);
    }
}

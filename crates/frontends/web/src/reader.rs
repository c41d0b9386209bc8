//! Who reads a page: the language, and whether it goes with every link.

use crate::words::Words;
use axum::http::{HeaderMap, Uri, header::ACCEPT_LANGUAGE};
use yomikiri_core::Language;

/// A reader's language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reader {
    pub language: Language,
    /// Whether it was asked for by `?lang=`, so that links keep it.
    asked: bool,
}

impl Reader {
    pub fn of(uri: &Uri, headers: &HeaderMap) -> Self {
        let asked = parameter(uri, "lang").and_then(|tag| Language::of(&tag));
        let accepted = || accepted(headers.get(ACCEPT_LANGUAGE)?.to_str().ok()?);
        let language = asked.or_else(accepted).unwrap_or(Language::English);
        Self { language, asked: asked.is_some() }
    }

    pub const fn words(self) -> &'static Words {
        Words::of(self.language)
    }

    /// A path as this reader follows it.
    pub fn link(self, path: &str) -> String {
        if self.asked { format!("{path}?lang={}", self.language.tag()) } else { path.to_owned() }
    }

    /// A path with parameters as this reader follows it.
    pub fn link_with(self, path: &str, query: &str) -> String {
        let language = if self.asked { format!("&lang={}", self.language.tag()) } else { String::new() };
        format!("{path}?{query}{language}")
    }

    /// The language as a field of forms, if links keep it.
    pub fn field(self) -> Option<&'static str> {
        self.asked.then(|| self.language.tag())
    }
}

/// A parameter of the address; the first, if there are several.
pub fn parameter(uri: &Uri, name: &str) -> Option<String> {
    let query = uri.query()?.as_bytes();
    form_urlencoded::parse(query).find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}

/// All parameters of a name.
pub fn parameters(uri: &Uri, name: &str) -> Vec<String> {
    let query = uri.query().unwrap_or_default().as_bytes();
    form_urlencoded::parse(query)
        .filter(|(key, _)| key == name)
        .map(|(_, value)| value.into_owned())
        .collect()
}

/// The first of the best-liked languages that there is (RFC 9110, `Accept-Language`).
fn accepted(header: &str) -> Option<Language> {
    let ranged = header.split(',').filter_map(|range| {
        let (tag, weight) = range.split_once(';').unwrap_or((range, "q=1"));
        let weight: f32 = weight.trim().strip_prefix("q=")?.parse().ok()?;
        Some((Language::of(tag)?, weight)).filter(|(_, weight)| *weight > 0.0)
    });
    // Of equals the first.
    ranged.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(language, _)| language)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn language(uri: &str, accept: &str) -> Language {
        let headers = HeaderMap::from_iter([(ACCEPT_LANGUAGE, accept.parse().unwrap())]);
        Reader::of(&uri.parse().unwrap(), &headers).language
    }

    #[test]
    fn the_language_is_asked_for_or_accepted() {
        assert_eq!(language("/", "ja-JP,ja;q=0.9,en;q=0.8"), Language::Japanese);
        assert_eq!(language("/", "fr, en;q=0.5, ja;q=0.4"), Language::English);
        assert_eq!(language("/", "en;q=0, ja;q=0.1"), Language::Japanese);
        assert_eq!(language("/", "de"), Language::English);
        assert_eq!(language("/?lang=ja", "en"), Language::Japanese);
        assert_eq!(language("/?lang=xx", "ja"), Language::Japanese);
        let reader = Reader::of(&"/?lang=ja".parse().unwrap(), &HeaderMap::new());
        assert_eq!(reader.link("/blokus"), "/blokus?lang=ja");
    }
}

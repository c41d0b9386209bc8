//! Who reads a page: the language and the style of pieces, and whether they go with every link.

use crate::words::Words;
use axum::http::{HeaderMap, Uri, header::ACCEPT_LANGUAGE};
use yomikiri_core::{Diagram, Language, PieceStyle};

/// The parameters of addresses that a reader's choices go with.
const LANGUAGE: &str = "lang";
const PIECES: &str = "pieces";

/// What a reader has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reader {
    pub language: Language,
    /// The style of pieces; none where the address does not tell.
    pieces: Option<PieceStyle>,
    /// Whether the language was asked for by the address, so that links keep it.
    asked: bool,
}

impl Reader {
    pub fn of(uri: &Uri, headers: &HeaderMap) -> Self {
        let asked = parameter(uri, LANGUAGE).and_then(|tag| Language::of(&tag));
        let accepted = || accepted(headers.get(ACCEPT_LANGUAGE)?.to_str().ok()?);
        let language = asked.or_else(accepted).unwrap_or(Language::English);
        let pieces = parameter(uri, PIECES).and_then(|word| PieceStyle::of(&word));
        Self { language, pieces, asked: asked.is_some() }
    }

    pub const fn words(self) -> &'static Words {
        Words::of(self.language)
    }

    /// The style of pieces.
    pub fn pieces(self) -> PieceStyle {
        self.pieces.unwrap_or_default()
    }

    /// A picture as this reader sees it: in the style of pieces, described in the language.
    pub fn shown(self, picture: Diagram) -> Diagram {
        picture.in_style(self.pieces()).in_language(self.language)
    }

    /// The same reader with another language.
    pub const fn speaking(self, language: Language) -> Self {
        Self { language, asked: true, ..self }
    }

    /// The same reader with another style of pieces.
    pub const fn preferring(self, pieces: PieceStyle) -> Self {
        Self { pieces: Some(pieces), ..self }
    }

    /// An address, which may have parameters, as this reader follows it.
    pub fn link(self, address: &str) -> String {
        let with_choice = |link: String, (name, value)| with(&link, &[name, "=", value].concat());
        self.fields().fold(address.to_owned(), with_choice)
    }

    /// A path with parameters as this reader follows it.
    pub fn link_with(self, path: &str, query: &str) -> String {
        self.link(&format!("{path}?{query}"))
    }

    /// The parameters that links keep, for forms: names and values.
    pub fn fields(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let language = self.asked.then(|| (LANGUAGE, self.language.tag()));
        let pieces = self.pieces.map(|style| (PIECES, style.word()));
        language.into_iter().chain(pieces)
    }
}

/// An address with some more parameters, which may be none.
pub fn with(address: &str, query: &str) -> String {
    let mark = if address.contains('?') { "&" } else { "?" };
    if query.is_empty() { address.to_owned() } else { [address, mark, query].concat() }
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

    #[test]
    fn choices_go_with_links() {
        let reader = |uri: &str| Reader::of(&uri.parse().unwrap(), &HeaderMap::new());
        let plain = reader("/shogi?pieces=runes");
        assert_eq!((plain.pieces(), plain.link("/x").as_str()), (PieceStyle::Kanji, "/x"));
        let chosen = reader("/shogi?pieces=letters");
        assert_eq!(chosen.pieces(), PieceStyle::Letters);
        assert_eq!(chosen.link_with("/x", "from=2d"), "/x?from=2d&pieces=letters");
        let spoken = chosen.speaking(Language::Japanese).preferring(PieceStyle::Animals);
        assert_eq!(spoken.link("/x"), "/x?lang=ja&pieces=animals");
    }
}

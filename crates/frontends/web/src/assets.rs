//! Style and script of all pages. Their names have a digest of what they hold, so that browsers keep them for
//! good: a page, which is never kept, names those of the program that made it.

use axum::{
    http::header::{CACHE_CONTROL, CONTENT_TYPE},
    response::{IntoResponse, Response},
};
use std::sync::LazyLock;
use yomikiri_core::{diagram, fnv1a};

/// How long browsers may keep what never changes: a year, the most that there is.
const FOR_GOOD: &str = "public, max-age=31536000, immutable";

/// What pages load beside themselves.
pub struct Asset {
    /// The name of its file.
    pub name: String,
    /// Its address.
    pub address: String,
    content_type: &'static str,
    text: String,
}

impl Asset {
    fn new(stem: &str, ending: &str, content_type: &'static str, text: String) -> Self {
        let name = format!("{stem}-{}.{ending}", digest(text.as_bytes()));
        Self { address: format!("/assets/{name}"), name, content_type, text }
    }

    /// The answer to whoever asks for it.
    pub fn response(&'static self) -> Response {
        let headers = [(CONTENT_TYPE, self.content_type), (CACHE_CONTROL, FOR_GOOD)];
        (headers, self.text.as_str()).into_response()
    }
}

/// The style of pages and boards.
pub static STYLE: LazyLock<Asset> = LazyLock::new(|| {
    let text = [include_str!("../assets/style.css"), diagram::STYLE].concat();
    Asset::new("style", "css", "text/css; charset=utf-8", text)
});

/// The script of the pages.
pub static SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    let text = include_str!("../assets/board.js").to_owned();
    Asset::new("board", "js", "text/javascript; charset=utf-8", text)
});

/// All of them.
pub fn all() -> [&'static Asset; 2] {
    [&STYLE, &SCRIPT]
}

/// The name of the file of the style, for pages that others make for an [`Export`](crate::Export).
pub fn style_name() -> &'static str {
    &STYLE.name
}

/// A digest of some bytes, 16 hexadecimal digits: FNV-1a of 64 bits.
pub fn digest(bytes: &[u8]) -> String {
    format!("{:016x}", fnv1a(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_what_a_file_holds() {
        // The digest of nothing and of one letter, as its authors give them.
        assert_eq!([&b""[..], b"a"].map(digest), ["cbf29ce484222325", "af63dc4c8601ec8c"]);
        let name = |text: &str| Asset::new("style", "css", "text/css", text.into()).name;
        assert_eq!(name("a"), "style-af63dc4c8601ec8c.css");
        assert_ne!(name("a { }"), name("a {  }"));
    }
}

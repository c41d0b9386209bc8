//! What all pages have in common.

use crate::{
    assets::{SCRIPT, STYLE},
    reader::Reader,
    words::Words,
};
use axum::{
    body::Body,
    http::header::{CONTENT_TYPE, VARY},
    response::{IntoResponse, Response},
};
use maud::{DOCTYPE, Markup, html};
use yomikiri_core::Language;

/// The reader's choices as fields of a form.
pub fn hidden(reader: Reader) -> Markup {
    html! { @for (name, value) in reader.fields() { input type="hidden" name=(name) value=(value); } }
}

/// A page with its title, as the reader's browser shows it; `here` is its own address without what the reader
/// has chosen, for the other languages.
pub fn layout(reader: Reader, here: &str, title: &str, main: &Markup) -> Response {
    respond(written(reader, here, title, main))
}

/// The response of a page that is written.
pub fn respond(page: impl Into<Body>) -> Response {
    let headers = [(CONTENT_TYPE, "text/html; charset=utf-8"), (VARY, "accept-language")];
    (headers, page.into()).into_response()
}

/// The text of the same page.
pub fn written(reader: Reader, here: &str, title: &str, main: &Markup) -> String {
    let words = reader.words();
    let others = Language::ALL.into_iter().filter(|language| *language != reader.language);
    let page = html! {
        (DOCTYPE)
        html lang=(reader.language.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " - Yomikiri" }
                link rel="stylesheet" href=(STYLE.address);
                link rel="icon" href="data:,";
                script type="module" src=(SCRIPT.address) {}
            }
            body data-words=(words.of_scripts()) {
                a.skip href="#main" { (words.skip) }
                header {
                    a.name href=(reader.link("/")) { "Yomikiri" }
                    nav aria-label=(words.languages) {
                        @for language in others {
                            a lang=(language.tag()) hreflang=(language.tag())
                                href=(reader.speaking(language).link(here)) { (Words::of(language).language) }
                        }
                    }
                }
                main #main { (main) }
                footer { a href="/api/v1/openapi.json" { (words.for_programs) } }
            }
        }
    };
    page.into_string()
}

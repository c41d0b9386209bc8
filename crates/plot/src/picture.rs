//! A picture in SVG that `plotters` draws into: what charts and heat maps have in common.

use plotters::{
    coord::Shift,
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};
use std::io;

/// The width of all pictures, in pixels.
pub(crate) const WIDTH: u32 = 640;
/// What a title takes at the top of a picture, in pixels.
pub(crate) const TITLE: u32 = 34;
const FONT: &str = "sans-serif";

/// What drawing fails of, which a text in memory never does.
pub(crate) type Drawn<T> = Result<T, DrawingAreaErrorKind<io::Error>>;

/// A part of the picture.
pub(crate) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// A white picture so many pixels high, with a title for those who do not see it.
pub(crate) fn picture(title: &str, height: u32, draw: impl FnOnce(&Area<'_>) -> Drawn<()>) -> String {
    let mut text = String::new();
    let root = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
    root.fill(&WHITE).and_then(|()| draw(&root)).expect("a text in memory takes all");
    drop(root);
    // As large as it is shown.
    let text = text.replacen(&format!("width=\"{WIDTH}\" height=\"{height}\" "), "", 1);
    let (head, body) = text.split_once(">\n").unwrap_or(("", &text));
    format!("{head}>\n<title>{}</title>\n{}\n", escape(title), body.trim_end())
}

/// Text so large, with its middle at the height that it is drawn at.
pub(crate) fn style(size: u32, at: HPos) -> TextStyle<'static> {
    TextStyle::from((FONT, size)).pos(Pos::new(at, VPos::Center))
}

/// The title of an area, in its first [`TITLE`] pixels.
pub(crate) fn title(area: &Area<'_>, text: &str) -> Drawn<()> {
    area.draw_text(text, &style(18, HPos::Center), (WIDTH as i32 / 2, TITLE as i32 / 2))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

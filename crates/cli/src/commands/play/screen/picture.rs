//! A screen as an SVG picture, for documents and to compare with: each cell is a character of a fixed width.

use ratatui::{
    buffer::Buffer,
    style::{Color, Modifier},
};
use std::fmt::Write;
use yomikiri_core::columns;

/// The width and the height of a cell.
const CELL: (usize, usize) = (9, 18);

/// The colours of a picture: what is written on what, both turned round where a cell is reversed.
fn colours(fg: Color, bg: Color, is_reversed: bool) -> (&'static str, &'static str) {
    let (fg, bg) = (colour(fg, "#d8d4cb"), colour(bg, "#1c1b18"));
    if is_reversed { (bg, fg) } else { (fg, bg) }
}

fn colour(colour: Color, usual: &'static str) -> &'static str {
    match colour {
        Color::Green => "#7fc97f",
        Color::Red => "#f0806a",
        Color::Yellow => "#e8c45a",
        Color::Blue => "#3465a4",
        Color::White => "#ffffff",
        Color::Black | Color::Indexed(16) => "#000000",
        Color::Indexed(97) => "#875faf",
        Color::Indexed(208) => "#ff8700",
        Color::Indexed(231) => "#fefefe",
        _ => usual,
    }
}

/// The picture, with a title for those who do not see it.
pub fn svg(buffer: &Buffer, title: &str) -> String {
    let (width, height) = (usize::from(buffer.area.width) * CELL.0, usize::from(buffer.area.height) * CELL.1);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"monospace\" \
        font-size=\"15\" xml:space=\"preserve\">\n<title>{title}</title>\n\
        <rect width=\"{width}\" height=\"{height}\" fill=\"#1c1b18\"/>\n"
    );
    for line in 0..buffer.area.height {
        let mut column = 0;
        while column < buffer.area.width {
            let cell = &buffer[(column, line)];
            let wide = columns(cell.symbol()).max(1) as u16;
            let is_reversed = cell.modifier.contains(Modifier::REVERSED);
            let (fg, bg) = colours(cell.fg, cell.bg, is_reversed);
            let (x, y) = (usize::from(column) * CELL.0, usize::from(line) * CELL.1);
            if bg != "#1c1b18" {
                let width = usize::from(wide) * CELL.0;
                let _ = writeln!(
                    text,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{}\" fill=\"{bg}\"/>",
                    CELL.1
                );
            }
            let symbol = cell.symbol().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            if !symbol.trim().is_empty() {
                let mut style = String::new();
                for (modifier, attribute) in [
                    (Modifier::BOLD, " font-weight=\"bold\""),
                    (Modifier::DIM, " fill-opacity=\"0.6\""),
                    (Modifier::UNDERLINED, " text-decoration=\"underline\""),
                ] {
                    style += if cell.modifier.contains(modifier) { attribute } else { "" };
                }
                let length = usize::from(wide) * CELL.0;
                let _ = writeln!(
                    text,
                    "<text x=\"{x}\" y=\"{}\" textLength=\"{length}\" fill=\"{fg}\"{style}>{symbol}</text>",
                    y + 14
                );
            }
            column += wide;
        }
    }
    text + "</svg>\n"
}

//! Who was winning, over the game: for the terminal and as a picture.

use crate::{game::Judged, text::to_the_left, words::Words};
use std::fmt::Write;
use yomikiri_core::Mark;
use yomikiri_plot::{Axis, Chart, Point, Scale, Series, Style};

/// Rows of the plot in a terminal.
const ROWS: usize = 10;

/// Columns of the plot in a terminal, at most.
const COLUMNS: usize = 70;

/// Columns before the plot in a terminal.
const LABEL: usize = 11;

/// Eighths of a row, from below.
const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Columns as high as the first player's chances.
pub fn terminal(judged: &[Judged], words: &Words) -> String {
    let width = judged.len().min(COLUMNS);
    let mut text = String::new();
    for row in (0..ROWS).rev() {
        let label = match row {
            _ if row + 1 == ROWS => words.chances_first,
            _ if row == ROWS / 2 => "        50%",
            0 => words.chances_second,
            _ => "",
        };
        write!(text, "{} │", to_the_left(label, LABEL)).expect("a string takes all");
        for column in 0..width {
            let height = judged[column * judged.len() / width].probability * ROWS as f64 - row as f64;
            text.push(EIGHTHS[(height.clamp(0.0, 1.0) * 8.0).round() as usize]);
        }
        text.push('\n');
    }
    text
}

/// A picture in SVG, with a mark where a blunder leads to.
pub fn svg(judged: &[Judged], words: &Words) -> String {
    let point = |one: &Judged| Point::new(one.ply as f64, one.probability);
    let blunders = judged.windows(2).filter(|pair| pair[0].mark == Some(Mark::Blunder));
    let series = |name: &str, style, points| Series { name: name.into(), style, points };
    let chart = Chart {
        title: words.chances_title.into(),
        x: Axis { label: words.chances_plies.into(), scale: Scale::Linear },
        y: words.chances_share.into(),
        series: vec![
            series(words.chances_before, Style::Line, judged.iter().map(point).collect()),
            series(words.chances_after, Style::Marks, blunders.map(|pair| point(&pair[1])).collect()),
        ],
        diagonal: false,
    };
    chart.svg()
}

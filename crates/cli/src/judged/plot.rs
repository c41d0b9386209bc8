//! Who was winning, over the game: for the terminal and as a picture.

use crate::game::{Judged, Mark};
use std::fmt::Write;
use yomikiri_plot::{Axis, Chart, Point, Scale, Series};

/// Rows of the plot in a terminal.
const ROWS: usize = 10;

/// Columns of the plot in a terminal, at most.
const COLUMNS: usize = 70;

/// Eighths of a row, from below.
const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Columns as high as the first player's chances.
pub fn terminal(judged: &[Judged]) -> String {
    let columns = judged.len().min(COLUMNS);
    let mut text = String::new();
    for row in (0..ROWS).rev() {
        let label = match row {
            _ if row + 1 == ROWS => "first  100%",
            _ if row == ROWS / 2 => "        50%",
            0 => "second   0%",
            _ => "           ",
        };
        write!(text, "{label} │").expect("a string takes all");
        for column in 0..columns {
            let height = judged[column * judged.len() / columns].probability * ROWS as f64 - row as f64;
            text.push(EIGHTHS[(height.clamp(0.0, 1.0) * 8.0).round() as usize]);
        }
        text.push('\n');
    }
    text
}

/// A picture in SVG, with a dot after each blunder.
pub fn svg(judged: &[Judged]) -> String {
    // A blunder is a dot where it leads to.
    let after_blunder = |ply: usize| {
        ply.checked_sub(1).and_then(|before| judged[before].mark).is_some_and(|mark| mark == Mark::Blunder)
    };
    let point = |one: &Judged| {
        let interval = after_blunder(one.ply).then_some((one.probability, one.probability));
        Point { interval, ..Point::new(one.ply as f64, one.probability) }
    };
    let points = judged.iter().map(point).collect();
    let chart = Chart {
        title: "The first player's chances over the game".into(),
        x: Axis { label: "moves played [plies]".into(), scale: Scale::Linear },
        y: "chance of winning of the first player".into(),
        series: vec![Series { name: String::new(), points }],
        diagonal: false,
    };
    chart.svg()
}

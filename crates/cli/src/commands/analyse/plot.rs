//! Who was winning, over the game: for the terminal and as a picture.

use super::Judged;
use std::fmt::Write;

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

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 240.0;
const MARGIN: f64 = 40.0;

/// A picture in SVG.
pub fn svg(judged: &[Judged]) -> String {
    let last = judged.len().saturating_sub(1).max(1) as f64;
    let x = |ply: usize| MARGIN + ply as f64 / last * (WIDTH - 2.0 * MARGIN);
    let y = |probability: f64| MARGIN + (1.0 - probability) * (HEIGHT - 2.0 * MARGIN);
    let points: Vec<String> =
        judged.iter().map(|one| format!("{:.1},{:.1}", x(one.ply), y(one.probability))).collect();
    let (left, right, middle) = (MARGIN, WIDTH - MARGIN, y(0.5));
    let mut marks = String::new();
    for ply in (0..judged.len()).step_by(10) {
        let bottom = HEIGHT - MARGIN + 16.0;
        write!(marks, "<text x=\"{:.1}\" y=\"{bottom}\" text-anchor=\"middle\">{ply}</text>\n  ", x(ply))
            .expect("a string takes all");
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">
  <title>The first player's chances over the game</title>
  <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>
  <text x=\"4\" y=\"{:.1}\">100%</text>
  <text x=\"4\" y=\"{:.1}\">50%</text>
  <text x=\"4\" y=\"{:.1}\">0%</text>
  {marks}<line x1=\"{left}\" y1=\"{middle}\" x2=\"{right}\" y2=\"{middle}\" stroke=\"silver\"/>
  <polyline points=\"{}\" fill=\"none\" stroke=\"black\" stroke-width=\"2\"/>
</svg>
",
        y(1.0) + 4.0,
        middle + 4.0,
        y(0.0) + 4.0,
        points.join(" ")
    )
}

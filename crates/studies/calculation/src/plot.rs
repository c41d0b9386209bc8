//! Success rate against the number of simulations, with error bars: in a terminal, and as SVG.

use std::fmt::Write as _;

/// A measured point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Simulations a move; shown on a logarithmic scale.
    pub budget: u64,
    /// The rate of success, and its interval.
    pub rate: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// Points that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What they are of.
    pub name: String,
    /// By budget.
    pub points: Vec<Point>,
}

const ROWS: usize = 20;
const COLUMNS: usize = 60;
const MARKS: [char; 6] = ['o', 'x', '+', '*', '#', '@'];

/// The ends of the logarithmic axis.
fn ends(lines: &[Line]) -> (f64, f64) {
    let budgets =
        lines.iter().flat_map(|line| &line.points).map(|point| (point.budget.max(1) as f64).log10());
    let (least, most) = budgets.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
    if most > least { (least, most) } else { (least - 0.5, least + 0.5) }
}

/// The plot as text: a mark for each rate, a bar for its interval.
pub fn text(lines: &[Line]) -> String {
    let (least, most) = ends(lines);
    let column = |budget: u64| {
        (((budget.max(1) as f64).log10() - least) / (most - least) * (COLUMNS - 1) as f64).round() as usize
    };
    let row = |rate: f64| ROWS - (rate * ROWS as f64).round() as usize;
    let mut cells = vec![[' '; COLUMNS]; ROWS + 1];
    for (line, mark) in lines.iter().zip(MARKS.iter().cycle()) {
        for point in &line.points {
            let column = column(point.budget);
            for cells in &mut cells[row(point.high)..=row(point.low)] {
                cells[column] = if cells[column] == ' ' { '|' } else { cells[column] };
            }
            cells[row(point.rate)][column] = *mark;
        }
    }
    let mut text = String::new();
    for (i, cells) in cells.iter().enumerate() {
        let label = if i % 5 == 0 { format!("{:>4}%", 100 - 100 * i / ROWS) } else { String::new() };
        let _ = writeln!(text, "{label:>5} |{}", cells.iter().collect::<String>().trim_end());
    }
    let _ = writeln!(text, "      +{}", "-".repeat(COLUMNS));
    let (first, last) = (format!("{:.0}", 10f64.powf(least)), format!("{:.0} a move", 10f64.powf(most)));
    let _ = writeln!(text, "       {first}{last:>width$}", width = COLUMNS - first.len());
    for (line, mark) in lines.iter().zip(MARKS.iter().cycle()) {
        let _ = writeln!(text, "       {mark} {}", line.name);
    }
    text
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
const MARGIN: f64 = 48.0;
const NAME: f64 = 14.0;
const COLOURS: [&str; 6] = ["#1b6ca8", "#c8553d", "#3a7d44", "#7b4b94", "#b58900", "#444444"];

/// The plot as SVG.
pub fn svg(title: &str, lines: &[Line]) -> String {
    let (least, most) = ends(lines);
    let x = |budget: u64| {
        MARGIN + ((budget.max(1) as f64).log10() - least) / (most - least) * (WIDTH - 2.0 * MARGIN)
    };
    // The names stand above the plot, where no point can be.
    let names = NAME * lines.len() as f64;
    let height = HEIGHT + names;
    let y = |rate: f64| height - MARGIN - rate * (HEIGHT - 2.0 * MARGIN);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
        <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
        <text x=\"{}\" y=\"24\" text-anchor=\"middle\" font-size=\"15\">{}</text>\n",
        WIDTH / 2.0,
        escape(title)
    );
    for tenth in (0..=10).step_by(2) {
        let (rate, left, right) = (f64::from(tenth) / 10.0, MARGIN, WIDTH - MARGIN);
        let _ = writeln!(
            out,
            "<line x1=\"{left}\" x2=\"{right}\" y1=\"{0:.1}\" y2=\"{0:.1}\" stroke=\"#ddd\"/>\
            <text x=\"{1}\" y=\"{2:.1}\" text-anchor=\"end\">{3}%</text>",
            y(rate),
            left - 6.0,
            y(rate) + 4.0,
            tenth * 10
        );
    }
    for power in least.ceil() as i32..=most.floor() as i32 {
        let budget = 10u64.pow(power.max(0) as u32);
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{budget}</text>",
            x(budget),
            height - MARGIN + 18.0
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">simulations a move</text>",
        WIDTH / 2.0,
        height - 10.0
    );
    for (number, (line, colour)) in lines.iter().zip(COLOURS.iter().cycle()).enumerate() {
        let path: Vec<_> =
            line.points.iter().map(|point| format!("{:.1},{:.1}", x(point.budget), y(point.rate))).collect();
        let _ = writeln!(out, "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\"/>", path.join(" "));
        for point in &line.points {
            let (x, low, high, rate) = (x(point.budget), y(point.low), y(point.high), y(point.rate));
            let _ = writeln!(
                out,
                "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{low:.1}\" y2=\"{high:.1}\" stroke=\"{colour}\"/>\
                <circle cx=\"{x:.1}\" cy=\"{rate:.1}\" r=\"3\" fill=\"{colour}\"/>"
            );
        }
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" fill=\"{colour}\">{}</text>",
            MARGIN + 10.0,
            MARGIN - 4.0 + NAME * number as f64,
            escape(&line.name)
        );
    }
    out.push_str("</svg>\n");
    out
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines() -> Vec<Line> {
        let point = |budget, rate: f64| Point { budget, rate, low: (rate - 0.1).max(0.0), high: rate + 0.1 };
        vec![Line { name: "a < b".into(), points: vec![point(10, 0.0), point(100, 0.5), point(1000, 0.9)] }]
    }

    #[test]
    fn points_stand_where_they_belong() {
        let shown = text(&lines());
        let rows: Vec<_> = shown.lines().collect();
        assert!(rows[10].starts_with("  50% |") && rows[10].contains('o'), "{shown}");
        assert!(rows[2].ends_with('o') && rows[20].contains("|o"), "{shown}");
        assert!(rows[22].contains("10") && rows[22].ends_with("1000 a move"), "{shown}");
    }

    #[test]
    fn pictures_are_whole() {
        let picture = svg("title", &lines());
        assert_eq!(picture.matches("<circle").count(), 3);
        assert!(picture.contains("a &lt; b") && picture.ends_with("</svg>\n"));
        assert!(
            !svg("one", &[Line { name: "x".into(), points: lines()[0].points[..1].to_vec() }])
                .contains("NaN")
        );
    }
}

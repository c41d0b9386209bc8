//! A chart in a terminal: a mark for each share, a bar for its interval.

use crate::Chart;
use std::fmt::Write as _;

const ROWS: usize = 20;
const COLUMNS: usize = 60;
const MARKS: [char; 6] = ['o', 'x', '+', '*', '#', '@'];

impl Chart {
    /// The chart as lines of text.
    pub fn text(&self) -> String {
        let ends = self.ends();
        let column = |x: f64| (self.along(ends, x) * (COLUMNS - 1) as f64).round() as usize;
        let row = |share: f64| ROWS - (share.clamp(0.0, 1.0) * ROWS as f64).round() as usize;
        let mut cells = vec![[' '; COLUMNS]; ROWS + 1];
        for (series, mark) in self.series.iter().zip(MARKS.iter().cycle()) {
            for point in &series.points {
                let column = column(point.x);
                let (low, high) = point.interval.unwrap_or((point.share, point.share));
                for cells in &mut cells[row(high)..=row(low)] {
                    cells[column] = if cells[column] == ' ' { '|' } else { cells[column] };
                }
                cells[row(point.share)][column] = *mark;
            }
        }
        let mut text = format!("{}\n", self.y);
        for (i, cells) in cells.iter().enumerate() {
            let label = if i % 5 == 0 { format!("{:>4}%", 100 - 100 * i / ROWS) } else { String::new() };
            let _ = writeln!(text, "{label:>5} |{}", cells.iter().collect::<String>().trim_end());
        }
        let _ = writeln!(text, "      +{}", "-".repeat(COLUMNS));
        let all = || self.series.iter().flat_map(|series| &series.points).map(|point| point.x);
        let first = format!("{:.0}", all().fold(f64::INFINITY, f64::min));
        let last = format!("{:.0} {}", all().fold(f64::NEG_INFINITY, f64::max), self.x.label);
        let _ = writeln!(text, "       {first}{last:>width$}", width = COLUMNS - first.len());
        for (series, mark) in self.series.iter().zip(MARKS.iter().cycle()) {
            let _ = writeln!(text, "       {mark} {}", series.name);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use crate::chart::tests::chart;

    #[test]
    fn points_stand_where_they_belong() {
        let shown = chart().text();
        let rows: Vec<_> = shown.lines().collect();
        assert!(
            rows[0] == "games won" && rows[11].starts_with("  50% |") && rows[11].contains('o'),
            "{shown}"
        );
        assert!(rows[3].ends_with('o') && rows[21].contains("|o"), "{shown}");
        assert!(rows[23].contains("10") && rows[23].ends_with("1000 a move"), "{shown}");
    }
}

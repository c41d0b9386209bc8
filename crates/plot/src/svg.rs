//! Charts as SVG, drawn by `plotters`. Series differ in colour and in the shape of their marks; points with
//! intervals stand a little beside those of another series, so that no bar covers another's.

use crate::{
    Chart, Scale, Series,
    picture::{Area, Drawn, TITLE, picture, style, title},
};
use plotters::{
    coord::{
        cartesian::Cartesian2d,
        ranged1d::{KeyPointHint, NoDefaultFormatting, ValueFormatter},
        types::RangedCoordf64,
    },
    prelude::*,
    style::text_anchor::HPos,
};
use std::ops::Range;

/// The height of a plot with its axes, and of a line of the legend above it, in pixels.
const HEIGHT: u32 = 400;
const NAME: u32 = 18;
const COLOURS: [RGBColor; 6] = [
    RGBColor(0x1b, 0x6c, 0xa8),
    RGBColor(0xc8, 0x55, 0x3d),
    RGBColor(0x3a, 0x7d, 0x44),
    RGBColor(0x7b, 0x4b, 0x94),
    RGBColor(0xb5, 0x89, 0x00),
    RGBColor(0x44, 0x44, 0x44),
];

/// What stays free at both ends of the horizontal axis, and between the points of two series at the same
/// place, as shares of the axis: a mark and the ends of a bar take less than 11 of its 556 pixels.
const FREE: f64 = 0.03;
const ASIDE: f64 = 0.02;

/// The outline of a series' mark around its point, in pixels.
fn outline(number: usize) -> Vec<(i32, i32)> {
    match number % COLOURS.len() {
        0 => vec![(-4, -2), (-2, -4), (2, -4), (4, -2), (4, 2), (2, 4), (-2, 4), (-4, 2)],
        1 => vec![(-4, -4), (4, -4), (4, 4), (-4, 4)],
        2 => vec![(0, -5), (5, 4), (-5, 4)],
        3 => vec![(0, -6), (5, 0), (0, 6), (-5, 0)],
        4 => vec![(0, 5), (5, -4), (-5, -4)],
        _ => vec![
            (-2, -5),
            (2, -5),
            (2, -2),
            (5, -2),
            (5, 2),
            (2, 2),
            (2, 5),
            (-2, 5),
            (-2, 2),
            (-5, 2),
            (-5, -2),
            (-2, -2),
        ],
    }
}

/// Charts below each other as one picture, such as those of quantities with different units.
pub fn svg(charts: &[Chart]) -> String {
    let height = charts.iter().map(Chart::height).sum();
    let name = charts.first().map_or("", |chart| &chart.title);
    picture(name, height, |root| {
        let mut rest = root.clone();
        for chart in charts {
            let (area, below) = rest.split_vertically(chart.height());
            chart.draw(&area)?;
            rest = below;
        }
        Ok(())
    })
}

impl Chart {
    /// The chart as a picture.
    pub fn svg(&self) -> String {
        svg(std::slice::from_ref(self))
    }

    /// The series that have a name, with their numbers.
    fn named(&self) -> impl Iterator<Item = (usize, &Series)> {
        self.series.iter().enumerate().filter(|(_, series)| !series.name.is_empty())
    }

    /// What the title and the legend take.
    fn above(&self) -> u32 {
        TITLE + NAME * self.named().count() as u32
    }

    fn height(&self) -> u32 {
        HEIGHT + self.above()
    }

    /// The names of the series stand above the plot, where no point can be.
    fn draw(&self, area: &Area<'_>) -> Drawn<()> {
        title(area, &self.title)?;
        for (line, (number, series)) in self.named().enumerate() {
            let y = (TITLE + NAME * line as u32 + NAME / 2) as i32;
            if series.style.has_line() {
                area.draw(&PathElement::new([(58, y), (82, y)], colour(number)))?;
            }
            if series.style.has_marks() {
                area.draw(&(EmptyElement::at((70, y)) + mark(number)))?;
            }
            area.draw_text(&series.name, &style(14, HPos::Left), (90, y))?;
        }
        self.plot(&area.split_vertically(self.above()).1)
    }

    fn plot(&self, area: &Area<'_>) -> Drawn<()> {
        let ends = self.ends();
        let middle = (self.series.len().max(1) - 1) as f64 / 2.0;
        // Where there are no bars, points stand where they belong.
        let has_bars = self.series.iter().flat_map(|series| &series.points).any(|p| p.interval.is_some());
        let beside = if has_bars { ASIDE * (ends.1 - ends.0) } else { 0.0 };
        let free = FREE * (ends.1 - ends.0) + middle * beside;
        let marks = self.x.marks(ends).into_iter().map(|mark| self.x.scale.of(mark)).collect();
        let x = Horizontal { scale: self.x.scale, range: ends.0 - free..ends.1 + free, marks };
        let mut chart = ChartBuilder::on(area)
            .margin_right(20)
            .x_label_area_size(48)
            .y_label_area_size(64)
            .build_cartesian_2d(x, 0.0..1.0)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .max_light_lines(0)
            .bold_line_style(RGBColor(0xdd, 0xdd, 0xdd))
            .y_labels(6)
            .y_label_formatter(&|share| format!("{:.0}%", 100.0 * share))
            .label_style(("sans-serif", 13))
            .axis_desc_style(("sans-serif", 14))
            .x_desc(self.x.label.as_str())
            .y_desc(self.y.as_str())
            .draw()?;
        if self.diagonal {
            let line = [(0.0, 0.0), (1.0, 1.0)];
            chart.draw_series(LineSeries::new(line, RGBColor(0xbb, 0xbb, 0xbb)))?;
        }
        for (at, series) in self.series.iter().enumerate() {
            self.points(&mut chart, (at, series), (at as f64 - middle) * beside)?;
        }
        Ok(())
    }

    /// The line of a series, its marks, and the bars of its intervals.
    fn points(
        &self,
        chart: &mut ChartContext<'_, SVGBackend<'_>, Cartesian2d<Horizontal, RangedCoordf64>>,
        (number, series): (usize, &Series),
        aside: f64,
    ) -> Drawn<()> {
        let place = |x: f64| self.x.scale.of(x) + aside;
        if series.style.has_line() {
            let line = series.points.iter().map(|point| (place(point.x), point.share));
            chart.draw_series(LineSeries::new(line, colour(number)))?;
        }
        for point in &series.points {
            let x = place(point.x);
            if let Some((low, high)) = point.interval {
                chart.draw_series([PathElement::new([(x, low), (x, high)], colour(number))])?;
                let cap =
                    |end| EmptyElement::at((x, end)) + PathElement::new([(-4, 0), (4, 0)], colour(number));
                chart.draw_series([cap(low), cap(high)])?;
            }
            if series.style.has_marks() {
                chart.draw_series([EmptyElement::at((x, point.share)) + mark(number)])?;
            }
        }
        Ok(())
    }
}

/// The horizontal axis as places on its scale, with the marks that it is to have.
struct Horizontal {
    scale: Scale,
    range: Range<f64>,
    marks: Vec<f64>,
}

impl Ranged for Horizontal {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, place: &f64, (first, last): (i32, i32)) -> i32 {
        let along = (place - self.range.start) / (self.range.end - self.range.start);
        first + (along * f64::from(last - first)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _hint: Hint) -> Vec<f64> {
        self.marks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

impl ValueFormatter<f64> for Horizontal {
    fn format_ext(&self, place: &f64) -> String {
        number(self.scale.back(*place))
    }
}

fn colour(number: usize) -> RGBColor {
    COLOURS[number % COLOURS.len()]
}

/// The mark of a series around its point.
fn mark(number: usize) -> Polygon<(i32, i32)> {
    Polygon::new(outline(number), colour(number).filled())
}

/// The shortest digits of a number, without what adding left over: steps are 1, 2 or 5 times a power of ten.
fn number(x: f64) -> String {
    ((x * 1e6).round() / 1e6).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Style, chart::tests::chart};
    use std::collections::HashSet;

    #[test]
    fn pictures_are_whole() {
        let mut chart = chart();
        let picture = chart.svg();
        assert!(picture.contains("a &lt; b") && picture.ends_with("</svg>\n"), "{picture}");
        for told in ["title", "a move", "games won", "100%", "1000", "<title>title</title>"] {
            assert!(picture.contains(told), "{told}: {picture}");
        }
        // One mark in the legend, one for each point, with an interval or without.
        assert_eq!(picture.matches("<polygon").count(), 4, "{picture}");
        chart.series[0].points[0].interval = None;
        assert_eq!(chart.svg().matches("<polygon").count(), 4);
        chart.series[0].style = Style::Line;
        assert_eq!(chart.svg().matches("<polygon").count(), 0);
        chart.series[0].points.truncate(1);
        assert!(!chart.svg().contains("NaN"));
        chart.series.clear();
        assert!(!chart.svg().contains("NaN") && !chart.svg().contains("inf"));
    }

    #[test]
    fn series_are_told_apart_by_shape_and_no_bar_covers_another() {
        let shapes: HashSet<_> = (0..COLOURS.len()).map(outline).collect();
        assert_eq!(shapes.len(), COLOURS.len());
        let mut chart = chart();
        chart.series.push(Series { name: "second".into(), ..chart.series[0].clone() });
        let picture = chart.svg();
        let marks = picture.lines().filter(|line| line.starts_with("<polygon"));
        let points: Vec<_> =
            marks.filter_map(|line| line.split("points=\"").nth(1)?.split('"').next()).collect();
        assert_eq!((points.len(), points.iter().collect::<HashSet<_>>().len()), (8, 8), "{picture}");
    }

    #[test]
    fn charts_stand_below_each_other() {
        let picture = svg(&[chart(), Chart { title: "second".into(), ..chart() }]);
        let height = 2 * chart().height();
        assert!(picture.contains(&format!("viewBox=\"0 0 640 {height}\"")), "{picture}");
        assert_eq!(picture.matches("<polygon").count(), 8, "{picture}");
        assert!(picture.contains("<title>title</title>") && picture.contains("second"), "{picture}");
    }
}

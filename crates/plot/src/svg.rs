//! A chart as SVG, drawn by `plotters`. Series differ in colour and in the shape of their marks; their points
//! stand a little beside each other, so that no bar of an interval covers another's.

use crate::{Chart, Scale, Series};
use plotters::{
    coord::{
        Shift,
        cartesian::Cartesian2d,
        ranged1d::{KeyPointHint, NoDefaultFormatting, ValueFormatter},
        types::RangedCoordf64,
    },
    prelude::*,
};
use std::{fmt::Display, io, ops::Range};

const WIDTH: u32 = 640;
const HEIGHT: u32 = 400;
/// The height of a line of the legend, in pixels, and of the title above it.
const NAME: u32 = 18;
const TITLE: u32 = 34;
const COLOURS: [RGBColor; 6] = [
    RGBColor(0x1b, 0x6c, 0xa8),
    RGBColor(0xc8, 0x55, 0x3d),
    RGBColor(0x3a, 0x7d, 0x44),
    RGBColor(0x7b, 0x4b, 0x94),
    RGBColor(0xb5, 0x89, 0x00),
    RGBColor(0x44, 0x44, 0x44),
];

/// What stays free at both ends of the horizontal axis, and between the points of two series at the same
/// place, as shares of the axis.
const FREE: f64 = 0.03;
const ASIDE: f64 = 0.01;

/// A picture of so many units, in which `body` is drawn on white.
pub fn document(title: &str, width: f64, height: f64, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
        <title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{body}</svg>\n",
        escape(title)
    )
}

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

/// What drawing fails of, which a text in memory never does.
type Drawn<T> = Result<T, DrawingAreaErrorKind<io::Error>>;

/// A part of the picture.
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

impl Chart {
    /// The chart as a picture; the names of the series stand above the plot, where no point can be.
    pub fn svg(&self) -> String {
        let named = self.series.iter().filter(|series| !series.name.is_empty()).count() as u32;
        let above = TITLE + NAME * named;
        let mut text = String::new();
        let drawn = self
            .draw(&SVGBackend::with_string(&mut text, (WIDTH, HEIGHT + above)).into_drawing_area(), above);
        drawn.expect("a text in memory takes all");
        // As large as it is shown, and with a title for those who do not see it.
        let size = format!("width=\"{WIDTH}\" height=\"{}\" ", HEIGHT + above);
        let text = text.replacen(&size, "", 1);
        let (head, body) = text.split_once(">\n").unwrap_or(("", &text));
        format!("{head}>\n<title>{}</title>\n{}\n", escape(&self.title), body.trim_end())
    }

    fn draw(&self, root: &Area<'_>, above: u32) -> Drawn<()> {
        root.fill(&WHITE)?;
        let (top, plot) = root.split_vertically(above);
        let title = ("sans-serif", 18).into_font().into_text_style(&top);
        let (width, _) = top.estimate_text_size(&self.title, &title)?;
        top.draw_text(&self.title, &title, ((WIDTH.saturating_sub(width) / 2) as i32, 10))?;
        let named = self.series.iter().enumerate().filter(|(_, series)| !series.name.is_empty());
        for (line, (number, series)) in named.enumerate() {
            let y = (TITLE + NAME * line as u32) as i32;
            top.draw(&(EmptyElement::at((70, y + 8)) + mark(number)))?;
            top.draw_text(&series.name, &("sans-serif", 14).into_font().into_text_style(&top), (84, y))?;
        }
        self.plot(&plot)
    }

    fn plot(&self, area: &Area<'_>) -> Drawn<()> {
        let ends = self.ends();
        let free = FREE * (ends.1 - ends.0);
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
        let middle = (self.series.len().max(1) - 1) as f64 / 2.0;
        for (at, series) in self.series.iter().enumerate() {
            let aside = (at as f64 - middle) * ASIDE * (ends.1 - ends.0);
            self.points(&mut chart, (at, series), aside)?;
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
        let colour = COLOURS[number % COLOURS.len()];
        let place = |x: f64| self.x.scale.of(x) + aside;
        let line = series.points.iter().map(|point| (place(point.x), point.share));
        chart.draw_series(LineSeries::new(line, colour))?;
        for point in &series.points {
            let Some((low, high)) = point.interval else { continue };
            let x = place(point.x);
            chart.draw_series([PathElement::new([(x, low), (x, high)], colour)])?;
            let cap = |end| EmptyElement::at((x, end)) + PathElement::new([(-4, 0), (4, 0)], colour);
            chart.draw_series([cap(low), cap(high)])?;
            chart.draw_series([EmptyElement::at((x, point.share)) + mark(number)])?;
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

/// The mark of a series around its point.
fn mark(number: usize) -> Polygon<(i32, i32)> {
    Polygon::new(outline(number), COLOURS[number % COLOURS.len()].filled())
}

/// The shortest digits of a number, without what adding left over: steps are 1, 2 or 5 times a power of ten.
fn number(x: f64) -> String {
    ((x * 1e6).round() / 1e6).to_string()
}

fn escape(text: impl Display) -> String {
    text.to_string().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::tests::chart;
    use std::collections::HashSet;

    #[test]
    fn pictures_are_whole() {
        let mut chart = chart();
        let picture = chart.svg();
        assert!(picture.contains("a &lt; b") && picture.ends_with("</svg>\n"), "{picture}");
        for told in ["title", "a move", "games won", "100%", "1000", "<title>title</title>"] {
            assert!(picture.contains(told), "{told}: {picture}");
        }
        // One mark in the legend, one for each point; bars and caps beside the line.
        assert_eq!(picture.matches("<polygon").count(), 4, "{picture}");
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
}

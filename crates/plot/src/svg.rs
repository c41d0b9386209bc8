//! A chart as SVG.

use crate::Chart;
use std::fmt::Write as _;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
const MARGIN: f64 = 48.0;
/// The height of a line of the legend.
const NAME: f64 = 14.0;
const COLOURS: [&str; 6] = ["#1b6ca8", "#c8553d", "#3a7d44", "#7b4b94", "#b58900", "#444444"];

/// A picture of so many units, in which `body` is drawn on white.
pub fn document(title: &str, width: f64, height: f64, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
        <title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{body}</svg>\n",
        escape(title)
    )
}

/// Where shares and values stand in the picture.
struct Frame<'a> {
    chart: &'a Chart,
    ends: (f64, f64),
    height: f64,
}

impl Frame<'_> {
    fn x(&self, x: f64) -> f64 {
        MARGIN + self.chart.along(self.ends, x) * (WIDTH - 2.0 * MARGIN)
    }

    fn y(&self, share: f64) -> f64 {
        self.height - MARGIN - share * (HEIGHT - 2.0 * MARGIN)
    }

    /// Title, marks and labels of both axes.
    fn axes(&self, out: &mut String) {
        let (middle, left, right) = (WIDTH / 2.0, MARGIN, WIDTH - MARGIN);
        let title = escape(&self.chart.title);
        let _ = writeln!(
            out,
            "<text x=\"{middle}\" y=\"24\" text-anchor=\"middle\" font-size=\"15\">{title}</text>"
        );
        for percent in (0..=100).step_by(20) {
            let y = self.y(f64::from(percent) / 100.0);
            let _ = writeln!(
                out,
                "<line x1=\"{left}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>\
                <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{percent}%</text>",
                left - 6.0,
                y + 4.0
            );
        }
        for mark in self.chart.x.marks(self.ends) {
            let (x, y) = (self.x(mark), self.height - MARGIN + 18.0);
            // Steps are 1, 2 or 5 times a power of ten: shortest digits, without what adding left over.
            let mark = (mark * 1e6).round() / 1e6;
            let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{mark}</text>");
        }
        let (y, label) = (self.height - 10.0, escape(&self.chart.x.label));
        let _ = writeln!(out, "<text x=\"{middle}\" y=\"{y}\" text-anchor=\"middle\">{label}</text>");
        if self.chart.diagonal {
            let _ = writeln!(
                out,
                "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"silver\" stroke-dasharray=\"4\"/>",
                self.x(0.0),
                self.y(0.0),
                self.x(1.0),
                self.y(1.0)
            );
        }
    }

    fn series(&self, out: &mut String) {
        for (number, (series, colour)) in self.chart.series.iter().zip(COLOURS.iter().cycle()).enumerate() {
            let at = |point: &crate::Point| format!("{:.1},{:.1}", self.x(point.x), self.y(point.share));
            let line: Vec<_> = series.points.iter().map(at).collect();
            let _ =
                writeln!(out, "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\"/>", line.join(" "));
            for point in &series.points {
                let Some((low, high)) = point.interval else { continue };
                let (x, low, high, share) = (self.x(point.x), self.y(low), self.y(high), self.y(point.share));
                let _ = writeln!(
                    out,
                    "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{low:.1}\" y2=\"{high:.1}\" stroke=\"{colour}\"/>\
                    <circle cx=\"{x:.1}\" cy=\"{share:.1}\" r=\"3\" fill=\"{colour}\"/>"
                );
            }
            let (x, y) = (MARGIN + 10.0, MARGIN - 4.0 + NAME * number as f64);
            let _ =
                writeln!(out, "<text x=\"{x}\" y=\"{y}\" fill=\"{colour}\">{}</text>", escape(&series.name));
        }
    }
}

impl Chart {
    /// The chart as a picture; the names of the series stand above the plot, where no point can be.
    pub fn svg(&self) -> String {
        let frame =
            Frame { chart: self, ends: self.ends(), height: HEIGHT + NAME * self.series.len() as f64 };
        let mut body = String::new();
        frame.axes(&mut body);
        frame.series(&mut body);
        document(&self.title, WIDTH, frame.height, &body)
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use crate::chart::tests::chart;

    #[test]
    fn pictures_are_whole() {
        let mut chart = chart();
        let picture = chart.svg();
        assert_eq!(picture.matches("<circle").count(), 3);
        assert!(picture.contains("a &lt; b") && picture.ends_with("</svg>\n"));
        chart.series[0].points.truncate(1);
        assert!(!chart.svg().contains("NaN"));
        chart.series.clear();
        assert!(!chart.svg().contains("NaN") && !chart.svg().contains("inf"));
    }
}

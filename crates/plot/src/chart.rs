//! What is plotted.

use crate::Axis;

/// A measured share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Where it stands on the horizontal axis.
    pub x: f64,
    /// The share, from 0 to 1.
    pub share: f64,
    /// The lower and the upper end of its interval, if it has one.
    pub interval: Option<(f64, f64)>,
}

impl Point {
    /// A share without an interval.
    pub const fn new(x: f64, share: f64) -> Self {
        Self { x, share, interval: None }
    }
}

/// How a series is drawn; bars of intervals are drawn in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A mark at each point, and a line through them.
    Both,
    /// A line alone: many points of one series.
    Line,
    /// Marks alone: points of interest.
    Marks,
}

impl Style {
    pub(crate) const fn has_line(self) -> bool {
        matches!(self, Self::Both | Self::Line)
    }

    pub(crate) const fn has_marks(self) -> bool {
        matches!(self, Self::Both | Self::Marks)
    }
}

/// Points that belong together, by `x`.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What they are of; empty if nothing needs to be told apart.
    pub name: String,
    /// How they are drawn.
    pub style: Style,
    /// The points.
    pub points: Vec<Point>,
}

/// Series of shares over one axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// What is shown.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// What the shares are of; told on the vertical axis.
    pub y: String,
    /// What is plotted.
    pub series: Vec<Series>,
    /// Whether the line of equal `x` and share is drawn, for axes from 0 to 1.
    pub diagonal: bool,
}

impl Chart {
    /// The ends of the horizontal axis, on its scale.
    pub(crate) fn ends(&self) -> (f64, f64) {
        let all = self.series.iter().flat_map(|series| &series.points).map(|point| point.x);
        self.x.ends(all)
    }

    /// How far along the axis a value stands, from 0 to 1.
    pub(crate) fn along(&self, ends: (f64, f64), x: f64) -> f64 {
        (self.x.scale.of(x) - ends.0) / (ends.1 - ends.0)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::Scale;

    pub(crate) fn chart() -> Chart {
        let point = |x, share: f64| Point { x, share, interval: Some(((share - 0.1).max(0.0), share + 0.1)) };
        let series = Series {
            name: "a < b".into(),
            style: Style::Both,
            points: vec![point(10.0, 0.0), point(100.0, 0.5), point(1000.0, 0.9)],
        };
        let x = Axis { label: "a move".into(), scale: Scale::Logarithmic };
        Chart { title: "title".into(), x, y: "games won".into(), series: vec![series], diagonal: false }
    }
}

//! Shares plotted over a quantity: in a terminal, and as SVG.
//!
//! All plots of the house have a share from 0 to 1 on the vertical axis (games won, results told, a chance of
//! winning), so one [`Chart`] draws them all: in a terminal by itself, as SVG by `plotters`.
//!
//! ```
//! use yomikiri_plot::{Axis, Chart, Point, Scale, Series};
//!
//! let points = vec![Point::new(10.0, 0.2), Point::new(100.0, 0.5), Point::new(1000.0, 0.7)];
//! let chart = Chart {
//!     title: "Games won".into(),
//!     x: Axis { label: "simulations a move".into(), scale: Scale::Logarithmic },
//!     y: "games won".into(),
//!     series: vec![Series { name: "tree search".into(), points }],
//!     diagonal: false,
//! };
//! assert!(chart.svg().starts_with("<svg "));
//! assert!(chart.text().contains("  50% |"));
//! ```

mod axis;
mod chart;
mod svg;
mod text;

pub use axis::{Axis, Scale};
pub use chart::{Chart, Point, Series};
pub use svg::document;

//! Shares plotted over a quantity, in a terminal and as SVG; numbers by square as SVG.
//!
//! All plots of the house have a share from 0 to 1 on the vertical axis (games won, results told, a chance of
//! winning), so one [`Chart`] draws them all: in a terminal by itself, as SVG by `plotters`. A chart has one
//! unit on its horizontal axis; [`svg()`] puts charts of several units below each other. [`HeatMaps`] are the
//! boards.
//!
//! ```
//! use yomikiri_plot::{Axis, Chart, Point, Scale, Series, Style};
//!
//! let points = vec![Point::new(10.0, 0.2), Point::new(100.0, 0.5), Point::new(1000.0, 0.7)];
//! let chart = Chart {
//!     title: "Games won".into(),
//!     x: Axis { label: "simulations a move".into(), scale: Scale::Logarithmic },
//!     y: "games won".into(),
//!     series: vec![Series { name: "tree search".into(), style: Style::Both, points }],
//!     diagonal: false,
//! };
//! assert!(chart.svg().starts_with("<svg "));
//! assert!(chart.text().contains("  50% |"));
//! ```

mod axis;
mod chart;
mod heat_map;
mod picture;
mod svg;
mod text;

pub use axis::{Axis, Scale};
pub use chart::{Chart, Point, Series, Style};
pub use heat_map::{HeatMap, HeatMaps};
pub use svg::svg;

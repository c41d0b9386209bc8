//! Shares plotted over a quantity: in a terminal, and as SVG.
//!
//! All plots of the house have a share from 0 to 1 on the vertical axis (games won, results told, a chance of
//! winning), so one [`Chart`] draws them all. It is 200 lines; a plotting crate brings fonts, bitmaps and a
//! minute of building.

mod axis;
mod chart;
mod svg;
mod text;

pub use axis::{Axis, Scale};
pub use chart::{Chart, Point, Series};
pub use svg::document;

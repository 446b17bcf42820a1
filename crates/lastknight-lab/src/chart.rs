//! Charts as SVG, for the command line, reports and the page.
//!
//! A chart is plain data: labels and numbers. `draw` turns it into a [`Drawing`], byte for byte the same for the same
//! data. Any data make a valid drawing: none at all, one value, equal or huge ones. What is not a number is left out.
//!
//! Text is escaped. Long labels are cut in the middle, since names of agents differ at both ends; the full text is the
//! tooltip, which screen readers read too.
//!
//! ```
//! use lastknight_lab::chart::{Bar, Bars};
//!
//! let rating = |label: &str, value: f64, error: f64| Bar {
//!     label: label.into(),
//!     value: Some(value),
//!     interval: Some((value - error, value + error)),
//!     note: format!("{value:+.0} ± {error:.0}"),
//!     ..Bar::default()
//! };
//! let ratings = Bars {
//!     title: "Ratings".into(),
//!     axis: "Elo above the average".into(),
//!     rows: vec![rating("alphabeta(improved)", 50.0, 12.0), rating("greedy(open)", -50.0, 12.0)],
//!     ..Bars::default()
//! };
//! assert!(ratings.draw_dots().file().starts_with("<svg "));
//! ```

mod axis;
mod bars;
mod canvas;
mod drawing;
mod frame;
mod heatmap;
mod label;
mod legend;
mod lines;
mod rows;
mod scatter;
mod stacks;
mod style;

pub(crate) use canvas::escaped;

pub use bars::{Bar, Bars};
pub use drawing::Drawing;
pub use heatmap::{Heatmap, HeatmapCell, Margin};
pub use lines::{LinePoint, Lines, Reference, Series};
pub use scatter::{Scatter, ScatterPoint};
pub use stacks::{Stack, Stacks};
pub use style::page_style;

/// The default width of a chart in its own units, and the most pixels it takes on a screen.
const WIDTH: f64 = 860.0;

//! Charts as SVG, for the command line, the report and the page alike.
//!
//! A chart is plain data, labels and numbers; `draw` turns it into a [`Drawing`]. Nothing here knows what the numbers
//! mean. The same data give the same text, byte for byte. Whatever the data are, none at all, one value, values that
//! are all equal, gigantic or not numbers, the drawing is a valid one: what is not a number is left out.
//!
//! Text comes from people and programs and is escaped. Long labels are cut in their middle, since names of agents
//! differ at both ends, and tell the whole of it to the mouse and to screen readers.
//!
//! ```
//! use lastknight_lab::chart::{Dot, Dots};
//!
//! let dot = |label: &str, value, error| Dot {
//!     label: label.into(),
//!     value: Some(value),
//!     interval: Some((value - error, value + error)),
//!     note: format!("{value:+.0} ± {error:.0}"),
//! };
//! let ratings = Dots {
//!     title: "Ratings".into(),
//!     description: "Two agents; the first is stronger.".into(),
//!     axis: "Elo above the average".into(),
//!     rows: vec![dot("alphabeta(improved)", 50.0, 12.0), dot("greedy(open)", -50.0, 12.0)],
//! };
//! assert!(ratings.draw().file().starts_with("<svg "));
//! ```

mod axis;
mod bars;
mod canvas;
mod dots;
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
pub use dots::{Dot, Dots};
pub use drawing::Drawing;
pub use heatmap::{Cell, Heatmap, Margin};
pub use lines::{LinePoint, Lines, Reference, Series};
pub use scatter::{Scatter, Spot};
pub use stacks::{Stack, Stacks};
pub use style::page_style;

/// The width of a chart that has no reason to be wider, in its own units; on a screen at most as many pixels.
const WIDTH: f64 = 860.0;

//! Legends: names of colours in rows and columns.

use super::canvas::{Canvas, Point};
use super::label::width;

const ROW: f64 = 18.0;
const SWATCH: f64 = 22.0;
/// The distance from a mark to its name.
const NAME: f64 = SWATCH + 6.0;
const GAP: f64 = 18.0;

/// The mark before a name.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Mark {
    Field,
    Line,
    Diamond,
}

/// A mark, the class that colours it, and its name.
pub(super) type LegendEntry = (Mark, String, String);

/// A legend, laid out.
pub(super) struct Legend {
    entries: Vec<LegendEntry>,
    /// The place of each entry, from the upper left corner.
    places: Vec<Point>,
    name_room: f64,
}

impl Legend {
    /// Lays the entries out within `room`: in one row if they fit, else in columns of equal width.
    pub(super) fn new(entries: Vec<LegendEntry>, room: f64) -> Legend {
        let wishes: Vec<f64> = entries.iter().map(|(.., name)| NAME + width(name) + GAP).collect();
        if wishes.iter().sum::<f64>() <= room {
            let starts = wishes.iter().scan(0.0, |next, wish| {
                *next += wish;
                Some((*next - wish, 0.0))
            });
            return Legend { entries, places: starts.collect(), name_room: room };
        }
        let wish = wishes.into_iter().fold(1.0, f64::max);
        let columns = ((room / wish).floor() as usize).clamp(1, entries.len());
        let column = wish.min(room / columns as f64);
        let place =
            |index: usize| ((index % columns) as f64 * column, (index / columns) as f64 * ROW);
        let places = (0..entries.len()).map(place).collect();
        Legend { entries, places, name_room: column - NAME }
    }

    /// Returns the height.
    pub(super) fn height(&self) -> f64 {
        self.places.last().map_or(0.0, |place| place.1 + ROW)
    }

    /// Draws it from its upper left corner.
    pub(super) fn draw(&self, canvas: &mut Canvas, corner: Point) {
        for ((mark, class, name), place) in self.entries.iter().zip(&self.places) {
            let (x, y) = (corner.0 + place.0, corner.1 + place.1 + ROW / 2.0);
            match mark {
                Mark::Field => canvas.rectangle(class, (x + 4.0, y - 6.0), (SWATCH - 8.0, 12.0)),
                Mark::Line => canvas.line(&format!("curve {class}"), (x, y), (x + SWATCH, y)),
                Mark::Diamond => diamond(canvas, class, (x + SWATCH / 2.0, y)),
            }
            canvas.label("fill-text", (x + NAME, y), name, self.name_room);
        }
    }
}

/// Draws a small diamond.
pub(super) fn diamond(canvas: &mut Canvas, class: &str, (x, y): Point) {
    canvas.path(class, [(x, y - 6.0), (x + 6.0, y), (x, y + 6.0), (x - 6.0, y)], true);
}

//! A bar in each row, if need be with an error bar and a second value beside it.

use super::WIDTH;
use super::axis::{Axis, in_words};
use super::canvas::Canvas;
use super::dots::known;
use super::drawing::Drawing;
use super::legend::{Legend, Mark, diamond};
use super::rows::Rows;

/// A bar from zero in each row, in the order given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bars {
    /// What the chart shows.
    pub title: String,
    /// What a reader who does not see it should know.
    pub description: String,
    /// What the values are, with their unit.
    pub axis: String,
    /// What the bars are called where there are second values too.
    pub value_name: String,
    /// What the second values are called.
    pub other_name: String,
    /// The rows from the top.
    pub rows: Vec<Bar>,
}

/// A row of [`Bars`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bar {
    /// What stands to the left.
    pub label: String,
    /// How far the bar goes; without it there is none.
    pub value: Option<f64>,
    /// From where to where the error bar goes; an infinite end is at the edge.
    pub interval: Option<(f64, f64)>,
    /// A second value to compare with, drawn as a diamond.
    pub other: Option<f64>,
    /// What stands to the right, such as the value in digits; may be empty.
    pub note: String,
}

impl Bars {
    /// Draws the chart.
    #[must_use]
    pub fn draw(&self) -> Drawing {
        if self.rows.is_empty() {
            return Drawing::empty(&self.title, &self.description);
        }
        let mut canvas = Canvas::default();
        let mut top = 0.0;
        if self.rows.iter().any(|row| row.other.is_some()) {
            let entries = vec![
                (Mark::Field, "fill-high".to_string(), self.value_name.clone()),
                (Mark::Diamond, "fill-s2".to_string(), self.other_name.clone()),
            ];
            let legend = Legend::new(entries, WIDTH - 20.0);
            legend.draw(&mut canvas, (6.0, 0.0));
            top = legend.height() + 4.0;
        }
        let numbers = self.rows.iter().flat_map(|row| {
            let ends = row.interval.into_iter().flat_map(|(low, high)| [low, high]);
            row.value.into_iter().chain(row.other).chain(ends)
        });
        let axis = Axis::padded(numbers.chain([0.0]), 7);
        let labels: Vec<_> =
            self.rows.iter().map(|row| (row.label.as_str(), row.note.as_str())).collect();
        let mut rows = Rows::new(canvas, &labels, axis, &self.axis, top);
        for (index, row) in self.rows.iter().enumerate() {
            row.draw(&mut rows, index);
        }
        rows.finish(&self.title, &self.description)
    }
}

impl Bar {
    fn draw(&self, rows: &mut Rows, index: usize) {
        let y = rows.middle(index);
        let value = self.value.filter(|value| value.is_finite());
        let words = value.map_or("unknown".to_string(), in_words);
        let other = self.other.filter(|value| value.is_finite());
        let beside = other.map_or(String::new(), |other| format!(" beside {}", in_words(other)));
        rows.canvas.open(&format!("{}: {words}{beside}", self.label));
        if let Some(value) = value {
            let (zero, end) = (rows.axis.at(0.0), rows.axis.at(value));
            rows.canvas.rectangle(
                "fill-high",
                (zero.min(end), y - 8.0),
                ((end - zero).abs(), 16.0),
            );
        }
        if let Some(interval) = known(self.interval) {
            rows.canvas.error_bar("bar line-text", &rows.axis, interval, y);
        }
        if let Some(other) = other {
            diamond(&mut rows.canvas, "fill-s2 thin line-back", (rows.axis.at(other), y));
        }
        rows.canvas.close();
    }
}

//! A point with an error bar in each row, as for ratings.

use super::axis::{Axis, in_words};
use super::canvas::Canvas;
use super::drawing::Drawing;
use super::rows::Rows;

/// A point in each row with its error bar, in the order given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dots {
    /// What the chart shows.
    pub title: String,
    /// What a reader who does not see it should know.
    pub description: String,
    /// What the values are, with their unit.
    pub axis: String,
    /// The rows from the top.
    pub rows: Vec<Dot>,
}

/// A row of [`Dots`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dot {
    /// What stands to the left.
    pub label: String,
    /// Where the point is; without it there is none.
    pub value: Option<f64>,
    /// From where to where the error bar goes; an infinite end is at the edge.
    pub interval: Option<(f64, f64)>,
    /// What stands to the right, such as the value in digits; may be empty.
    pub note: String,
}

impl Dots {
    /// Draws the chart.
    #[must_use]
    pub fn draw(&self) -> Drawing {
        if self.rows.is_empty() {
            return Drawing::empty(&self.title, &self.description);
        }
        let labels: Vec<_> =
            self.rows.iter().map(|row| (row.label.as_str(), row.note.as_str())).collect();
        let mut rows = Rows::new(Canvas::default(), &labels, self.scale(), &self.axis, 0.0);
        for (index, row) in self.rows.iter().enumerate() {
            let y = rows.middle(index);
            let value = row.value.filter(|value| value.is_finite());
            rows.canvas.open(&format!(
                "{}: {}",
                row.label,
                value.map_or("unknown".to_string(), in_words)
            ));
            if let Some(interval) = known(row.interval) {
                rows.canvas.error_bar("bar line-s1", &rows.axis, interval, y);
            }
            if let Some(value) = value {
                rows.canvas.circle("fill-s1", (rows.axis.at(value), y), 4.5);
            }
            rows.canvas.close();
        }
        rows.finish(&self.title, &self.description)
    }

    /// An axis of all values and intervals; with zero, unless that would take more than half of it.
    fn scale(&self) -> Axis {
        let ends =
            self.rows.iter().flat_map(|row| row.interval).flat_map(|(low, high)| [low, high]);
        let values: Vec<f64> = self
            .rows
            .iter()
            .filter_map(|row| row.value)
            .chain(ends)
            .filter(|value| value.is_finite())
            .collect();
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let span = greatest - least;
        let zero = (least <= span && -greatest <= span).then_some(0.0);
        Axis::padded(values.into_iter().chain(zero), 7)
    }
}

/// The interval, unless one of its ends is no number.
pub(super) fn known(interval: Option<(f64, f64)>) -> Option<(f64, f64)> {
    interval.filter(|(low, high)| !low.is_nan() && !high.is_nan())
}

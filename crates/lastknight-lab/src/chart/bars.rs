//! A bar or a dot in each row, with an error bar and a second value on request.

use super::axis::{Axis, extent, short_number};
use super::canvas::{Canvas, without_nan};
use super::drawing::Drawing;
use super::legend::{Mark, diamond};
use super::rows::Rows;

/// The size of a chart in a row of a table, and the room at its ends.
const STRIP: (f64, f64) = (280.0, 20.0);
const STRIP_EDGE: f64 = 6.0;

/// A value in each row, in the given order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bars {
    /// The title.
    pub title: String,
    /// A description for readers who cannot see the chart.
    pub description: String,
    /// What the values are, with their unit.
    pub axis: String,
    /// The name of the values in the legend, which only a chart with second values has.
    pub value_name: String,
    /// The name of the second values.
    pub other_name: String,
    /// The rows from the top.
    pub rows: Vec<Bar>,
}

/// A row of [`Bars`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bar {
    /// The text on the left.
    pub label: String,
    /// The value, if there is one.
    pub value: Option<f64>,
    /// The ends of the error bar; an infinite end is at the edge.
    pub interval: Option<(f64, f64)>,
    /// A second value to compare with, drawn as a diamond.
    pub other: Option<f64>,
    /// The text on the right, such as the value in digits; may be empty.
    pub note: String,
}

impl Bars {
    /// Draws each value as a bar from zero.
    pub fn draw(&self) -> Drawing {
        self.draw_as(false)
    }

    /// Draws each value as a dot. The axis includes zero unless that would take more than half of it.
    pub fn draw_dots(&self) -> Drawing {
        self.draw_as(true)
    }

    fn draw_as(&self, is_dots: bool) -> Drawing {
        if self.rows.is_empty() {
            return Drawing::empty(&self.title, &self.description);
        }
        let legend = match self.rows.iter().any(|row| row.other.is_some()) {
            true => vec![
                (Mark::Field, "fill-high".to_string(), self.value_name.clone()),
                (Mark::Diamond, "fill-s2".to_string(), self.other_name.clone()),
            ],
            false => Vec::new(),
        };
        let labels = self.rows.iter().map(|row| (row.label.as_str(), row.note.as_str())).collect();
        let mut rows = Rows::new(legend, labels, self.scale(is_dots), &self.axis);
        for (index, row) in self.rows.iter().enumerate() {
            let y = rows.middle(index);
            row.draw(&mut rows.canvas, &rows.axis, y, is_dots);
        }
        rows.finish(&self.title, &self.description)
    }

    /// Draws each value as a dot in a small chart of its own, all on one axis, for the rows of a table. Returns the ends of
    /// the axis too.
    pub fn draw_strips(&self) -> (Vec<Drawing>, (f64, f64)) {
        let axis = self.scale(true).across(STRIP_EDGE, STRIP.0 - STRIP_EDGE);
        let strip = |row: &Bar| {
            let mut canvas = Canvas::default();
            for (x, _) in axis.ticks() {
                canvas.line("thin line-grid", (x, 0.0), (x, STRIP.1));
            }
            if axis.has_zero() {
                canvas.line("thin line-axis", (axis.at(0.0), 0.0), (axis.at(0.0), STRIP.1));
            }
            row.draw(&mut canvas, &axis, STRIP.1 / 2.0, true);
            Drawing::new(&row.label, &row.note, STRIP, canvas)
        };
        (self.rows.iter().map(strip).collect(), axis.range())
    }

    fn scale(&self, is_dots: bool) -> Axis {
        let values = self.rows.iter().flat_map(|row| {
            let ends = row.interval.into_iter().flat_map(|(low, high)| [low, high]);
            row.value.into_iter().chain(row.other).chain(ends)
        });
        let values = values.filter(|value| value.is_finite());
        let (least, most) = extent(values.clone());
        let span = most - least;
        let has_zero = !is_dots || (least <= span && -most <= span);
        Axis::padded(values.chain(has_zero.then_some(0.0)), 7)
    }
}

impl Bar {
    fn draw(&self, canvas: &mut Canvas, x: &Axis, y: f64, is_dot: bool) {
        let [value, other] =
            [self.value, self.other].map(|value| value.filter(|value| value.is_finite()));
        let text = value.map_or("unknown".to_string(), short_number);
        let beside = other.map(|other| format!(" beside {}", short_number(other)));
        canvas.open(&format!("{}: {text}{}", self.label, beside.unwrap_or_default()));
        if let Some(value) = value.filter(|_| !is_dot) {
            let (zero, end) = (x.at(0.0), x.at(value));
            let size = ((end - zero).abs(), 16.0);
            canvas.rectangle("fill-high", (zero.min(end), y - 8.0), size);
        }
        if let Some(interval) = without_nan(self.interval) {
            let class = if is_dot { "bar line-s1" } else { "bar line-text" };
            canvas.error_bar(class, x, interval, y);
        }
        if let Some(value) = value.filter(|_| is_dot) {
            canvas.circle("fill-s1", (x.at(value), y), 4.5);
        }
        if let Some(other) = other {
            diamond(canvas, "fill-s2 thin line-back", (x.at(other), y));
        }
        canvas.close();
    }
}

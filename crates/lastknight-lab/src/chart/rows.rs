//! The shared part of charts with labelled rows: legend, labels on the left, notes on the right, an axis below.

use super::WIDTH;
use super::axis::Axis;
use super::canvas::Canvas;
use super::drawing::Drawing;
use super::label::widest;
use super::legend::{Legend, LegendEntry};

const ROW: f64 = 26.0;
const EDGE: f64 = 10.0;
const GAP: f64 = 12.0;
const LABEL_ROOM: f64 = 300.0;
const NOTE_ROOM: f64 = 170.0;
/// From this many rows on, the ticks are written above them too.
const MANY: usize = 20;

/// The rows of a chart with the axis in place, ready for their contents.
pub(super) struct Rows {
    pub(super) canvas: Canvas,
    pub(super) axis: Axis,
    top: f64,
    height: f64,
}

impl Rows {
    /// Draws the legend, the label and note of each row, the grid and the axis with its name.
    pub(super) fn new(
        legend: Vec<LegendEntry>,
        rows: Vec<(&str, &str)>,
        axis: Axis,
        axis_name: &str,
    ) -> Rows {
        let mut canvas = Canvas::default();
        let legend = Legend::new(legend, WIDTH - 20.0);
        legend.draw(&mut canvas, (6.0, 0.0));
        let legend_height = if legend.height() > 0.0 { legend.height() + 4.0 } else { 0.0 };
        let is_long = rows.len() >= MANY;
        let top = legend_height + if is_long { 22.0 } else { 6.0 };
        let bottom = top + rows.len() as f64 * ROW;
        let labels = widest(rows.iter().map(|row| row.0)).min(LABEL_ROOM);
        let notes = widest(rows.iter().map(|row| row.1)).min(NOTE_ROOM);
        let left = EDGE + labels + GAP;
        let right = WIDTH - if notes > 0.0 { EDGE + notes + GAP } else { 30.0 };
        let axis = axis.across(left, right);
        for (index, (label, note)) in rows.into_iter().enumerate() {
            let y = top + (index as f64 + 0.5) * ROW;
            if index % 2 == 0 {
                canvas.rectangle("fill-band", (EDGE / 2.0, y - ROW / 2.0), (WIDTH - EDGE, ROW));
            }
            canvas.label("fill-text", (EDGE, y), label, LABEL_ROOM);
            canvas.label("fill-text end", (WIDTH - EDGE, y), note, NOTE_ROOM);
        }
        for (x, label) in axis.ticks() {
            canvas.line("thin line-grid", (x, top), (x, bottom));
            canvas.text("fill-muted middle", (x, bottom + 14.0), &label);
            if is_long {
                canvas.text("fill-muted middle", (x, top - 12.0), &label);
            }
        }
        if axis.has_zero() {
            let zero = axis.at(0.0);
            canvas.line("thin line-axis", (zero, top), (zero, bottom));
        }
        let center = ((left + right) / 2.0, bottom + 33.0);
        canvas.label("fill-muted middle", center, axis_name, right - left);
        let height = bottom + if axis_name.is_empty() { 28.0 } else { 46.0 };
        Rows { canvas, axis, top, height }
    }

    /// Returns the middle of a row.
    pub(super) fn middle(&self, index: usize) -> f64 {
        self.top + (index as f64 + 0.5) * ROW
    }

    /// Returns the finished chart.
    pub(super) fn finish(self, title: &str, description: &str) -> Drawing {
        Drawing::new(title, description, (WIDTH, self.height), self.canvas)
    }
}

//! What charts with one row a label share: labels to the left, an axis below, notes to the right.

use super::WIDTH;
use super::axis::Axis;
use super::canvas::Canvas;
use super::drawing::Drawing;
use super::label::widest;

const ROW: f64 = 26.0;
const EDGE: f64 = 10.0;
const GAP: f64 = 12.0;
const LABEL_ROOM: f64 = 300.0;
const NOTE_ROOM: f64 = 170.0;
/// From here on the axis is written above the rows too.
const MANY: usize = 20;

/// The rows of a chart with its axis in place, ready for what stands in them.
pub(super) struct Rows {
    pub(super) canvas: Canvas,
    pub(super) axis: Axis,
    top: f64,
    height: f64,
}

impl Rows {
    /// Draws labels, notes, the grid and the axis `axis` with its name, below what already takes `top`.
    pub(super) fn new(
        mut canvas: Canvas,
        rows: &[(&str, &str)],
        axis: Axis,
        name: &str,
        top: f64,
    ) -> Rows {
        let labels = widest(rows.iter().map(|row| row.0)).min(LABEL_ROOM);
        let notes = widest(rows.iter().map(|row| row.1)).min(NOTE_ROOM);
        let left = EDGE + labels + GAP;
        let right = WIDTH - if notes > 0.0 { EDGE + notes + GAP } else { 30.0 };
        let axis = axis.across(left, right);
        let top = top + if rows.len() >= MANY { 22.0 } else { 6.0 };
        let bottom = top + rows.len() as f64 * ROW;
        for (index, &(label, note)) in rows.iter().enumerate() {
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
            if rows.len() >= MANY {
                canvas.text("fill-muted middle", (x, top - 12.0), &label);
            }
        }
        if axis.has_zero() {
            let zero = axis.at(0.0);
            canvas.line("thin line-axis", (zero, top), (zero, bottom));
        }
        let height = bottom + if name.is_empty() { 28.0 } else { 46.0 };
        canvas.label(
            "fill-muted middle",
            ((left + right) / 2.0, bottom + 33.0),
            name,
            right - left,
        );
        Rows { canvas, axis, top, height }
    }

    /// The middle of a row.
    pub(super) fn middle(&self, index: usize) -> f64 {
        self.top + (index as f64 + 0.5) * ROW
    }

    /// The finished chart.
    pub(super) fn finish(self, title: &str, description: &str) -> Drawing {
        Drawing::new(title, description, (WIDTH, self.height), self.canvas)
    }
}

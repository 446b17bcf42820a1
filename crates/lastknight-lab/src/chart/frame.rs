//! The shared part of charts in a plane: two named axes and a grid.

use super::axis::Axis;
use super::canvas::{Canvas, Point};
use super::label::widest;

/// The height of the plane.
pub(super) const HEIGHT: f64 = 330.0;
/// The top of the plane, below the name of the upright axis and the colour scale.
pub(super) const TOP: f64 = 30.0;
/// The bottom of the plane.
pub(super) const BOTTOM: f64 = TOP + HEIGHT;
/// The height including the ticks and the name of the lower axis.
pub(super) const FULL: f64 = BOTTOM + 48.0;

/// A plane with both axes drawn, ready for its contents.
pub(super) struct Frame {
    pub(super) canvas: Canvas,
    pub(super) x: Axis,
    pub(super) y: Axis,
}

impl Frame {
    /// Draws grid and axes, the plane up to `right`, and the name of the upright axis, at most `name_room` wide.
    pub(super) fn new(
        (x, y): (Axis, Axis),
        (x_name, y_name): (&str, &str),
        right: f64,
        name_room: f64,
    ) -> Frame {
        let mut canvas = Canvas::default();
        let ticks: Vec<_> = y.ticks().map(|(_, label)| label).collect();
        let left = 16.0 + widest(ticks.iter().map(String::as_str));
        let (x, y) = (x.across(left, right), y.across(BOTTOM, TOP));
        for (at, label) in y.ticks() {
            canvas.line("thin line-grid", (left, at), (right, at));
            canvas.text("fill-muted end", (left - 8.0, at), &label);
        }
        for (at, label) in x.ticks() {
            canvas.line("thin line-grid", (at, TOP), (at, BOTTOM));
            canvas.text("fill-muted middle", (at, BOTTOM + 14.0), &label);
        }
        if y.has_zero() {
            canvas.line("thin line-axis", (left, y.at(0.0)), (right, y.at(0.0)));
        }
        canvas.line("thin line-axis", (left, BOTTOM), (right, BOTTOM));
        canvas.label("fill-muted", (8.0, 12.0), y_name, name_room);
        let center = ((left + right) / 2.0, BOTTOM + 34.0);
        canvas.label("fill-muted middle", center, x_name, (right - left) * 0.4);
        Frame { canvas, x, y }
    }

    /// Returns the place of a value in the drawing.
    pub(super) fn at(&self, x: f64, y: f64) -> Point {
        (self.x.at(x), self.y.at(y))
    }
}

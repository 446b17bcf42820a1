//! What charts in a plane share: two axes with their names, a grid, and room beside it.

use super::axis::Axis;
use super::canvas::Canvas;
use super::label::widest;

/// The height of the plane.
pub(super) const HEIGHT: f64 = 330.0;
/// Where the plane begins, below the names of the upright axis and of colours.
pub(super) const TOP: f64 = 30.0;
/// Where the plane ends.
pub(super) const BOTTOM: f64 = TOP + HEIGHT;
/// The height of everything with the ticks and the name of the lower axis.
pub(super) const FULL: f64 = BOTTOM + 48.0;

/// Two axes laid out and drawn.
pub(super) struct Frame {
    pub(super) x: Axis,
    pub(super) y: Axis,
}

impl Frame {
    /// Draws the grid and the axes, the plane up to `right`, and the upright axis's name, which may be `name_room` wide.
    pub(super) fn draw(
        canvas: &mut Canvas,
        axes: (Axis, Axis),
        names: (&str, &str),
        right: f64,
        name_room: f64,
    ) -> Frame {
        let (x, y) = axes;
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
        canvas.label("fill-muted", (8.0, 12.0), names.1, name_room);
        canvas.label(
            "fill-muted middle",
            ((left + right) / 2.0, BOTTOM + 34.0),
            names.0,
            (right - left) * 0.4,
        );
        Frame { x, y }
    }
}

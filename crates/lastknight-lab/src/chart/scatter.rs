//! Points in a plane, coloured by value, as for a search in two parameters.

use super::WIDTH;
use super::axis::{Axis, extent, short_number};
use super::drawing::Drawing;
use super::frame::{BOTTOM, FULL, Frame};
use super::label::width;
use super::style::{STEPS, step_color};

const FIELD: f64 = 16.0;

/// Points in a plane. Greater values stand out more from the background.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scatter {
    /// The title.
    pub title: String,
    /// A description for readers who cannot see the chart.
    pub description: String,
    /// The name of the lower axis.
    pub x_axis: String,
    /// The name of the upright axis.
    pub y_axis: String,
    /// What the values are.
    pub value_name: String,
    /// The points.
    pub points: Vec<ScatterPoint>,
    /// The index of the point that is marked as the best.
    pub best: Option<usize>,
}

/// A point of a [`Scatter`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScatterPoint {
    /// The coordinate to the right.
    pub x: f64,
    /// The coordinate upwards.
    pub y: f64,
    /// The value that sets the colour; without one the point is hollow.
    pub value: Option<f64>,
    /// The tooltip; may be empty.
    pub title: String,
}

impl Scatter {
    /// Draws the chart.
    pub fn draw(&self) -> Drawing {
        let is_shown = |point: &ScatterPoint| point.x.is_finite() && point.y.is_finite();
        let mut shown: Vec<&ScatterPoint> =
            self.points.iter().filter(|point| is_shown(point)).collect();
        if shown.is_empty() {
            return Drawing::empty(&self.title, &self.description);
        }
        // The greatest values lie on top.
        shown.sort_by(|a, b| {
            a.finite_value().partial_cmp(&b.finite_value()).expect("no value is NaN")
        });
        let x = padded(shown.iter().map(|point| point.x));
        let y = padded(shown.iter().map(|point| point.y));
        let axes = (Axis::linear(x, 7), Axis::linear(y, 6));
        let names = (self.x_axis.as_str(), self.y_axis.as_str());
        let mut frame = Frame::new(axes, names, WIDTH - 30.0, WIDTH * 0.4);
        let values = shown.iter().filter_map(|point| point.finite_value());
        let (least, most) = extent(values.clone());
        for point in &shown {
            let fill = point.finite_value().map_or("hollow".to_string(), |value| {
                let part = (value / 2.0 - least / 2.0) / (most / 2.0 - least / 2.0);
                // If all values are equal, each is the greatest.
                format!("fill-{}", step_color(if part.is_nan() { 1.0 } else { part }))
            });
            let at = frame.at(point.x, point.y);
            frame.canvas.open(&point.title);
            frame.canvas.circle(&format!("{fill} thin line-axis"), at, 5.0);
            frame.canvas.close();
        }
        let best = self.best.and_then(|best| self.points.get(best));
        if let Some(best) = best.filter(|best| is_shown(best)) {
            draw_best(&mut frame, best);
        }
        if values.count() > 0 {
            self.draw_color_scale(&mut frame, least, most);
        }
        Drawing::new(&self.title, &self.description, (WIDTH, FULL), frame.canvas)
    }

    /// Draws the colour scale at the upper right.
    fn draw_color_scale(&self, Frame { canvas, .. }: &mut Frame, least: f64, most: f64) {
        let (low, high) = (short_number(least), short_number(most));
        let mut x = WIDTH - 30.0 - width(&high);
        canvas.text("fill-muted", (x, 12.0), &high);
        x -= 6.0 + FIELD * STEPS as f64;
        for step in 0..STEPS {
            let class = format!("fill-{}", step_color((step as f64 + 0.5) / STEPS as f64));
            canvas.rectangle(&class, (x + step as f64 * FIELD, 6.0), (FIELD, 12.0));
        }
        canvas.text("fill-muted end", (x - 6.0, 12.0), &low);
        x -= 16.0 + width(&low);
        canvas.label("fill-muted end", (x, 12.0), &self.value_name, x - WIDTH * 0.4 - 20.0);
    }
}

impl ScatterPoint {
    fn finite_value(&self) -> Option<f64> {
        self.value.filter(|value| value.is_finite())
    }
}

/// Draws a ring around the best point, and its coordinates at the lower left, where no point hides them.
fn draw_best(frame: &mut Frame, best: &ScatterPoint) {
    let at = frame.at(best.x, best.y);
    let ((left, right), y) = (frame.x.ends(), BOTTOM + 34.0);
    frame.canvas.circle("curve line-s2", at, 9.0);
    frame.canvas.circle("curve line-s2", (left + 7.0, y), 7.0);
    let text = format!("best: {}, {}", short_number(best.x), short_number(best.y));
    frame.canvas.label("fill-s2 strong", (left + 22.0, y), &text, (right - left) * 0.3);
}

/// Returns the range of the values with some room at both ends, even across zero.
fn padded(values: impl Iterator<Item = f64>) -> [f64; 2] {
    let (least, most) = extent(values);
    let room = (most / 2.0 - least / 2.0) * 0.08;
    [least - room, most + room]
}

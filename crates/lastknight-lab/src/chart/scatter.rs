//! Points in a plane, coloured by their values, as for a search in two parameters.

use super::WIDTH;
use super::axis::{Axis, in_words};
use super::canvas::Canvas;
use super::drawing::Drawing;
use super::frame::{BOTTOM, FULL, Frame};
use super::label::width;
use super::style::{STEPS, step_color};

const FIELD: f64 = 16.0;

/// Points in a plane, the greater their value the darker, or the lighter on a dark ground.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scatter {
    /// What the chart shows.
    pub title: String,
    /// What a reader who does not see it should know.
    pub description: String,
    /// What goes to the right.
    pub x_axis: String,
    /// What goes upwards.
    pub y_axis: String,
    /// What the values are.
    pub value_name: String,
    /// The points.
    pub spots: Vec<Spot>,
    /// Which of the points is marked as the best.
    pub best: Option<usize>,
}

/// A point of a [`Scatter`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spot {
    /// How far to the right.
    pub x: f64,
    /// How high.
    pub y: f64,
    /// What colours it; without a value it is hollow.
    pub value: Option<f64>,
    /// What it tells the mouse; may be empty.
    pub title: String,
}

impl Scatter {
    /// Draws the chart.
    #[must_use]
    pub fn draw(&self) -> Drawing {
        let mut shown: Vec<(usize, &Spot)> =
            self.spots.iter().enumerate().filter(|(_, spot)| spot.is_shown()).collect();
        if shown.is_empty() {
            return Drawing::empty(&self.title, &self.description);
        }
        // The best ones lie on top.
        shown.sort_by(|a, b| {
            a.1.known_value().partial_cmp(&b.1.known_value()).expect("no value is NaN")
        });
        let mut canvas = Canvas::default();
        let x = room_around(shown.iter().map(|(_, spot)| spot.x));
        let y = room_around(shown.iter().map(|(_, spot)| spot.y));
        let axes = (Axis::linear(x, 7), Axis::linear(y, 6));
        let names = (self.x_axis.as_str(), self.y_axis.as_str());
        let frame = Frame::draw(&mut canvas, axes, names, WIDTH - 30.0, WIDTH * 0.4);
        let values: Vec<f64> = shown.iter().filter_map(|(_, spot)| spot.known_value()).collect();
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for &(_, spot) in &shown {
            let part = spot
                .known_value()
                .map(|value| (value / 2.0 - least / 2.0) / (most / 2.0 - least / 2.0));
            spot.draw(&mut canvas, &frame, part);
        }
        if let Some(&(_, best)) = shown.iter().find(|&&(index, _)| Some(index) == self.best) {
            draw_best(&mut canvas, &frame, best);
        }
        if !values.is_empty() {
            self.draw_colors(&mut canvas, least, most);
        }
        Drawing::new(&self.title, &self.description, (WIDTH, FULL), canvas)
    }

    /// What the colours mean, at the upper right.
    fn draw_colors(&self, canvas: &mut Canvas, least: f64, most: f64) {
        let (low, high) = (in_words(least), in_words(most));
        let mut x = WIDTH - 30.0 - width(&high);
        canvas.text("fill-muted", (x, 12.0), &high);
        x -= 6.0 + FIELD * STEPS as f64;
        for step in 0..STEPS {
            let color = step_color((step as f64 + 0.5) / STEPS as f64);
            canvas.rectangle(
                &format!("fill-{color}"),
                (x + step as f64 * FIELD, 6.0),
                (FIELD, 12.0),
            );
        }
        canvas.text("fill-muted end", (x - 6.0, 12.0), &low);
        x -= 16.0 + width(&low);
        canvas.label("fill-muted end", (x, 12.0), &self.value_name, x - WIDTH * 0.4 - 20.0);
    }
}

impl Spot {
    fn is_shown(&self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }

    fn known_value(&self) -> Option<f64> {
        self.value.filter(|value| value.is_finite())
    }

    /// Draws it with the colour that lies this part of the way from the least value to the greatest.
    fn draw(&self, canvas: &mut Canvas, frame: &Frame, part: Option<f64>) {
        // Where all values are equal, each is the greatest.
        let color = part.map(|part| step_color(if part.is_nan() { 1.0 } else { part }));
        let fill = color.map_or("hollow".to_string(), |color| format!("fill-{color}"));
        canvas.open(&self.title);
        canvas.circle(
            &format!("{fill} thin line-axis"),
            (frame.x.at(self.x), frame.y.at(self.y)),
            5.0,
        );
        canvas.close();
    }
}

/// A ring about the best point, and the same with its numbers at the lower left, where no point hides them.
fn draw_best(canvas: &mut Canvas, frame: &Frame, best: &Spot) {
    canvas.circle("curve line-s2", (frame.x.at(best.x), frame.y.at(best.y)), 9.0);
    let (left, right) = frame.x.ends();
    let y = BOTTOM + 34.0;
    canvas.circle("curve line-s2", (left + 7.0, y), 7.0);
    let text = format!("best: {}, {}", in_words(best.x), in_words(best.y));
    canvas.label("fill-s2 strong", (left + 22.0, y), &text, (right - left) * 0.3);
}

/// The values with a little room at both ends, across zero too.
fn room_around(values: impl Iterator<Item = f64> + Clone) -> [f64; 2] {
    let least = values.clone().fold(f64::INFINITY, f64::min);
    let most = values.fold(f64::NEG_INFINITY, f64::max);
    let room = (most / 2.0 - least / 2.0) * 0.08;
    [least - room, most + room]
}

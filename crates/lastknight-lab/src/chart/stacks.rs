//! A bar of several counts in each row, as for how games ended.

use super::WIDTH;
use super::axis::Axis;
use super::canvas::Canvas;
use super::drawing::Drawing;
use super::label::width;
use super::legend::{Legend, Mark};
use super::rows::Rows;
use super::style::series_color;
use crate::format::grouped;

/// A bar in each row that is made up of counts, in the order given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stacks {
    /// What the chart shows.
    pub title: String,
    /// What a reader who does not see it should know.
    pub description: String,
    /// What is counted.
    pub axis: String,
    /// What the parts are called, from the left.
    pub parts: Vec<String>,
    /// The rows from the top.
    pub rows: Vec<Stack>,
}

/// A row of [`Stacks`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stack {
    /// What stands to the left.
    pub label: String,
    /// The count of each part; those that are missing are zero.
    pub counts: Vec<u64>,
    /// What stands to the right, such as the sum; may be empty.
    pub note: String,
}

impl Stacks {
    /// Draws the chart.
    #[must_use]
    pub fn draw(&self) -> Drawing {
        if self.rows.is_empty() || self.parts.is_empty() {
            return Drawing::empty(&self.title, &self.description);
        }
        let mut canvas = Canvas::default();
        let entry = |(index, name): (usize, &String)| (Mark::Field, fill(index), name.clone());
        let legend = Legend::new(self.parts.iter().enumerate().map(entry).collect(), WIDTH - 20.0);
        legend.draw(&mut canvas, (6.0, 0.0));
        let sums = self.rows.iter().map(|row| row.counts.iter().map(|&count| count as f64).sum());
        let axis = Axis::linear(sums.chain([0.0]), 7);
        let labels: Vec<_> =
            self.rows.iter().map(|row| (row.label.as_str(), row.note.as_str())).collect();
        let mut rows = Rows::new(canvas, &labels, axis, &self.axis, legend.height() + 4.0);
        for (index, row) in self.rows.iter().enumerate() {
            self.draw_row(&mut rows, index, row);
        }
        rows.finish(&self.title, &self.description)
    }

    fn draw_row(&self, rows: &mut Rows, index: usize, row: &Stack) {
        let y = rows.middle(index);
        let mut before = 0.0;
        for (part, (name, &count)) in self.parts.iter().zip(&row.counts).enumerate() {
            if count == 0 {
                continue;
            }
            let (from, to) = (rows.axis.at(before), rows.axis.at(before + count as f64));
            before += count as f64;
            rows.canvas.open(&format!("{}: {name} {}", row.label, grouped(count)));
            // A hair of ground between neighbours tells them apart without their colours.
            let seam = if to - from > 3.0 { 1.0 } else { 0.0 };
            rows.canvas.rectangle(&fill(part), (from, y - 9.0), (to - from - seam, 18.0));
            let text = grouped(count);
            if width(&text) + 6.0 <= to - from {
                rows.canvas.text("fill-back middle", ((from + to) / 2.0, y), &text);
            }
            rows.canvas.close();
        }
    }
}

fn fill(part: usize) -> String {
    format!("fill-{}", series_color(part))
}

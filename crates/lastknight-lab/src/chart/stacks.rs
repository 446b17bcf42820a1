//! Counts side by side in one bar for each row.

use super::axis::Axis;
use super::drawing::Drawing;
use super::label::width;
use super::legend::Mark;
use super::rows::Rows;
use super::style::series_color;
use crate::format::grouped;

/// A bar made up of counts in each row, in the given order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stacks {
    /// The title.
    pub title: String,
    /// A description for readers who cannot see the chart.
    pub description: String,
    /// What is counted.
    pub axis: String,
    /// The names of the parts, from the left.
    pub parts: Vec<String>,
    /// The rows from the top.
    pub rows: Vec<Stack>,
}

/// A row of [`Stacks`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stack {
    /// The text on the left.
    pub label: String,
    /// The count of each part; missing ones are zero.
    pub counts: Vec<u64>,
    /// The text on the right, such as the sum; may be empty.
    pub note: String,
}

impl Stacks {
    /// Draws the chart.
    pub fn draw(&self) -> Drawing {
        if self.rows.is_empty() || self.parts.is_empty() {
            return Drawing::empty(&self.title, &self.description);
        }
        let entry = |(index, name): (usize, &String)| (Mark::Field, fill(index), name.clone());
        let legend = self.parts.iter().enumerate().map(entry).collect();
        let sums = self.rows.iter().map(|row| row.counts.iter().map(|&count| count as f64).sum());
        let axis = Axis::linear(sums.chain([0.0]), 7);
        let labels = self.rows.iter().map(|row| (row.label.as_str(), row.note.as_str())).collect();
        let mut rows = Rows::new(legend, labels, axis, &self.axis);
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
            let text = grouped(count);
            rows.canvas.open(&format!("{}: {name} {text}", row.label));
            // A gap separates neighbours without relying on colour.
            let gap = if to - from > 3.0 { 1.0 } else { 0.0 };
            rows.canvas.rectangle(&fill(part), (from, y - 9.0), (to - from - gap, 18.0));
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

//! A table of shares with coloured cells: orange below one half, blue above.

use super::WIDTH;
use super::canvas::{Canvas, Point};
use super::drawing::Drawing;
use super::label::{shorten, widest, width};

const ROW: f64 = 28.0;
const EDGE: f64 = 10.0;
const GAP: f64 = 10.0;
const NAME_ROOM: f64 = 300.0;
const SLANTED_ROOM: f64 = 190.0;
const CELL_ROOM: f64 = 120.0;
const LEAST_CELL: f64 = 42.0;
/// The sine of 45 degrees.
const SLANT: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// A table of shares.
///
/// If rows and columns have the same names and those are long, the columns are numbered like the rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heatmap {
    /// The title.
    pub title: String,
    /// A description for readers who cannot see the chart.
    pub description: String,
    /// What the values are, for the colour scale.
    pub measure: String,
    /// The names of the rows.
    pub rows: Vec<String>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The cells of each row; missing ones are empty.
    pub cells: Vec<Vec<Option<HeatmapCell>>>,
    /// Additional columns, set apart on the right.
    pub margins: Vec<Margin>,
}

/// A cell of a [`Heatmap`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeatmapCell {
    /// The value that sets the colour, from 0 to 1.
    pub value: f64,
    /// The text in the cell.
    pub text: String,
    /// The tooltip; may be empty.
    pub title: String,
}

/// A column beside a [`Heatmap`], such as the average.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Margin {
    /// The text above it.
    pub heading: String,
    /// Its cells from the top; missing ones are empty.
    pub cells: Vec<Option<HeatmapCell>>,
}

/// The form of the column headings.
#[derive(Clone, Copy, PartialEq)]
enum Heading {
    Level,
    Slanted,
    Number,
}

/// The places of the parts of a heatmap.
struct Layout {
    heading: Heading,
    names: f64,
    left: f64,
    top: f64,
    /// The left edge and the width of each column, then of each margin.
    columns: Vec<(f64, f64)>,
    width: f64,
    bottom: f64,
}

impl Heatmap {
    /// Draws the chart.
    pub fn draw(&self) -> Drawing {
        if self.rows.is_empty() || (self.columns.is_empty() && self.margins.is_empty()) {
            return Drawing::empty(&self.title, &self.description);
        }
        let layout = self.layout();
        let mut canvas = Canvas::default();
        let size = (layout.width - layout.left, layout.bottom - layout.top);
        canvas.rectangle("fill-back", (layout.left, layout.top), size);
        self.draw_names(&mut canvas, &layout);
        for row in 0..self.rows.len() {
            let y = layout.top + row as f64 * ROW;
            for (column, &(x, width)) in layout.columns.iter().enumerate() {
                draw_cell(&mut canvas, self.cell(row, column), (x, y), width);
            }
        }
        draw_scale(&mut canvas, &self.measure, &layout);
        Drawing::new(&self.title, &self.description, (layout.width, layout.bottom + 40.0), canvas)
    }

    /// Returns a cell; the margins follow the last column.
    fn cell(&self, row: usize, column: usize) -> Option<&HeatmapCell> {
        let cell = match column.checked_sub(self.columns.len()) {
            None => self.cells.get(row)?.get(column)?,
            Some(margin) => self.margins[margin].cells.get(row)?,
        };
        cell.as_ref()
    }

    fn layout(&self) -> Layout {
        let text_room = |cells: &mut dyn Iterator<Item = &Option<HeatmapCell>>| {
            let texts = cells.flatten().map(|cell| cell.text.as_str());
            (widest(texts).min(CELL_ROOM) + 12.0).max(LEAST_CELL)
        };
        let margin_width = |margin: &Margin| {
            let heading = width(&margin.heading).min(CELL_ROOM) + 12.0;
            text_room(&mut margin.cells.iter()).max(heading)
        };
        let names = widest(self.rows.iter().map(String::as_str)).min(NAME_ROOM);
        let plain = text_room(&mut self.cells.iter().flatten());
        let margins: Vec<f64> = self.margins.iter().map(margin_width).collect();
        let margins_width: f64 = margins.iter().map(|width| width + GAP).sum();
        let headings = widest(self.columns.iter().map(String::as_str));
        let level = plain.max(headings + 12.0);
        let count = self.columns.len() as f64;
        let level_width = EDGE + names + GAP + level * count + margins_width + EDGE;
        let heading = match level <= CELL_ROOM && level_width <= WIDTH {
            true => Heading::Level,
            false if self.rows == self.columns => Heading::Number,
            false => Heading::Slanted,
        };
        let slanted = headings.min(SLANTED_ROOM) * SLANT;
        let (numbers, cell, top) = match heading {
            Heading::Level => (0.0, level, 26.0),
            Heading::Number => (width(&self.rows.len().to_string()) + 8.0, plain, 26.0),
            Heading::Slanted => (0.0, plain, slanted + 22.0),
        };
        let left = EDGE + numbers + names + GAP;
        let mut columns: Vec<(f64, f64)> =
            (0..self.columns.len()).map(|column| (left + column as f64 * cell, cell)).collect();
        let mut end = left + cell * count;
        let overhang = match heading {
            Heading::Slanted => end - cell / 2.0 + slanted + 12.0,
            _ => 0.0,
        };
        for width in margins {
            columns.push((end + GAP, width));
            end += GAP + width;
        }
        let bottom = top + self.rows.len() as f64 * ROW;
        // The colour scale below needs some width too.
        let width = (end + EDGE).max(overhang).max(420.0);
        Layout { heading, names, left, top, columns, width, bottom }
    }

    fn draw_names(&self, canvas: &mut Canvas, layout: &Layout) {
        for (index, name) in self.rows.iter().enumerate() {
            let y = layout.top + (index as f64 + 0.5) * ROW;
            let x = layout.left - GAP - layout.names;
            canvas.label("fill-text", (x, y), name, NAME_ROOM);
            if layout.heading == Heading::Number {
                canvas.text("fill-muted end", (x - 8.0, y), &(index + 1).to_string());
            }
        }
        let y = layout.top - 12.0;
        let mut centers = layout.columns.iter().map(|(x, width)| (x + width / 2.0, y));
        for ((number, name), at) in (1..).zip(&self.columns).zip(centers.by_ref()) {
            canvas.open(name);
            match layout.heading {
                Heading::Level => canvas.text("fill-text middle", at, name),
                Heading::Number => canvas.text("fill-muted middle", at, &number.to_string()),
                Heading::Slanted => {
                    canvas.turned("fill-text", at, -45.0, &shorten(name, SLANTED_ROOM));
                }
            }
            canvas.close();
        }
        for (margin, at) in self.margins.iter().zip(centers) {
            canvas.label("fill-text strong middle", at, &margin.heading, CELL_ROOM);
        }
    }
}

fn draw_cell(canvas: &mut Canvas, cell: Option<&HeatmapCell>, corner: Point, width: f64) {
    let size = (width - 2.0, ROW - 2.0);
    let Some(cell) = cell else {
        canvas.rectangle("fill-empty", corner, size);
        return;
    };
    let middle = (corner.0 + size.0 / 2.0, corner.1 + size.1 / 2.0);
    canvas.open(if cell.title.is_empty() { &cell.text } else { &cell.title });
    draw_field(canvas, cell.value, corner, size);
    canvas.text("fill-text middle", middle, &shorten(&cell.text, CELL_ROOM));
    canvas.close();
}

/// Draws a field in the colour of a share: the further from one half, the stronger. NaN is grey.
fn draw_field(canvas: &mut Canvas, value: f64, corner: Point, size: Point) {
    if value.is_nan() {
        canvas.rectangle("fill-empty", corner, size);
        return;
    }
    let value = value.clamp(0.0, 1.0);
    let class = if value < 0.5 { "fill-low" } else { "fill-high" };
    canvas.tinted(class, corner, size, (value - 0.5).abs() * 2.0);
}

/// Draws the colour scale below the table.
fn draw_scale(canvas: &mut Canvas, measure: &str, layout: &Layout) {
    const FIELDS: u32 = 20;
    const FIELD: f64 = 8.0;
    let (x, y) = (EDGE + 28.0, layout.bottom + 14.0);
    for field in 0..FIELDS {
        let value = f64::from(field) / f64::from(FIELDS - 1);
        draw_field(canvas, value, (x + f64::from(field) * FIELD, y), (FIELD, 12.0));
    }
    let end = x + f64::from(FIELDS) * FIELD;
    canvas.text("fill-muted end", (x - 6.0, y + 6.0), "0 %");
    canvas.text("fill-muted", (end + 6.0, y + 6.0), "100 %");
    canvas.label("fill-muted", (end + 54.0, y + 6.0), measure, layout.width - end - 54.0 - EDGE);
}

//! A table of shares whose cells are coloured: orange below one half, blue above.

use super::WIDTH;
use super::canvas::Canvas;
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
/// Where rows and columns have the same names and those are long, the columns are numbered as the rows are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heatmap {
    /// What the chart shows.
    pub title: String,
    /// What a reader who does not see it should know.
    pub description: String,
    /// What the values are, for the scale of colours.
    pub measure: String,
    /// The names of the rows.
    pub rows: Vec<String>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The cells of each row; those that are missing are empty.
    pub cells: Vec<Vec<Option<Cell>>>,
    /// More columns, apart to the right.
    pub margins: Vec<Margin>,
}

/// A cell of a [`Heatmap`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// What colours it, from 0 to 1.
    pub value: f64,
    /// What stands in it.
    pub text: String,
    /// What it tells the mouse; may be empty.
    pub title: String,
}

/// A column beside a [`Heatmap`], such as the average.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Margin {
    /// What stands above it.
    pub heading: String,
    /// Its cells from the top; those that are missing are empty.
    pub cells: Vec<Option<Cell>>,
}

/// How the columns are named.
#[derive(Clone, Copy, PartialEq)]
enum Heading {
    Level,
    Slanted,
    Number,
}

/// Where the parts of a heatmap lie.
struct Layout {
    heading: Heading,
    names: f64,
    left: f64,
    top: f64,
    cell: f64,
    /// The left edge and the width of each margin.
    margins: Vec<(f64, f64)>,
    width: f64,
    bottom: f64,
}

impl Heatmap {
    /// Draws the chart.
    #[must_use]
    pub fn draw(&self) -> Drawing {
        if self.rows.is_empty() || (self.columns.is_empty() && self.margins.is_empty()) {
            return Drawing::empty(&self.title, &self.description);
        }
        let layout = self.layout();
        let mut canvas = Canvas::default();
        let ground = (layout.width - layout.left, layout.bottom - layout.top);
        canvas.rectangle("fill-back", (layout.left, layout.top), ground);
        self.draw_names(&mut canvas, &layout);
        for row in 0..self.rows.len() {
            let y = layout.top + row as f64 * ROW;
            for column in 0..self.columns.len() {
                let cell = self
                    .cells
                    .get(row)
                    .and_then(|cells| cells.get(column))
                    .and_then(Option::as_ref);
                draw_cell(
                    &mut canvas,
                    cell,
                    (layout.left + column as f64 * layout.cell, y),
                    layout.cell,
                );
            }
            for (margin, &(x, width)) in self.margins.iter().zip(&layout.margins) {
                draw_cell(
                    &mut canvas,
                    margin.cells.get(row).and_then(Option::as_ref),
                    (x, y),
                    width,
                );
            }
        }
        draw_scale(&mut canvas, &self.measure, &layout);
        Drawing::new(&self.title, &self.description, (layout.width, layout.bottom + 40.0), canvas)
    }

    fn layout(&self) -> Layout {
        let text_room = |cells: &mut dyn Iterator<Item = &Option<Cell>>| {
            let texts = cells.flatten().map(|cell| cell.text.as_str());
            (widest(texts).min(CELL_ROOM) + 12.0).max(LEAST_CELL)
        };
        let names = widest(self.rows.iter().map(String::as_str)).min(NAME_ROOM);
        let plain = text_room(&mut self.cells.iter().flatten());
        let margin_widths: Vec<f64> = self
            .margins
            .iter()
            .map(|margin| {
                text_room(&mut margin.cells.iter())
                    .max(width(&margin.heading).min(CELL_ROOM) + 12.0)
            })
            .collect();
        let margins_width: f64 = margin_widths.iter().map(|width| width + GAP).sum();
        let headings = widest(self.columns.iter().map(String::as_str));
        let level = plain.max(headings + 12.0);
        let is_level = level <= CELL_ROOM
            && EDGE + names + GAP + level * self.columns.len() as f64 + margins_width + EDGE
                <= WIDTH;
        let heading = match () {
            () if is_level => Heading::Level,
            () if self.rows == self.columns => Heading::Number,
            () => Heading::Slanted,
        };
        let numbers = if heading == Heading::Number {
            width(&self.rows.len().to_string()) + 8.0
        } else {
            0.0
        };
        let left = EDGE + numbers + names + GAP;
        let slanted = headings.min(SLANTED_ROOM) * SLANT;
        let cell = if is_level { level } else { plain };
        let top = if heading == Heading::Slanted { slanted + 22.0 } else { 26.0 };
        let mut end = left + cell * self.columns.len() as f64;
        let overhang =
            if heading == Heading::Slanted { end - cell / 2.0 + slanted + 12.0 } else { 0.0 };
        let mut margins = Vec::new();
        for width in margin_widths {
            margins.push((end + GAP, width));
            end += GAP + width;
        }
        let bottom = top + self.rows.len() as f64 * ROW;
        // The scale below needs some width too.
        let width = (end + EDGE).max(overhang).max(420.0);
        Layout { heading, names, left, top, cell, margins, width, bottom }
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
        for (index, name) in self.columns.iter().enumerate() {
            let x = layout.left + (index as f64 + 0.5) * layout.cell;
            canvas.open(name);
            match layout.heading {
                Heading::Level => canvas.text("fill-text middle", (x, y), name),
                Heading::Number => {
                    canvas.text("fill-muted middle", (x, y), &(index + 1).to_string());
                }
                Heading::Slanted => {
                    canvas.turned("fill-text", (x, y), -45.0, &shorten(name, SLANTED_ROOM));
                }
            }
            canvas.close();
        }
        for (margin, (x, width)) in self.margins.iter().zip(&layout.margins) {
            canvas.label(
                "fill-text strong middle",
                (x + width / 2.0, y),
                &margin.heading,
                CELL_ROOM,
            );
        }
    }
}

fn draw_cell(canvas: &mut Canvas, cell: Option<&Cell>, corner: (f64, f64), width: f64) {
    let size = (width - 2.0, ROW - 2.0);
    let Some(cell) = cell else {
        canvas.rectangle("fill-empty", corner, size);
        return;
    };
    let middle = (corner.0 + size.0 / 2.0, corner.1 + size.1 / 2.0);
    let text = shorten(&cell.text, CELL_ROOM);
    let title = if cell.title.is_empty() { &cell.text } else { &cell.title };
    canvas.open(title);
    draw_field(canvas, cell.value, corner, size);
    canvas.text("fill-text middle", middle, &text);
    canvas.close();
}

/// A field in the colour of a share: the further from one half, the stronger. What is no number is grey.
fn draw_field(canvas: &mut Canvas, value: f64, corner: (f64, f64), size: (f64, f64)) {
    if value.is_nan() {
        canvas.rectangle("fill-empty", corner, size);
        return;
    }
    let value = value.clamp(0.0, 1.0);
    let class = if value < 0.5 { "fill-low" } else { "fill-high" };
    canvas.tinted(class, corner, size, (value - 0.5).abs() * 2.0);
}

/// What the colours mean, below the table.
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

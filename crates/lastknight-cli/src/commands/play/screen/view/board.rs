//! The board: cells as large as the window allows, with coordinates.

use lastknight::{Color, Size, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::super::layout::Layout;
use super::super::state::GameState;
use super::look::{FAINT, Look, STRONG, SquareKind};

/// The smallest cell that has room for a player's name.
const NAMED: (u16, u16) = (6, 3);

pub(super) fn draw(buffer: &mut Buffer, layout: &Layout, state: &GameState, look: &Look) {
    for y in 0..layout.shown.1 {
        for x in 0..layout.shown.0 {
            let square = layout.square(x, y);
            Cell::of(square, state, look).draw(buffer, layout.rect(x, y));
        }
    }
    draw_names(buffer, layout, state);
    draw_signs(buffer, layout, state, look);
}

struct Cell {
    style: Style,
    fill: char,
    glyph: char,
    /// The style of the glyph and its flanks.
    mark: Style,
    /// The characters left and right of the glyph.
    flanks: Option<(char, char)>,
    /// The player's name below the glyph, if there is room.
    name: Option<Color>,
}

impl Cell {
    fn of(square: Square, state: &GameState, look: &Look) -> Self {
        let position = state.position();
        let glyphs = look.glyphs;
        let is_dark = position.geometry().dark().contains(square);
        let is_cursor = state.cursor == square;
        let knight = Color::ALL.into_iter().find(|&c| position.knight(c) == Some(square));
        let is_open = position.open().contains(square);
        let is_legal = state.is_mine() && position.legal_moves().contains(square);
        let is_origin = state.history.origin() == Some(square);
        let is_hinted = state.hinted() == Some(square);
        let kind = match knight {
            Some(color) => SquareKind::Knight(color),
            None if !is_open => SquareKind::Blocked,
            None if is_hinted => SquareKind::Hinted,
            None if is_legal => SquareKind::Legal,
            None => SquareKind::Open,
        };
        let fill = look.fill(kind, is_dark);
        // Placements are legal on every open square, so they are not marked.
        let is_marked = is_legal && position.knight(position.side()).is_some();
        let glyph = match (kind, state.verdict(square)) {
            (SquareKind::Knight(color), _) => look.knight(color),
            (SquareKind::Blocked, _) if is_origin => glyphs.origin,
            (SquareKind::Hinted, None) => glyphs.hint,
            (SquareKind::Hinted | SquareKind::Legal, Some(true)) => glyphs.wins,
            (SquareKind::Hinted | SquareKind::Legal, Some(false)) => glyphs.loses,
            (SquareKind::Legal, None) if is_marked => glyphs.legal,
            _ => fill,
        };
        let is_last = state.history.game().moves().last() == Some(square);
        let flanks = is_cursor.then_some(glyphs.cursor).or(is_last.then_some(glyphs.last));
        let kind = if kind == SquareKind::Legal && !is_marked { SquareKind::Open } else { kind };
        // Under the cursor a placement looks legal too.
        let seen = if is_cursor && is_legal { SquareKind::Legal } else { kind };
        let style = look.square(seen, is_dark, is_cursor);
        let mark = if is_origin { look.square(seen, is_dark, true) } else { style };
        Self { style, fill, glyph, mark, flanks, name: knight }
    }

    fn draw(&self, buffer: &mut Buffer, cell: Rect) {
        let row = self.fill.to_string().repeat(usize::from(cell.width));
        for y in cell.y..cell.bottom() {
            buffer.set_string(cell.x, y, &row, self.style);
        }
        let (x, y) = (cell.x + (cell.width - 1) / 2, cell.y + (cell.height - 1) / 2);
        let mut put = |x: u16, character: char| {
            buffer.set_string(x, y, character.to_string(), self.mark);
        };
        put(x, self.glyph);
        if let Some((left, right)) = self.flanks {
            put(x - 1, left);
            put(x + 1, right);
        }
        if let Some(color) = self.name.filter(|_| (cell.width, cell.height) >= NAMED) {
            let name = color.to_string();
            let left = (cell.width - name.len() as u16) / 2;
            buffer.set_string(cell.x + left, y + 1, name, self.style);
        }
    }
}

fn draw_names(buffer: &mut Buffer, layout: &Layout, state: &GameState) {
    let size = state.position().size();
    let (width, height) = layout.cell;
    for x in 0..layout.shown.0 {
        let (column, _) = size.coordinates(layout.square(x, 0));
        let name = Size::column_name(column).to_string();
        let left = layout.rect(x, 0).x + (width - 1) / 2;
        buffer.set_string(left, layout.squares.bottom(), name, FAINT);
    }
    let margin = usize::from(layout.squares.x) - 1;
    for y in 0..layout.shown.1 {
        let (_, row) = size.coordinates(layout.square(0, y));
        let top = layout.rect(0, y).y + (height - 1) / 2;
        buffer.set_string(0, top, format!("{:>margin$}", row + 1), FAINT);
    }
}

/// Draws arrows where the board goes on.
fn draw_signs(buffer: &mut Buffer, layout: &Layout, state: &GameState, look: &Look) {
    let size = state.position().size();
    let (squares, (x, y)) = (layout.squares, layout.first);
    let [left, right, above, below] = look.glyphs.more;
    let end = (x + layout.shown.0, y + layout.shown.1);
    for (is_more, x, y, arrow) in [
        (x > 0, squares.x - 1, squares.bottom(), left),
        (end.0 < size.width(), squares.right(), squares.bottom(), right),
        (y > 0, squares.x - 1, squares.y, above),
        (end.1 < size.height(), squares.x - 1, squares.bottom() - 1, below),
    ] {
        if is_more {
            buffer.set_string(x, y, arrow.to_string(), STRONG);
        }
    }
}

//! The board: cells as large as the window allows, with their names around.

use lastknight::{Color, Size, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::super::layout::Layout;
use super::super::table::Table;
use super::look::{Kind, Look};

/// The smallest cell that has room for a player's name.
const NAMED: (u16, u16) = (6, 3);

pub(super) fn draw(buffer: &mut Buffer, layout: &Layout, table: &Table, look: &Look) {
    for y in 0..layout.shown.1 {
        for x in 0..layout.shown.0 {
            let square = layout.square(x, y);
            Face::of(square, table, look).draw(buffer, layout.rect(x, y));
        }
    }
    draw_names(buffer, layout, table, look);
    draw_signs(buffer, layout, table, look);
}

/// How a square looks.
struct Face {
    style: Style,
    fill: char,
    glyph: char,
    /// The style of the glyph and of what is beside it.
    mark: Style,
    /// What stands on both sides of the glyph.
    flanks: Option<(char, char)>,
    /// A word below the glyph, where there is room.
    name: Option<Color>,
}

impl Face {
    fn of(square: Square, table: &Table, look: &Look) -> Self {
        let position = table.position();
        let glyphs = look.glyphs;
        let is_dark = position.geometry().dark().contains(square);
        let is_cursor = table.cursor() == square;
        let knight = Color::ALL.into_iter().find(|&c| position.knight(c) == Some(square));
        let is_open = position.open().contains(square);
        let is_legal = table.is_mine() && position.legal_moves().contains(square);
        let is_origin = table.history().origin() == Some(square);
        let is_hinted = table.hinted() == Some(square);
        let kind = match knight {
            Some(color) => Kind::Knight(color),
            None if !is_open => Kind::Blocked,
            None if is_hinted => Kind::Hinted,
            None if is_legal => Kind::Legal,
            None => Kind::Open,
        };
        let fill = look.fill(kind, is_dark);
        // While knights are placed, every open square is legal, and a mark on each would say nothing.
        let is_marked = is_legal && position.knight(position.side()).is_some();
        let glyph = match (kind, table.verdict(square)) {
            (Kind::Knight(color), _) => look.knight(color),
            (Kind::Blocked, _) if is_origin => glyphs.origin,
            (Kind::Hinted, None) => glyphs.hint,
            (Kind::Hinted | Kind::Legal, Some(true)) => glyphs.wins,
            (Kind::Hinted | Kind::Legal, Some(false)) => glyphs.loses,
            (Kind::Legal, None) if is_marked => glyphs.legal,
            _ => fill,
        };
        let is_last = table.history().last() == Some(square);
        let flanks = match (is_cursor, is_last) {
            (true, _) => Some(glyphs.cursor),
            (false, true) => Some(glyphs.last),
            (false, false) => None,
        };
        let kind = if kind == Kind::Legal && !is_marked { Kind::Open } else { kind };
        // A legal move under the cursor looks ready to be played, a placement too.
        let seen = if is_cursor && is_legal { Kind::Legal } else { kind };
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
            buffer.set_string(x, y, character.encode_utf8(&mut [0; 4]), self.mark);
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

/// The names of columns and rows.
fn draw_names(buffer: &mut Buffer, layout: &Layout, table: &Table, look: &Look) {
    let size = table.position().size();
    let (width, height) = layout.cell;
    for x in 0..layout.shown.0 {
        let (column, _) = size.coordinates(layout.square(x, 0));
        let name = Size::column_name(column).to_string();
        let left = layout.rect(x, 0).x + (width - 1) / 2;
        buffer.set_string(left, layout.squares.bottom(), name, look.faint());
    }
    let margin = usize::from(layout.squares.x) - 1;
    for y in 0..layout.shown.1 {
        let (_, row) = size.coordinates(layout.square(0, y));
        let top = layout.rect(0, y).y + (height - 1) / 2;
        buffer.set_string(0, top, format!("{:>margin$}", row + 1), look.faint());
    }
}

/// Signs that there is more of the board.
fn draw_signs(buffer: &mut Buffer, layout: &Layout, table: &Table, look: &Look) {
    let size = table.position().size();
    let (squares, (x, y)) = (layout.squares, layout.first);
    let [left, right, above, below] = look.glyphs.more;
    let end = (x + layout.shown.0, y + layout.shown.1);
    let mut put = |x: u16, y: u16, character: char| {
        buffer.set_string(x, y, character.encode_utf8(&mut [0; 4]), look.strong());
    };
    if x > 0 {
        put(squares.x - 1, squares.bottom(), left);
    }
    if end.0 < size.width() {
        put(squares.right(), squares.bottom(), right);
    }
    if y > 0 {
        put(squares.x - 1, squares.y, above);
    }
    if end.1 < size.height() {
        put(squares.x - 1, squares.bottom() - 1, below);
    }
}

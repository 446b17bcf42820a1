//! The layout: the board as large as possible, the panel beside or below it, two lines at the bottom.

use lastknight::{Size, Square};
use ratatui::layout::Rect;

/// The smallest usable window.
pub(super) const LEAST: (u16, u16) = (24, 8);

/// The largest cells, in lines.
const LARGEST: u16 = 7;

/// The narrowest panel beside the board.
const NARROWEST: u16 = 24;

/// The least width at which a panel below the board has two columns.
pub(super) const TWO_COLUMNS: u16 = 52;

/// The lowest panel below the board, with two columns or with one.
const LOWEST: [u16; 2] = [5, 8];

/// The columns between the board and the panel beside it.
const GAP: u16 = 2;

/// The lines at the bottom: the prompt and the keys.
const BOTTOM: u16 = 2;

pub(super) struct Layout {
    size: Size,
    is_flipped: bool,
    /// The area of the visible squares: all, or some around the cursor.
    pub(super) squares: Rect,
    pub(super) cell: (u16, u16),
    /// The first visible column and row, counted from the top left of the screen, and their number.
    pub(super) first: (usize, usize),
    pub(super) shown: (usize, usize),
    pub(super) panel: Rect,
    pub(super) prompt: Rect,
    pub(super) keys: Rect,
}

/// Returns the size of a cell: about square, and wide enough for marks beside a knight.
fn cell(height: u16) -> (u16, u16) {
    ((2 * height).max(3), height)
}

impl Layout {
    /// Returns the layout of a window, or `None` if it is too small.
    pub(super) fn of(window: Rect, size: Size, cursor: Square, is_flipped: bool) -> Option<Self> {
        if window.width < LEAST.0 || window.height < LEAST.1 {
            return None;
        }
        let body = Rect { height: window.height - BOTTOM, ..window };
        let margin = size.height().to_string().len() as u16 + 1;
        let (columns, rows) = (size.width() as u16, size.height() as u16);
        let whole = |(width, height): (u16, u16)| (margin + columns * width, rows * height + 1);
        let is_beside =
            |(width, height)| width + GAP + NARROWEST <= body.width && height <= body.height;
        let lowest = LOWEST[usize::from(body.width < TWO_COLUMNS)];
        let is_above = |(width, height)| width < body.width && height + lowest <= body.height;
        let fitting = (1..=LARGEST).rev().map(cell).find_map(|cell| {
            let board = whole(cell);
            let fits = is_beside(board) || is_above(board);
            fits.then_some((cell, board, is_beside(board)))
        });
        // A board that does not fit is shown in part, around the cursor.
        let (cell, board, is_beside) = fitting.unwrap_or_else(|| {
            let (width, height) = whole(cell(1));
            let is_beside = width + GAP + NARROWEST <= body.width;
            let below = if is_beside { 0 } else { lowest.min(body.height / 3) };
            // The last column is for the arrow.
            (cell(1), (width.min(body.width - 1), height.min(body.height - below)), is_beside)
        });
        let shown = |room: u16, cell: u16, all: usize| usize::from(room / cell).clamp(1, all);
        let shown = (
            shown(board.0 - margin, cell.0, size.width()),
            shown(board.1 - 1, cell.1, size.height()),
        );
        let (width, height) = (shown.0 as u16 * cell.0, shown.1 as u16 * cell.1);
        let squares = Rect { x: body.x + margin, y: body.y, width, height };
        let panel = if is_beside {
            let x = squares.right() + GAP;
            Rect { x, width: body.right() - x, ..body }
        } else {
            let y = squares.bottom() + 1;
            Rect { y, height: body.bottom() - y, ..body }
        };
        let mut layout = Self {
            size,
            is_flipped,
            squares,
            cell,
            first: (0, 0),
            shown,
            panel,
            prompt: Rect { y: body.bottom(), height: 1, ..window },
            keys: Rect { y: body.bottom() + 1, height: 1, ..window },
        };
        let (x, y) = layout.place(cursor);
        let first = |at: usize, shown, all| at.saturating_sub(shown / 2).min(all - shown);
        layout.first = (first(x, shown.0, size.width()), first(y, shown.1, size.height()));
        Some(layout)
    }

    /// Returns the column and row of a square, counted from the top left of the screen.
    fn place(&self, square: Square) -> (usize, usize) {
        self.flip(self.size.coordinates(square))
    }

    /// Converts between coordinates on the board and on the screen.
    fn flip(&self, (x, y): (usize, usize)) -> (usize, usize) {
        if self.is_flipped {
            (self.size.width() - 1 - x, y)
        } else {
            (x, self.size.height() - 1 - y)
        }
    }

    /// Returns the square in this visible column and row.
    pub(super) fn square(&self, x: usize, y: usize) -> Square {
        let (column, row) = self.flip((self.first.0 + x, self.first.1 + y));
        self.size.square(column, row).expect("only squares of the board are visible")
    }

    /// Returns the area of the square in this visible column and row.
    pub(super) fn rect(&self, x: usize, y: usize) -> Rect {
        let (width, height) = self.cell;
        let (left, top) = (x as u16 * width, y as u16 * height);
        Rect { x: self.squares.x + left, y: self.squares.y + top, width, height }
    }

    /// Returns the square at a position of the window.
    pub(super) fn square_at(&self, x: u16, y: u16) -> Option<Square> {
        let is_inside = self.squares.contains((x, y).into());
        is_inside.then(|| {
            let (x, y) = (x - self.squares.x, y - self.squares.y);
            self.square(usize::from(x / self.cell.0), usize::from(y / self.cell.1))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_fits_every_window() {
        let small = [(24, 8), (25, 60), (40, 12), (60, 20), (80, 24)];
        let large = [(100, 9), (160, 50), (300, 8), (1000, 300)];
        for size in Size::all() {
            for (width, height) in small.into_iter().chain(large) {
                let window = Rect::new(0, 0, width, height);
                for cursor in [0, size.area() / 2, size.area() - 1].map(|i| Square::new(i).unwrap())
                {
                    let layout = Layout::of(window, size, cursor, false).unwrap();
                    let seen = layout.place(cursor);
                    let seen = (seen.0 - layout.first.0, seen.1 - layout.first.1);
                    assert!(seen.0 < layout.shown.0 && seen.1 < layout.shown.1);
                    assert_eq!(layout.square(seen.0, seen.1), cursor);
                    for part in [layout.squares, layout.panel, layout.prompt, layout.keys] {
                        assert_eq!(window.intersection(part), part, "{size} in {window}");
                    }
                    assert!(layout.squares.bottom() < layout.prompt.y);
                    assert!(layout.squares.right() < width || layout.shown.0 == size.width());
                }
            }
        }
        assert!(Layout::of(Rect::new(0, 0, 23, 80), Size::STANDARD, Square::A1, false).is_none());
        assert!(Layout::of(Rect::new(0, 0, 80, 7), Size::STANDARD, Square::A1, false).is_none());
    }

    #[test]
    fn a_click_finds_its_square() {
        for is_flipped in [false, true] {
            let window = Rect::new(0, 0, 80, 24);
            let size: Size = "11x9".parse().unwrap();
            let layout = Layout::of(window, size, Square::A1, is_flipped).unwrap();
            for (x, y) in (0..11).flat_map(|x| (0..9).map(move |y| (x, y))) {
                let rect = layout.rect(x, y);
                let square = layout.square(x, y);
                assert_eq!(layout.square_at(rect.x, rect.y), Some(square));
                assert_eq!(layout.square_at(rect.right() - 1, rect.bottom() - 1), Some(square));
            }
            let name = |x, y| layout.square_at(x, y).map(|square| size.name(square).to_string());
            let corner = if is_flipped { "k1" } else { "a9" };
            assert_eq!(name(layout.squares.x, 0).as_deref(), Some(corner));
            assert_eq!(name(0, 0), None);
            assert_eq!(name(layout.panel.x, 0), None);
        }
    }

    #[test]
    fn there_is_room_for_large_cells() {
        let cell = |size: &str, width, height| {
            let window = Rect::new(0, 0, width, height);
            Layout::of(window, size.parse().unwrap(), Square::A1, false).unwrap().cell
        };
        assert_eq!(cell("7x7", 80, 24), (6, 3));
        assert_eq!(cell("7x7", 60, 20), (4, 2));
        assert_eq!(cell("7x7", 160, 50), (12, 6));
        assert_eq!(cell("11x9", 80, 24), (4, 2));
        assert_eq!(cell("16x8", 80, 24), (4, 2));
        assert_eq!(cell("128x1", 80, 24), (3, 1));
    }
}

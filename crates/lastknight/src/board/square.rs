//! Squares and their names.

use std::fmt;

use super::size::Size;
use crate::quote::quote;

/// A square of some board, counted from `a1` along the rows, bottom row first.
///
/// A move is its target square. A square does not know its board: names and coordinates come from
/// the [`Size`].
///
/// ```
/// use lastknight::{Size, Square};
///
/// let size = Size::STANDARD;
/// let b3 = size.square_named("b3")?;
/// assert_eq!(b3, Square::new(15));
/// assert_eq!(size.name(b3).to_string(), "b3");
/// assert_eq!(size.coordinates(b3), (1, 2));  // column and row from the bottom left
/// assert_eq!(size.row_col(b3), (4, 1));      // the course's (row, column) from the top left
/// assert_eq!(size.square_at_row_col(4, 1), Some(b3));
/// # Ok::<(), lastknight::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this index.
    ///
    /// # Panics
    /// Where no board has such a square: from [`Size::MAX_AREA`] on.
    #[must_use]
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < Size::MAX_AREA, "no board has that many squares");
        Self(index as u8)
    }

    /// The square for a bit's number, known to be on a board.
    #[inline]
    pub(crate) const fn from_bit(bit: u32) -> Self {
        debug_assert!(bit < Size::MAX_AREA as u32);
        Self(bit as u8)
    }

    /// Its place in the count, from 0.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Square({})", self.0)
    }
}

impl Size {
    /// The square in this column from the left and row from the bottom, both from 0.
    #[must_use]
    pub const fn square(self, column: usize, row: usize) -> Option<Square> {
        if column < self.width() && row < self.height() {
            Some(Square::new(row * self.width() + column))
        } else {
            None
        }
    }

    /// Every square, `a1` first, row by row.
    pub fn squares(self) -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..self.area()).map(Square::new)
    }

    /// Whether the board has this square.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        square.index() < self.area()
    }

    /// Column from the left and row from the bottom, both from 0.
    #[must_use]
    pub const fn coordinates(self, square: Square) -> (usize, usize) {
        (square.index() % self.width(), square.index() / self.width())
    }

    /// The course's coordinates: `(row, column)` with row 0 at the top.
    #[must_use]
    pub const fn row_col(self, square: Square) -> (usize, usize) {
        let (column, row) = self.coordinates(square);
        (self.height() - 1 - row, column)
    }

    /// The square at the course's coordinates.
    #[must_use]
    pub const fn square_at_row_col(self, row: usize, column: usize) -> Option<Square> {
        if row < self.height() { self.square(column, self.height() - 1 - row) } else { None }
    }

    /// The square's name, for printing.
    #[must_use]
    pub const fn name(self, square: Square) -> SquareName {
        SquareName { size: self, square }
    }

    /// The name of a column, from 0: `a` to `z`, then `aa`, `ab` and so on.
    #[must_use]
    pub const fn column_name(column: usize) -> ColumnName {
        ColumnName(column)
    }

    /// The square with this name.
    ///
    /// # Errors
    /// Where the text is no square's name, or that square is off this board.
    pub fn square_named(self, name: &str) -> Result<Square, ParseSquareError> {
        let form = || ParseSquareError::Form(name.to_owned());
        let digits = name.find(|c: char| !c.is_ascii_lowercase()).ok_or_else(form)?;
        let (letters, digits) = name.split_at(digits);
        let is_number = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
        if letters.is_empty() || !is_number {
            return Err(form());
        }
        let off_board = || ParseSquareError::OffBoard(name.to_owned(), self);
        // No column or row past 999 exists: longer texts need not be read.
        if letters.len() > 2 || digits.len() > 3 {
            return Err(off_board());
        }
        let column = letters.bytes().fold(0, |n, b| n * 26 + usize::from(b - b'a') + 1) - 1;
        let row = digits.bytes().fold(0, |n, b| n * 10 + usize::from(b - b'0')) - 1;
        self.square(column, row).ok_or_else(off_board)
    }
}

/// A square's name on its board, made by [`Size::name`].
#[derive(Clone, Copy, Debug)]
pub struct SquareName {
    size: Size,
    square: Square,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (column, row) = self.size.coordinates(self.square);
        f.pad(&format!("{}{}", ColumnName(column), row + 1))
    }
}

/// A column's letters, made by [`Size::column_name`].
#[derive(Clone, Copy, Debug)]
pub struct ColumnName(usize);

impl fmt::Display for ColumnName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
        let mut name = String::new();
        if self.0 >= 26 {
            name.push(letter(self.0 / 26 - 1));
        }
        name.push(letter(self.0));
        f.pad(&name)
    }
}

/// Why a text does not name a square of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseSquareError {
    /// Not letters and then a number.
    #[error("{} is not a square such as d4", quote(.0))]
    Form(String),
    /// A name, but of no square of this board.
    #[error("square {} is off the {} board", quote(.0), .1)]
    OffBoard(String, Size),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_on_every_board() {
        for size in Size::all() {
            for square in size.squares() {
                let name = size.name(square).to_string();
                assert_eq!(size.square_named(&name), Ok(square), "{name} on {size}");
                let (row, column) = size.row_col(square);
                assert_eq!(size.square_at_row_col(row, column), Some(square));
            }
            assert_eq!(size.square_at_row_col(size.height(), 0), None);
            assert_eq!(size.square_at_row_col(0, size.width()), None);
        }
    }

    #[test]
    fn columns_past_z_have_two_letters() {
        let size = Size::new(128, 1).unwrap();
        let names = [0, 25, 26, 27, 51, 52, 127].map(|i| size.name(Square::new(i)).to_string());
        assert_eq!(names, ["a1", "z1", "aa1", "ab1", "az1", "ba1", "dx1"]);
    }

    #[test]
    fn the_course_counts_rows_from_the_top() {
        let size = Size::STANDARD;
        assert_eq!(size.square_at_row_col(0, 0), size.square_named("a7").ok());
        assert_eq!(size.square_at_row_col(6, 6), size.square_named("g1").ok());
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let error = |name: &str| Size::STANDARD.square_named(name).unwrap_err().to_string();
        for form in ["", "4", "d", "D4", "4d", "d04", "d0", "d-1", "d4 ", "é4", "d4x"] {
            assert_eq!(error(form), format!("{} is not a square such as d4", quote(form)));
        }
        for off in ["h1", "a8", "aa1", "zzzzzz1", "a99999999999999999999"] {
            assert_eq!(error(off), format!("square {} is off the 7x7 board", quote(off)));
        }
    }
}

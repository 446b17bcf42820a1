//! Squares and their names.

use std::borrow::Borrow;
use std::fmt;

use super::size::Size;
use crate::quote::quote;

/// A square of a board, counted from `a1` along the rows, bottom row first.
///
/// A move is its target square. A square does not know its board. Names and coordinates come from
/// the [`Size`]: [`name`](Size::name) prints one square, [`names`](Size::names) several.
///
/// ```
/// use lastknight::{Size, Square};
///
/// let size = Size::STANDARD;
/// let b3 = size.square_named("b3")?;
/// assert_eq!(b3, Square::new(15)?);
/// assert_eq!(size.name(b3).to_string(), "b3");
/// assert_eq!(size.coordinates(b3), (1, 2));  // column and row from the bottom left
/// assert_eq!(size.row_col(b3), (4, 1));      // the course's (row, column) from the top left
/// assert_eq!(size.square_at_row_col(4, 1), Ok(b3));
/// assert_eq!(size.square(7, 0).unwrap_err().to_string(), "column 7 is off the 7x7 board");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The bottom left corner, which every board has.
    pub const A1: Self = Self(0);

    /// Creates the square with this index.
    ///
    /// # Errors
    /// Returns an error if no board has that many squares.
    #[inline]
    pub const fn new(index: usize) -> Result<Self, SquareError> {
        if index < Size::MAX_AREA { Ok(Self(index as u8)) } else { Err(SquareError::Index(index)) }
    }

    /// The square of a bit, which must be below [`Size::MAX_AREA`].
    #[inline]
    pub(crate) const fn from_bit(bit: u32) -> Self {
        debug_assert!(bit < Size::MAX_AREA as u32);
        Self(bit as u8)
    }

    /// Returns the index, from 0.
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
    /// Returns the square in this column from the left and row from the bottom, both from 0.
    ///
    /// # Errors
    /// Returns an error if the board has no such column or row.
    pub const fn square(self, column: usize, row: usize) -> Result<Square, SquareError> {
        if column >= self.width() {
            Err(SquareError::Column { column, size: self })
        } else if row >= self.height() {
            Err(SquareError::Row { row, size: self })
        } else {
            Square::new(row * self.width() + column)
        }
    }

    /// Iterates over all squares, row by row from `a1`.
    pub fn squares(self) -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..self.area()).map(|index| Square(index as u8))
    }

    /// Returns whether the square is on the board.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        square.index() < self.area()
    }

    /// Returns the column from the left and the row from the bottom, both from 0.
    #[must_use]
    pub const fn coordinates(self, square: Square) -> (usize, usize) {
        (square.index() % self.width(), square.index() / self.width())
    }

    /// Returns the course's coordinates: `(row, column)` with row 0 at the top.
    #[must_use]
    pub const fn row_col(self, square: Square) -> (usize, usize) {
        let (column, row) = self.coordinates(square);
        (self.height() - 1 - row, column)
    }

    /// Returns the square at the course's coordinates.
    ///
    /// # Errors
    /// Returns an error if the board has no such row or column.
    pub const fn square_at_row_col(self, row: usize, column: usize) -> Result<Square, SquareError> {
        if row < self.height() {
            self.square(column, self.height() - 1 - row)
        } else {
            Err(SquareError::Row { row, size: self })
        }
    }

    /// Returns the square's name, for printing.
    #[must_use]
    pub const fn name(self, square: Square) -> SquareName {
        SquareName { size: self, square }
    }

    /// Returns the names of squares separated by spaces, for printing legal moves, a line or a
    /// game.
    ///
    /// ```
    /// use lastknight::Game;
    ///
    /// let game: Game = "7x7 moves d4 b3 f5".parse()?;
    /// let size = game.start().size();
    /// assert_eq!(size.names(game.moves()).to_string(), "d4 b3 f5");
    /// assert_eq!(size.names(game.position().legal_moves()).to_string(), "a1 c1 d2 a5 c5");
    /// # Ok::<(), lastknight::ParseGameError>(())
    /// ```
    #[must_use]
    pub fn names<I>(self, squares: I) -> SquareNames<I::IntoIter>
    where
        I: IntoIterator<Item: Borrow<Square>, IntoIter: Clone>,
    {
        SquareNames { size: self, squares: squares.into_iter() }
    }

    /// Returns the name of a column, counted from 0: `a` to `z`, then `aa`, `ab`, …
    #[must_use]
    pub const fn column_name(column: usize) -> ColumnName {
        ColumnName(column)
    }

    /// Parses the name of a square of this board, in lower or upper case.
    ///
    /// # Errors
    /// Returns an error if the text is not a square's name or the square is off this board.
    pub fn square_named(self, name: &str) -> Result<Square, ParseSquareError> {
        let form = || ParseSquareError::Form(name.to_owned());
        let digits = name.find(|c: char| !c.is_ascii_alphabetic()).ok_or_else(form)?;
        let (letters, digits) = name.split_at(digits);
        let is_number = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
        let lower = letters.bytes().filter(u8::is_ascii_lowercase).count();
        let is_mixed = lower > 0 && lower < letters.len();
        if letters.is_empty() || is_mixed || !is_number {
            return Err(form());
        }
        let off_board = || ParseSquareError::OffBoard(name.to_owned(), self);
        // At most two letters and three digits: no board has more columns or rows.
        if letters.len() > 2 || digits.len() > 3 {
            return Err(off_board());
        }
        let number = |letter: u8| usize::from(letter.to_ascii_lowercase() - b'a');
        let column = letters.bytes().fold(0, |n, letter| n * 26 + number(letter) + 1) - 1;
        let row = digits.bytes().fold(0, |n, b| n * 10 + usize::from(b - b'0')) - 1;
        self.square(column, row).map_err(|_| off_board())
    }
}

/// A square's name on its board, from [`Size::name`].
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

/// The names of several squares, from [`Size::names`].
#[derive(Clone, Debug)]
pub struct SquareNames<I> {
    size: Size,
    squares: I,
}

impl<I: Iterator<Item: Borrow<Square>> + Clone> fmt::Display for SquareNames<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, square) in self.squares.clone().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { " " }, self.size.name(*square.borrow()))?;
        }
        Ok(())
    }
}

/// A column's letters, from [`Size::column_name`].
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

/// Why a square does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SquareError {
    /// No board has this index.
    #[error("no board has a square with index {0}")]
    Index(usize),
    /// The column is off this board.
    #[error("column {column} is off the {size} board")]
    Column {
        /// The column, from 0.
        column: usize,
        /// The board.
        size: Size,
    },
    /// The row is off this board.
    #[error("row {row} is off the {size} board")]
    Row {
        /// The row, from 0.
        row: usize,
        /// The board.
        size: Size,
    },
}

/// Why a text does not name a square of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseSquareError {
    /// Not of the form letters, then a number.
    #[error("{} is not a square such as d4", quote(.0))]
    Form(String),
    /// A well-formed name of a square that is off this board.
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
                assert_eq!(size.square_at_row_col(row, column), Ok(square));
            }
            let (row, column) = (size.height(), size.width());
            assert_eq!(size.square_at_row_col(row, 0), Err(SquareError::Row { row, size }));
            assert_eq!(
                size.square_at_row_col(0, column),
                Err(SquareError::Column { column, size })
            );
        }
    }

    #[test]
    fn columns_past_z_have_two_letters() {
        let size = Size::new(128, 1).unwrap();
        let names =
            [0, 25, 26, 27, 51, 52, 127].map(|i| size.name(Square::from_bit(i)).to_string());
        assert_eq!(names, ["a1", "z1", "aa1", "ab1", "az1", "ba1", "dx1"]);
    }

    #[test]
    fn the_course_counts_rows_from_the_top() {
        let size = Size::STANDARD;
        assert_eq!(size.square_at_row_col(0, 0).ok(), size.square_named("a7").ok());
        assert_eq!(size.square_at_row_col(6, 6).ok(), size.square_named("g1").ok());
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let error = |name: &str| Size::STANDARD.square_named(name).unwrap_err().to_string();
        let size = Size::STANDARD;
        assert_eq!(size.square_named("D4").ok(), size.square_named("d4").ok());
        for form in ["", "4", "d", "4d", "d04", "d0", "d-1", "d4 ", "é4", "d4x"] {
            assert_eq!(error(form), format!("{} is not a square such as d4", quote(form)));
        }
        for off in ["h1", "a8", "aa1", "zzzzzz1", "a99999999999999999999"] {
            assert_eq!(error(off), format!("square {} is off the 7x7 board", quote(off)));
        }
    }
}

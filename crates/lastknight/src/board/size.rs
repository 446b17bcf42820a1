//! Board sizes.

use std::fmt;
use std::str::FromStr;

use crate::quote::quote;

/// A board's width and height, at most 128 squares.
///
/// ```
/// use lastknight::Size;
///
/// let size: Size = "11x9".parse()?;
/// assert_eq!((size.width(), size.height(), size.area()), (11, 9, 99));
/// assert_eq!(size.to_string(), "11x9");
/// assert_eq!(Size::new(16, 8)?.area(), 128);
/// let error = Size::new(129, 1).unwrap_err();
/// assert_eq!(error.to_string(), "a board has at most 128 squares, 129x1 has more");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// The maximum number of squares.
    pub const MAX_AREA: usize = 128;

    pub(crate) const COUNT: usize = Self::index_of_width(Self::MAX_AREA + 1);

    /// The standard board, 7x7.
    pub const STANDARD: Self = Self { width: 7, height: 7 };

    /// Creates the size of a board with `width` columns and `height` rows.
    ///
    /// # Errors
    /// Returns an error if that is no square at all or more than [`MAX_AREA`](Self::MAX_AREA).
    pub const fn new(width: usize, height: usize) -> Result<Self, SizeError> {
        match width.checked_mul(height) {
            Some(0) => Err(SizeError::Empty { width, height }),
            Some(1..=Self::MAX_AREA) => Ok(Self { width: width as u8, height: height as u8 }),
            _ => Err(SizeError::TooLarge { width, height }),
        }
    }

    /// Iterates over all sizes, by width and then by height.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::MAX_AREA).flat_map(|width| {
            (1..=Self::MAX_AREA / width).filter_map(move |h| Self::new(width, h).ok())
        })
    }

    /// Returns the number of columns.
    #[must_use]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Returns the number of squares.
    #[must_use]
    pub const fn area(self) -> usize {
        self.width() * self.height()
    }

    /// Returns whether width and height are equal. Only then are there quarter turns and diagonal
    /// flips.
    #[must_use]
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    /// The index of this size in [`Size::all`].
    pub(crate) const fn index(self) -> usize {
        FIRST_INDEX[self.width()] + self.height() - 1
    }

    const fn index_of_width(width: usize) -> usize {
        let mut index = 0;
        let mut narrower = 1;
        while narrower < width {
            index += Self::MAX_AREA / narrower;
            narrower += 1;
        }
        index
    }
}

/// The index of the one-row board of each width.
static FIRST_INDEX: [usize; Size::MAX_AREA + 1] = {
    let mut first = [0; Size::MAX_AREA + 1];
    let mut width = 1;
    while width <= Size::MAX_AREA {
        first[width] = Size::index_of_width(width);
        width += 1;
    }
    first
};

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl fmt::Debug for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a width and height are not a board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SizeError {
    /// The board would have no squares.
    #[error("a board has at least one square, {width}x{height} has none")]
    Empty {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// The board would have too many squares.
    #[error("a board has at most {} squares, {width}x{height} has more", Size::MAX_AREA)]
    TooLarge {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
}

/// Why a text is not a board size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseSizeError {
    /// Not of the form `WIDTHxHEIGHT`.
    #[error("{} is not a board size such as 7x7", quote(.0))]
    Form(String),
    /// No squares, or too many.
    #[error(
        "board {} has {}: a board has 1 to {} squares",
        quote(.0),
        .1.map_or("far too many squares".to_owned(), |n| if n == 1 { "1 square".to_owned() } else { format!("{n} squares") }),
        Size::MAX_AREA
    )]
    Area(String, Option<usize>),
}

impl FromStr for Size {
    type Err = ParseSizeError;

    fn from_str(text: &str) -> Result<Self, ParseSizeError> {
        let form = || ParseSizeError::Form(text.to_owned());
        let (width, height) = text.split_once('x').ok_or_else(form)?;
        let is_number = |side: &str| !side.is_empty() && side.bytes().all(|b| b.is_ascii_digit());
        let is_plain = |side: &str| is_number(side) && (side == "0" || !side.starts_with('0'));
        if !is_plain(width) || !is_plain(height) {
            return Err(form());
        }
        let area = |area| ParseSizeError::Area(text.to_owned(), area);
        // A side that overflows is too large in any case.
        let (Ok(width), Ok(height)) = (width.parse::<usize>(), height.parse::<usize>()) else {
            return Err(area(None));
        };
        Self::new(width, height).map_err(|_| area(width.checked_mul(height)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_counts_all_sizes() {
        for (index, size) in Size::all().enumerate() {
            assert_eq!(size.index(), index, "{size}");
            assert_eq!(size.to_string().parse(), Ok(size));
        }
        assert_eq!(Size::all().count(), Size::COUNT);
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let error = |text: &str| text.parse::<Size>().unwrap_err().to_string();
        assert_eq!(error("7"), "'7' is not a board size such as 7x7");
        assert_eq!(error("7x"), "'7x' is not a board size such as 7x7");
        assert_eq!(error("+7x7"), "'+7x7' is not a board size such as 7x7");
        assert_eq!(error("07x7"), "'07x7' is not a board size such as 7x7");
        assert_eq!(error("13x10"), "board '13x10' has 130 squares: a board has 1 to 128 squares");
        assert_eq!(error("0x5"), "board '0x5' has 0 squares: a board has 1 to 128 squares");
        assert_eq!(
            error("99999999999999999999999x1"),
            "board '99999999999999999999999x…' has far too many squares: a board has 1 to 128 squares"
        );
    }
}

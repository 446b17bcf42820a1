//! Sets of squares, one bit per square.
//!
//! Bit 0 is `a1` and the rows follow without gaps. A 7x7 board takes 49 bits; 128 squares fit a
//! `u128`. On 7x7:
//!
//! ```text
//! 7 │ 42 43 44 45 46 47 48
//! 6 │ 35 36 37 38 39 40 41
//! 5 │ 28 29 30 31 32 33 34
//! 4 │ 21 22 23 24 25 26 27
//! 3 │ 14 15 16 17 18 19 20
//! 2 │  7  8  9 10 11 12 13
//! 1 │  0  1  2  3  4  5  6
//!   └─────────────────────
//!      a  b  c  d  e  f  g
//! ```

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

use super::size::Size;
use super::square::Square;
use super::word::Word;

/// A set of squares.
///
/// ```
/// use lastknight::{Bitboard, Size};
///
/// let size = Size::STANDARD;
/// let corners: Bitboard = ["a1", "g1", "a7", "g7"].iter().map(|s| size.square_named(s).unwrap()).collect();
/// let bottom_row: Bitboard = size.squares().take(7).collect();
/// assert_eq!((corners & bottom_row).count(), 2);
/// assert_eq!((corners - bottom_row).draw(size), "\
///     x.....x\n\
///     .......\n\
///     .......\n\
///     .......\n\
///     .......\n\
///     .......\n\
///     .......\n");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bitboard<W: Word = u128>(pub(crate) W);

impl<W: Word> Bitboard<W> {
    /// The empty set.
    pub const EMPTY: Self = Self(W::ZERO);

    /// Returns all squares of a board.
    ///
    /// # Panics
    /// Panics if the board has more squares than the word has bits.
    #[must_use]
    pub fn full(size: Size) -> Self {
        let spare = W::BITS.checked_sub(size.area() as u32);
        Self(W::MAX >> spare.expect("a word as wide as the board"))
    }

    /// Creates a set from its bits; see the bit order in [this module](self).
    #[must_use]
    pub const fn from_bits(bits: W) -> Self {
        Self(bits)
    }

    /// Returns the bits of the set.
    #[must_use]
    pub const fn bits(self) -> W {
        self.0
    }

    /// Returns the number of squares.
    #[must_use]
    #[inline]
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set has at most one square.
    #[must_use]
    #[inline]
    pub fn is_at_most_one(self) -> bool {
        self.bits().without_lowest() == W::ZERO
    }

    /// Returns whether the set is empty.
    #[must_use]
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == W::ZERO
    }

    /// The set of one square, which must fit the word.
    #[inline]
    pub(crate) fn bit(square: Square) -> Self {
        debug_assert!((square.index() as u32) < W::BITS, "{square:?} is past the word's end");
        Self(W::ONE << (square.index() as u32 & (W::BITS - 1)))
    }

    /// Returns whether the square is in the set.
    #[must_use]
    #[inline]
    pub fn contains(self, square: Square) -> bool {
        (square.index() as u32) < W::BITS && !(self & Self::bit(square)).is_empty()
    }

    /// Returns the square with the lowest index.
    #[must_use]
    #[inline]
    pub fn first(self) -> Option<Square> {
        (!self.is_empty()).then(|| Square::from_bit(self.0.trailing_zeros()))
    }

    /// Converts the set to another word, dropping squares that do not fit.
    #[must_use]
    pub fn convert<V: Word>(self) -> Bitboard<V> {
        Bitboard(V::from_wide(self.0.to_wide()))
    }

    /// Draws the set as a board: one line per row, top row first, `x` for a member.
    #[must_use]
    pub fn draw(self, size: Size) -> String {
        let mut drawing = String::new();
        for row in (0..size.height()).rev() {
            for column in 0..size.width() {
                let member = size.square(column, row).is_ok_and(|s| self.contains(s));
                drawing.push(if member { 'x' } else { '.' });
            }
            drawing.push('\n');
        }
        drawing
    }
}

/// The set of one square.
///
/// # Panics
/// Panics if the word has no bit for the square.
impl<W: Word> From<Square> for Bitboard<W> {
    fn from(square: Square) -> Self {
        assert!((square.index() as u32) < W::BITS, "{square:?} is past the word's end");
        Self::bit(square)
    }
}

impl<W: Word> FromIterator<Square> for Bitboard<W> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.into())
    }
}

/// The squares of a set, lowest index first.
#[derive(Clone, Debug)]
pub struct Squares<W: Word>(Bitboard<W>);

impl<W: Word> Iterator for Squares<W> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = self.0.first();
        self.0.0 = self.0.0.without_lowest();
        first
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl<W: Word> ExactSizeIterator for Squares<W> {}

impl<W: Word> IntoIterator for Bitboard<W> {
    type Item = Square;
    type IntoIter = Squares<W>;

    #[inline]
    fn into_iter(self) -> Squares<W> {
        Squares(self)
    }
}

macro_rules! set_operator {
    ($trait:ident $method:ident, $assign_trait:ident $assign_method:ident, |$a:ident, $b:ident| $value:expr) => {
        impl<W: Word> $trait for Bitboard<W> {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($value)
            }
        }

        impl<W: Word> $assign_trait for Bitboard<W> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = $trait::$method(*self, other);
            }
        }
    };
}

set_operator!(BitAnd bitand, BitAndAssign bitand_assign, |a, b| a & b);
set_operator!(BitOr bitor, BitOrAssign bitor_assign, |a, b| a | b);
set_operator!(BitXor bitxor, BitXorAssign bitxor_assign, |a, b| a ^ b);
set_operator!(Sub sub, SubAssign sub_assign, |a, b| a & !b);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_what_was_collected() {
        let squares = [3, 5, 63].map(Square::from_bit);
        let narrow: Bitboard<u64> = squares.into_iter().collect();
        assert_eq!(narrow.into_iter().collect::<Vec<_>>(), squares);
        assert_eq!(narrow.into_iter().len(), 3);
        let wide: Bitboard<u128> = narrow.convert();
        assert_eq!(wide.into_iter().collect::<Vec<_>>(), squares);
        assert_eq!(Bitboard::<u64>::EMPTY.first(), None);
    }

    #[test]
    fn squares_past_the_word_are_in_no_set() {
        assert!(!Bitboard::<u64>::from_bits(u64::MAX).contains(Square::from_bit(100)));
        assert!(Bitboard::<u128>::from_bits(u128::MAX).contains(Square::from_bit(100)));
    }

    #[test]
    #[should_panic(expected = "Square(100) is past the word's end")]
    fn no_set_is_made_of_a_square_past_the_word() {
        let _ = Bitboard::<u64>::from(Square::from_bit(100));
    }

    #[test]
    fn full_has_every_square() {
        for size in Size::all() {
            assert_eq!(Bitboard::<u128>::full(size).count() as usize, size.area());
            if size.area() <= 64 {
                assert_eq!(Bitboard::<u64>::full(size).count() as usize, size.area());
            }
        }
    }
}

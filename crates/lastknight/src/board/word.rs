//! The integers behind bitboards, for searches that are generic over their width.
//!
//! A [`Position`](super::Position) holds boards of up to 128 squares. Searches that visit millions
//! of positions [narrow](super::Position::narrow) it to 64 bits if the board fits, which is two to
//! three times as fast. Nothing else needs this module.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// An integer that can hold a [`Bitboard`](super::Bitboard): `u64` for boards of up to 64 squares,
/// `u128` for all.
pub trait Word:
    Copy
    + Debug
    + Eq
    + Ord
    + Hash
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + sealed::Sealed
    + 'static
{
    /// Number of bits, and so the most squares that fit.
    const BITS: u32;
    /// No bit set.
    const ZERO: Self;
    /// The lowest bit set.
    const ONE: Self;
    /// Every bit set.
    const MAX: Self;

    /// Returns the number of bits set.
    fn count_ones(self) -> u32;
    /// Returns the number of the lowest bit set, or [`BITS`](Self::BITS) for zero.
    fn trailing_zeros(self) -> u32;
    /// Returns the bits in reverse order.
    fn reverse_bits(self) -> Self;
    /// Clears the lowest bit set.
    fn without_lowest(self) -> Self;
    /// Returns the low bits of `wide`.
    fn from_wide(wide: u128) -> Self;
    /// Returns the same bits in the widest word.
    fn to_wide(self) -> u128;

    /// Returns this word's member of a family.
    #[doc(hidden)]
    fn of<T: PerWord>(by_word: &ByWord<T>) -> &T::Of<Self>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

macro_rules! word {
    ($word:ty, $field:ident) => {
        impl Word for $word {
            const BITS: u32 = <$word>::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const MAX: Self = <$word>::MAX;

            #[inline]
            fn count_ones(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn trailing_zeros(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn reverse_bits(self) -> Self {
                self.reverse_bits()
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn from_wide(wide: u128) -> Self {
                wide as Self
            }

            #[inline]
            fn to_wide(self) -> u128 {
                self.into()
            }

            #[inline]
            fn of<T: PerWord>(by_word: &ByWord<T>) -> &T::Of<Self> {
                &by_word.$field
            }
        }
    };
}

word!(u64, narrow);
word!(u128, wide);

/// A family of types, one for each word: a table, or a function of positions in that word.
#[doc(hidden)]
pub trait PerWord {
    /// The member for one word.
    type Of<W: Word>: 'static;
}

/// The members of a family for both words; [`Word::of`] selects one.
#[doc(hidden)]
#[derive(Debug)]
pub struct ByWord<T: PerWord> {
    /// The member for `u64`.
    pub narrow: T::Of<u64>,
    /// The member for `u128`.
    pub wide: T::Of<u128>,
}

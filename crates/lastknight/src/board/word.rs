//! The integers that hold sets of squares: what fast searches are generic over.
//!
//! A [`Position`](super::Position) takes boards of up to 128 squares. Searches that visit millions of
//! positions [narrow](super::Position::narrow) it where the board has at most 64, which is two to
//! three times as fast, and are written once for both words. Nothing else needs this module.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// The integers that can hold a [`Bitboard`](super::Bitboard): `u64` for boards of up to 64 squares, `u128` for all.
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
    /// Number of bits: the largest board that fits.
    const BITS: u32;
    /// No bit set.
    const ZERO: Self;
    /// The lowest bit set.
    const ONE: Self;
    /// Every bit set.
    const MAX: Self;

    /// Number of bits set.
    fn count_ones(self) -> u32;
    /// Number of the lowest bit set, or [`BITS`](Self::BITS).
    fn trailing_zeros(self) -> u32;
    /// The bits in the opposite order.
    fn reverse_bits(self) -> Self;
    /// The word without its lowest bit.
    fn without_lowest(self) -> Self;
    /// The low bits of `wide`.
    fn from_wide(wide: u128) -> Self;
    /// The same bits, in the widest word.
    fn to_wide(self) -> u128;

    /// Of something that exists for each word, that of this word.
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

/// One member of a family for each word; [`Word::of`] takes the right one.
#[doc(hidden)]
#[derive(Debug)]
pub struct ByWord<T: PerWord> {
    /// That for `u64`.
    pub narrow: T::Of<u64>,
    /// That for `u128`.
    pub wide: T::Of<u128>,
}

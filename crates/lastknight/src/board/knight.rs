//! A knight's whereabouts in one byte.

use super::square::Square;

/// A knight's square, or the number that stands for a knight not yet placed.
///
/// The number indexes the geometry tables as it is, so that a placement needs no special case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Knight(u8);

impl Knight {
    pub(crate) const UNPLACED: Self = Self(u8::MAX);

    #[inline]
    pub(crate) const fn on(square: Square) -> Self {
        Self(square.index() as u8)
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(crate) fn square(self) -> Option<Square> {
        (self != Self::UNPLACED).then(|| Square::from_bit(self.0.into()))
    }
}

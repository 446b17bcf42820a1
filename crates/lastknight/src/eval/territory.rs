//! Territories: a square belongs to the knight that reaches it sooner; ties go to the side to move.
//!
//! Both knights flood the board at once, the side to move first at each distance, and neither
//! enters the other's squares. This costs no knight a square: if its shortest path to a square led
//! through the other's territory, the other would get there first, or in time for the tie.

use crate::board::{Bitboard, Position, Word};

/// The territories of both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Territories<W: Word> {
    /// The squares of the side to move.
    pub mover: Bitboard<W>,
    /// The squares of the other side.
    pub other: Bitboard<W>,
}

impl<W: Word> Territories<W> {
    /// Computes the territories of a position.
    ///
    /// ```
    /// use lastknight::Position;
    /// use lastknight::eval::territory::Territories;
    ///
    /// let position: Position = "3/1x1/N1n w".parse()?;
    /// let territories = Territories::of(&position);
    /// assert_eq!(territories.mover.draw(position.size()), "\
    ///     xx.\n\
    ///     ..x\n\
    ///     .x.\n");
    /// # Ok::<(), lastknight::ParsePositionError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn of(position: &Position<W>) -> Self {
        let mut territories = Self { mover: Bitboard::EMPTY, other: Bitboard::EMPTY };
        flood(position, |mover, other| {
            territories.mover |= mover;
            territories.other |= other;
        });
        territories
    }
}

/// Calls `layer` with the squares that each player takes with its first move, its second, and so
/// on.
#[inline]
pub(super) fn flood<W: Word>(
    position: &Position<W>,
    mut layer: impl FnMut(Bitboard<W>, Bitboard<W>),
) {
    let geometry = position.geometry();
    let side = position.side();
    let mut free = position.open();
    let mut mover = position.moves_of(side);
    let mut other = position.moves_of(!side);
    loop {
        mover &= free;
        free -= mover;
        other &= free;
        free -= other;
        if (mover | other).is_empty() {
            return;
        }
        layer(mover, other);
        mover = geometry.spread(mover);
        other = geometry.spread(other);
    }
}

//! What a knight can still get to.

use super::bitboard::Bitboard;
use super::color::Color;
use super::position::Position;
use super::word::Word;

impl<W: Word> Position<W> {
    /// The open squares that a player's knight can reach through open squares, however the other
    /// player moves: no square outside ever matters to it.
    ///
    /// Before the knight is placed these are all open squares.
    ///
    /// ```
    /// use lastknight::{Color, Position};
    ///
    /// let position: Position = "3/3/Nnx w".parse()?;
    /// assert_eq!(position.reach(Color::White).draw(position.size()), "\
    ///     xx.\n\
    ///     ..x\n\
    ///     ...\n");
    /// # Ok::<(), lastknight::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn reach(&self, color: Color) -> Bitboard<W> {
        self.geometry().flood(self.moves_of(color), self.open())
    }
}

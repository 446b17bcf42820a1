//! The squares a knight can still reach.

use super::bitboard::Bitboard;
use super::color::Color;
use super::position::Position;
use super::word::Word;

impl<W: Word> Position<W> {
    /// Returns the open squares that a player's knight can reach through open squares, whatever the
    /// other player does. Squares outside never matter to this knight.
    ///
    /// Before the placement these are all open squares.
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

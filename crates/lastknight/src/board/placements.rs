//! The knight's placements up to symmetry.

use super::position::Position;
use super::square::Square;
use super::word::Word;

impl<W: Word> Position<W> {
    /// Returns the placements of the side to move, one for each class of symmetric ones, the most
    /// promising first. Empty once its knight is placed.
    ///
    /// Placements that make the player the [attacker](Self::attacker) come first, then those
    /// nearest to the centre.
    ///
    /// ```
    /// use lastknight::Position;
    ///
    /// let position: Position = "7x7".parse()?;
    /// let names = position.size().names(position.placements());
    /// assert_eq!(names.to_string(), "d4 d3 c3 d2 c2 b2 d1 c1 b1 a1");
    /// # Ok::<(), lastknight::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn placements(&self) -> Vec<Square> {
        if self.knight(self.side()).is_some() {
            return Vec::new();
        }
        let mut images = Vec::new();
        let mut placements = Vec::new();
        for to in self.legal_moves() {
            let image = self.play_unchecked(to).canonical().0;
            if !images.contains(&image) {
                images.push(image);
                placements.push(to);
            }
        }
        let size = self.size();
        let from_center = |to: Square| {
            let (column, row) = size.coordinates(to);
            let off = |at: usize, side: usize| (2 * at + 1).abs_diff(side).pow(2);
            off(column, size.width()) + off(row, size.height())
        };
        let attacks = |to: Square| self.play_unchecked(to).attacker() == Some(self.side());
        placements.sort_by_key(|&to| (!attacks(to), from_center(to)));
        placements
    }
}

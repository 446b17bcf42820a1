//! The longest path of a knight that plays alone: how many moves it has left if the other one
//! stands still.
//!
//! Once the knights are [apart](super::Position::reach) nothing else matters: the player to move
//! wins exactly if its path is the longer one.

use super::bitboard::Bitboard;
use super::color::Color;
use super::geometry::Geometry;
use super::position::Position;
use super::square::Square;
use super::word::Word;

/// The length of a knight's path when it plays alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    /// Number of moves of the longest path found.
    pub length: u32,
    /// Whether this is the longest path. If false, the search ran out of budget.
    pub is_exact: bool,
}

impl<W: Word> Position<W> {
    /// Returns an upper bound on the moves a player has left, from the colours of the squares in
    /// its reach: a knight changes colour with every move.
    ///
    /// From a square of colour X, with x squares of colour X and y of the other in reach, the bound
    /// is min(2y, 2x + 1). Before the placement either colour can come first.
    ///
    /// ```
    /// use lastknight::{Color, Position};
    ///
    /// // From a1 the knight reaches the seven other squares of the ring, three of its colour.
    /// let position: Position = "3/1n1/N2 w".parse()?;
    /// assert_eq!(position.path_bound(Color::White), 7);
    /// # Ok::<(), lastknight::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn path_bound(&self, color: Color) -> u32 {
        self.geometry().path_bound(self.knight(color), self.reach(color))
    }

    /// Returns the longest path of a player's knight over open squares while the other stands
    /// still.
    ///
    /// Tries at most `budget` squares, the most promising first.
    ///
    /// ```
    /// use lastknight::{Color, Position};
    ///
    /// let position: Position = "3/1n1/N2 w".parse()?;
    /// let path = position.longest_path(Color::White, 100);
    /// assert_eq!((path.length, path.is_exact), (7, true));
    /// # Ok::<(), lastknight::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn longest_path(&self, color: Color, budget: u32) -> Path {
        let moves = self.moves_of(color);
        let enough = self.path_bound(color);
        self.geometry().longest_path(self.knight(color), moves, self.open(), enough, budget)
    }
}

impl<W: Word> Geometry<W> {
    /// An upper bound on the moves of a knight alone, from the colours of the squares in its reach.
    #[inline]
    pub(crate) fn path_bound(&self, from: Option<Square>, reach: Bitboard<W>) -> u32 {
        let dark = (reach & self.dark()).count();
        let light = reach.count() - dark;
        match from {
            Some(from) => {
                let is_dark = self.dark().contains(from);
                let (same, other) = if is_dark { (dark, light) } else { (light, dark) };
                (2 * other).min(2 * same + 1)
            }
            None => (dark + light).min(2 * dark.min(light) + 1),
        }
    }

    /// The longest path with these first moves over open squares. Stops at a path of `enough` moves
    /// or after `budget` squares.
    pub(crate) fn longest_path(
        &self,
        from: Option<Square>,
        moves: Bitboard<W>,
        open: Bitboard<W>,
        enough: u32,
        budget: u32,
    ) -> Path {
        let mut search = Search { geometry: self, best: 0, enough, left: budget };
        search.extend(from, moves, open, 0);
        let is_exact = search.left > 0 || search.best >= enough;
        Path { length: search.best, is_exact }
    }
}

/// A depth-first search with the colour bound.
struct Search<'a, W: Word> {
    geometry: &'a Geometry<W>,
    best: u32,
    /// The search stops at a path of this length.
    enough: u32,
    /// Number of squares that may still be tried.
    left: u32,
}

impl<W: Word> Search<'_, W> {
    /// Continues from a square that was reached in `length` moves.
    fn extend(&mut self, from: Option<Square>, moves: Bitboard<W>, open: Bitboard<W>, length: u32) {
        self.best = self.best.max(length);
        let geometry = self.geometry;
        let region = geometry.flood(moves, open);
        if length + geometry.path_bound(from, region) <= self.best {
            return;
        }
        // Fewest exits first (Warnsdorff): such a square may have none later.
        let mut by_exits = [Bitboard::<W>::EMPTY; 9];
        for to in moves {
            let exits = (geometry.knight_moves(to) & open).count();
            by_exits[exits as usize] |= to.into();
        }
        for to in by_exits.into_iter().flatten() {
            if self.left == 0 || self.best >= self.enough {
                return;
            }
            self.left -= 1;
            let open = open - to.into();
            self.extend(Some(to), geometry.knight_moves(to) & open, open, length + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(position: &str, color: Color, budget: u32) -> Path {
        position.parse::<Position>().unwrap().longest_path(color, budget)
    }

    #[test]
    fn lengths_by_hand() {
        // No exit; one exit; all the way round the ring of 3x3.
        assert_eq!(path("Nn w", Color::White, 10), Path { length: 0, is_exact: true });
        assert_eq!(path("2/2/Nn w", Color::White, 10), Path { length: 1, is_exact: true });
        assert_eq!(path("3/3/3 w", Color::White, 100), Path { length: 8, is_exact: true });
        // 5x5 has a knight's tour from a corner, and none from a square of the minority colour.
        assert_eq!(path("5/5/5/5/N4 b", Color::White, 100_000).length, 24);
        assert_eq!(path("5/5/5/5/1N3 b", Color::White, 1_000_000).length, 23);
    }

    #[test]
    fn a_search_given_up_says_so() {
        let given_up = path("11/11/11/4N6/11/6n4/11/11/11 w", Color::White, 20);
        assert_eq!(given_up, Path { length: 20, is_exact: false });
        assert_eq!(path("3/1n1/N2 w", Color::White, 0), Path { length: 0, is_exact: false });
    }
}

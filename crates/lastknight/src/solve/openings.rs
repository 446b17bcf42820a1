//! Openings: the pairs of placements of a board up to symmetry, and tables of who wins each.
//!
//! The canonical opening of a symmetry class is the one with the lowest first square, then the lowest
//! second square. Squares count from `a1` along the rows. 7x7 has 315.

mod csv;
mod error;
#[cfg(feature = "serde")]
mod journal;
#[cfg(feature = "serde")]
mod json;
mod table;

pub use error::{TableError, TablePlace, TableProblem};
#[cfg(feature = "serde")]
pub use journal::Journal;
pub use table::{FirstSquare, OpeningEntry, OpeningsTable};

use crate::board::{Position, Size, Square, Symmetry};

/// The placements of White's knight and then Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Opening {
    /// White's square.
    pub first: Square,
    /// Black's square, a different one.
    pub second: Square,
}

impl Opening {
    /// Returns the openings of a board, one for each symmetry class, in order.
    ///
    /// ```
    /// use lastknight::Size;
    /// use lastknight::solve::openings::Opening;
    ///
    /// assert_eq!(Opening::all(Size::STANDARD).len(), 315);
    /// let size: Size = "2x2".parse()?;
    /// let names: Vec<String> = Opening::all(size).iter().map(|o| o.name(size)).collect();
    /// assert_eq!(names, ["a1 b1", "a1 b2"]);
    /// # Ok::<(), lastknight::ParseSizeError>(())
    /// ```
    #[must_use]
    pub fn all(size: Size) -> Vec<Self> {
        let of = |first| size.squares().map(move |second| Self { first, second });
        let pairs = size.squares().flat_map(of);
        pairs.filter(|o| o.first != o.second && o.canonical(size) == *o).collect()
    }

    /// Returns the first squares of a board, one for each symmetry class, in order.
    #[must_use]
    pub fn first_squares(size: Size) -> Vec<Square> {
        let lowest = |square: &Square| Self::lowest_image(size, *square) == *square;
        size.squares().filter(lowest).collect()
    }

    /// Returns the lowest symmetric image of a square.
    #[must_use]
    pub fn lowest_image(size: Size, square: Square) -> Square {
        let images = Symmetry::of(size).iter().map(|symmetry| symmetry.take(size, square));
        images.min().expect("every board has the identity")
    }

    /// Returns the canonical opening of the symmetry class.
    #[must_use]
    pub fn canonical(self, size: Size) -> Self {
        let image = |symmetry: &Symmetry| Self {
            first: symmetry.take(size, self.first),
            second: symmetry.take(size, self.second),
        };
        Symmetry::of(size).iter().map(image).min().expect("every board has the identity")
    }

    /// Returns the position after both placements.
    ///
    /// # Panics
    /// Panics if the board has no such opening.
    #[must_use]
    pub fn position(self, size: Size) -> Position {
        let placed = Position::new(size).play(self.first).expect("a square of the board");
        placed.play(self.second).expect("another square of the board")
    }

    /// Returns the names of both squares.
    #[must_use]
    pub fn name(self, size: Size) -> String {
        size.names([self.first, self.second]).to_string()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_pair_has_a_canonical_opening() {
        for size in Size::all().filter(|size| size.area() <= 30) {
            let all = Opening::all(size);
            assert!(all.is_sorted());
            let classes: HashSet<Position> =
                all.iter().map(|opening| opening.position(size).canonical().0).collect();
            assert_eq!(classes.len(), all.len(), "{size}: no two are alike");
            for first in size.squares() {
                for second in size.squares().filter(|&second| second != first) {
                    let opening = Opening { first, second }.canonical(size);
                    assert!(all.binary_search(&opening).is_ok(), "{size}");
                }
            }
        }
    }

    #[test]
    fn openings_are_counted() {
        let counts = ["1x1", "2x1", "2x2", "3x3", "7x7", "7x9", "128x1"]
            .map(|size| Opening::all(size.parse().unwrap()).len());
        assert_eq!(counts, [0, 1, 2, 12, 315, 1005, 8128]);
        assert_eq!(Opening::first_squares("1x1".parse().unwrap()).len(), 1);
        assert_eq!(Opening::first_squares(Size::STANDARD).len(), 10);
    }
}

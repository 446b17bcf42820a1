//! The symmetries of a board, and positions under them.

use std::fmt;

use super::color::{ByColor, Color};
use super::position::Position;
use super::size::Size;
use super::square::Square;
use super::word::Word;

/// A rotation or reflection of the board. The last four need a square board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symmetry {
    /// Leaves every square in place.
    Identity,
    /// Turns the board by 180 degrees about the centre.
    HalfTurn,
    /// Exchanges left and right.
    LeftRight,
    /// Exchanges top and bottom.
    UpDown,
    /// Reflects in the diagonal through `a1`.
    Diagonal,
    /// Reflects in the other diagonal.
    AntiDiagonal,
    /// Turns the board by 90 degrees anticlockwise.
    QuarterTurn,
    /// Turns the board by 270 degrees anticlockwise.
    ThreeQuarterTurn,
}

impl Symmetry {
    /// All eight symmetries.
    pub const ALL: [Self; 8] = [
        Self::Identity,
        Self::HalfTurn,
        Self::LeftRight,
        Self::UpDown,
        Self::Diagonal,
        Self::AntiDiagonal,
        Self::QuarterTurn,
        Self::ThreeQuarterTurn,
    ];

    /// The symmetries of order two, which a player can mirror by.
    pub const MIRRORS: [Self; 5] =
        [Self::HalfTurn, Self::LeftRight, Self::UpDown, Self::Diagonal, Self::AntiDiagonal];

    /// Returns the symmetries of a board: eight if width and height are equal, else four.
    #[must_use]
    pub fn of(size: Size) -> &'static [Self] {
        if size.is_square() { &Self::ALL } else { &Self::ALL[..4] }
    }

    /// Returns whether this is a symmetry of boards of this size.
    #[must_use]
    pub fn fits(self, size: Size) -> bool {
        Self::of(size).contains(&self)
    }

    /// Returns the symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self {
            Self::QuarterTurn => Self::ThreeQuarterTurn,
            Self::ThreeQuarterTurn => Self::QuarterTurn,
            other => other,
        }
    }

    /// Returns the image of a square.
    ///
    /// # Errors
    /// Returns an error if the symmetry does not [fit](Self::fits) the board.
    pub fn image(self, size: Size, square: Square) -> Result<Square, SymmetryError> {
        self.check(size)?;
        Ok(self.take(size, square))
    }

    fn check(self, size: Size) -> Result<(), SymmetryError> {
        let error = SymmetryError::DoesNotFit { symmetry: self, size };
        if self.fits(size) { Ok(()) } else { Err(error) }
    }

    /// The image of a square. The symmetry must fit the board.
    pub(crate) fn take(self, size: Size, square: Square) -> Square {
        let (column, row) = size.coordinates(square);
        let (right, top) = (size.width() - 1, size.height() - 1);
        let (column, row) = match self {
            Self::Identity => (column, row),
            Self::HalfTurn => (right - column, top - row),
            Self::LeftRight => (right - column, row),
            Self::UpDown => (column, top - row),
            Self::Diagonal => (row, column),
            Self::AntiDiagonal => (top - row, right - column),
            Self::QuarterTurn => (top - row, column),
            Self::ThreeQuarterTurn => (row, right - column),
        };
        size.square(column, row).expect("a symmetry of this board")
    }

    /// Returns the name in lower case with hyphens, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Identity => "identity",
            Self::HalfTurn => "half-turn",
            Self::LeftRight => "left-right",
            Self::UpDown => "up-down",
            Self::Diagonal => "diagonal",
            Self::AntiDiagonal => "anti-diagonal",
            Self::QuarterTurn => "quarter-turn",
            Self::ThreeQuarterTurn => "three-quarter-turn",
        }
    }
}

/// Why a symmetry cannot be applied to a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SymmetryError {
    /// The board's width and height differ.
    #[error("{symmetry} does not take a {size} board to itself")]
    DoesNotFit {
        /// The symmetry.
        symmetry: Symmetry,
        /// The board.
        size: Size,
    },
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl<W: Word> Position<W> {
    /// Returns the image of the position.
    ///
    /// # Errors
    /// Returns an error if the symmetry does not [fit](Symmetry::fits) the board.
    pub fn transformed(&self, symmetry: Symmetry) -> Result<Self, SymmetryError> {
        symmetry.check(self.size())?;
        Ok(self.taken(symmetry))
    }

    /// The image of the position. The symmetry must fit the board.
    fn taken(&self, symmetry: Symmetry) -> Self {
        let geometry = self.geometry();
        let open = geometry.image_of_set(symmetry, self.open());
        let image = |square| geometry.image(symmetry, square);
        let knights = ByColor::from_fn(|color| self.knight(color).map(image));
        Self::from_parts(geometry, open, knights, self.side())
    }

    /// Returns the representative of all symmetric images of this position, and the symmetry that
    /// leads to it.
    ///
    /// ```
    /// use lastknight::Position;
    ///
    /// let a: Position = "5/5/5/5/N3n w".parse()?;
    /// let b: Position = "n4/5/5/5/N4 w".parse()?;
    /// assert_eq!(a.canonical().0, b.canonical().0);
    /// # Ok::<(), lastknight::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn canonical(&self) -> (Self, Symmetry) {
        Symmetry::of(self.size())
            .iter()
            .map(|&symmetry| (self.taken(symmetry), symmetry))
            .min_by_key(|(position, _)| (position.open(), position.knights()))
            .expect("every board has the identity")
    }

    /// Returns whether a symmetry maps the open squares onto themselves and the knights onto each
    /// other.
    ///
    /// Two unplaced knights count as each other's image. Returns `false` if the symmetry does not
    /// fit the board.
    #[must_use]
    pub fn is_symmetric(&self, symmetry: Symmetry) -> bool {
        symmetry.fits(self.size())
            && match (self.knight(Color::White), self.knight(Color::Black)) {
                (None, None) => true,
                (Some(white), Some(black)) => {
                    let image = |square| self.geometry().image(symmetry, square);
                    image(white) == black && image(black) == white
                }
                _ => false,
            }
            && self.geometry().image_of_set(symmetry, self.open()) == self.open()
    }

    /// Iterates over the [mirrors](Symmetry::MIRRORS) under which the position [is
    /// symmetric](Self::is_symmetric).
    pub fn symmetries(&self) -> impl Iterator<Item = Symmetry> {
        Symmetry::MIRRORS.into_iter().filter(|&symmetry| self.is_symmetric(symmetry))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Geometry;

    #[test]
    fn images_are_a_group_of_knight_preserving_maps() {
        for size in Size::all() {
            let geometry = Geometry::of(size);
            for &symmetry in Symmetry::of(size) {
                for square in size.squares() {
                    let image = symmetry.image(size, square).unwrap();
                    assert_eq!(symmetry.inverse().image(size, image), Ok(square));
                    assert_eq!(
                        geometry.image_of_set(symmetry, geometry.knight_moves(square)),
                        geometry.knight_moves(image),
                        "{symmetry} of {square:?} on {size}"
                    );
                }
            }
            for mirror in Symmetry::MIRRORS.into_iter().filter(|m| m.fits(size)) {
                assert_eq!(mirror.inverse(), mirror);
            }
        }
    }

    #[test]
    fn names_say_where_the_corner_goes() {
        let size = Size::STANDARD;
        let b1 = size.square_named("b1").unwrap();
        let images = Symmetry::ALL.map(|symmetry| size.name(symmetry.take(size, b1)).to_string());
        assert_eq!(images, ["b1", "f7", "f1", "b7", "a2", "g6", "g2", "a6"]);
    }

    #[test]
    fn a_long_board_has_no_diagonal() {
        let board: Position = "4/4/4 w".parse().unwrap();
        let error = board.transformed(Symmetry::Diagonal).unwrap_err();
        assert_eq!(error.to_string(), "diagonal does not take a 4x3 board to itself");
        assert_eq!(Symmetry::Diagonal.image(board.size(), Square::A1), Err(error));
        assert_eq!(board.transformed(Symmetry::UpDown), Ok(board));
    }

    #[test]
    fn symmetric_positions_are_recognised() {
        let symmetries = |text: &str| {
            let position: Position = text.parse().unwrap();
            position.symmetries().map(Symmetry::name).collect::<Vec<_>>()
        };
        let all = ["half-turn", "left-right", "up-down", "diagonal", "anti-diagonal"];
        assert_eq!(symmetries("4/4/4/4 w"), all);
        assert_eq!(symmetries("4/4/4 w"), all[..3]);
        assert_eq!(symmetries("4/4/4/N3 b"), [""; 0]);
        assert_eq!(symmetries("3n/4/4/N3 w"), ["half-turn", "anti-diagonal"]);
        assert_eq!(symmetries("N2n/4/4/4 w"), ["left-right"]);
        assert_eq!(symmetries("N3/4/4/n3 b"), ["up-down"]);
        assert_eq!(symmetries("1N2/n3/4/4 w"), ["anti-diagonal"]);
        assert_eq!(symmetries("4/4/n3/1N2 w"), ["diagonal"]);
        assert_eq!(symmetries("N2n/4/x3/4 w"), [""; 0]);
    }
}

//! The parts of a position before validation.

use super::bitboard::Bitboard;
use super::color::{ByColor, Color};
use super::geometry::Geometry;
use super::position::Position;
use super::size::Size;
use super::square::Square;
use super::word::Word;

/// The parts of a position in any combination. [`Setup::position`] checks them.
///
/// ```
/// use lastknight::{Color, Position, Setup, SetupError, Size};
///
/// let mut setup = Position::new(Size::STANDARD).setup();
/// setup.side = Color::Black;
/// assert_eq!(setup.position(), Err(SetupError::Side(Color::White)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The board.
    pub size: Size,
    /// The squares that can still be moved to.
    pub open: Bitboard,
    /// The knights' squares.
    pub knights: ByColor<Option<Square>>,
    /// The side to move.
    pub side: Color,
}

/// Why a [`Setup`] is not a legal position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// An open square or a knight is off the board.
    #[error("a square is off the board")]
    OffBoard,
    /// A knight stands on an open square. Its square must be blocked.
    #[error("{0}'s knight stands on an open square")]
    OnOpen(Color),
    /// Both knights are on one square.
    #[error("both knights stand on one square")]
    SameSquare,
    /// Black's knight is on the board and White's is not.
    #[error("Black has a knight but White has none")]
    BlackAlone,
    /// The wrong side is to move: until both knights are placed, the knights decide it.
    #[error("{0} is to move here: its knight is placed next")]
    Side(Color),
}

impl Setup {
    /// Builds the position.
    ///
    /// # Errors
    /// Returns an error if the parts are not a legal position, with the reason.
    pub fn position(&self) -> Result<Position, SetupError> {
        if !(self.open - Bitboard::full(self.size)).is_empty() {
            return Err(SetupError::OffBoard);
        }
        for color in Color::ALL {
            if let Some(square) = self.knights[color] {
                if !self.size.contains(square) {
                    return Err(SetupError::OffBoard);
                }
                if self.open.contains(square) {
                    return Err(SetupError::OnOpen(color));
                }
            }
        }
        match (self.knights[Color::White], self.knights[Color::Black]) {
            (Some(white), Some(black)) if white == black => return Err(SetupError::SameSquare),
            (None, Some(_)) => return Err(SetupError::BlackAlone),
            (None, None) if self.side != Color::White => {
                return Err(SetupError::Side(Color::White));
            }
            (Some(_), None) if self.side != Color::Black => {
                return Err(SetupError::Side(Color::Black));
            }
            _ => {}
        }
        let geometry = Geometry::of(self.size);
        Ok(Position::from_parts(geometry, self.open, self.knights, self.side))
    }
}

impl<W: Word> Position<W> {
    /// Returns the parts of the position.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            size: self.size(),
            open: self.open().convert(),
            knights: ByColor::from_fn(|color| self.knight(color)),
            side: self.side(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_checked() {
        let start = Position::new(Size::new(2, 2).unwrap()).setup();
        let (a1, b1) = (Some(Square::A1), Some(Square::from_bit(1)));
        let open = start.open - Square::A1.into() - Square::from_bit(1).into();
        let placed = Setup { open, knights: ByColor::new(a1, b1), ..start };
        assert!(placed.position().is_ok());
        assert!(Setup { side: Color::Black, ..placed }.position().is_ok());

        let error = |setup: Setup| setup.position().unwrap_err();
        let far = Some(Square::from_bit(4));
        assert_eq!(error(Setup { open: Bitboard::from_bits(16), ..start }), SetupError::OffBoard);
        assert_eq!(error(Setup { knights: ByColor::new(a1, far), ..placed }), SetupError::OffBoard);
        assert_eq!(error(Setup { open: start.open, ..placed }), SetupError::OnOpen(Color::White));
        assert_eq!(
            error(Setup { knights: ByColor::new(a1, a1), ..placed }),
            SetupError::SameSquare
        );
        assert_eq!(
            error(Setup { knights: ByColor::new(None, b1), ..placed }),
            SetupError::BlackAlone
        );
        assert_eq!(error(Setup { side: Color::Black, ..start }), SetupError::Side(Color::White));
        assert_eq!(
            error(Setup { knights: ByColor::new(a1, None), ..placed }),
            SetupError::Side(Color::Black)
        );
    }
}

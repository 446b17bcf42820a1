//! Positions and the rules of play.

use std::hash::{Hash, Hasher};

use super::bitboard::Bitboard;
use super::color::{ByColor, Color};
use super::geometry::Geometry;
use super::knight::{Knight, Knights};
use super::size::Size;
use super::square::Square;
use super::word::Word;

/// A legal position: a board, its open squares, two knights (either may not be placed yet) and the
/// side to move.
///
/// Built with [`Position::new`], [`Position::with_holes`], from [text](super::notation) or from a
/// [`Setup`](super::Setup). All of them check, so a position is always legal.
///
/// ```
/// use lastknight::{Color, Position, Size};
///
/// let empty = Position::new(Size::STANDARD);
/// let d4 = empty.size().square_named("d4")?;
/// let placed = empty.play(d4)?;
/// assert_eq!(placed.knight(Color::White), Some(d4));
/// assert_eq!((placed.side(), placed.legal_moves().count()), (Color::Black, 48));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Write `Position`; the type parameter is for [fast searches](super::word).
#[derive(Clone, Copy)]
pub struct Position<W: Word = u128> {
    geometry: &'static Geometry<W>,
    open: Bitboard<W>,
    knights: Knights,
}

/// The state that [`Position::unmake`] restores.
#[derive(Clone, Copy, Debug)]
#[must_use = "a made move is taken back with it"]
pub struct Undo(Knights);

impl Position {
    /// Returns the empty board, White to place.
    #[must_use]
    pub fn new(size: Size) -> Self {
        Self::with_holes(size, Bitboard::EMPTY)
    }

    /// Returns the empty board with some squares blocked from the start.
    ///
    /// Squares off the board are ignored.
    #[must_use]
    pub fn with_holes(size: Size, holes: Bitboard) -> Self {
        let geometry = Geometry::of(size);
        let open = geometry.full() - holes;
        Self::from_parts(geometry, open, ByColor::new(None, None), Color::White)
    }

    /// Converts the position for [fast searches](super::word), if the board has at most 64 squares.
    #[must_use]
    pub fn narrow(&self) -> Option<Position<u64>> {
        (self.size().area() <= u64::BITS as usize).then(|| self.convert())
    }
}

impl Position<u64> {
    /// Converts the position to the form that holds every board.
    #[must_use]
    pub fn widen(&self) -> Position {
        self.convert()
    }
}

impl<W: Word> Position<W> {
    pub(crate) fn convert<V: Word>(&self) -> Position<V> {
        Position {
            geometry: Geometry::shared(self.size()),
            open: self.open.convert(),
            knights: self.knights,
        }
    }

    /// Builds a position from parts that the caller has checked.
    pub(super) fn from_parts(
        geometry: &'static Geometry<W>,
        open: Bitboard<W>,
        knights: ByColor<Option<Square>>,
        side: Color,
    ) -> Self {
        let knights = knights.map(|square| square.map_or(Knight::UNPLACED, Knight::on));
        Self { geometry, open, knights: Knights::new(knights, side) }
    }

    /// Returns the board's size.
    #[must_use]
    pub fn size(&self) -> Size {
        self.geometry.size()
    }

    /// Returns the tables of the board's size.
    #[must_use]
    #[inline]
    pub fn geometry(&self) -> &'static Geometry<W> {
        self.geometry
    }

    /// Returns the squares that can still be moved to: no knight has stood there, and they are no
    /// holes.
    #[must_use]
    #[inline]
    pub fn open(&self) -> Bitboard<W> {
        self.open
    }

    /// Returns the side to move.
    #[must_use]
    #[inline]
    pub fn side(&self) -> Color {
        self.knights.side()
    }

    /// Returns the square of a player's knight, or `None` before it is placed.
    #[must_use]
    #[inline]
    pub fn knight(&self, color: Color) -> Option<Square> {
        self.knights.of(color).square()
    }

    #[inline]
    pub(super) fn knights(&self) -> Knights {
        self.knights
    }

    /// Returns the number of plies played, as far as the position shows it.
    ///
    /// Exact until both knights are placed. After that every blocked square counts as visited,
    /// holes too.
    #[must_use]
    pub fn ply(&self) -> usize {
        match Color::ALL.iter().filter(|&&color| self.knight(color).is_some()).count() {
            2 => self.size().area() - self.open.count() as usize,
            placed => placed,
        }
    }

    /// Returns the legal moves: any open square until the knight is placed, then a knight's move to
    /// an open square.
    #[must_use]
    #[inline]
    pub fn legal_moves(&self) -> Bitboard<W> {
        self.geometry.targets(self.knights.us()) & self.open
    }

    /// Returns the moves a player would have if it were to move.
    #[must_use]
    #[inline]
    pub fn moves_of(&self, color: Color) -> Bitboard<W> {
        self.geometry.targets(self.knights.of(color)) & self.open
    }

    /// Returns the winner if the side to move has no legal move.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        self.legal_moves().is_empty().then_some(!self.side())
    }

    /// Returns the attacker of the colour rule, or `None` until both knights are placed.
    ///
    /// The attacker is the player to move whenever both knights stand on squares of the same
    /// colour. Both knights change colour with every move, so the placements fix the role. Only the
    /// attacker can ever take a square that the other could move to next.
    ///
    /// ```
    /// use lastknight::{Color, Position};
    ///
    /// let position: Position = "7/7/7/3N3/1n5/7/7 w".parse()?;  // d4 dark, b3 light
    /// assert_eq!(position.attacker(), Some(Color::Black));
    /// # Ok::<(), lastknight::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn attacker(&self) -> Option<Color> {
        let white = self.knight(Color::White)?;
        let black = self.knight(Color::Black)?;
        let dark = self.geometry.dark();
        let same = dark.contains(white) == dark.contains(black);
        Some(if same { self.side() } else { !self.side() })
    }

    /// Plays a move and returns the new position.
    ///
    /// # Errors
    /// Returns an error if the move is not legal, with the reason.
    pub fn play(&self, to: Square) -> Result<Self, IllegalMove> {
        if self.legal_moves().contains(to) {
            Ok(self.play_unchecked(to))
        } else {
            Err(self.why_illegal(to))
        }
    }

    /// Plays a move that the caller knows to be legal and returns the new position.
    ///
    /// An illegal move results in a position that breaks the rules.
    #[must_use]
    #[inline]
    pub fn play_unchecked(&self, to: Square) -> Self {
        let mut next = *self;
        let _ = next.make_unchecked(to);
        next
    }

    /// Plays a move in place that the caller knows to be legal.
    #[inline]
    pub fn make_unchecked(&mut self, to: Square) -> Undo {
        debug_assert!(self.legal_moves().contains(to), "{to:?} in {self:?}");
        let undo = Undo(self.knights);
        self.open -= Bitboard::bit(to);
        self.knights = self.knights.moved(Knight::on(to));
        undo
    }

    /// Takes back the last move.
    ///
    /// Moves must be taken back in reverse order.
    #[inline]
    pub fn unmake(&mut self, undo: Undo) {
        self.open |= Bitboard::bit(self.knights.them().on_board());
        self.knights = undo.0;
    }

    fn why_illegal(&self, to: Square) -> IllegalMove {
        let size = self.size();
        let name = |square| size.name(square).to_string();
        if !size.contains(to) {
            IllegalMove::OffBoard(to, size)
        } else if let Some(winner) = self.winner() {
            IllegalMove::GameOver(name(to), winner)
        } else if !self.open.contains(to) {
            IllegalMove::Blocked(name(to))
        } else {
            let from = self.knight(self.side()).expect("every open square takes a placement");
            IllegalMove::NotAKnightsMove(name(to), name(from))
        }
    }
}

impl<W: Word> PartialEq for Position<W> {
    fn eq(&self, other: &Self) -> bool {
        self.size() == other.size() && self.open == other.open && self.knights == other.knights
    }
}

impl<W: Word> Eq for Position<W> {}

impl<W: Word> Hash for Position<W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.size(), self.open, self.knights).hash(state);
    }
}

/// Why a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The square is not on the board.
    #[error("{0:?} is off the {1} board")]
    OffBoard(Square, Size),
    /// The game is over: the side to move has no legal move.
    #[error("no move to {0}: the game is over, {1} has won")]
    GameOver(String, Color),
    /// A knight has stood on the target, or it is a hole.
    #[error("no move to {0}: the square is blocked")]
    Blocked(String),
    /// The target is open but not a knight's move away.
    #[error("no move to {0}: it is not a knight's move from {1}")]
    NotAKnightsMove(String, String),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str) -> Position {
        text.parse().unwrap()
    }

    fn play(position: &Position, moves: &str) -> Position {
        moves.split_whitespace().fold(*position, |position, name| {
            position.play(position.size().square_named(name).unwrap()).unwrap()
        })
    }

    #[test]
    fn placements_are_moves() {
        let start = Position::new(Size::STANDARD);
        assert_eq!(start.legal_moves().count(), 49);
        let placed = play(&start, "d4 b3");
        assert_eq!(placed, position("7/7/7/3N3/1n5/7/7 w"));
        assert_eq!((start.ply(), placed.ply()), (0, 2));
        assert_eq!(placed.legal_moves().count(), 7);
        assert_eq!(placed.moves_of(Color::Black).count(), 5);
    }

    #[test]
    fn who_cannot_move_loses() {
        assert_eq!(position("1 w").winner(), None);
        assert_eq!(position("N b").winner(), Some(Color::White));
        assert_eq!(position("xxx w").winner(), Some(Color::Black));
        assert_eq!(
            play(&Position::new(Size::new(3, 3).unwrap()), "b2 a1").winner(),
            Some(Color::Black)
        );
    }

    #[test]
    fn ply_is_known_until_both_knights_stand() {
        let holes: Bitboard = [0, 1, 2].map(Square::from_bit).into_iter().collect();
        let start = Position::with_holes(Size::STANDARD, holes);
        let plies = ["", "d4", "d4 b3", "d4 b3 f5"].map(|moves| play(&start, moves).ply());
        assert_eq!(plies, [0, 1, 5, 6]);
        // A position's ply does not depend on how it was built.
        assert_eq!(play(&start, "d4 b3"), position("7/7/7/3N3/1n5/7/xxx4 w"));
        assert_eq!(position("7/7/7/3N3/1n5/7/xxx4 w").ply(), 5);
    }

    #[test]
    fn the_attacker_keeps_the_role() {
        for (placements, attacker) in [("d4 b3", Color::Black), ("d4 a1", Color::White)] {
            let mut position = play(&Position::new(Size::STANDARD), placements);
            while let Some(to) = position.legal_moves().first() {
                assert_eq!(position.attacker(), Some(attacker));
                position = position.play(to).unwrap();
            }
        }
        assert_eq!(Position::new(Size::STANDARD).attacker(), None);
    }

    #[test]
    fn illegal_moves_are_explained() {
        let start = play(&Position::new(Size::STANDARD), "d4 b3");
        let why = |position: &Position, to: &str| {
            position.play(position.size().square_named(to).unwrap()).unwrap_err().to_string()
        };
        assert_eq!(why(&start, "b3"), "no move to b3: the square is blocked");
        assert_eq!(why(&start, "d5"), "no move to d5: it is not a knight's move from d4");
        assert_eq!(why(&position("N1 b"), "a1"), "no move to a1: the square is blocked");
        assert_eq!(why(&position("Nn w"), "a1"), "no move to a1: the game is over, Black has won");
        let off = position("Nn w").play(Square::from_bit(90)).unwrap_err().to_string();
        assert_eq!(off, "Square(90) is off the 2x1 board");
    }
}

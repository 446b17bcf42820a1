//! Games: a position and the moves after it, and the formats they are stored in.

use std::fmt;
use std::str::FromStr;

use crate::board::{IllegalMove, ParsePositionError, ParseSquareError, Position, Square, Undo};

mod annotated;
pub mod csv;
#[cfg(feature = "serde")]
mod format;
#[cfg(feature = "serde")]
pub mod jsonl;
mod opening;
pub mod pgn;
pub mod record;
mod tree;

pub use annotated::AnnotatedGame;
#[cfg(feature = "serde")]
pub use format::{ReadRecordsError, RecordFormat};
pub use opening::Openings;
pub use record::{GameRecord, Outcome, RecordError, Termination};
pub use tree::{MoveMark, NodeId, ParseTreeError, ParseTreeErrorKind, TreeError, VariationTree};

/// A position and the legal moves played from it.
///
/// ```
/// use lastknight::Game;
///
/// let mut game: Game = "startpos moves d4 b3".parse()?;
/// game.play_named("f5")?;
/// assert_eq!(game.to_string(), "7/7/7/7/7/7/7 w moves d4 b3 f5");
/// game.undo();
/// assert_eq!(game.position().to_string(), "7/7/7/3N3/1n5/7/7 w");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Game {
    start: Position,
    position: Position,
    moves: Vec<(Square, Undo)>,
}

impl Game {
    /// Creates a game that begins here.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self { start, position: start, moves: Vec::new() }
    }

    /// Returns the starting position.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the moves played, first to last.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Square> + Clone {
        self.moves.iter().map(|&(to, _)| to)
    }

    /// Returns the names of the moves, first to last.
    pub fn move_names(&self) -> impl ExactSizeIterator<Item = String> {
        self.moves().map(|to| self.start.size().name(to).to_string())
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Returns an error if the move is not legal. The game stays as it is.
    pub fn play(&mut self, to: Square) -> Result<(), IllegalMove> {
        self.position.play(to)?;
        self.moves.push((to, self.position.make_unchecked(to)));
        Ok(())
    }

    /// Plays the move to the square with this name.
    ///
    /// # Errors
    /// Returns an error if there is no such square or the move is not legal. The game stays as it
    /// is.
    pub fn play_named(&mut self, name: &str) -> Result<(), MoveError> {
        Ok(self.play(self.start.size().square_named(name)?)?)
    }

    /// Takes back the last move and returns it, or `None` if there is none.
    pub fn undo(&mut self) -> Option<Square> {
        let (to, undo) = self.moves.pop()?;
        self.position.unmake(undo);
        Some(to)
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start && self.moves().eq(other.moves())
    }
}

impl Eq for Game {}

/// The starting position, then `moves` and the moves if there are any.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.start)?;
        if self.moves.is_empty() {
            return Ok(());
        }
        write!(f, " moves {}", self.start.size().names(self.moves()))
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not a move in a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// Not a square of the board.
    #[error(transparent)]
    Square(#[from] ParseSquareError),
    /// Not a legal move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

/// Why a text is not a [`Game`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseGameError {
    /// The position is invalid.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// A move is invalid.
    #[error("column {column}, move {number}: {error}")]
    Move {
        /// Where, in characters from 1.
        column: usize,
        /// The number of the move after the position, from 1.
        number: usize,
        /// The error.
        error: MoveError,
    },
}

impl FromStr for Game {
    type Err = ParseGameError;

    fn from_str(text: &str) -> Result<Self, ParseGameError> {
        const MOVES: &str = " moves";
        let is_end = |rest: &str| rest.is_empty() || rest.starts_with(' ');
        let (position, moves) = match text.split_once(MOVES) {
            Some((position, rest)) if is_end(rest) => (position, rest),
            _ => (text, ""),
        };
        let mut game = Self::new(position.parse()?);
        let mut column = position.chars().count() + MOVES.len() + 1;
        for word in moves.split(' ') {
            if !word.is_empty() {
                let number = game.moves.len() + 1;
                let place = |error| ParseGameError::Move { column, number, error };
                game.play_named(word).map_err(place)?;
            }
            column += word.chars().count() + 1;
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_round_trip() {
        for text in ["7/7/7/7/7/7/7 w", "3/3/3 w moves a1 b3 c2", "1 w moves a1"] {
            assert_eq!(text.parse::<Game>().unwrap().to_string(), text);
        }
        let spaced: Game = "3x3 moves  a1  b3 ".parse().unwrap();
        assert_eq!(spaced.to_string(), "3/3/3 w moves a1 b3");
        assert_eq!("3x3 moves".parse::<Game>(), "3x3".parse());
    }

    #[test]
    fn errors_name_the_move() {
        let error = |text: &str| text.parse::<Game>().unwrap_err().to_string();
        for (text, message) in [
            ("", "the position is empty"),
            ("7/8 w moves a1", "column 3: row 2 has 8 squares, but row 1 has 7"),
            ("7x7 moves d4 d4", "column 14, move 2: no move to d4: the square is blocked"),
            ("7x7 moves d4 h1", "column 14, move 2: square 'h1' is off the 7x7 board"),
            ("7x7 moves d4 b3 é", "column 17, move 3: 'é' is not a square such as d4"),
            (
                "7x7 moves d4 b3 a1",
                "column 17, move 3: no move to a1: it is not a knight's move from d4",
            ),
            (
                "1x1 moves a1 a1",
                "column 14, move 2: no move to a1: the game is over, White has won",
            ),
            (
                "7x7 move d4",
                "column 5: the side to move is 'w' or 'b', not 'move d4'; moves follow the word 'moves', as in \
                 '7x7 moves d4 b3'",
            ),
        ] {
            assert_eq!(error(text), message, "{text}");
        }
    }

    #[test]
    fn undo_takes_back_one_move() {
        let mut game: Game = "3x3 moves a1 b3".parse().unwrap();
        let b3 = game.start().size().square_named("b3").unwrap();
        assert_eq!(game.undo(), Some(b3));
        assert_eq!(game, "3x3 moves a1".parse().unwrap());
        assert!(game.undo().is_some());
        assert_eq!(game.undo(), None);
        assert_eq!(game.position(), game.start());
    }
}

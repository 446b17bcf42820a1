//! Games.

use std::sync::{Mutex, MutexGuard, PoisonError};

use lastknight::game::{RecordFormat, pgn};
use lastknight::{ByColor, GameRecord, Outcome, Termination};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::convert::{bad_value, square};
use crate::position::Position;

/// A position and the moves after it.
///
/// It starts in a position, or as a text says.
///
/// >>> game = Game("7x7 moves d4 b3")
/// >>> game.push("f5")
/// >>> game.move_stack
/// ['d4', 'b3', 'f5']
/// >>> game.pop()
/// 'f5'
/// >>> game.outcome is None
/// True
/// >>> Game.read(game.pgn(white="me"))
/// [Game('7/7/7/7/7/7/7 w moves d4 b3')]
#[pyclass(frozen, module = "lastknight._native")]
pub(crate) struct Game(Mutex<lastknight::Game>);

impl Game {
    pub(crate) fn from_game(game: lastknight::Game) -> Self {
        Self(Mutex::new(game))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, lastknight::Game> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (start = None), text_signature = "(start='7x7')")]
    fn new(start: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(start) = start else {
            return "7x7".parse().map(Self::from_game).map_err(bad_value);
        };
        if let Ok(game) = start.cast::<Self>() {
            return Ok(game.get().copy());
        }
        if let Ok(position) = start.cast::<Position>() {
            return Ok(Self::from_game(lastknight::Game::new(position.get().0)));
        }
        let text = start.cast::<PyString>().map_err(|_| {
            let kind = start.get_type();
            PyTypeError::new_err(format!("a game starts at a text or a Position, not {kind}"))
        })?;
        text.to_cow()?.trim().parse().map(Self::from_game).map_err(bad_value)
    }

    /// The position at the start.
    #[getter]
    fn start(&self) -> Position {
        Position(*self.lock().start())
    }

    /// The position now.
    #[getter]
    fn position(&self) -> Position {
        Position(*self.lock().position())
    }

    /// The moves played, first to last.
    #[getter]
    fn move_stack(&self) -> Vec<String> {
        self.lock().move_names().collect()
    }

    /// The legal moves of the side to move, as squares.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        let game = self.lock();
        let size = game.start().size();
        game.position().legal_moves().into_iter().map(|to| size.name(to).to_string()).collect()
    }

    /// The side to move: `white` or `black`.
    #[getter]
    fn to_move(&self) -> &'static str {
        self.lock().position().side().name()
    }

    /// The winner, or `None` while the game goes on.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.lock().position().winner().map(lastknight::Color::name)
    }

    /// Whether the side to move has no legal move.
    #[getter]
    fn is_over(&self) -> bool {
        self.lock().position().winner().is_some()
    }

    /// The number of plies played.
    #[getter]
    fn ply(&self) -> usize {
        self.lock().position().ply()
    }

    /// The winner and how the game ended, or `None` while it goes on.
    #[getter]
    fn outcome(&self) -> Option<(&'static str, &'static str)> {
        let winner = self.lock().position().winner()?;
        Some((winner.name(), Termination::NoMoves.name()))
    }

    /// Plays a move: a square such as `d4`, or a cell `(row, column)` from the top left.
    fn push(&self, to: &Bound<'_, PyAny>) -> PyResult<()> {
        let size = self.lock().start().size();
        let to = square(size, to)?;
        self.lock().play(to).map_err(bad_value)
    }

    /// Takes back the last move and returns it.
    fn pop(&self) -> PyResult<String> {
        let mut game = self.lock();
        let size = game.start().size();
        let last = game.undo().map(|to| size.name(to).to_string());
        last.ok_or_else(|| PyIndexError::new_err("there is no move to take back"))
    }

    /// Returns a copy.
    fn copy(&self) -> Self {
        Self::from_game(self.lock().clone())
    }

    /// Returns the game as PGN.
    #[pyo3(signature = (white = "?", black = "?"))]
    fn pgn(&self, white: &str, black: &str) -> PyResult<String> {
        let game = self.lock().clone();
        let outcome = game.position().winner();
        let outcome = outcome.map(|winner| Outcome { winner, termination: Termination::NoMoves });
        let players = ByColor::new(white.to_owned(), black.to_owned());
        let record = GameRecord::new(game, players, outcome).map_err(bad_value)?;
        Ok(pgn::write(&record))
    }

    /// Returns the games of a text in PGN or JSON lines.
    #[staticmethod]
    fn read(text: &str) -> PyResult<Vec<Self>> {
        let records = RecordFormat::guess(text).read(text).map_err(bad_value)?;
        Ok(records.into_iter().map(|record| Self::from_game(record.game().clone())).collect())
    }

    fn _repr_svg_(slf: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
        slf.py().import("lastknight.svg")?.call_method1("board", (slf,))
    }

    fn __str__(&self) -> String {
        self.lock().to_string()
    }

    fn __repr__(&self) -> String {
        format!("Game('{}')", self.lock())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else {
            return false;
        };
        let other = other.get().lock().clone();
        *self.lock() == other
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.__str__(),)
    }
}

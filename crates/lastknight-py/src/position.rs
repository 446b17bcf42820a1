//! Positions.

use std::hash::{DefaultHasher, Hash, Hasher};

use lastknight::json;
use pyo3::prelude::*;

use crate::convert::{self, bad_value, color, square};

/// A position: always legal, never changed, hashable.
///
/// The text is a size, a position in the notation, or either with moves.
///
/// >>> position = Position("7x7 moves d4 b3")
/// >>> str(position)
/// '7/7/7/3N3/1n5/7/7 w'
/// >>> position.to_move, position.white, position.legal_moves[:2]
/// ('white', 'd4', ['c2', 'e2'])
/// >>> position == Position(str(position))
/// True
#[pyclass(frozen, eq, module = "lastknight._native", from_py_object)]
#[derive(Clone, PartialEq)]
pub(crate) struct Position(pub(crate) lastknight::Position);

impl Position {
    fn names(&self, squares: lastknight::Bitboard) -> Vec<String> {
        squares.into_iter().map(|to| self.0.size().name(to).to_string()).collect()
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (text = "7x7"))]
    fn new(text: &str) -> PyResult<Self> {
        let game: lastknight::Game = text.trim().parse().map_err(bad_value)?;
        Ok(Self(*game.position()))
    }

    /// The number of columns.
    #[getter]
    fn width(&self) -> usize {
        self.0.size().width()
    }

    /// The number of rows.
    #[getter]
    fn height(&self) -> usize {
        self.0.size().height()
    }

    /// The size as text, such as `7x7`.
    #[getter]
    fn board(&self) -> String {
        self.0.size().to_string()
    }

    /// The side to move: `white` or `black`.
    #[getter]
    fn to_move(&self) -> &'static str {
        self.0.side().name()
    }

    /// The square of White's knight, or `None` before it is placed.
    #[getter]
    fn white(&self) -> Option<String> {
        self.knight("white").ok().flatten()
    }

    /// The square of Black's knight, or `None` before it is placed.
    #[getter]
    fn black(&self) -> Option<String> {
        self.knight("black").ok().flatten()
    }

    /// Returns the square of a side's knight, or `None` before it is placed.
    fn knight(&self, side: &str) -> PyResult<Option<String>> {
        let knight = self.0.knight(color(side)?);
        Ok(knight.map(|knight| self.0.size().name(knight).to_string()))
    }

    /// The number of plies played; without a history, the number of blocked squares.
    #[getter]
    fn ply(&self) -> usize {
        self.0.ply()
    }

    /// The open squares.
    #[getter]
    fn open_squares(&self) -> Vec<String> {
        self.names(self.0.open())
    }

    /// The legal moves of the side to move, as squares.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        self.names(self.0.legal_moves())
    }

    /// The winner, or `None` while the game goes on.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.0.winner().map(lastknight::Color::name)
    }

    /// Whether the side to move has no legal move.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.winner().is_some()
    }

    /// The side that alone can land on a square that the other could move to next, once both knights are placed.
    #[getter]
    fn attacker(&self) -> Option<&'static str> {
        self.0.attacker().map(lastknight::Color::name)
    }

    /// Returns the squares that a side could move to, whoever is to move.
    fn moves_of(&self, side: &str) -> PyResult<Vec<String>> {
        Ok(self.names(self.0.moves_of(color(side)?)))
    }

    /// Returns the position after a move: a square such as `d4`, or a cell `(row, column)` from the top left.
    ///
    /// >>> Position("7x7").play("d4").play((4, 1))
    /// Position('7/7/7/3N3/1n5/7/7 w')
    fn play(&self, to: &Bound<'_, PyAny>) -> PyResult<Self> {
        let to = square(self.0.size(), to)?;
        self.0.play(to).map(Self).map_err(bad_value)
    }

    /// Returns the `(row, column)` of a square, counted from the top left as in the courses.
    ///
    /// >>> Position("7x7").cell("a7")
    /// (0, 0)
    fn cell(&self, name: &Bound<'_, PyAny>) -> PyResult<(usize, usize)> {
        Ok(self.0.size().row_col(square(self.0.size(), name)?))
    }

    /// Returns the name of the square at a cell `(row, column)`.
    fn square(&self, cell: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.0.size().name(square(self.0.size(), cell)?).to_string())
    }

    /// Returns the facts of the position as JSON, as `lastknight show --json` prints them.
    fn json(&self) -> PyResult<String> {
        convert::json(&json::Position::from(&lastknight::Game::new(self.0)))
    }

    fn _repr_svg_(slf: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
        slf.py().import("lastknight.svg")?.call_method1("board", (slf,))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}

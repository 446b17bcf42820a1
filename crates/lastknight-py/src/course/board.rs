//! `isolation.Board` of the course of 2017: the flat board, in three ages.
//!
//! The state is a real Python list, so that `board._board_state[3] = 1` works as it always did. Methods that a
//! subclass overrides are called; otherwise everything stays native.

use pyo3::exceptions::{PyOverflowError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use pyo3::{PyTraverseError, PyVisit, intern};

use super::cells::{DIRECTIONS, Shared, State, Targets};
use super::compact::Compact;
use super::fields::{View, index_of, located, ordered, taken};
use super::parts::{clamped, coordinates, pair, same, set_attribute, whole};

/// Which version of the course's board this is.
#[derive(Clone, Copy)]
pub(super) enum Age {
    /// 2017-02-19 to 03-27: player 2 starts at (0, 0), which is blocked.
    A0b,
    /// Repaired, and still with legal moves as an argument of `get_move`.
    A0c,
    /// From 2017-04.
    A1,
}

/// A field that `__init__` fills and the collector may clear.
pub(super) type Slot = Option<Py<PyAny>>;

/// The attributes of the course's boards.
const ATTRIBUTES: [&str; 8] = [
    "width",
    "height",
    "move_count",
    "_player_1",
    "_player_2",
    "_active_player",
    "_inactive_player",
    "_board_state",
];

/// The course's board: any two players, any size.
#[pyclass(name = "BoardA1", module = "lastknight.course.a1", subclass, dict, weakref)]
pub(crate) struct Board {
    pub(super) age: Age,
    pub(super) width: isize,
    pub(super) height: isize,
    pub(super) move_count: isize,
    /// Whether the players are known to differ.
    pub(super) distinct: bool,
    /// Whether somebody replaced a method of this object, as tests do.
    pub(super) patched: bool,
    /// The state, unless `_board_state` was read or assigned.
    pub(super) compact: Option<Compact>,
    pub(super) state: Slot,
    pub(super) player_1: Slot,
    pub(super) player_2: Slot,
    pub(super) active: Slot,
    pub(super) inactive: Slot,
}

/// The board of 2017-02-19 to 03-27, faults included.
#[pyclass(name = "BoardA0b", module = "lastknight.course.a0b", extends = Board, subclass)]
pub(crate) struct BoardA0b;

/// The repaired board of early 2017.
#[pyclass(name = "BoardA0c", module = "lastknight.course.a0c", extends = Board, subclass)]
pub(crate) struct BoardA0c;

#[pymethods]
impl BoardA0b {
    #[new]
    #[pyo3(signature = (*_args, **_options))]
    fn new(
        _args: &Bound<'_, PyTuple>,
        _options: Option<&Bound<'_, PyDict>>,
    ) -> PyClassInitializer<Self> {
        PyClassInitializer::from(Board::empty(Age::A0b)).add_subclass(Self)
    }
}

#[pymethods]
impl BoardA0c {
    #[new]
    #[pyo3(signature = (*_args, **_options))]
    fn new(
        _args: &Bound<'_, PyTuple>,
        _options: Option<&Bound<'_, PyDict>>,
    ) -> PyClassInitializer<Self> {
        PyClassInitializer::from(Board::empty(Age::A0c)).add_subclass(Self)
    }
}

/// The first state of a board that is too large for the compact form.
fn large(py: Python<'_>, age: Age, width: isize, height: isize) -> PyResult<Py<PyAny>> {
    let len = width.checked_mul(height).and_then(|cells| cells.checked_add(3));
    let len = len.ok_or_else(|| PyOverflowError::new_err("the board is too large"))?;
    let state = PyList::new(py, [0])?.as_sequence().repeat(usize::try_from(len).unwrap_or(0))?;
    let none = py.None();
    state.as_any().set_item(-1, &none)?;
    state.as_any().set_item(if matches!(age, Age::A0b) { 0 } else { -2 }, &none)?;
    Ok(state.into_any().unbind())
}

/// The methods of the course.
#[pymethods]
impl Board {
    #[classattr]
    const BLANK: i32 = 0;

    #[classattr]
    #[pyo3(name = "NOT_MOVED")]
    fn not_moved() -> Option<i32> {
        None
    }

    #[new]
    #[pyo3(signature = (*_args, **_options))]
    fn new(_args: &Bound<'_, PyTuple>, _options: Option<&Bound<'_, PyDict>>) -> Self {
        Self::empty(Age::A1)
    }

    #[pyo3(signature = (player_1, player_2, width=7, height=7))]
    fn __init__(
        slf: &Bound<'_, Self>,
        player_1: Py<PyAny>,
        player_2: Py<PyAny>,
        width: isize,
        height: isize,
    ) -> PyResult<()> {
        let py = slf.py();
        let age = slf.borrow().age;
        let compact = Compact::new(age, width, height);
        let state = if compact.is_none() { Some(large(py, age, width, height)?) } else { None };
        let fresh = Self {
            width,
            height,
            compact,
            state,
            active: Some(player_1.clone_ref(py)),
            inactive: Some(player_2.clone_ref(py)),
            player_1: Some(player_1),
            player_2: Some(player_2),
            ..Self::empty(age)
        };
        let old = std::mem::replace(&mut *slf.borrow_mut(), fresh);
        drop(old);
        Self::refresh(slf)
    }

    /// Returns the hash of the state's text.
    fn hash(slf: &Bound<'_, Self>) -> PyResult<isize> {
        View::new(slf)?.cells.text(slf.py())?.hash()
    }

    /// Returns the opponent of a player.
    fn get_opponent<'py>(
        slf: &Bound<'py, Self>,
        player: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if Self::is_side(slf, player, true)? {
            Self::inactive_player(slf)
        } else if Self::is_side(slf, player, false)? {
            Self::active_player(slf)
        } else {
            let text = "this object is no player of the game";
            Err(PyRuntimeError::new_err(text))
        }
    }

    /// Returns a copy; the players are shared.
    fn copy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::build(slf.py(), Self::duplicate(slf)?)
    }

    /// Returns a copy after a move.
    #[pyo3(signature = (r#move))]
    fn forecast_move<'py>(
        slf: &Bound<'py, Self>,
        r#move: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        if !Self::is_native(slf, intern!(py, "copy"))? {
            let board = slf.call_method0(intern!(py, "copy"))?;
            board.call_method1(intern!(py, "apply_move"), (r#move,))?;
            return Ok(board);
        }
        let aimed = slf.borrow().aimed(Shared::get(py)?, r#move.as_ptr());
        if let Some((row, col)) = aimed.or_else(|| whole(r#move).ok()) {
            // The borrow ends here: making the board may run the collector.
            let next = slf.borrow().next(py, row, col);
            if let Some(next) = next {
                return Self::build(py, next);
            }
        }
        let board = Self::build(py, Self::duplicate(slf)?)?;
        Self::apply_move(board.cast::<Self>()?, r#move)?;
        Ok(board)
    }

    /// Whether a square is on the board and blank.
    #[pyo3(signature = (r#move))]
    fn move_is_legal(slf: &Bound<'_, Self>, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        let cells = View::new(slf)?.cells;
        let (row, col) = coordinates(r#move)?;
        let (row, col) = (clamped(&row, cells.height)?, clamped(&col, cells.width)?);
        match (row, col) {
            (Some(row), Some(col)) => cells.is_legal(slf.py(), row, col),
            _ => Ok(false),
        }
    }

    /// Returns all blank squares, column by column.
    fn get_blank_spaces<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        View::new(slf)?.cells.blanks(slf.py())
    }

    /// Returns the square of a player's knight, or None.
    fn get_player_location<'py>(
        slf: &Bound<'py, Self>,
        player: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let py = slf.py();
        let (_, place) = located(slf, Some(player))?;
        place.map(|(row, col)| Shared::get(py)?.square(py, row, col)).transpose()
    }

    /// Returns the moves of a player, by default the active one, in random order.
    #[pyo3(signature = (player=None))]
    fn get_legal_moves<'py>(
        slf: &Bound<'py, Self>,
        player: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        if Self::is_plain(slf) {
            let (cells, place) = located(slf, player)?;
            let moves = match place {
                Some((row, col)) => ordered(py, cells.targets(py, row, col)?)?,
                None => cells.blanks(py)?,
            };
            return Ok(moves.into_any());
        }
        let player = match player {
            Some(player) => player.clone(),
            None => Self::mover(slf)?,
        };
        let place = slf.call_method1(intern!(py, "get_player_location"), (player,))?;
        slf.call_method1(intern!(py, "_Board__get_moves"), (place,))
    }

    #[pyo3(name = "_Board__get_moves")]
    fn get_moves<'py>(
        slf: &Bound<'py, Self>,
        loc: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        if loc.is_none() {
            return slf.call_method0(intern!(py, "get_blank_spaces"));
        }
        let (row, col) = pair(loc)?;
        let name = intern!(py, "move_is_legal");
        if Self::is_native(slf, name)? {
            let targets = View::new(slf)?.cells.targets(py, row, col)?;
            return Ok(ordered(py, targets)?.into_any());
        }
        let mut targets = Targets::default();
        for (down, right) in DIRECTIONS {
            let (to_row, to_col) = (row.wrapping_add(down), col.wrapping_add(right));
            let square = Shared::get(py)?.square(py, to_row, to_col)?;
            if slf.call_method1(name, (square,))?.is_truthy()? {
                targets.push(to_row, to_col);
            }
        }
        Ok(ordered(py, targets)?.into_any())
    }

    /// Moves the active player to a square, legal or not.
    #[pyo3(signature = (r#move))]
    fn apply_move(slf: &Bound<'_, Self>, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let (row, col) = whole(r#move)?;
        let is_native = Self::is_native(slf, intern!(slf.py(), "active_player"))?;
        if is_native && slf.borrow_mut().advance(row, col) {
            return Ok(());
        }
        let state = State::new(Self::state_object(slf)?);
        let view = View::new(slf)?;
        let back = if same(&Self::mover(slf)?, &view.player_2)? { 2 } else { 1 };
        Self::mark(slf.py(), &state, index_of(row, col, view.cells.height)?, back)?;
        let mut inner = slf.borrow_mut();
        let board = &mut *inner;
        std::mem::swap(&mut board.active, &mut board.inactive);
        board.move_count += 1;
        Ok(())
    }

    /// Whether the player has won: it is the opponent's turn, without moves.
    fn is_winner(slf: &Bound<'_, Self>, player: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(Self::is_side(slf, player, false)? && Self::is_over(slf)?)
    }

    /// Whether the player has lost: it is the player's turn, without moves.
    fn is_loser(slf: &Bound<'_, Self>, player: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(Self::is_side(slf, player, true)? && Self::is_over(slf)?)
    }

    /// Returns inf if the player has won, -inf if lost, else 0.
    fn utility(slf: &Bound<'_, Self>, player: &Bound<'_, PyAny>) -> PyResult<f64> {
        if Self::is_over(slf)? {
            if Self::is_side(slf, player, false)? {
                return Ok(f64::INFINITY);
            }
            if Self::is_side(slf, player, true)? {
                return Ok(f64::NEG_INFINITY);
            }
        }
        Ok(0.0)
    }

    #[getter]
    pub(super) fn active_player<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        taken(slf.py(), &slf.borrow().active, "_active_player")
    }

    #[getter]
    pub(super) fn inactive_player<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        taken(slf.py(), &slf.borrow().inactive, "_inactive_player")
    }

    #[getter(_board_state)]
    fn get_state<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::state_object(slf)
    }

    #[setter(_board_state)]
    fn set_state(slf: &Bound<'_, Self>, value: Bound<'_, PyAny>) {
        slf.borrow_mut().compact = None;
        Self::put(slf, |board| &mut board.state, value);
    }

    #[getter(_player_1)]
    fn get_player_1<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        taken(slf.py(), &slf.borrow().player_1, "_player_1")
    }

    #[setter(_player_1)]
    fn set_player_1(slf: &Bound<'_, Self>, value: Bound<'_, PyAny>) -> PyResult<()> {
        Self::put(slf, |board| &mut board.player_1, value);
        Self::refresh(slf)
    }

    #[getter(_player_2)]
    fn get_player_2<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        taken(slf.py(), &slf.borrow().player_2, "_player_2")
    }

    #[setter(_player_2)]
    fn set_player_2(slf: &Bound<'_, Self>, value: Bound<'_, PyAny>) -> PyResult<()> {
        Self::put(slf, |board| &mut board.player_2, value);
        Self::refresh(slf)
    }

    #[getter(_active_player)]
    fn get_active<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        taken(slf.py(), &slf.borrow().active, "_active_player")
    }

    #[setter(_active_player)]
    fn set_active(slf: &Bound<'_, Self>, value: Bound<'_, PyAny>) {
        Self::put(slf, |board| &mut board.active, value);
    }

    #[getter(_inactive_player)]
    fn get_inactive<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        taken(slf.py(), &slf.borrow().inactive, "_inactive_player")
    }

    #[setter(_inactive_player)]
    fn set_inactive(slf: &Bound<'_, Self>, value: Bound<'_, PyAny>) {
        Self::put(slf, |board| &mut board.inactive, value);
    }

    #[getter]
    fn get_width(&self) -> isize {
        self.width
    }

    #[setter]
    fn set_width(slf: &Bound<'_, Self>, value: isize) -> PyResult<()> {
        Self::loosen(slf)?;
        slf.borrow_mut().width = value;
        Ok(())
    }

    #[getter]
    fn get_height(&self) -> isize {
        self.height
    }

    #[setter]
    fn set_height(slf: &Bound<'_, Self>, value: isize) -> PyResult<()> {
        Self::loosen(slf)?;
        slf.borrow_mut().height = value;
        Ok(())
    }

    #[getter]
    fn get_move_count(&self) -> isize {
        self.move_count
    }

    #[setter]
    fn set_move_count(&mut self, value: isize) {
        self.move_count = value;
    }

    fn __setattr__(
        slf: &Bound<'_, Self>,
        name: &Bound<'_, PyString>,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let known = slf.get_type().getattr_opt(name)?;
        if known.is_some_and(|member| member.is_callable()) {
            slf.borrow_mut().patched = true;
        }
        set_attribute(slf, name, Some(value))
    }

    fn __delattr__(slf: &Bound<'_, Self>, name: &Bound<'_, PyString>) -> PyResult<()> {
        set_attribute(slf, name, None)
    }

    /// Returns the attributes as a dict, for pickle and copy.
    fn __getstate__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let state = PyDict::new(slf.py());
        for name in ATTRIBUTES {
            if let Some(value) = slf.getattr_opt(name)? {
                state.set_item(name, value)?;
            }
        }
        state.update(slf.getattr("__dict__")?.cast()?)?;
        Ok(state)
    }

    /// Takes the attributes from a dict.
    fn __setstate__(slf: &Bound<'_, Self>, state: &Bound<'_, PyDict>) -> PyResult<()> {
        state.iter().try_for_each(|(name, value)| slf.setattr(name.cast::<PyString>()?, value))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let make = py.import("copyreg")?.getattr("__newobj__")?;
        let state = slf.call_method0("__getstate__")?;
        (make, (slf.get_type(),), state).into_pyobject(py)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        let slots = [&self.state, &self.player_1, &self.player_2, &self.active, &self.inactive];
        slots.into_iter().flatten().try_for_each(|slot| visit.call(slot))
    }

    fn __clear__(slf: &Bound<'_, Self>) {
        let age = slf.borrow().age;
        let old = std::mem::replace(&mut *slf.borrow_mut(), Self::empty(age));
        drop(old);
    }
}

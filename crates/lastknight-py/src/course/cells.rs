//! Reading a flat board state: the cells column by column, then who has the initiative, then both knights.

use pyo3::exceptions::{PyIndexError, PyZeroDivisionError};
use pyo3::ffi::PyObject;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString, PyTuple};

use super::compact::Compact;

/// Knight moves in the order of the course.
pub(super) const DIRECTIONS: [(isize, isize); 8] =
    [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

/// Rows and columns whose squares are made once and shared.
const SHARED: usize = 16;

/// Objects that every call needs.
pub(super) struct Shared {
    pub(super) zero: Py<PyAny>,
    pub(super) one: Py<PyAny>,
    squares: Box<[Py<PyTuple>]>,
}

impl Shared {
    pub(super) fn get(py: Python<'_>) -> PyResult<&Self> {
        static SHARED_OBJECTS: PyOnceLock<Shared> = PyOnceLock::new();
        SHARED_OBJECTS.get_or_try_init(py, || {
            let square =
                |at: usize| PyTuple::new(py, [at / SHARED, at % SHARED]).map(Bound::unbind);
            Ok(Self {
                zero: 0i32.into_pyobject(py)?.into_any().unbind(),
                one: 1i32.into_pyobject(py)?.into_any().unbind(),
                squares: (0..SHARED * SHARED).map(square).collect::<PyResult<_>>()?,
            })
        })
    }

    /// The shared tuple of a square near the origin.
    fn small(&self, row: isize, col: isize) -> &Py<PyTuple> {
        &self.squares[row as usize * SHARED + col as usize]
    }

    /// Which square a knight's move away is this very tuple, if it is a shared one.
    pub(super) fn aimed(
        &self,
        (row, col): (isize, isize),
        tuple: *mut PyObject,
    ) -> Option<(isize, isize)> {
        let squares = DIRECTIONS.map(|(down, right)| (row + down, col + right));
        squares
            .into_iter()
            .find(|&(row, col)| is_shared(row, col) && self.small(row, col).as_ptr() == tuple)
    }

    /// The tuple (row, column).
    pub(super) fn square<'py>(
        &self,
        py: Python<'py>,
        row: isize,
        col: isize,
    ) -> PyResult<Bound<'py, PyTuple>> {
        if is_shared(row, col) {
            return Ok(self.small(row, col).bind(py).clone());
        }
        PyTuple::new(py, [row, col])
    }
}

fn is_shared(row: isize, col: isize) -> bool {
    (row as usize) < SHARED && (col as usize) < SHARED
}

/// Up to eight squares a knight can move to.
#[derive(Default)]
pub(super) struct Targets {
    squares: [(isize, isize); 8],
    len: usize,
}

impl Targets {
    pub(super) fn push(&mut self, row: isize, col: isize) {
        self.squares[self.len] = (row, col);
        self.len += 1;
    }

    pub(super) fn as_slice(&self) -> &[(isize, isize)] {
        &self.squares[..self.len]
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [(isize, isize)] {
        &mut self.squares[..self.len]
    }

    /// A Python list of the squares.
    pub(super) fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let shared = Shared::get(py)?;
        let squares = self.as_slice();
        if squares.iter().all(|&(row, col)| is_shared(row, col)) {
            return PyList::new(py, squares.iter().map(|&(row, col)| shared.small(row, col)));
        }
        let list = PyList::empty(py);
        for &(row, col) in squares {
            list.append(shared.square(py, row, col)?)?;
        }
        Ok(list)
    }
}

/// The state: compact until Python code reads `_board_state`, then a list, or what somebody put there.
pub(super) enum State<'py> {
    Compact(Compact),
    List(Bound<'py, PyList>),
    Other(Bound<'py, PyAny>),
}

impl<'py> State<'py> {
    pub(super) fn new(object: Bound<'py, PyAny>) -> Self {
        match object.cast_into_exact::<PyList>() {
            Ok(list) => Self::List(list),
            Err(error) => Self::Other(error.into_inner()),
        }
    }

    /// `state[index]`, with Python's meaning of negative indices.
    pub(super) fn get(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::Compact(state) => state.to_list(py)?.as_any().get_item(index),
            Self::List(list) => list.get_item(place(list, index, "list index out of range")?),
            Self::Other(object) => object.get_item(index),
        }
    }

    /// `state[index] = value`, which needs an object.
    pub(super) fn set(&self, index: isize, value: &Bound<'py, PyAny>) -> PyResult<()> {
        match self {
            Self::Compact(_) => Err(PyIndexError::new_err("the state has no list yet")),
            Self::List(list) => {
                list.set_item(place(list, index, "list assignment index out of range")?, value)
            }
            Self::Other(object) => object.set_item(index, value),
        }
    }

    /// Whether `state[index]` is blank; the index must be on the board.
    fn is_blank(&self, shared: &Shared, py: Python<'py>, index: isize) -> PyResult<bool> {
        match self {
            Self::Compact(state) => Ok(state.is_blank(index)),
            _ => is_blank(shared, &self.get(py, index)?),
        }
    }

    /// The index at `-back`: a knight's.
    fn knight(&self, py: Python<'py>, back: isize) -> PyResult<Option<isize>> {
        match self {
            Self::Compact(state) => Ok(state.knight(back)),
            _ => self.get(py, -back)?.extract(),
        }
    }
}

fn place(list: &Bound<'_, PyList>, index: isize, problem: &'static str) -> PyResult<usize> {
    let len = list.len();
    let index = if index < 0 { index.wrapping_add(len as isize) } else { index };
    usize::try_from(index).ok().filter(|&at| at < len).ok_or_else(|| PyIndexError::new_err(problem))
}

/// A state together with the size of the board.
pub(super) struct Cells<'py> {
    pub(super) state: State<'py>,
    pub(super) width: isize,
    pub(super) height: isize,
}

impl<'py> Cells<'py> {
    /// Whether the square is on the board and blank.
    pub(super) fn is_legal(&self, py: Python<'py>, row: isize, col: isize) -> PyResult<bool> {
        if !(0..self.height).contains(&row) || !(0..self.width).contains(&col) {
            return Ok(false);
        }
        self.state.is_blank(Shared::get(py)?, py, row + col * self.height)
    }

    /// Where the knight stands whose index is at `-back`, as (row, column).
    pub(super) fn knight(&self, py: Python<'py>, back: isize) -> PyResult<Option<(isize, isize)>> {
        let Some(index) = self.state.knight(py, back)? else { return Ok(None) };
        if self.height == 0 {
            return Err(PyZeroDivisionError::new_err("integer division or modulo by zero"));
        }
        Ok(Some((index.rem_euclid(self.height), index.div_euclid(self.height))))
    }

    /// The blank squares that a knight at (row, column) attacks.
    pub(super) fn targets(&self, py: Python<'py>, row: isize, col: isize) -> PyResult<Targets> {
        let mut targets = Targets::default();
        if let State::Compact(state) = &self.state {
            for (down, right) in DIRECTIONS {
                let (to_row, to_col) = (row.wrapping_add(down), col.wrapping_add(right));
                let on_board =
                    (0..self.height).contains(&to_row) && (0..self.width).contains(&to_col);
                if on_board && state.is_blank(to_row + to_col * self.height) {
                    targets.push(to_row, to_col);
                }
            }
            return Ok(targets);
        }
        for (down, right) in DIRECTIONS {
            let (to_row, to_col) = (row.wrapping_add(down), col.wrapping_add(right));
            if self.is_legal(py, to_row, to_col)? {
                targets.push(to_row, to_col);
            }
        }
        Ok(targets)
    }

    /// All blank squares, column by column.
    pub(super) fn blanks(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let shared = Shared::get(py)?;
        let found = PyList::empty(py);
        for col in 0..self.width {
            for row in 0..self.height {
                if self.state.is_blank(shared, py, row + col * self.height)? {
                    found.append(shared.square(py, row, col)?)?;
                }
            }
        }
        Ok(found)
    }

    /// Whether there is any blank square.
    pub(super) fn has_blanks(&self, py: Python<'py>) -> PyResult<bool> {
        let shared = Shared::get(py)?;
        for index in 0..self.width * self.height {
            if self.state.is_blank(shared, py, index)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// `str(state)`, the text whose hash the course uses.
    pub(super) fn text(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let list = match &self.state {
            State::Compact(state) => return Ok(PyString::new(py, &state.text())),
            State::List(list) => list,
            State::Other(object) => return object.str(),
        };
        let shared = Shared::get(py)?;
        let mut text = String::with_capacity(list.len() * 3 + 8);
        text.push('[');
        for (at, cell) in list.iter().enumerate() {
            if at > 0 {
                text.push_str(", ");
            }
            if cell.is(&shared.zero) {
                text.push('0');
            } else if cell.is(&shared.one) {
                text.push('1');
            } else {
                text.push_str(&cell.repr()?.to_cow()?);
            }
        }
        text.push(']');
        Ok(PyString::new(py, &text))
    }
}

/// `cell == 0`.
pub(super) fn is_blank(shared: &Shared, cell: &Bound<'_, PyAny>) -> PyResult<bool> {
    if cell.is(&shared.zero) {
        Ok(true)
    } else if cell.is(&shared.one) || cell.is_none() {
        Ok(false)
    } else {
        cell.eq(&shared.zero)
    }
}

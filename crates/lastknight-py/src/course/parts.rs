//! Small steps that the boards share: reading moves, comparing players.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyString, PyTuple};

/// `left == right`; the same object always counts as equal.
pub(super) fn same(left: &Bound<'_, PyAny>, right: &Bound<'_, PyAny>) -> PyResult<bool> {
    if left.is(right) { Ok(true) } else { left.eq(right) }
}

/// The first two items of a move: `move[0]` and `move[1]`.
pub(super) fn coordinates<'py>(
    square: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    if let Ok(tuple) = square.cast_exact::<PyTuple>() {
        return Ok((tuple.get_item(0)?, tuple.get_item(1)?));
    }
    Ok((square.get_item(0)?, square.get_item(1)?))
}

/// A move whose coordinates must be whole numbers.
pub(super) fn whole(square: &Bound<'_, PyAny>) -> PyResult<(isize, isize)> {
    let (row, col) = coordinates(square)?;
    Ok((number(&row)?, number(&col)?))
}

fn number(object: &Bound<'_, PyAny>) -> PyResult<isize> {
    object.extract().map_err(|error: PyErr| {
        if error.is_instance_of::<PyTypeError>(object.py()) {
            let kind = object.get_type();
            PyTypeError::new_err(format!("a move needs whole numbers (row, column), not {kind}"))
        } else {
            error
        }
    })
}

/// One coordinate of a move that may be anything: a number beyond the board is no error.
pub(super) fn clamped(object: &Bound<'_, PyAny>, end: isize) -> PyResult<Option<isize>> {
    let outside = match object.extract::<isize>() {
        Ok(number) => return Ok((0..end).contains(&number).then_some(number)),
        Err(_) if object.is_instance_of::<PyFloat>() => {
            let number: f64 = object.extract()?;
            !(number >= 0.0 && number < end as f64)
        }
        // A whole number too large for a machine word is off the board.
        Err(error) => error.is_instance_of::<pyo3::exceptions::PyOverflowError>(object.py()),
    };
    if outside { Ok(None) } else { number(object).map(Some) }
}

/// `row, col = place`, for any iterable of two whole numbers.
pub(super) fn pair(place: &Bound<'_, PyAny>) -> PyResult<(isize, isize)> {
    if let Ok(tuple) = place.cast_exact::<PyTuple>()
        && tuple.len() == 2
    {
        return Ok((number(&tuple.get_item(0)?)?, number(&tuple.get_item(1)?)?));
    }
    let mut items = place.try_iter()?;
    let wrong = || PyValueError::new_err("a square needs two numbers: row and column");
    let row = items.next().ok_or_else(wrong)??;
    let col = items.next().ok_or_else(wrong)??;
    if items.next().is_some() {
        return Err(wrong());
    }
    Ok((number(&row)?, number(&col)?))
}

/// Sets an attribute as objects do that have no `__setattr__` of their own, or deletes it. Python's `object.__setattr__`
/// refuses objects whose class is native and has one.
pub(super) fn set_attribute(
    object: &Bound<'_, PyAny>,
    name: &Bound<'_, PyString>,
    value: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let value = value.map_or(std::ptr::null_mut(), Bound::as_ptr);
    #[expect(unsafe_code, reason = "pyo3 has no safe name for this call of Python's")]
    // SAFETY: all pointers are of objects that live as long as the call, or null, which means to delete.
    let status =
        unsafe { pyo3::ffi::PyObject_GenericSetAttr(object.as_ptr(), name.as_ptr(), value) };
    if status == 0 { Ok(()) } else { Err(PyErr::fetch(object.py())) }
}

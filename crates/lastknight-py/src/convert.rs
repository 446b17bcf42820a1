//! Conversions between Python objects and the library's types.

use std::fmt::Display;

use lastknight::{Color, Size, Square};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use serde::Serialize;

/// The most characters of an object that a message quotes.
pub(crate) const QUOTED: usize = 80;

/// Makes a `ValueError` of an error.
pub(crate) fn bad_value(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Makes a `RuntimeError` of an error.
pub(crate) fn failed(error: impl Display) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// Returns a value as JSON.
pub(crate) fn json(value: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(failed)
}

/// Reads a square: a name such as `d4`, or the course's `(row, column)` counted from the top left.
pub(crate) fn square(size: Size, object: &Bound<'_, PyAny>) -> PyResult<Square> {
    if let Ok(name) = object.cast::<PyString>() {
        return size.square_named(&name.to_cow()?).map_err(bad_value);
    }
    let Some((row, column)) = cell(object) else {
        let shown: String = object.repr()?.to_cow()?.chars().take(QUOTED).collect();
        let why = format!("a move is a square such as 'd4' or a cell (row, column), not {shown}");
        return Err(PyTypeError::new_err(why));
    };
    let cell = usize::try_from(row).ok().zip(usize::try_from(column).ok());
    let square = cell.and_then(|(row, column)| size.square_at_row_col(row, column).ok());
    square.ok_or_else(|| bad_value(format!("cell ({row}, {column}) is off the {size} board")))
}

/// Reads a pair of whole numbers: a tuple, a list or an array.
fn cell(object: &Bound<'_, PyAny>) -> Option<(i64, i64)> {
    let is_pair = !object.is_instance_of::<PyBytes>() && object.len().ok()? == 2;
    let part = |at: usize| object.get_item(at).ok()?.extract().ok();
    if is_pair { part(0).zip(part(1)) } else { None }
}

/// Reads a side: `white` or `black`.
pub(crate) fn color(name: &str) -> PyResult<Color> {
    Color::from_name(name)
        .ok_or_else(|| bad_value(format!("a side is 'white' or 'black', not '{name}'")))
}

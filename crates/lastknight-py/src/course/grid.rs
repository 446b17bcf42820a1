//! Knight moves on the two-dimensional board of January 2017.

use pyo3::prelude::*;
use pyo3::types::PyList;

use super::cells::{DIRECTIONS, Shared, Targets, is_blank};
use super::parts::pair;

/// The blank squares of `rows` that a knight at `place` attacks, in the order of the course.
#[pyfunction]
#[pyo3(signature = (rows, width, height, place, /))]
pub(crate) fn grid_moves<'py>(
    rows: &Bound<'py, PyAny>,
    width: isize,
    height: isize,
    place: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyList>> {
    let py = rows.py();
    let shared = Shared::get(py)?;
    let (row, col) = pair(place)?;
    let mut targets = Targets::default();
    for (down, right) in DIRECTIONS {
        let (to_row, to_col) = (row.wrapping_add(down), col.wrapping_add(right));
        if (0..height).contains(&to_row) && (0..width).contains(&to_col) {
            let cells = at(rows, to_row)?;
            if is_blank(shared, &at(&cells, to_col)?)? {
                targets.push(to_row, to_col);
            }
        }
    }
    targets.to_list(py)
}

fn at<'py>(object: &Bound<'py, PyAny>, index: isize) -> PyResult<Bound<'py, PyAny>> {
    match object.cast_exact::<PyList>() {
        Ok(list) => list.get_item(index as usize),
        Err(_) => object.get_item(index),
    }
}

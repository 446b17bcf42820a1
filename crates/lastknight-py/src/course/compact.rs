//! A board state of up to 128 cells without Python objects.
//!
//! Boards stay in this form until Python code reads or assigns `_board_state`. From then on the list counts.

use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList};

use super::board::Age;
use super::cells::Shared;

/// The most cells that fit.
const LIMIT: isize = u128::BITS as isize;

/// The index of a knight that has not moved.
const UNPLACED: u8 = u8::MAX;

/// Blocked cells, initiative and both knights.
#[derive(Clone, Copy)]
pub(super) struct Compact {
    blocked: u128,
    cells: u8,
    initiative: bool,
    knights: [u8; 2],
    /// Whether cell 0 holds None, the fault of A0b.
    hole: bool,
}

impl Compact {
    /// The first state of a board, if it is small enough.
    pub(super) fn new(age: Age, width: isize, height: isize) -> Option<Self> {
        let cells = cells(width, height)?;
        let hole = matches!(age, Age::A0b);
        let second = if hole { 0 } else { UNPLACED };
        Some(Self {
            blocked: hole.into(),
            cells,
            initiative: false,
            knights: [UNPLACED, second],
            hole,
        })
    }

    /// Reads a list that has nothing unusual in it.
    pub(super) fn read(
        list: &Bound<'_, PyList>,
        width: isize,
        height: isize,
    ) -> PyResult<Option<Self>> {
        let Some(cells) = cells(width, height) else { return Ok(None) };
        let len = usize::from(cells);
        if list.len() != len + 3 {
            return Ok(None);
        }
        let shared = Shared::get(list.py())?;
        let mut state =
            Self { blocked: 0, cells, initiative: false, knights: [UNPLACED; 2], hole: false };
        for at in 0..len {
            let cell = list.get_item(at)?;
            if cell.is(&shared.one) {
                state.blocked |= 1 << at;
            } else if at == 0 && cell.is_none() {
                state.blocked |= 1;
                state.hole = true;
            } else if !cell.is(&shared.zero) {
                return Ok(None);
            }
        }
        let initiative = list.get_item(len)?;
        state.initiative = initiative.is(&shared.one);
        if !state.initiative && !initiative.is(&shared.zero) {
            return Ok(None);
        }
        for (player, knight) in state.knights.iter_mut().enumerate() {
            let index = list.get_item(len + 2 - player)?;
            if index.is_none() {
                continue;
            }
            let Ok(index) = index.cast_exact::<PyInt>() else { return Ok(None) };
            match index.extract::<u8>() {
                Ok(index) if index < cells => *knight = index,
                _ => return Ok(None),
            }
        }
        Ok(Some(state))
    }

    /// The state as the course's list.
    pub(super) fn to_list<'py>(self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let shared = Shared::get(py)?;
        let none = py.None();
        let bit = |set: bool| if set { &shared.one } else { &shared.zero };
        let cells = (0..self.cells)
            .map(|at| if at == 0 && self.hole { &none } else { bit(self.blocked >> at & 1 != 0) });
        let list = PyList::new(py, cells.collect::<Vec<_>>())?;
        list.append(bit(self.initiative))?;
        for knight in self.knights.iter().rev() {
            list.append((*knight != UNPLACED).then_some(*knight))?;
        }
        Ok(list)
    }

    /// `str` of the list.
    pub(super) fn text(self) -> String {
        let mut text = String::with_capacity(usize::from(self.cells) * 3 + 24);
        text.push('[');
        for at in 0..self.cells {
            let blocked = self.blocked >> at & 1 != 0;
            text.push_str(if at == 0 && self.hole {
                "None, "
            } else if blocked {
                "1, "
            } else {
                "0, "
            });
        }
        let name =
            |knight: u8| if knight == UNPLACED { "None".to_owned() } else { knight.to_string() };
        let [first, second] = self.knights;
        text + &format!("{}, {}, {}]", u8::from(self.initiative), name(second), name(first))
    }

    /// The index of player 1's (`back` 1) or player 2's (`back` 2) knight.
    pub(super) fn knight(self, back: isize) -> Option<isize> {
        let knight = self.knights[usize::from(back == 2)];
        (knight != UNPLACED).then_some(knight.into())
    }

    /// Whether a cell of the board is blank; the index must be one.
    pub(super) fn is_blank(self, index: isize) -> bool {
        self.blocked >> index & 1 == 0
    }

    /// Makes a move, or returns false if only a list can show what comes of it.
    pub(super) fn mark(&mut self, index: isize, back: isize) -> bool {
        let on_board = (0..isize::from(self.cells)).contains(&index) && !(index == 0 && self.hole);
        if on_board {
            self.knights[usize::from(back == 2)] = index as u8;
            self.blocked |= 1 << index;
            self.initiative = !self.initiative;
        }
        on_board
    }
}

fn cells(width: isize, height: isize) -> Option<u8> {
    let cells =
        width.checked_mul(height).filter(|&cells| width > 0 && height > 0 && cells <= LIMIT)?;
    u8::try_from(cells).ok()
}

//! The fields of a board and the steps its methods share.
//!
//! No borrow of the fields outlives a call into Python, and old values are dropped after the borrow ends: both may
//! run Python code that uses the board.

use pyo3::exceptions::{PyAttributeError, PyOverflowError, PyRuntimeError};
use pyo3::ffi::PyObject;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyMapping, PyString};

use super::board::{Age, Board, BoardA0b, BoardA0c, Slot};
use super::cells::{Cells, Shared, State, Targets};
use super::compact::Compact;
use super::parts::same;
use super::shuffle::{Shuffle, shuffle_fast};

/// What most methods need, taken in one borrow.
pub(super) struct View<'py> {
    pub(super) cells: Cells<'py>,
    pub(super) player_1: Bound<'py, PyAny>,
    pub(super) player_2: Bound<'py, PyAny>,
    pub(super) active: Bound<'py, PyAny>,
}

impl<'py> View<'py> {
    pub(super) fn new(board: &Bound<'py, Board>) -> PyResult<Self> {
        let py = board.py();
        let inner = board.borrow();
        Ok(Self {
            cells: inner.cells(py)?,
            player_1: taken(py, &inner.player_1, "_player_1")?,
            player_2: taken(py, &inner.player_2, "_player_2")?,
            active: taken(py, &inner.active, "_active_player")?,
        })
    }

    /// Which entry of the state has the player's knight, from the end.
    fn entry(&self, player: &Bound<'py, PyAny>) -> PyResult<isize> {
        if same(player, &self.player_1)? {
            Ok(1)
        } else if same(player, &self.player_2)? {
            Ok(2)
        } else {
            let name = player.str()?;
            let text = format!("no player of the game: {}", name.to_cow()?);
            Err(PyRuntimeError::new_err(text))
        }
    }
}

/// The cells, and where a player's knight stands; by default the active player's.
pub(super) fn located<'py>(
    board: &Bound<'py, Board>,
    player: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Cells<'py>, Option<(isize, isize)>)> {
    let py = board.py();
    let quick = {
        let inner = board.borrow();
        let entry = match player {
            Some(player) => inner.entry_of(player.as_ptr()),
            None => inner.active.as_ref().and_then(|active| inner.entry_of(active.as_ptr())),
        };
        entry.map(|entry| Ok::<_, PyErr>((inner.cells(py)?, entry))).transpose()?
    };
    let (cells, entry) = match quick {
        Some(quick) => quick,
        None => {
            let view = View::new(board)?;
            let entry = view.entry(player.unwrap_or(&view.active))?;
            (view.cells, entry)
        }
    };
    let place = cells.knight(py, entry)?;
    Ok((cells, place))
}

fn is_in(slot: &Slot, object: *mut PyObject) -> bool {
    slot.as_ref().is_some_and(|held| held.as_ptr() == object)
}

/// Whether two players differ and always will: their classes compare by identity, or they are strings.
fn are_distinct(first: &Bound<'_, PyAny>, second: &Bound<'_, PyAny>) -> PyResult<bool> {
    let by_identity = first.py().get_type::<PyAny>().getattr("__eq__")?;
    let is_tame = |player: &Bound<'_, PyAny>| -> PyResult<bool> {
        Ok(player.is_exact_instance_of::<PyString>()
            || player.get_type().getattr("__eq__")?.is(&by_identity))
    };
    Ok(!first.is(second) && is_tame(first)? && is_tame(second)? && first.ne(second)?)
}

pub(super) fn taken<'py>(py: Python<'py>, slot: &Slot, name: &str) -> PyResult<Bound<'py, PyAny>> {
    slot.as_ref().map(|object| object.bind(py).clone()).ok_or_else(|| {
        PyAttributeError::new_err(format!(
            "'Board' object has no attribute '{name}': __init__ did not run"
        ))
    })
}

/// Orders the moves of one knight and returns them.
pub(super) fn ordered(py: Python<'_>, mut targets: Targets) -> PyResult<Bound<'_, PyList>> {
    match Shuffle::now(py)? {
        Shuffle::Exact(mut words) => {
            let moves = targets.as_mut_slice();
            words.shuffle(moves.len(), |i, j| moves.swap(i, j))?;
        }
        Shuffle::Fast => shuffle_fast(targets.as_mut_slice()),
        Shuffle::Replaced(shuffle) => {
            let moves = targets.to_list(py)?;
            shuffle.call1((&moves,))?;
            return Ok(moves);
        }
    }
    targets.to_list(py)
}

impl Board {
    pub(super) fn empty(age: Age) -> Self {
        Self {
            age,
            width: 0,
            height: 0,
            move_count: 0,
            distinct: false,
            patched: false,
            compact: None,
            state: None,
            player_1: None,
            player_2: None,
            active: None,
            inactive: None,
        }
    }

    /// The cells as they are now.
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Cells<'py>> {
        let state = match self.compact {
            Some(state) => State::Compact(state),
            None => State::new(taken(py, &self.state, "_board_state")?),
        };
        Ok(Cells { state, width: self.width, height: self.height })
    }

    /// The entry of a player who is known without asking Python.
    fn entry_of(&self, player: *mut PyObject) -> Option<isize> {
        if is_in(&self.player_1, player) {
            Some(1)
        } else if self.distinct && is_in(&self.player_2, player) {
            Some(2)
        } else {
            None
        }
    }

    fn is_player(&self, object: *mut PyObject) -> bool {
        is_in(&self.player_1, object) || is_in(&self.player_2, object)
    }

    /// `player == self._active_player`, or the same of the inactive player.
    pub(super) fn is_side(
        slf: &Bound<'_, Self>,
        player: &Bound<'_, PyAny>,
        active: bool,
    ) -> PyResult<bool> {
        let py = slf.py();
        let side = {
            let inner = slf.borrow();
            let (slot, name) = if active {
                (&inner.active, "_active_player")
            } else {
                (&inner.inactive, "_inactive_player")
            };
            if is_in(slot, player.as_ptr()) {
                return Ok(true);
            }
            let side = taken(py, slot, name)?;
            if inner.distinct && inner.is_player(player.as_ptr()) && inner.is_player(side.as_ptr())
            {
                return Ok(false);
            }
            side
        };
        player.eq(side)
    }

    /// Finds out whether the players can be told apart without asking them.
    pub(super) fn refresh(slf: &Bound<'_, Self>) -> PyResult<()> {
        let players = {
            let mut inner = slf.borrow_mut();
            inner.distinct = false;
            let py = slf.py();
            let copy = |slot: &Slot| slot.as_ref().map(|player| player.bind(py).clone());
            copy(&inner.player_1).zip(copy(&inner.player_2))
        };
        if let Some((first, second)) = players {
            let distinct = are_distinct(&first, &second)?;
            slf.borrow_mut().distinct = distinct;
        }
        Ok(())
    }

    /// The state as an object, which counts from now on.
    pub(super) fn state_object<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let compact = {
            let inner = slf.borrow();
            match inner.compact {
                Some(compact) => compact,
                None => return taken(py, &inner.state, "_board_state"),
            }
        };
        let list = compact.to_list(py)?.into_any();
        let mut inner = slf.borrow_mut();
        // Making the list may have run the collector, and with it anything.
        if inner.compact.take().is_some() {
            inner.state = Some(list.clone().unbind());
            return Ok(list);
        }
        taken(py, &inner.state, "_board_state")
    }

    /// Turns a compact state into a list, before the size of the board changes.
    pub(super) fn loosen(slf: &Bound<'_, Self>) -> PyResult<()> {
        if slf.borrow().compact.is_some() {
            Self::state_object(slf)?;
        }
        Ok(())
    }

    /// The board after a move, if that needs no Python code.
    pub(super) fn next(&self, py: Python<'_>, row: isize, col: isize) -> Option<Self> {
        let mut compact = self.compact?;
        let entry = self.mover_entry()?;
        let index = col.checked_mul(self.height)?.checked_add(row)?;
        let cloned = |slot: &Slot| slot.as_ref().map(|object| object.clone_ref(py));
        compact.mark(index, entry).then(|| Self {
            patched: false,
            compact: Some(compact),
            state: None,
            move_count: self.move_count + 1,
            player_1: cloned(&self.player_1),
            player_2: cloned(&self.player_2),
            active: cloned(&self.inactive),
            inactive: cloned(&self.active),
            ..*self
        })
    }

    /// The square of a move that `get_legal_moves` returned for the active player, without reading its numbers.
    pub(super) fn aimed(&self, shared: &Shared, tuple: *mut PyObject) -> Option<(isize, isize)> {
        let index = self.compact?.knight(self.mover_entry()?)?;
        shared.aimed((index % self.height, index / self.height), tuple)
    }

    /// Makes a move in place, if that needs no Python code.
    pub(super) fn advance(&mut self, row: isize, col: isize) -> bool {
        let entry = self.mover_entry();
        let index = col.checked_mul(self.height).and_then(|start| start.checked_add(row));
        let (Some(compact), Some(entry), Some(index)) = (&mut self.compact, entry, index) else {
            return false;
        };
        if !compact.mark(index, entry) {
            return false;
        }
        std::mem::swap(&mut self.active, &mut self.inactive);
        self.move_count += 1;
        true
    }

    /// The entry that the active player's move goes to.
    fn mover_entry(&self) -> Option<isize> {
        let active = self.active.as_ref()?.as_ptr();
        if is_in(&self.player_2, active) {
            Some(2)
        } else if self.distinct && is_in(&self.player_1, active) {
            Some(1)
        } else {
            None
        }
    }

    /// Whether the object has no methods written in Python: neither of a subclass nor of its own.
    pub(super) fn is_plain(slf: &Bound<'_, Self>) -> bool {
        let is_ours = slf.is_exact_instance_of::<Self>()
            || slf.is_exact_instance_of::<BoardA0b>()
            || slf.is_exact_instance_of::<BoardA0c>();
        is_ours && !slf.borrow().patched
    }

    /// Whether calls of the named member end here, and not in Python code.
    pub(super) fn is_native(slf: &Bound<'_, Self>, name: &Bound<'_, PyString>) -> PyResult<bool> {
        static NATIVE: PyOnceLock<Py<PyDict>> = PyOnceLock::new();
        if Self::is_plain(slf) {
            return Ok(true);
        }
        let py = slf.py();
        let native = NATIVE.get_or_try_init(py, || {
            let members = py.get_type::<Self>().getattr("__dict__")?;
            let copy = PyDict::new(py);
            copy.update(members.cast::<PyMapping>()?)?;
            Ok::<_, PyErr>(copy.unbind())
        })?;
        if slf.borrow().patched && slf.getattr("__dict__")?.contains(name)? {
            return Ok(false);
        }
        let found = slf.get_type().getattr(name)?;
        Ok(native.bind(py).get_item(name)?.is_some_and(|member| member.is(&found)))
    }

    /// The active player, as the property `active_player` has it.
    pub(super) fn mover<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let name = intern!(slf.py(), "active_player");
        if Self::is_native(slf, name)? { Self::active_player(slf) } else { slf.getattr(name) }
    }

    /// Whether the active player has no moves; draws what ordering them draws.
    pub(super) fn is_over(slf: &Bound<'_, Self>) -> PyResult<bool> {
        let py = slf.py();
        if !Self::is_plain(slf) {
            let active = taken(py, &slf.borrow().active, "_active_player")?;
            let moves = slf.call_method1(intern!(py, "get_legal_moves"), (active,))?;
            return Ok(!moves.is_truthy()?);
        }
        let (cells, place) = located(slf, None)?;
        let Some((row, col)) = place else { return Ok(!cells.has_blanks(py)?) };
        let targets = cells.targets(py, row, col)?;
        let len = targets.as_slice().len();
        match Shuffle::now(py)? {
            Shuffle::Exact(mut words) => words.shuffle(len, |_, _| {})?,
            Shuffle::Fast => {}
            Shuffle::Replaced(shuffle) => {
                let moves = targets.to_list(py)?;
                shuffle.call1((&moves,))?;
                return Ok(moves.is_empty());
            }
        }
        Ok(len == 0)
    }

    /// A new board of the same age with these fields.
    pub(super) fn build(py: Python<'_>, fields: Self) -> PyResult<Bound<'_, PyAny>> {
        Ok(match fields.age {
            Age::A1 => Bound::new(py, fields)?.into_any(),
            Age::A0b => {
                Bound::new(py, PyClassInitializer::from(fields).add_subclass(BoardA0b))?.into_any()
            }
            Age::A0c => {
                Bound::new(py, PyClassInitializer::from(fields).add_subclass(BoardA0c))?.into_any()
            }
        })
    }

    /// The fields of a copy.
    pub(super) fn duplicate(slf: &Bound<'_, Self>) -> PyResult<Self> {
        let py = slf.py();
        let cells = slf.borrow().cells(py)?;
        let (compact, state) = match &cells.state {
            State::Compact(state) => (Some(*state), None),
            State::List(list) => match Compact::read(list, cells.width, cells.height)? {
                Some(state) => (Some(state), None),
                None => (None, Some(list.get_slice(0, list.len()).into_any().unbind())),
            },
            State::Other(object) => {
                (None, Some(py.import("copy")?.getattr("copy")?.call1((object,))?.unbind()))
            }
        };
        let inner = slf.borrow();
        let cloned = |slot: &Slot, name| taken(py, slot, name).map(|object| Some(object.unbind()));
        Ok(Self {
            patched: false,
            compact,
            state,
            player_1: cloned(&inner.player_1, "_player_1")?,
            player_2: cloned(&inner.player_2, "_player_2")?,
            active: cloned(&inner.active, "_active_player")?,
            inactive: cloned(&inner.inactive, "_inactive_player")?,
            ..*inner
        })
    }

    /// Marks a move on a state; returns an error as the course's list does.
    pub(super) fn mark<'py>(
        py: Python<'py>,
        state: &State<'py>,
        index: isize,
        back: isize,
    ) -> PyResult<()> {
        let shared = Shared::get(py)?;
        state.set(-back, index.into_pyobject(py)?.as_any())?;
        state.set(index, shared.one.bind(py))?;
        let initiative = state.get(py, -3)?;
        if initiative.is(&shared.zero) {
            state.set(-3, shared.one.bind(py))
        } else if initiative.is(&shared.one) {
            state.set(-3, shared.zero.bind(py))
        } else {
            state.set(-3, &initiative.bitxor(&shared.one)?)
        }
    }

    /// Replaces a field and drops the old value after the borrow.
    pub(super) fn put(
        slf: &Bound<'_, Self>,
        slot: impl FnOnce(&mut Self) -> &mut Slot,
        value: Bound<'_, PyAny>,
    ) {
        let old = slot(&mut slf.borrow_mut()).replace(value.unbind());
        drop(old);
    }
}

pub(super) fn index_of(row: isize, col: isize, height: isize) -> PyResult<isize> {
    col.checked_mul(height)
        .and_then(|start| start.checked_add(row))
        .ok_or_else(|| PyOverflowError::new_err("a move is too far off the board"))
}

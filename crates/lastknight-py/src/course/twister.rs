//! Python's Mersenne Twister, read in place: the one module of the boards with raw memory access.
//!
//! A call of `getrandbits` costs as much as all the rest of a move list, and a list needs five on average. So the
//! words are taken from the generator's own memory: a C struct of the object header, `int index` and
//! `uint32_t state[624]`, the same in CPython 3.9 to 3.13. [`Twister::find`] checks the version, the size of the
//! object and every word against `getstate()`; if anything differs, the public methods are used instead.

#![expect(unsafe_code, reason = "see docs/performance.md for what it gains")]

use pyo3::prelude::*;

const WORDS: usize = 624;

/// The bytes before the index: reference count and type.
const HEADER: usize = 2 * size_of::<usize>();

/// The generator of `random.seed`, `random.shuffle` and so on.
pub(super) struct Twister {
    /// Where the index is; the words follow it. A number, so that the struct can be shared.
    address: usize,
    /// Keeps the memory alive.
    _owner: Py<PyAny>,
}

impl Twister {
    /// Looks into an instance of `random.Random`.
    ///
    /// # Errors
    ///
    /// Returns an error if Python's `random` is not as documented.
    pub(super) fn find(instance: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        let py = instance.py();
        let name: String =
            py.import("sys")?.getattr("implementation")?.getattr("name")?.extract()?;
        let version = py.version_info();
        let basic = py.import("_random")?.getattr("Random")?;
        let size: usize = basic.getattr("__basicsize__")?.extract()?;
        let expected =
            (HEADER + (WORDS + 1) * size_of::<u32>()).next_multiple_of(align_of::<usize>());
        let is_known = name == "cpython" && (3, 9) <= (version.major, version.minor);
        let is_known = is_known && (version.major, version.minor) <= (3, 13) && size == expected;
        if !is_known || !instance.is_instance(&basic)? {
            return Ok(None);
        }
        let twister = Self {
            address: instance.as_ptr() as usize + HEADER,
            _owner: instance.clone().unbind(),
        };
        let state: Vec<u32> = instance.call_method0("getstate")?.get_item(1)?.extract()?;
        let (index, words) = match state.split_last() {
            Some((&index, words)) if words.len() == WORDS => (index, words),
            _ => return Ok(None),
        };
        // SAFETY: the object has the size of the struct, so all its words can be read.
        let agrees = unsafe {
            let memory = twister.address as *const u32;
            memory.read() == index && (0..WORDS).all(|at| memory.add(1 + at).read() == words[at])
        };
        Ok(agrees.then_some(twister))
    }

    /// The next word, unless the generator has to make a new block first.
    pub(super) fn next(&self, _py: Python<'_>) -> Option<u32> {
        let memory = self.address as *mut u32;
        // SAFETY: `find` checked that an index and 624 words are here, `_owner` keeps them alive, and whoever has
        // attached to the interpreter has its lock: no other thread uses the generator meanwhile.
        let mut word = unsafe {
            let index = memory.read();
            if index as usize >= WORDS {
                return None;
            }
            memory.write(index + 1);
            memory.add(1 + index as usize).read()
        };
        word ^= word >> 11;
        word ^= (word << 7) & 0x9D2C_5680;
        word ^= (word << 15) & 0xEFC6_0000;
        Some(word ^ (word >> 18))
    }
}

//! The order of moves: Python's `random.shuffle`, word for word, without calling it.
//!
//! `random.shuffle` draws `getrandbits(k)` until the value fits. For k up to 32 each draw takes one 32-bit word of
//! the Mersenne Twister and returns its highest k bits. Two words also come with one `random()`: it returns
//! `(a * 2**26 + b) / 2**53`, where `a` is the first word without its lowest 5 bits and `b` the second without its
//! lowest 6. So the highest 26 bits of each word can be had either way, and `random()` is half the calls.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};

/// Bits kept of each word.
const KEPT: u32 = 26;

static EXACT: AtomicBool = AtomicBool::new(true);
static FAST_STATE: AtomicU64 = AtomicU64::new(0);
static GLOBAL: PyOnceLock<Global> = PyOnceLock::new();

/// Chooses how the boards order moves.
///
/// With `True`, the default, they take the same numbers from Python's `random` as the course's own boards. With
/// `False` they use a faster generator, seeded from Python's `random` here, and leave `random` alone afterwards.
#[pyfunction]
#[pyo3(signature = (exact, /))]
pub(crate) fn set_exact_shuffle(py: Python<'_>, exact: bool) -> PyResult<()> {
    if !exact {
        let seed: u64 = Global::get(py)?.bits.bind(py).call1((64,))?.extract()?;
        FAST_STATE.store(seed | 1, Ordering::Relaxed);
    }
    EXACT.store(exact, Ordering::Relaxed);
    Ok(())
}

/// Whether the boards order moves exactly as `random.shuffle` does.
#[pyfunction]
pub(crate) fn exact_shuffle() -> bool {
    EXACT.load(Ordering::Relaxed)
}

/// Python's global generator.
struct Global {
    names: Py<PyDict>,
    /// `random.shuffle`, or nothing if it was already replaced.
    shuffle: Option<Py<PyAny>>,
    random: Py<PyAny>,
    bits: Py<PyAny>,
    one_word: Py<PyTuple>,
}

impl Global {
    fn get(py: Python<'_>) -> PyResult<&Self> {
        GLOBAL.get_or_try_init(py, || {
            let module = py.import(intern!(py, "random"))?;
            let instance = module.getattr("_inst")?;
            let shuffle = module.getattr("shuffle")?;
            let ours = |method: &Bound<'_, PyAny>| -> PyResult<bool> {
                let function = module.getattr("Random")?.getattr("shuffle")?;
                Ok(method.getattr("__self__")?.is(&instance)
                    && method.getattr("__func__")?.is(&function))
            };
            let genuine = ours(&shuffle).unwrap_or(false);
            Ok(Self {
                names: module.dict().unbind(),
                shuffle: genuine.then(|| shuffle.unbind()),
                random: instance.getattr("random")?.unbind(),
                bits: instance.getattr("getrandbits")?.unbind(),
                one_word: PyTuple::new(py, [KEPT])?.unbind(),
            })
        })
    }
}

/// How to order a list of moves now.
pub(super) enum Shuffle<'py> {
    /// As `random.shuffle`.
    Exact(Words<'py>),
    /// At random, with our own generator.
    Fast,
    /// Somebody replaced `random.shuffle`; this is the replacement.
    Replaced(Bound<'py, PyAny>),
}

impl<'py> Shuffle<'py> {
    /// # Errors
    ///
    /// Returns an error if `random` has no `shuffle`.
    pub(super) fn now(py: Python<'py>) -> PyResult<Self> {
        if !EXACT.load(Ordering::Relaxed) {
            return Ok(Self::Fast);
        }
        let global = Global::get(py)?;
        let name = intern!(py, "shuffle");
        let current = global.names.bind(py).get_item(name)?.ok_or_else(|| {
            pyo3::exceptions::PyAttributeError::new_err(
                "module 'random' has no attribute 'shuffle'",
            )
        })?;
        if global.shuffle.as_ref().is_some_and(|original| current.is(original)) {
            Ok(Self::Exact(Words { py, global, spare: None }))
        } else {
            Ok(Self::Replaced(current))
        }
    }
}

/// Words of the Mersenne Twister.
pub(super) struct Words<'py> {
    py: Python<'py>,
    global: &'py Global,
    spare: Option<u32>,
}

impl Words<'_> {
    /// The next word, when at least `needed` more will be drawn in any case.
    fn next(&mut self, needed: usize) -> PyResult<u32> {
        if let Some(word) = self.spare.take() {
            return Ok(word);
        }
        let global = self.global;
        if needed < 2 {
            return global.bits.bind(self.py).call1(global.one_word.bind(self.py))?.extract();
        }
        let unit: f64 = global.random.bind(self.py).call0()?.extract()?;
        let both = (unit * (1u64 << 53) as f64) as u64;
        self.spare = Some((both & ((1 << KEPT) - 1)) as u32);
        Ok((both >> (KEPT + 1)) as u32)
    }

    /// Calls `swap(i, j)` for each exchange of a shuffle of `len` items.
    ///
    /// # Errors
    ///
    /// Returns the error of Python's generator.
    pub(super) fn shuffle(
        &mut self,
        len: usize,
        mut swap: impl FnMut(usize, usize),
    ) -> PyResult<()> {
        for i in (1..len).rev() {
            let below = i as u32 + 1;
            let drop = KEPT - (u32::BITS - below.leading_zeros());
            let j = loop {
                let drawn = self.next(i)? >> drop;
                if drawn < below {
                    break drawn;
                }
            };
            swap(i, j as usize);
        }
        Ok(())
    }
}

/// Shuffles with our own generator (xorshift64*).
pub(super) fn shuffle_fast<T>(items: &mut [T]) {
    let mut state = FAST_STATE.load(Ordering::Relaxed);
    for i in (1..items.len()).rev() {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        let high = state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32;
        items.swap(i, ((high * (i as u64 + 1)) >> 32) as usize);
    }
    FAST_STATE.store(state, Ordering::Relaxed);
}

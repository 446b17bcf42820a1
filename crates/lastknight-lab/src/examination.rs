//! Asking every entrant of a run about solved positions.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use lastknight::oracle::{Conditions, Plan, Sample};

use crate::store::{Run, Store, StoreError};

/// Asks everybody who was not asked yet about the positions that the specification wants, and keeps what comes of it.
/// `watch` is told how much is done, of how much. Gives whether all was asked: the sign to stop ends it before.
///
/// # Errors
/// Where the store cannot be read or written.
pub fn examine(
    store: &mut Store,
    run: &Run,
    threads: NonZeroUsize,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<bool, StoreError> {
    let (spec, positions) = (run.spec(), run.spec().oracle());
    let mut waiting = Vec::new();
    for entrant in 0..spec.entrants().len() {
        if positions > 0 && store.oracle(run, entrant)?.is_none() {
            waiting.push(entrant);
        }
    }
    if waiting.is_empty() {
        return Ok(true);
    }
    let played = spec.conditions();
    let conditions = Conditions::new(played.control(stop)).threads(threads);
    let mut sample = Sample::new(Plan::new(played.start, played.seed));
    let all = positions * (1 + waiting.len());
    while sample.step(positions, &conditions) {
        watch(sample.critical(), all);
    }
    for (at, entrant) in waiting.into_iter().enumerate() {
        let tally = sample.ask(&spec.entrants()[entrant].agent, &conditions);
        if stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        store.keep_oracle(run, entrant, tally.critical())?;
        watch(positions * (at + 2), all);
    }
    Ok(true)
}

//! How often each entrant of a run keeps solved positions won.

use std::slice;
use std::sync::atomic::{AtomicBool, Ordering};

use lastknight::oracle::{SamplePlan, Tally};

use crate::oracle_jobs::answers;
use crate::runner::check_agents;
use crate::store::{Run, Store, StoreError};
use crate::stored_sample;
use crate::work::Workers;

/// Tests every entrant without a stored result on solved positions, and stores how many wins it keeps. Returns whether all
/// are tested; the stop flag ends it early.
pub(crate) fn measure_accuracy(
    store: &mut Store,
    run: &Run,
    workers: &Workers,
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(usize, usize),
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
    check_agents(spec)?;
    let played = spec.conditions();
    let mut sample =
        stored_sample::load(store, SamplePlan::new(played.start, played.seed), workers)?;
    let all = positions * (1 + waiting.len());
    stored_sample::grow(store, &mut sample, positions, workers, stop, &mut |sample| {
        on_progress(sample.critical().min(positions), all);
    })?;
    let sample = sample.first(positions);
    for (at, entrant) in waiting.into_iter().enumerate() {
        let agent = slice::from_ref(&spec.entrants()[entrant].agent);
        let count = sample.cases().len();
        let kept = answers(&sample, 0..count, agent, played.into(), workers, stop, &mut |done| {
            on_progress(positions * (at + 1) + positions * done / count.max(1), all);
        })?;
        if stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let mut tally = Tally::default();
        for (case, kept) in sample.cases().iter().zip(kept) {
            tally.add(case, kept[0]);
        }
        store.keep_oracle(run, entrant, tally.critical(), &workers.contributors())?;
        on_progress(positions * (at + 2), all);
    }
    Ok(true)
}

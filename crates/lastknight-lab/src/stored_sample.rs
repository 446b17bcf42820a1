//! Stored solved positions of the oracle: solving them takes most of the time of a test.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use lastknight::oracle::{Sample, SamplePlan};

use crate::oracle_jobs::step;
use crate::spec::{PLAY_VERSION, hash};
use crate::store::{Store, StoreError};
use crate::work::Workers;

/// How often a growing sample is stored, at most.
const INTERVAL: Duration = Duration::from_secs(2);

/// The name of a sample in a store: what its positions depend on.
fn key(plan: &SamplePlan) -> String {
    let SamplePlan { start, plies, seed, nodes } = plan;
    // Positions come from games of our agents.
    let program = format!("{PLAY_VERSION} {}", lastknight::bench::SIGNATURE);
    let (first, last) = (plies.start(), plies.end());
    hash(&format!("sample {program}\n{start}\n{first} {last}\n{seed}\n{nodes}\n"))
}

/// Returns the stored sample of a plan, or an empty one.
pub(crate) fn load(
    store: &Store,
    plan: SamplePlan,
    workers: &Workers,
) -> Result<Sample, StoreError> {
    let key = key(&plan);
    let Some(text) = store.measurement(&key)? else {
        return Ok(Sample::new(plan));
    };
    store.measured_by(&key)?.into_iter().for_each(|worker| workers.add_contributor(worker));
    let sample = serde_json::from_str(&text).ok().and_then(|state| Sample::resume(plan, &state));
    sample.ok_or_else(|| store.damaged("solved positions cannot be read"))
}

/// Adds positions until `critical` of them are critical, the sample is exhausted or it is stopped, and stores them. Calls
/// `on_step` after each step.
pub(crate) fn grow(
    store: &mut Store,
    sample: &mut Sample,
    critical: usize,
    workers: &Workers,
    stop: &AtomicBool,
    on_step: &mut dyn FnMut(&Sample),
) -> Result<(), StoreError> {
    let (mut stored, mut games, mut interval) = (Instant::now(), sample.games(), INTERVAL);
    loop {
        let is_more = step(sample, critical, workers, stop, on_step)?;
        if sample.games() > games && (!is_more || stored.elapsed() > interval) {
            let begin = Instant::now();
            let state = serde_json::to_string(&sample.state()).expect("texts and numbers");
            store.replace_measurement(&key(sample.plan()), &state, &workers.contributors())?;
            (stored, games) = (Instant::now(), sample.games());
            // A large sample takes long to write.
            interval = INTERVAL.max(20 * begin.elapsed());
        }
        on_step(sample);
        if !is_more {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use lastknight::Limits;
    use lastknight::oracle::OracleConditions;

    use super::*;

    #[test]
    fn samples_are_stored_and_continued() {
        let plan = || SamplePlan::new("4x5".parse().unwrap(), 3);
        let conditions = OracleConditions::new(Limits::NONE);
        let mut whole = Sample::new(plan());
        whole.grow(12, &conditions);
        let mut store = Store::in_memory().unwrap();
        for critical in [5, 12, 12] {
            let (one, stop) = (Workers::from(NonZeroUsize::MIN), AtomicBool::new(false));
            let mut sample = load(&store, plan(), &one).unwrap();
            grow(&mut store, &mut sample, critical, &one, &stop, &mut |_| {}).unwrap();
        }
        let one = Workers::from(NonZeroUsize::MIN);
        let stored = load(&store, plan(), &one).unwrap();
        assert_eq!(stored.critical(), 12);
        assert_eq!(stored.state(), whole.state());
        let other = SamplePlan { seed: 4, ..plan() };
        assert_eq!(load(&store, other, &one).unwrap().games(), 0);
        for odd in
            ["{}", "{\"games\":1,\"fruitless\":0,\"cases\":[[\"4x5\",\"1\"]],\"too_hard\":[]}"]
        {
            store.replace_measurement(&key(&plan()), odd, &[]).unwrap();
            assert!(matches!(load(&store, plan(), &one), Err(StoreError::Damaged(..))));
        }
    }
}

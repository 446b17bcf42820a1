//! Plays the pairs of a schedule and stores them.
//!
//! Workers take pairs from the schedule and return them when both games are over. The calling thread writes them to the
//! store, those of 10 ms in one transaction. A pair is stored whole or not at all; a kill loses only the pairs in flight.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use lastknight::stats::{Pairs, Sprt, SprtRun, Verdict};

use crate::machine::machine;
use crate::pair::{Pair, PairJob, ScheduledPair};
use crate::schedule::schedule;
use crate::spec::Spec;
use crate::store::{Run, Store, StoreError};
use crate::work::{CommitResults, Done, FleetWorker, Workers};

/// The progress of a run.
#[derive(Clone, Debug)]
pub struct GamesProgress<'a> {
    /// Pairs in the store, including those from earlier runs.
    pub done: usize,
    /// All pairs of the run.
    pub all: usize,
    /// Pairs played now.
    pub played: usize,
    /// The time since this call began.
    pub elapsed: Duration,
    /// The score of each entrant in the pairs played now.
    pub scores: &'a [Pairs],
    /// The sequential test so far, if there is one.
    pub sprt: Option<SprtProgress>,
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug)]
pub struct SprtProgress {
    /// The log-likelihood ratio of the pairs up to the first gap.
    pub llr: f64,
    /// The ratios that end the test.
    pub bounds: (f64, f64),
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunEnd {
    /// Whether there is nothing left to play.
    pub is_complete: bool,
    /// Pairs played now.
    pub played: usize,
    /// Pairs that were stored before.
    pub resumed: usize,
}

/// Plays the pairs that are not stored yet. When cancelled it returns soon; unfinished pairs are dropped and are played
/// again by the next call.
pub(crate) fn play(
    store: &mut Store,
    run: &mut Run,
    workers: &Workers,
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(&GamesProgress<'_>),
) -> Result<RunEnd, StoreError> {
    let (done, spec, begin) = (store.done(run)?, run.spec(), Instant::now());
    let sprt = spec.sprt().map(|sprt| OrderedSprt::resume(sprt, store, run)).transpose()?;
    let all = spec.pairs() * spec.pairings().len();
    let scores = vec![Pairs::default(); spec.entrants().len()];
    let (resumed, is_timed) = (done.count(), spec.is_timed());
    let mut recorder = Recorder {
        store,
        run,
        is_timed,
        all,
        resumed,
        played: 0,
        begin,
        scores,
        sprt,
        on_progress,
    };
    if !recorder.is_enough() && resumed < all {
        let spec = recorder.run.spec();
        check_agents(spec)?;
        if is_timed && !workers.is_fleet() {
            recorder.store.keep_machine(recorder.run, &machine())?;
        }
        let (job, tasks) = (Arc::new(PairJob::new(spec)), schedule(spec, &done));
        workers.run(&job, tasks, stop, &mut recorder)?;
    }
    let played = recorder.played;
    let is_open = |sprt: &OrderedSprt| !sprt.is_decided() && stop.load(Ordering::Relaxed);
    let ended = recorder.sprt.filter(|sprt| !is_open(sprt)).map(|sprt| sprt.next);
    if let Some(pairs) = ended {
        // Decided, or all openings are played.
        store.settle(run, pairs)?;
    }
    Ok(RunEnd { is_complete: ended.is_some() || resumed + played >= all, played, resumed })
}

/// Returns an error if an agent is not one of this program's.
pub(crate) fn check_agents(spec: &Spec) -> Result<(), StoreError> {
    let absent = spec.absent().map(|entrant| StoreError::AbsentAgent(entrant.agent.to_string()));
    absent.map_or(Ok(()), Err)
}

/// Stores and counts the pairs of a run.
struct Recorder<'a> {
    store: &'a mut Store,
    run: &'a Run,
    is_timed: bool,
    all: usize,
    resumed: usize,
    played: usize,
    begin: Instant,
    scores: Vec<Pairs>,
    sprt: Option<OrderedSprt>,
    on_progress: &'a mut dyn FnMut(&GamesProgress<'_>),
}

impl CommitResults<PairJob> for Recorder<'_> {
    type Error = StoreError;

    fn commit(&mut self, done: Vec<Done<PairJob>>) -> Result<(), StoreError> {
        let pair = |done: Done<PairJob>| {
            let ScheduledPair { opening, opening_game, players } = done.task;
            (Pair { opening, opening_game, players, games: done.output }, done.worker)
        };
        let pairs: Vec<(Pair, Option<Arc<FleetWorker>>)> = done.into_iter().map(pair).collect();
        if self.is_timed {
            for (_, worker) in &pairs {
                if let Some(worker) = worker {
                    self.store.keep_machine(self.run, &worker.machine)?;
                }
            }
        }
        self.store.commit_by(self.run, &pairs)?;
        pairs.iter().for_each(|(pair, _)| self.count(pair));
        Ok(())
    }

    fn is_enough(&self) -> bool {
        self.sprt.as_ref().is_some_and(OrderedSprt::is_decided)
    }

    fn report(&mut self) {
        let Self { all, resumed, played, begin, ref scores, .. } = *self;
        let (done, elapsed) = (resumed + played, begin.elapsed());
        let sprt = self.sprt.as_ref().map(OrderedSprt::progress);
        (self.on_progress)(&GamesProgress { done, all, played, elapsed, scores, sprt });
    }
}

impl Recorder<'_> {
    fn count(&mut self, pair: &Pair) {
        self.played += 1;
        let [first, second] = pair.players;
        self.scores[first].add(pair.wins());
        self.scores[second].add(2 - pair.wins());
        if let Some(sprt) = &mut self.sprt {
            sprt.add(pair.opening, pair.wins());
        }
    }
}

/// A sequential test that takes pairs in the order of their openings, not of their arrival. So the verdict is the same on
/// any number of threads.
struct OrderedSprt {
    run: SprtRun,
    /// The next opening to add.
    next: usize,
    /// The wins of later openings.
    waiting: BTreeMap<usize, usize>,
}

impl OrderedSprt {
    /// The test after the stored pairs.
    fn resume(sprt: Sprt, store: &Store, run: &Run) -> Result<Self, StoreError> {
        let mut sprt = Self { run: sprt.run(), next: 0, waiting: BTreeMap::new() };
        store.each_result(run, &mut |result| sprt.add(result.opening, result.wins()))?;
        Ok(sprt)
    }

    fn add(&mut self, opening: usize, wins: usize) {
        self.waiting.insert(opening, wins);
        while !self.is_decided()
            && let Some(wins) = self.waiting.remove(&self.next)
        {
            self.run.add(wins);
            self.next += 1;
        }
    }

    fn is_decided(&self) -> bool {
        self.run.verdict() != Verdict::Open
    }

    fn progress(&self) -> SprtProgress {
        SprtProgress { llr: self.run.llr(), bounds: self.run.test().bounds() }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use tempfile::TempDir;

    use super::*;
    use crate::spec::SpecFile;
    use crate::store::StoredGame;

    /// On a full disk a run ends with an error, finished pairs are stored, and with more room it continues.
    #[test]
    fn a_full_disk_loses_nothing_that_was_finished() {
        let spec = SpecFile::parse("games = 1000\nagents = ['random', 'greedy', 'mcts(nodes=2)']");
        let spec = spec.unwrap().spec().unwrap();
        let play = |store: &mut Store| {
            let mut run = store.begin(&spec).unwrap();
            let (two, stop) = (NonZeroUsize::new(2).unwrap().into(), AtomicBool::new(false));
            let end = play(store, &mut run, &two, &stop, &mut |_| {});
            let mut games = Vec::new();
            let add = &mut |game: &StoredGame| games.push(game.record.game().to_string());
            store.each_game(&run, add).unwrap();
            (end, games)
        };
        let (end, wanted) = play(&mut Store::in_memory().unwrap());
        end.unwrap();

        let directory = TempDir::new().unwrap();
        let path = directory.path().join("games.sqlite");
        let mut stored = 0;
        for pages in [30, 31, 40, 50] {
            let mut store = Store::open(&path).unwrap();
            store.limit_pages(pages);
            let (end, games) = play(&mut store);
            assert!(matches!(end, Err(StoreError::Full(_))), "{end:?}");
            assert!(games.len() >= stored && games.len() < wanted.len());
            assert!(games.iter().all(|game| wanted.contains(game)));
            stored = games.len();
        }
        assert!(stored > 0);
        let (end, games) = play(&mut Store::open(&path).unwrap());
        let end = end.unwrap();
        assert_eq!((end.is_complete, 2 * end.resumed), (true, stored));
        assert_eq!(games, wanted);
    }
}

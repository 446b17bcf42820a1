//! Plays the pairs of a schedule and stores them.
//!
//! Workers take pairs from the schedule and return them when both games are over. The calling thread writes them to the
//! store, those of 10 ms in one transaction. A pair is stored whole or not at all; a kill loses only the pairs in flight.

use std::collections::{BTreeMap, HashMap};
use std::slice;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use lastknight::stats::{Pairs, Sprt, SprtRun, Verdict};

use crate::machine::machine;
use crate::pair::{Pair, PairJob, ScheduledPair};
use crate::schedule::schedule;
use crate::spec::Spec;
use crate::store::{Run, Store, StoreError};
use crate::work::{CommitResults, Done, Workers};

/// The progress of a run, or of several together.
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
    /// The score of each entrant in the pairs played now, run by run.
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

/// Plays the pairs of a run that are not stored yet. When cancelled it returns soon; unfinished pairs are dropped and are
/// played again by the next call.
pub(crate) fn play(
    store: &mut Store,
    run: &mut Run,
    workers: &Workers,
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(&GamesProgress<'_>),
) -> Result<RunEnd, StoreError> {
    let mut sprt =
        run.spec().sprt().map(|sprt| OrderedSprt::resume(sprt, store, run)).transpose()?;
    let runs = slice::from_ref(run);
    let mut end = play_runs(store, runs, sprt.as_mut(), workers, stop, on_progress)?;
    let is_open = |sprt: &OrderedSprt| !sprt.is_decided() && stop.load(Ordering::Relaxed);
    if let Some(sprt) = sprt.filter(|sprt| !is_open(sprt)) {
        // Decided, or all openings are played.
        store.settle(run, sprt.next)?;
        end.is_complete = true;
    }
    Ok(end)
}

/// Plays the pairs of several runs without sequential tests. Workers begin a run before the last one has ended.
pub(crate) fn play_all(
    store: &mut Store,
    runs: &[Run],
    workers: &Workers,
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(&GamesProgress<'_>),
) -> Result<RunEnd, StoreError> {
    play_runs(store, runs, None, workers, stop, on_progress)
}

fn play_runs(
    store: &mut Store,
    runs: &[Run],
    sprt: Option<&mut OrderedSprt>,
    workers: &Workers,
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(&GamesProgress<'_>),
) -> Result<RunEnd, StoreError> {
    let (mut done, mut all, mut resumed) = (Vec::new(), 0, 0);
    // Runs share games: the openings that each pairing plays in earlier runs.
    let mut planned = HashMap::new();
    for run in runs {
        let mut of_run = store.done(run)?;
        resumed += of_run.count();
        all += run.spec().pairs() * run.spec().pairings().len();
        for (pairing, key) in run.pairing_keys().enumerate() {
            let planned = planned.entry(key).or_insert(0);
            let shared = 0..run.spec().pairs().min(*planned);
            all -= shared.filter(|&opening| of_run.insert(opening, pairing)).count();
            *planned = run.spec().pairs().max(*planned);
        }
        done.push(of_run);
    }
    let first = Vec::from_iter(runs.iter().scan(0, |next, run| {
        *next += run.spec().entrants().len();
        Some(*next - run.spec().entrants().len())
    }));
    let entrants = runs.iter().map(|run| run.spec().entrants().len()).sum();
    let scores = vec![Pairs::default(); entrants];
    let (played, begin) = (0, Instant::now());
    let mut recorder =
        Recorder { store, runs, all, resumed, played, begin, first, scores, sprt, on_progress };
    if !recorder.is_enough() && resumed < all {
        for run in runs {
            check_agents(run.spec())?;
            if run.spec().is_timed() && !workers.is_fleet() {
                recorder.store.keep_machine(run, &machine())?;
            }
        }
        let job = Arc::new(PairJob::new(runs.iter().map(Run::spec)));
        let runs = runs.iter().zip(&done).enumerate();
        let tasks = runs.flat_map(|(number, (run, done))| schedule(number, run.spec(), done));
        workers.run(&job, tasks, stop, &mut recorder)?;
    }
    let played = recorder.played;
    Ok(RunEnd { is_complete: resumed + played >= all, played, resumed })
}

/// Returns an error if an agent is not one of this program's.
pub(crate) fn check_agents(spec: &Spec) -> Result<(), StoreError> {
    let absent = spec.absent().map(|entrant| StoreError::AbsentAgent(entrant.agent.to_string()));
    absent.map_or(Ok(()), Err)
}

/// Stores and counts the pairs of runs.
struct Recorder<'a> {
    store: &'a mut Store,
    runs: &'a [Run],
    all: usize,
    resumed: usize,
    played: usize,
    begin: Instant,
    /// The place of each run's first entrant among the scores.
    first: Vec<usize>,
    scores: Vec<Pairs>,
    /// The sequential test of the only run.
    sprt: Option<&'a mut OrderedSprt>,
    on_progress: &'a mut dyn FnMut(&GamesProgress<'_>),
}

impl CommitResults<PairJob> for Recorder<'_> {
    type Error = StoreError;

    fn commit(&mut self, done: Vec<Done<PairJob>>) -> Result<(), StoreError> {
        let mut pairs = Vec::with_capacity(done.len());
        for Done { task, output: games, worker, .. } in done {
            let ScheduledPair { run: number, opening, opening_game, players } = task;
            let run = &self.runs[number];
            if let Some(worker) = worker.as_ref().filter(|_| run.spec().is_timed()) {
                self.store.keep_machine(run, &worker.machine)?;
            }
            let pair = Pair { opening, opening_game, players, games };
            self.count(number, &pair);
            pairs.push((run, pair, worker));
        }
        self.store.commit_by(&pairs)
    }

    fn is_enough(&self) -> bool {
        self.sprt.as_ref().is_some_and(|sprt| sprt.is_decided())
    }

    fn report(&mut self) {
        let Self { all, resumed, played, begin, ref scores, .. } = *self;
        let (done, elapsed) = (resumed + played, begin.elapsed());
        let sprt = self.sprt.as_ref().map(|sprt| sprt.progress());
        (self.on_progress)(&GamesProgress { done, all, played, elapsed, scores, sprt });
    }
}

impl Recorder<'_> {
    fn count(&mut self, run: usize, pair: &Pair) {
        self.played += 1;
        let [first, second] = pair.players.map(|entrant| self.first[run] + entrant);
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

    /// Runs that are played together have the games that each has alone, and what they share is played once.
    #[test]
    fn runs_are_played_together() {
        let spec = |text: &str| SpecFile::parse(text).unwrap().spec().unwrap();
        let specs = [
            spec("games = 20\nagents = ['random', 'greedy', 'mcts(nodes=2)']"),
            spec("name = 'shared'\ngames = 30\nagents = ['greedy', 'random']"),
            spec("games = 10\nseed = 7\nagents = ['greedy', 'random']"),
        ];
        let (two, stop) = (NonZeroUsize::new(2).unwrap().into(), AtomicBool::new(false));
        let games = |store: &Store, run: &Run| {
            let mut games = Vec::new();
            let add = &mut |game: &StoredGame| games.push(game.record.game().to_string());
            store.each_game(run, add).unwrap();
            games
        };
        let mut together = Store::in_memory().unwrap();
        let runs: Vec<Run> = specs.iter().map(|spec| together.begin(spec).unwrap()).collect();
        let mut all = 0;
        let mut on_progress = |progress: &GamesProgress<'_>| all = progress.all;
        let end = play_all(&mut together, &runs, &two, &stop, &mut on_progress).unwrap();
        assert_eq!(end, RunEnd { is_complete: true, played: 30 + 5 + 5, resumed: 0 });
        assert_eq!(all, end.played);
        for (spec, run) in specs.iter().zip(&runs) {
            let mut alone = Store::in_memory().unwrap();
            let mut own = alone.begin(spec).unwrap();
            play(&mut alone, &mut own, &two, &stop, &mut |_| {}).unwrap();
            assert_eq!(games(&together, run), games(&alone, &own));
            assert_eq!(games(&alone, &own).len(), spec.games());
        }
        let end = play_all(&mut together, &runs, &two, &stop, &mut |_| {}).unwrap();
        assert_eq!((end.is_complete, end.played), (true, 0));
    }
}

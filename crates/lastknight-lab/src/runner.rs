//! Playing what is scheduled, on several threads, and keeping what is finished.
//!
//! Threads take pairs from the schedule and hand them over when both games are over; the thread that called writes them
//! to the store, those of a hundredth of a second in one transaction. So a pair is in the store or it is not, and what a
//! kill loses was still being played, or finished just then.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use lastknight::Game;
use lastknight::agent::Duel;
use lastknight::stats::{Pairs, Sprt, SprtRun, Verdict};

use crate::pair::{Pair, PairDuel};
use crate::schedule::{DonePairs, Schedule};
use crate::spec::Spec;
use crate::store::{Run, Store, StoreError};

/// How often the thread that writes looks up from waiting.
const TICK: Duration = Duration::from_millis(50);

/// How long pairs are gathered for one transaction: a transaction takes as long as a short game.
const GATHERED: Duration = Duration::from_millis(10);

/// The most pairs that wait for the store: beyond them, playing waits too.
const WAITING: usize = 1024;

/// How far a run is.
#[derive(Clone, Debug)]
pub struct GamesProgress<'a> {
    /// Pairs in the store, those of earlier days included.
    pub done: usize,
    /// Pairs in all.
    pub all: usize,
    /// Pairs that were played now.
    pub played: usize,
    /// The time since the beginning of now.
    pub elapsed: Duration,
    /// What each entrant has scored in what was played now.
    pub scores: &'a [Pairs],
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunEnd {
    /// Whether everything has been played that there was to play.
    pub is_complete: bool,
    /// Pairs that were played now.
    pub played: usize,
    /// Pairs that were there before.
    pub resumed: usize,
}

/// Plays what the store does not have yet of a run. The sign to stop ends it soon; pairs that are not finished by then are
/// lost, and the same call goes on with them.
///
/// # Errors
/// Where the store cannot be read or written. What is in it stays there.
pub fn play(
    store: &mut Store,
    run: &mut Run,
    threads: NonZeroUsize,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&GamesProgress<'_>),
) -> Result<RunEnd, StoreError> {
    let done = store.done(run)?;
    let test = run.spec().sprt().map(|sprt| Test::resume(sprt, store, run)).transpose()?;
    let all = run.spec().pairs() * run.spec().pairings().len();
    let mut keeper = Keeper::new(store, run, done.count(), test);
    if !keeper.is_decided() && keeper.resumed < all {
        keep_playing(&mut keeper, &done, threads, stop, watch)?;
    }
    let (played, resumed) = (keeper.played, keeper.resumed);
    let decided = keeper.test.filter(Test::is_decided).map(|test| test.next);
    if let Some(pairs) = decided {
        store.settle(run, pairs)?;
    }
    let is_complete = decided.is_some() || resumed + played >= all;
    Ok(RunEnd { is_complete, played, resumed })
}

fn keep_playing(
    keeper: &mut Keeper<'_>,
    done: &DonePairs,
    threads: NonZeroUsize,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&GamesProgress<'_>),
) -> Result<(), StoreError> {
    let spec = keeper.run.spec();
    check_agents(spec)?;
    let schedule = Mutex::new(Schedule::new(spec, done));
    let halt = AtomicBool::new(stop.load(Ordering::Relaxed));
    let mut has_worker = false;
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(WAITING);
        for _ in 0..threads.get() {
            let (sender, schedule, halt) = (sender.clone(), &schedule, &halt);
            let work = move || work(spec, schedule, halt, &sender);
            // Where the system has no thread to give, fewer do the work.
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                if has_worker {
                    break;
                }
                return Err(StoreError::Thread(error.to_string()));
            }
            has_worker = true;
        }
        drop(sender);
        let result = keeper.keep(&receiver, stop, &halt, watch);
        halt.store(true, Ordering::Relaxed);
        // Whoever waits for room finds that nobody reads any more.
        drop(receiver);
        result
    })
}

/// Everybody can play here.
pub(crate) fn check_agents(spec: &Spec) -> Result<(), StoreError> {
    match spec.absent() {
        Some(entrant) => Err(StoreError::AbsentAgent(entrant.agent.to_string())),
        None => Ok(()),
    }
}

/// A pair with its opening.
type Delivery = (Arc<Game>, Pair);

/// What each thread does until there is no more or it is told to halt.
fn work(
    spec: &Spec,
    schedule: &Mutex<Schedule<'_>>,
    halt: &AtomicBool,
    sender: &SyncSender<Delivery>,
) {
    let conditions = spec.conditions();
    let duel = Duel::new(conditions.control(halt));
    while !halt.load(Ordering::Relaxed) {
        let unit = schedule.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some(unit) = unit else {
            return;
        };
        let entrants = unit.players.map(|number| &spec.entrants()[number]);
        let table = PairDuel { entrants, seed: conditions.seed, duel };
        let Some(games) = table.play(&unit.game, unit.opening) else {
            return;
        };
        let pair = Pair { opening: unit.opening, players: unit.players, games };
        if sender.send((unit.game, pair)).is_err() {
            return;
        }
    }
}

/// What comes in soon after a first pair, with it.
fn gathered(first: Delivery, receiver: &Receiver<Delivery>) -> Vec<Delivery> {
    let end = Instant::now() + GATHERED;
    let mut pairs = vec![first];
    while pairs.len() < WAITING
        && let Ok(pair) = receiver.recv_timeout(end.saturating_duration_since(Instant::now()))
    {
        pairs.push(pair);
    }
    pairs
}

/// Who writes what comes in.
struct Keeper<'a> {
    store: &'a mut Store,
    run: &'a Run,
    resumed: usize,
    played: usize,
    begin: Instant,
    scores: Vec<Pairs>,
    test: Option<Test>,
}

impl<'a> Keeper<'a> {
    fn new(store: &'a mut Store, run: &'a Run, resumed: usize, test: Option<Test>) -> Self {
        let scores = vec![Pairs::default(); run.spec().entrants().len()];
        Self { store, run, resumed, played: 0, begin: Instant::now(), scores, test }
    }

    fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(Test::is_decided)
    }

    fn keep(
        &mut self,
        receiver: &Receiver<Delivery>,
        stop: &AtomicBool,
        halt: &AtomicBool,
        watch: &mut dyn FnMut(&GamesProgress<'_>),
    ) -> Result<(), StoreError> {
        let all = self.run.spec().pairs() * self.run.spec().pairings().len();
        loop {
            if stop.load(Ordering::Relaxed) || self.is_decided() {
                halt.store(true, Ordering::Relaxed);
            }
            match receiver.recv_timeout(TICK) {
                Ok(first) => {
                    let pairs = gathered(first, receiver);
                    self.store.commit(self.run, &pairs)?;
                    pairs.iter().for_each(|(_, pair)| self.count(pair));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            let done = self.resumed + self.played;
            let (played, elapsed) = (self.played, self.begin.elapsed());
            watch(&GamesProgress { done, all, played, elapsed, scores: &self.scores });
        }
    }

    fn count(&mut self, pair: &Pair) {
        self.played += 1;
        let [first, second] = pair.players;
        self.scores[first].add(pair.wins());
        self.scores[second].add(2 - pair.wins());
        if let Some(test) = &mut self.test {
            test.add(pair.opening, pair.wins());
        }
    }
}

/// A sequential test over the pairs in the order of their openings, whatever order they come in: so its verdict is the same
/// on any number of threads.
struct Test {
    run: SprtRun,
    /// The number of the next opening: those before are counted.
    next: usize,
    /// What came in too early.
    waiting: BTreeMap<usize, usize>,
}

impl Test {
    /// The test after what a store has.
    fn resume(sprt: Sprt, store: &Store, run: &Run) -> Result<Self, StoreError> {
        let mut test = Self { run: sprt.run(), next: 0, waiting: BTreeMap::new() };
        store.each_result(run, &mut |result| test.add(result.opening, result.wins()))?;
        Ok(test)
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
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::spec::SpecFile;

    fn games(store: &Store, run: &Run) -> Vec<String> {
        let mut games = Vec::new();
        store.each_game(run, &mut |game| games.push(game.record.game().to_string())).unwrap();
        games
    }

    /// Where the disk is full, a run ends and says so; what was finished is there, and with more room it goes on.
    #[test]
    fn a_full_disk_loses_nothing_that_was_finished() {
        let spec = SpecFile::parse("games = 1000\nagents = ['random', 'greedy', 'mcts(nodes=2)']");
        let spec = spec.unwrap().spec().unwrap();
        let never = AtomicBool::new(false);
        let threads = NonZeroUsize::new(2).unwrap();
        let mut whole = Store::in_memory().unwrap();
        let mut run = whole.begin(&spec).unwrap();
        play(&mut whole, &mut run, threads, &never, &mut |_| {}).unwrap();
        let wanted = games(&whole, &run);

        let directory = TempDir::new().unwrap();
        let path = directory.path().join("games.sqlite");
        let mut kept = 0;
        for pages in [30, 31, 40, 50] {
            let mut store = Store::open(&path).unwrap();
            store.limit_pages(pages);
            let mut run = store.begin(&spec).unwrap();
            let end = play(&mut store, &mut run, threads, &never, &mut |_| {});
            assert!(matches!(end, Err(StoreError::Full(_))), "{end:?}");
            let games = games(&store, &run);
            assert!(games.len() >= kept && games.len() < wanted.len());
            assert!(games.iter().all(|game| wanted.contains(game)));
            kept = games.len();
        }
        assert!(kept > 0);
        let mut store = Store::open(&path).unwrap();
        let mut run = store.begin(&spec).unwrap();
        let end = play(&mut store, &mut run, threads, &never, &mut |_| {}).unwrap();
        assert_eq!((end.is_complete, 2 * end.resumed), (true, kept));
        assert_eq!(games(&store, &run), wanted);
    }
}

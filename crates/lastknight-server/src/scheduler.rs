//! Searches take turns on the cores, and clients get equal shares of CPU time.
//!
//! Every search has a thread, but only as many run as there are cores for them. The others wait at their
//! [checkpoint](Checkpoint), which a search passes thousands of times a second. A turn lasts 10 ms; then the client with
//! the least CPU time goes next. A new client goes first, so that its first answer comes at once.
//!
//! Play comes before analysis: somebody waits for the move of a game, while an analysis is never over anyway.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use lastknight::Checkpoint;

use super::api_error::ApiError;

/// How long a search runs while others wait.
const TURN: Duration = Duration::from_millis(10);

/// The head start of a new request, in CPU time.
const HEAD_START: Duration = Duration::from_millis(50);

/// The CPU time for which the search of a move goes before other searches.
const MOVE_TIME: Duration = Duration::from_secs(2);

/// Of this many turns one goes to another search, even while moves wait.
const TURNS_OF_MOVES: u32 = 8;

/// A search ends early if it takes longer than this many times its CPU time, plus a constant.
const DEADLINE_FACTOR: u32 = 10;
const DEADLINE_MARGIN: Duration = Duration::from_secs(20);

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The move of a game.
    Play,
    /// Everything else.
    Analysis,
}

/// Decides which searches run and which wait.
#[derive(Debug)]
pub(super) struct Scheduler {
    state: Mutex<SchedulerState>,
    epoch: Instant,
    most_searches: usize,
    most_of_one: usize,
}

#[derive(Debug, Default)]
struct SchedulerState {
    free_cores: usize,
    clients: HashMap<String, ClientUsage>,
    /// The searches that wait for a turn, in the order of their arrival.
    waiting: Vec<Arc<Waiter>>,
    searches: usize,
    /// The turns in a row that went to moves while other searches waited.
    turns_of_moves: u32,
}

/// The CPU time that a client has used, and its searches.
#[derive(Debug, Default)]
struct ClientUsage {
    used: Duration,
    searches: usize,
}

/// Wakes a waiting search of a client.
#[derive(Debug, Default)]
struct Waiter {
    client: String,
    /// Whether it searches for a move, and has not searched for long.
    is_first: AtomicBool,
    has_turn: AtomicBool,
    changed: Condvar,
}

impl Scheduler {
    pub(super) fn new(cores: usize, most_searches: usize, most_of_one: usize) -> Arc<Self> {
        let state = SchedulerState { free_cores: cores.max(1), ..SchedulerState::default() };
        let (state, epoch) = (Mutex::new(state), Instant::now());
        Arc::new(Self { state, epoch, most_searches, most_of_one })
    }

    /// Returns a slot for a search of a client with at most `most_time` of CPU time.
    pub(super) fn slot(
        self: &Arc<Self>,
        client: &str,
        most_time: Duration,
        purpose: Purpose,
    ) -> Result<Arc<SearchSlot>, ApiError> {
        let mut state = self.lock();
        if state.searches >= self.most_searches {
            let why = format!("{} searches are running: try again soon", self.most_searches);
            return Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, why));
        }
        let least_used = state.clients.values().map(|usage| usage.used).min().unwrap_or_default();
        let usage = state.clients.entry(client.to_owned()).or_default();
        if usage.searches >= self.most_of_one {
            let why = format!("a client can run at most {} searches at a time", self.most_of_one);
            return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, why));
        }
        // A client that sends a new request counts as new.
        usage.used = usage.used.max(least_used).saturating_sub(HEAD_START);
        usage.searches += 1;
        state.searches += 1;
        let is_first = AtomicBool::new(purpose == Purpose::Play);
        let waiter = Waiter { client: client.to_owned(), is_first, ..Waiter::default() };
        Ok(Arc::new(SearchSlot {
            scheduler: Arc::clone(self),
            waiter: Arc::new(waiter),
            most_time,
            deadline: Instant::now() + DEADLINE_MARGIN + most_time * DEADLINE_FACTOR,
            among: state.searches,
            used: AtomicU64::new(0),
            began: AtomicU64::new(0),
            is_cancelled: AtomicBool::new(false),
        }))
    }

    /// Returns the number of searches, running and waiting.
    pub(super) fn searches(&self) -> usize {
        self.lock().searches
    }

    fn lock(&self) -> MutexGuard<'_, SchedulerState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SchedulerState {
    /// Gives free cores to moves, then to the clients with the least CPU time; within a client, to the search that waits
    /// longest.
    fn assign_cores(&mut self) {
        while self.free_cores > 0 && !self.waiting.is_empty() {
            let is_first = |waiter: &Waiter| waiter.is_first.load(Ordering::Relaxed);
            let moves = self.waiting.iter().filter(|waiter| is_first(waiter)).count();
            // Moves alone would let no analysis end.
            let is_move = self.turns_of_moves + 1 < TURNS_OF_MOVES;
            self.turns_of_moves = match 0 < moves && moves < self.waiting.len() && is_move {
                true => self.turns_of_moves + 1,
                false => 0,
            };
            let key = |waiter: &Waiter| {
                let used = self.clients.get(&waiter.client).map_or(Duration::ZERO, |it| it.used);
                (is_first(waiter) != is_move, used)
            };
            let next = (0..self.waiting.len()).min_by_key(|&at| key(&self.waiting[at]));
            let next = self.waiting.remove(next.expect("a search waits"));
            self.free_cores -= 1;
            next.has_turn.store(true, Ordering::Relaxed);
            next.changed.notify_one();
        }
    }
}

/// A search among the others. Dropping it makes room for another.
#[derive(Debug)]
pub(super) struct SearchSlot {
    scheduler: Arc<Scheduler>,
    waiter: Arc<Waiter>,
    most_time: Duration,
    deadline: Instant,
    /// The number of searches when it began, itself included.
    among: usize,
    /// CPU time before this turn, in nanoseconds.
    used: AtomicU64,
    /// The begin of this turn, in nanoseconds since the scheduler's epoch.
    began: AtomicU64,
    is_cancelled: AtomicBool,
}

impl SearchSlot {
    /// Waits for the first turn.
    pub(super) fn begin(&self) {
        let state = self.scheduler.lock();
        self.wait(state);
    }

    /// Ends the search soon, even while it waits.
    pub(super) fn cancel(&self) {
        let state = self.scheduler.lock();
        self.is_cancelled.store(true, Ordering::Relaxed);
        self.waiter.changed.notify_one();
        drop(state);
    }

    /// Ends the last turn.
    pub(super) fn end(&self) {
        let mut state = self.scheduler.lock();
        self.end_turn(&mut state);
        state.assign_cores();
    }

    /// Returns an equal share for each search that there was when this one began.
    pub(super) fn share_of(&self, whole: u64) -> u64 {
        whole / self.among as u64
    }

    fn now(&self) -> u64 {
        self.scheduler.epoch.elapsed().as_nanos() as u64
    }

    /// Returns the time of this turn so far.
    fn turn(&self) -> Duration {
        Duration::from_nanos(self.now().saturating_sub(self.began.load(Ordering::Relaxed)))
    }

    /// Counts the time of this turn and frees the core.
    fn end_turn(&self, state: &mut SchedulerState) {
        if !self.waiter.has_turn.swap(false, Ordering::Relaxed) {
            return;
        }
        let turn = self.turn();
        let turn_time = turn.as_nanos() as u64;
        let used = self.used.fetch_add(turn_time, Ordering::Relaxed) + turn_time;
        if Duration::from_nanos(used) > MOVE_TIME {
            self.waiter.is_first.store(false, Ordering::Relaxed);
        }
        if let Some(usage) = state.clients.get_mut(&self.waiter.client) {
            usage.used += turn;
        }
        state.free_cores += 1;
    }

    /// Waits for a turn.
    fn wait(&self, mut state: MutexGuard<'_, SchedulerState>) {
        let has_turn = || self.waiter.has_turn.load(Ordering::Relaxed);
        state.waiting.push(Arc::clone(&self.waiter));
        state.assign_cores();
        while !has_turn() && !self.must_end() {
            let left = self.deadline.saturating_duration_since(Instant::now());
            let result = self.waiter.changed.wait_timeout(state, left);
            state = result.unwrap_or_else(PoisonError::into_inner).0;
        }
        if !has_turn() {
            state.waiting.retain(|waiter| !Arc::ptr_eq(waiter, &self.waiter));
        }
        self.began.store(self.now(), Ordering::Relaxed);
    }

    fn must_end(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed) || Instant::now() >= self.deadline
    }
}

impl Checkpoint for SearchSlot {
    fn proceed(&self) -> ControlFlow<()> {
        if self.is_cancelled.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        let turn = self.turn();
        if turn < TURN {
            return ControlFlow::Continue(());
        }
        let used = Duration::from_nanos(self.used.load(Ordering::Relaxed));
        if used + turn >= self.most_time || Instant::now() >= self.deadline {
            return ControlFlow::Break(());
        }
        let mut state = self.scheduler.lock();
        self.end_turn(&mut state);
        self.wait(state);
        if self.must_end() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Drop for SearchSlot {
    fn drop(&mut self) {
        let scheduler = Arc::clone(&self.scheduler);
        let mut state = scheduler.lock();
        self.end_turn(&mut state);
        state.searches -= 1;
        if let Some(usage) = state.clients.get_mut(&self.waiter.client) {
            usage.searches -= 1;
            if usage.searches == 0 {
                state.clients.remove(&self.waiter.client);
            }
        }
        state.assign_cores();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn clients_get_equal_shares_however_many_searches_they_have() {
        let scheduler = Scheduler::new(1, 100, 100);
        let clients = ["one", "many", "many", "many", "many"];
        let slots = clients.map(|client| scheduler.slot(client, LONG, Purpose::Analysis).unwrap());
        // The checkpoints that each search passes.
        let counts = clients.map(|_| AtomicU64::new(0));
        thread::scope(|scope| {
            for (slot, count) in slots.iter().zip(&counts) {
                scope.spawn(move || {
                    slot.begin();
                    while slot.proceed().is_continue() {
                        count.fetch_add(1, Ordering::Relaxed);
                    }
                    slot.end();
                });
            }
            thread::sleep(Duration::from_secs(2));
            slots.iter().for_each(|slot| slot.cancel());
        });
        drop(slots);
        assert_eq!(scheduler.searches(), 0);
        assert!(scheduler.lock().clients.is_empty());
        assert_eq!(scheduler.lock().free_cores, 1);
        let counts = counts.map(AtomicU64::into_inner);
        let (one, many) = (counts[0] as f64, counts[1..].iter().sum::<u64>() as f64);
        assert!((0.5..2.0).contains(&(one / many)), "{counts:?}");
        assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
    }

    #[test]
    fn searches_are_bounded() {
        let scheduler = Scheduler::new(2, 3, 2);
        let a = [
            scheduler.slot("a", LONG, Purpose::Analysis).unwrap(),
            scheduler.slot("a", LONG, Purpose::Analysis).unwrap(),
        ];
        let message =
            |client| scheduler.slot(client, LONG, Purpose::Analysis).unwrap_err().0.message;
        assert_eq!(message("a"), "a client can run at most 2 searches at a time");
        let b = scheduler.slot("b", LONG, Purpose::Analysis).unwrap();
        assert_eq!(message("c"), "3 searches are running: try again soon");
        drop(a);
        assert_eq!(scheduler.searches(), 1);
        drop(b);
        assert!(scheduler.slot("a", LONG, Purpose::Analysis).is_ok());
    }

    #[test]
    fn a_waiting_search_can_be_cancelled() {
        let scheduler = Scheduler::new(1, 10, 10);
        let first = scheduler.slot("a", LONG, Purpose::Analysis).unwrap();
        first.begin();
        let second = scheduler.slot("b", LONG, Purpose::Analysis).unwrap();
        thread::scope(|scope| {
            let waiting = scope.spawn(|| {
                second.begin();
                second.proceed().is_break()
            });
            while scheduler.lock().waiting.is_empty() {
                thread::yield_now();
            }
            second.cancel();
            assert!(waiting.join().unwrap());
        });
        assert!(scheduler.lock().waiting.is_empty());
    }

    #[test]
    fn a_search_ends_when_its_time_is_used() {
        let scheduler = Scheduler::new(1, 10, 10);
        let slot = scheduler.slot("a", Duration::from_millis(30), Purpose::Analysis).unwrap();
        slot.begin();
        let begin = Instant::now();
        while slot.proceed().is_continue() {}
        assert!(begin.elapsed() >= Duration::from_millis(30));
    }

    #[test]
    fn moves_go_first_but_let_others_end() {
        let scheduler = Scheduler::new(1, 100, 100);
        let purposes = [Purpose::Analysis, Purpose::Play, Purpose::Analysis, Purpose::Analysis];
        let slots = ["a", "b", "c", "d"].into_iter().zip(purposes);
        let slots: Vec<_> =
            slots.map(|(client, purpose)| scheduler.slot(client, LONG, purpose).unwrap()).collect();
        let turns = |of: &SearchSlot| of.used.load(Ordering::Relaxed) / TURN.as_nanos() as u64;
        thread::scope(|scope| {
            for slot in &slots {
                scope.spawn(move || {
                    slot.begin();
                    while slot.proceed().is_continue() {}
                    slot.end();
                });
            }
            while turns(&slots[1]) < 40 {
                thread::sleep(TURN);
            }
            slots.iter().for_each(|slot| slot.cancel());
        });
        let others: u64 = [0, 2, 3].map(|at| turns(&slots[at])).iter().sum();
        assert!((1..=20).contains(&others), "{others} turns beside 40 of a move");
    }
}

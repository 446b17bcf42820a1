//! Searches take turns on the processors, and clients get equal shares of them.
//!
//! Every search has a thread, but only as many run as there are processors for them: the others wait at their
//! [checkpoint](Checkpoint), which a search passes thousands of times a second. A turn lasts a hundredth of a second; then
//! the search of whoever had least so far goes on. Somebody new goes first, so that a first answer comes at once.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use lastknight::Checkpoint;

/// How long a search goes on while others wait.
const TURN: Duration = Duration::from_millis(10);

/// What somebody new is ahead of the others.
const WELCOME: Duration = Duration::from_millis(50);

/// A search that waits longer than so many times its processor time, and this, ends with what it has.
const PATIENCE: u32 = 10;
const LEAST_PATIENCE: Duration = Duration::from_secs(20);

/// Who runs, who waits, and what everybody had.
#[derive(Debug)]
pub(super) struct Scheduler {
    state: Mutex<State>,
    epoch: Instant,
    most_searches: usize,
    most_of_one: usize,
}

#[derive(Debug, Default)]
struct State {
    /// Processors that nobody uses.
    free: usize,
    clients: HashMap<String, Account>,
    waiting: Vec<Waiting>,
    searches: usize,
}

/// What a client had.
#[derive(Debug, Default)]
struct Account {
    used: Duration,
    searches: usize,
}

#[derive(Debug)]
struct Waiting {
    client: String,
    wake: Arc<Wake>,
}

/// How a search that waits is told that it may go on.
#[derive(Debug, Default)]
struct Wake {
    is_chosen: AtomicBool,
    told: Condvar,
}

/// Why a search cannot begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The client has as many as one may have.
    TooManyOfOne(usize),
    /// There are as many as the server takes.
    TooMany(usize),
}

impl Scheduler {
    /// A scheduler for a number of processors, with limits on the searches in all and of one client.
    pub(super) fn new(processors: usize, most_searches: usize, most_of_one: usize) -> Arc<Self> {
        let state = State { free: processors.max(1), ..State::default() };
        let (state, epoch) = (Mutex::new(state), Instant::now());
        Arc::new(Self { state, epoch, most_searches, most_of_one })
    }

    /// A slot for a search of a client, which may use so much processor time.
    pub(super) fn slot(
        self: &Arc<Self>,
        client: &str,
        most: Duration,
    ) -> Result<Arc<Slot>, Refusal> {
        let mut state = self.lock();
        if state.searches >= self.most_searches {
            return Err(Refusal::TooMany(self.most_searches));
        }
        let floor = state.floor();
        let account = state.clients.entry(client.to_owned()).or_default();
        if account.searches >= self.most_of_one {
            return Err(Refusal::TooManyOfOne(self.most_of_one));
        }
        // Who asks again has waited for an answer: that is as good as new.
        account.used = account.used.max(floor).saturating_sub(WELCOME);
        account.searches += 1;
        state.searches += 1;
        let among = state.searches;
        Ok(Arc::new(Slot {
            scheduler: Arc::clone(self),
            client: client.to_owned(),
            wake: Arc::default(),
            most,
            deadline: Instant::now() + LEAST_PATIENCE + most * PATIENCE,
            among,
            used: AtomicU64::new(0),
            began: AtomicU64::new(0),
            has_turn: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
        }))
    }

    /// Searches that have a slot.
    pub(super) fn searches(&self) -> usize {
        self.lock().searches
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// What the client has had that had least.
    fn floor(&self) -> Duration {
        let active = self.clients.values().filter(|account| account.searches > 0);
        active.map(|account| account.used).min().unwrap_or_default()
    }

    /// Gives free processors to those who had least; of one client, to who waits longest.
    fn hand_out(&mut self) {
        while self.free > 0 && !self.waiting.is_empty() {
            let used = |waiting: &Waiting| {
                self.clients.get(&waiting.client).map_or(Duration::ZERO, |account| account.used)
            };
            let places = (0..self.waiting.len()).min_by_key(|&at| used(&self.waiting[at]));
            let chosen = self.waiting.remove(places.expect("somebody waits"));
            self.free -= 1;
            chosen.wake.is_chosen.store(true, Ordering::Relaxed);
            chosen.wake.told.notify_one();
        }
    }
}

/// A search's place among the others. Dropped, it makes room.
#[derive(Debug)]
pub(super) struct Slot {
    scheduler: Arc<Scheduler>,
    client: String,
    wake: Arc<Wake>,
    most: Duration,
    deadline: Instant,
    /// How many searches there were when it began, itself included.
    among: usize,
    /// Nanoseconds of turns before this one.
    used: AtomicU64,
    /// When this turn began, in nanoseconds since the epoch of the scheduler.
    began: AtomicU64,
    has_turn: AtomicBool,
    is_over: AtomicBool,
}

impl Slot {
    /// Waits for the first turn.
    pub(super) fn begin(&self) {
        let state = self.scheduler.lock();
        self.wait(state);
    }

    /// Ends the search soon, wherever it is.
    pub(super) fn cancel(&self) {
        let state = self.scheduler.lock();
        self.is_over.store(true, Ordering::Relaxed);
        self.wake.told.notify_one();
        drop(state);
    }

    /// Gives the turn back, for good.
    pub(super) fn end(&self) {
        let mut state = self.scheduler.lock();
        self.put_back(&mut state);
        state.hand_out();
    }

    /// What each search has of something if all that there were at its beginning have the same.
    pub(super) fn share_of(&self, whole: u64) -> u64 {
        whole / self.among as u64
    }

    fn now(&self) -> u64 {
        self.scheduler.epoch.elapsed().as_nanos() as u64
    }

    /// The time of this turn so far.
    fn turn(&self) -> Duration {
        Duration::from_nanos(self.now().saturating_sub(self.began.load(Ordering::Relaxed)))
    }

    fn used(&self) -> Duration {
        Duration::from_nanos(self.used.load(Ordering::Relaxed))
    }

    /// Writes down what was used, and frees the processor.
    fn put_back(&self, state: &mut State) {
        if !self.has_turn.swap(false, Ordering::Relaxed) {
            return;
        }
        let turn = self.turn();
        self.used.fetch_add(turn.as_nanos() as u64, Ordering::Relaxed);
        if let Some(account) = state.clients.get_mut(&self.client) {
            account.used += turn;
        }
        state.free += 1;
    }

    /// Waits for a turn.
    fn wait(&self, mut state: MutexGuard<'_, State>) {
        self.wake.is_chosen.store(false, Ordering::Relaxed);
        state.waiting.push(Waiting { client: self.client.clone(), wake: Arc::clone(&self.wake) });
        state.hand_out();
        while !self.wake.is_chosen.load(Ordering::Relaxed) && !self.must_end() {
            let left = self.deadline.saturating_duration_since(Instant::now());
            let result = self.wake.told.wait_timeout(state, left);
            state = result.unwrap_or_else(PoisonError::into_inner).0;
        }
        if self.wake.is_chosen.load(Ordering::Relaxed) {
            self.has_turn.store(true, Ordering::Relaxed);
        } else {
            state.waiting.retain(|waiting| !Arc::ptr_eq(&waiting.wake, &self.wake));
        }
        self.began.store(self.now(), Ordering::Relaxed);
    }

    fn must_end(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || Instant::now() >= self.deadline
    }
}

impl Checkpoint for Slot {
    fn proceed(&self) -> ControlFlow<()> {
        if self.is_over.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        let turn = self.turn();
        if turn < TURN {
            return ControlFlow::Continue(());
        }
        if self.used() + turn >= self.most || Instant::now() >= self.deadline {
            return ControlFlow::Break(());
        }
        let mut state = self.scheduler.lock();
        self.put_back(&mut state);
        self.wait(state);
        if self.must_end() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let scheduler = Arc::clone(&self.scheduler);
        let mut state = scheduler.lock();
        self.put_back(&mut state);
        state.searches -= 1;
        if let Some(account) = state.clients.get_mut(&self.client) {
            account.searches -= 1;
            if account.searches == 0 {
                state.clients.remove(&self.client);
            }
        }
        state.hand_out();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    /// Counts how often each of some searches gets on, while all of them take turns.
    fn shares(clients: &[&str], time: Duration) -> Vec<u64> {
        let scheduler = Scheduler::new(1, 100, 100);
        let slots: Vec<Arc<Slot>> =
            clients.iter().map(|client| scheduler.slot(client, LONG).unwrap()).collect();
        let counts: Vec<AtomicU64> = clients.iter().map(|_| AtomicU64::new(0)).collect();
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
            thread::sleep(time);
            slots.iter().for_each(|slot| slot.cancel());
        });
        drop(slots);
        assert_eq!(scheduler.searches(), 0);
        assert!(scheduler.lock().clients.is_empty());
        assert_eq!(scheduler.lock().free, 1);
        counts.into_iter().map(AtomicU64::into_inner).collect()
    }

    #[test]
    fn clients_get_equal_shares_whatever_they_ask() {
        let counts = shares(&["one", "many", "many", "many", "many"], Duration::from_secs(2));
        let (one, many) = (counts[0] as f64, counts[1..].iter().sum::<u64>() as f64);
        assert!((0.5..2.0).contains(&(one / many)), "{counts:?}");
        assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
    }

    #[test]
    fn only_so_many_may_search() {
        let scheduler = Scheduler::new(2, 3, 2);
        let a = [scheduler.slot("a", LONG).unwrap(), scheduler.slot("a", LONG).unwrap()];
        assert_eq!(scheduler.slot("a", LONG).unwrap_err(), Refusal::TooManyOfOne(2));
        let b = scheduler.slot("b", LONG).unwrap();
        assert_eq!(scheduler.slot("c", LONG).unwrap_err(), Refusal::TooMany(3));
        drop(a);
        assert_eq!(scheduler.searches(), 1);
        drop(b);
        assert!(scheduler.slot("a", LONG).is_ok());
    }

    #[test]
    fn a_search_that_waits_can_be_ended() {
        let scheduler = Scheduler::new(1, 10, 10);
        let first = scheduler.slot("a", LONG).unwrap();
        first.begin();
        let second = scheduler.slot("b", LONG).unwrap();
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
        let slot = scheduler.slot("a", Duration::from_millis(30)).unwrap();
        slot.begin();
        let begin = Instant::now();
        while slot.proceed().is_continue() {}
        assert!(begin.elapsed() >= Duration::from_millis(30));
    }
}

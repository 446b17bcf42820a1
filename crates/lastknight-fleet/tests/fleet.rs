//! Coordinators, workers and sessions of tests.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use lastknight::Agent;
use lastknight_fleet::{
    Broker, BrokerError, Coordinator, CoordinatorSettings, Worker, WorkerEvent, WorkerSettings,
};
use lastknight_lab::{Run, Session, Spec, SpecFile, Store};

pub(crate) const LEASE: Duration = Duration::from_millis(1500);

pub(crate) fn broker(url: &str) -> Broker {
    Broker { url: url.to_owned(), credentials: None, certificate: None }
}

pub(crate) fn settings(url: &str, fleet: &str, verify_share: f64) -> CoordinatorSettings {
    CoordinatorSettings {
        broker: broker(url),
        fleet: fleet.parse().expect("a name"),
        lease: LEASE,
        batch: Duration::from_secs(1),
        verify_share,
        reference_nps: None,
        metrics: None,
    }
}

pub(crate) fn coordinator(url: &str, fleet: &str, verify_share: f64) -> Arc<Coordinator> {
    Arc::new(Coordinator::connect(settings(url, fleet, verify_share)).expect("a coordinator"))
}

/// Workers in threads of the test, which leave when they are dropped.
pub(crate) struct Workers {
    stop: &'static AtomicBool,
    threads: Vec<JoinHandle<Result<Worker, BrokerError>>>,
    events: Arc<Mutex<Vec<WorkerEvent>>>,
}

impl Workers {
    pub(crate) fn start(url: &str, fleet: &str, count: usize) -> Self {
        Self::start_as(&broker(url), fleet, count)
    }

    pub(crate) fn start_as(broker: &Broker, fleet: &str, count: usize) -> Self {
        Self::start_with(&worker_settings(broker, fleet), count)
    }

    /// Workers that read agents in their own way.
    pub(crate) fn start_reading(
        url: &str,
        fleet: &str,
        count: usize,
        read_agent: impl Fn(&str) -> Result<Agent, String> + Send + Sync + 'static,
    ) -> Self {
        let settings = worker_settings(&broker(url), fleet);
        Self::start_with(&WorkerSettings { read_agent: Arc::new(read_agent), ..settings }, count)
    }

    fn start_with(settings: &WorkerSettings, count: usize) -> Self {
        let stop: &'static AtomicBool = Box::leak(Box::new(AtomicBool::new(false)));
        let events: Arc<Mutex<Vec<WorkerEvent>>> = Arc::default();
        let work = |_| {
            let settings = settings.clone();
            let events = Arc::clone(&events);
            let on_event = Arc::new(move |event| events.lock().expect("a list").push(event));
            thread::spawn(move || Worker::run(settings, stop, on_event))
        };
        Self { stop, threads: (0..count).map(work).collect(), events: Arc::clone(&events) }
    }

    pub(crate) fn events(&self) -> Vec<WorkerEvent> {
        self.events.lock().expect("a list").clone()
    }

    /// Lets the workers leave, and returns what they did.
    pub(crate) fn leave(mut self) -> Vec<Result<Worker, BrokerError>> {
        self.stop.store(true, Ordering::Relaxed);
        self.threads.drain(..).map(|thread| thread.join().expect("a worker")).collect()
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

fn worker_settings(broker: &Broker, fleet: &str) -> WorkerSettings {
    WorkerSettings {
        broker: broker.clone(),
        fleet: Some(fleet.parse().expect("a name")),
        threads: NonZeroUsize::MIN,
        idle: None,
        programs: Vec::new(),
        read_agent: Arc::new(|text| text.parse::<Agent>().map_err(|error| error.to_string())),
    }
}

pub(crate) fn spec(text: &str) -> Spec {
    SpecFile::parse(text).expect("TOML").spec().expect("a specification")
}

/// The moves and results of all games of a run, in order.
pub(crate) fn games(store: &Store, run: &Run) -> Vec<String> {
    let mut games = Vec::new();
    let each = &mut |game: &lastknight_lab::StoredGame| {
        let record = &game.record;
        games.push(format!("{} {} {:?}", game.name(), record.game(), record.outcome()));
    };
    store.each_game(run, each).expect("games");
    games
}

/// Plays a tournament on one thread and returns its games.
pub(crate) fn games_alone(spec: &Spec) -> Vec<String> {
    let mut session = Session::in_memory().expect("a session").threads(NonZeroUsize::MIN);
    let mut run = session.begin(spec).expect("a run");
    assert!(session.play(&mut run, &mut |_| {}).expect("an end").is_complete);
    games(session.store(), &run)
}

/// Plays a tournament on a fleet and returns its games.
pub(crate) fn games_of_fleet(spec: &Spec, coordinator: &Arc<Coordinator>) -> Vec<String> {
    let fleet = Arc::clone(coordinator) as Arc<dyn lastknight_lab::Fleet>;
    let mut session = Session::in_memory().expect("a session").fleet(fleet);
    let mut run = session.begin(spec).expect("a run");
    assert!(session.play(&mut run, &mut |_| {}).expect("an end").is_complete);
    games(session.store(), &run)
}

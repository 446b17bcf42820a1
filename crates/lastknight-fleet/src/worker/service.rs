//! The network of a worker: joining, taking batches, returning results.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::connection::State;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{self, AckKind, Context};
use async_nats::{Client, Subscriber};
use futures_util::StreamExt;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::task::JoinHandle;
use tokio::time::{self, MissedTickBehavior};

use super::desk::{Desk, Finished, Lease};
use super::{BenchResult, OnEvent, Worker, WorkerEvent, WorkerSettings};
use crate::broker::{BrokerError, ConnectionEvent};
use crate::message::{
    Alive, Announcement, Batch, Join, Program, Receipt, Results, Welcome, to_json,
};
use crate::names::{CONSUMER, FleetName, random};

/// How often the worker says that it is there, at the least.
const SECOND: Duration = Duration::from_secs(1);

/// How often it looks at its stop flag.
const TICK: Duration = Duration::from_millis(100);

/// How long the broker holds a request for batches.
const PULL: Duration = Duration::from_millis(500);

/// The pause after something failed.
const PAUSE: Duration = Duration::from_millis(500);

/// A coordinator that says nothing for this long is gone.
const SILENCE: Duration = Duration::from_secs(6);

/// How long results are offered to a coordinator that does not answer.
const PATIENCE: Duration = Duration::from_secs(120);

/// How long leaving may take.
const LEAVING: Duration = Duration::from_secs(5);

/// The first report on the terminal, and the longest time between two.
const FIRST_REPORT: Duration = Duration::from_secs(10);
const LONGEST_GAP: Duration = Duration::from_secs(600);

/// What tasks in the background report.
enum Report {
    /// A fleet answered a request to join.
    Welcome(String, u64, Option<Subscriber>, Result<Welcome, String>),
    /// A batch came from the queue.
    Taken(String, Box<jetstream::Message>),
    /// A batch came to check another worker.
    Check(String, Batch),
    /// Results were taken, or given up.
    Settled(Arc<Lease>, Settlement),
    /// A fleet does not know this worker.
    Unknown(String),
    /// A fleet found that results are wrong.
    Dropped(String, String),
}

/// What became of the last results of a batch.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Settlement {
    Stored,
    GivenUp,
}

/// A fleet that this worker knows.
struct KnownFleet {
    name: FleetName,
    announcement: Announcement,
    heard: Instant,
    /// Asked to join and not answered yet.
    is_joining: bool,
    /// The reason not to work for it.
    refused: Option<String>,
    /// The job that failed here.
    failed: Option<u64>,
    tasks: Vec<JoinHandle<()>>,
}

/// The fleets that have accepted this worker.
#[derive(Default)]
struct Memberships(Mutex<HashSet<String>>);

impl Memberships {
    fn lock(&self) -> MutexGuard<'_, HashSet<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(super) struct Service {
    settings: WorkerSettings,
    bench: BenchResult,
    id: String,
    /// What only this worker knows.
    secret: u64,
    on_event: OnEvent,
    client: Client,
    context: Context,
    announcements: Subscriber,
    fleets: HashMap<String, KnownFleet>,
    memberships: Arc<Memberships>,
    desk: Arc<Desk>,
    leases: Vec<Arc<Lease>>,
    reports: (UnboundedSender<Report>, UnboundedReceiver<Report>),
    finished: UnboundedReceiver<Finished>,
    tasks: Arc<AtomicU64>,
    first_task: Option<Instant>,
    last_task: Instant,
    next_report: Instant,
    gap: Duration,
}

impl Service {
    pub(super) async fn start(
        settings: WorkerSettings,
        bench: BenchResult,
        on_event: OnEvent,
    ) -> Result<Self, BrokerError> {
        let on_connection = {
            let on_event = Arc::clone(&on_event);
            Box::new(move |event| match event {
                ConnectionEvent::Connected => on_event(WorkerEvent::Connected),
                ConnectionEvent::Lost => on_event(WorkerEvent::ConnectionLost),
                ConnectionEvent::Forbidden(why) => {
                    on_event(WorkerEvent::Failed(format!("the broker refuses: {why}")));
                }
            })
        };
        let inbox = FleetName::inbox(settings.fleet.as_ref());
        let client = settings.broker.connect("lastknight worker", &inbox, on_connection).await?;
        let subject = settings
            .fleet
            .as_ref()
            .map_or_else(FleetName::all_announcements, FleetName::announcements);
        let failed = |error| BrokerError(format!("NATS: cannot listen to {subject}: {error}"));
        let announcements = client.subscribe(subject.clone()).await.map_err(failed)?;
        let (sender, finished) = mpsc::unbounded_channel();
        let desk = Desk::start(settings.threads, Arc::clone(&settings.read_agent), &sender)?;
        let now = Instant::now();
        Ok(Self {
            settings,
            bench,
            id: format!("{:016x}", random()),
            secret: random(),
            on_event,
            context: jetstream::new(client.clone()),
            client,
            announcements,
            fleets: HashMap::new(),
            memberships: Arc::default(),
            desk,
            leases: Vec::new(),
            reports: mpsc::unbounded_channel(),
            finished,
            tasks: Arc::default(),
            first_task: None,
            last_task: now,
            next_report: now + FIRST_REPORT,
            gap: FIRST_REPORT,
        })
    }

    pub(super) async fn run(mut self, stop: &AtomicBool) -> Result<Worker, BrokerError> {
        let mut tick = time::interval(TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut last_beat = Instant::now();
        let mut terminate = Terminate::new()?;
        let mut is_stopped = false;
        let mut end = Ok(());
        while !is_stopped {
            tokio::select! {
                Some(message) = self.announcements.next() => {
                    if let Ok(announcement) = serde_json::from_slice(&message.payload) {
                        self.hear(announcement);
                    }
                }
                Some(report) = self.reports.1.recv() => {
                    if let Report::Dropped(fleet, why) = report {
                        let why = format!("the fleet '{fleet}' dropped this worker: {why}");
                        end = Err(BrokerError(why));
                        is_stopped = true;
                    } else {
                        self.take_report(report).await;
                    }
                }
                Some(finished) = self.finished.recv() => self.send(finished),
                _ = tick.tick() => {
                    let is_idle = |idle| self.leases.is_empty() && self.last_task.elapsed() > idle;
                    is_stopped = stop.load(Ordering::Relaxed)
                        || self.settings.idle.is_some_and(is_idle);
                    if last_beat.elapsed() >= self.beat_interval() {
                        last_beat = Instant::now();
                        self.beat().await;
                    }
                }
                () = terminate.wait() => is_stopped = true,
            }
        }
        (self.on_event)(WorkerEvent::Leaving);
        let _ = time::timeout(LEAVING, self.leave()).await;
        let seconds = self.first_task.map_or(0.0, |first| (self.last_task - first).as_secs_f64());
        end.map(|()| Worker { tasks: self.tasks.load(Ordering::Relaxed), seconds })
    }

    /// Takes an announcement: joins a fleet, or learns that it wants something else.
    fn hear(&mut self, announcement: Announcement) {
        let Ok(name) = announcement.fleet.parse::<FleetName>() else { return };
        let key = announcement.fleet.clone();
        if announcement.leaves {
            return self.lose(&key);
        }
        if self
            .fleets
            .get(&key)
            .is_some_and(|known| known.announcement.coordinator != announcement.coordinator)
        {
            // Another coordinator knows nothing of this worker.
            self.lose(&key);
        }
        let known = self.fleets.entry(key.clone()).or_insert_with(|| KnownFleet {
            name,
            announcement: announcement.clone(),
            heard: Instant::now(),
            is_joining: false,
            refused: None,
            failed: None,
            tasks: Vec::new(),
        });
        known.heard = Instant::now();
        known.announcement = announcement;
        for lease in &self.leases {
            if lease.fleet == key && known.announcement.job != Some(lease.batch.job) {
                lease.is_withdrawn.store(true, Ordering::Relaxed);
                lease.cancel.store(true, Ordering::Relaxed);
            }
        }
        let has_failed = known.failed.is_some() && known.failed == known.announcement.job;
        if !has_failed {
            known.failed = None;
        }
        self.join(&key);
    }

    /// Asks to join a fleet, if that is still to be done and possible.
    fn join(&mut self, key: &str) {
        let allowed = &self.settings.programs;
        let Some(known) = self.fleets.get_mut(key) else { return };
        let missing = known.announcement.programs.iter().find(|text| !allowed.contains(text));
        let is_member = self.memberships.lock().contains(key);
        if let Some(missing) = missing {
            if known.refused.as_ref() != Some(missing) {
                let event = WorkerEvent::NeedsProgram(key.to_owned(), missing.clone());
                (self.on_event)(event);
                known.refused = Some(missing.clone());
            }
            known.tasks.drain(..).for_each(|task| task.abort());
            self.memberships.lock().remove(key);
            return;
        }
        let is_able = known.failed.is_none() || known.failed != known.announcement.job;
        if is_member || known.is_joining || !is_able {
            return;
        }
        known.is_joining = true;
        let program = Program { signature: self.bench.signature.clone(), ..Program::this() };
        let join = Join {
            worker: self.id.clone(),
            secret: self.secret,
            program,
            host: host_name(),
            machine: lastknight_lab::machine(),
            threads: self.settings.threads.get(),
            nps: self.bench.nps,
        };
        let (client, sender) = (self.client.clone(), self.reports.0.clone());
        let (subject, key) = (known.name.subject("join"), key.to_owned());
        let own_tasks = known.name.own_tasks(&self.id);
        let coordinator = known.announcement.coordinator;
        tokio::spawn(async move {
            // The coordinator may send tasks as soon as it has answered.
            let checks = client.subscribe(own_tasks).await.ok();
            let answer = client.request(subject, to_json(&join).into()).await;
            let welcome = answer.map_err(|error| error.to_string()).and_then(|message| {
                serde_json::from_slice(&message.payload).map_err(|error| error.to_string())
            });
            let _ = sender.send(Report::Welcome(key, coordinator, checks, welcome));
        });
    }

    /// Forgets a fleet whose coordinator is gone.
    fn lose(&mut self, key: &str) {
        let Some(known) = self.fleets.remove(key) else { return };
        known.tasks.iter().for_each(JoinHandle::abort);
        for lease in self.leases.iter().filter(|lease| lease.fleet == key) {
            lease.is_orphaned.store(true, Ordering::Relaxed);
            lease.cancel.store(true, Ordering::Relaxed);
        }
        if self.memberships.lock().remove(key) {
            (self.on_event)(WorkerEvent::Gone(key.to_owned()));
        }
    }

    async fn take_report(&mut self, report: Report) {
        match report {
            Report::Welcome(key, coordinator, checks, welcome) => {
                self.take_welcome(&key, coordinator, checks, welcome).await;
            }
            Report::Taken(fleet, message) => self.take(fleet, message).await,
            Report::Check(fleet, batch) => self.push(fleet, batch, None),
            Report::Settled(lease, settlement) => {
                if !self.leases.iter().any(|other| Arc::ptr_eq(other, &lease)) {
                    return;
                }
                if lease.message.is_some() {
                    self.desk.release();
                }
                self.leases.retain(|other| !Arc::ptr_eq(other, &lease));
                if let Some(message) = &lease.message {
                    let kind = match settlement {
                        Settlement::Stored => AckKind::Ack,
                        Settlement::GivenUp => AckKind::Nak(None),
                    };
                    let _ = message.ack_with(kind).await;
                }
            }
            Report::Unknown(key) => {
                if let Some(known) = self.fleets.get_mut(&key) {
                    self.memberships.lock().remove(&key);
                    known.tasks.drain(..).for_each(|task| task.abort());
                    self.join(&key);
                }
            }
            Report::Dropped(..) => {}
        }
    }

    async fn take_welcome(
        &mut self,
        key: &str,
        coordinator: u64,
        checks: Option<Subscriber>,
        welcome: Result<Welcome, String>,
    ) {
        let Some(known) = self.fleets.get_mut(key) else { return };
        known.is_joining = false;
        if known.announcement.coordinator != coordinator {
            return;
        }
        match welcome {
            Ok(Welcome::Accepted) => {
                self.memberships.lock().insert(key.to_owned());
                known.refused = None;
                let name = known.name.clone();
                let mut tasks = vec![self.fetch(name)];
                tasks.extend(checks.map(|checks| self.listen(key.to_owned(), checks)));
                if let Some(known) = self.fleets.get_mut(key) {
                    known.tasks.extend(tasks);
                }
                (self.on_event)(WorkerEvent::Joined(key.to_owned()));
                self.beat().await;
            }
            Ok(Welcome::Refused(why)) => {
                // The next announcement is the next attempt; the reason is shown once.
                if known.refused.as_ref() != Some(&why) {
                    (self.on_event)(WorkerEvent::Refused(key.to_owned(), why.clone()));
                    known.refused = Some(why);
                }
            }
            // The next announcement is the next attempt.
            Err(_) => {}
        }
    }

    /// Takes batches from the queue of a fleet in the background, as far as there is room.
    fn fetch(&self, name: FleetName) -> JoinHandle<()> {
        let (context, desk) = (self.context.clone(), Arc::clone(&self.desk));
        let sender = self.reports.0.clone();
        tokio::spawn(async move {
            let mut consumer: Option<PullConsumer> = None;
            loop {
                let space = desk.space();
                if space == 0 {
                    let _ = time::timeout(PAUSE, desk.room.notified()).await;
                    continue;
                }
                if consumer.is_none() {
                    let found = context.get_consumer_from_stream(CONSUMER, name.stream()).await;
                    consumer = found.ok();
                }
                let Some(queue) = &consumer else {
                    time::sleep(PAUSE).await;
                    continue;
                };
                let pulled = queue.batch().max_messages(space).expires(PULL).messages().await;
                let Ok(mut messages) = pulled else {
                    consumer = None;
                    time::sleep(PAUSE).await;
                    continue;
                };
                while let Some(message) = messages.next().await {
                    match message {
                        Ok(message) => {
                            desk.hold();
                            let taken = Report::Taken(name.as_str().to_owned(), Box::new(message));
                            if sender.send(taken).is_err() {
                                return;
                            }
                        }
                        Err(_) => {
                            consumer = None;
                            time::sleep(PAUSE).await;
                            break;
                        }
                    }
                }
            }
        })
    }

    /// Passes on the batches that are for this worker only.
    fn listen(&self, fleet: String, mut checks: Subscriber) -> JoinHandle<()> {
        let sender = self.reports.0.clone();
        tokio::spawn(async move {
            while let Some(message) = checks.next().await {
                if let Ok(batch) = serde_json::from_slice(&message.payload) {
                    let _ = sender.send(Report::Check(fleet.clone(), batch));
                }
            }
        })
    }

    async fn take(&mut self, fleet: String, message: Box<jetstream::Message>) {
        let batch: Result<Batch, _> = serde_json::from_slice(&message.payload);
        let is_wanted = |batch: &Batch| {
            let known = self.fleets.get(&fleet);
            known.is_some_and(|known| known.announcement.job == Some(batch.job))
        };
        match batch {
            // An announcement that is on its way may want it.
            Ok(batch) if !is_wanted(&batch) => {
                self.desk.release();
                let _ = message.ack_with(AckKind::Nak(Some(PAUSE / 5))).await;
            }
            Ok(batch) => self.push(fleet, batch, Some(message)),
            Err(error) => {
                self.desk.release();
                let _ = message.ack_with(AckKind::Term).await;
                let why = format!("a batch of the fleet '{fleet}' is unreadable: {error}");
                (self.on_event)(WorkerEvent::Failed(why));
            }
        }
    }

    fn push(&mut self, fleet: String, batch: Batch, message: Option<Box<jetstream::Message>>) {
        let reference = self.fleets.get(&fleet).and_then(|known| known.announcement.reference_nps);
        let scale = reference.map_or(1.0, |reference| reference / self.bench.nps);
        let lease = Arc::new(Lease {
            fleet,
            batch,
            message,
            scale,
            is_withdrawn: AtomicBool::new(false),
            is_orphaned: AtomicBool::new(false),
            cancel: AtomicBool::new(false),
            progress: Mutex::new(Instant::now()),
            open_parts: AtomicUsize::new(0),
            is_done: AtomicBool::new(false),
            is_given_up: AtomicBool::new(false),
        });
        self.leases.push(Arc::clone(&lease));
        self.desk.push(lease);
        self.last_task = Instant::now();
        self.first_task.get_or_insert(self.last_task);
    }

    /// Sends results in the background until they are taken.
    fn send(&mut self, finished: Finished) {
        let Finished { lease, seconds, outputs, returned, is_last, failure } = finished;
        self.last_task = Instant::now();
        if is_last {
            lease.is_done.store(true, Ordering::Relaxed);
        }
        if let Some(why) = &failure {
            self.give_up_job(&lease, why);
        }
        let sender = self.reports.0.clone();
        if let Some(settlement) = settlement(&lease) {
            if settlement == Settlement::GivenUp {
                lease.is_given_up.store(true, Ordering::Relaxed);
            }
            return settle(lease, &sender);
        }
        if outputs.is_empty() && returned.is_empty() {
            return settle(lease, &sender);
        }
        let Ok(name) = lease.fleet.parse::<FleetName>() else { return };
        let (client, memberships) = (self.client.clone(), Arc::clone(&self.memberships));
        let (worker, secret, tasks) = (self.id.clone(), self.secret, Arc::clone(&self.tasks));
        lease.open_parts.fetch_add(1, Ordering::Relaxed);
        tokio::spawn(async move {
            let count = outputs.len() as u64;
            let (job, batch) = (lease.batch.job, lease.batch.batch);
            let results =
                Results { worker, secret, job, batch, seconds, outputs, returned, failure };
            match offer(&client, &name, &memberships, &lease, &results, &sender).await {
                Settlement::Stored => drop(tasks.fetch_add(count, Ordering::Relaxed)),
                Settlement::GivenUp => lease.is_given_up.store(true, Ordering::Relaxed),
            }
            lease.open_parts.fetch_sub(1, Ordering::Relaxed);
            settle(lease, &sender);
        });
    }

    /// Takes no more batches of a job that fails here; what is at hand goes to others.
    fn give_up_job(&mut self, lease: &Arc<Lease>, why: &str) {
        let Some(known) = self.fleets.get_mut(&lease.fleet) else { return };
        if known.failed.replace(lease.batch.job) == Some(lease.batch.job) {
            return;
        }
        (self.on_event)(WorkerEvent::Failed(why.to_owned()));
        known.tasks.drain(..).for_each(|task| task.abort());
        self.memberships.lock().remove(&lease.fleet);
        let others = self.leases.iter().filter(|other| other.batch.job == lease.batch.job);
        for other in others.filter(|other| !Arc::ptr_eq(other, lease)) {
            other.is_orphaned.store(true, Ordering::Relaxed);
            other.cancel.store(true, Ordering::Relaxed);
        }
    }

    /// How often the worker says that it is there: every second, or more often for a short lease.
    fn beat_interval(&self) -> Duration {
        let leases = self.fleets.values().map(|known| known.announcement.lease);
        leases.min().map_or(SECOND, |lease| SECOND.min(Duration::from_millis(lease) / 4))
    }

    /// Says that the worker is there, and that its batches are in work.
    async fn beat(&mut self) {
        let is_connected = self.client.connection_state() == State::Connected;
        for known in self.fleets.values_mut().filter(|_| !is_connected) {
            // Silence says nothing without a connection.
            known.heard = Instant::now();
        }
        let silent = self.fleets.iter().filter(|(_, known)| known.heard.elapsed() > SILENCE);
        let silent: Vec<String> = silent.map(|(key, _)| key.clone()).collect();
        silent.iter().for_each(|key| self.lose(key));
        if !is_connected {
            return;
        }
        let memberships = self.memberships.lock().clone();
        for key in memberships {
            self.say_alive(&key, false).await;
        }
        for lease in &self.leases {
            let (Some(message), Some(known)) = (&lease.message, self.fleets.get(&lease.fleet))
            else {
                continue;
            };
            let due = Duration::from_millis(known.announcement.lease) / 4;
            let is_due = {
                let mut last = lease.progress.lock().unwrap_or_else(PoisonError::into_inner);
                let is_due = last.elapsed() >= due;
                if is_due {
                    *last = Instant::now();
                }
                is_due
            };
            if is_due {
                let _ = message.ack_with(AckKind::Progress).await;
            }
        }
        let now = Instant::now();
        if now >= self.next_report
            && let Some(first) = self.first_task
        {
            let tasks = self.tasks.load(Ordering::Relaxed);
            let seconds = (now - first).as_secs_f64();
            (self.on_event)(WorkerEvent::Progress(tasks, seconds));
            self.gap = LONGEST_GAP.min(2 * self.gap);
            self.next_report = now + self.gap;
        }
    }

    async fn say_alive(&self, key: &str, leaves: bool) {
        let Some(known) = self.fleets.get(key) else { return };
        let own = self.leases.iter().filter(|lease| lease.fleet == key);
        let batches = own.map(|lease| lease.batch.batch).collect();
        let alive = Alive { worker: self.id.clone(), secret: self.secret, batches, leaves };
        let subject = known.name.subject("alive");
        let _ = self.client.publish(subject, to_json(&alive).into()).await;
    }

    /// Returns what is finished and what is not, and says good-bye.
    async fn leave(&mut self) {
        for known in self.fleets.values_mut() {
            known.tasks.drain(..).for_each(|task| task.abort());
        }
        for lease in self.desk.close() {
            // Nobody has begun it: another worker can at once.
            let returned = lease.batch.tasks.iter().map(|(number, _)| *number).collect();
            let (seconds, outputs, is_last, failure) = (0.0, Vec::new(), true, None);
            self.send(Finished { lease, seconds, outputs, returned, is_last, failure });
        }
        self.leases.iter().for_each(|lease| lease.cancel.store(true, Ordering::Relaxed));
        while !self.leases.is_empty() {
            tokio::select! {
                Some(finished) = self.finished.recv() => self.send(finished),
                Some(report) = self.reports.1.recv() => match report {
                    Report::Taken(_, message) => {
                        let _ = message.ack_with(AckKind::Nak(None)).await;
                    }
                    report => self.take_report(report).await,
                },
            }
        }
        // What was taken at the last moment.
        while let Ok(report) = self.reports.1.try_recv() {
            if let Report::Taken(_, message) = report {
                let _ = message.ack_with(AckKind::Nak(None)).await;
            }
        }
        let memberships = self.memberships.lock().clone();
        for key in memberships {
            self.say_alive(&key, true).await;
        }
        let _ = self.client.flush().await;
    }
}

/// What becomes of a batch whose results nobody takes.
fn settlement(lease: &Lease) -> Option<Settlement> {
    if lease.is_withdrawn.load(Ordering::Relaxed) {
        return Some(Settlement::Stored);
    }
    lease.is_orphaned.load(Ordering::Relaxed).then_some(Settlement::GivenUp)
}

/// Reports a batch whose results are all answered.
fn settle(lease: Arc<Lease>, sender: &UnboundedSender<Report>) {
    if lease.is_done.load(Ordering::Relaxed) && lease.open_parts.load(Ordering::Relaxed) == 0 {
        let settlement = match lease.is_given_up.load(Ordering::Relaxed) {
            true => Settlement::GivenUp,
            false => Settlement::Stored,
        };
        let _ = sender.send(Report::Settled(lease, settlement));
    }
}

/// Offers results to the coordinator until it has stored them.
async fn offer(
    client: &Client,
    name: &FleetName,
    memberships: &Memberships,
    lease: &Lease,
    results: &Results,
    sender: &UnboundedSender<Report>,
) -> Settlement {
    let begin = Instant::now();
    let payload = to_json(results);
    while begin.elapsed() < PATIENCE {
        if let Some(settlement) = settlement(lease) {
            return settlement;
        }
        // A worker that fails at a job is no member, but says so.
        if results.failure.is_some() || memberships.lock().contains(&lease.fleet) {
            let answer = client.request(name.subject("result"), payload.clone().into()).await;
            let receipt = answer.ok().and_then(|it| serde_json::from_slice(&it.payload).ok());
            match receipt {
                Some(Receipt::Stored) => return Settlement::Stored,
                Some(Receipt::Dropped(why)) => {
                    let _ = sender.send(Report::Dropped(lease.fleet.clone(), why));
                    return Settlement::GivenUp;
                }
                Some(Receipt::Unknown) => {
                    let _ = sender.send(Report::Unknown(lease.fleet.clone()));
                }
                Some(Receipt::Again) | None => {}
            }
        }
        time::sleep(PAUSE / 2).await;
    }
    Settlement::GivenUp
}

/// SIGTERM, where there is such a thing.
struct Terminate {
    #[cfg(unix)]
    signal: tokio::signal::unix::Signal,
}

impl Terminate {
    #[cfg(unix)]
    fn new() -> Result<Self, BrokerError> {
        use tokio::signal::unix::{SignalKind, signal};
        let failed = |error| BrokerError(format!("cannot handle SIGTERM: {error}"));
        Ok(Self { signal: signal(SignalKind::terminate()).map_err(failed)? })
    }

    #[cfg(not(unix))]
    fn new() -> Result<Self, BrokerError> {
        Ok(Self {})
    }

    async fn wait(&mut self) {
        #[cfg(unix)]
        if self.signal.recv().await.is_some() {
            return;
        }
        std::future::pending::<()>().await;
    }
}

/// The name of this machine.
fn host_name() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let name = name.or_else(|| std::env::var("HOSTNAME").ok());
    name.map_or_else(|| "worker".to_owned(), |name| name.trim().to_owned())
}

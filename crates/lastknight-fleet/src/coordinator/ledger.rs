//! The books of a coordinator: tasks, batches, workers and checks. It knows no network.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use lastknight_lab::{FleetEvent, FleetWorker, RemoteDone, RemoteJob};
use serde_json::value::RawValue;

use crate::message::{
    Alive, Announcement, Batch, Join, Program, Receipt, Results, Welcome, shortened, to_json,
};
use crate::names::{FleetName, random, random_share};
use crate::status::{FleetStatus, TaskCounts, WorkerStatus};

/// The most tasks of a batch.
const MOST_TASKS: usize = 5000;

/// The most threads of a worker.
const MOST_THREADS: usize = 1024;

/// The work that a group of checks should be, in seconds, and the longest time that it may take.
const CHECK_SECONDS: f64 = 5.0;
const LONGEST_CHECK: f64 = 600.0;

/// Batches that are given out or ready for each thread: one in work, one at hand, one on its way.
const BATCHES_PER_THREAD: usize = 3;

/// The most workers that can join.
const MOST_WORKERS: usize = 20_000;

/// The most failures that are shown.
const MOST_FAILURES: usize = 50;

/// Batches with this bit repeat tasks of other workers.
const CHECK: u64 = 1 << 63;

/// How often a task may be given up as a batch of its own before the run ends.
const MOST_ROUNDS: u32 = 3;

/// How often a check is asked of workers before the coordinator repeats the task itself.
const MOST_ASKED: u32 = 3;

/// How long to wait for a second worker before the coordinator repeats a task itself.
const PATIENCE: Duration = Duration::from_secs(3);

/// How long new workers wait after one was dropped: this time, doubled for each that was dropped before, up to the longest.
/// A liar that comes back under new ids then delays a run by a few percent at most.
const NEWCOMERS_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// What the network is to do.
pub(super) enum Action {
    /// Publish a batch to the queue.
    Publish(u64, Vec<u8>),
    /// Send a batch to one worker.
    Send(String, Vec<u8>),
    /// Answer a message.
    Reply(String, Vec<u8>),
    /// Tell all workers about the job.
    Announce(Vec<u8>),
    /// Empty the queue.
    Purge,
    /// Do a task here.
    Judge(Judgement),
}

/// A task whose result is in doubt.
pub(super) struct Judgement {
    pub(super) job: u64,
    pub(super) remote: Arc<dyn RemoteJob>,
    pub(super) number: u64,
    pub(super) task: Arc<str>,
    /// Set when nobody wants to know any more.
    pub(super) stop: Arc<AtomicBool>,
}

struct ActiveJob {
    id: u64,
    remote: Arc<dyn RemoteJob>,
    about: Box<RawValue>,
    programs: Vec<String>,
    /// The share of tasks that are repeated.
    verify_share: f64,
    /// Set when the job is over.
    stop: Arc<AtomicBool>,
}

struct PublishedBatch {
    /// The tasks that are not finished.
    numbers: Vec<u64>,
    /// Its number in the stream, once the broker has it.
    sequence: Option<u64>,
    is_sent: bool,
    published: Instant,
    /// When it was published, or last known to be in work.
    last_seen: Instant,
    /// How often it was given up as a single task.
    rounds: u32,
}

/// A finished task that is repeated.
struct Check {
    task: Arc<str>,
    output: String,
    by: Arc<FleetWorker>,
    since: Instant,
    asked: u32,
    state: CheckState,
}

enum CheckState {
    Waiting,
    /// Asked of a worker, until then.
    Asked(String, Instant),
    /// Being repeated here; the worker who differed, with its output.
    Judged(Option<(Arc<FleetWorker>, String)>),
}

struct WorkerEntry {
    worker: Arc<FleetWorker>,
    /// What only this worker knows.
    secret: u64,
    host: String,
    version: String,
    threads: usize,
    nps: f64,
    tasks: u64,
    last_seen: Instant,
    has_left: bool,
    /// The job that it failed at.
    failed: Option<u64>,
    dropped: Option<String>,
}

/// What a coordinator is told once.
#[derive(Clone, Debug)]
pub(super) struct LedgerSettings {
    pub(super) fleet: FleetName,
    pub(super) lease: Duration,
    pub(super) batch: Duration,
    pub(super) verify_share: f64,
    pub(super) reference_nps: Option<f64>,
}

/// What a broker takes if it does not say.
const MAX_PAYLOAD: usize = 1 << 20;

pub(super) struct Ledger {
    settings: LedgerSettings,
    coordinator: u64,
    /// The longest message that the broker takes.
    max_payload: usize,
    begin: Instant,
    leaves: bool,
    job: Option<ActiveJob>,
    tasks: HashMap<u64, Arc<str>>,
    waiting: VecDeque<u64>,
    batches: BTreeMap<u64, PublishedBatch>,
    next_batch: u64,
    is_sealed: bool,
    is_ended: bool,
    checks: HashMap<u64, Check>,
    workers: BTreeMap<String, WorkerEntry>,
    /// The mean seconds of a task by kind of job.
    seconds: HashMap<&'static str, f64>,
    done: Vec<RemoteDone>,
    /// Whom to tell that results are stored: those not yet collected, and those not yet acknowledged.
    receipts: Vec<String>,
    collected: Vec<String>,
    dropped: VecDeque<Arc<FleetWorker>>,
    /// When new workers may join, and how long they wait after the next one is dropped.
    open_from: Instant,
    next_wait: Duration,
    error: Option<String>,
    failures: VecDeque<String>,
    counts: TaskCounts,
    actions: Vec<Action>,
}

impl Ledger {
    pub(super) fn new(settings: LedgerSettings, now: Instant) -> Self {
        Self {
            settings,
            coordinator: random(),
            max_payload: MAX_PAYLOAD,
            begin: now,
            leaves: false,
            job: None,
            tasks: HashMap::new(),
            waiting: VecDeque::new(),
            batches: BTreeMap::new(),
            next_batch: 0,
            is_sealed: false,
            is_ended: false,
            checks: HashMap::new(),
            workers: BTreeMap::new(),
            seconds: HashMap::new(),
            done: Vec::new(),
            receipts: Vec::new(),
            collected: Vec::new(),
            dropped: VecDeque::new(),
            open_from: now,
            next_wait: NEWCOMERS_WAIT,
            error: None,
            failures: VecDeque::new(),
            counts: TaskCounts::default(),
            actions: Vec::new(),
        }
    }

    /// Returns what is to be done, in order.
    pub(super) fn take_actions(&mut self) -> Vec<Action> {
        std::mem::take(&mut self.actions)
    }

    // The laboratory's side.

    pub(super) fn begin(&mut self, remote: Arc<dyn RemoteJob>) {
        self.clear();
        let programs = remote.programs();
        let is_repeatable = !remote.is_timed() && programs.is_empty();
        let about = RawValue::from_string(remote.about().to_owned()).expect("JSON");
        let verify_share = if is_repeatable { self.settings.verify_share } else { 0.0 };
        let stop = Arc::default();
        self.job = Some(ActiveJob { id: random(), remote, about, programs, verify_share, stop });
        // Another job of this kind may have other tasks.
        self.seconds.clear();
        (self.is_sealed, self.is_ended) = (false, false);
        self.announce();
    }

    /// Forgets the tasks of the last job.
    fn clear(&mut self) {
        self.tasks.clear();
        self.waiting.clear();
        self.checks.clear();
        self.done.clear();
        if let Some(job) = &self.job {
            job.stop.store(true, Ordering::Relaxed);
        }
        // They are not stored: who asks again learns whether they are wanted.
        let receipts: Vec<String> =
            self.receipts.drain(..).chain(self.collected.drain(..)).collect();
        receipts.into_iter().for_each(|reply| self.reply(reply, &Receipt::Again));
        if !self.batches.is_empty() {
            self.batches.clear();
            self.actions.push(Action::Purge);
        }
    }

    pub(super) fn room(&self) -> usize {
        let batches = BATCHES_PER_THREAD * self.threads() + 2;
        (self.batch_size() * batches).saturating_sub(self.tasks.len())
    }

    pub(super) fn submit(&mut self, tasks: Vec<(u64, String)>, now: Instant) {
        for (number, task) in tasks {
            self.tasks.insert(number, task.into());
            self.waiting.push_back(number);
        }
        self.publish(now);
    }

    pub(super) fn seal(&mut self, now: Instant) {
        self.is_sealed = true;
        self.publish(now);
    }

    /// What there is to tell the laboratory.
    pub(super) fn next_event(&mut self) -> Result<Option<FleetEvent>, String> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        if !self.done.is_empty() {
            self.collected.append(&mut self.receipts);
            return Ok(Some(FleetEvent::Done(std::mem::take(&mut self.done))));
        }
        // The laboratory then begins again: first come the checks that are under way.
        if self.checks.is_empty()
            && let Some(worker) = self.dropped.pop_front()
        {
            return Ok(Some(FleetEvent::Dropped(worker)));
        }
        let is_done = self.is_ended || self.is_sealed && self.tasks.is_empty();
        Ok((is_done && self.checks.is_empty()).then_some(FleetEvent::Settled))
    }

    pub(super) fn acknowledge(&mut self) {
        for reply in std::mem::take(&mut self.collected) {
            self.reply(reply, &Receipt::Stored);
        }
    }

    pub(super) fn end(&mut self, with_checks: bool) {
        let checks = std::mem::take(&mut self.checks);
        self.clear();
        if let Some(job) = self.job.as_mut().filter(|_| with_checks) {
            self.checks = checks;
            job.stop = Arc::default();
            // What was being repeated here was stopped.
            for check in self.checks.values_mut() {
                if matches!(check.state, CheckState::Judged(None)) {
                    check.state = CheckState::Waiting;
                }
            }
        } else {
            self.job = None;
        }
        self.is_ended = true;
        self.announce();
    }

    pub(super) fn leave(&mut self) {
        self.end(false);
        self.leaves = true;
        self.announce();
    }

    pub(super) fn threads(&self) -> usize {
        self.live().map(|worker| worker.threads).sum()
    }

    // The network's side.

    fn reply(&mut self, to: String, receipt: &Receipt) {
        self.actions.push(Action::Reply(to, to_json(receipt)));
    }

    /// Tells the workers what is wanted.
    pub(super) fn announce(&mut self) {
        let (job, programs) = match &self.job {
            Some(job) => (Some(job.id), job.programs.clone()),
            None => (None, Vec::new()),
        };
        let announcement = Announcement {
            fleet: self.settings.fleet.as_str().to_owned(),
            program: Program::this(),
            coordinator: self.coordinator,
            job,
            programs,
            lease: self.settings.lease.as_millis() as u64,
            reference_nps: self.settings.reference_nps,
            leaves: self.leaves,
        };
        self.actions.push(Action::Announce(to_json(&announcement)));
    }

    /// The workers that can do tasks of the job.
    fn live(&self) -> impl Iterator<Item = &WorkerEntry> {
        let job = self.job.as_ref().map(|job| job.id);
        self.workers.values().filter(move |worker| {
            let is_able = worker.failed.is_none() || worker.failed != job;
            !worker.has_left && worker.dropped.is_none() && is_able
        })
    }

    pub(super) fn set_max_payload(&mut self, bytes: usize) {
        self.max_payload = if bytes == 0 { MAX_PAYLOAD } else { bytes };
    }

    pub(super) fn fail(&mut self, error: String) {
        self.error.get_or_insert(error);
    }

    /// Returns an error if another coordinator speaks for this fleet and goes first.
    pub(super) fn hear(&mut self, payload: &[u8]) {
        let Ok(other) = serde_json::from_slice::<Announcement>(payload) else { return };
        if !other.leaves && other.coordinator < self.coordinator {
            let name = self.settings.fleet.as_str();
            self.fail(format!(
                "the fleet '{name}' has another coordinator: choose another name with --fleet NAME"
            ));
        }
    }

    pub(super) fn note(&mut self, failure: &str) {
        let failure = shortened(failure);
        if self.failures.back() != Some(&failure) {
            self.failures.push_back(failure);
        }
        if self.failures.len() > MOST_FAILURES {
            self.failures.pop_front();
        }
    }

    pub(super) fn join(&mut self, payload: &[u8], now: Instant) -> Welcome {
        let join: Join = match serde_json::from_slice(payload) {
            Ok(join) => join,
            Err(error) => {
                let error = shortened(&error.to_string());
                return Welcome::Refused(format!("the request is unreadable: {error}"));
            }
        };
        let host = shortened(&join.host);
        if let Some(why) = Program::this().difference(&join.program) {
            self.note(&format!("{host}: refused: {why}"));
            return Welcome::Refused(why);
        }
        let is_id = !join.worker.is_empty()
            && join.worker.len() <= 40
            && join.worker.chars().all(|c| c.is_ascii_alphanumeric());
        let is_possible = is_id
            && (1..=MOST_THREADS).contains(&join.threads)
            && join.nps.is_finite()
            && join.nps > 0.0;
        if !is_possible {
            return Welcome::Refused("the worker's id, threads or speed are impossible".to_owned());
        }
        let known = self.workers.get(&join.worker);
        if known.is_some_and(|known| known.secret != join.secret) {
            return Welcome::Refused("another worker has this id".to_owned());
        }
        if let Some(reason) = known.and_then(|known| known.dropped.clone()) {
            return Welcome::Refused(format!("the worker was dropped: {reason}"));
        }
        if known.is_none() && now < self.open_from {
            let why = "a worker was dropped for wrong results; new ones wait for up to a minute";
            return Welcome::Refused(why.to_owned());
        }
        if known.is_none() && self.workers.len() >= MOST_WORKERS {
            return Welcome::Refused(format!("there are {MOST_WORKERS} workers already"));
        }
        let mut machine = shortened(&join.machine);
        if let Some(reference) = self.settings.reference_nps {
            machine += &format!(", time x {:.2}", reference / join.nps);
        }
        let tasks = self.workers.get(&join.worker).map_or(0, |known| known.tasks);
        let entry = WorkerEntry {
            worker: Arc::new(FleetWorker { id: join.worker.clone(), machine }),
            secret: join.secret,
            host,
            version: shortened(&join.program.version),
            threads: join.threads,
            nps: join.nps,
            tasks,
            last_seen: now,
            has_left: false,
            failed: None,
            dropped: None,
        };
        self.workers.insert(join.worker, entry);
        self.publish(now);
        Welcome::Accepted
    }

    pub(super) fn alive(&mut self, payload: &[u8], now: Instant) {
        let Ok(alive) = serde_json::from_slice::<Alive>(payload) else { return };
        let Some(worker) = self.known(&alive.worker, alive.secret) else { return };
        (worker.last_seen, worker.has_left) = (now, alive.leaves);
        for batch in alive.batches {
            if let Some(batch) = self.batches.get_mut(&batch) {
                batch.last_seen = now;
            }
        }
    }

    fn known(&mut self, worker: &str, secret: u64) -> Option<&mut WorkerEntry> {
        self.workers.get_mut(worker).filter(|known| known.secret == secret)
    }

    /// Takes results. They are answered when they are stored.
    pub(super) fn results(&mut self, payload: &[u8], reply: Option<String>, now: Instant) {
        let results: Results = match serde_json::from_slice(payload) {
            Ok(results) => results,
            Err(error) => return self.note(&format!("results are unreadable: {error}")),
        };
        let receipt = self.take_results(results, now);
        let Some(reply) = reply else { return };
        match receipt {
            None => self.receipts.push(reply),
            // A repetition, while the first copy is being stored.
            Some(Receipt::Stored) if !self.collected.is_empty() => self.collected.push(reply),
            Some(Receipt::Stored) if !self.done.is_empty() => self.receipts.push(reply),
            Some(receipt) => self.reply(reply, &receipt),
        }
    }

    /// Returns an answer, or `None` if the results must be stored before.
    fn take_results(&mut self, results: Results, now: Instant) -> Option<Receipt> {
        let Some(worker) = self.known(&results.worker, results.secret) else {
            return Some(Receipt::Unknown);
        };
        if let Some(reason) = &worker.dropped {
            return Some(Receipt::Dropped(reason.clone()));
        }
        (worker.last_seen, worker.has_left) = (now, false);
        let by = Arc::clone(&worker.worker);
        let Some(job) = self.job.as_ref().filter(|job| job.id == results.job) else {
            return Some(Receipt::Stored);
        };
        let (remote, verify_share) = (Arc::clone(&job.remote), job.verify_share);
        if let Some(why) = &results.failure {
            self.note_failed(&by.id, why);
        }
        if results.batch & CHECK != 0 {
            for (number, output) in results.outputs {
                self.compare(&remote, number, output.get(), &by);
            }
            for number in results.returned {
                self.unask(|asked, it| it == number && asked == by.id);
            }
            return self.dropped_receipt(&by.id).or(Some(Receipt::Stored));
        }
        let kind = remote.kind();
        let count = results.outputs.len();
        let mut new = 0;
        for (number, output) in results.outputs {
            let Some(task) = self.tasks.get(&number) else {
                self.counts.repeated += 1;
                continue;
            };
            let decoded = match remote.decode(task, output.get()) {
                Ok(decoded) => decoded,
                Err(why) => {
                    self.drop_worker(&by, &format!("a result is impossible: {why}"), now);
                    break;
                }
            };
            let task = self.tasks.remove(&number).expect("it was there");
            if verify_share > 0.0 && random_share() < verify_share {
                let (output, by) = (output.get().to_owned(), Arc::clone(&by));
                let state = CheckState::Waiting;
                self.checks.insert(number, Check { task, output, by, since: now, asked: 0, state });
            }
            self.done.push(RemoteDone { number, output: decoded, worker: Arc::clone(&by) });
            new += 1;
        }
        self.counts.finished += new;
        if let Some(worker) = self.workers.get_mut(&by.id) {
            worker.tasks += new;
        }
        if let Some(receipt) = self.dropped_receipt(&by.id) {
            return Some(receipt);
        }
        if count > 0 && results.seconds.is_finite() && results.seconds >= 0.0 {
            let seconds = (results.seconds / count as f64).max(1e-7);
            let known = self.seconds.entry(kind).or_insert(seconds);
            *known = 0.7 * *known + 0.3 * seconds.clamp(*known / 10.0, *known * 10.0);
        }
        self.close(results.batch);
        let returned: HashSet<u64> = results.returned.into_iter().collect();
        if !returned.is_empty() {
            self.reopen(results.batch, |number| returned.contains(&number));
        }
        self.publish(now);
        if new > 0 { None } else { Some(Receipt::Stored) }
    }

    /// Notes that a worker cannot do the job. If none can, the run ends.
    fn note_failed(&mut self, worker: &str, why: &str) {
        let (job, why) = (self.job.as_ref().map(|job| job.id), shortened(why));
        let Some(worker) = self.workers.get_mut(worker) else { return };
        worker.failed = job;
        let host = worker.host.clone();
        self.note(&format!("{host}: {why}"));
        if self.live().next().is_none() {
            self.fail(format!("no worker can do this: {why}"));
        }
    }

    /// Lets checks be asked of others.
    fn unask(&mut self, is_meant: impl Fn(&str, u64) -> bool) {
        for (number, check) in &mut self.checks {
            if matches!(&check.state, CheckState::Asked(asked, _) if is_meant(asked, *number)) {
                check.state = CheckState::Waiting;
            }
        }
    }

    fn dropped_receipt(&self, worker: &str) -> Option<Receipt> {
        self.workers.get(worker)?.dropped.clone().map(Receipt::Dropped)
    }

    /// Removes finished tasks from a batch, and the batch if it has no others.
    fn close(&mut self, batch: u64) {
        let Some(known) = self.batches.get_mut(&batch) else { return };
        known.numbers.retain(|number| self.tasks.contains_key(number));
        if known.numbers.is_empty() {
            self.batches.remove(&batch);
        }
    }

    /// Takes tasks out of a batch, to be published again.
    fn reopen(&mut self, batch: u64, is_taken: impl Fn(u64) -> bool) {
        let Some(known) = self.batches.get_mut(&batch) else { return };
        let taken: Vec<u64> = known.numbers.iter().copied().filter(|&it| is_taken(it)).collect();
        known.numbers.retain(|&number| !is_taken(number));
        if known.numbers.is_empty() {
            self.batches.remove(&batch);
        }
        for number in taken.into_iter().rev() {
            if self.tasks.contains_key(&number) {
                self.counts.republished += 1;
                self.waiting.push_front(number);
            }
        }
    }

    /// Compares a result with that of another worker.
    fn compare(
        &mut self,
        remote: &Arc<dyn RemoteJob>,
        number: u64,
        output: &str,
        by: &Arc<FleetWorker>,
    ) {
        let Some(check) = self.checks.get_mut(&number) else { return };
        if !matches!(&check.state, CheckState::Asked(asked, _) if *asked == by.id) {
            return;
        }
        if remote.same(&check.output, output) {
            self.checks.remove(&number);
            self.counts.verified += 1;
            return;
        }
        // One of the two lies, or both.
        check.state = CheckState::Judged(Some((Arc::clone(by), output.to_owned())));
        self.judge(number);
    }

    fn judge(&mut self, number: u64) {
        let (Some(job), Some(check)) = (&self.job, self.checks.get(&number)) else { return };
        let (remote, task) = (Arc::clone(&job.remote), Arc::clone(&check.task));
        let (job, stop) = (job.id, Arc::clone(&job.stop));
        self.actions.push(Action::Judge(Judgement { job, remote, number, task, stop }));
    }

    /// Takes what this program found for a task in doubt.
    pub(super) fn judged(&mut self, job: u64, number: u64, truth: &str, now: Instant) {
        let Some(active) = self.job.as_ref().filter(|active| active.id == job) else { return };
        let remote = Arc::clone(&active.remote);
        let Some(check) = self.checks.remove(&number) else { return };
        let CheckState::Judged(other) = check.state else { return };
        let mut is_true = true;
        for (by, output) in [(check.by, check.output)].into_iter().chain(other) {
            if !remote.same(&output, truth) {
                is_true = false;
                let why = format!("its result of task {number} is not what others find");
                self.drop_worker(&by, &why, now);
            }
        }
        self.counts.verified += u64::from(is_true);
    }

    /// Trusts a worker no longer, even if it has left.
    fn drop_worker(&mut self, worker: &Arc<FleetWorker>, why: &str, now: Instant) {
        let id = &worker.id;
        let mut host = id.clone();
        if let Some(entry) = self.workers.get_mut(id) {
            if entry.dropped.is_some() {
                return;
            }
            entry.dropped = Some(shortened(why));
            host.clone_from(&entry.host);
        }
        self.done.retain(|done| done.worker.id != *id);
        self.checks.retain(|_, check| check.by.id != *id);
        self.unask(|asked, _| asked == id);
        self.note(&format!("{host} was dropped: {why}"));
        self.dropped.push_back(Arc::clone(worker));
        self.open_from = now + self.next_wait;
        self.next_wait = (2 * self.next_wait).min(LONGEST_WAIT);
    }

    /// Gives waiting tasks out, as far as workers can do them soon.
    fn publish(&mut self, now: Instant) {
        if self.job.is_none() || !self.dropped.is_empty() {
            return;
        }
        let most = BATCHES_PER_THREAD * self.live().map(|it| it.threads).sum::<usize>() + 1;
        while self.batches.len() < most && !self.waiting.is_empty() && self.error.is_none() {
            let size = self.batch_size();
            let (mut numbers, mut bytes) = (Vec::new(), 0);
            while numbers.len() < size
                && bytes < self.max_payload / 4
                && let Some(number) = self.waiting.pop_front()
            {
                // A late result may have finished it.
                if let Some(task) = self.tasks.get(&number) {
                    bytes += task.len();
                    numbers.push(number);
                }
            }
            if numbers.is_empty() {
                return;
            }
            self.publish_batch(numbers, now);
        }
    }

    /// Publishes tasks as a new batch.
    fn publish_batch(&mut self, numbers: Vec<u64>, now: Instant) {
        let batch = self.next_batch;
        let Some(payload) = self.payload(batch, &numbers) else { return };
        if payload.len() > self.max_payload {
            let (bytes, most) = (payload.len(), self.max_payload);
            let why = "raise max_payload in its configuration";
            return self.fail(format!(
                "a message of {bytes} bytes is too long for the broker, which takes {most}: {why}"
            ));
        }
        self.next_batch += 1;
        let published = PublishedBatch {
            numbers,
            sequence: None,
            is_sent: true,
            published: now,
            last_seen: now,
            rounds: 0,
        };
        self.batches.insert(batch, published);
        self.actions.push(Action::Publish(batch, payload));
    }

    /// The message of a batch, if there is a job.
    fn payload(&self, batch: u64, numbers: &[u64]) -> Option<Vec<u8>> {
        let job = self.job.as_ref()?;
        let task = |number: &u64| {
            let task = RawValue::from_string(self.tasks.get(number)?.to_string()).ok()?;
            Some((*number, task))
        };
        let tasks = numbers.iter().filter_map(task).collect();
        let (kind, about) = (job.remote.kind().to_owned(), job.about.clone());
        Some(to_json(&Batch { job: job.id, batch, kind, about, tasks }))
    }

    fn batch_size(&self) -> usize {
        let kind = self.job.as_ref().map_or("", |job| job.remote.kind());
        let Some(seconds) = self.seconds.get(kind) else { return 1 };
        let size = ((self.settings.batch.as_secs_f64() / seconds) as usize).clamp(1, MOST_TASKS);
        if !self.is_sealed {
            return size;
        }
        // Towards the end, all workers get a part.
        size.min(self.waiting.len().div_ceil(2 * self.threads().max(1)).max(1))
    }

    /// Takes the broker's answer to a batch.
    pub(super) fn published(&mut self, batch: u64, sequence: Option<u64>) {
        if let Some(batch) = self.batches.get_mut(&batch) {
            (batch.sequence, batch.is_sent) = (sequence, sequence.is_some());
        }
    }

    /// Publishes again what the broker does not have.
    pub(super) fn publish_unsent(&mut self, now: Instant) {
        let unsent = self.batches.iter().filter(|(_, batch)| !batch.is_sent);
        let unsent: Vec<u64> = unsent.map(|(id, _)| *id).collect();
        for id in unsent {
            self.republish(id, now);
        }
    }

    fn republish(&mut self, id: u64, now: Instant) {
        let Some(batch) = self.batches.get(&id) else { return };
        let Some(payload) = self.payload(id, &batch.numbers) else { return };
        self.counts.republished += batch.numbers.len() as u64;
        if let Some(batch) = self.batches.get_mut(&id) {
            (batch.is_sent, batch.sequence) = (true, None);
            (batch.published, batch.last_seen) = (now, now);
        }
        self.actions.push(Action::Publish(id, payload));
    }

    /// Notes that the broker has nothing any more.
    pub(super) fn lost_all(&mut self) {
        for batch in self.batches.values_mut() {
            (batch.is_sent, batch.sequence) = (false, None);
        }
    }

    /// Compares the books with the broker's: the last message in the stream, and the last that was delivered.
    pub(super) fn compare_stream(&mut self, last: u64, delivered: u64, now: Instant) {
        let patience = 3 * self.settings.lease;
        // When nothing else is left to do, others may try what takes far longer than it should.
        let usual = self.job.as_ref().and_then(|job| self.seconds.get(job.remote.kind()));
        let usual = usual.map(|seconds| Duration::from_secs_f64((30.0 * seconds).min(1e6)));
        let overdue = usual.map(|usual| 3 * patience + 30 * self.settings.batch + usual);
        let is_over = self.waiting.is_empty();
        let is_lost = |batch: &PublishedBatch| {
            let is_silent = now.duration_since(batch.last_seen) > patience;
            let age = now.duration_since(batch.published);
            match batch.sequence {
                Some(sequence) if sequence > last => true,
                Some(_) if is_over && overdue.is_some_and(|overdue| age > overdue) => true,
                Some(sequence) => sequence <= delivered && is_silent,
                None => batch.is_sent && is_silent,
            }
        };
        let lost: Vec<u64> =
            self.batches.iter().filter(|(_, batch)| is_lost(batch)).map(|(id, _)| *id).collect();
        for id in lost {
            self.republish(id, now);
        }
    }

    /// Notes that workers have failed at a batch too often.
    pub(super) fn given_up(&mut self, sequence: u64, now: Instant) {
        let found = self.batches.iter().find(|(_, batch)| batch.sequence == Some(sequence));
        let Some((&id, batch)) = found else { return };
        let (numbers, rounds) = (batch.numbers.clone(), batch.rounds);
        self.note(&format!("a batch of {} tasks was given up by workers", numbers.len()));
        if let [number] = numbers[..] {
            if rounds + 1 >= MOST_ROUNDS {
                let task = self.tasks.get(&number).map_or("", |task| task);
                let task = shortened(task);
                return self.fail(format!("task {number} seems to end every worker: {task}"));
            }
            if let Some(batch) = self.batches.get_mut(&id) {
                batch.rounds += 1;
            }
            return self.republish(id, now);
        }
        // Each task alone, so that one that ends workers is found.
        self.batches.remove(&id);
        for number in numbers {
            if self.tasks.contains_key(&number) {
                self.publish_batch(vec![number], now);
            }
        }
    }

    /// Does what is due from time to time.
    pub(super) fn tick(&mut self, now: Instant) {
        let silence = 3 * self.settings.lease;
        for worker in self.workers.values_mut() {
            if now.duration_since(worker.last_seen) > silence {
                worker.has_left = true;
            }
        }
        // Those that were dropped stay, so that they cannot join again.
        self.workers.retain(|_, worker| {
            let forgotten = 20 * silence + Duration::from_secs(600);
            worker.dropped.is_some() || now.duration_since(worker.last_seen) < forgotten
        });
        self.publish(now);
        self.ask(now);
    }

    /// Asks second workers to repeat tasks.
    fn ask(&mut self, now: Instant) {
        let Some(job) = &self.job else { return };
        let (job_id, kind, about) = (job.id, job.remote.kind().to_owned(), job.about.clone());
        let seconds = self.seconds.get(job.remote.kind()).copied().unwrap_or(1.0);
        let live: Vec<String> = self.live().map(|worker| worker.worker.id.clone()).collect();
        let mut groups: BTreeMap<String, Vec<u64>> = BTreeMap::new();
        let mut judged = Vec::new();
        // Nothing else is left to wait for.
        let is_over =
            self.is_ended || self.is_sealed && self.tasks.is_empty() || !self.dropped.is_empty();
        for (&number, check) in &mut self.checks {
            if let CheckState::Asked(asked, until) = &check.state
                && (now > *until || !live.contains(asked))
            {
                check.state = CheckState::Waiting;
            }
            if !matches!(check.state, CheckState::Waiting) {
                continue;
            }
            let is_alone = !live.iter().any(|id| *id != check.by.id);
            let is_late = is_over || now.duration_since(check.since) > PATIENCE;
            if check.asked >= MOST_ASKED || is_alone && is_late {
                check.state = CheckState::Judged(None);
                judged.push(number);
            } else if !is_alone {
                groups.entry(check.by.id.clone()).or_default().push(number);
            }
        }
        for (by, numbers) in groups {
            let others: Vec<&String> = live.iter().filter(|id| **id != by).collect();
            let size = ((CHECK_SECONDS / seconds) as usize).clamp(1, MOST_TASKS / 10);
            for numbers in numbers.chunks(size) {
                let worker = others[(random() % others.len() as u64) as usize].clone();
                let patience = 20.0 * seconds * numbers.len() as f64;
                let patience = Duration::from_secs_f64(patience.min(LONGEST_CHECK));
                let until = now + 3 * self.settings.lease + patience;
                let mut tasks = Vec::new();
                for number in numbers {
                    let check = self.checks.get_mut(number).expect("a check of the list");
                    check.asked += 1;
                    check.state = CheckState::Asked(worker.clone(), until);
                    let task = RawValue::from_string(check.task.to_string()).expect("JSON");
                    tasks.push((*number, task));
                }
                let (batch, kind, about) = (CHECK | self.next_batch, kind.clone(), about.clone());
                self.next_batch += 1;
                let payload = to_json(&Batch { job: job_id, batch, kind, about, tasks });
                let subject = self.settings.fleet.own_tasks(&worker);
                self.actions.push(Action::Send(subject, payload));
            }
        }
        judged.into_iter().for_each(|number| self.judge(number));
    }

    pub(super) fn status(&self, now: Instant) -> FleetStatus {
        let all: u64 = self.workers.values().map(|worker| worker.tasks).sum();
        let worker = |worker: &WorkerEntry| WorkerStatus {
            id: worker.worker.id.clone(),
            host: worker.host.clone(),
            machine: worker.worker.machine.clone(),
            version: worker.version.clone(),
            threads: worker.threads,
            nps: worker.nps,
            tasks: worker.tasks,
            share: worker.tasks as f64 / all.max(1) as f64,
            silent: now.duration_since(worker.last_seen).as_secs_f64(),
            state: match worker {
                WorkerEntry { dropped: Some(_), .. } => "dropped",
                WorkerEntry { has_left: true, .. } => "left",
                _ if now.duration_since(worker.last_seen) > self.settings.lease => "silent",
                _ => "working",
            }
            .to_owned(),
            reason: worker.dropped.clone(),
        };
        let waiting = self.waiting.len() as u64;
        FleetStatus {
            fleet: self.settings.fleet.as_str().to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            job: self.job.as_ref().map(|job| job.remote.kind().to_owned()),
            seconds: now.duration_since(self.begin).as_secs_f64(),
            workers: self.workers.values().map(worker).collect(),
            tasks: TaskCounts {
                waiting,
                given: (self.tasks.len() as u64).saturating_sub(waiting),
                batches: self.next_batch,
                ..self.counts
            },
            failures: self.failures.iter().cloned().collect(),
        }
    }
}

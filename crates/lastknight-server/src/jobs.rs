//! Tournaments, studies and ladders: one at a time, stored as they are played. The others wait in a queue.

use std::collections::VecDeque;
use std::error::Error;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, JoinHandle, ScopedJoinHandle};
use std::time::Instant;

use axum::http::StatusCode;
use lastknight_lab::{Session, SessionProgress};
use serde::Serialize;
use tokio::sync::watch;

use super::api_error::ApiError;
use super::class::Class;
use super::job_work::JobWork;
use super::priority;
use super::results::shown;
use super::role::Role;

/// The maximum number of jobs in the list.
const REMEMBERED: usize = 20;

/// The maximum number of jobs that wait.
const MOST_QUEUED: usize = 20;

/// The progress or the end of a job.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct JobStatus {
    id: usize,
    kind: &'static str,
    title: String,
    state: JobState,
    /// Its place in the queue, from 1.
    place: Option<usize>,
    phase: String,
    /// Why it failed or was stopped.
    message: Option<String>,
    done: usize,
    all: usize,
    seconds: f64,
    directory: String,
    /// The run of a tournament.
    run: Option<i64>,
    /// The study whose page is written.
    study: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum JobState {
    #[default]
    Queued,
    Running,
    Done,
    Stopped,
    Failed,
}

impl JobStatus {
    /// Whether it runs or waits.
    pub(super) fn is_active(&self) -> bool {
        matches!(self.state, JobState::Queued | JobState::Running)
    }

    /// Returns what a role may see. Directories and messages can name files of the teacher's machine.
    pub(super) fn shown_to(mut self, role: &Role) -> Self {
        if matches!(role, Role::Student(_) | Role::Reader) {
            (self.directory, self.message) = (String::new(), None);
        }
        self
    }
}

/// Who requests something of a job.
#[derive(Clone, Debug)]
pub(super) struct Requester {
    pub(super) role: Role,
    /// The client's name.
    pub(super) client: String,
}

#[derive(Debug)]
struct Job {
    id: usize,
    work: JobWork,
    /// The client that started it.
    starter: String,
    begin: OnceLock<Instant>,
    stop: AtomicBool,
    status: watch::Sender<JobStatus>,
}

/// The jobs that were started, and where they run.
#[derive(Debug)]
pub(super) struct Jobs {
    queue: Arc<JobQueue>,
}

#[derive(Debug)]
struct JobQueue {
    out: PathBuf,
    threads: NonZeroUsize,
    /// The commit of the program, if known.
    commit: Option<String>,
    state: Mutex<QueueState>,
}

#[derive(Debug, Default)]
struct QueueState {
    /// All jobs of the list, the oldest first.
    jobs: Vec<Arc<Job>>,
    waiting: VecDeque<Arc<Job>>,
    running: Option<Arc<Job>>,
    /// The thread that runs one job after another while there are any.
    thread: Option<JoinHandle<()>>,
    is_working: bool,
    last_id: usize,
    is_ended: bool,
}

impl Jobs {
    pub(super) fn new(out: PathBuf, threads: NonZeroUsize, commit: Option<String>) -> Self {
        let state = Mutex::default();
        Self { queue: Arc::new(JobQueue { out, threads, commit, state }) }
    }

    /// Returns the status of every job, the newest first.
    pub(super) fn list(&self) -> Vec<JobStatus> {
        self.queue.lock().jobs.iter().rev().map(|job| job.status.borrow().clone()).collect()
    }

    /// Returns the status of a job and its changes.
    pub(super) fn subscribe(&self, id: &str) -> Result<watch::Receiver<JobStatus>, ApiError> {
        Ok(self.queue.lock().find(id)?.status.subscribe())
    }

    /// Starts a job, or lets it wait for its turn.
    pub(super) fn start(&self, work: JobWork, starter: &str) -> Result<JobStatus, ApiError> {
        let mut state = self.queue.lock();
        if state.waiting.len() >= MOST_QUEUED {
            let why = format!("{MOST_QUEUED} jobs wait already: try again later");
            return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, why));
        }
        let job = self.queue.add(&mut state, work, starter);
        state.waiting.push_back(Arc::clone(&job));
        self.begin(&mut state)?;
        let status = job.status.borrow().clone();
        Ok(status)
    }

    /// Plays the ladder of a class soon: before other jobs that wait, and again if it is being played with older entries.
    pub(super) fn ladder(&self, class: &Arc<Class>, starter: &str) -> Result<JobStatus, ApiError> {
        let mut state = self.queue.lock();
        if let Some(job) = state.waiting.iter().find(|job| job.work.is_ladder()) {
            let status = job.status.borrow().clone();
            return Ok(status);
        }
        if let Some(job) = state.running.clone().filter(|job| job.work.is_ladder()) {
            // Its finished games are stored, so the next one continues it.
            job.stop.store(true, Ordering::Relaxed);
            state.jobs.retain(|other| !Arc::ptr_eq(other, &job));
        }
        let job = self.queue.add(&mut state, JobWork::Ladder(Arc::clone(class)), starter);
        state.waiting.push_front(Arc::clone(&job));
        self.begin(&mut state)?;
        let status = job.status.borrow().clone();
        Ok(status)
    }

    /// Returns the status of the ladder's job that runs or waits.
    pub(super) fn active_ladder(&self) -> Option<JobStatus> {
        let state = self.queue.lock();
        let mut jobs = state.running.iter().chain(&state.waiting);
        jobs.find(|job| job.work.is_ladder()).map(|job| job.status.borrow().clone())
    }

    /// Stops a job soon; its finished games stay stored. One that waits leaves the queue.
    pub(super) fn stop(&self, id: &str, by: &Requester) -> Result<JobStatus, ApiError> {
        let mut state = self.queue.lock();
        let job = state.find(id)?;
        if !by.role.may_stop(job.starter == by.client) {
            let why = "only the page that started this job may stop it";
            return Err(ApiError::new(StatusCode::FORBIDDEN, why));
        }
        job.stop.store(true, Ordering::Relaxed);
        let waiting = state.waiting.len();
        state.waiting.retain(|other| !Arc::ptr_eq(other, &job));
        if state.waiting.len() < waiting {
            job.end(JobState::Stopped, Some("stopped before it began".to_owned()));
            state.number();
        }
        let status = job.status.borrow().clone();
        Ok(status)
    }

    /// Lets a job that waits be the next.
    pub(super) fn first(&self, id: &str, by: &Requester) -> Result<JobStatus, ApiError> {
        if !by.role.may_order() {
            let why = "visitors may not change the order of jobs";
            return Err(ApiError::new(StatusCode::FORBIDDEN, why));
        }
        let mut state = self.queue.lock();
        let job = state.find(id)?;
        let at = state.waiting.iter().position(|other| Arc::ptr_eq(other, &job));
        let at = at.ok_or_else(|| ApiError::new(StatusCode::CONFLICT, "this job does not wait"))?;
        state.waiting.remove(at);
        state.waiting.push_front(Arc::clone(&job));
        state.number();
        let status = job.status.borrow().clone();
        Ok(status)
    }

    /// Stops all jobs and waits for them.
    pub(super) fn end(&self) {
        let mut state = self.queue.lock();
        state.is_ended = true;
        state.waiting.clear();
        state.running.iter().for_each(|job| job.stop.store(true, Ordering::Relaxed));
        let thread = state.thread.take();
        drop(state);
        let _ = thread.map(JoinHandle::join);
    }

    /// Begins with the next job, unless another one runs.
    fn begin(&self, state: &mut QueueState) -> Result<(), ApiError> {
        if state.running.is_none() {
            state.next();
        }
        if !state.is_working {
            let queue = Arc::clone(&self.queue);
            let thread = thread::Builder::new().name("jobs".to_owned()).spawn(move || queue.work());
            let thread = thread
                .map_err(|error| ApiError::internal(format!("cannot start a thread: {error}")));
            state.is_working = thread.is_ok();
            state.thread = Some(thread?);
        }
        state.number();
        Ok(())
    }
}

impl JobQueue {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a job to the list.
    fn add(&self, state: &mut QueueState, work: JobWork, starter: &str) -> Arc<Job> {
        state.last_id += 1;
        let (id, (kind, title)) = (state.last_id, work.name());
        let directory = match &work {
            JobWork::Ladder(class) => shown(&class.ladder_directory()),
            _ => shown(&self.out),
        };
        let phase = "waiting".to_owned();
        let status = JobStatus { id, kind, title, phase, directory, ..JobStatus::default() };
        let job = Arc::new(Job {
            id,
            work,
            starter: starter.to_owned(),
            begin: OnceLock::new(),
            stop: AtomicBool::new(false),
            status: watch::Sender::new(status),
        });
        state.jobs.push(Arc::clone(&job));
        // Jobs that wait or run stay in the list.
        let mut surplus = state.jobs.len().saturating_sub(REMEMBERED);
        state.jobs.retain(|job| {
            let is_dropped = surplus > 0 && !job.status.borrow().is_active();
            surplus -= usize::from(is_dropped);
            !is_dropped
        });
        job
    }

    /// Runs one job after another until none waits.
    fn work(&self) {
        loop {
            let mut state = self.lock();
            if state.running.is_none() {
                state.next();
            }
            let Some(job) = state.running.clone() else {
                state.is_working = false;
                return;
            };
            drop(state);
            // A thread of its own for each, since a lowered priority cannot be raised again.
            let end = thread::scope(|scope| {
                let run = || {
                    if !job.work.is_timed() {
                        priority::lower();
                    }
                    job.run(self)
                };
                let thread = thread::Builder::new().name("job".to_owned()).spawn_scoped(scope, run);
                thread.map(ScopedJoinHandle::join)
            });
            let bug = "the job failed: this is a bug in lastknight";
            let (end, message) = match end {
                Ok(Ok(end)) => end,
                Ok(Err(_)) => (JobState::Failed, Some(bug.to_owned())),
                Err(error) => (JobState::Failed, Some(format!("cannot start a thread: {error}"))),
            };
            // At once, so that a client that sees the end can start the next one.
            let mut state = self.lock();
            state.running = None;
            job.end(end, message);
        }
    }
}

impl QueueState {
    /// Makes the first job that waits the running one.
    fn next(&mut self) {
        self.running = if self.is_ended { None } else { self.waiting.pop_front() };
        if let Some(job) = &self.running {
            let _ = job.begin.set(Instant::now());
            job.update(|status| {
                (status.state, status.place) = (JobState::Running, None);
                status.phase = "starting".to_owned();
            });
        }
        self.number();
    }

    /// Tells every job that waits its place.
    fn number(&self) {
        for (place, job) in (1..).zip(&self.waiting) {
            job.status.send_if_modified(|status| {
                let is_new = status.place != Some(place);
                status.place = Some(place);
                is_new
            });
        }
    }

    fn find(&self, id: &str) -> Result<Arc<Job>, ApiError> {
        let id = id.parse().ok();
        let job = self.jobs.iter().find(|job| Some(job.id) == id);
        job.cloned().ok_or_else(|| ApiError::not_found("there is no such job"))
    }
}

impl Job {
    /// Does its work. Returns its final state, with a message unless all is done.
    fn run(&self, queue: &JobQueue) -> (JobState, Option<String>) {
        match self.work(queue) {
            Ok(true) => (JobState::Done, None),
            Ok(false) => {
                let why = "stopped: start the same job again to continue";
                (JobState::Stopped, Some(why.to_owned()))
            }
            Err(error) => (JobState::Failed, Some(error.to_string())),
        }
    }

    fn end(&self, state: JobState, message: Option<String>) {
        self.update(|status| {
            (status.state, status.message, status.place) = (state, message, None);
        });
    }

    fn update(&self, change: impl FnOnce(&mut JobStatus)) {
        self.status.send_modify(|status| {
            change(status);
            let begin = self.begin.get();
            status.seconds = begin.map_or(0.0, |begin| begin.elapsed().as_secs_f64());
        });
    }

    /// Returns whether it is complete.
    fn work(&self, queue: &JobQueue) -> Result<bool, Box<dyn Error>> {
        let on_progress = &mut |progress: &SessionProgress<'_>| self.show(progress);
        let open = |directory: &PathBuf| {
            let session = Session::open(directory)?.threads(queue.threads);
            Ok::<_, Box<dyn Error>>(session.commit(queue.commit.clone()).stop_flag(&self.stop))
        };
        match &self.work {
            JobWork::Tournament(spec) => {
                let mut session = open(&queue.out)?;
                let mut run = session.begin(spec)?;
                self.update(|status| status.run = Some(run.id()));
                let end = session.play(&mut run, on_progress)?;
                // Adds the standings to the history.
                session.report(&run)?;
                Ok(end.is_complete)
            }
            JobWork::Study(study, extent) => {
                let mut session = open(&queue.out)?;
                let command = format!("lastknight study {}{}", study.name, extent.flag());
                let result = session.study(study, *extent, &command, on_progress)?;
                if session.write_study(&result)?.is_some() {
                    self.update(|status| status.study = Some(study.name.clone()));
                }
                Ok(result.is_complete())
            }
            JobWork::Ladder(class) => {
                let mut session = open(&class.ladder_directory())?;
                let mut run = session.begin(&class.ladder().map_err(|error| error.0.message)?)?;
                self.update(|status| status.run = Some(run.id()));
                class.set_run(run.id());
                let end = session.play(&mut run, on_progress)?;
                session.report(&run)?;
                class.outdate();
                Ok(end.is_complete)
            }
        }
    }

    fn show(&self, progress: &SessionProgress<'_>) {
        let (phase, done, all) = match progress {
            SessionProgress::Games(games) => ("playing".to_owned(), 2 * games.done, 2 * games.all),
            SessionProgress::Oracle { done, all } => {
                ("testing on solved positions".to_owned(), *done, *all)
            }
            SessionProgress::Study(step) => {
                let space = if step.leg.is_empty() { "" } else { " " };
                let (number, of, leg, counted) = (step.number, step.of, step.leg, step.counted);
                let phase = format!("measurement {number} of {of}{space}{leg}: {counted}");
                (phase, step.done, step.all)
            }
            _ => return,
        };
        self.update(|status| (status.phase, status.done, status.all) = (phase, done, all));
    }
}

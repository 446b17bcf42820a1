//! Tournaments and studies that are started from the page: one at a time, stored as they are played.

use std::error::Error;
use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use axum::http::StatusCode;
use lastknight::{Agents, Constants};
use lastknight_api::{MOST, Problem, allowed};
use lastknight_lab::study::{Extent, Study};
use lastknight_lab::{Session, SessionProgress, Spec, SpecFile};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::api_error::ApiError;
use super::results::shown;

/// The maximum of what a tournament of the page can request.
const MOST_AGENTS: usize = 40;
const MOST_GAMES: usize = 20_000;
const MOST_POSITIONS: usize = 2_000;
const MOST_SECONDS: f64 = 10.0;

/// The maximum memory of an agent in a tournament, in megabytes: the default and some more.
const MOST_MEMORY: u64 = 256;

/// The maximum number of jobs in the list.
const REMEMBERED: usize = 20;

/// A job as a client requests it.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum JobRequest {
    Tournament {
        spec: Box<SpecFile>,
    },
    Study {
        name: String,
        #[serde(default)]
        extent: ExtentName,
    },
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ExtentName {
    #[default]
    Quick,
    Normal,
    Full,
}

/// The progress or the end of a job.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct JobStatus {
    id: usize,
    kind: &'static str,
    title: String,
    state: &'static str,
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

impl JobStatus {
    pub(super) fn is_running(&self) -> bool {
        self.state == RUNNING
    }
}

const RUNNING: &str = "running";

#[derive(Debug)]
struct Job {
    begin: Instant,
    stop: AtomicBool,
    status: watch::Sender<JobStatus>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

/// The jobs that were started, and where they run.
#[derive(Debug)]
pub(super) struct Jobs {
    out: PathBuf,
    threads: NonZeroUsize,
    /// The commit of the program, if known.
    commit: Option<String>,
    jobs: Mutex<Vec<Arc<Job>>>,
}

impl Jobs {
    pub(super) fn new(out: PathBuf, threads: NonZeroUsize, commit: Option<String>) -> Self {
        Self { out, threads, commit, jobs: Mutex::default() }
    }

    /// Returns the status of every job, the newest first.
    pub(super) fn list(&self) -> Vec<JobStatus> {
        self.lock().iter().rev().map(|job| job.status.borrow().clone()).collect()
    }

    /// Returns the status of a job and its changes.
    pub(super) fn subscribe(&self, id: &str) -> Result<watch::Receiver<JobStatus>, ApiError> {
        Ok(self.find(id)?.status.subscribe())
    }

    /// Stops a job soon; its finished games stay stored.
    pub(super) fn stop(&self, id: &str) -> Result<JobStatus, ApiError> {
        let job = self.find(id)?;
        job.stop.store(true, Ordering::Relaxed);
        let status = job.status.borrow().clone();
        Ok(status)
    }

    /// Stops all jobs and waits for them.
    pub(super) fn end(&self) {
        let jobs = std::mem::take(&mut *self.lock());
        jobs.iter().for_each(|job| job.stop.store(true, Ordering::Relaxed));
        for job in jobs {
            let thread = job.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
            let _ = thread.map(JoinHandle::join);
        }
    }

    pub(super) fn start(
        &self,
        request: JobRequest,
        agents: &Agents,
    ) -> Result<JobStatus, ApiError> {
        let work = JobWork::new(request, agents)?;
        let mut jobs = self.lock();
        if jobs.iter().any(|job| job.status.borrow().is_running()) {
            let why = "a tournament or study is running: stop it or wait for its end";
            return Err(ApiError::new(StatusCode::CONFLICT, why));
        }
        let id = jobs.last().map_or(1, |job| job.status.borrow().id + 1);
        let (kind, title) = work.name();
        let (phase, directory) = ("starting".to_owned(), shown(&self.out));
        let status =
            JobStatus { id, kind, title, state: RUNNING, phase, directory, ..JobStatus::default() };
        let job = Arc::new(Job {
            begin: Instant::now(),
            stop: AtomicBool::new(false),
            status: watch::Sender::new(status.clone()),
            thread: Mutex::default(),
        });
        let (worker, out, threads) = (Arc::clone(&job), self.out.clone(), self.threads);
        let commit = self.commit.clone();
        let run = move || {
            worker.run(|| {
                let session = Session::open(&out)?.threads(threads).commit(commit);
                worker.work(&work, session.stop_flag(&worker.stop))
            });
        };
        let thread = thread::Builder::new().name("job".to_owned()).spawn(run);
        let thread = thread
            .map_err(|error| ApiError::internal(format!("cannot start a thread: {error}")))?;
        *job.thread.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread);
        jobs.push(job);
        let surplus = jobs.len().saturating_sub(REMEMBERED);
        jobs.drain(..surplus);
        Ok(status)
    }

    fn find(&self, id: &str) -> Result<Arc<Job>, ApiError> {
        let (jobs, id) = (self.lock(), id.parse().ok());
        let job = jobs.iter().find(|job| Some(job.status.borrow().id) == id);
        job.cloned().ok_or_else(|| ApiError::not_found("there is no such job"))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Job>>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A checked request.
enum JobWork {
    Tournament(Box<Spec>),
    Study(Box<Study>, Extent),
}

impl JobWork {
    fn new(request: JobRequest, agents: &Agents) -> Result<Self, ApiError> {
        let (name, extent) = match request {
            JobRequest::Tournament { spec } => {
                return Ok(Self::Tournament(Box::new(checked(&spec, agents)?)));
            }
            JobRequest::Study { name, extent: ExtentName::Quick } => (name, Extent::Quick),
            JobRequest::Study { name, extent: ExtentName::Normal } => (name, Extent::Normal),
            JobRequest::Study { name, extent: ExtentName::Full } => (name, Extent::Full),
        };
        let study = Study::named(&name);
        let study = study.ok_or_else(|| ApiError::bad_field("name", "there is no such study"))?;
        Ok(Self::Study(Box::new(study), extent))
    }

    /// Returns its kind and title.
    fn name(&self) -> (&'static str, String) {
        match self {
            Self::Tournament(spec) => ("tournament", spec.name().to_owned()),
            Self::Study(study, _) => ("study", study.title.clone()),
        }
    }
}

/// Checks a tournament: it reads no file, and its agents use only a part of the machine.
fn checked(file: &SpecFile, known: &Agents) -> Result<Spec, Problem> {
    let bad = |message: String| Problem::bad_field("spec", message);
    let too_many_games = format!("games: at most {MOST_GAMES} per pairing");
    let agents = file.agents.len() + file.field.len();
    let no_files = "openings: the page reads no files; give a list of games";
    let checks = [
        (file.openings_file().is_none(), no_files.to_owned()),
        (agents <= MOST_AGENTS, format!("agents: {agents}, of at most {MOST_AGENTS}")),
        (file.games.is_none_or(|games| games <= MOST_GAMES), too_many_games.clone()),
        (
            file.oracle.is_none_or(|positions| positions <= MOST_POSITIONS),
            format!("oracle: at most {MOST_POSITIONS} positions"),
        ),
    ];
    if let Some((_, why)) = checks.into_iter().find(|(is_fine, _)| !is_fine) {
        return Err(bad(why));
    }
    // A sequential test without a number of games has the most that are allowed here.
    let games = file.games.or(file.sprt.map(|_| MOST_GAMES));
    let spec = SpecFile { games, ..file.clone() }
        .spec_with(known, &Constants::NONE)
        .map_err(|error| bad(error.to_string()).with_picture(error.picture()))?;
    // By default the listed openings decide the number of games.
    if 2 * spec.pairs() > MOST_GAMES {
        return Err(bad(too_many_games));
    }
    let own = spec.entrants().iter().map(|entrant| entrant.agent.limits().time);
    let times = own.chain([spec.conditions().limits.time]).flatten();
    if times.map(|time| time.as_secs_f64()).any(|seconds| seconds > MOST_SECONDS) {
        return Err(bad(format!("time: at most {MOST_SECONDS} seconds a move")));
    }
    for entrant in spec.entrants() {
        let needs = allowed(entrant.agent.clone())?.resources();
        if needs.threads > MOST.threads || needs.megabytes > MOST_MEMORY {
            return Err(bad(format!(
                "{}: at most {} thread and {MOST_MEMORY} megabytes here",
                entrant.name, MOST.threads
            )));
        }
    }
    Ok(spec)
}

impl Job {
    /// Runs `work`, which returns whether it is complete, and sets the final status.
    fn run(&self, work: impl FnOnce() -> Result<bool, Box<dyn Error>>) {
        let work = || work().map_err(|error| error.to_string());
        let (state, message) = match panic::catch_unwind(AssertUnwindSafe(work)) {
            Ok(Ok(true)) => ("done", None),
            Ok(Ok(false)) => {
                ("stopped", Some("stopped: start the same job again to continue".into()))
            }
            Ok(Err(message)) => ("failed", Some(message)),
            Err(_) => ("failed", Some("the job failed: this is a bug in lastknight".into())),
        };
        self.update(|status| (status.state, status.message) = (state, message));
    }

    fn update(&self, change: impl FnOnce(&mut JobStatus)) {
        self.status.send_modify(|status| {
            change(status);
            status.seconds = self.begin.elapsed().as_secs_f64();
        });
    }

    fn work(&self, work: &JobWork, mut session: Session<'_>) -> Result<bool, Box<dyn Error>> {
        let on_progress = &mut |progress: &SessionProgress<'_>| self.show(progress);
        match work {
            JobWork::Tournament(spec) => {
                let mut run = session.begin(spec)?;
                self.update(|status| status.run = Some(run.id()));
                let end = session.play(&mut run, on_progress)?;
                // Adds the standings to the history.
                session.report(&run)?;
                Ok(end.is_complete)
            }
            JobWork::Study(study, extent) => {
                let command = format!("lastknight study {}{}", study.name, extent.flag());
                let result = session.study(study, *extent, &command, on_progress)?;
                if session.write_study(&result)?.is_some() {
                    self.update(|status| status.study = Some(study.name.clone()));
                }
                Ok(result.is_complete())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tournaments_are_bounded() {
        let message = |toml: &str| {
            let spec = checked(&SpecFile::parse(toml).unwrap(), &Agents::builtin());
            spec.map_or_else(|error| error.message, |_| "fine".to_owned())
        };
        let cases = [
            ("", "fine"),
            (
                "openings = { file = '/etc/passwd' }",
                "spec: openings: the page reads no files; give a list of games",
            ),
            ("games = 1000000", "spec: games: at most 20000 per pairing"),
            ("time = '1h'", "spec: time: at most 10 seconds a move"),
            ("oracle = 100000", "spec: oracle: at most 2000 positions"),
        ];
        for (line, wanted) in cases {
            assert_eq!(message(&format!("{line}\nagents = ['random', 'greedy']")), wanted);
        }
        let many: Vec<String> =
            (0..50).map(|seed| format!("'alphabeta(chase({seed},1))'")).collect();
        let cases = [
            (
                "'random', 'engine(memory=1000000)'",
                "spec: engine(memory=1000000): at most 1 thread and 256 megabytes here",
            ),
            ("'random', 'engine(time=1h)'", "spec: time: at most 10 seconds a move"),
            (&many.join(","), "spec: agents: 50, of at most 40"),
        ];
        for (agents, wanted) in cases {
            assert_eq!(message(&format!("agents = [{agents}]")), wanted);
        }
        assert!(message("agents = ['random', 'nobody']").contains("unknown agent"));
    }
}

//! Tournaments and studies that were started from the page: one at a time, each kept in the store as it is played.

use std::error::Error;
use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use axum::http::StatusCode;
use lastknight::{Agents, Constants};
use lastknight_lab::study::{Extent, Study};
use lastknight_lab::{Session, SessionProgress, Spec, SpecFile};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::problem::Problem;
use super::request::{self, MOST};
use super::results::shown;

/// The most that a tournament of the page may ask for.
const MOST_AGENTS: usize = 40;
const MOST_GAMES: usize = 20_000;
const MOST_POSITIONS: usize = 2_000;
const MOST_SECONDS: f64 = 10.0;

/// The most memory of an agent in a tournament, in megabytes: what it has where nobody sets it, and some more.
const MOST_MEMORY: u64 = 256;

/// How many jobs are remembered that are over.
const REMEMBERED: usize = 20;

/// What is to be done.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Order {
    /// A tournament.
    Tournament {
        /// As a file says it.
        spec: Box<SpecFile>,
    },
    /// A study that comes with the program.
    Study {
        /// Its name.
        name: String,
        /// How much of it.
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

/// How far a job is.
#[derive(Clone, Debug, Serialize)]
pub(super) struct State {
    id: usize,
    kind: &'static str,
    title: String,
    state: &'static str,
    /// What is being done.
    phase: String,
    /// What came of it, where it failed.
    message: Option<String>,
    done: usize,
    all: usize,
    seconds: f64,
    directory: String,
    /// The run of a tournament.
    run: Option<i64>,
    /// The page of a study.
    study: Option<String>,
}

impl State {
    /// Whether it goes on.
    pub(super) fn is_running(&self) -> bool {
        self.state == RUNNING
    }
}

const RUNNING: &str = "running";

#[derive(Debug)]
struct Job {
    commit: Option<String>,
    stop: AtomicBool,
    state: watch::Sender<State>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

/// What was started.
#[derive(Debug)]
pub(super) struct Jobs {
    out: PathBuf,
    threads: NonZeroUsize,
    /// The commit of the program, where that is known.
    commit: Option<String>,
    list: Mutex<Vec<Arc<Job>>>,
}

impl Jobs {
    /// Jobs that keep their results in a directory.
    pub(super) fn new(out: PathBuf, threads: NonZeroUsize, commit: Option<String>) -> Self {
        Self { out, threads, commit, list: Mutex::default() }
    }

    /// How far everything is, what was started last first.
    pub(super) fn states(&self) -> Vec<State> {
        self.lock().iter().rev().map(|job| job.state.borrow().clone()).collect()
    }

    /// How far a job is, now and from now on.
    pub(super) fn watch(&self, id: usize) -> Result<watch::Receiver<State>, Problem> {
        Ok(self.find(id)?.state.subscribe())
    }

    /// Ends a job soon; what it has finished is kept.
    pub(super) fn stop(&self, id: usize) -> Result<State, Problem> {
        let job = self.find(id)?;
        job.stop.store(true, Ordering::Relaxed);
        let state = job.state.borrow().clone();
        Ok(state)
    }

    /// Ends everything, and waits for it.
    pub(super) fn end(&self) {
        let jobs: Vec<Arc<Job>> = self.lock().drain(..).collect();
        for job in &jobs {
            job.stop.store(true, Ordering::Relaxed);
        }
        for job in jobs {
            let thread = job.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
            let _ = thread.map(JoinHandle::join);
        }
    }

    /// Starts what was ordered.
    pub(super) fn start(&self, order: Order, agents: &Agents) -> Result<State, Problem> {
        let work = Work::of(order, agents)?;
        let mut list = self.lock();
        if list.iter().any(|job| job.state.borrow().is_running()) {
            let why = "a tournament or a study is going on: stop it first, or wait for its end";
            return Err(Problem::new(StatusCode::CONFLICT, why));
        }
        let id = list.last().map_or(1, |job| job.state.borrow().id + 1);
        let (kind, title) = work.name();
        let state = State {
            id,
            kind,
            title,
            state: RUNNING,
            phase: "beginning".to_owned(),
            message: None,
            done: 0,
            all: 0,
            seconds: 0.0,
            directory: shown(&self.out),
            run: None,
            study: None,
        };
        let job = Arc::new(Job {
            commit: self.commit.clone(),
            stop: AtomicBool::new(false),
            state: watch::Sender::new(state.clone()),
            thread: Mutex::default(),
        });
        let (worker, out, threads) = (Arc::clone(&job), self.out.clone(), self.threads);
        let spawned = thread::Builder::new()
            .name("job".to_owned())
            .spawn(move || worker.run(&work, &out, threads));
        let thread = spawned
            .map_err(|error| Problem::failed(format!("there is no thread for it: {error}")))?;
        *job.thread.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread);
        list.push(job);
        let surplus = list.len().saturating_sub(REMEMBERED);
        list.drain(..surplus);
        Ok(state)
    }

    fn find(&self, id: usize) -> Result<Arc<Job>, Problem> {
        let list = self.lock();
        let job = list.iter().find(|job| job.state.borrow().id == id);
        job.cloned().ok_or_else(|| Problem::missing("nothing was started under this number"))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Job>>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An order that was checked.
enum Work {
    Tournament(Box<Spec>),
    Study(Box<Study>, Extent),
}

impl Work {
    fn of(order: Order, agents: &Agents) -> Result<Self, Problem> {
        match order {
            Order::Tournament { spec } => Ok(Self::Tournament(Box::new(checked(&spec, agents)?))),
            Order::Study { name, extent } => {
                let study = Study::named(&name);
                let study =
                    study.ok_or_else(|| Problem::bad_field("name", "there is no such study"))?;
                let extent = match extent {
                    ExtentName::Quick => Extent::Quick,
                    ExtentName::Normal => Extent::Normal,
                    ExtentName::Full => Extent::Full,
                };
                Ok(Self::Study(Box::new(study), extent))
            }
        }
    }

    fn name(&self) -> (&'static str, String) {
        match self {
            Self::Tournament(spec) => ("tournament", spec.name().to_owned()),
            Self::Study(study, _) => ("study", study.title.clone()),
        }
    }
}

/// A tournament that a page may ask for: no file is read, nobody takes the whole machine.
fn checked(file: &SpecFile, known: &Agents) -> Result<Spec, Problem> {
    let bad = |message: String| Problem::bad_field("spec", message);
    if file.openings_file().is_some() {
        return Err(bad("openings: the page reads no files; give a list of games".to_owned()));
    }
    let agents = file.agents.len() + file.field.len();
    if agents > MOST_AGENTS {
        return Err(bad(format!("agents: {agents}, of at most {MOST_AGENTS}")));
    }
    if file.games.is_some_and(|games| games > MOST_GAMES) {
        return Err(bad(format!("games: at most {MOST_GAMES} of a pairing")));
    }
    if file.oracle.is_some_and(|positions| positions > MOST_POSITIONS) {
        return Err(bad(format!("oracle: at most {MOST_POSITIONS} positions")));
    }
    let spec = file
        .spec_with(known, &Constants::NONE)
        .map_err(|error| bad(error.to_string()).with_picture(error.picture().as_deref()))?;
    // Where nobody says how many, there are as many as there are listed openings.
    if 2 * spec.pairs() > MOST_GAMES {
        return Err(bad(format!("games: at most {MOST_GAMES} of a pairing")));
    }
    let own = spec.entrants().iter().map(|entrant| entrant.agent.limits().time);
    let times = own.chain([spec.conditions().limits.time]).flatten();
    if times.map(|time| time.as_secs_f64()).any(|seconds| seconds > MOST_SECONDS) {
        return Err(bad(format!("time: at most {MOST_SECONDS} seconds a move")));
    }
    for entrant in spec.entrants() {
        let needs = request::allowed(entrant.agent.clone())?.resources();
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
    /// Works until the end, and tells how it came.
    fn run(&self, work: &Work, out: &Path, threads: NonZeroUsize) {
        let begin = Instant::now();
        let result = panic::catch_unwind(AssertUnwindSafe(|| {
            self.work(work, out, threads, begin).map_err(|error| error.to_string())
        }));
        let end = match result {
            Ok(Ok(true)) => ("done", None),
            Ok(Ok(false)) => ("stopped", Some("stopped: start the same again to go on".to_owned())),
            Ok(Err(message)) => ("failed", Some(message)),
            Err(_) => ("failed", Some("it failed; that is a mistake of ours".to_owned())),
        };
        self.state.send_modify(|state| {
            (state.state, state.message) = end;
            state.seconds = begin.elapsed().as_secs_f64();
        });
    }

    fn work(
        &self,
        work: &Work,
        out: &Path,
        threads: NonZeroUsize,
        begin: Instant,
    ) -> Result<bool, Box<dyn Error>> {
        let session = Session::open(out)?.threads(threads).commit(self.commit.clone());
        let mut session = session.stop_flag(&self.stop);
        let on_progress = &mut |progress: &SessionProgress<'_>| self.show(progress, begin);
        match work {
            Work::Tournament(spec) => {
                let mut run = session.begin(spec)?;
                self.state.send_modify(|state| state.run = Some(run.id()));
                Ok(session.play(&mut run, on_progress)?.is_complete)
            }
            Work::Study(study, extent) => {
                let command = format!("lastknight study {}{}", study.name, extent.flag());
                let outcome = session.study(study, *extent, &command, on_progress)?;
                if session.write_study(&outcome)?.is_some() {
                    self.state.send_modify(|state| state.study = Some(study.name.clone()));
                }
                Ok(outcome.is_complete())
            }
        }
    }

    fn show(&self, progress: &SessionProgress<'_>, begin: Instant) {
        let (phase, done, all) = match progress {
            SessionProgress::Games(games) => ("playing".to_owned(), 2 * games.done, 2 * games.all),
            SessionProgress::Oracle { done, all } => {
                ("asking about solved positions".to_owned(), *done, *all)
            }
            SessionProgress::Study(step) => {
                let leg =
                    if step.leg.is_empty() { String::new() } else { format!(" {}", step.leg) };
                let phase =
                    format!("measurement {} of {}{leg}: {}", step.number, step.of, step.counted);
                (phase, step.done, step.all)
            }
            _ => return,
        };
        self.state.send_modify(|state| {
            (state.phase, state.done, state.all) = (phase, done, all);
            state.seconds = begin.elapsed().as_secs_f64();
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(toml: &str) -> String {
        let file = SpecFile::parse(toml).unwrap();
        checked(&file, &Agents::builtin())
            .map_or_else(|problem| problem.message, |_| "fine".to_owned())
    }

    #[test]
    fn a_page_cannot_ask_for_everything() {
        let two = "agents = ['random', 'greedy']\n";
        assert_eq!(message(two), "fine");
        let cases = [
            (
                "openings = { file = '/etc/passwd' }\n",
                "spec: openings: the page reads no files; give a list of games",
            ),
            ("games = 1000000\n", "spec: games: at most 20000 of a pairing"),
            ("time = '1h'\n", "spec: time: at most 10 seconds a move"),
            ("oracle = 100000\n", "spec: oracle: at most 2000 positions"),
        ];
        for (line, wanted) in cases {
            assert_eq!(message(&format!("{line}{two}")), wanted);
        }
        let hungry = "agents = ['random', 'engine(memory=1000000)']";
        assert_eq!(
            message(hungry),
            "spec: engine(memory=1000000): at most 1 thread and 256 megabytes here"
        );
        let slow = "agents = ['random', 'engine(time=1h)']";
        assert_eq!(message(slow), "spec: time: at most 10 seconds a move");
        let many: Vec<String> =
            (0..50).map(|seed| format!("'alphabeta(chase({seed},1))'")).collect();
        assert_eq!(
            message(&format!("agents = [{}]", many.join(","))),
            "spec: agents: 50, of at most 40"
        );
        assert!(message("agents = ['random', 'nobody']").contains("unknown agent"));
    }
}

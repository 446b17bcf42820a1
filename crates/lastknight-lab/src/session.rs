//! A session: a store, the threads that play into it, and the stop flag.

use std::fs::File;
use std::mem;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use lastknight::oracle::{Sample, SamplePlan};
use lastknight::{Agent, Clock, Limits};

use crate::accuracy::measure_accuracy;
use crate::document::FilesError;
use crate::oracle_jobs::answers;
use crate::oracle_result::OracleResult;
use crate::report::{Report, write_files};
use crate::results_directory::open_directory;
use crate::runner::{GamesProgress, RunEnd, play};
use crate::spec::Spec;
use crate::store::{Run, Store, StoreError};
use crate::stored_sample;
use crate::study::{self, Extent, Provenance, Samples, Study, StudyError, StudyRunner};
use crate::tune::{self, TuneError, TunePlan};
use crate::work::{Fleet, FleetWorker, SearchConditions, WorkError, Workers};

/// The number of positions that agents are tested on between two reports of progress, at least.
const CHUNK: usize = 200;

/// The same for each thread.
const CHUNK_PER_THREAD: usize = 32;

/// The default stop flag, which is never set.
static NEVER: AtomicBool = AtomicBool::new(false);

/// An error that may say that a worker of the fleet was dropped.
trait DroppedWorker {
    fn dropped_worker(&self) -> Option<Arc<FleetWorker>>;
}

impl DroppedWorker for StoreError {
    fn dropped_worker(&self) -> Option<Arc<FleetWorker>> {
        match self {
            Self::Work(WorkError::Dropped(worker)) => Some(Arc::clone(worker)),
            _ => None,
        }
    }
}

impl DroppedWorker for StudyError {
    fn dropped_worker(&self) -> Option<Arc<FleetWorker>> {
        match self {
            Self::Store(error) => error.dropped_worker(),
            _ => None,
        }
    }
}

impl DroppedWorker for TuneError {
    fn dropped_worker(&self) -> Option<Arc<FleetWorker>> {
        match self {
            Self::Store(error) => error.dropped_worker(),
            _ => None,
        }
    }
}

/// Plays tournaments, studies and tuning runs and stores them in a results directory or in memory.
///
/// Stored games are not played again: after a stop or a kill, the same calls continue. The [crate documentation](crate) has
/// an example.
pub struct Session<'a> {
    store: Store,
    /// The results directory, and the lock that lasts as long as the session.
    directory: Option<(PathBuf, File)>,
    workers: Workers,
    stop: &'a AtomicBool,
    commit: Option<String>,
    /// The solved positions, which all studies of a session share.
    samples: Samples,
}

/// The progress of a session.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum SessionProgress<'a> {
    /// Playing the games of a tournament or a match.
    Games(GamesProgress<'a>),
    /// Testing agents on solved positions.
    Oracle {
        /// The positions that are done.
        done: usize,
        /// All positions.
        all: usize,
    },
    /// Solving positions and testing agents on them.
    Sample {
        /// The critical positions that are done.
        done: usize,
        /// All critical positions.
        all: usize,
        /// The positions that are solved.
        solved: usize,
        /// The positions that were too hard to solve.
        too_hard: usize,
    },
    /// Measuring for a study.
    Study(study::StudyProgress<'a>),
    /// Playing the games of a tuning run.
    Tune(tune::TuneProgress<'a>),
}

impl Session<'static> {
    /// Opens a results directory, which is created if necessary, and locks it against other writers.
    ///
    /// # Errors
    /// Returns an error if it cannot be written, is damaged, or another program is writing to it.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let (lock, store) = open_directory(path)?;
        Ok(Self::with(store, Some((path.to_owned(), lock))))
    }

    /// Creates a session that stores its results in memory only.
    ///
    /// # Errors
    /// Returns an error if there is not enough memory.
    pub fn in_memory() -> Result<Self, StoreError> {
        Ok(Self::with(Store::in_memory()?, None))
    }

    fn with(store: Store, directory: Option<(PathBuf, File)>) -> Self {
        let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let workers = threads.into();
        Self { store, directory, workers, stop: &NEVER, commit: None, samples: Samples::new() }
    }
}

impl Session<'_> {
    /// Sets the number of threads. The default is one for each core.
    #[must_use]
    pub fn threads(self, threads: NonZeroUsize) -> Self {
        Self { workers: threads.into(), ..self }
    }

    /// Lets a fleet work instead of threads of this program.
    #[must_use]
    pub fn fleet(self, fleet: Arc<dyn Fleet>) -> Self {
        Self { workers: fleet.into(), ..self }
    }

    /// Sets the stop flag. Calls return soon after it is set; finished pairs are stored.
    #[must_use]
    pub fn stop_flag(self, stop: &AtomicBool) -> Session<'_> {
        let Self { store, directory, workers, commit, samples, .. } = self;
        Session { store, directory, workers, stop, commit, samples }
    }

    /// Sets the commit that the program was built from, which the pages of studies show.
    #[must_use]
    pub fn commit(self, commit: Option<String>) -> Self {
        Self { commit, ..self }
    }

    /// Returns the store.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Returns the results directory, or `None` if results are in memory.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.directory.as_ref().map(|(path, _)| path.as_path())
    }

    /// Adds a tournament or a match, or finds it again. Its number of games may have changed.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written.
    pub fn begin(&mut self, spec: &Spec) -> Result<Run, StoreError> {
        self.store.begin(spec)
    }

    /// Plays the pairs that are not stored yet, then tests the agents on solved positions if the specification requests it.
    ///
    /// When cancelled it returns soon; unfinished pairs are dropped and are played again by the next call.
    ///
    /// # Errors
    /// Returns an error if the store cannot be used. Stored pairs stay in it.
    pub fn play(
        &mut self,
        run: &mut Run,
        on_progress: &mut dyn FnMut(&SessionProgress<'_>),
    ) -> Result<RunEnd, StoreError> {
        self.with_honest_workers(&mut |session| {
            let Self { store, workers, stop, .. } = session;
            let mut end = play(store, run, workers, stop, &mut |games| {
                on_progress(&SessionProgress::Games(games.clone()));
            })?;
            let mut on_position = |done, all| on_progress(&SessionProgress::Oracle { done, all });
            end.is_complete =
                end.is_complete && measure_accuracy(store, run, workers, stop, &mut on_position)?;
            Ok(end)
        })
    }

    /// Does something again as often as a worker of the fleet is dropped, after all that the worker did is removed.
    /// What others did is found in the store.
    fn with_honest_workers<T, E: DroppedWorker + From<StoreError>>(
        &mut self,
        work: &mut dyn FnMut(&mut Self) -> Result<T, E>,
    ) -> Result<T, E> {
        loop {
            match work(self) {
                Err(error) if let Some(worker) = error.dropped_worker() => {
                    self.store.forget_worker(&worker)?;
                    self.samples.clear();
                    self.workers.forget_contributors();
                }
                end => return end,
            }
        }
    }

    /// Tests agents on solved positions, of which `critical` are critical. Solved positions are stored; those stored before
    /// are not solved again.
    ///
    /// # Errors
    /// Returns an error if the store cannot be used.
    pub fn oracle(
        &mut self,
        plan: &SamplePlan,
        critical: usize,
        agents: Vec<Agent>,
        (limits, clock): (Limits, Clock),
        on_progress: &mut dyn FnMut(&SessionProgress<'_>),
    ) -> Result<OracleResult, StoreError> {
        let begin = Instant::now();
        let conditions = SearchConditions { seed: plan.seed, limits, clock };
        let (sample, kept) = self.with_honest_workers(&mut |session| {
            let sample = stored_sample::load(&session.store, plan.clone(), &session.workers)?;
            session.tested(sample, critical, &agents, conditions, on_progress)
        })?;
        let sample = sample.first(critical);
        let is_short = sample.critical() < critical && !sample.is_exhausted();
        let is_stopped =
            self.stop.load(Ordering::Relaxed) && (is_short || kept.len() < sample.cases().len());
        let seconds = begin.elapsed().as_secs_f64();
        Ok(OracleResult { sample, agents, kept, limits, clock, is_stopped, seconds })
    }

    /// Grows a sample and tests agents on it.
    fn tested(
        &mut self,
        mut sample: Sample,
        critical: usize,
        agents: &[Agent],
        conditions: SearchConditions,
        on_progress: &mut dyn FnMut(&SessionProgress<'_>),
    ) -> Result<(Sample, Vec<Vec<bool>>), StoreError> {
        let Self { store, workers, stop, .. } = self;
        let chunk = CHUNK.max(CHUNK_PER_THREAD * workers.threads().get());
        let mut kept: Vec<Vec<bool>> = Vec::new();
        let mut failed = Ok(());
        stored_sample::grow(store, &mut sample, critical, workers, stop, &mut |sample| {
            let count = sample.cases_until(critical);
            while failed.is_ok() && kept.len() < count {
                let (tested, next) = (kept.len(), count.min(kept.len() + chunk));
                let mut show = |tested: usize| {
                    // Positions that are stored already are not all tested yet.
                    let critical_cases = sample.cases()[..tested].iter();
                    let done = critical_cases.filter(|case| case.is_critical()).count();
                    let (solved, too_hard) = (sample.cases().len(), sample.too_hard().len());
                    on_progress(&SessionProgress::Sample { done, all: critical, solved, too_hard });
                };
                let positions = tested..next;
                match answers(sample, positions, agents, conditions, workers, stop, &mut |done| {
                    show(tested + done);
                }) {
                    Ok(answers) => kept.extend(answers),
                    Err(error) => failed = Err(error),
                }
                if kept.len() < next {
                    return;
                }
                show(next);
            }
        })?;
        failed?;
        Ok((sample, kept))
    }

    /// Returns the report of a run so far, and adds its standings to the history.
    ///
    /// # Errors
    /// Returns an error if the store cannot be used.
    pub fn report(&mut self, run: &Run) -> Result<Report, StoreError> {
        Report::recorded(&mut self.store, run)
    }

    /// Writes the files of a report and returns its page, or `None` if results are in memory.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub fn write_report(&self, report: &Report) -> Result<Option<PathBuf>, FilesError> {
        self.path().map(|path| write_files(report, path)).transpose()
    }

    /// Measures what a study still lacks. `command` is the command line that reproduces the figures.
    ///
    /// The result has fewer measurements than the study if it was cancelled.
    ///
    /// # Errors
    /// Returns an error if the store cannot be used, or the study requests the impossible, such as more openings than a
    /// board has.
    pub fn study(
        &mut self,
        study: &Study,
        extent: Extent,
        command: &str,
        on_progress: &mut dyn FnMut(&SessionProgress<'_>),
    ) -> Result<study::StudyResult, StudyError> {
        let begin = Instant::now();
        let mut on_step =
            |step: &study::StudyProgress<'_>| on_progress(&SessionProgress::Study(step.clone()));
        let (measured, has_worked) = self.with_honest_workers(&mut |session| {
            let Self { store, workers, stop, samples, .. } = session;
            let mut runner = StudyRunner::new(store, workers.clone(), stop, &mut on_step);
            runner.samples = mem::take(samples);
            let measured = runner.run(study, extent);
            let has_worked = runner.has_worked();
            *samples = mem::take(&mut runner.samples);
            Ok::<_, StudyError>((measured?, has_worked))
        })?;
        let time = has_worked.then(|| begin.elapsed());
        let made = self.store.today()?;
        let provenance = Provenance::here(
            command.to_owned(),
            self.commit.clone(),
            made,
            self.workers.threads(),
            time,
        );
        let study = study.clone();
        let mut result = study::StudyResult { study, extent, measured, provenance };
        study::correct(slice::from_mut(&mut result));
        Ok(result)
    }

    /// Writes the files of a study and returns its page, or `None` if results are in memory or nothing is measured yet.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub fn write_study(&self, result: &study::StudyResult) -> Result<Option<PathBuf>, FilesError> {
        let path = self.path().filter(|_| !result.measured.is_empty());
        path.map(|path| study::show::write_files(result, path)).transpose()
    }

    /// Tunes the numbers of an agent and tests the winner again from other openings.
    ///
    /// # Errors
    /// Returns an error if the plan is invalid, a point of it is no agent, or the store cannot be used.
    pub fn tune(
        &mut self,
        plan: &TunePlan,
        on_progress: &mut dyn FnMut(&SessionProgress<'_>),
    ) -> Result<tune::TuneResult, TuneError> {
        self.with_honest_workers(&mut |session| {
            let Self { store, workers, stop, .. } = session;
            tune::tune(plan, store, workers, stop, &mut |step| {
                on_progress(&SessionProgress::Tune(*step));
            })
        })
    }

    /// Writes the files of a tuning run and returns its page, or `None` if results are in memory.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub fn write_tune(
        &self,
        plan: &TunePlan,
        result: &tune::TuneResult,
    ) -> Result<Option<PathBuf>, FilesError> {
        self.path().map(|path| tune::show::write_files(plan, result, path)).transpose()
    }
}

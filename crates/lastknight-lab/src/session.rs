//! A session: a store, the threads that play into it, and the flag that stops them.

use std::mem;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Instant;

use crate::accuracy::measure_accuracy;
use crate::document::FilesError;
use crate::report::{Report, write_files};
use crate::results_directory::ResultsDirectory;
use crate::runner::{GamesProgress, RunEnd, play};
use crate::spec::Spec;
use crate::store::{Run, Store, StoreError};
use crate::study::{self, Extent, Provenance, Samples, Study, StudyError, StudyRunner};
use crate::tune::{self, TuneError, TunePlan};

/// A flag that nobody sets.
static NEVER: AtomicBool = AtomicBool::new(false);

/// Everything that the laboratory plays and measures, into a directory of results or into memory.
///
/// What is stored is not played again: a session that was stopped or killed is continued by the same calls.
///
/// ```
/// use lastknight::Limits;
/// use lastknight_lab::{Session, Spec};
///
/// let spec = Spec::builder()
///     .agent("alphabeta(improved)".parse()?)
///     .agent("random".parse()?)
///     .limits(Limits::depth(2))
///     .games(10)
///     .build()?;
/// let mut session = Session::in_memory()?;
/// let mut run = session.begin(&spec)?;
/// let end = session.play(&mut run, &mut |_| {})?;
/// assert!(end.is_complete);
/// assert_eq!(session.report(&run)?.games(), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session<'a> {
    directory: Option<ResultsDirectory>,
    store: Store,
    threads: NonZeroUsize,
    stop: &'a AtomicBool,
    /// The commit that the program was built from, for the pages of studies.
    commit: Option<String>,
    /// Solved positions serve all studies of a session.
    samples: Samples,
}

/// How far a session is.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum SessionProgress<'a> {
    /// Games of a tournament or a match are played.
    Games(GamesProgress<'a>),
    /// Agents are asked about solved positions.
    Oracle {
        /// The questions that are answered.
        done: usize,
        /// All questions.
        all: usize,
    },
    /// A study measures.
    Study(study::StudyProgress<'a>),
    /// A search for numbers plays.
    Tune(tune::TuneProgress<'a>),
}

impl Session<'static> {
    /// Opens a directory of results, which is made if there is none, and keeps others from writing to it.
    ///
    /// # Errors
    /// Returns an error if it cannot be written, is damaged, or another program writes to it.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let directory = ResultsDirectory::create(path)?;
        let store = directory.store()?;
        Ok(Self::with(Some(directory), store))
    }

    /// Begins a session whose results are gone with it.
    ///
    /// # Errors
    /// Returns an error if there is no memory for it.
    pub fn in_memory() -> Result<Self, StoreError> {
        Ok(Self::with(None, Store::in_memory()?))
    }

    fn with(directory: Option<ResultsDirectory>, store: Store) -> Self {
        let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let samples = Samples::new();
        Self { directory, store, threads, stop: &NEVER, commit: None, samples }
    }
}

impl Session<'_> {
    /// Plays this number of games at a time. The default is one for each core.
    #[must_use]
    pub fn threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }

    /// Ends work soon after this flag is set; finished pairs are stored.
    #[must_use]
    pub fn stop_flag(self, stop: &AtomicBool) -> Session<'_> {
        let Self { directory, store, threads, commit, samples, .. } = self;
        Session { directory, store, threads, stop, commit, samples }
    }

    /// Names the commit that the program was built from, which the pages of studies show.
    #[must_use]
    pub fn commit(self, commit: Option<String>) -> Self {
        Self { commit, ..self }
    }

    /// Returns the store.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Returns where results are, unless they are in memory.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.directory.as_ref().map(ResultsDirectory::path)
    }

    /// Begins a tournament or a match, or finds it again; its number of games may have changed.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written.
    pub fn begin(&mut self, spec: &Spec) -> Result<Run, StoreError> {
        self.store.begin(spec)
    }

    /// Plays the pairs that are not stored yet, then asks the agents about solved positions if the specification wants that.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read or written. What is stored stays.
    pub fn play(
        &mut self,
        run: &mut Run,
        on_progress: &mut dyn FnMut(&SessionProgress<'_>),
    ) -> Result<RunEnd, StoreError> {
        let Self { store, threads, stop, .. } = self;
        let mut end = play(store, run, *threads, stop, &mut |games| {
            on_progress(&SessionProgress::Games(games.clone()));
        })?;
        end.is_complete = end.is_complete
            && measure_accuracy(store, run, *threads, stop, &mut |done, all| {
                on_progress(&SessionProgress::Oracle { done, all });
            })?;
        Ok(end)
    }

    /// Returns what a run has come to so far.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub fn report(&self, run: &Run) -> Result<Report, StoreError> {
        Report::new(&self.store, run)
    }

    /// Writes a report to the directory of results and returns its page, or `None` if results are in memory.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub fn write_report(&self, report: &Report) -> Result<Option<PathBuf>, FilesError> {
        self.path().map(|path| write_files(report, path)).transpose()
    }

    /// Runs a study: what is not measured yet is measured. `command` is what a user types to make the same figures.
    ///
    /// The outcome has fewer measurements than the study if it was stopped.
    ///
    /// # Errors
    /// Returns an error if the store cannot be used, or the study asks for more than there is, as for more openings than a
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
        let mut runner = StudyRunner::new(&mut self.store, self.threads, self.stop, &mut on_step);
        runner.samples = mem::take(&mut self.samples);
        let measured = runner.run(study, extent);
        let time = runner.has_worked().then(|| begin.elapsed());
        self.samples = mem::take(&mut runner.samples);
        let provenance =
            Provenance::here(command.to_owned(), self.commit.clone(), self.threads, time);
        Ok(study::StudyResult { study: study.clone(), extent, measured: measured?, provenance })
    }

    /// Writes what a study has come to into the directory of results and returns its page, or `None` if results are in
    /// memory or nothing is measured yet.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub fn write_study(&self, outcome: &study::StudyResult) -> Result<Option<PathBuf>, FilesError> {
        let path = self.path().filter(|_| !outcome.measured.is_empty());
        path.map(|path| study::show::write_files(outcome, path)).transpose()
    }

    /// Searches for the best numbers of an agent, and tests the winner again from other openings.
    ///
    /// # Errors
    /// Returns an error if the plan makes no sense, a point of it is no agent, or the store cannot be used.
    pub fn tune(
        &mut self,
        plan: &TunePlan,
        on_progress: &mut dyn FnMut(&SessionProgress<'_>),
    ) -> Result<tune::TuneResult, TuneError> {
        tune::tune(plan, &mut self.store, self.threads, self.stop, &mut |step| {
            on_progress(&SessionProgress::Tune(*step));
        })
    }

    /// Writes what a search has come to into the directory of results and returns its page, or `None` if results are in
    /// memory.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub fn write_tune(
        &self,
        plan: &TunePlan,
        outcome: &tune::TuneResult,
    ) -> Result<Option<PathBuf>, FilesError> {
        self.path().map(|path| tune::show::write_files(plan, outcome, path)).transpose()
    }
}

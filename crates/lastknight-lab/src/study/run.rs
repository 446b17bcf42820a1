//! Runs studies. Stored measurements are not repeated.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lastknight::oracle::Sample;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::grid::Grid;
use super::measure::{Measure, MeasureKind};
use super::result::Measured;
use super::{
    Extent, Study, StudyError, exact, games, halving, mirrors, oracle, positions, search_cost,
};
use crate::spec::hash;
use crate::store::Store;
use crate::work::{Job, Workers};

/// The progress of a study.
#[derive(Clone, Debug)]
pub struct StudyProgress<'a> {
    /// The current measurement.
    pub measure: &'a str,
    /// Its number, from 1.
    pub number: usize,
    /// The number of measurements.
    pub of: usize,
    /// The leg of the measurement, empty if there is only one.
    pub leg: &'a str,
    /// How much of it is done.
    pub done: usize,
    /// How much there is to do.
    pub all: usize,
    /// What is counted.
    pub counted: &'static str,
}

/// Reports the progress of the current measurement.
pub(super) struct Reporter<'a> {
    on_progress: &'a mut dyn FnMut(&StudyProgress<'_>),
    measure: String,
    number: usize,
    of: usize,
}

impl Reporter<'_> {
    pub(super) fn report(&mut self, leg: &str, done: usize, all: usize, counted: &'static str) {
        let (measure, number, of) = (self.measure.as_str(), self.number, self.of);
        (self.on_progress)(&StudyProgress { measure, number, of, leg, done, all, counted });
    }
}

/// Why a measurement was not finished.
pub(super) enum Unfinished {
    /// The stop flag was set.
    Stopped,
    /// It cannot go on.
    Failed(StudyError),
}

impl<E: Into<StudyError>> From<E> for Unfinished {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// The figures of a measurement and their total count.
pub(super) type Figures = Result<(Grid, u64), Unfinished>;

/// Solved positions, by the start of their games and the seed.
pub(crate) type Samples = HashMap<(String, u64), Sample>;

/// Runs studies. All of them share the solved positions.
pub struct StudyRunner<'a> {
    pub(super) store: &'a mut Store,
    pub(super) workers: Workers,
    pub(super) stop: &'a AtomicBool,
    pub(super) reporter: Reporter<'a>,
    pub(crate) samples: Samples,
    pub(super) has_worked: bool,
}

impl<'a> StudyRunner<'a> {
    /// Creates a runner that stores everything it measures. When `stop` is set, it returns soon.
    pub fn new(
        store: &'a mut Store,
        workers: impl Into<Workers>,
        stop: &'a AtomicBool,
        on_progress: &'a mut dyn FnMut(&StudyProgress<'_>),
    ) -> Self {
        let reporter = Reporter { on_progress, measure: String::new(), number: 0, of: 0 };
        let workers = workers.into();
        Self { store, workers, stop, reporter, samples: Samples::new(), has_worked: false }
    }

    /// Measures what is not stored yet. If stopped, it returns the finished measurements only.
    ///
    /// # Errors
    /// Returns an error if the store cannot be used, or the study needs more than there is, such as more openings than a
    /// board has.
    pub fn run(&mut self, study: &Study, extent: Extent) -> Result<Vec<Measured>, StudyError> {
        let mut measured = Vec::new();
        self.has_worked = false;
        self.reporter.of = study.measures.len();
        for (number, measure) in (1..).zip(&study.measures) {
            self.reporter.number = number;
            self.reporter.measure.clone_from(&measure.name);
            match self.measure(measure, measure.games(extent)) {
                Ok(result) => measured.push(result),
                Err(Unfinished::Stopped) => break,
                Err(Unfinished::Failed(StudyError::Invalid(error))) => {
                    return Err(error.within(&measure.name).into());
                }
                Err(Unfinished::Failed(error)) => return Err(error),
            }
        }
        Ok(measured)
    }

    /// Returns whether the last study had anything left to measure.
    #[must_use]
    pub fn has_worked(&self) -> bool {
        self.has_worked
    }

    fn measure(&mut self, measure: &Measure, games: usize) -> Result<Measured, Unfinished> {
        let (grid, count) = match &measure.kind {
            MeasureKind::Games { legs, rows, counts } => {
                games::measure(self, legs, rows, *counts, games)
            }
            MeasureKind::Oracle { legs, rows, by } => oracle::measure(self, legs, rows, *by, games),
            MeasureKind::Halving { leg, search } => halving::measure(self, leg, search, games),
            MeasureKind::SearchCost { legs, rows, metric, line } => {
                search_cost::measure(self, legs, rows, *metric, line, games)
            }
            MeasureKind::Exact { lines } => exact::measure(self, lines),
            MeasureKind::Positions { leg, line, cases } => {
                positions::measure(self, leg, line, cases, games)
            }
            MeasureKind::Mirrors { boards } => mirrors::measure(self, boards),
        }?;
        let judged = measure.claims.iter().map(|claim| claim.judge(&grid)).collect();
        let conditions = measure.kind.conditions(games, grid.counted)?;
        let is_timed = measure.kind.is_timed();
        Ok(Measured { grid, judged, conditions, count, is_timed })
    }

    /// Does all tasks of a job and returns their outputs in order.
    pub(super) fn map<J: Job>(
        &mut self,
        leg: &str,
        counted: &'static str,
        job: J,
        tasks: &[J::Task],
    ) -> Result<Vec<J::Output>, Unfinished>
    where
        J::Task: Clone,
    {
        let (reporter, all) = (&mut self.reporter, tasks.len());
        let outputs = self.workers.map(&Arc::new(job), tasks, self.stop, &mut |done| {
            reporter.report(leg, done, all, counted);
        })?;
        outputs.into_iter().collect::<Option<_>>().ok_or(Unfinished::Stopped)
    }

    /// Returns the result stored under a key, or measures and stores it.
    pub(super) fn stored<T: Serialize + DeserializeOwned>(
        &mut self,
        key: &str,
        measure: impl FnOnce(&mut Self) -> Result<T, Unfinished>,
    ) -> Result<T, Unfinished> {
        let hash = hash(key);
        if let Some(text) = self.store.measurement(&hash)?
            && let Ok(result) = serde_json::from_str(&text)
        {
            return Ok(result);
        }
        self.has_worked = true;
        let result = measure(self)?;
        let text = serde_json::to_string(&result).expect("numbers and lists");
        self.store.keep_measurement(&hash, &text, &self.workers.contributors())?;
        Ok(result)
    }
}

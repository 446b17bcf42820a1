//! Runs studies. Stored measurements are not repeated.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use lastknight::oracle::Sample;
use lastknight::parallel;
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

/// The number of items per thread between progress reports.
const PIECE: usize = 4;

/// Maps items by index on several threads. Returns `None` as soon as a result is `None`; progress is the number of results.
pub(super) fn map_in_pieces<T: Send>(
    threads: NonZeroUsize,
    count: usize,
    on_progress: &mut dyn FnMut(usize),
    map: impl Fn(usize) -> Option<T> + Sync,
) -> Option<Vec<T>> {
    let mut results = Vec::with_capacity(count);
    while results.len() < count {
        let done = results.len();
        let piece = (count - done).min(PIECE * threads.get());
        for result in parallel::map(threads, piece, |i| map(done + i)) {
            results.push(result?);
        }
        on_progress(results.len());
    }
    Some(results)
}

/// Solved positions, by the start of their games and the seed.
pub(crate) type Samples = HashMap<(String, u64), Sample>;

/// Runs studies. All of them share the solved positions.
pub struct StudyRunner<'a> {
    pub(super) store: &'a mut Store,
    pub(super) threads: NonZeroUsize,
    pub(super) stop: &'a AtomicBool,
    pub(super) reporter: Reporter<'a>,
    pub(crate) samples: Samples,
    pub(super) has_worked: bool,
}

impl<'a> StudyRunner<'a> {
    /// Creates a runner that stores everything it measures. When `stop` is set, it returns soon.
    pub fn new(
        store: &'a mut Store,
        threads: NonZeroUsize,
        stop: &'a AtomicBool,
        on_progress: &'a mut dyn FnMut(&StudyProgress<'_>),
    ) -> Self {
        let reporter = Reporter { on_progress, measure: String::new(), number: 0, of: 0 };
        Self { store, threads, stop, reporter, samples: Samples::new(), has_worked: false }
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
        self.store.keep_measurement(&hash, &text)?;
        Ok(result)
    }
}

//! Running a study: what a store has is not measured again.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use lastknight::Agent;
use lastknight::oracle::Sample;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::effort::{self, Job};
use super::grid::{Axis, Grid};
use super::leg::Leg;
use super::measure::{Measure, MeasureKind};
use super::outcome::Measured;
use super::{
    EffortOf, Extent, InvalidStudy, Study, StudyError, exact, games, halving, mirrors, oracle,
};
use crate::spec::{PLAY_VERSION, hash};
use crate::store::Store;

/// How far a study is.
#[derive(Clone, Debug)]
pub struct StudyProgress<'a> {
    /// The measure that is worked on.
    pub measure: &'a str,
    /// Its number, from 1.
    pub number: usize,
    /// How many measures there are.
    pub of: usize,
    /// The leg of the measure, empty where there is only one.
    pub leg: &'a str,
    /// What is done of it.
    pub done: usize,
    /// How much there is to do.
    pub all: usize,
    /// What is counted.
    pub counted: &'static str,
}

/// Where in a study work is done.
#[derive(Clone, Debug)]
pub(super) struct Place {
    measure: String,
    number: usize,
    of: usize,
}

impl Place {
    pub(super) fn step<'a>(
        &'a self,
        leg: &'a str,
        done: usize,
        all: usize,
        counted: &'static str,
    ) -> StudyProgress<'a> {
        let Self { measure, number, of } = self;
        StudyProgress { measure, number: *number, of: *of, leg, done, all, counted }
    }
}

/// Solved positions, by the positions where their games begin and the seed.
pub(crate) type Samples = HashMap<(String, u64), Sample>;

/// Who runs studies. Solved positions serve all studies that one runner runs.
pub struct Runner<'a> {
    pub(super) store: &'a mut Store,
    pub(super) threads: NonZeroUsize,
    pub(super) stop: &'a AtomicBool,
    pub(super) watch: &'a mut dyn FnMut(&StudyProgress<'_>),
    pub(super) place: Place,
    pub(crate) samples: Samples,
    /// Whether anything was measured that the store did not have.
    pub(super) has_worked: bool,
}

impl<'a> Runner<'a> {
    /// One that keeps everything in a store. The sign to stop ends its work soon.
    pub fn new(
        store: &'a mut Store,
        threads: NonZeroUsize,
        stop: &'a AtomicBool,
        watch: &'a mut dyn FnMut(&StudyProgress<'_>),
    ) -> Self {
        let place = Place { measure: String::new(), number: 0, of: 0 };
        Self { store, threads, stop, watch, place, samples: Samples::new(), has_worked: false }
    }

    /// Measures what is not measured yet. Fewer measurements than the study has come back where it was stopped.
    ///
    /// # Errors
    /// Where the store cannot be used, or the study asks for what there is not, as more openings than a board has.
    pub fn run(&mut self, study: &Study, extent: Extent) -> Result<Vec<Measured>, StudyError> {
        let mut measured = Vec::new();
        self.has_worked = false;
        for (number, measure) in (1..).zip(&study.measures) {
            self.place = Place { measure: measure.name.clone(), number, of: study.measures.len() };
            match self.measure(measure, measure.games(extent)) {
                Ok(Some(result)) => measured.push(result),
                Ok(None) => break,
                Err(StudyError::Invalid(error)) => return Err(error.within(&measure.name).into()),
                Err(error) => return Err(error),
            }
        }
        Ok(measured)
    }

    /// Whether the last study had anything left to measure.
    #[must_use]
    pub fn has_worked(&self) -> bool {
        self.has_worked
    }

    fn measure(&mut self, measure: &Measure, games: usize) -> Result<Option<Measured>, StudyError> {
        let result = match &measure.kind {
            MeasureKind::Games { legs, rows, counts_symmetry } => {
                games::measure(self, legs, rows, *counts_symmetry, games)?
            }
            MeasureKind::Oracle { legs, rows, by } => {
                oracle::measure(self, legs, rows, *by, games)?
            }
            MeasureKind::Halving { leg, search } => halving::measure(self, leg, search, games)?,
            MeasureKind::Effort { legs, rows, of, line } => {
                self.effort(legs, rows, *of, line, games)?
            }
            MeasureKind::Exact { lines } => self.exact(lines)?,
            MeasureKind::Mirrors { boards } => self.mirrors(boards)?,
        };
        let Some((grid, count)) = result else {
            return Ok(None);
        };
        let judged = measure.claims.iter().map(|claim| claim.judge(&grid)).collect();
        let (conditions, is_timed) = measure.kind.conditions(games, grid.counted)?;
        Ok(Some(Measured { grid, judged, conditions, count, is_timed }))
    }

    /// What searches cost along lines of play.
    fn effort(
        &mut self,
        legs: &[Leg],
        rows: &[Axis],
        of: EffortOf,
        line: &Agent,
        lines: usize,
    ) -> Result<Option<(Grid, u64)>, StudyError> {
        let mut costs = Vec::new();
        for leg in legs {
            let lines = leg.count(lines).max(2);
            let tested = rows.iter().map(|row| {
                let agent = leg.agents().iter().find(|(name, _)| *name == row.name);
                let agent = agent.map(|(_, agent)| agent.clone());
                agent.ok_or_else(|| InvalidStudy::LegWithout(row.name.clone()))
            });
            let agents: Vec<Agent> = tested.collect::<Result<_, _>>()?;
            let conditions = &leg.conditions;
            let names = agents.iter().map(|agent| format!("{agent}\n")).collect::<String>();
            let key = format!("effort and moves\n{}\n{lines}\n{line}\n{names}", conditions.hash());
            let walked = self.kept(&key, |runner| {
                let (threads, stop) = (runner.threads, runner.stop);
                let job = Job { agents: &agents, line, conditions, lines, threads, stop };
                let (watch, place) = (&mut *runner.watch, &runner.place);
                Ok(effort::walk(&job, &mut |done| {
                    watch(&place.step(&leg.axis.name, done, lines, "lines"));
                }))
            })?;
            let Some(walked) = walked else {
                return Ok(None);
            };
            costs.push(walked);
        }
        let count = costs.iter().flatten().map(|lines| lines.len() as u64).sum();
        let axes = legs.iter().map(|leg| leg.axis.clone()).collect();
        Ok(Some((effort::grid(&costs, rows, axes, of), count)))
    }

    /// Who wins lines of play.
    fn exact(&mut self, lines: &[(String, String)]) -> Result<Option<(Grid, u64)>, StudyError> {
        let mut solved = Vec::new();
        for (name, line) in lines {
            let line = self.kept(&format!("exact\n{PLAY_VERSION}\n{line}"), |runner| {
                let (watch, place) = (&mut *runner.watch, &runner.place);
                Ok(exact::solve_line(line, runner.threads, runner.stop, &mut |done, all| {
                    watch(&place.step(name, done, all, "positions"));
                })?)
            })?;
            let Some(line) = line else {
                return Ok(None);
            };
            solved.push(line);
        }
        let names: Vec<&str> = lines.iter().map(|(name, _)| name.as_str()).collect();
        let count = solved.iter().map(|line| line.positions).sum();
        Ok(Some((exact::grid(&names, &solved), count)))
    }

    /// Whether mirroring wins.
    fn mirrors(&mut self, boards: &[String]) -> Result<Option<(Grid, u64)>, StudyError> {
        let mut seen = Vec::new();
        for (number, board) in boards.iter().enumerate() {
            (self.watch)(&self.place.step(board, number, boards.len(), "boards"));
            let size = mirrors::board(board)?;
            let board = self.kept(&format!("mirrors\n{PLAY_VERSION}\n{board}"), |runner| {
                Ok(mirrors::look(size, runner.stop))
            })?;
            let Some(board) = board else {
                return Ok(None);
            };
            seen.push(board);
        }
        let names: Vec<&str> = boards.iter().map(String::as_str).collect();
        let count = seen.iter().map(|board| board.positions).sum();
        Ok(Some((mirrors::grid(&names, &seen), count)))
    }

    /// What a store has under a key, or what is measured now and kept there; `None` where that was stopped.
    pub(super) fn kept<T: Serialize + DeserializeOwned>(
        &mut self,
        key: &str,
        measure: impl FnOnce(&mut Self) -> Result<Option<T>, StudyError>,
    ) -> Result<Option<T>, StudyError> {
        let hash = hash(key);
        if let Some(text) = self.store.measurement(&hash)?
            && let Ok(result) = serde_json::from_str(&text)
        {
            return Ok(Some(result));
        }
        self.has_worked = true;
        let Some(result) = measure(self)? else {
            return Ok(None);
        };
        let text = serde_json::to_string(&result).expect("numbers and lists");
        self.store.keep_measurement(&hash, &text)?;
        Ok(Some(result))
    }
}

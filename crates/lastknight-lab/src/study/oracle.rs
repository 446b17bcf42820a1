//! Figures from solved positions: how often agents keep a win.

use std::collections::hash_map::Entry;
use std::slice;
use std::sync::atomic::Ordering;

use lastknight::Agent;
use lastknight::oracle::{Role, Sample, SamplePlan};

use super::file::OracleColumns;
use super::grid::{Axis, Cell, Grid};
use super::leg::Leg;
use super::measure::ALL;
use super::run::{Figures, Reporter, StudyRunner, Unfinished};
use crate::oracle_jobs::answers as test;
use crate::stored_sample;

/// The ply of a critical position, and whether the attacker is to move, if there is one.
type CriticalCase = (usize, Option<bool>);

/// Tests the agents that were not tested yet and returns the figures.
pub(super) fn measure(
    runner: &mut StudyRunner<'_>,
    legs: &[Leg],
    rows: &[Axis],
    by: Option<OracleColumns>,
    positions: usize,
) -> Figures {
    let mut columns: Vec<Axis> = Vec::new();
    let mut cells: Vec<Vec<Option<Cell>>> = vec![Vec::new(); rows.len()];
    let mut count = 0;
    for leg in legs {
        let positions = leg.count(positions);
        let cases = cases(runner, leg, positions)?;
        let bands = bands(&cases, by);
        for (axis, _) in &bands {
            columns.push(match by {
                None => leg.axis.clone(),
                Some(_) if legs.len() == 1 => axis.clone(),
                Some(_) => Axis { name: format!("{}, {}", leg.axis.name, axis.name), x: axis.x },
            });
        }
        for (row, cells) in rows.iter().zip(&mut cells) {
            let Some((_, agent)) = leg.agents().iter().find(|(name, _)| *name == row.name) else {
                cells.extend(bands.iter().map(|_| None));
                continue;
            };
            let kept = answers(runner, leg, positions, agent)?;
            count += kept.len() as u64;
            let percent = |kept: bool| if kept { 100.0 } else { 0.0 };
            for (_, members) in &bands {
                let samples: Vec<f64> = members.iter().map(|&at| percent(kept[at])).collect();
                let count = samples.len() as u64;
                cells.push(Cell::percent(samples, count));
            }
        }
    }
    Ok((Grid::percent("wins kept, %", "positions", rows.to_vec(), columns, cells), count))
}

/// The positions of each column.
fn bands(cases: &[CriticalCase], by: Option<OracleColumns>) -> Vec<(Axis, Vec<usize>)> {
    let all = (Axis::named(ALL), (0..cases.len()).collect::<Vec<_>>());
    let members = |belongs: &dyn Fn(&CriticalCase) -> bool| {
        let members = cases.iter().enumerate().filter(|(_, case)| belongs(case));
        members.map(|(at, _)| at).collect::<Vec<_>>()
    };
    let mut bands = match by {
        None => Vec::new(),
        Some(OracleColumns::Role) => vec![
            (Axis::named("attacker"), members(&|case| case.1 == Some(true))),
            (Axis::named("victim"), members(&|case| case.1 == Some(false))),
        ],
        Some(OracleColumns::Ply) => {
            let last = cases.iter().map(|case| case.0).max().unwrap_or_default();
            let band = |from: usize| {
                let name = format!("{from}-{}", from + BAND - 1);
                let x = Some(from as f64 + (BAND - 1) as f64 / 2.0);
                let belongs = |case: &CriticalCase| (from..from + BAND).contains(&case.0);
                (Axis { name, x }, members(&belongs))
            };
            (0..=last).step_by(BAND).map(band).filter(|(_, members)| !members.is_empty()).collect()
        }
    };
    bands.push(all);
    bands
}

/// The number of plies in a band.
const BAND: usize = 5;

/// What the result for a leg depends on, apart from the agent.
fn key(leg: &Leg, positions: usize) -> String {
    format!("oracle\n{}\n{positions}\n", leg.conditions.hash())
}

/// Returns this number of critical positions.
fn cases(
    runner: &mut StudyRunner<'_>,
    leg: &Leg,
    positions: usize,
) -> Result<Vec<CriticalCase>, Unfinished> {
    runner.stored(&format!("{}cases", key(leg, positions)), |runner| {
        let (sample, _) = grown(runner, leg, positions)?;
        let case = |at: usize| {
            let case = &sample.cases()[at];
            (case.position().ply(), case.role().map(|role| role == Role::Attacker))
        };
        Ok(critical(sample, positions).into_iter().map(case).collect())
    })
}

/// Returns whether an agent keeps the win in each of the critical positions.
fn answers(
    runner: &mut StudyRunner<'_>,
    leg: &Leg,
    positions: usize,
    agent: &Agent,
) -> Result<Vec<bool>, Unfinished> {
    runner.stored(&format!("{}{agent}", key(leg, positions)), |runner| {
        let (workers, stop, leg_name) = (runner.workers.clone(), runner.stop, &leg.axis.name);
        let (sample, reporter) = grown(runner, leg, positions)?;
        let critical = critical(sample, positions);
        let end = critical.last().map_or(0, |last| last + 1);
        let (agent, conditions) = (slice::from_ref(agent), (&leg.conditions).into());
        let kept = test(sample, 0..end, agent, conditions, &workers, stop, &mut |done| {
            reporter.report(leg_name, done, end, "positions");
        })?;
        if stop.load(Ordering::Relaxed) {
            return Err(Unfinished::Stopped);
        }
        Ok(critical.into_iter().map(|at| kept[at][0]).collect())
    })
}

/// The first critical cases of a sample.
fn critical(sample: &Sample, positions: usize) -> Vec<usize> {
    let cases = sample.cases().iter().enumerate().filter(|(_, case)| case.is_critical());
    cases.map(|(at, _)| at).take(positions).collect()
}

/// The sample of a leg, grown to this number of critical positions if there are enough.
fn grown<'a, 'b>(
    runner: &'a mut StudyRunner<'b>,
    leg: &Leg,
    positions: usize,
) -> Result<(&'a Sample, &'a mut Reporter<'b>), Unfinished> {
    let played = &leg.conditions;
    let plan = SamplePlan::new(played.start, played.seed);
    let key = (played.start.to_string(), played.seed);
    let sample = match runner.samples.entry(key) {
        Entry::Occupied(entry) => entry.into_mut(),
        Entry::Vacant(entry) => {
            entry.insert(stored_sample::load(runner.store, plan, &runner.workers)?)
        }
    };
    let (name, reporter) = (&leg.axis.name, &mut runner.reporter);
    let (workers, stop) = (&runner.workers, runner.stop);
    stored_sample::grow(runner.store, sample, positions, workers, stop, &mut |sample| {
        let done = sample.critical().min(positions);
        reporter.report(name, done, positions, "solved positions");
    })?;
    if stop.load(Ordering::Relaxed) { Err(Unfinished::Stopped) } else { Ok((sample, reporter)) }
}

//! Figures from solved positions: who keeps a won position won.

use std::sync::atomic::Ordering;

use lastknight::Agent;
use lastknight::oracle::{self, OracleConditions, Role, Sample, SamplePlan};

use super::StudyError;
use super::file::By;
use super::grid::{Axis, Cell, Grid, Unit};
use super::leg::Leg;
use super::measure::ALL;
use super::run::Runner;

/// The ply of a critical position, and whether the attacker is to move, where that is settled.
type Case = (usize, Option<bool>);

/// Asks who was not asked yet and gives the figures, or `None` where it was stopped.
pub(super) fn measure(
    runner: &mut Runner<'_>,
    legs: &[Leg],
    rows: &[Axis],
    by: Option<By>,
    positions: usize,
) -> Result<Option<(Grid, u64)>, StudyError> {
    let mut columns: Vec<Axis> = Vec::new();
    let mut cells: Vec<Vec<Option<Cell>>> = vec![Vec::new(); rows.len()];
    let mut count = 0;
    for leg in legs {
        let positions = leg.count(positions);
        let Some(cases) = cases(runner, leg, positions)? else {
            return Ok(None);
        };
        let bands = bands(&cases, by);
        for (axis, _) in &bands {
            let is_only = legs.len() == 1 && by.is_some();
            let name = match (is_only, by) {
                (true, _) => axis.name.clone(),
                (_, None) => leg.axis.name.clone(),
                _ => format!("{}, {}", leg.axis.name, axis.name),
            };
            columns.push(Axis { name, x: if by.is_some() { axis.x } else { leg.axis.x } });
        }
        for (row, cells) in rows.iter().zip(&mut cells) {
            let Some((_, agent)) = leg.agents().iter().find(|(name, _)| *name == row.name) else {
                cells.extend(bands.iter().map(|_| None));
                continue;
            };
            let Some(kept) = answers(runner, leg, positions, agent)? else {
                return Ok(None);
            };
            count += kept.len() as u64;
            let percent = |kept: bool| if kept { 100.0 } else { 0.0 };
            for (_, members) in &bands {
                let samples: Vec<f64> = members.iter().map(|&at| percent(kept[at])).collect();
                let count = samples.len() as u64;
                cells.push(Cell::percent(samples, count));
            }
        }
    }
    let grid = Grid {
        unit: Unit::Percent,
        measure: "wins kept, %".to_owned(),
        counted: "positions",
        rows: rows.to_vec(),
        columns,
        cells,
    };
    Ok(Some((grid, count)))
}

/// Which positions belong to each column.
fn bands(cases: &[Case], by: Option<By>) -> Vec<(Axis, Vec<usize>)> {
    let all = (Axis::named(ALL), (0..cases.len()).collect::<Vec<_>>());
    let members = |belongs: &dyn Fn(&Case) -> bool| {
        let members = cases.iter().enumerate().filter(|(_, case)| belongs(case));
        members.map(|(at, _)| at).collect::<Vec<_>>()
    };
    let mut bands = match by {
        None => Vec::new(),
        Some(By::Role) => vec![
            (Axis::named("attacker"), members(&|case| case.1 == Some(true))),
            (Axis::named("victim"), members(&|case| case.1 == Some(false))),
        ],
        Some(By::Ply) => {
            let last = cases.iter().map(|case| case.0).max().unwrap_or_default();
            let band = |from: usize| {
                let name = format!("{from}-{}", from + BAND - 1);
                let x = Some(from as f64 + (BAND - 1) as f64 / 2.0);
                let belongs = |case: &Case| (from..from + BAND).contains(&case.0);
                (Axis { name, x }, members(&belongs))
            };
            (0..=last).step_by(BAND).map(band).filter(|(_, members)| !members.is_empty()).collect()
        }
    };
    bands.push(all);
    bands
}

/// Plies of a band.
const BAND: usize = 5;

/// What a measurement of a leg follows from besides the agent.
fn key(leg: &Leg, positions: usize) -> String {
    format!("oracle\n{}\n{positions}\n", leg.conditions.hash())
}

/// Solves positions until so many are critical, unless it is known which they are.
fn cases(
    runner: &mut Runner<'_>,
    leg: &Leg,
    positions: usize,
) -> Result<Option<Vec<Case>>, StudyError> {
    runner.kept(&format!("{}cases", key(leg, positions)), |runner| {
        let Some(sample) = grown(runner, leg, positions) else {
            return Ok(None);
        };
        let case = |case: &oracle::SolvedCase| {
            let role = case.role().map(|role| role == Role::Attacker);
            (case.position().ply(), role)
        };
        let critical = sample.cases().iter().filter(|case| case.is_critical());
        Ok(Some(critical.take(positions).map(case).collect()))
    })
}

/// Whether an agent keeps the win in each of the critical positions.
fn answers(
    runner: &mut Runner<'_>,
    leg: &Leg,
    positions: usize,
    agent: &Agent,
) -> Result<Option<Vec<bool>>, StudyError> {
    runner.kept(&format!("{}{agent}", key(leg, positions)), |runner| {
        let (threads, stop) = (runner.threads, runner.stop);
        let Some(sample) = grown(runner, leg, positions) else {
            return Ok(None);
        };
        let conditions = OracleConditions::new(leg.conditions.control(stop)).threads(threads);
        let critical = |(at, case): (usize, &oracle::SolvedCase)| case.is_critical().then_some(at);
        let critical = sample.cases().iter().enumerate().filter_map(critical);
        let critical: Vec<usize> = critical.take(positions).collect();
        let end = critical.last().map_or(0, |last| last + 1);
        let kept = sample.answers(0..end, std::slice::from_ref(agent), &conditions);
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        Ok(Some(critical.into_iter().map(|at| kept[at][0]).collect()))
    })
}

/// The sample of a leg with so many critical positions, or as many as there are.
fn grown<'a>(runner: &'a mut Runner<'_>, leg: &Leg, positions: usize) -> Option<&'a Sample> {
    let played = &leg.conditions;
    let conditions = OracleConditions::new(played.control(runner.stop)).threads(runner.threads);
    let plan = SamplePlan::new(played.start, played.seed);
    let key = (played.start.to_string(), played.seed);
    let sample = runner.samples.entry(key).or_insert_with(|| Sample::new(plan));
    while sample.step(positions, &conditions) {
        (runner.watch)(&runner.place.step(
            &leg.axis.name,
            sample.critical(),
            positions,
            "solved positions",
        ));
    }
    (!runner.stop.load(Ordering::Relaxed)).then_some(sample)
}

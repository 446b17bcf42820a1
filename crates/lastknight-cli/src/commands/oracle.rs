//! `lastknight oracle`: how often agents keep a won position won.

mod summary;

use std::sync::atomic::Ordering;
use std::time::Instant;

use lastknight::oracle::{OracleConditions, Sample, SamplePlan};
use lastknight::{Agent, Control, Position};

use crate::cli::{DEFAULT_LIMITS, OracleArgs};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{input, interrupt, output};
use summary::OracleSummary;

pub(crate) fn run(args: &OracleArgs) -> Result<(), Failure> {
    let words = [args.board.clone()];
    let (start, constants) = input::game_and_constants(&words, args.constants.path())?;
    let plan = plan(args, *start.position())?;
    let agents = args.agents.iter().map(|text| input::agent(text, &constants));
    let agents: Vec<Agent> = agents.collect::<Result<_, _>>()?;
    let stop = interrupt::stop_flag()?;
    let control = Control::from(args.limits.or(DEFAULT_LIMITS));
    let control = control.clock(args.limits.clock()).checkpoint(stop);
    let conditions = OracleConditions::new(control).threads(args.threads);
    let begin = Instant::now();
    let mut sample = Sample::new(plan);
    let kept = test(&mut sample, args.positions, &agents, &conditions);
    let is_short = sample.critical() < args.positions && !sample.is_exhausted();
    let summary = OracleSummary {
        sample: &sample,
        agents: &agents,
        kept: &kept,
        conditions: &conditions,
        is_stopped: stop.load(Ordering::Relaxed) && (is_short || kept.len() < sample.cases().len()),
        seconds: begin.elapsed().as_secs_f64(),
    };
    output::result(args.json, || summary.json(), || summary.text())
}

fn plan(args: &OracleArgs, start: Position) -> Result<SamplePlan, Failure> {
    if let Some(winner) = start.winner() {
        return Err(Failure::Input(format!("board: the game is over, {winner} has won")));
    }
    let mut plan = SamplePlan::new(start, args.seed);
    if let Some(plies) = &args.plies {
        let (first, area) = (start.ply(), start.size().area());
        if *plies.end() < first || *plies.start() >= area {
            let why = format!("plies: this board has plies {first} to {}", area - 1);
            return Err(Failure::Input(why));
        }
        plan.plies = plies.clone();
    }
    Ok(plan)
}

/// Samples and tests positions until enough are critical. Returns for each whether each agent keeps the win.
fn test(
    sample: &mut Sample,
    critical: usize,
    agents: &[Agent],
    conditions: &OracleConditions<'_>,
) -> Vec<Vec<bool>> {
    let progress = Progress::start();
    let mut kept = Vec::new();
    let mut is_more = true;
    while is_more {
        is_more = sample.step(critical, conditions);
        kept.extend(sample.answers(kept.len()..sample.cases().len(), agents, conditions));
        progress.show(sample.critical(), critical, || {
            let (solved, hard) = (sample.cases().len(), sample.too_hard().len());
            format!(", {solved} solved, {hard} too hard")
        });
    }
    progress.finish();
    kept
}

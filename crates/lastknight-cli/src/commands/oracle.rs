//! `lastknight oracle`: how often agents keep a won position won.

mod summary;

use std::sync::atomic::Ordering;
use std::time::Instant;

use lastknight::oracle::{OracleConditions, SamplePlan};
use lastknight::{Agent, Control, Position};

use super::laboratory::session;
use crate::cli::{DEFAULT_LIMITS, OracleArgs};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{host, input, interrupt, output};
use summary::OracleSummary;

/// The number of positions that agents are tested on between two reports of progress.
const CHUNK: usize = 200;

pub(crate) fn run(args: &OracleArgs) -> Result<(), Failure> {
    let words = [args.board.clone()];
    let (start, constants) = input::game_and_constants(&words, args.constants.path())?;
    let plan = plan(args, *start.position())?;
    let agents = args.agents.iter().map(|text| input::agent(text, &constants));
    let agents: Vec<Agent> = agents.collect::<Result<_, _>>()?;
    host::check_programs(&agents, &start)?;
    let stop = interrupt::stop_flag()?;
    let control = Control::from(args.limits.or(DEFAULT_LIMITS));
    let control = control.clock(args.limits.clock()).checkpoint(stop);
    let conditions = OracleConditions::new(control).threads(args.threads);
    let mut session = session(args.out.as_deref(), args.threads)?;
    let (begin, progress, wanted) = (Instant::now(), Progress::start(), args.positions);
    let mut kept = Vec::new();
    let sample = session.sample(plan, wanted, &conditions, &mut |sample| {
        let count = sample.cases_until(wanted);
        while kept.len() < count {
            let (tested, next) = (kept.len(), count.min(kept.len() + CHUNK));
            kept.extend(sample.answers(tested..next, &agents, &conditions));
            if kept.len() < next {
                return;
            }
            // Positions that are stored already are not all tested yet.
            let done = sample.cases()[..next].iter().filter(|case| case.is_critical()).count();
            progress.show(done, wanted, || {
                let (solved, hard) = (sample.cases().len(), sample.too_hard().len());
                format!(", {solved} solved, {hard} too hard")
            });
        }
    })?;
    progress.finish();
    let is_short = sample.critical() < wanted && !sample.is_exhausted();
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

//! `lastknight oracle`: how often agents keep a won position won.

mod summary;

use lastknight::oracle::SamplePlan;
use lastknight::{Agent, Position};
use lastknight_lab::SessionProgress;

use super::laboratory::session;
use crate::cli::{DEFAULT_LIMITS, OracleArgs};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{host, input, output};
use summary::OracleText;

pub(crate) fn run(args: &OracleArgs) -> Result<(), Failure> {
    let words = [args.board.clone()];
    let (start, constants) = input::game_and_constants(&words, args.constants.path())?;
    let plan = plan(args, *start.position())?;
    let agents = args.agents.iter().map(|text| input::agent(text, &constants));
    let agents: Vec<Agent> = agents.collect::<Result<_, _>>()?;
    host::check_programs(&agents, &start)?;
    let limits = (args.limits.or(DEFAULT_LIMITS), args.limits.clock());
    let mut session = session(args.out.as_deref(), args.threads, Some(&args.fleet))?;
    let progress = Progress::start();
    let result = session.oracle(&plan, args.positions, agents, limits, &mut |step| {
        if let SessionProgress::Sample { done, all, solved, too_hard } = step {
            progress.show(*done, *all, || format!(", {solved} solved, {too_hard} too hard"));
        }
    })?;
    progress.finish();
    output::result(args.json, || result.json(), || OracleText(&result).text())
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

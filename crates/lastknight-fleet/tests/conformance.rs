//! Every kind of work gives the same results on threads and on fleets of any size.

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lastknight::oracle::SamplePlan;
use lastknight::solve::openings::{Opening, OpeningEntry};
use lastknight::{Agents, Clock, Constants, Limits, Size};
use lastknight_lab::study::{Extent, Study};
use lastknight_lab::tune::{Cmaes, Method, Space, Spsa, Template, TunePlan};
use lastknight_lab::{Fleet, OpeningsEvent, OpeningsSolver, Session, Workers};

use crate::fleet::{self, coordinator, games, spec};
use crate::nats_server::NatsServer;

/// A measurement of every kind.
const STUDY: &str = r#"
title = "Every kind"
question = "Does it run?"
source = "ours"

[[measures]]
name = "games"
title = "Games"
games = 8
depth = 1
agents = ["alphabeta(improved)", "greedy"]
field = ["alphabeta(open)"]
legs = [{ board = "5x5" }, { board = "5x6", depth = 2, share = 0.5 }]

[[measures]]
name = "oracle"
title = "Solved positions"
kind = "oracle"
games = 20
board = "5x5"
depth = 1
agents = ["greedy", "random"]

[[measures]]
name = "search"
title = "The best weight"
kind = "halving"
games = 4
board = "5x5"
depth = 1
field = ["random"]
agent = "alphabeta(weighted({c}))"
parameters = ["c=1 in 0..4 step 1"]
points = [[1], [2]]
halvings = 1

[[measures]]
name = "cost"
title = "Nodes"
kind = "effort"
of = "nodes"
games = 6
board = "5x5"
depth = 3
line = "alphabeta(improved, depth=2)"
agents = ["minimax(improved)", "alphabeta(improved)"]

[[measures]]
name = "exact"
title = "Winners"
kind = "exact"
lines = [{ name = "all", line = "4x4 moves * *" }, { name = "one", line = "5x5" }]

[[measures]]
name = "positions"
title = "Positions"
kind = "positions"
games = 10
board = "5x5"
openings = 2
line = "alphabeta(improved, depth=2, ties=random)"
cases = [{ name = "any" }, { name = "few", when = "n <= 1" }]

[[measures]]
name = "mirrors"
title = "Mirrors"
kind = "mirrors"
boards = ["3x3", "4x4"]
"#;

fn tune_plan(method: Method) -> TunePlan {
    let parameter = "c=1 in 0..4 step 2".parse().expect("a parameter");
    let space = Space::new(vec![parameter]).expect("a space");
    let text = "greedy(\"n - {c}*n'\", ties=random)";
    let template = Template::parse(text, &space).expect("a template");
    let spec = spec("board = '5x5'\ngames = 8\nseed = 5\nagents = ['greedy', 'random']");
    TunePlan {
        text: text.to_owned(),
        template,
        agents: Agents::builtin(),
        constants: Constants::NONE,
        space,
        method,
        field: spec.entrants().iter().map(|entrant| entrant.agent.clone()).collect(),
        conditions: spec.conditions().clone(),
        pairs: spec.pairs(),
        retest: 6,
    }
}

/// Does some work of every kind and writes down what comes out.
fn work(session: Session<'_>, workers: &Workers) -> String {
    let mut session = session;
    let mut text = String::new();
    let tournament = spec(
        "games = 20\nboard = '6x6'\nnodes = 300\noracle = 15\nseed = 3\n\
         agents = ['alphabeta(improved)', 'mcts', 'random', { name = 'copy', agent = 'random' }, 'engine']",
    );
    let mut run = session.begin(&tournament).expect("a run");
    assert!(session.play(&mut run, &mut |_| {}).expect("an end").is_complete);
    for game in games(session.store(), &run) {
        writeln!(text, "{game}").expect("room");
    }
    let report = session.report(&run).expect("a report");
    writeln!(text, "{:?}", report.games()).expect("room");

    // A sequential test ends at the same pair, whoever was faster.
    let test = spec(
        "format = 'match'\nsprt = [0, 30]\nboard = '6x6'\nnodes = 200\n\
         agents = ['alphabeta(improved)', 'alphabeta(open)']",
    );
    let mut run = session.begin(&test).expect("a run");
    let end = session.play(&mut run, &mut |_| {}).expect("an end");
    assert!(end.is_complete);
    writeln!(text, "sprt after {} pairs", run.pairs()).expect("room");
    for game in games(session.store(), &run) {
        writeln!(text, "{game}").expect("room");
    }

    let plan = SamplePlan::new("5x5".parse().expect("a board"), 4);
    let agents = ["greedy", "random", "alphabeta(improved)"];
    let agents = agents.map(|text| text.parse().expect("an agent")).to_vec();
    let limits = (Limits::depth(2), Clock::Wall);
    let result = session.oracle(&plan, 40, agents, limits, &mut |_| {}).expect("a result");
    writeln!(text, "{:?} {:?}", result.sample.state(), result.kept).expect("room");

    let study = Study::parse("every", STUDY).expect("a study");
    let result = session.study(&study, Extent::Normal, "", &mut |_| {}).expect("figures");
    assert_eq!(result.measured.len(), 7);
    for measured in &result.measured {
        let grid = format!("{:?}", measured.grid);
        writeln!(text, "{} {grid}", measured.count).expect("room");
    }

    for method in [
        Method::Spsa(Spsa { iterations: 6, ..Spsa::default() }),
        Method::Cmaes(Cmaes { generations: 2, population: Some(4), ..Cmaes::default() }),
    ] {
        let result = session.tune(&tune_plan(method), &mut |_| {}).expect("a result");
        writeln!(text, "{:?} {:?} {:?}", result.winner, result.rounds, result.retest)
            .expect("room");
    }

    for limits in [Limits::NONE, Limits::nodes(50)] {
        let size: Size = "5x4".parse().expect("a size");
        let solver = OpeningsSolver { size, limits, clock: Clock::Wall, megabytes: 16 };
        let mut entries: Vec<OpeningEntry> = Vec::new();
        let stop = AtomicBool::new(false);
        let solved = solver.solve(&Opening::all(size), workers, &stop, &mut |event| {
            if let OpeningsEvent::Entry(entry) = event {
                entries.push(entry);
            }
            ControlFlow::Continue(())
        });
        solved.expect("winners");
        entries.sort_by_key(|entry| entry.opening);
        writeln!(text, "{entries:?}").expect("room");
    }
    text
}

fn on_threads(threads: usize) -> String {
    let threads = NonZeroUsize::new(threads).expect("a thread");
    let session = Session::in_memory().expect("a session").threads(threads);
    work(session, &threads.into())
}

fn on_fleet(workers: usize) -> String {
    let server = NatsServer::start();
    let coordinator = coordinator(&server.url(), "all", 0.1);
    let fleet = Arc::clone(&coordinator) as Arc<dyn Fleet>;
    let _workers = fleet::Workers::start(&server.url(), "all", workers);
    let session = Session::in_memory().expect("a session").fleet(Arc::clone(&fleet));
    let text = work(session, &fleet.into());
    let status = coordinator.status();
    assert_eq!(status.workers.len(), workers);
    assert!(status.workers.iter().all(|worker| worker.reason.is_none()), "{status:?}");
    assert!(status.tasks.verified > 0, "{status:?}");
    text
}

#[test]
fn threads_and_fleets_do_the_same() {
    let one = on_threads(1);
    for threads in [2, 8] {
        assert_eq!(on_threads(threads), one, "{threads} threads");
    }
    for workers in [1, 2, 8] {
        assert_eq!(on_fleet(workers), one, "{workers} workers");
    }
}

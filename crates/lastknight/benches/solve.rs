//! How fast the solver is, and what each of its techniques gains. Prints the tables of
//! docs/solver.md.
//!
//! `cargo bench --bench solve` prints them all; names of parts after `--` print only those:
//! `cargo bench --bench solve -- openings techniques`.

#![expect(clippy::print_stdout, reason = "a program that prints its result")]

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use lastknight::control::Limits;
use lastknight::solve::{Question, Solution, Solver, SolverSettings, Span, Techniques};
use lastknight::{Agent, Game, Position, Random, Size, Square};

/// Every part and its name.
const PARTS: [(&str, fn()); 5] = [
    ("openings", openings),
    ("threads", threads),
    ("large", large),
    ("late", late),
    ("techniques", techniques),
];

fn main() {
    // Cargo adds flags of its own.
    let asked: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    for (name, print) in PARTS {
        if asked.is_empty() || asked.iter().any(|asked| asked == name) {
            print();
        }
    }
}

/// Returns who wins, and the CPU time of all threads.
fn solve(
    position: &Position,
    mut settings: SolverSettings,
    limits: Limits,
) -> (Solution, Duration) {
    let start = ProcessTime::now();
    settings.tablebase = false;
    let solution = Solver::new(settings).solve(position, Question::Winner, limits);
    (solution, start.elapsed())
}

/// The pairs of placements up to symmetry.
fn placements(size: Size) -> Vec<Position> {
    let start = Position::new(size);
    let second = |first| {
        let next = start.play_unchecked(first);
        next.placements().into_iter().map(move |to| next.play_unchecked(to))
    };
    start.placements().into_iter().flat_map(second).collect()
}

/// Positions of decent play on a board: by games of a search of depth 3 after random placements.
fn decent(size: &str, ply: usize, count: usize) -> Vec<Position> {
    let start = Position::new(size.parse().expect("a size"));
    let agent: Agent = "alphabeta(improved, depth=3, ties=random)".parse().expect("an agent");
    let game = |seed: u64| {
        let mut random = Random::numbered(ply as u64, seed);
        let mut player = agent.player(seed);
        let mut position = start;
        for played in 0..ply {
            let moves: Vec<Square> = position.legal_moves().into_iter().collect();
            let any = random.pick(&moves)?;
            let to = if played < 4 {
                any
            } else {
                player.choose_at(&position, Limits::depth(3)).ok()?.best()?
            };
            position = position.play_unchecked(to);
        }
        position.winner().is_none().then_some(position)
    };
    (0..).filter_map(game).take(count).collect()
}

fn seconds(time: Duration) -> f64 {
    time.as_secs_f64()
}

fn millions(nodes: u64) -> f64 {
    nodes as f64 / 1e6
}

/// Every opening of 7x7.
fn openings() {
    let mut times = Vec::new();
    let (mut nodes, mut won) = (0, 0);
    for position in placements(Size::STANDARD) {
        let (solution, time) = solve(&position, SolverSettings::default(), Limits::NONE);
        times.push(time);
        nodes += solution.nodes;
        won += usize::from(solution.wins == Some(true));
    }
    times.sort();
    let all: Duration = times.iter().sum();
    let slowest = times.last().copied().unwrap_or_default();
    println!(
        "{} openings of 7x7, {won} won by White: {:.1} M nodes, {:.2} s of CPU time, {:.1} M nodes/s",
        times.len(),
        millions(nodes),
        seconds(all),
        millions(nodes) / seconds(all),
    );
    println!(
        "median {:.1} ms, slowest {:.1} ms\n",
        1e3 * seconds(times[times.len() / 2]),
        1e3 * seconds(slowest)
    );
}

/// Two threads against one, in turns.
fn threads() {
    println!("| position | threads | nodes | seconds | times as fast |\n|---|---:|---:|---:|---:|");
    for text in ["7x7 moves a1 b1", "7x7 moves d1 d3", "7x9 moves a1 d5"] {
        let position = *text.parse::<Game>().expect("a game").position();
        let mut single = f64::INFINITY;
        for threads in [1, 2, 4].map(|threads| NonZeroUsize::new(threads).expect("not zero")) {
            let settings = SolverSettings { threads, ..SolverSettings::default() };
            let run = || {
                let start = Instant::now();
                let (solution, _) = solve(&position, settings.clone(), Limits::NONE);
                (seconds(start.elapsed()), solution.nodes)
            };
            let (time, nodes) =
                (0..3).map(|_| run()).min_by(|a, b| a.0.total_cmp(&b.0)).expect("three runs");
            if threads.get() == 1 {
                single = time;
            }
            println!(
                "| {text} | {threads} | {:.2} M | {time:.3} | {:.2} |",
                millions(nodes),
                single / time
            );
        }
    }
    println!();
}

/// Openings of 7x9.
fn large() {
    println!("| opening of 7x9 | White | nodes | CPU time |\n|---|---|---:|---:|");
    for moves in ["a1 d5", "c4 d5", "d5 c5"] {
        let game: Game = format!("7x9 moves {moves}").parse().expect("a game");
        let (solution, time) = solve(game.position(), SolverSettings::default(), Limits::NONE);
        let verdict = if solution.wins == Some(true) { "wins" } else { "loses" };
        println!(
            "| {moves} | {verdict} | {:.1} M | {:.1} s |",
            millions(solution.nodes),
            seconds(time)
        );
    }
    println!();
}

/// Positions of decent play on larger boards.
fn late() {
    println!("| positions | count | median nodes | 90 % | 95 % | most | within 1 s |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    for (size, ply) in [("9x9", 22), ("9x9", 26), ("11x9", 36), ("11x9", 40)] {
        let mut nodes = Vec::new();
        let mut in_time = 0;
        for position in decent(size, ply, 100) {
            let limits = Limits::time(Duration::from_secs(20));
            let (solution, time) = solve(&position, SolverSettings::default(), limits);
            nodes.push(solution.nodes);
            in_time += usize::from(solution.wins.is_some() && time <= Duration::from_secs(1));
        }
        nodes.sort_unstable();
        let at = |percent: usize| millions(nodes[(nodes.len() - 1) * percent / 100]);
        println!(
            "| {size} at ply {ply} | {} | {:.2} M | {:.2} M | {:.2} M | {:.2} M | {in_time} % |",
            nodes.len(),
            at(50),
            at(90),
            at(95),
            at(100),
        );
    }
    println!();
}

/// A change to a techniques, and its name.
type Change = (&'static str, fn(&mut Techniques, Size));

/// The techniques that the plans of all boards use, each switched off, and the others switched on.
const CHANGES: [Change; 14] = [
    ("as usual", |_, _| {}),
    ("no mirror rule", |techniques, _| techniques.mirrored = 0),
    ("no look ahead", |techniques, _| techniques.look_ahead = false),
    ("no far order", |techniques, _| techniques.far_order = Span::NEVER),
    ("no order by territories", |techniques, _| techniques.territory_order = Span::NEVER),
    ("no order of the victim's moves", |techniques, _| techniques.victim_order = Span::NEVER),
    ("no order at all", |techniques, _| {
        techniques.victim_order = Span::NEVER;
        techniques.attacker_order = Span::NEVER;
    }),
    ("orders everywhere", |techniques, _| {
        techniques.victim_order = Span::ALWAYS;
        techniques.attacker_order = Span::ALWAYS;
    }),
    ("territories from two thirds open", |techniques, size| {
        techniques.territory_order = Span::from(size.area() as u32 * 2 / 3);
    }),
    ("apart everywhere", |techniques, _| techniques.apart = Span::ALWAYS),
    ("bounds where half is open", |techniques, size| {
        techniques.bounds = Span { least: size.area() as u32 / 4, most: size.area() as u32 / 2 };
    }),
    ("table", |techniques, size| techniques.table = table_span(size)),
    ("table, unreachable squares left out", |techniques, size| {
        techniques.table = table_span(size);
        techniques.normalize = true;
    }),
    ("table, symmetric and so", |techniques, size| {
        techniques.table = table_span(size);
        techniques.normalize = true;
        techniques.symmetric = true;
    }),
];

/// Where a table is looked into.
fn table_span(size: Size) -> Span {
    Span::from(size.area() as u32 / 2)
}

fn techniques() {
    let tenth = |positions: Vec<Position>| positions.into_iter().step_by(10).collect();
    let sets: [(&str, Vec<Position>); 4] = [
        ("a tenth of the openings of 7x7", tenth(placements(Size::STANDARD))),
        ("7x9 at ply 12", decent("7x9", 12, 10)),
        ("9x9 at ply 24", decent("9x9", 24, 20)),
        ("11x9 at ply 38", decent("11x9", 38, 20)),
    ];
    for (name, positions) in sets {
        println!("| {name} | nodes | time | unsolved |\n|---|---:|---:|---:|");
        let size = positions[0].size();
        let mut usual = None;
        for (change, apply) in CHANGES {
            let mut techniques = Techniques::of(size);
            apply(&mut techniques, size);
            let settings = SolverSettings {
                techniques: Some(techniques),
                megabytes: 64,
                ..SolverSettings::default()
            };
            let (mut nodes, mut time, mut unsolved) = (0, 0.0, 0);
            for position in &positions {
                let limits = Limits::nodes(20_000_000);
                let (solution, spent) = solve(position, settings.clone(), limits);
                nodes += solution.nodes;
                time += seconds(spent);
                unsolved += usize::from(solution.wins.is_none());
            }
            let (all_nodes, all_time) = *usual.get_or_insert((nodes as f64, time));
            println!(
                "| {change} | {:.2} | {:.2} | {unsolved} |",
                nodes as f64 / all_nodes,
                time / all_time
            );
        }
        let (nodes, time) = usual.expect("the techniques was run");
        println!("\nas usual: {:.2} M nodes, {time:.2} s\n", nodes / 1e6);
    }
}

//! `lastknight perft`: counts of games.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use lastknight::Position;
use lastknight::perft::{Division, PerftCase, divide};
use serde::Serialize;

use crate::cli::PerftArgs;
use crate::failure::Failure;
use crate::input;
use crate::output::{self, grouped};
use crate::progress::Progress;

pub(crate) fn run(args: &PerftArgs) -> Result<(), Failure> {
    match (&args.check, args.depth) {
        (Some(_), Some(0)) => Err(Failure::Input(
            "with --check, DEPTH is at least 1: no file counts depth 0".to_owned(),
        )),
        (Some(file), most) => check(args, file, most.unwrap_or(u32::MAX)),
        (None, Some(depth)) => count(args, depth),
        (None, None) => unreachable!("the command line requires a depth here"),
    }
}

#[derive(Serialize)]
struct Counted {
    position: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<CountedMove>>,
}

#[derive(Serialize)]
struct CountedMove {
    to: String,
    nodes: u64,
}

fn count(args: &PerftArgs, depth: u32) -> Result<(), Failure> {
    let game = input::game(std::slice::from_ref(&args.position))?;
    let position = game.position();
    let begin = Instant::now();
    let division = divide_with_progress(args, position, depth);
    let seconds = begin.elapsed().as_secs_f64();
    let moves: Vec<CountedMove> = division
        .moves
        .iter()
        .map(|&(to, nodes)| CountedMove { to: position.size().name(to).to_string(), nodes })
        .collect();

    if args.json {
        return output::json(&Counted {
            position: position.to_string(),
            depth,
            nodes: division.nodes,
            seconds,
            moves: args.divide.then_some(moves),
        });
    }
    let mut out = output::stdout();
    if args.divide {
        let width = grouped(division.nodes).len();
        for CountedMove { to, nodes } in moves {
            writeln!(out, "{to:<5} {:>width$}", grouped(nodes))?;
        }
    }
    let nodes = grouped(division.nodes);
    write!(out, "perft {depth} of {position}: {nodes} in {seconds:.3} s")?;
    // Shorter counts tell nothing of the speed.
    if seconds >= 0.001 {
        write!(out, " ({:.0} M/s)", division.nodes as f64 / seconds / 1e6)?;
    }
    writeln!(out)?;
    Ok(out.flush()?)
}

/// Counts, and shows how far the count is once it takes a while.
fn divide_with_progress(args: &PerftArgs, position: &Position, depth: u32) -> Division {
    let progress = Progress::start();
    let division = divide(position, depth, args.threads, &|done, all| {
        progress.show(done, all, String::new);
        ControlFlow::Continue(())
    });
    progress.finish();
    division.expect("a count that nobody gives up")
}

#[derive(Serialize)]
struct Checked {
    checked: usize,
    failed: Vec<FailedCount>,
}

#[derive(Serialize)]
struct FailedCount {
    line: usize,
    position: String,
    depth: u32,
    expected: u64,
    nodes: u64,
}

/// Counts what a file says, line by line.
fn check(args: &PerftArgs, file: &Path, most: u32) -> Result<(), Failure> {
    let cases = read_cases(file)?;
    let mut result = Checked { checked: 0, failed: Vec::new() };
    // The verdict is due even where nobody reads the lines.
    let mut printed = Ok(());
    let mut print = |line: &str| {
        if !args.json && printed.is_ok() {
            printed = output::text_line(line);
        }
    };
    for (line, case) in cases {
        let position = case.position.to_string();
        let failed_before = result.failed.len();
        let mut depths = 0;
        for (depth, &expected) in (1..=most).zip(&case.counts) {
            depths = depth;
            result.checked += 1;
            let nodes = divide_with_progress(args, &case.position, depth).nodes;
            if nodes != expected {
                let (right, wrong) = (grouped(expected), grouped(nodes));
                print(&format!(
                    "WRONG {position} depth {depth}: {right} expected, {wrong} counted"
                ));
                let position = position.clone();
                result.failed.push(FailedCount { line, position, depth, expected, nodes });
            }
        }
        if result.failed.len() == failed_before {
            print(&format!("ok    {position} to depth {depths}"));
        }
    }
    print(&format!("{} counts checked, {} wrong", result.checked, result.failed.len()));
    if args.json {
        printed = output::json(&result);
    }
    if result.failed.is_empty() { printed } else { Err(Failure::Check) }
}

/// The cases of a file and their lines. All are read before the first is counted, so that a mistake
/// at the file's end shows at once.
fn read_cases(file: &Path) -> Result<Vec<(usize, PerftCase)>, Failure> {
    let text = input::read(file)?;
    let mut cases = Vec::new();
    for (line, case) in PerftCase::read(&text) {
        let case = case.map_err(|error| {
            Failure::input(&input::shown(file), format!("line {line}: {error}"))
        })?;
        cases.push((line, case));
    }
    if cases.is_empty() {
        return Err(Failure::input(&input::shown(file), "no line to check"));
    }
    Ok(cases)
}

//! `lastknight perft`: counts of move sequences.

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
        (Some(_), Some(0)) => {
            Err(Failure::Input("with --check, DEPTH must be at least 1".to_owned()))
        }
        (Some(file), most) => check(args, file, most.unwrap_or(u32::MAX)),
        (None, depth) => count(args, depth.expect("required by the command line")),
    }
}

#[derive(Serialize)]
struct PerftJson {
    position: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<PerftMoveJson>>,
}

#[derive(Serialize)]
struct PerftMoveJson {
    to: String,
    nodes: u64,
}

fn count(args: &PerftArgs, depth: u32) -> Result<(), Failure> {
    let game = input::game(std::slice::from_ref(&args.position))?;
    let position = game.position();
    let begin = Instant::now();
    let division = divide_with_progress(args, position, depth);
    let seconds = begin.elapsed().as_secs_f64();
    let counted = |&(to, nodes)| PerftMoveJson { to: position.size().name(to).to_string(), nodes };
    let moves: Vec<PerftMoveJson> = division.moves.iter().map(counted).collect();

    if args.json {
        return output::json(&PerftJson {
            position: position.to_string(),
            depth,
            nodes: division.nodes,
            seconds,
            moves: args.divide.then_some(moves),
        });
    }
    let nodes = grouped(division.nodes);
    let mut text = String::new();
    for PerftMoveJson { to, nodes: count } in moves.iter().filter(|_| args.divide) {
        text += &format!("{to:<5} {:>1$}\n", grouped(*count), nodes.len());
    }
    text += &format!("perft {depth} of {position}: {nodes} in {seconds:.3} s");
    // The speed of shorter counts means nothing.
    if seconds >= 0.001 {
        text += &format!(" ({:.0} M/s)", division.nodes as f64 / seconds / 1e6);
    }
    output::text_line(&text)
}

fn divide_with_progress(args: &PerftArgs, position: &Position, depth: u32) -> Division {
    let progress = Progress::start();
    let division = divide(position, depth, args.threads, &|done, all| {
        progress.show(done, all, String::new);
        ControlFlow::Continue(())
    });
    progress.finish();
    division.expect("a count that is never stopped")
}

#[derive(Serialize)]
struct PerftCheckJson {
    checked: usize,
    failed: Vec<FailedCountJson>,
}

#[derive(Serialize)]
struct FailedCountJson {
    line: usize,
    position: String,
    depth: u32,
    expected: u64,
    nodes: u64,
}

fn check(args: &PerftArgs, file: &Path, most: u32) -> Result<(), Failure> {
    let cases = read_cases(file)?;
    let mut result = PerftCheckJson { checked: 0, failed: Vec::new() };
    // The exit code is due even if the output is closed.
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
                result.failed.push(FailedCountJson { line, position, depth, expected, nodes });
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

/// Reads the cases of a file and their lines before any is counted, so that mistakes show at once.
fn read_cases(file: &Path) -> Result<Vec<(usize, PerftCase)>, Failure> {
    let failure = |why: &str| Failure::input(&input::shown(file), why);
    let mut cases = Vec::new();
    for (line, case) in PerftCase::read(&input::read(file)?) {
        let case = case.map_err(|error| failure(&format!("line {line}: {error}")))?;
        cases.push((line, case));
    }
    if cases.is_empty() { Err(failure("no lines to check")) } else { Ok(cases) }
}

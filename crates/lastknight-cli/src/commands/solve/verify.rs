//! Solves the openings of a table again.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use lastknight::Random;
use lastknight::solve::openings::{Opening, OpeningEntry, OpeningsTable};
use lastknight_lab::{OpeningsEvent, StoreError};
use serde::Serialize;

use super::openings_solver;
use crate::cli::{SolveArgs, cores};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{input, interrupt, output};

pub(super) fn run(args: &SolveArgs, file: &Path) -> Result<(), Failure> {
    let table = match OpeningsTable::read(&input::read(file)?) {
        Ok(table) => table,
        Err(error) if error.problem.is_false_claim() => {
            return refuse(args, &format!("{}: {error}", input::shown(file)));
        }
        Err(error) => return Err(Failure::input(&input::shown(file), error)),
    };
    let openings = chosen(&table, args);
    let (stop, threads) = (interrupt::stop_flag()?, args.threads.unwrap_or_else(cores));
    let solver = openings_solver(args, table.size(), threads)?;
    let begin = Instant::now();
    let progress = Progress::start();
    let mut found = Vec::new();
    let solved = solver.solve(&openings, &threads.into(), stop, &mut |event| {
        if let OpeningsEvent::Entry(entry) = event {
            found.push(entry);
        }
        progress.show(found.len(), openings.len(), String::new);
        ControlFlow::Continue(())
    });
    solved.map_err(StoreError::from)?;
    progress.finish();
    found.sort_by_key(|entry| entry.opening);
    let seconds = begin.elapsed().as_secs_f64();
    let checked = Verification::of(&table, openings.len(), &found, seconds);
    let printed = output::result(args.json, || &checked, || checked.text());
    // The exit code is due even if the output is closed.
    if checked.is_passed() { printed } else { Err(Failure::Check) }
}

/// Reports a file that contradicts itself or the rules.
fn refuse(args: &SolveArgs, why: &str) -> Result<(), Failure> {
    let json = || serde_json::json!({ "refused": why });
    let _ = output::result(args.json, json, || format!("WRONG {why}\n"));
    Err(Failure::Check)
}

/// Returns the solved openings of the table, or a sample of them.
fn chosen(table: &OpeningsTable, args: &SolveArgs) -> Vec<Opening> {
    let solved = table.entries().iter().filter(|entry| entry.winner.is_some());
    let mut openings: Vec<Opening> = solved.map(|entry| entry.opening).collect();
    if let Some(sample) = args.sample {
        Random::new(args.seed).shuffle(&mut openings);
        openings.truncate(sample);
        openings.sort_unstable();
    }
    openings
}

/// The result as JSON.
#[derive(Serialize)]
struct Verification {
    board: String,
    openings: usize,
    unsolved: usize,
    checked: usize,
    wrong: Vec<WrongOpening>,
    /// Openings that limits or Ctrl-C prevented.
    not_checked: usize,
    nodes_differ: usize,
    seconds: f64,
}

#[derive(Serialize)]
struct WrongOpening {
    first: String,
    second: String,
    stated: &'static str,
    found: &'static str,
}

impl Verification {
    fn of(table: &OpeningsTable, chosen: usize, found: &[OpeningEntry], seconds: f64) -> Self {
        let size = table.size();
        let mut wrong = Vec::new();
        let (mut checked, mut nodes_differ) = (0, 0);
        for entry in found {
            let stated = table.entry(entry.opening);
            let (Some(winner), Some(stated_winner)) = (entry.winner, stated.winner) else {
                continue;
            };
            checked += 1;
            nodes_differ += usize::from(entry.nodes != stated.nodes);
            if winner != stated_winner {
                wrong.push(WrongOpening {
                    first: size.name(entry.opening.first).to_string(),
                    second: size.name(entry.opening.second).to_string(),
                    stated: stated_winner.name(),
                    found: winner.name(),
                });
            }
        }
        Self {
            board: size.to_string(),
            openings: table.entries().len(),
            unsolved: table.unsolved(),
            checked,
            wrong,
            not_checked: chosen - checked,
            nodes_differ,
            seconds,
        }
    }

    /// Returns whether everything was checked and is right; an empty check passes only without openings.
    fn is_passed(&self) -> bool {
        let is_something = self.checked > 0 || self.openings == 0;
        self.wrong.is_empty() && self.not_checked == 0 && is_something
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for WrongOpening { first, second, stated, found } in &self.wrong {
            text += &format!("WRONG {first} {second}: the file says {stated}, but {found} wins\n");
        }
        if self.nodes_differ > 0 {
            let (some, all) = (self.nodes_differ, self.checked);
            text += &format!("node counts differ in {some} of {all}: another solver version\n");
        }
        if self.unsolved > 0 {
            text += &format!("the file leaves {} openings unsolved\n", self.unsolved);
        }
        if self.not_checked > 0 {
            let (some, all) = (self.not_checked, self.checked + self.not_checked);
            text += &format!("{some} of {all} were not checked, because of limits or Ctrl-C\n");
        }
        let Self { board, checked, openings, wrong, seconds, .. } = self;
        let wrong = wrong.len();
        text + &format!(
            "{board}: {checked} of {openings} openings checked, {wrong} wrong, in {seconds:.3} s\n"
        )
    }
}

//! The maintenance programs: `cargo xtask TASK` makes tables, weights, pictures and figures.

#![expect(clippy::print_stdout, reason = "programs that print their results")]

mod arrows;
mod brute_force;
mod engine_strength;
mod fit_linear_model;
mod oracle_table;
mod parallel;
mod puzzles;
mod report_words;
mod solution;
mod store_scale;

use std::error::Error;

/// The words after a task's name.
type Arguments = std::iter::Skip<std::env::Args>;

/// A task: its name, its arguments and summary, and its code.
type Task = (&'static str, &'static str, fn(Arguments) -> Result<(), Box<dyn Error>>);

const TASKS: [Task; 9] = [
    ("arrows", "print which module uses which", arrows::run),
    ("brute-force", "openings|7x7|late: print a file of solved positions", brute_force::run),
    ("engine-strength", "won|lost|clock [COUNT]: measure the engine on 7x7", engine_strength::run),
    ("fit-linear-model", "[PART]: print the weights of the linear model", fit_linear_model::run),
    ("oracle-table", "[BOARD] [COUNT] [DEPTHS]: measure all heuristics", oracle_table::run),
    ("puzzles", "COUNT SEED: write the puzzles of the page", puzzles::run),
    ("report-words", "FILE…: print the numbers by which quotes are found", report_words::run),
    ("solution", "write the pictures and tables of docs/solution.md", solution::run),
    ("store-scale", "DIR GAMES [STEP]…: measure a large store", store_scale::run),
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    if let Some((_, _, run)) = TASKS.iter().find(|task| task.0 == name) {
        return run(arguments);
    }
    println!("cargo xtask TASK [ARGUMENT]…");
    for (name, about, _) in TASKS {
        println!("  {name:<17}{about}");
    }
    if name.is_empty() { Ok(()) } else { Err(format!("there is no task '{name}'").into()) }
}

//! Solves every opening of a board.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::Ordering;

use lastknight::solve::openings::{Opening, OpeningEntry, OpeningsTable};
use lastknight::{Color, Size, Square};
use lastknight_lab::{AtomicFile, OpeningsEvent, StoreError, Workers};

use super::journal::JournalFile;
use super::markdown;
use super::openings_solver;
use crate::cli::{SolveArgs, cores};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{fleet, interrupt, output};

pub(super) fn run(args: &SolveArgs, size: Size) -> Result<(), Failure> {
    let only = first_squares(&args.only, size)?;
    let stop = interrupt::stop_flag()?;
    let threads = args.threads.unwrap_or_else(cores);
    let workers = fleet::connect(&args.fleet)?.map_or_else(|| threads.into(), Workers::from);
    let solver = openings_solver(args, size, threads)?;
    let (mut journal, mut table) = match &args.out {
        Some(directory) => {
            let (journal, table) = JournalFile::open(directory, size)?;
            (Some(journal), table)
        }
        None => (None, OpeningsTable::new(size)),
    };
    let is_wanted = |first: Square| only.is_empty() || only.contains(&first);
    let unsolved = table.entries().iter().filter(|entry| entry.winner.is_none());
    let openings: Vec<Opening> =
        unsolved.map(|entry| entry.opening).filter(|opening| is_wanted(opening.first)).collect();
    let progress = Progress::start();
    let mut done = 0;
    let mut written = Ok(());
    let solved = solver.solve(&openings, &workers, stop, &mut |event| {
        match event {
            OpeningsEvent::Entry(entry) => {
                if let Some(journal) = &mut journal {
                    written = journal.append(&[entry]);
                }
                table.record(entry);
                done += 1;
            }
            OpeningsEvent::Retracted(openings) => {
                for &opening in &openings {
                    table.record(OpeningEntry { opening, winner: None, nodes: 0 });
                }
                if let Some(journal) = &mut journal {
                    written = journal.rewrite(&table);
                }
                done -= openings.len();
            }
            _ => {}
        }
        if written.is_err() {
            return ControlFlow::Break(());
        }
        progress.show(done, openings.len(), || {
            let won = table.won();
            format!(", White {}, Black {}", won[Color::White], won[Color::Black])
        });
        ControlFlow::Continue(())
    });
    progress.finish();
    written?;
    solved.map_err(StoreError::from)?;
    if let Some(directory) = &args.out {
        write_files(directory, &table)?;
    }
    let is_left = openings.iter().any(|&opening| table.entry(opening).winner.is_none());
    let printed = print(args, &table, is_left);
    // The exit code is due even if the output is closed.
    if done < openings.len() && stop.load(Ordering::Relaxed) {
        return Err(stopped(args, &table));
    }
    printed
}

fn stopped(args: &SolveArgs, table: &OpeningsTable) -> Failure {
    let all = table.entries().len();
    let goes_on = if args.out.is_some() { "; run the same command to resume" } else { "" };
    let solved = all - table.unsolved();
    Failure::Run(format!("stopped with {solved} of {all} openings solved{goes_on}"))
}

/// Returns the named squares up to symmetry.
fn first_squares(names: &[String], size: Size) -> Result<Vec<Square>, Failure> {
    let square = |name: &String| {
        let square = size.square_named(name).map_err(|error| Failure::input("--only", error))?;
        Ok(Opening::lowest_image(size, square))
    };
    names.iter().map(square).collect()
}

fn write_files(directory: &Path, table: &OpeningsTable) -> Result<(), Failure> {
    let size = table.size();
    // This command makes the whole table, whatever is missing.
    let name = shell_word(&directory.display().to_string());
    let command = format!("lastknight solve --openings {size} --out {name}");
    let page = markdown::page(table, &command);
    for (extension, text) in [("json", table.to_json()), ("csv", table.to_csv()), ("md", page)] {
        let path = directory.join(format!("{size}.{extension}"));
        AtomicFile::write(&path, text.as_bytes()).map_err(Failure::cannot_write(&path))?;
    }
    Ok(())
}

/// Quotes a text for a shell.
fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+,:@%=".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Prints the table, and whether openings are left to solve.
fn print(args: &SolveArgs, table: &OpeningsTable, is_left: bool) -> Result<(), Failure> {
    if args.json {
        return output::text_line(&table.to_json().replace('\n', ""));
    }
    let mut text = markdown::summary(table);
    if let Some(directory) = &args.out {
        let (size, directory) = (table.size(), directory.display());
        text += &format!("\nwritten to {directory}: {size}.json, {size}.csv, {size}.md\n");
        if is_left {
            text += "run the same command to resume\n";
        }
    }
    output::text(&text)
}

#[cfg(test)]
mod tests {
    use super::shell_word;

    #[test]
    fn shells_see_one_word() {
        for (text, word) in [
            ("docs/solved", "docs/solved"),
            ("", "''"),
            ("my tables", "'my tables'"),
            ("$HOME", "'$HOME'"),
            ("Anna's", r"'Anna'\''s'"),
        ] {
            assert_eq!(shell_word(text), word);
        }
    }
}

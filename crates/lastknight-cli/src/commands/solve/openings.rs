//! Every opening of a board solved, and the table of them.

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::Ordering;

use lastknight::solve::openings::{Opening, OpeningsTable};
use lastknight::{Color, Size, Square};
use lastknight_lab::AtomicFile;

use super::journal::JournalFile;
use super::runner::{self, Work};
use super::{check_memory_apart, markdown, settings};
use crate::cli::SolveArgs;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{interrupt, output};

pub(super) fn run(args: &SolveArgs, size: Size) -> Result<(), Failure> {
    let only = first_squares(&args.only, size)?;
    check_memory_apart(args, size)?;
    let stop = interrupt::stop_flag()?;
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
    let work = Work {
        size,
        openings: &openings,
        limits: args.effort.limits(),
        clock: args.effort.clock(),
        settings: settings(args, NonZeroUsize::MIN),
        stop,
    };
    let progress = Progress::start();
    let mut done = 0;
    let mut written = Ok(());
    runner::solve(&work, args.threads_apart(), &mut |entry| {
        if let Some(journal) = &mut journal {
            written = journal.append(&[entry]);
        }
        if written.is_err() {
            return ControlFlow::Break(());
        }
        table.record(entry);
        done += 1;
        progress.show(done, openings.len(), || {
            let won = table.won();
            format!(", White {}, Black {}", won[Color::White], won[Color::Black])
        });
        ControlFlow::Continue(())
    });
    progress.finish();
    written?;
    if let Some(directory) = &args.out {
        write_files(directory, &table)?;
    }
    let is_left = openings.iter().any(|&opening| table.entry(opening).winner.is_none());
    let printed = print(args, &table, is_left);
    // That it was stopped is due even where nobody reads the table.
    if done < openings.len() && stop.load(Ordering::Relaxed) {
        return Err(stopped(args, &table));
    }
    printed
}

fn stopped(args: &SolveArgs, table: &OpeningsTable) -> Failure {
    let all = table.entries().len();
    let goes_on = if args.out.is_some() { "; the same command goes on" } else { "" };
    let solved = all - table.unsolved();
    Failure::Run(format!("stopped with {solved} of {all} openings solved{goes_on}"))
}

/// The squares for which those stand that were named.
fn first_squares(names: &[String], size: Size) -> Result<Vec<Square>, Failure> {
    let square = |name: &String| {
        let square = size.square_named(name).map_err(|error| Failure::input("--only", error))?;
        Ok(Opening::lowest_image(size, square))
    };
    names.iter().map(square).collect()
}

fn write_files(directory: &Path, table: &OpeningsTable) -> Result<(), Failure> {
    let size = table.size();
    // Whatever was left out or given up on the way, this makes the whole table.
    let name = shell_word(&directory.display().to_string());
    let command = format!("lastknight solve --openings {size} --out {name}");
    let page = markdown::page(table, &command);
    for (extension, text) in [("json", table.to_json()), ("csv", table.to_csv()), ("md", page)] {
        let path = directory.join(format!("{size}.{extension}"));
        AtomicFile::write(&path, text.as_bytes())
            .map_err(|error| Failure::cannot_write(&path, &error))?;
    }
    Ok(())
}

/// A text as one word for a shell.
fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+,:@%=".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Prints the table, and whether the same command has something left to do.
fn print(args: &SolveArgs, table: &OpeningsTable, is_left: bool) -> Result<(), Failure> {
    if args.json {
        return output::text_line(&table.to_json().replace('\n', ""));
    }
    let mut out = output::stdout();
    write!(out, "{}", markdown::summary(table))?;
    if let Some(directory) = &args.out {
        let (size, directory) = (table.size(), directory.display());
        writeln!(out, "\nwritten to {directory}: {size}.json, {size}.csv, {size}.md")?;
        if is_left {
            writeln!(out, "the same command goes on from here")?;
        }
    }
    Ok(out.flush()?)
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

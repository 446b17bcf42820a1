//! `lastknight convert`: games from one format to another.

use std::io::Write;

use lastknight::game::{RecordFormat, csv, jsonl, pgn};

use crate::cli::{Convert, GamesFormat, Source};
use crate::failure::Failure;
use crate::input;
use crate::output;

pub(crate) fn run(arguments: &Convert) -> Result<(), Failure> {
    let text = input::read(&arguments.file)?;
    let source = match arguments.from {
        Some(Source::Pgn) => RecordFormat::Pgn,
        Some(Source::Jsonl) => RecordFormat::Jsonl,
        None => RecordFormat::guess(&text),
    };
    // Every game is checked before the first is written, so that bad input leaves no half output.
    let games = source
        .read(&text)
        .map_err(|error| Failure::input(&input::shown(&arguments.file), error))?;
    if games.is_empty() {
        return Err(Failure::input(&input::shown(&arguments.file), "no game in it"));
    }
    let mut out = output::stdout();
    if let GamesFormat::Csv = arguments.to {
        writeln!(out, "{}", csv::HEADER)?;
    }
    for game in &games {
        match arguments.to {
            GamesFormat::Pgn => write!(out, "{}", pgn::write(game))?,
            GamesFormat::Jsonl => writeln!(out, "{}", jsonl::write(game))?,
            GamesFormat::Csv => writeln!(out, "{}", csv::write(game))?,
        }
    }
    Ok(out.flush()?)
}

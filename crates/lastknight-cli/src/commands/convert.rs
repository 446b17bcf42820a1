//! `lastknight convert`: games from one format to another.

use std::io::Write;

use lastknight::GameRecord;
use lastknight::game::{csv, jsonl, pgn};

use crate::cli::{Convert, Format, Source};
use crate::failure::Failure;
use crate::input;
use crate::output;

pub(crate) fn run(arguments: &Convert) -> Result<(), Failure> {
    let text = input::read(&arguments.file)?;
    let source = arguments.from.unwrap_or_else(|| guess(&text));
    // Every game is checked before the first is written, so that bad input leaves no half output.
    let games = read(&text, source)
        .map_err(|error| Failure::input(&input::shown(&arguments.file), error))?;
    if games.is_empty() {
        return Err(Failure::input(&input::shown(&arguments.file), "no game in it"));
    }
    let mut out = output::stdout();
    if let Format::Csv = arguments.to {
        writeln!(out, "{}", csv::HEADER)?;
    }
    for game in &games {
        match arguments.to {
            Format::Pgn => write!(out, "{}", pgn::write(game))?,
            Format::Jsonl => writeln!(out, "{}", jsonl::write(game))?,
            Format::Csv => writeln!(out, "{}", csv::write(game))?,
        }
    }
    Ok(out.flush()?)
}

/// JSON lines begin with an object; a brace in PGN is a comment.
pub(crate) fn guess(text: &str) -> Source {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    match text.strip_prefix('{').map(str::trim_start) {
        Some(rest) if rest.starts_with(['"', '}']) => Source::Jsonl,
        _ => Source::Pgn,
    }
}

pub(crate) fn read(text: &str, source: Source) -> Result<Vec<GameRecord>, String> {
    match source {
        Source::Pgn => pgn::read(text).collect::<Result<_, _>>().map_err(|e| e.to_string()),
        Source::Jsonl => jsonl::read(text).collect::<Result<_, _>>().map_err(|e| e.to_string()),
    }
}

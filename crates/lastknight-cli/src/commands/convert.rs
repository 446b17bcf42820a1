//! `lastknight convert`: games from one format to another.

use std::io::Write;

use lastknight::game::{RecordFormat, csv, jsonl, pgn};

use crate::cli::{ConvertArgs, InputFormat, OutputFormat};
use crate::failure::Failure;
use crate::{input, output};

pub(crate) fn run(args: &ConvertArgs) -> Result<(), Failure> {
    let text = input::read(&args.file)?;
    let source = match args.from {
        Some(InputFormat::Pgn) => RecordFormat::Pgn,
        Some(InputFormat::Jsonl) => RecordFormat::Jsonl,
        None => RecordFormat::guess(&text),
    };
    // All games are checked before the first is written, so bad input leaves no partial output.
    let shown = input::shown(&args.file);
    let games = source.read(&text).map_err(|error| Failure::input(&shown, error))?;
    if games.is_empty() {
        return Err(Failure::input(&shown, "no games"));
    }
    let mut out = output::stdout();
    if let OutputFormat::Csv = args.to {
        writeln!(out, "{}", csv::HEADER)?;
    }
    for game in &games {
        match args.to {
            OutputFormat::Pgn => write!(out, "{}", pgn::write(game))?,
            OutputFormat::Jsonl => writeln!(out, "{}", jsonl::write(game))?,
            OutputFormat::Csv => writeln!(out, "{}", csv::write(game))?,
        }
    }
    Ok(out.flush()?)
}

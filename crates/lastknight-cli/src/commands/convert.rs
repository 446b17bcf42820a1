//! `lastknight convert`: games from one format to another.

use std::io::{self, Write};

use lastknight::game::{jsonl, pgn};
use lastknight::{Color, GameRecord, Outcome};

use crate::cli::{Convert, Format};
use crate::failure::Failure;
use crate::input;
use crate::output;

pub(crate) fn run(arguments: &Convert) -> Result<(), Failure> {
    let text = input::read(&arguments.file)?;
    // Every game is checked before the first is written, so that bad input leaves no half output.
    let games =
        read(&text).map_err(|error| Failure::input(input::shown(&arguments.file), error))?;
    if games.is_empty() {
        return Err(Failure::input(
            input::shown(&arguments.file),
            "no game in it",
        ));
    }
    let mut out = output::stdout();
    match arguments.to {
        Format::Pgn => {
            for game in &games {
                write!(out, "{}", pgn::write(game))?;
            }
        }
        Format::Jsonl => {
            for game in &games {
                writeln!(out, "{}", jsonl::write(game))?;
            }
        }
        Format::Csv => write_csv(&mut out, &games)?,
    }
    Ok(out.flush()?)
}

/// The games of a text: JSON lines where it begins with a brace, else PGN.
fn read(text: &str) -> Result<Vec<GameRecord>, String> {
    if text.trim_start().starts_with('{') {
        let games = jsonl::read(text);
        games
            .map(|(line, game)| game.map_err(|error| format!("line {line}: {error}")))
            .collect()
    } else {
        pgn::read(text)
            .map(|game| game.map_err(|error| error.to_string()))
            .collect()
    }
}

fn write_csv(out: &mut impl Write, games: &[GameRecord]) -> Result<(), Failure> {
    let mut table = csv::Writer::from_writer(out);
    table
        .write_record([
            "white",
            "black",
            "board",
            "start",
            "moves",
            "plies",
            "winner",
            "termination",
        ])
        .map_err(io::Error::from)?;
    for record in games {
        let game = record.game();
        let fact = |fact: fn(Outcome) -> &'static str| record.outcome().map_or("", fact);
        let moves: Vec<String> = game.move_names().collect();
        table
            .write_record([
                &record.players()[Color::White],
                &record.players()[Color::Black],
                &game.start().size().to_string(),
                &game.start().to_string(),
                &moves.join(" "),
                &moves.len().to_string(),
                fact(|outcome| outcome.winner.name()),
                fact(|outcome| outcome.termination.name()),
            ])
            .map_err(io::Error::from)?;
    }
    Ok(table.flush()?)
}

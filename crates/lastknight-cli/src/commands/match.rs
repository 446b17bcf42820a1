//! `lastknight match`: two agents, many games.

mod runner;
mod summary;

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Instant;

use lastknight::Game;
use lastknight::agent::Duel;
use lastknight::game::{Openings, pgn};

use crate::cli::{DEFAULT_LIMITS, Match};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{input, interrupt, output};
use runner::{Fixture, Pair};
use summary::Summary;

pub(crate) fn run(arguments: &Match) -> Result<(), Failure> {
    let words = [arguments.board.clone()];
    let (start, constants) = input::game_and_constants(&words, &arguments.constants)?;
    let agents = [input::agent(&arguments.a, &constants)?, input::agent(&arguments.b, &constants)?];
    let (openings, different) = openings(arguments, &start)?;
    let stop = interrupt::stop_sign()?;
    let file = arguments.pgn.as_deref().map(Output::create).transpose()?;
    let (limits, clock) = (arguments.limits.or(DEFAULT_LIMITS), arguments.limits.clock());
    let duel = Duel { limits, clock, stop };
    let fixture = Fixture { agents: &agents, openings: &openings, seed: arguments.seed, duel };
    let begin = Instant::now();
    let progress = Progress::start();
    let pairs = runner::play(&fixture, arguments.threads, &|done| {
        progress.show(done.count() as usize, openings.len(), || {
            let score = 100.0 * done.score().unwrap_or_default();
            format!(", A has {score:.1} %")
        });
    });
    progress.finish();
    let mut summary = Summary::new(&fixture, start.position(), arguments.openings);
    summary.different_openings = different;
    pairs.iter().for_each(|pair| summary.add(pair));
    summary.seconds = begin.elapsed().as_secs_f64();
    summary.stopped = stop.load(Ordering::Relaxed) && pairs.len() < openings.len();
    if let Some(file) = file {
        file.write(&pairs)?;
    }
    if arguments.json {
        return output::json(&summary.shape());
    }
    let mut out = output::stdout();
    write!(out, "{}", summary.text())?;
    Ok(out.flush()?)
}

/// The openings, and how many of them differ.
fn openings(arguments: &Match, start: &Game) -> Result<(Vec<Game>, usize), Failure> {
    let plies = arguments.openings;
    let mut openings = Openings::new(*start.position(), plies, arguments.seed);
    let games: Vec<Game> = openings.by_ref().take(arguments.games / 2).collect();
    if games.is_empty() {
        return Err(Failure::Input(match start.position().winner() {
            Some(winner) => format!("board: the game is over, {winner} has won"),
            None => format!("openings: no random game here lasts longer than {plies} half-moves"),
        }));
    }
    Ok((games, openings.different()))
}

/// A file that the games go to.
struct Output<'a> {
    path: &'a Path,
    file: File,
}

impl<'a> Output<'a> {
    /// Made before the first game: a mistake in the name shows at once.
    fn create(path: &'a Path) -> Result<Self, Failure> {
        let file = File::create(path).map_err(|error| Self::failure(path, &error))?;
        Ok(Self { path, file })
    }

    fn write(mut self, pairs: &[Pair]) -> Result<(), Failure> {
        let text: String = pairs
            .iter()
            .flat_map(|pair| &pair.games)
            .map(|game| pgn::write(&game.record))
            .collect();
        self.file.write_all(text.as_bytes()).map_err(|error| Self::failure(self.path, &error))
    }

    fn failure(path: &Path, error: &io::Error) -> Failure {
        Failure::Run(format!("cannot write '{}': {error}", path.display()))
    }
}

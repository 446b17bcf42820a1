//! The first games of a run, for whoever does not know what they are called.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use lastknight_lab::format::shortened;
use lastknight_lab::json::GameSummary;
use lastknight_lab::{Run, Store};

use crate::failure::Failure;
use crate::output::{self, grouped};

/// How many games are listed.
const LISTED: usize = 20;

/// The widest name of a player.
const WIDEST_NAME: usize = 28;

pub(super) fn first_games(
    store: &Store,
    run: &Run,
    directory: &Path,
    is_json: bool,
) -> Result<(), Failure> {
    let mut games = Vec::new();
    store.each_game_until(run, &mut |game| {
        games.push(GameSummary::from(game));
        if games.len() < LISTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    if is_json {
        return output::json(&games);
    }
    let mut out = output::stdout();
    if games.is_empty() {
        writeln!(out, "run {} has no game yet", run.id())?;
        return Ok(out.flush()?);
    }
    let line = |cells: [&str; 6]| {
        let [round, white, black, winner, plies, end] = cells;
        format!("{round:>10}  {white:<28}  {black:<28}  {winner:<6}  {plies:>5}  {end}")
    };
    writeln!(out, "{}", line(["game", "White", "Black", "winner", "plies", "end"]))?;
    for game in &games {
        let [white, black] = [&game.white, &game.black].map(|name| shortened(name, WIDEST_NAME));
        let plies = game.plies.to_string();
        let cells = [&game.round, &white, &black, game.winner, &plies, game.termination];
        writeln!(out, "{}", line(cells))?;
    }
    let all = 2 * store.played(run)?;
    let (run, directory) = (run.id(), directory.display());
    writeln!(out, "\n{} of {} games of run {run}", games.len(), grouped(all as u64))?;
    writeln!(out, "lastknight replay {directory} {} shows the first", games[0].round)?;
    Ok(out.flush()?)
}

//! The list of the first games of a run.

use std::ops::ControlFlow;
use std::path::Path;

use lastknight_lab::format::shortened;
use lastknight_lab::json::GameSummary;
use lastknight_lab::{Run, Store};

use crate::failure::Failure;
use crate::output::{self, grouped};

/// The number of games listed.
const LISTED: usize = 20;

/// The width of all columns but the names of the players.
const OTHERS: usize = 44;

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
    if games.is_empty() {
        return output::text_line(&format!("run {} has no games yet", run.id()));
    }
    let name = (output::width() - OTHERS) / 2;
    let line = |cells: [&str; 6]| {
        let [round, white, black, winner, plies, end] = cells;
        format!("{round:>10}  {white:<name$}  {black:<name$}  {winner:<6}  {plies:>5}  {end}\n")
    };
    let mut text = line(["game", "White", "Black", "winner", "plies", "end"]);
    for game in &games {
        let [white, black] = [&game.white, &game.black].map(|player| shortened(player, name));
        let plies = game.plies.to_string();
        text += &line([&game.round, &white, &black, game.winner, &plies, game.termination]);
    }
    let all = grouped(2 * store.played(run)? as u64);
    let (run, directory) = (run.id(), directory.display());
    text += &format!("\n{} of {all} games of run {run}\n", games.len());
    text += &format!("lastknight replay {directory} {} shows the first", games[0].round);
    output::text_line(&text)
}

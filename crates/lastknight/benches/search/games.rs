//! Kept results, which only show over a game: two players take turns, and each remembers its last.

use std::time::Duration;

use super::chosen;
use lastknight::{Agent, Limits, Position, SearchReport};

use crate::side_by_side::{Runs, markdown};
use crate::{agent, positions, race_agents};

/// The first is what the others are compared with.
pub(crate) const SEARCHES: [&str; 8] = [
    "alphabeta(improved, deepen=on)",
    "alphabeta(improved, keep=on)",
    "alphabeta(improved, order=full, ordered=1)",
    "alphabeta(improved, order=best, ordered=1)",
    "alphabeta(improved, order=full)",
    "alphabeta(improved, order=full, keep=on)",
    "alphabeta(improved, order=best)",
    "alphabeta(improved, order=best, keep=on)",
];

/// Search depth of every turn, in plies.
pub(crate) const DEPTH: u32 = 10;

/// Whole games, the same for every contestant.
pub(crate) fn games() -> Vec<Vec<Position>> {
    (0..8).map(|number| positions::game("7x7", number)).collect()
}

/// What two players find in turn over the positions of a game.
fn think(agent: &Agent, game: &[Position], limits: Limits) -> Vec<SearchReport> {
    let mut players = [agent.player(0), agent.player(1)];
    let mut turn =
        |position: &Position| chosen(&mut *players[position.side() as usize], position, limits);
    game.iter().map(&mut turn).collect()
}

/// Nodes and times of all turns of all games.
pub(crate) fn at_depth(games: &[Vec<Position>], depth: u32) -> Vec<Runs> {
    let nodes = |agent: &Agent| -> u64 {
        let game = |game: &Vec<Position>| think(agent, game, Limits::depth(depth));
        games.iter().flat_map(game).map(|report| report.nodes).sum()
    };
    race_agents(&SEARCHES, 15, nodes)
}

pub(crate) fn print() {
    let games = games();
    let runs = at_depth(&games, DEPTH);
    let limits = Limits::time(Duration::from_millis(20));
    // From some point on, games are decided, and the depth says where they end.
    let openings: Vec<Vec<Position>> = games.iter().map(|game| game[..14].to_vec()).collect();
    let rows = SEARCHES.iter().zip(&runs).map(|(text, own)| {
        let agent = agent(text);
        let reports = openings.iter().flat_map(|game| think(&agent, game, limits));
        let depths: Vec<f64> = reports.map(|report| f64::from(report.depth)).collect();
        vec![
            format!("`{text}`"),
            format!("{:.2}", own.done as f64 / 1e6),
            format!("{:.2}", own.done as f64 / runs[0].done as f64),
            format!("{:.2}", own.time(&runs[0])),
            format!("{:.2}", depths.iter().sum::<f64>() / depths.len() as f64),
        ]
    });
    let (count, turns) = (games.len(), games.iter().map(Vec::len).sum::<usize>());
    let head = [
        &format!("{count} games on 7x7, {turns} turns, depth {DEPTH}"),
        "M nodes",
        "nodes, first = 1",
        "time, first = 1",
        "depth in 20 ms",
    ];
    markdown::table(&head, rows);
}

//! Runs and stored games as JSON.

use std::time::Duration;

use lastknight::json::{Limits, shortest_notation};
use lastknight::{Color, Outcome};
use serde::Serialize;

use crate::store::{RunSummary, Store, StoreError};

/// A run of a store.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    /// Its id.
    pub run: i64,
    /// Its name.
    pub name: String,
    /// The names of its entrants.
    pub entrants: Vec<String>,
    /// The position where openings start.
    pub board: String,
    seed: u64,
    limits: Limits,
    /// The number of stored games.
    pub games: usize,
    /// The number of all games.
    pub games_planned: usize,
    created: String,
    /// When it was last played.
    pub played: String,
    version: String,
}

impl Run {
    /// Returns all runs of a store, the most recently played last.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub fn all(store: &Store) -> Result<Vec<Self>, StoreError> {
        let run = |RunSummary { id, name, created, played, version }| {
            let run = store.run(id)?;
            let (spec, conditions) = (run.spec(), run.spec().conditions());
            Ok(Self {
                run: id,
                name,
                entrants: spec.entrants().iter().map(|entrant| entrant.name.clone()).collect(),
                board: shortest_notation(&conditions.start),
                seed: conditions.seed,
                limits: conditions.limits.into(),
                games: 2 * store.played(&run)?,
                games_planned: 2 * run.pairs() * spec.pairings().len(),
                created,
                played,
                version,
            })
        };
        store.runs()?.into_iter().map(run).collect()
    }
}

/// A stored game in a list.
#[derive(Clone, Debug, Serialize)]
pub struct GameSummary {
    /// Its name in the run.
    pub round: String,
    /// The name of White.
    pub white: String,
    /// The name of Black.
    pub black: String,
    /// The winner.
    pub winner: &'static str,
    /// The number of plies, including the opening.
    pub plies: usize,
    /// Why the loser lost.
    pub termination: &'static str,
}

impl From<&crate::StoredGame> for GameSummary {
    fn from(game: &crate::StoredGame) -> Self {
        let (record, players) = (&game.record, game.record.players());
        let fact = |fact: fn(Outcome) -> &'static str| record.outcome().map_or("", fact);
        Self {
            round: game.name().to_owned(),
            white: players[Color::White].clone(),
            black: players[Color::Black].clone(),
            winner: fact(|outcome| outcome.winner.name()),
            plies: record.game().moves().len(),
            termination: fact(|outcome| outcome.termination.name()),
        }
    }
}

/// A stored game with its moves.
#[derive(Clone, Debug, Serialize)]
pub struct StoredGame {
    round: String,
    white: String,
    black: String,
    start: String,
    moves: Vec<String>,
    /// The number of plies of the opening.
    opening: usize,
    winner: Option<&'static str>,
    termination: Option<&'static str>,
    /// The time of each move after the opening, if stored.
    seconds: Option<Vec<f64>>,
}

impl From<&crate::StoredGame> for StoredGame {
    fn from(game: &crate::StoredGame) -> Self {
        let (record, players) = (game.record.game(), game.record.players());
        let outcome = game.record.outcome();
        let seconds = |times: &Vec<Duration>| times.iter().map(Duration::as_secs_f64).collect();
        Self {
            round: game.name().to_owned(),
            white: players[Color::White].clone(),
            black: players[Color::Black].clone(),
            start: shortest_notation(record.start()),
            moves: record.move_names().collect(),
            opening: game.opening_plies,
            winner: outcome.map(|outcome| outcome.winner.name()),
            termination: outcome.map(|outcome| outcome.termination.name()),
            seconds: game.times.as_ref().map(seconds),
        }
    }
}

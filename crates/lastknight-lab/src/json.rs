//! Runs and stored games as JSON, built from the shapes of [`lastknight::json`].

use std::time::Duration;

use lastknight::json::{Limits, shortest_notation};
use lastknight::{Color, Outcome};
use serde::Serialize;

use crate::store::{RunSummary, Store, StoreError};

/// A run of a store.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    /// Its number.
    pub run: i64,
    /// Its name.
    pub name: String,
    /// The names of its agents.
    pub entrants: Vec<String>,
    /// Where its games begin.
    pub board: String,
    seed: u64,
    limits: Limits,
    /// The games that are stored.
    pub games: usize,
    /// All games of the run.
    pub games_planned: usize,
    created: String,
    /// When it was last played.
    pub played: String,
    version: String,
}

impl Run {
    /// All runs of a store, the oldest first.
    ///
    /// # Errors
    ///
    /// Returns an error if the store cannot be read.
    pub fn all(store: &Store) -> Result<Vec<Self>, StoreError> {
        store.runs()?.into_iter().map(|summary| Self::new(store, summary)).collect()
    }

    fn new(store: &Store, summary: RunSummary) -> Result<Self, StoreError> {
        let run = store.run(summary.id)?;
        let (spec, conditions) = (run.spec(), run.spec().conditions());
        Ok(Self {
            run: summary.id,
            name: summary.name,
            entrants: spec.entrants().iter().map(|entrant| entrant.name.clone()).collect(),
            board: shortest_notation(&conditions.start),
            seed: conditions.seed,
            limits: conditions.limits.into(),
            games: 2 * store.played(&run)?,
            games_planned: 2 * run.pairs() * spec.pairings().len(),
            created: summary.created,
            played: summary.played,
            version: summary.version,
        })
    }
}

/// A stored game in a list.
#[derive(Clone, Debug, Serialize)]
pub struct GameSummary {
    /// Its name.
    pub round: String,
    /// The agent that plays White.
    pub white: String,
    /// The agent that plays Black.
    pub black: String,
    /// The winner.
    pub winner: &'static str,
    /// How many plies it has, its opening included.
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
    /// How many of the moves are the opening.
    opening: usize,
    winner: Option<&'static str>,
    termination: Option<&'static str>,
    /// The time of each move after the opening, where it is stored.
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

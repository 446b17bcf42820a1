//! Stored games as JSON, built from the shapes of [`lastknight::json`].

use std::time::Duration;

use lastknight::json::shortest_notation;
use lastknight::{Color, Outcome};
use serde::Serialize;

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

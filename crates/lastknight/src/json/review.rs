//! Reviews of games.

use std::time::Duration;

use serde::Serialize;

use crate::oracle::ReviewedTurn;
use crate::search::Score;

/// A reviewed move. `score` and `wins` are for the player who made it, before the move.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewedMove {
    ply: usize,
    side: &'static str,
    to: String,
    opening: bool,
    seconds: Option<f64>,
    score: Option<Score>,
    /// Deprecated: `score`.
    value: Option<Score>,
    best: Option<String>,
    wins: Option<bool>,
    throws_away: bool,
    keeps: Option<String>,
}

impl ReviewedMove {
    /// Converts a turn, with the time of the move if it is stored.
    #[must_use]
    pub fn new(turn: &ReviewedTurn, time: Option<Duration>) -> Self {
        Self {
            ply: turn.ply,
            side: turn.side().name(),
            to: turn.name(turn.to),
            opening: turn.is_opening,
            seconds: time.map(|time| time.as_secs_f64()),
            score: turn.score,
            value: turn.score,
            best: turn.best.map(|to| turn.name(to)),
            wins: turn.wins,
            throws_away: turn.throws_away,
            keeps: turn.keeps.map(|to| turn.name(to)),
        }
    }
}

/// The extent of a review.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Review {
    /// The number of moves of the game.
    pub moves: usize,
    /// The number of reviewed moves.
    pub looked_at: usize,
}

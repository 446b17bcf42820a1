//! Games.

use serde::Serialize;

use super::shortest_notation;
use crate::board::Color;
use crate::game::{self, GameRecord};

/// A game, with its players if they are named.
#[derive(Clone, Debug, Serialize)]
pub struct Game {
    start: String,
    moves: Vec<String>,
    white: Option<String>,
    black: Option<String>,
    winner: Option<&'static str>,
}

impl From<&game::Game> for Game {
    fn from(game: &game::Game) -> Self {
        Self {
            start: shortest_notation(game.start()),
            moves: game.move_names().collect(),
            white: None,
            black: None,
            winner: game.position().winner().map(Color::name),
        }
    }
}

impl From<&GameRecord> for Game {
    fn from(record: &GameRecord) -> Self {
        let player = |color| Some(record.players()[color].clone()).filter(|name| !name.is_empty());
        Self {
            white: player(Color::White),
            black: player(Color::Black),
            winner: record.outcome().map(|outcome| outcome.winner.name()),
            ..record.game().into()
        }
    }
}

//! Games.

use serde::Serialize;

use super::shortest_notation;
use crate::board::Color;
use crate::game::{self, AnnotatedGame, GameRecord};

/// A game, with its players if they are named.
#[derive(Clone, Debug, Serialize)]
pub struct Game {
    start: String,
    moves: Vec<String>,
    white: Option<String>,
    black: Option<String>,
    winner: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<String>,
}

impl From<&game::Game> for Game {
    fn from(game: &game::Game) -> Self {
        Self {
            start: shortest_notation(game.start()),
            moves: game.move_names().collect(),
            white: None,
            black: None,
            winner: game.position().winner().map(Color::name),
            tree: None,
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

impl From<&AnnotatedGame> for Game {
    fn from(game: &AnnotatedGame) -> Self {
        let tree = game.tree();
        let tree = (!tree.is_plain()).then(|| tree.to_string());
        Self { tree, ..game.record().into() }
    }
}

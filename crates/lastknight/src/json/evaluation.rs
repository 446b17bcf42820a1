//! Heuristic values and features of a position.

use serde::{Serialize, Serializer};

use super::name;
use crate::board::{Color, Position};
use crate::eval::{Heuristic, feature};
use crate::search::{Score, SearchReport};

/// The heuristic values and features of a position.
#[derive(Clone, Debug, Serialize)]
pub struct Evaluation {
    position: String,
    to_move: &'static str,
    /// Deprecated: `to_move`.
    player: &'static str,
    winner: Option<&'static str>,
    values: Numbers,
    features: Numbers,
}

impl Evaluation {
    /// Evaluates named heuristics and all features.
    #[must_use]
    pub fn new(position: &Position, heuristics: &[(&str, Heuristic)]) -> Self {
        let player = position.side();
        let value = |(name, heuristic): &(&str, Heuristic)| {
            ((*name).to_owned(), heuristic.value(position, player))
        };
        Self {
            position: position.to_string(),
            to_move: player.name(),
            player: player.name(),
            winner: position.winner().map(Color::name),
            values: Numbers(heuristics.iter().map(value).collect()),
            features: Numbers::features(position),
        }
    }
}

/// Named numbers, a JSON object in this order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Numbers(pub Vec<(String, f64)>);

impl Serialize for Numbers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, number)| (name, number)))
    }
}

impl Numbers {
    /// Computes every feature of a position. Features of the opponent end in `'`.
    #[must_use]
    pub fn features(position: &Position) -> Self {
        let features = feature::values(position, position.side());
        let features = features.flat_map(|(feature, own, other)| {
            let primed = other.map(|other| (format!("{}'", feature.name), other));
            [(feature.name.to_owned(), own)].into_iter().chain(primed)
        });
        Self(features.collect())
    }
}

/// A heuristic's value of a position, and the move that alpha-beta chooses with it.
#[derive(Clone, Debug, Serialize)]
pub struct HeuristicMove {
    name: String,
    /// The value without a search.
    value: f64,
    best: Option<String>,
    /// Deprecated: `best`.
    to: Option<String>,
    score: Option<Score>,
    depth: u32,
    nodes: u64,
}

impl HeuristicMove {
    pub(crate) fn new(
        title: &str,
        heuristic: &Heuristic,
        position: &Position,
        report: &SearchReport,
    ) -> Self {
        let best = report.best().map(|to| name(position, to));
        Self {
            name: title.to_owned(),
            value: heuristic.value(position, position.side()),
            best: best.clone(),
            to: best,
            score: report.score(),
            depth: report.depth,
            nodes: report.nodes,
        }
    }
}

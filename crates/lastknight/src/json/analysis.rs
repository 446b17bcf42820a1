//! The results of a search.

use serde::Serialize;

use super::{name, names};
use crate::agent::Agent;
use crate::board::{Color, Position};
use crate::search::{self, Score, SearchReport};

/// A principal variation with its score.
#[derive(Clone, Debug, Serialize)]
struct Line {
    score: Option<Score>,
    pv: Vec<String>,
}

/// The result of a search up to a depth.
#[derive(Clone, Debug, Serialize)]
pub struct Iteration {
    depth: u32,
    score: Option<Score>,
    nodes: u64,
    nps: Option<u64>,
    seconds: f64,
    pv: Vec<String>,
    /// All lines, if more than one was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<Line>>,
}

impl Iteration {
    /// Converts a report, with all its lines if `multi` is more than 1.
    #[must_use]
    pub fn new(position: &Position, report: &SearchReport, multi: usize) -> Self {
        let line = |line: &search::SearchLine| Line {
            score: line.score,
            pv: names(position, line.moves.iter().copied()),
        };
        Self {
            depth: report.depth,
            score: report.score(),
            nodes: report.nodes,
            nps: report.nodes_per_second(),
            seconds: report.time.as_secs_f64(),
            pv: report.lines.first().map_or(Vec::new(), |first| line(first).pv),
            lines: (multi > 1).then(|| report.lines.iter().map(line).collect()),
        }
    }
}

/// The result of an analysis: the best move and the last iteration.
#[derive(Clone, Debug, Serialize)]
pub struct Analysis {
    best: Option<String>,
    /// The winner, if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'static str>,
    position: String,
    agent: String,
    #[serde(flatten)]
    found: Iteration,
}

impl Analysis {
    /// Converts the report of an agent's search.
    #[must_use]
    pub fn new(position: &Position, agent: &Agent, report: &SearchReport, multi: usize) -> Self {
        Self {
            best: report.best().map(|to| name(position, to)),
            winner: position.winner().map(Color::name),
            position: position.to_string(),
            agent: agent.to_string(),
            found: Iteration::new(position, report, multi),
        }
    }
}

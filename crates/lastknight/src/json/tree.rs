//! Search traces.

use serde::Serialize;

use super::name;
use crate::board::Position;
use crate::search::Score;
use crate::search::trace::{NodeKind, Trace, TraceNode};

/// The trace of a search.
#[derive(Clone, Debug, Serialize)]
pub struct SearchTree {
    to_move: &'static str,
    /// Deprecated: `to_move`.
    player: &'static str,
    visited: usize,
    nodes: Vec<SearchNode>,
}

impl SearchTree {
    /// Converts a trace from a position.
    #[must_use]
    pub fn new(position: &Position, trace: &Trace) -> Self {
        Self {
            to_move: position.side().name(),
            player: position.side().name(),
            visited: trace.visited,
            nodes: trace.nodes.iter().map(|node| SearchNode::new(position, node)).collect(),
        }
    }
}

/// A node. Scores are for the player at the root.
#[derive(Clone, Debug, Serialize)]
struct SearchNode {
    parent: Option<usize>,
    to: Option<String>,
    side: &'static str,
    ply: u32,
    order: Option<usize>,
    alpha: Option<Score>,
    beta: Option<Score>,
    score: Option<Score>,
    /// Deprecated: `score`.
    value: Option<Score>,
    kind: &'static str,
    best: Option<usize>,
    cut_short: bool,
}

impl SearchNode {
    fn new(position: &Position, node: &TraceNode) -> Self {
        let (kind, best, cut_short) = match node.kind {
            NodeKind::Branch { best, is_cut_short } => ("branch", Some(best), is_cut_short),
            NodeKind::Leaf => ("leaf", None, false),
            NodeKind::End => ("end", None, false),
            NodeKind::Cut => ("cut", None, false),
        };
        Self {
            parent: node.parent,
            to: node.to.map(|to| name(position, to)),
            side: node.side.name(),
            ply: node.ply,
            order: node.order,
            alpha: node.window.0,
            beta: node.window.1,
            score: node.value,
            value: node.value,
            kind,
            best,
            cut_short,
        }
    }
}

//! A small search node by node, for teaching.

use axum::Json;
use axum::response::{IntoResponse, Response};
use lastknight::search::trace::{Kind, Node, Trace};
use lastknight::{Position, Score};
use serde::{Deserialize, Serialize};

use super::super::asked::{self, Asked};
use super::super::problem::Problem;

/// The largest tree: more cannot be looked at.
pub(in crate::server) const MOST_NODES: usize = 4000;

/// The deepest.
const DEEPEST: u32 = 8;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::server) struct Inquiry {
    at: String,
    heuristic: Option<String>,
    depth: Option<u32>,
    search: Option<Search>,
}

#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Search {
    Minimax,
    Alphabeta,
}

#[derive(Serialize)]
struct Shape {
    player: &'static str,
    visited: usize,
    nodes: Vec<NodeShape>,
}

/// A node: values are those of the player at the root, who takes the greatest.
#[derive(Serialize)]
struct NodeShape {
    parent: Option<usize>,
    to: Option<String>,
    side: &'static str,
    ply: u32,
    order: Option<usize>,
    alpha: Option<Score>,
    beta: Option<Score>,
    value: Option<Score>,
    kind: &'static str,
    best: Option<usize>,
    cut_short: bool,
}

impl NodeShape {
    fn of(node: &Node, position: &Position) -> Self {
        let (kind, best, cut_short) = match node.kind {
            Kind::Branch { best, is_cut_short } => ("branch", Some(best), is_cut_short),
            Kind::Leaf => ("leaf", None, false),
            Kind::End => ("end", None, false),
            Kind::Cut => ("cut", None, false),
        };
        Self {
            parent: node.parent,
            to: node.to.map(|to| position.size().name(to).to_string()),
            side: node.side.name(),
            ply: node.ply,
            order: node.order,
            alpha: node.window.0,
            beta: node.window.1,
            value: node.value,
            kind,
            best,
            cut_short,
        }
    }
}

/// The tree of minimax or alpha-beta. A mistake in the heuristic, or a tree that is too large, is an answer here.
pub(in crate::server) async fn tree(Asked(inquiry): Asked<Inquiry>) -> Result<Response, Problem> {
    let position = *asked::game(&inquiry.at)?.position();
    let heuristic = match asked::heuristic(inquiry.heuristic.as_deref().unwrap_or("improved")) {
        Ok(heuristic) => heuristic,
        Err(problem) => return Ok(problem.as_answer()),
    };
    let depth = asked::within("depth", inquiry.depth.unwrap_or(2), (1, DEEPEST))?;
    let prune = inquiry.search != Some(Search::Minimax);
    // Bounded by its nodes, but not so quick that other requests should wait.
    let trace = move || Trace::of(&position, &heuristic, depth, prune, MOST_NODES);
    let trace = tokio::task::spawn_blocking(trace).await;
    let trace =
        trace.map_err(|_| Problem::failed("the search failed; that is a mistake of ours"))?;
    let trace = match trace {
        Ok(trace) => trace,
        Err(error) => return Ok(Problem::bad_field("depth", error.to_string()).as_answer()),
    };
    let shape = Shape {
        player: position.side().name(),
        visited: trace.visited,
        nodes: trace.nodes.iter().map(|node| NodeShape::of(node, &position)).collect(),
    };
    Ok(Json(shape).into_response())
}

//! A small search node by node, for teaching.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use lastknight::search::trace::{Kind, Node, Trace};
use lastknight::{Position, Score};
use serde::{Deserialize, Serialize};

use super::super::Server;
use super::super::asked::{self, Asked, Client};
use super::super::problem::Problem;
use super::super::searches;

/// The largest tree: more cannot be looked at.
pub(in crate::server) const MOST_NODES: usize = 4000;

/// The deepest, and the most processor time.
const DEEPEST: u32 = 8;
const TIME: Duration = Duration::from_secs(10);

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

impl Shape {
    fn of(trace: &Trace, position: &Position) -> Self {
        Self {
            player: position.side().name(),
            visited: trace.visited,
            nodes: trace.nodes.iter().map(|node| NodeShape::of(node, position)).collect(),
        }
    }
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

/// The tree, or why there is none.
#[derive(Serialize)]
#[serde(untagged)]
enum Written {
    Tree(Shape),
    Mistake { error: Problem },
}

/// The tree of minimax or alpha-beta. A mistake in the heuristic, or a tree that is too large, is an answer here.
pub(in crate::server) async fn tree(
    State(server): State<Arc<Server>>,
    Client(client): Client,
    Asked(inquiry): Asked<Inquiry>,
) -> Result<Response, Problem> {
    let position = *asked::game(&inquiry.at)?.position();
    let heuristic = match asked::heuristic(inquiry.heuristic.as_deref().unwrap_or("improved")) {
        Ok(heuristic) => heuristic,
        Err(problem) => return Ok(problem.as_answer()),
    };
    let depth = asked::within("depth", inquiry.depth.unwrap_or(2), (1, DEEPEST))?;
    let prune = inquiry.search != Some(Search::Minimax);
    let events = searches::begin(&server.turns, &client, TIME, move |desk| {
        let stop = &*desk.seat;
        match Trace::until(&position, &heuristic, depth, prune, MOST_NODES, stop) {
            Ok(trace) => Written::Tree(Shape::of(&trace, &position)),
            Err(error) => {
                Written::Mistake { error: Problem::bad_field("depth", error.to_string()) }
            }
        }
    })?;
    events.last().await
}

//! A small search node by node, for teaching.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use lastknight::json::SearchTree;
use lastknight::search::trace::Trace;
use serde::{Deserialize, Serialize};

use crate::Server;
use crate::problem::Problem;
use crate::request::{self, Client, QueryParams};
use crate::search;

/// The largest tree: more cannot be looked at.
pub(crate) const MOST_NODES: usize = 4000;

/// The deepest, and the most processor time.
const DEEPEST: u32 = 8;
const TIME: Duration = Duration::from_secs(10);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Inquiry {
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

/// The tree, or why there is none.
#[derive(Serialize)]
#[serde(untagged)]
enum Written {
    Tree(SearchTree),
    Mistake { error: Problem },
}

/// The tree of minimax or alpha-beta. A mistake in the heuristic, or a tree that is too large, is an answer here.
pub(crate) async fn tree(
    State(server): State<Arc<Server>>,
    Client(client): Client,
    QueryParams(inquiry): QueryParams<Inquiry>,
) -> Result<Response, Problem> {
    let position = *request::game(&inquiry.at)?.position();
    let heuristic = match request::heuristic(inquiry.heuristic.as_deref().unwrap_or("improved")) {
        Ok(heuristic) => heuristic,
        Err(problem) => return Ok(problem.as_answer()),
    };
    let depth = request::within("depth", inquiry.depth.unwrap_or(2), (1, DEEPEST))?;
    let prune = inquiry.search != Some(Search::Minimax);
    let events = search::begin(&server.scheduler, &client, TIME, move |context| {
        let stop = &*context.slot;
        let trace = Trace::of(&position, &heuristic, depth, prune, MOST_NODES, stop);
        Ok(match trace {
            Ok(trace) => Written::Tree(SearchTree::new(&position, &trace)),
            Err(error) => {
                Written::Mistake { error: Problem::bad_field("depth", error.to_string()) }
            }
        })
    })?;
    events.last().await
}

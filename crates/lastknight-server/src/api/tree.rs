//! Small search trees, for teaching.

use std::time::Duration;

use axum::http::StatusCode;
use axum::response::Response;
use lastknight::json::SearchTree;
use lastknight::search::trace::Trace;
use serde::Deserialize;

use crate::api_error::ApiError;
use crate::request;
use crate::search::SearchRequest;

/// The largest tree that can be shown, in nodes.
pub(crate) const MOST_NODES: usize = 4000;

/// The maximum depth and CPU time.
const DEEPEST: u32 = 8;
const TIME: Duration = Duration::from_secs(10);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TreeQuery {
    at: String,
    heuristic: Option<String>,
    depth: Option<u32>,
    search: Option<SearchName>,
}

#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum SearchName {
    Minimax,
    Alphabeta,
}

/// Answers with the tree of minimax or alpha-beta. A bad heuristic and a tree that is too large are answers too.
pub(crate) async fn tree(request: SearchRequest<TreeQuery>) -> Result<Response, ApiError> {
    let position = *request::game(&request.query.at)?.position();
    let heuristic = request.query.heuristic.as_deref().unwrap_or("improved");
    let heuristic = match request::heuristic(heuristic) {
        Ok(heuristic) => heuristic,
        Err(error) => return Ok(error.as_answer()),
    };
    let depth = request::within("depth", request.query.depth.unwrap_or(2), (1, DEEPEST))?;
    let prune = request.query.search != Some(SearchName::Minimax);
    let events = request.start(TIME, move |context| {
        let stop = &*context.slot;
        let trace = Trace::of(&position, &heuristic, depth, prune, MOST_NODES, stop);
        let trace = trace.map_err(|error| ApiError::bad_field("depth", error))?;
        Ok(SearchTree::new(&position, &trace))
    })?;
    match events.last().await {
        Err(error) if error.status == StatusCode::BAD_REQUEST => Ok(error.as_answer()),
        answer => answer,
    }
}

//! Small search trees, for teaching.

use std::time::Duration;

use lastknight::Limits;
use lastknight::json::SearchTree;
use lastknight::search::trace::Trace;
use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use crate::{Answer, Reply, Request, Settings, request};

/// The largest tree that can be shown, in nodes.
pub(crate) const MOST_NODES: usize = 4000;

/// The maximum depth and CPU time.
const DEEPEST: u32 = 8;
const TIME: Duration = Duration::from_secs(10);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TreeQuery {
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

/// A tree, or why it cannot be shown.
#[derive(Serialize)]
#[serde(untagged)]
enum TreeAnswer {
    Tree(SearchTree),
    TooLarge { error: Problem },
}

/// Answers with the tree of minimax or alpha-beta. A bad heuristic and a tree that is too large are answers too.
pub(crate) fn tree(request: Request<'_>, _: Settings<'_>) -> Result<Reply, Problem> {
    let query: TreeQuery = request.query()?;
    let position = *request::game(&query.at)?.position();
    let heuristic = match request::heuristic(query.heuristic.as_deref().unwrap_or("improved")) {
        Ok(heuristic) => heuristic,
        Err(problem) => return Ok(Reply::Answer(Answer::from(&problem))),
    };
    let depth = request::within("depth", query.depth.unwrap_or(2), (1, DEEPEST))?;
    let prune = query.search != Some(SearchName::Minimax);
    Ok(Reply::search(TIME, false, move |search| {
        let stop = search.control(Limits::NONE).checkpoint;
        let trace = Trace::of(&position, &heuristic, depth, prune, MOST_NODES, stop);
        Ok(match trace {
            Ok(trace) => TreeAnswer::Tree(SearchTree::new(&position, &trace)),
            Err(error) => TreeAnswer::TooLarge { error: Problem::bad_field("depth", error) },
        })
    }))
}

//! The values of heuristics and formulas, and the moves they choose.

use std::collections::BTreeMap;
use std::time::Duration;

use lastknight::{Control, Limits, answer, json};
use serde::Deserialize;
use serde_json::Map;

use crate::problem::Problem;
use crate::{Answer, Reply, Request, Search, Settings, request, to_json};

/// The maximum search depth, and the time of one heuristic and of all.
const DEEPEST: u32 = 8;
const TIME_OF_ONE: Duration = Duration::from_millis(400);
const TIME_OF_ALL: Duration = Duration::from_secs(20);

fn checked(depth: Option<u32>) -> Result<u32, Problem> {
    request::within("depth", depth.unwrap_or(1), (1, DEEPEST))
}

/// Returns the limits of the search with one heuristic.
fn control(search: &dyn Search, depth: u32) -> Control<'_> {
    search.control(Limits { depth: Some(depth), time: Some(TIME_OF_ONE), nodes: None })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EvaluationQuery {
    at: String,
    depth: Option<u32>,
}

/// Streams the value and the move of every heuristic.
pub(crate) fn evaluation(request: Request<'_>, _: Settings<'_>) -> Result<Reply, Problem> {
    let query: EvaluationQuery = request.query()?;
    let position = *request::game(&query.at)?.position();
    let depth = checked(query.depth)?;
    Ok(Reply::search(TIME_OF_ALL, true, move |search| {
        let features = json::Numbers::features(&position);
        search.send("features", to_json(&BTreeMap::from([("features", features)])));
        answer::heuristic_moves(&position, control(search, depth), &mut |row| {
            search.send("heuristic", to_json(&row));
        });
        Ok(Map::new())
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FormulaQuery {
    at: String,
    text: String,
    depth: Option<u32>,
}

/// Answers with the value and the move of a formula, or with its error.
pub(crate) fn formula(request: Request<'_>, _: Settings<'_>) -> Result<Reply, Problem> {
    let FormulaQuery { at, text, depth } = request.query()?;
    let position = *request::game(&at)?.position();
    let depth = checked(depth)?;
    let heuristic = match request::heuristic(&text) {
        Ok(heuristic) => heuristic,
        Err(problem) => return Ok(Reply::Answer(Answer::from(&problem))),
    };
    Ok(Reply::search(TIME_OF_ALL, false, move |search| {
        Ok(answer::heuristic_move(&text, &heuristic, &position, control(search, depth)))
    }))
}

//! The values of heuristics and formulas, and the moves they choose.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::response::Response;
use lastknight::{Control, Limits, answer, json};
use serde::Deserialize;
use serde_json::Map;

use crate::api_error::ApiError;
use crate::request;
use crate::search::{Events, SearchContext, SearchRequest};

/// The maximum search depth, and the time of one heuristic and of all.
const DEEPEST: u32 = 8;
const TIME_OF_ONE: Duration = Duration::from_millis(400);
const TIME_OF_ALL: Duration = Duration::from_secs(20);

fn checked(depth: Option<u32>) -> Result<u32, ApiError> {
    request::within("depth", depth.unwrap_or(1), (1, DEEPEST))
}

/// Returns the limits of the search with one heuristic.
fn control(context: &SearchContext, depth: u32) -> Control<'_> {
    context.control(Limits { depth: Some(depth), time: Some(TIME_OF_ONE), nodes: None })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EvaluationQuery {
    at: String,
    depth: Option<u32>,
}

/// Streams the value and the move of every heuristic.
pub(crate) async fn evaluation(
    request: SearchRequest<EvaluationQuery>,
) -> Result<Events, ApiError> {
    let position = *request::game(&request.query.at)?.position();
    let depth = checked(request.query.depth)?;
    request.start(TIME_OF_ALL, move |context| {
        let features = json::Numbers::features(&position);
        context.send("features", &BTreeMap::from([("features", features)]));
        answer::heuristic_moves(&position, control(context, depth), &mut |row| {
            context.send("heuristic", &row);
        });
        Ok(Map::new())
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FormulaQuery {
    at: String,
    text: String,
    depth: Option<u32>,
}

/// Answers with the value and the move of a formula, or with its error.
pub(crate) async fn formula(request: SearchRequest<FormulaQuery>) -> Result<Response, ApiError> {
    let position = *request::game(&request.query.at)?.position();
    let depth = checked(request.query.depth)?;
    let text = request.query.text.clone();
    let heuristic = match request::heuristic(&text) {
        Ok(heuristic) => heuristic,
        Err(error) => return Ok(error.as_answer()),
    };
    let events = request.start(TIME_OF_ALL, move |context| {
        Ok(answer::heuristic_move(&text, &heuristic, &position, control(context, depth)))
    })?;
    events.last().await
}

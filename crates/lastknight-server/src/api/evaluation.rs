//! What every heuristic says of a position and which move it would choose; a formula as it is typed.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use lastknight::{Control, Limits, answer, json};
use serde::{Deserialize, Serialize};

use crate::Server;
use crate::problem::Problem;
use crate::request::{self, Client, QueryParams};
use crate::search::{self, Events, SearchContext};

/// The deepest search of a heuristic, and the time of one and of all.
const DEEPEST: u32 = 8;
const TIME_OF_ONE: Duration = Duration::from_millis(400);
const TIME_OF_ALL: Duration = Duration::from_secs(20);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Inquiry {
    at: String,
    depth: Option<u32>,
}

#[derive(Serialize)]
struct Features {
    features: json::Numbers,
}

/// Every heuristic, one after another.
pub(crate) async fn evaluation(
    State(server): State<Arc<Server>>,
    Client(client): Client,
    QueryParams(inquiry): QueryParams<Inquiry>,
) -> Result<Events, Problem> {
    let position = *request::game(&inquiry.at)?.position();
    let depth = depth(&inquiry)?;
    search::begin(&server.scheduler, &client, TIME_OF_ALL, move |context| {
        context.tell("features", &Features { features: json::Numbers::features(&position) });
        answer::heuristic_moves(&position, control(context, depth), &mut |row| {
            context.tell("heuristic", &row);
        });
        Ok(Done {})
    })
}

#[derive(Serialize)]
struct Done {}

fn depth(inquiry: &Inquiry) -> Result<u32, Problem> {
    request::within("depth", inquiry.depth.unwrap_or(1), (1, DEEPEST))
}

/// The limits of the search of one heuristic.
fn control(context: &SearchContext, depth: u32) -> Control<'_> {
    context.control(Limits { depth: Some(depth), time: Some(TIME_OF_ONE), nodes: None })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Formula {
    at: String,
    text: String,
    depth: Option<u32>,
}

/// What a formula says, or what is wrong with it: a mistake is an answer here, not a failure.
pub(crate) async fn formula(
    State(server): State<Arc<Server>>,
    Client(client): Client,
    QueryParams(formula): QueryParams<Formula>,
) -> Result<Response, Problem> {
    let position = *request::game(&formula.at)?.position();
    let depth = depth(&Inquiry { at: String::new(), depth: formula.depth })?;
    let heuristic = match request::heuristic(&formula.text) {
        Ok(heuristic) => heuristic,
        Err(problem) => return Ok(problem.as_answer()),
    };
    let events = search::begin(&server.scheduler, &client, TIME_OF_ALL, move |context| {
        let control = control(context, depth);
        Ok(answer::heuristic_move(&formula.text, &heuristic, &position, control))
    })?;
    events.last().await
}

//! What every heuristic says of a position and which move it would choose; a formula as it is typed.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use lastknight::eval::registry::HEURISTICS;
use lastknight::search::Task;
use lastknight::search::ladder::{Ladder, Rungs};
use lastknight::{Checkpoint, Heuristic, Limits, Position, json};
use serde::{Deserialize, Serialize};

use super::analysis::control;
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
        for entry in HEURISTICS {
            if context.slot.proceed().is_break() {
                break;
            }
            context.tell(
                "heuristic",
                &row(entry.name, &Heuristic::of(entry), &position, depth, context),
            );
        }
        Done {}
    })
}

#[derive(Serialize)]
struct Done {}

fn depth(inquiry: &Inquiry) -> Result<u32, Problem> {
    request::within("depth", inquiry.depth.unwrap_or(1), (1, DEEPEST))
}

fn row(
    name: &str,
    heuristic: &Heuristic,
    position: &Position,
    depth: u32,
    context: &SearchContext,
) -> json::HeuristicMove {
    let mut search = Ladder::new(heuristic.clone(), Rungs::default(), 0);
    let limits = Limits { depth: Some(depth), time: Some(TIME_OF_ONE), nodes: None };
    let mut task = Task::new(control(context, limits)).analysis(true);
    let report = search.search(position, &mut task);
    json::HeuristicMove::new(name, heuristic, position, &report)
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
        row(&formula.text, &heuristic, &position, depth, context)
    })?;
    events.last().await
}

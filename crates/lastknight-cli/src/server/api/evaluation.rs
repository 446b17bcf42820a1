//! What every heuristic says of a position and which move it would choose; a formula as it is typed.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use lastknight::eval::registry::HEURISTICS;
use lastknight::search::Task;
use lastknight::search::ladder::{Ladder, Rungs};
use lastknight::{Checkpoint, Heuristic, Limits, Position, Score};
use serde::{Deserialize, Serialize};

use super::super::Server;
use super::super::asked::{self, Asked, Client};
use super::super::problem::Problem;
use super::super::searches::{self, Desk, Events};
use super::analysis::control;
use crate::commands::evaluate::named_features;
use crate::output::Named;

/// The deepest search of a heuristic, and the time of one and of all.
const DEEPEST: u32 = 8;
const TIME_OF_ONE: Duration = Duration::from_millis(400);
const TIME_OF_ALL: Duration = Duration::from_secs(20);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::server) struct Inquiry {
    at: String,
    depth: Option<u32>,
}

/// What a heuristic says.
#[derive(Serialize)]
struct Row {
    name: String,
    /// What the position is worth to the side to move, without looking ahead.
    value: f64,
    /// The move that alpha-beta with it chooses, and what it thinks of it.
    to: Option<String>,
    score: Option<Score>,
    depth: u32,
    nodes: u64,
}

#[derive(Serialize)]
struct Features {
    features: Named,
}

/// Every heuristic, one after another.
pub(in crate::server) async fn evaluation(
    State(server): State<Arc<Server>>,
    Client(client): Client,
    Asked(inquiry): Asked<Inquiry>,
) -> Result<Events, Problem> {
    let position = *asked::game(&inquiry.at)?.position();
    let depth = depth(&inquiry)?;
    searches::begin(&server.turns, &client, TIME_OF_ALL, move |desk| {
        desk.tell("features", &Features { features: named_features(&position) });
        for entry in HEURISTICS {
            if desk.seat.proceed().is_break() {
                break;
            }
            desk.tell("heuristic", &row(entry.name, &Heuristic::of(entry), &position, depth, desk));
        }
        Done {}
    })
}

#[derive(Serialize)]
struct Done {}

fn depth(inquiry: &Inquiry) -> Result<u32, Problem> {
    asked::within("depth", inquiry.depth.unwrap_or(1), (1, DEEPEST))
}

fn row(name: &str, heuristic: &Heuristic, position: &Position, depth: u32, desk: &Desk) -> Row {
    let mut search = Ladder::new(heuristic.clone(), Rungs::default(), 0);
    let limits = Limits { depth: Some(depth), time: Some(TIME_OF_ONE), nodes: None };
    let mut task = Task::new(control(desk, limits)).analysis(true);
    let report = search.search(position, &mut task);
    Row {
        name: name.to_owned(),
        value: heuristic.value(position, position.side()),
        to: report.best().map(|to| position.size().name(to).to_string()),
        score: report.score(),
        depth: report.depth,
        nodes: report.nodes,
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::server) struct Formula {
    at: String,
    text: String,
    depth: Option<u32>,
}

/// What a formula says, or what is wrong with it: a mistake is an answer here, not a failure.
pub(in crate::server) async fn formula(
    State(server): State<Arc<Server>>,
    Client(client): Client,
    Asked(formula): Asked<Formula>,
) -> Result<Response, Problem> {
    let position = *asked::game(&formula.at)?.position();
    let depth = depth(&Inquiry { at: String::new(), depth: formula.depth })?;
    let heuristic = match asked::heuristic(&formula.text) {
        Ok(heuristic) => heuristic,
        Err(problem) => return Ok(problem.as_answer()),
    };
    let events = searches::begin(&server.turns, &client, TIME_OF_ALL, move |desk| {
        row(&formula.text, &heuristic, &position, depth, desk)
    })?;
    events.last().await
}

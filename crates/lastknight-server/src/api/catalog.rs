//! The catalog of boards, agents, heuristics and studies, and the state of the server.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use lastknight::agent::Agents;
use lastknight::json::{self, AgentDescription, FormulaLanguage, HeuristicDescription};
use lastknight_lab::SpecFile;
use lastknight_lab::study::show::StudyDescription;
use serde::Serialize;

use super::tree;
use crate::request::MOST;
use crate::{SEARCHES, Server};

/// The boards that the page offers.
const BOARDS: [&str; 8] = ["5x5", "5x6", "6x6", "7x7", "8x8", "7x9", "9x9", "11x9"];

/// The opponents that the page offers, the weakest first, with their titles.
const OPPONENTS: [(&str, &str); 8] = [
    ("random", "Random: any legal move"),
    ("greedy(improved)", "Greedy: the most moves right now"),
    ("alphabeta(improved, depth=3)", "Alpha-beta, 3 plies deep"),
    ("alphabeta(improved, depth=5)", "Alpha-beta, 5 plies deep"),
    ("alphabeta(drilldown)", "Alpha-beta with drilldown"),
    ("mcts", "Monte-Carlo tree search"),
    ("engine", "The engine: strongest"),
    ("perfect", "Perfect: solves what it can"),
];

#[derive(Serialize)]
struct Catalog<'a> {
    version: &'static str,
    json_version: u32,
    boards: [&'static str; 8],
    opponents: Vec<Opponent<'a>>,
    agents: Vec<AgentDescription>,
    heuristics: Vec<HeuristicDescription>,
    formulas: FormulaLanguage,
    studies: Vec<StudyDescription>,
    limits: Limits,
    /// The default tournament.
    tournament: Option<SpecFile>,
}

#[derive(Serialize)]
struct Opponent<'a> {
    agent: &'a str,
    title: &'a str,
}

/// The maximum of what a request can use.
#[derive(Serialize)]
struct Limits {
    seconds: f64,
    megabytes: u64,
    squares: usize,
    tree_nodes: usize,
}

/// Returns the catalog as JSON. The server makes it once: parsing every study takes 26 ms of CPU time.
pub(crate) fn bytes(most_time: Duration, agents: &Agents) -> Bytes {
    let builtin = OPPONENTS.map(|(agent, title)| Opponent { agent, title });
    let own =
        agents.custom().iter().map(|agent| Opponent { agent: agent.name(), title: agent.name() });
    let catalog = Catalog {
        version: env!("CARGO_PKG_VERSION"),
        json_version: json::VERSION,
        boards: BOARDS,
        opponents: builtin.into_iter().chain(own).collect(),
        agents: AgentDescription::all(agents),
        heuristics: HeuristicDescription::all(),
        formulas: FormulaLanguage::all(),
        studies: StudyDescription::all(),
        limits: Limits {
            seconds: most_time.as_secs_f64(),
            megabytes: MOST.megabytes,
            squares: 128,
            tree_nodes: tree::MOST_NODES,
        },
        tournament: SpecFile::parse(SpecFile::DEFAULT).ok(),
    };
    serde_json::to_vec(&catalog).expect("map keys are text").into()
}

pub(crate) async fn catalog(State(server): State<Arc<Server>>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], server.catalog.clone()).into_response()
}

#[derive(Serialize)]
pub(crate) struct Status {
    searches: usize,
    most_searches: usize,
    json_version: u32,
}

pub(crate) async fn status(State(server): State<Arc<Server>>) -> Json<Status> {
    let searches = server.scheduler.searches();
    Json(Status { searches, most_searches: SEARCHES, json_version: json::VERSION })
}

#[cfg(test)]
mod tests {
    use lastknight::Position;

    use super::*;

    #[test]
    fn what_is_offered_exists() {
        for board in BOARDS {
            assert!(board.parse::<Position>().is_ok(), "{board}");
        }
        for (agent, _) in OPPONENTS {
            assert!(crate::request::agent(agent, &Agents::builtin()).is_ok(), "{agent}");
        }
    }
}

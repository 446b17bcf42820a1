//! Texts that people bring along or take away: games in any format, agents as they are typed.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use lastknight::game::{RecordFormat, pgn as format};
use lastknight::{ByColor, Constants, GameRecord, Outcome, Termination, json};
use serde::{Deserialize, Serialize};

use crate::Server;
use crate::problem::Problem;
use crate::request::{self, QueryParams, Text};

/// The most games that are read at a time.
const MOST_GAMES: usize = 1000;

/// The longest name of a player, in characters.
const LONGEST_NAME: usize = 200;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Players {
    at: String,
    white: Option<String>,
    black: Option<String>,
}

/// A game as PGN.
pub(crate) async fn pgn(QueryParams(players): QueryParams<Players>) -> Result<Response, Problem> {
    let game = request::game(&players.at)?;
    let name = |name: Option<String>| {
        let plain = |c: char| if c.is_control() { ' ' } else { c };
        name.unwrap_or_else(|| "?".to_owned()).chars().map(plain).take(LONGEST_NAME).collect()
    };
    let names = ByColor::new(name(players.white), name(players.black));
    let winner = game.position().winner();
    let outcome = winner.map(|winner| Outcome { winner, termination: Termination::NoMoves });
    let record = GameRecord::new(game, names, outcome);
    let record = record.map_err(|error| Problem::bad_field("at", error.to_string()))?;
    let headers = [(header::CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8")];
    Ok((headers, format::write(&record)).into_response())
}

/// What was found in a text.
#[derive(Serialize)]
struct Games {
    games: Vec<json::Game>,
}

/// The games in a text: a position with its moves, PGN or JSON lines. A mistake is an answer here, not a failure.
pub(crate) async fn games(Text(text): Text) -> Response {
    match read(&text) {
        Ok(games) => Json(Games { games }).into_response(),
        Err(problem) => problem.as_answer(),
    }
}

fn read(text: &str) -> Result<Vec<json::Game>, Problem> {
    let trimmed = text.trim();
    if !trimmed.contains(['[', '{', '\n']) && !is_pgn(trimmed) {
        return Ok(vec![(&request::game(trimmed)?).into()]);
    }
    let records = RecordFormat::guess(text).read(text);
    let records = records.map_err(|error| Problem::bad_field("text", error.to_string()))?;
    if records.is_empty() {
        return Err(Problem::bad_field("text", "there is no game in it"));
    }
    if records.len() > MOST_GAMES {
        return Err(Problem::bad_field("text", format!("more than {MOST_GAMES} games")));
    }
    Ok(records.iter().map(Into::into).collect())
}

/// Whether a line looks like the moves of PGN rather than a position.
fn is_pgn(line: &str) -> bool {
    line.starts_with("1.")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Typed {
    agent: String,
}

#[derive(Serialize)]
struct Understood {
    agent: String,
}

/// An agent as it was understood, or what is wrong with it: a mistake is an answer here, not a failure.
pub(crate) async fn check(
    State(server): State<Arc<Server>>,
    QueryParams(typed): QueryParams<Typed>,
) -> Response {
    match request::agent(&typed.agent, &server.agents) {
        // As it was meant, not as it is cut down to what may be used here.
        Ok(limited) => {
            let agent = server.agents.parse(&typed.agent, &Constants::NONE).unwrap_or(limited);
            Json(Understood { agent: agent.to_string() }).into_response()
        }
        Err(problem) => problem.as_answer(),
    }
}

//! Positions, games and agents as text. The page knows no rules.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use lastknight::game::{RecordFormat, pgn as format};
use lastknight::{ByColor, Constants, GameRecord, Outcome, Termination, json};
use serde::Deserialize;

use crate::Server;
use crate::api_error::ApiError;
use crate::request::{self, Body, QueryParams, Text};

/// The maximum number of games in a text.
const MOST_GAMES: usize = 1000;

/// The maximum length of a player's name, in characters.
const LONGEST_NAME: usize = 200;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionQuery {
    at: String,
}

pub(crate) async fn position(
    QueryParams(query): QueryParams<PositionQuery>,
) -> Result<Json<json::Position>, ApiError> {
    Ok(Json((&request::game(&query.at)?).into()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PgnQuery {
    at: String,
    white: Option<String>,
    black: Option<String>,
}

/// Answers with a game as PGN.
pub(crate) async fn pgn(QueryParams(query): QueryParams<PgnQuery>) -> Result<Response, ApiError> {
    let game = request::game(&query.at)?;
    let name = |name: Option<String>| {
        let plain = |c: char| if c.is_control() { ' ' } else { c };
        name.unwrap_or_else(|| "?".to_owned()).chars().map(plain).take(LONGEST_NAME).collect()
    };
    let names = ByColor::new(name(query.white), name(query.black));
    let winner = game.position().winner();
    let outcome = winner.map(|winner| Outcome { winner, termination: Termination::NoMoves });
    let record = GameRecord::new(game, names, outcome);
    let record = record.map_err(|error| ApiError::bad_field("at", error))?;
    let headers = [(header::CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8")];
    Ok((headers, format::write(&record)).into_response())
}

/// Answers with a game and its variations as PGN.
pub(crate) async fn annotated_pgn(
    Body(request): Body<json::PgnRequest>,
) -> Result<Json<BTreeMap<&'static str, String>>, ApiError> {
    let text = request.pgn().map_err(|error| ApiError::bad_field(error.field(), error))?;
    Ok(Json(BTreeMap::from([("pgn", text)])))
}

/// Answers with the games in a text (a position with its moves, PGN or JSON lines), or with its error.
pub(crate) async fn games(Text(text): Text) -> Response {
    match read(&text) {
        Ok(games) => Json(BTreeMap::from([("games", games)])).into_response(),
        Err(error) => error.as_answer(),
    }
}

fn read(text: &str) -> Result<Vec<json::Game>, ApiError> {
    let trimmed = text.trim();
    let is_pgn = trimmed.starts_with("1.");
    if !trimmed.contains(['[', '{', '\n']) && !is_pgn {
        return Ok(vec![(&request::game(trimmed)?).into()]);
    }
    let records = RecordFormat::guess(text).read_annotated(text);
    let records = records.map_err(|error| ApiError::bad_field("text", error))?;
    if records.is_empty() {
        return Err(ApiError::bad_field("text", "no game found"));
    }
    if records.len() > MOST_GAMES {
        return Err(ApiError::bad_field("text", format!("more than {MOST_GAMES} games")));
    }
    Ok(records.iter().map(Into::into).collect())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AgentText {
    agent: String,
}

/// Answers with an agent in its usual form, or with the error in its text.
pub(crate) async fn check(
    State(server): State<Arc<Server>>,
    QueryParams(query): QueryParams<AgentText>,
) -> Response {
    match request::agent(&query.agent, &server.agents) {
        // The agent as typed, before the server's limits apply.
        Ok(limited) => {
            let agent = server.agents.parse(&query.agent, &Constants::NONE).unwrap_or(limited);
            Json(BTreeMap::from([("agent", agent.to_string())])).into_response()
        }
        Err(error) => error.as_answer(),
    }
}

//! Positions, games and agents as text. The page knows no rules.

use std::collections::BTreeMap;

use lastknight::game::{RecordFormat, VariationTree};
use lastknight::{Constants, json};
use serde::Deserialize;

use crate::problem::Problem;
use crate::{Answer, Reply, Request, Settings, request};

/// The maximum number of games in a text.
const MOST_GAMES: usize = 1000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionQuery {
    at: String,
}

pub(crate) fn position(request: Request<'_>, _: Settings<'_>) -> Result<Reply, Problem> {
    let query: PositionQuery = request.query()?;
    Ok(Reply::json(&json::Position::from(&request::game(&query.at)?)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PgnQuery {
    at: String,
    white: Option<String>,
    black: Option<String>,
}

/// Answers with a game as PGN.
pub(crate) fn pgn(request: Request<'_>, _: Settings<'_>) -> Result<Reply, Problem> {
    let PgnQuery { at, white, black } = request.query()?;
    let tree = VariationTree::from(&request::game(&at)?);
    let text = json::annotated_pgn(tree, white.as_deref(), black.as_deref());
    Ok(Reply::Answer(Answer { content_type: "application/x-chess-pgn; charset=utf-8", text }))
}

/// Answers with a game and its variations as PGN.
pub(crate) fn annotated_pgn(request: Request<'_>, _: Settings<'_>) -> Result<Reply, Problem> {
    let game: json::PgnRequest = request.json()?;
    let text = game.pgn().map_err(|error| Problem::bad_field(error.field(), error))?;
    Ok(Reply::json(&BTreeMap::from([("pgn", text)])))
}

/// Answers with the games in a text (a position with its moves, PGN or JSON lines), or with its error.
pub(crate) fn games(request: Request<'_>, _: Settings<'_>) -> Result<Reply, Problem> {
    Ok(match read(request.body) {
        Ok(games) => Reply::json(&BTreeMap::from([("games", games)])),
        Err(problem) => Reply::Answer(Answer::from(&problem)),
    })
}

fn read(text: &str) -> Result<Vec<json::Game>, Problem> {
    let trimmed = text.trim();
    let is_pgn = trimmed.starts_with("1.");
    if !trimmed.contains(['[', '{', '\n']) && !is_pgn {
        return Ok(vec![(&request::game(trimmed)?).into()]);
    }
    let records = RecordFormat::guess(text).read_annotated(text);
    let records = records.map_err(|error| Problem::bad_field("text", error))?;
    if records.is_empty() {
        return Err(Problem::bad_field("text", "no game found"));
    }
    if records.len() > MOST_GAMES {
        return Err(Problem::bad_field("text", format!("more than {MOST_GAMES} games")));
    }
    Ok(records.iter().map(Into::into).collect())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AgentText {
    agent: String,
}

/// Answers with an agent in its usual form, or with the error in its text.
pub(crate) fn check(request: Request<'_>, settings: Settings<'_>) -> Result<Reply, Problem> {
    let AgentText { agent } = request.query()?;
    Ok(match request::agent(&agent, settings.agents) {
        // The agent as typed, before the limits of requests apply.
        Ok(limited) => {
            let agent = settings.agents.parse(&agent, &Constants::NONE).unwrap_or(limited);
            Reply::json(&BTreeMap::from([("agent", agent.to_string())]))
        }
        Err(problem) => Reply::Answer(Answer::from(&problem)),
    })
}

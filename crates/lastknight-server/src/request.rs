//! The parts of requests, checked: positions, agents, limits, clients.

use std::net::SocketAddr;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use lastknight::agent::{AGENTS, Agents, Resources};
use lastknight::control::limits::parse_time;
use lastknight::{Agent, Constants, Game, Heuristic, Limits};
use serde::de::DeserializeOwned;

use super::api_error::ApiError;
use super::cost;

/// The maximum length of a position, an agent or a heuristic, in bytes.
const LONGEST: usize = 4096;

/// The maximum that the agent of a request may use. With many searches each has less memory.
pub(super) const MOST: Resources = Resources { threads: 1, megabytes: 32 };

/// How long the body of a request may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// The agents that requests can use: those that run only code of the library.
const ALLOWED: [&str; 8] =
    ["random", "greedy", "minimax", "alphabeta", "engine", "perfect", "mcts", "mirror"];

/// The query of a request.
pub(super) struct QueryParams<T>(pub(super) T);

impl<S: Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let query = Query::<T>::try_from_uri(&parts.uri).map_err(|error| {
            let text = error.body_text();
            let prefix = "Failed to deserialize query string: ";
            ApiError::bad_query(text.strip_prefix(prefix).unwrap_or(&text))
        })?;
        Ok(Self(query.0))
    }
}

/// The part of a path that is a name.
pub(super) struct Name(pub(super) String);

impl<S: Sync + Send> FromRequestParts<S> for Name {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let name = Path::<String>::from_request_parts(parts, state).await;
        name.map(|Path(name)| Self(name))
            .map_err(|_| ApiError::not_found("there is nothing at this address"))
    }
}

/// The body of a request, as JSON.
pub(super) struct Body<T>(pub(super) T);

impl<S: Sync + Send, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let Text(text) = Text::from_request(request, state).await?;
        let value = serde_json::from_str(&text).map(Self);
        value.map_err(|error| ApiError::bad_request(format!("invalid body: {error}")))
    }
}

/// The body of a request, as text.
pub(super) struct Text(pub(super) String);

impl<S: Sync + Send> FromRequest<S> for Text {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let read = tokio::time::timeout(BODY_TIMEOUT, Bytes::from_request(request, state));
        let late = "the body took too long to arrive";
        let bytes = read.await.map_err(|_| ApiError::new(StatusCode::REQUEST_TIMEOUT, late))?;
        let bytes = bytes.map_err(|error| ApiError::new(error.status(), error.body_text()))?;
        let text = String::from_utf8(bytes.into());
        text.map(Self).map_err(|_| ApiError::bad_request("the body is not UTF-8 text"))
    }
}

/// Returns the client: the name that it gives itself, or else its network address.
pub(super) fn client(parts: &Parts) -> Result<String, ApiError> {
    let Some(name) = parts.headers.get("x-client") else {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        return Ok(peer.map_or_else(String::new, |peer| peer.0.to_string()));
    };
    let is_name = |name: &&str| {
        (1..=64).contains(&name.len())
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    let name = name.to_str().ok().filter(is_name).map(str::to_owned);
    name.ok_or_else(|| ApiError::bad_request("X-Client: up to 64 letters, digits and dashes"))
}

/// Parses a position or a game.
pub(super) fn game(text: &str) -> Result<Game, ApiError> {
    let game = short("at", text)?.parse::<Game>();
    game.map_err(|error| ApiError::bad_field("at", error))
}

/// Parses an agent and limits it to what requests may use.
pub(super) fn agent(text: &str, agents: &Agents) -> Result<Agent, ApiError> {
    let agent = agents.parse(short("agent", text)?, &Constants::NONE);
    let agent = agent.map_err(|error| ApiError::placed("agent", &error))?;
    Ok(allowed(agent)?.within(MOST))
}

/// Returns an agent if it and those inside it are allowed and not too slow. Custom agents are allowed: they are
/// code of the program that runs the server.
pub(super) fn allowed(agent: Agent) -> Result<Agent, ApiError> {
    let is_registered = |name| AGENTS.iter().any(|entry| entry.name == name);
    let mut names = std::iter::successors(Some(&agent), |agent| agent.inner()).map(Agent::name);
    if let Some(name) = names.find(|name| is_registered(*name) && !ALLOWED.contains(name)) {
        let why = format!("{name} is not allowed here: it runs more than code of the library");
        return Err(ApiError::bad_field("agent", why));
    }
    cost::affordable_agent(&agent)?;
    Ok(agent)
}

/// Parses a heuristic or a formula.
pub(super) fn heuristic(text: &str) -> Result<Heuristic, ApiError> {
    let heuristic = Heuristic::parse(short("heuristic", text)?, &Constants::NONE);
    let heuristic = heuristic.map_err(|error| ApiError::placed("heuristic", &error))?;
    cost::affordable("heuristic", &heuristic)?;
    Ok(heuristic)
}

fn short<'a>(field: &'static str, text: &'a str) -> Result<&'a str, ApiError> {
    match text.len() {
        length if length <= LONGEST => Ok(text),
        length => Err(ApiError::bad_field(field, format!("{length} bytes, of at most {LONGEST}"))),
    }
}

/// The limits in a request.
#[derive(Debug, Default)]
pub(super) struct LimitTexts<'a> {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<&'a str>,
}

impl LimitTexts<'_> {
    /// Returns the limits, or `default` if there are none, with at most the time `most`.
    pub(super) fn or(self, default: Limits, most: Duration) -> Result<Limits, ApiError> {
        let bad = |why| Err(ApiError::bad_field("time", why));
        let time = self.time.map(|text| match parse_time(text) {
            None => bad(format!("'{text}' is not a number with us, ms, s, min or h")),
            Some(time) if time > most => {
                bad(format!("at most {} seconds here", most.as_secs_f64()))
            }
            Some(time) => Ok(time),
        });
        if self.depth.is_some_and(|depth| depth > 255) {
            return Err(ApiError::bad_field("depth", "at most 255"));
        }
        let limits = Limits { depth: self.depth, nodes: self.nodes, time: time.transpose()? };
        let limits = limits.or(default);
        Ok(Limits { time: Some(limits.time.map_or(most, |time| time.min(most))), ..limits })
    }
}

/// Returns a number if it is within bounds.
pub(super) fn within<T: PartialOrd + std::fmt::Display>(
    field: &'static str,
    number: T,
    (least, most): (T, T),
) -> Result<T, ApiError> {
    if number < least || number > most {
        return Err(ApiError::bad_field(field, format!("{number} is not {least} to {most}")));
    }
    Ok(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A new agent has to be added to one of the two lists.
    #[test]
    fn every_agent_is_allowed_or_not() {
        const REFUSED: [&str; 0] = [];
        for entry in AGENTS {
            let name = entry.name;
            assert_ne!(ALLOWED.contains(&name), REFUSED.contains(&name), "{name}");
        }
    }

    #[test]
    fn agents_take_no_more_than_they_may() {
        let parsed = |text| agent(text, &Agents::builtin()).unwrap();
        for text in
            ["engine", "engine(memory=100000, threads=64)", "perfect", "mirror(mcts(memory=9999))"]
        {
            let needs = parsed(text).resources();
            assert!(needs.threads <= MOST.threads && needs.megabytes <= MOST.megabytes, "{text}");
        }
        assert_eq!(parsed("engine(memory=4)").to_string(), "engine(memory=4)");
    }

    #[test]
    fn limits_are_limited() {
        let (most, default) = (Duration::from_secs(10), Limits::nodes(5));
        let or = |depth, time| {
            let limits = LimitTexts { depth, nodes: None, time }.or(default, most);
            limits.map(|limits| (limits.nodes, limits.time)).map_err(|error| error.message)
        };
        assert_eq!(or(None, None), Ok((Some(5), Some(most))));
        assert_eq!(or(None, Some("2s")), Ok((None, Some(Duration::from_secs(2)))));
        for (depth, time, message) in [
            (None, Some("11s"), "time: at most 10 seconds here"),
            (None, Some("x"), "time: 'x' is not a number with us, ms, s, min or h"),
            (Some(256), None, "depth: at most 255"),
        ] {
            assert_eq!(or(depth, time), Err(message.to_owned()));
        }
    }
}

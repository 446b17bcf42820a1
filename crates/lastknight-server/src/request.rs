//! What requests say, checked: positions, agents, limits, and who asks.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use lastknight::agent::{AGENTS, Agents, Resources};
use lastknight::control::limits::parse_time;
use lastknight::{Agent, Constants, Game, Heuristic, Limits};
use serde::de::DeserializeOwned;

use super::cost;
use super::problem::Problem;

/// The longest text of a position, an agent or a heuristic, in bytes.
const LONGEST: usize = 4096;

/// The most that the player of a request may take: searches share this machine. With many of them each has less memory.
pub(super) const MOST: Resources = Resources { threads: 1, megabytes: 32 };

/// How long the body of a request may take to come in.
const PATIENCE: Duration = Duration::from_secs(10);

/// The agents that a page may let play: those that are nothing but code of the library. Whoever is not here is refused.
const ALLOWED: [&str; 8] =
    ["random", "greedy", "minimax", "alphabeta", "engine", "perfect", "mcts", "mirror"];

/// The query of a request.
pub(super) struct QueryParams<T>(pub(super) T);

impl<S: Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let query = Query::<T>::try_from_uri(&parts.uri).map_err(|error| {
            let text = error.body_text();
            let prefix = "Failed to deserialize query string: ";
            Problem::bad_query(text.strip_prefix(prefix).unwrap_or(&text))
        })?;
        Ok(Self(query.0))
    }
}

/// The part of an address that is a name.
pub(super) struct Name(pub(super) String);

impl<S: Sync + Send> FromRequestParts<S> for Name {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        // What is no text is the name of nothing.
        let name = Path::<String>::from_request_parts(parts, state).await;
        name.map(|Path(name)| Self(name))
            .map_err(|_| Problem::missing("there is nothing at this address"))
    }
}

/// The body of a request, as JSON.
pub(super) struct Body<T>(pub(super) T);

impl<S: Sync + Send, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let Text(text) = Text::from_request(request, state).await?;
        let value = serde_json::from_str(&text);
        value
            .map(Self)
            .map_err(|error| Problem::bad(format!("the body is not what it should be: {error}")))
    }
}

/// The body of a request, as text.
pub(super) struct Text(pub(super) String);

impl<S: Sync + Send> FromRequest<S> for Text {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let late =
            |_| Problem::new(StatusCode::REQUEST_TIMEOUT, "the body took too long to come in");
        let read = tokio::time::timeout(PATIENCE, Bytes::from_request(request, state));
        let bytes = read
            .await
            .map_err(late)?
            .map_err(|error| Problem::new(error.status(), error.body_text()))?;
        let text = String::from_utf8(bytes.into());
        text.map(Self).map_err(|_| Problem::bad("the body is not UTF-8 text"))
    }
}

/// Where a request comes from.
#[derive(Clone, Debug)]
pub(super) struct Peer(pub(super) String);

/// Who asks: the name that a client gives itself, else where it comes from.
pub(super) struct Client(pub(super) String);

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        if let Some(name) = parts.headers.get("x-client") {
            let is_name = |name: &&str| {
                (1..=64).contains(&name.len())
                    && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
            };
            let name = name.to_str().ok().filter(is_name);
            let name =
                name.ok_or_else(|| Problem::bad("X-Client: up to 64 letters, digits and dashes"))?;
            return Ok(Self(name.to_owned()));
        }
        Ok(Self(parts.extensions.get::<Peer>().map_or_else(String::new, |peer| peer.0.clone())))
    }
}

/// A position or a game.
pub(super) fn game(text: &str) -> Result<Game, Problem> {
    short("at", text)?
        .parse()
        .map_err(|error: lastknight::ParseGameError| Problem::bad_field("at", error.to_string()))
}

/// An agent that may play here, with no more than it may take.
pub(super) fn agent(text: &str, agents: &Agents) -> Result<Agent, Problem> {
    let agent = agents.parse(short("agent", text)?, &Constants::NONE);
    let agent = agent.map_err(|error| Problem::placed("agent", &error))?;
    Ok(allowed(agent)?.within(MOST))
}

/// An agent that is code of the library or of whoever runs the server, down to those that it stands in for, and not
/// too slow.
pub(super) fn allowed(agent: Agent) -> Result<Agent, Problem> {
    let mut parts = std::iter::successors(Some(&agent), |agent| agent.inner());
    if let Some(part) = parts.find(|part| is_refused(part.name())) {
        let name = part.name();
        let why = format!("{name} does not play from the page: it is more than code of ours");
        return Err(Problem::bad_field("agent", why));
    }
    cost::affordable_agent(&agent)?;
    Ok(agent)
}

/// Whether a page may not let a registered agent play. Custom agents are those of whoever runs the server.
fn is_refused(name: &str) -> bool {
    AGENTS.iter().any(|entry| entry.name == name) && !ALLOWED.contains(&name)
}

/// A heuristic or a formula.
pub(super) fn heuristic(text: &str) -> Result<Heuristic, Problem> {
    let heuristic = Heuristic::parse(short("heuristic", text)?, &Constants::NONE);
    let heuristic = heuristic.map_err(|error| Problem::placed("heuristic", &error))?;
    cost::affordable("heuristic", &heuristic)?;
    Ok(heuristic)
}

fn short<'a>(field: &'static str, text: &'a str) -> Result<&'a str, Problem> {
    match text.len() {
        length if length <= LONGEST => Ok(text),
        length => Err(Problem::bad_field(field, format!("{length} bytes, of at most {LONGEST}"))),
    }
}

/// Limits as a request gives them.
#[derive(Debug, Default)]
pub(super) struct LimitTexts<'a> {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<&'a str>,
}

impl LimitTexts<'_> {
    /// The limits, or these where there are none. Nothing takes longer than `most`.
    pub(super) fn or(self, default: Limits, most: Duration) -> Result<Limits, Problem> {
        let time = self.time.map(|text| {
            let time = parse_time(text).ok_or_else(|| {
                Problem::bad_field(
                    "time",
                    format!("'{text}' is not a number with us, ms, s, min or h"),
                )
            })?;
            if time > most {
                let most = most.as_secs_f64();
                return Err(Problem::bad_field("time", format!("at most {most} seconds here")));
            }
            Ok(time)
        });
        if self.depth.is_some_and(|depth| depth > 255) {
            return Err(Problem::bad_field("depth", "at most 255"));
        }
        let limits = Limits { depth: self.depth, nodes: self.nodes, time: time.transpose()? };
        let limits = limits.or(default);
        Ok(Limits { time: Some(limits.time.map_or(most, |time| time.min(most))), ..limits })
    }
}

/// A whole number within bounds.
pub(super) fn within<T: PartialOrd + std::fmt::Display>(
    field: &'static str,
    number: T,
    (least, most): (T, T),
) -> Result<T, Problem> {
    if number < least || number > most {
        return Err(Problem::bad_field(field, format!("{number} is not {least} to {most}")));
    }
    Ok(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever adds an agent says here whether a page may let it play.
    #[test]
    fn every_agent_is_allowed_or_not() {
        const REFUSED: [&str; 0] = [];
        for entry in AGENTS {
            assert_ne!(
                ALLOWED.contains(&entry.name),
                REFUSED.contains(&entry.name),
                "{}",
                entry.name
            );
        }
    }

    #[test]
    fn agents_take_no_more_than_they_may() {
        for text in
            ["engine", "engine(memory=100000, threads=64)", "perfect", "mirror(mcts(memory=9999))"]
        {
            let needs = agent(text, &Agents::builtin()).unwrap().resources();
            assert!(needs.threads <= MOST.threads && needs.megabytes <= MOST.megabytes, "{text}");
        }
        assert_eq!(
            agent("engine(memory=4)", &Agents::builtin()).unwrap().to_string(),
            "engine(memory=4)"
        );
    }

    #[test]
    fn limits_are_limited() {
        let (most, default) = (Duration::from_secs(10), Limits::nodes(5));
        let or = |texts: LimitTexts<'_>| texts.or(default, most).map_err(|problem| problem.message);
        let limits = or(LimitTexts::default()).unwrap();
        assert_eq!((limits.nodes, limits.time), (Some(5), Some(most)));
        let limits = or(LimitTexts { time: Some("2s"), ..LimitTexts::default() }).unwrap();
        assert_eq!((limits.nodes, limits.time), (None, Some(Duration::from_secs(2))));
        for (time, wanted) in [
            ("11s", "time: at most 10 seconds here"),
            ("x", "time: 'x' is not a number with us, ms, s, min or h"),
        ] {
            assert_eq!(
                or(LimitTexts { time: Some(time), ..LimitTexts::default() }).unwrap_err(),
                wanted
            );
        }
        assert!(or(LimitTexts { depth: Some(256), ..LimitTexts::default() }).is_err());
    }
}

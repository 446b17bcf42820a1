//! The questions of the HTTP interface and their answers, without HTTP.
//!
//! A server and a browser without one answer the same questions: [`ask`] checks a request and returns a [`Reply`]. Some
//! replies are there at once; the others are searches, which the caller runs on a thread of its own.
//!
//! ```
//! use std::time::Duration;
//! use lastknight::Agents;
//! use lastknight_api::{Method, Reply, Request, Settings, ask};
//!
//! let settings = Settings { agents: &Agents::builtin(), most_time: Duration::from_secs(1) };
//! let request = Request { method: Method::Get, path: "/position", query: "at=7x7+moves+d4", body: "" };
//! let Ok(Reply::Answer(answer)) = ask(request, settings) else { panic!("an answer") };
//! assert!(answer.text.contains(r#""to_move":"black""#));
//! ```

mod analysis;
mod catalog;
mod cost;
mod evaluation;
mod positions;
mod problem;
mod puzzle;
mod request;
mod tree;

use std::fmt::{self, Debug};
use std::time::Duration;

use lastknight::agent::Resources;
use lastknight::{Agents, Control, Limits};
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use catalog::Catalog;
pub use problem::{BAD_REQUEST, Problem};
pub use request::{MOST, allowed, within};

/// A request: its address below the interface, its query as in a URL, and its body.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The method.
    pub method: Method,
    /// The address, such as `/position`.
    pub path: &'a str,
    /// The query after the question mark.
    pub query: &'a str,
    /// The body, for addresses that take one.
    pub body: &'a str,
}

impl Request<'_> {
    fn query<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        let pairs = form_urlencoded::parse(self.query.as_bytes());
        serde_path_to_error::deserialize(serde_urlencoded::Deserializer::new(pairs))
            .map_err(|error| Problem::bad_query(&error.to_string()))
    }

    fn json<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        serde_json::from_str(self.body)
            .map_err(|error| Problem::bad_request(format!("invalid body: {error}")))
    }
}

/// What requests may name and use.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    /// The agents that can be named.
    pub agents: &'a Agents,
    /// The maximum CPU time of a request.
    pub most_time: Duration,
}

/// The method of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The request has a query.
    Get,
    /// The request has a body.
    Post,
}

type Open = fn(Request<'_>, Settings<'_>) -> Result<Reply, Problem>;

/// Every address with its method.
const ROUTES: [(&str, Method, Open); 15] = [
    ("/catalog", Method::Get, catalog::catalog),
    ("/position", Method::Get, positions::position),
    ("/pgn", Method::Get, positions::pgn),
    ("/pgn", Method::Post, positions::annotated_pgn),
    ("/games", Method::Post, positions::games),
    ("/check", Method::Get, positions::check),
    ("/move", Method::Get, analysis::choose),
    ("/analysis", Method::Get, analysis::analysis),
    ("/solution", Method::Get, analysis::solution),
    ("/difficulty", Method::Get, analysis::difficulty),
    ("/review", Method::Get, analysis::review),
    ("/evaluation", Method::Get, evaluation::evaluation),
    ("/formula", Method::Get, evaluation::formula),
    ("/tree", Method::Get, tree::tree),
    ("/puzzle", Method::Get, puzzle::puzzle),
];

/// Returns every address with its method.
pub fn routes() -> impl Iterator<Item = (&'static str, Method)> {
    ROUTES.iter().map(|&(path, method, _)| (path, method))
}

/// Checks a request. Everything that can be refused without a search is refused here.
///
/// # Errors
/// Returns a problem if there is no such address, or the request is not valid.
pub fn ask(request: Request<'_>, settings: Settings<'_>) -> Result<Reply, Problem> {
    let is_asked =
        |(path, method): (&str, Method)| (path, method) == (request.path, request.method);
    let route = ROUTES.iter().find(|&&(path, method, _)| is_asked((path, method)));
    let (_, _, open) =
        route.ok_or_else(|| Problem::not_found("there is nothing at this address"))?;
    open(request, settings)
}

/// The answer to a request, or the search that finds it.
#[derive(Debug)]
pub enum Reply {
    /// The answer.
    Answer(Answer),
    /// A search.
    Search(Question),
}

impl Reply {
    fn json(value: &impl Serialize) -> Self {
        Self::Answer(Answer::json(value))
    }

    /// A search whose last event is the answer.
    fn search<T: Serialize>(
        most_time: Duration,
        is_stream: bool,
        work: impl FnOnce(&dyn Search) -> Result<T, Problem> + Send + 'static,
    ) -> Self {
        let work = |search: &dyn Search| work(search).map(|answer| Answer::json(&answer));
        Self::Search(Question { most_time, is_stream, work: Box::new(work) })
    }
}

/// A text and its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The media type.
    pub content_type: &'static str,
    /// The text.
    pub text: String,
}

impl Answer {
    fn json(value: &impl Serialize) -> Self {
        Self { content_type: "application/json", text: to_json(value) }
    }
}

impl From<&Problem> for Answer {
    /// The problem as JSON, in the field `error`.
    fn from(problem: &Problem) -> Self {
        #[derive(Serialize)]
        struct Refusal<'a> {
            error: &'a Problem,
        }
        Self::json(&Refusal { error: problem })
    }
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("map keys are text")
}

/// The thread that runs a search: its limits, and where its events go.
pub trait Search {
    /// Returns a control with these limits, which measures CPU time where it can.
    fn control(&self, limits: Limits) -> Control<'_>;

    /// Returns the threads and memory that the search may use.
    fn resources(&self) -> Resources;

    /// Sends a named event with its JSON.
    fn send(&self, name: &'static str, json: String);
}

type Work = Box<dyn FnOnce(&dyn Search) -> Result<Answer, Problem> + Send>;

/// A checked request that takes a search.
pub struct Question {
    /// The maximum CPU time.
    pub most_time: Duration,
    /// Whether its events are wanted, or only the answer.
    pub is_stream: bool,
    work: Work,
}

impl Question {
    /// Searches, and returns the last event.
    ///
    /// # Errors
    /// Returns a problem if the search finds that the request cannot be answered.
    pub fn answer(self, search: &dyn Search) -> Result<Answer, Problem> {
        (self.work)(search)
    }
}

impl Debug for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Question").field("most_time", &self.most_time).finish_non_exhaustive()
    }
}

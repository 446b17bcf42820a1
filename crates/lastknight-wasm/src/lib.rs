//! The library for browsers: answers the questions of `lastknight-api` in a Web Worker, with the same JSON as the server.

#[cfg(target_arch = "wasm32")]
mod boundary;

use std::time::Duration;

use lastknight::agent::Resources;
use lastknight::control::TimeSource;
use lastknight::{Agents, Clock, Control, Limits};
use lastknight_api::{MOST, Method, Problem, Reply, Request, Search, Settings, ask};
use serde::Serialize;

/// The maximum time of a request.
const MOST_TIME: Duration = Duration::from_secs(60);

/// The last event, and its name if the request failed.
const DONE: &str = "done";
const FAILED: &str = "failed";

/// A problem with its status.
#[derive(Serialize)]
struct Failure<'a> {
    status: u16,
    error: &'a Problem,
}

/// Answers a request: its method and path, its query and its body, one a line. The last event is `done` or `failed`.
pub fn answer(request: &str, time_source: &dyn TimeSource, on_event: &dyn Fn(&str, &str)) {
    let mut lines = request.splitn(3, '\n');
    let mut next = || lines.next().unwrap_or_default();
    let (method, path) = next().split_once(' ').unwrap_or_default();
    let method = if method == "POST" { Method::Post } else { Method::Get };
    let request = Request { method, path, query: next(), body: next() };
    let settings = Settings { agents: &Agents::builtin(), most_time: MOST_TIME };
    let reply = ask(request, settings);
    let answer = reply.and_then(|reply| match reply {
        Reply::Answer(answer) => Ok(answer),
        Reply::Search(question) => question.answer(&BrowserSearch { time_source, on_event }),
    });
    match answer {
        Ok(answer) => on_event(DONE, &answer.text),
        Err(problem) => on_event(FAILED, &failure(&problem)),
    }
}

fn failure(problem: &Problem) -> String {
    let failure = Failure { status: problem.status, error: problem };
    serde_json::to_string(&failure).expect("map keys are text")
}

/// A search on the thread of its worker. A page that wants no more of it ends the worker.
struct BrowserSearch<'a> {
    time_source: &'a dyn TimeSource,
    on_event: &'a dyn Fn(&str, &str),
}

impl Search for BrowserSearch<'_> {
    /// A browser has no clock of CPU time.
    fn control(&self, limits: Limits) -> Control<'_> {
        Control::from(limits).clock(Clock::Wall).time_source(self.time_source)
    }

    fn resources(&self) -> Resources {
        MOST
    }

    fn send(&self, name: &'static str, json: String) {
        (self.on_event)(name, &json);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use lastknight::control::SystemTimeSource;

    use super::*;

    fn events(request: &str) -> Vec<(String, String)> {
        let events = RefCell::new(Vec::new());
        let on_event = |name: &str, data: &str| {
            events.borrow_mut().push((name.to_owned(), data.to_owned()));
        };
        answer(request, &SystemTimeSource, &on_event);
        events.into_inner()
    }

    #[test]
    fn questions_are_answered() {
        let (name, data) = events("GET /move\nat=7x7+moves+d4+b3&nodes=2000\n").remove(0);
        assert_eq!(name, DONE);
        assert!(data.contains(r#""best":"#), "{data}");
        let events = events("GET /solution\nat=5x5+moves+c3+b1\n");
        assert!(events.len() > 1);
        let (last, others) = events.split_last().expect("events");
        assert_eq!(last.0, DONE);
        assert!(others.iter().all(|(name, _)| ["verdict", "progress", "line"].contains(&&**name)));
    }

    #[test]
    fn problems_have_a_status() {
        for (request, status) in [
            ("GET /nothing\n\n", 404),
            ("GET /position\nat=9x\n", 400),
            ("GET /move\nat=7x7&depth=-1\n", 400),
            ("", 404),
        ] {
            let (name, data) = events(request).remove(0);
            assert_eq!(name, FAILED);
            assert!(
                data.starts_with(&format!(r#"{{"status":{status},"error":{{"message":"#)),
                "{data}"
            );
        }
    }
}

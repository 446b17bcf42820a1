//! The parts of requests, checked: positions, agents, heuristics, limits.

use std::time::Duration;

use lastknight::agent::{AGENTS, Agents, Resources};
use lastknight::control::limits::parse_time;
use lastknight::{Agent, Constants, Game, Heuristic, Limits};

use crate::cost;
use crate::problem::Problem;

/// The maximum length of a position, an agent or a heuristic, in bytes.
const LONGEST: usize = 4096;

/// The maximum that the agent of a request may use. With many searches each has less memory.
pub const MOST: Resources = Resources { threads: 1, megabytes: 32 };

/// The agents that requests can use: those that run only code of the library.
const ALLOWED: [&str; 8] =
    ["random", "greedy", "minimax", "alphabeta", "engine", "perfect", "mcts", "mirror"];

/// Parses a position or a game.
pub(crate) fn game(text: &str) -> Result<Game, Problem> {
    let game = short("at", text)?.parse::<Game>();
    game.map_err(|error| Problem::bad_field("at", error))
}

/// Parses an agent and limits it to what requests may use.
pub(crate) fn agent(text: &str, agents: &Agents) -> Result<Agent, Problem> {
    let agent = agents.parse(short("agent", text)?, &Constants::NONE);
    let agent = agent.map_err(|error| Problem::placed("agent", &error))?;
    Ok(allowed(agent)?.within(MOST))
}

/// Returns an agent if it and those inside it are allowed and not too slow. Custom agents are allowed: they are
/// code of the program that answers.
///
/// # Errors
/// Returns a problem if the agent runs programs or is too slow.
pub fn allowed(agent: Agent) -> Result<Agent, Problem> {
    let is_registered = |name| AGENTS.iter().any(|entry| entry.name == name);
    let mut names = std::iter::successors(Some(&agent), |agent| agent.inner()).map(Agent::name);
    if let Some(name) = names.find(|name| is_registered(*name) && !ALLOWED.contains(name)) {
        let why = format!("{name} is not allowed here: it runs more than code of the library");
        return Err(Problem::bad_field("agent", why));
    }
    cost::affordable_agent(&agent)?;
    Ok(agent)
}

/// Parses a heuristic or a formula.
pub(crate) fn heuristic(text: &str) -> Result<Heuristic, Problem> {
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

/// The limits in a request.
#[derive(Debug, Default)]
pub(crate) struct LimitTexts<'a> {
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) time: Option<&'a str>,
}

impl LimitTexts<'_> {
    /// Returns the limits, or `default` if there are none, with at most the time `most`.
    pub(crate) fn or(self, default: Limits, most: Duration) -> Result<Limits, Problem> {
        let bad = |why| Err(Problem::bad_field("time", why));
        let time = self.time.map(|text| match parse_time(text) {
            None => bad(format!("'{text}' is not a number with us, ms, s, min or h")),
            Some(time) if time > most => {
                bad(format!("at most {} seconds here", most.as_secs_f64()))
            }
            Some(time) => Ok(time),
        });
        if self.depth.is_some_and(|depth| depth > 255) {
            return Err(Problem::bad_field("depth", "at most 255"));
        }
        let limits = Limits { depth: self.depth, nodes: self.nodes, time: time.transpose()? };
        let limits = limits.or(default);
        Ok(Limits { time: Some(limits.time.map_or(most, |time| time.min(most))), ..limits })
    }
}

/// Returns a number if it is within bounds.
///
/// # Errors
/// Returns a problem that names the bounds.
pub fn within<T: PartialOrd + std::fmt::Display>(
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

//! The list of agents.

use std::borrow::Cow;

use serde::Serialize;

use crate::agent::{AGENTS, Agents, ArgumentKind, RegisteredAgent, Setting};

/// An agent that a text can name.
#[derive(Clone, Debug, Serialize)]
pub struct AgentDescription {
    name: Cow<'static, str>,
    summary: &'static str,
    /// `nothing`, `heuristic`, `optional-heuristic`, `agent` or `text`.
    takes: &'static str,
    /// The default heuristic.
    heuristic: Option<&'static str>,
    settings: Vec<&'static Setting>,
}

impl AgentDescription {
    /// Describes the built-in agents, then further kinds, then the custom ones.
    #[must_use]
    pub fn all(agents: &Agents) -> Vec<Self> {
        let custom = agents.custom().iter().map(|agent| Self {
            name: agent.name().to_owned().into(),
            summary: "a custom agent",
            takes: "nothing",
            heuristic: None,
            settings: Vec::new(),
        });
        AGENTS.iter().chain(agents.kinds()).map(Self::registered).chain(custom).collect()
    }

    fn registered(entry: &RegisteredAgent) -> Self {
        let (takes, heuristic) = match entry.argument {
            ArgumentKind::None => ("nothing", None),
            ArgumentKind::Heuristic(name) => ("heuristic", Some(name)),
            ArgumentKind::OptionalHeuristic(name) => ("optional-heuristic", name),
            ArgumentKind::Agent => ("agent", None),
            ArgumentKind::Text => ("text", None),
        };
        let (name, settings) = (entry.name.into(), entry.settings().collect());
        Self { name, summary: entry.summary, takes, heuristic, settings }
    }
}

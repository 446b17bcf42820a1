//! Agents that can be named, and their settings.

use std::borrow::Cow;

use serde::Serialize;

use crate::agent::registry::Takes;
use crate::agent::{AGENTS, Agents, Domain, RegisteredAgent, Setting};

/// An agent that can be named.
#[derive(Clone, Debug, Serialize)]
pub struct AgentDescription {
    name: Cow<'static, str>,
    summary: &'static str,
    /// `nothing`, `heuristic`, `optional-heuristic` or `agent`.
    takes: &'static str,
    /// The default heuristic.
    heuristic: Option<&'static str>,
    settings: Vec<SettingDescription>,
}

impl AgentDescription {
    /// All registered agents, then the custom ones.
    #[must_use]
    pub fn all(agents: &Agents) -> Vec<Self> {
        let custom = agents.custom().iter().map(|agent| Self {
            name: agent.name().to_owned().into(),
            summary: "a custom agent",
            takes: "nothing",
            heuristic: None,
            settings: Vec::new(),
        });
        AGENTS.iter().map(Self::from).chain(custom).collect()
    }
}

impl From<&RegisteredAgent> for AgentDescription {
    fn from(entry: &RegisteredAgent) -> Self {
        let (takes, heuristic) = match entry.subject {
            Takes::Nothing => ("nothing", None),
            Takes::Heuristic(name) => ("heuristic", Some(name)),
            Takes::OptionalHeuristic(name) => ("optional-heuristic", name),
            Takes::Agent => ("agent", None),
        };
        Self {
            name: entry.name.into(),
            summary: entry.about,
            takes,
            heuristic,
            settings: entry.settings().map(Into::into).collect(),
        }
    }
}

/// A setting of an agent.
#[derive(Clone, Debug, Serialize)]
pub struct SettingDescription {
    name: &'static str,
    summary: &'static str,
    default: Option<&'static str>,
    #[serde(flatten)]
    domain: SettingDomain,
}

impl From<&Setting> for SettingDescription {
    fn from(&Setting { name, domain, default, about }: &Setting) -> Self {
        Self { name, summary: about, default, domain: domain.into() }
    }
}

/// The values of a setting, tagged by `type`.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum SettingDomain {
    /// One of some words.
    Choice {
        /// The words.
        values: &'static [&'static str],
    },
    /// A whole number.
    Whole {
        /// The least.
        min: u64,
        /// The greatest, `null` where there is no bound.
        max: Option<u64>,
    },
    /// A number.
    Number {
        /// The least.
        min: f64,
        /// The greatest.
        max: f64,
    },
    /// A time with its unit.
    Time,
}

impl From<Domain> for SettingDomain {
    fn from(domain: Domain) -> Self {
        match domain {
            Domain::Choice(values) => Self::Choice { values },
            Domain::Whole(min, max) => Self::Whole { min, max: (max < u64::MAX).then_some(max) },
            Domain::Number(min, max) => Self::Number { min, max },
            Domain::Time => Self::Time,
        }
    }
}

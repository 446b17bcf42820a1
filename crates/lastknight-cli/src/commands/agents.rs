//! `lastknight agents`: the agents and their settings.

use std::cmp::Reverse;

use lastknight::agent::{AGENTS, ArgumentKind, RegisteredAgent, Setting, SettingDomain};
use lastknight::json::AgentDescription;

use crate::failure::Failure;
use crate::{host, output};

pub(crate) fn run(json: bool) -> Result<(), Failure> {
    output::result(json, || AgentDescription::all(&host::agents()), list)
}

/// Returns the built-in agents and the kinds of programs.
fn entries() -> impl Iterator<Item = &'static RegisteredAgent> {
    let kinds: Vec<&RegisteredAgent> = host::agents().kinds().collect();
    AGENTS.iter().chain(kinds)
}

/// The width of the column of names.
const INDENT: usize = 12;

/// Lists every agent with the names of its settings, then each setting once, since most are shared.
fn list() -> String {
    let mut text = "Agents, written NAME(HEURISTIC or AGENT, SETTING=VALUE, …)\n".to_owned();
    for entry in entries() {
        text += &item(entry.name, entry.summary);
        let takes = match entry.argument {
            ArgumentKind::None => None,
            ArgumentKind::Heuristic(name) | ArgumentKind::OptionalHeuristic(Some(name)) => {
                Some(format!("a heuristic (default: {name})"))
            }
            ArgumentKind::OptionalHeuristic(None) => Some("an optional heuristic".to_owned()),
            ArgumentKind::Agent => Some("another agent".to_owned()),
            ArgumentKind::Text => Some("a text in quotation marks".to_owned()),
        };
        let groups = entry.groups.iter().map(|group| {
            let names: Vec<_> = group.iter().map(|setting| setting.name).collect();
            names.join(" ")
        });
        let parts: Vec<String> = takes.into_iter().chain(groups).collect();
        if !parts.is_empty() {
            text += &item("", &format!("takes {}", parts.join("; ")));
        }
    }
    text += "\nSettings and their values, the default first\n";
    for (setting, owners) in settings() {
        let others = entries().filter(|entry| !owners.contains(&entry.name));
        let is_shared_name =
            others.flat_map(RegisteredAgent::settings).any(|other| other.name == setting.name);
        let whose =
            if is_shared_name { format!(" ({})", owners.join(", ")) } else { String::new() };
        text += &item(setting.name, &format!("{}: {}{whose}", values(setting), setting.summary));
    }
    let end = "A heuristic is a name, as in greedy(chase(0.25,1)), or a formula, as in greedy(\"n - 2*n'\"): see \
               'lastknight heuristics'. An agent without limits of its own uses --depth, --nodes and --time.";
    format!("{text}\n{}\n", output::wrapped(end))
}

fn item(name: &str, text: &str) -> String {
    output::item(&format!("  {name}"), INDENT, text)
}

/// Returns every setting once with its agents, in the order of the agent that has the most.
fn settings() -> Vec<(&'static Setting, Vec<&'static str>)> {
    let mut settings: Vec<(&Setting, Vec<&str>)> = Vec::new();
    let mut entries: Vec<&RegisteredAgent> = entries().collect();
    entries.sort_by_key(|entry| Reverse(entry.settings().count()));
    for entry in entries {
        for setting in entry.settings() {
            let text = format!("{setting:?}");
            match settings.iter_mut().find(|(other, _)| format!("{other:?}") == text) {
                Some((_, owners)) => owners.push(entry.name),
                None => settings.push((setting, vec![entry.name])),
            }
        }
    }
    settings
}

/// Returns the values of a setting, the default first.
fn values(setting: &Setting) -> String {
    match (setting.domain, setting.default) {
        (SettingDomain::Choice { values: words }, default) => {
            let (first, rest): (Vec<_>, Vec<_>) =
                words.iter().copied().partition(|&word| Some(word) == default);
            [first, rest].concat().join("|")
        }
        (domain, Some(default)) => format!("{default}, or {}", domain.shown()),
        (domain, None) => domain.shown(),
    }
}

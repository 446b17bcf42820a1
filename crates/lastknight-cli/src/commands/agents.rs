//! `lastknight agents`: who can play, and how they are set.

use std::cmp::Reverse;
use std::io::Write;

use lastknight::agent::{AGENTS, Agents, ArgumentKind, RegisteredAgent, Setting, SettingDomain};
use lastknight::json::AgentDescription;

use crate::failure::Failure;
use crate::output;

pub(crate) fn run(json: bool) -> Result<(), Failure> {
    if json {
        return output::json(&AgentDescription::all(&Agents::builtin()));
    }
    let mut out = output::stdout();
    write!(out, "{}", list())?;
    Ok(out.flush()?)
}

/// How far what an agent or a setting does is indented below its name.
const INDENT: usize = 12;

/// The list for people: every agent with the names of its settings, then each setting once, since
/// most are shared.
fn list() -> String {
    let mut text = "Agents, written NAME(HEURISTIC or AGENT, SETTING=VALUE, …)\n".to_owned();
    for entry in AGENTS {
        text += &item(entry.name, entry.summary);
        let takes = match entry.argument {
            ArgumentKind::None => None,
            ArgumentKind::Heuristic(name) => Some(format!("a heuristic, {name} unless given")),
            ArgumentKind::OptionalHeuristic(None) => Some("a heuristic, if given".to_owned()),
            ArgumentKind::OptionalHeuristic(Some(name)) => {
                Some(format!("a heuristic, {name} by itself"))
            }
            ArgumentKind::Agent => Some("another agent".to_owned()),
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
    text += "\nSettings, and what they can be: the first word where nobody sets them\n";
    for (setting, owners) in settings() {
        let is_shared_name = AGENTS.iter().any(|entry| {
            let mut named = entry.settings().filter(|other| other.name == setting.name);
            !owners.contains(&entry.name) && named.next().is_some()
        });
        let whose =
            if is_shared_name { format!(" ({})", owners.join(", ")) } else { String::new() };
        text += &item(setting.name, &format!("{}: {}{whose}", values(setting), setting.summary));
    }
    text += "
A heuristic is a name, as in greedy(chase(0.25,1)), or a formula, as in greedy(\"n - 2*n'\"): see
'lastknight heuristics'. An agent without limits of its own takes those of --depth, --nodes, --time.
";
    text
}

/// A name and what stands behind it, in lines that fit.
fn item(name: &str, text: &str) -> String {
    let lines = output::wrapped_within(text, output::WIDEST - INDENT);
    let names = std::iter::once(format!("  {name}")).chain(std::iter::repeat(String::new()));
    let lines = lines.lines().zip(names).map(|(line, name)| format!("{name:<INDENT$}{line}\n"));
    lines.collect()
}

/// Every setting with the agents that have it, each once, in the order of the agent with most.
fn settings() -> Vec<(&'static Setting, Vec<&'static str>)> {
    let mut settings: Vec<(&Setting, Vec<&str>)> = Vec::new();
    let mut entries: Vec<&RegisteredAgent> = AGENTS.iter().collect();
    entries.sort_by_key(|entry| Reverse(entry.settings().count()));
    for entry in entries {
        for setting in entry.settings() {
            let is_same = |other: &Setting| {
                let text = |setting: &Setting| format!("{setting:?}");
                text(other) == text(setting)
            };
            match settings.iter_mut().find(|(other, _)| is_same(other)) {
                Some((_, owners)) => owners.push(entry.name),
                None => settings.push((setting, vec![entry.name])),
            }
        }
    }
    settings
}

/// What a setting can be, the default first.
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

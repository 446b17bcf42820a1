//! Parses `name(heuristic or agent, setting=value, …)`.

use super::custom::CustomAgent;
use super::error::{AgentError, AgentProblem};
use super::registry::{ArgumentKind, RegisteredAgent};
use super::setting::unquoted;
use super::{Agent, Agents, Argument, SettingValue};
use crate::eval::{Constants, Heuristic};
use crate::quote::nearest;

/// The maximum depth of nested agents.
pub(super) const MAX_NESTING: usize = 8;

pub(super) fn parse(
    text: &str,
    agents: &Agents,
    constants: &Constants,
) -> Result<Agent, AgentError> {
    Parser { text, agents, constants }.agent(trim(text), 0)
}

/// All methods take and return parts of `text`, so that errors know their place.
struct Parser<'a> {
    text: &'a str,
    agents: &'a Agents,
    constants: &'a Constants,
}

impl<'a> Parser<'a> {
    /// Creates an error at the start of a part of the text.
    fn error(&self, part: &str, problem: AgentProblem) -> AgentError {
        let start = part.as_ptr().addr() - self.text.as_ptr().addr();
        let column = self.text[..start].chars().count() + 1;
        AgentError::new(self.text, column, problem)
    }

    fn agent(&self, text: &'a str, level: usize) -> Result<Agent, AgentError> {
        if level > MAX_NESTING {
            return Err(self.error(text, AgentProblem::TooDeep));
        }
        let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        let (name, rest) = text.split_at(text.find(|c| !is_part(c)).unwrap_or(text.len()));
        let rest = trim(rest);
        if let Some(entry) = RegisteredAgent::named(name) {
            return self.build(text, entry, &self.arguments(rest)?, level);
        }
        if let Some(kind) = self.agents.kind(name) {
            let (hash, arguments) = split_hash(self.arguments(rest)?);
            let mut agent = self.build(text, kind.entry(), &arguments, level)?;
            let factory = kind.open(&agent).map_err(|why| {
                self.error(arguments.first().unwrap_or(&text), AgentProblem::External(why))
            })?;
            if let Argument::Custom(custom) = &mut agent.argument {
                custom.factory = Some(factory);
            }
            return self.check_hash(agent, hash);
        }
        if let Some(agent) = self.agents.custom().iter().find(|agent| agent.name() == name) {
            let (hash, arguments) = split_hash(self.arguments(rest)?);
            if !arguments.is_empty() {
                return Err(self.error(rest, AgentProblem::NoArguments(name.to_owned())));
            }
            return self.check_hash(agent.clone(), hash);
        }
        // A formula that depends on the position, or a heuristic's name.
        let is_heuristic = || {
            let form = Heuristic::parse(text, self.constants).ok().and_then(|it| it.form());
            form.is_some_and(|form| form.constant().is_none())
        };
        let problem = match name {
            "" if text.is_empty() => AgentProblem::Empty,
            _ if is_heuristic() => {
                AgentProblem::Unknown(text.to_owned(), Some(format!("alphabeta({text})")))
            }
            "" => AgentProblem::Unknown(text.to_owned(), None),
            _ => AgentProblem::Unknown(name.to_owned(), nearest(name, self.agents.names())),
        };
        Err(self.error(text, problem))
    }

    /// Returns the agent if a hash, if there is one, is its own.
    fn check_hash(&self, agent: Agent, hash: Option<&'a str>) -> Result<Agent, AgentError> {
        match hash {
            Some(hash) if agent.hash() != Some(hash) => {
                let own = agent.hash().unwrap_or("none").to_owned();
                let problem = AgentProblem::Changed(agent.label(), own, hash.to_owned());
                Err(self.error(hash, problem))
            }
            _ => Ok(agent),
        }
    }

    /// Splits the arguments in parentheses at the commas outside inner parentheses and quotes.
    fn arguments(&self, text: &'a str) -> Result<Vec<&'a str>, AgentError> {
        let unexpected = |rest: &str| Err(self.error(rest, AgentProblem::Rest(rest.to_owned())));
        if text.is_empty() {
            return Ok(Vec::new());
        }
        if !text.starts_with('(') {
            return unexpected(text);
        }
        let (mut open, mut quoted, mut begin) = (0, None, 1);
        let mut arguments = Vec::new();
        for (at, c) in text.char_indices() {
            match (c, quoted) {
                ('"', None) => quoted = Some(at),
                ('"', Some(_)) => quoted = None,
                ('(', None) => open += 1,
                (')', None) => open -= 1,
                _ => {}
            }
            if open == 0 || (c == ',' && open == 1 && quoted.is_none()) {
                arguments.push(trim(&text[begin..at]));
                begin = at + 1;
            }
            if open == 0 {
                let rest = trim(&text[begin..]);
                if arguments == [""] {
                    arguments.clear();
                }
                return if rest.is_empty() { Ok(arguments) } else { unexpected(rest) };
            }
        }
        Err(match quoted {
            Some(at) => self.error(&text[at..], AgentProblem::Unquoted),
            None => self.error(text, AgentProblem::Unclosed),
        })
    }

    fn build(
        &self,
        text: &'a str,
        entry: &'static RegisteredAgent,
        arguments: &[&'a str],
        level: usize,
    ) -> Result<Agent, AgentError> {
        let mut argument = match entry.argument {
            ArgumentKind::Heuristic(name) | ArgumentKind::OptionalHeuristic(Some(name)) => {
                Argument::Heuristic(name.parse().expect("a registered heuristic"))
            }
            _ => Argument::None,
        };
        let mut values = vec![None; entry.settings().count()];
        for (i, &part) in arguments.iter().enumerate() {
            if part.is_empty() {
                return Err(self.error(part, AgentProblem::Missing));
            }
            match setting(part) {
                Some((name, value)) => self.set(entry, name, value, &mut values)?,
                None => argument = self.argument(entry, part, i, level)?,
            }
        }
        if entry.argument == ArgumentKind::Agent && matches!(argument, Argument::None) {
            return Err(self.error(text, AgentProblem::NeedsAgent(entry.name)));
        }
        if entry.argument == ArgumentKind::Text && matches!(argument, Argument::None) {
            return Err(self.error(text, AgentProblem::NeedsText(entry.name)));
        }
        Ok(Agent { entry, argument, values })
    }

    /// Parses an argument that is not a setting.
    fn argument(
        &self,
        entry: &'static RegisteredAgent,
        text: &'a str,
        index: usize,
        level: usize,
    ) -> Result<Argument, AgentError> {
        let takes = match entry.argument {
            ArgumentKind::Agent if index == 0 => {
                return Ok(Argument::Agent(Box::new(self.agent(text, level + 1)?)));
            }
            ArgumentKind::Heuristic(_) | ArgumentKind::OptionalHeuristic(_) if index == 0 => {
                return self.heuristic(text).map(Argument::Heuristic);
            }
            ArgumentKind::Text if index == 0 => return self.text(entry, text),
            ArgumentKind::Text => "one text in quotation marks, then settings",
            ArgumentKind::None => "only settings, as in depth=5",
            ArgumentKind::Agent => "only another agent",
            _ => "one heuristic, then settings, as in depth=5",
        };
        Err(self.error(text, AgentProblem::Argument(entry.name, takes)))
    }

    /// Parses the text of an agent of a kind; its players come later.
    fn text(&self, entry: &'static RegisteredAgent, text: &'a str) -> Result<Argument, AgentError> {
        let inside = unquoted(text).filter(|inside| !inside.trim().is_empty());
        let inside = inside.ok_or_else(|| self.error(text, AgentProblem::NeedsText(entry.name)))?;
        if inside.contains('"') {
            return Err(self.error(text, AgentProblem::QuoteInText));
        }
        Ok(Argument::Custom(CustomAgent { text: inside.into(), factory: None }))
    }

    fn heuristic(&self, text: &'a str) -> Result<Heuristic, AgentError> {
        let text = unquoted(text).unwrap_or(text);
        Heuristic::parse(text, self.constants).map_err(|error| {
            let before: usize = text.chars().take(error.column() - 1).map(char::len_utf8).sum();
            self.error(&text[before..], AgentProblem::Heuristic(error.problem().clone()))
        })
    }

    fn set(
        &self,
        entry: &'static RegisteredAgent,
        name: &'a str,
        value: &'a str,
        values: &mut [Option<SettingValue>],
    ) -> Result<(), AgentError> {
        let found = entry.settings().enumerate().find(|(_, setting)| setting.name == name);
        let (at, setting) = found.ok_or_else(|| {
            let near = nearest(name, entry.settings().map(|setting| setting.name));
            self.error(name, AgentProblem::Setting(entry.name, name.to_owned(), near))
        })?;
        if values[at].is_some() {
            return Err(self.error(name, AgentProblem::Twice(setting.name)));
        }
        let read = setting.read(value).ok_or_else(|| {
            let range = setting.domain.shown();
            self.error(value, AgentProblem::Range(setting.name, range, value.to_owned()))
        })?;
        values[at] = Some(read);
        Ok(())
    }
}

/// Returns the value of `hash=…`, which only agents outside the library have, and the other arguments.
fn split_hash(mut arguments: Vec<&str>) -> (Option<&str>, Vec<&str>) {
    let is_hash = |part: &&str| setting(part).is_some_and(|(name, _)| name == "hash");
    let at = arguments.iter().position(is_hash);
    let hash = at.and_then(|at| setting(arguments.remove(at)));
    (hash.map(|(_, value)| value), arguments)
}

/// Returns the name and value if the argument is a setting.
fn setting(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_once('=')?;
    let name = trim(name);
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    // `==` compares, in a formula.
    let is_setting = is_name && !name.is_empty() && !value.starts_with('=');
    is_setting.then(|| (name, trim(value)))
}

/// Trims a text at its start first, so that what remains of white space is at its end.
fn trim(text: &str) -> &str {
    text.trim_start().trim_end()
}

//! Parses `name(heuristic or agent, setting=value, …)`.

use std::ops::Range;

use super::error::{AgentError, AgentProblem};
use super::registry::{ArgumentKind, RegisteredAgent};
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
    Parser { text, agents, constants }.agent(Span { text, start: 0 }.trimmed(), 0)
}

/// A part of the text and its start, in bytes.
#[derive(Clone, Copy)]
struct Span<'a> {
    text: &'a str,
    start: usize,
}

impl<'a> Span<'a> {
    /// The trimmed part from one byte to another.
    fn part(self, range: Range<usize>) -> Self {
        Self { text: &self.text[range.clone()], start: self.start + range.start }.trimmed()
    }

    fn trimmed(self) -> Self {
        let space = self.text.len() - self.text.trim_start().len();
        Self { text: self.text.trim(), start: self.start + space }
    }
}

struct Parser<'a> {
    text: &'a str,
    agents: &'a Agents,
    constants: &'a Constants,
}

impl<'a> Parser<'a> {
    /// Creates an error at a byte of the text.
    fn error(&self, at: usize, problem: AgentProblem) -> AgentError {
        let column = self.text[..at].chars().count() + 1;
        AgentError::new(self.text, column, problem)
    }

    fn agent(&self, span: Span<'a>, level: usize) -> Result<Agent, AgentError> {
        let Span { text, start } = span;
        if level > MAX_NESTING {
            return Err(self.error(start, AgentProblem::TooDeep));
        }
        let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
        let name = &text[..end];
        let custom = self.agents.custom().iter().find(|agent| agent.name() == name);
        let entry = RegisteredAgent::named(name);
        if entry.is_none() && custom.is_none() {
            let problem = match name {
                "" if text.is_empty() => AgentProblem::Empty,
                "" => AgentProblem::Unknown(text.to_owned(), None),
                _ => AgentProblem::Unknown(name.to_owned(), nearest(name, self.agents.names())),
            };
            return Err(self.error(start, problem));
        }
        let rest = span.part(end..text.len());
        let arguments = if rest.text.is_empty() { Vec::new() } else { self.arguments(rest)? };
        match (entry, custom) {
            (Some(entry), _) => self.build(span, entry, &arguments, level),
            (None, Some(agent)) if arguments.is_empty() => Ok(agent.clone()),
            _ => Err(self.error(rest.start, AgentProblem::NoArguments(name.to_owned()))),
        }
    }

    /// Splits the arguments in parentheses at the commas outside inner parentheses.
    fn arguments(&self, span: Span<'a>) -> Result<Vec<Span<'a>>, AgentError> {
        let Span { text, start } = span;
        if !text.starts_with('(') {
            return Err(self.error(start, AgentProblem::Rest(text.to_owned())));
        }
        let mut open = 0;
        let mut quoted = None;
        let mut begin = 1;
        let mut parts = Vec::new();
        for (at, c) in text.char_indices() {
            match (c, quoted) {
                ('"', None) => quoted = Some(at),
                ('"', Some(_)) => quoted = None,
                (_, Some(_)) => {}
                ('(', None) => open += 1,
                (',', None) if open == 1 => {
                    parts.push(span.part(begin..at));
                    begin = at + 1;
                }
                (')', None) => {
                    open -= 1;
                    if open == 0 {
                        parts.push(span.part(begin..at));
                        let rest = span.part(at + 1..text.len());
                        if !rest.text.is_empty() {
                            return Err(
                                self.error(rest.start, AgentProblem::Rest(rest.text.to_owned()))
                            );
                        }
                        if let [only] = parts[..]
                            && only.text.is_empty()
                        {
                            parts.clear();
                        }
                        return Ok(parts);
                    }
                }
                _ => {}
            }
        }
        Err(match quoted {
            Some(at) => self.error(start + at, AgentProblem::Unquoted),
            None => self.error(start, AgentProblem::Unclosed),
        })
    }

    fn build(
        &self,
        whole: Span<'a>,
        entry: &'static RegisteredAgent,
        arguments: &[Span<'a>],
        level: usize,
    ) -> Result<Agent, AgentError> {
        let mut argument = match entry.argument {
            ArgumentKind::Heuristic(name) | ArgumentKind::OptionalHeuristic(Some(name)) => {
                Argument::Heuristic(name.parse().expect("a registered heuristic"))
            }
            _ => Argument::None,
        };
        let mut values = vec![None; entry.settings().count()];
        for (i, &span) in arguments.iter().enumerate() {
            if span.text.is_empty() {
                return Err(self.error(span.start, AgentProblem::Missing));
            }
            match setting(span) {
                Some((name, value)) => self.set(entry, name, value, &mut values)?,
                None => argument = self.argument(entry, span, i, level)?,
            }
        }
        if entry.argument == ArgumentKind::Agent && matches!(argument, Argument::None) {
            return Err(self.error(whole.start, AgentProblem::NeedsAgent(entry.name)));
        }
        Ok(Agent { entry, argument, values })
    }

    /// Parses an argument that is not a setting.
    fn argument(
        &self,
        entry: &'static RegisteredAgent,
        span: Span<'a>,
        index: usize,
        level: usize,
    ) -> Result<Argument, AgentError> {
        let takes = match entry.argument {
            ArgumentKind::Agent if index == 0 => {
                return Ok(Argument::Agent(Box::new(self.agent(span, level + 1)?)));
            }
            ArgumentKind::Heuristic(_) | ArgumentKind::OptionalHeuristic(_) if index == 0 => {
                return self.heuristic(span).map(Argument::Heuristic);
            }
            ArgumentKind::None => "only settings, as in depth=5",
            ArgumentKind::Agent => "only another agent",
            _ => "one heuristic, then settings, as in depth=5",
        };
        Err(self.error(span.start, AgentProblem::Argument { name: entry.name, takes }))
    }

    fn heuristic(&self, span: Span<'a>) -> Result<Heuristic, AgentError> {
        let inside = span.text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let (text, start) = inside.map_or((span.text, span.start), |text| (text, span.start + 1));
        Heuristic::parse(text, self.constants).map_err(|error| {
            let before = text.chars().take(error.column() - 1).map(char::len_utf8);
            let at = start + before.sum::<usize>();
            self.error(at, AgentProblem::Heuristic(error.problem().clone()))
        })
    }

    fn set(
        &self,
        entry: &'static RegisteredAgent,
        name: Span<'a>,
        value: Span<'a>,
        values: &mut [Option<SettingValue>],
    ) -> Result<(), AgentError> {
        let found = entry.settings().enumerate().find(|(_, setting)| setting.name == name.text);
        let (at, setting) = found.ok_or_else(|| {
            let near = nearest(name.text, entry.settings().map(|setting| setting.name));
            self.error(name.start, AgentProblem::Setting(entry.name, name.text.to_owned(), near))
        })?;
        if values[at].is_some() {
            return Err(self.error(name.start, AgentProblem::Twice(setting.name)));
        }
        let read = setting.read(value.text).ok_or_else(|| {
            let (name, range) = (setting.name, setting.domain.shown());
            self.error(
                value.start,
                AgentProblem::Range { name, range, value: value.text.to_owned() },
            )
        })?;
        values[at] = Some(read);
        Ok(())
    }
}

/// Returns the name and value if the argument is a setting.
fn setting(span: Span<'_>) -> Option<(Span<'_>, Span<'_>)> {
    let at = span.text.find('=')?;
    let (name, value) = (span.part(0..at), span.part(at + 1..span.text.len()));
    let is_name = name.text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    // `==` compares, in a formula.
    let is_comparison = span.text[at + 1..].starts_with('=');
    (is_name && !name.text.is_empty() && !is_comparison).then_some((name, value))
}

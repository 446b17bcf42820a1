//! Reads `name(heuristic or agent, setting=value, …)`.

use super::error::{AgentError, Problem};
use super::registry::{RegisteredAgent, Takes};
use super::{Agent, Agents, Subject};
use crate::eval::{Constants, Heuristic};
use crate::quote::nearest;

/// How deep agents can be nested.
pub(super) const DEEPEST: usize = 8;

pub(super) fn parse(
    text: &str,
    agents: &Agents,
    constants: &Constants,
) -> Result<Agent, AgentError> {
    Parser { text, agents, constants }.agent(Piece::whole(text), 0)
}

/// A piece of the text, and where it begins, in bytes.
#[derive(Clone, Copy)]
struct Piece<'a> {
    text: &'a str,
    start: usize,
}

impl<'a> Piece<'a> {
    fn whole(text: &'a str) -> Self {
        Self { text, start: 0 }.trimmed()
    }

    /// The part from one byte to another.
    fn part(self, range: std::ops::Range<usize>) -> Self {
        Self { text: &self.text[range.clone()], start: self.start + range.start }
    }

    fn trimmed(self) -> Self {
        let begin = self.text.len() - self.text.trim_start().len();
        let text = self.text.trim();
        Self { text, start: self.start + begin }
    }
}

struct Parser<'a> {
    text: &'a str,
    agents: &'a Agents,
    constants: &'a Constants,
}

impl<'a> Parser<'a> {
    /// The error at a byte of the text.
    fn error(&self, at: usize, problem: Problem) -> AgentError {
        let column = self.text[..at].chars().count() + 1;
        AgentError::new(self.text, column, problem)
    }

    fn agent(&self, piece: Piece<'a>, level: usize) -> Result<Agent, AgentError> {
        let Piece { text, start } = piece;
        if level > DEEPEST {
            return Err(self.error(start, Problem::TooDeep));
        }
        let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
        let name = &text[..end];
        let custom = self.agents.custom().iter().find(|agent| agent.name() == name);
        let entry = RegisteredAgent::named(name);
        if entry.is_none() && custom.is_none() {
            let problem = match name {
                "" if text.is_empty() => Problem::Empty,
                "" => Problem::Unknown(text.to_owned(), None),
                _ => Problem::Unknown(name.to_owned(), nearest(name, self.agents.names())),
            };
            return Err(self.error(start, problem));
        }
        let rest = piece.part(end..text.len()).trimmed();
        let arguments = if rest.text.is_empty() { Vec::new() } else { self.arguments(rest)? };
        match (entry, custom) {
            (Some(entry), _) => self.build(piece, entry, &arguments, level),
            (None, Some(agent)) if arguments.is_empty() => Ok(agent.clone()),
            _ => Err(self.error(rest.start, Problem::NoArguments(name.to_owned()))),
        }
    }

    /// The pieces between the parentheses, cut at commas that stand in no others.
    fn arguments(&self, piece: Piece<'a>) -> Result<Vec<Piece<'a>>, AgentError> {
        let Piece { text, start } = piece;
        if !text.starts_with('(') {
            return Err(self.error(start, Problem::Rest(text.to_owned())));
        }
        let mut open = 0;
        let mut quoted = None;
        let mut begin = 1;
        let mut pieces = Vec::new();
        for (at, c) in text.char_indices() {
            match (c, quoted) {
                ('"', None) => quoted = Some(at),
                ('"', Some(_)) => quoted = None,
                (_, Some(_)) => {}
                ('(', None) => open += 1,
                (',', None) if open == 1 => {
                    pieces.push(piece.part(begin..at).trimmed());
                    begin = at + 1;
                }
                (')', None) => {
                    open -= 1;
                    if open == 0 {
                        pieces.push(piece.part(begin..at).trimmed());
                        let rest = piece.part(at + 1..text.len()).trimmed();
                        if !rest.text.is_empty() {
                            return Err(self.error(rest.start, Problem::Rest(rest.text.to_owned())));
                        }
                        if let [only] = pieces[..]
                            && only.text.is_empty()
                        {
                            pieces.clear();
                        }
                        return Ok(pieces);
                    }
                }
                _ => {}
            }
        }
        Err(match quoted {
            Some(at) => self.error(start + at, Problem::Unquoted),
            None => self.error(start, Problem::Unclosed),
        })
    }

    fn build(
        &self,
        whole: Piece<'a>,
        entry: &'static RegisteredAgent,
        arguments: &[Piece<'a>],
        level: usize,
    ) -> Result<Agent, AgentError> {
        let mut subject = None;
        let mut values = vec![None; entry.settings().count()];
        for (i, &piece) in arguments.iter().enumerate() {
            if piece.text.is_empty() {
                return Err(self.error(piece.start, Problem::Missing));
            }
            if let Some((name, value)) = setting(piece) {
                self.set(entry, name, value, &mut values)?;
            } else if i == 0 {
                subject = Some(self.subject(entry, piece, level)?);
            } else {
                return Err(self.unexpected(entry, piece));
            }
        }
        let default = || match entry.subject {
            Takes::Heuristic(name) | Takes::OptionalHeuristic(Some(name)) => {
                Ok(Subject::Heuristic(name.parse().expect("a heuristic of the list")))
            }
            Takes::Nothing | Takes::OptionalHeuristic(None) => Ok(Subject::Nothing),
            Takes::Agent => Err(self.error(whole.start, Problem::NeedsAgent(entry.name))),
        };
        let subject = subject.map_or_else(default, Ok)?;
        Ok(Agent { entry, subject, values })
    }

    fn unexpected(&self, entry: &'static RegisteredAgent, piece: Piece<'_>) -> AgentError {
        let takes = match entry.subject {
            Takes::Nothing => "nothing else",
            Takes::Heuristic(_) | Takes::OptionalHeuristic(_) => "one heuristic, before all else",
            Takes::Agent => "one other agent",
        };
        self.error(piece.start, Problem::Argument { name: entry.name, takes })
    }

    fn subject(
        &self,
        entry: &'static RegisteredAgent,
        piece: Piece<'a>,
        level: usize,
    ) -> Result<Subject, AgentError> {
        match entry.subject {
            Takes::Nothing => Err(self.unexpected(entry, piece)),
            Takes::Agent => Ok(Subject::Agent(Box::new(self.agent(piece, level + 1)?))),
            Takes::Heuristic(_) | Takes::OptionalHeuristic(_) => {
                let inside = piece.text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
                let (text, start) = match inside {
                    Some(text) => (text, piece.start + 1),
                    None => (piece.text, piece.start),
                };
                let heuristic = Heuristic::parse(text, self.constants).map_err(|error| {
                    let before = text.chars().take(error.column() - 1).map(char::len_utf8);
                    let at = start + before.sum::<usize>();
                    self.error(at, Problem::Heuristic(error.problem().clone()))
                })?;
                Ok(Subject::Heuristic(heuristic))
            }
        }
    }

    fn set(
        &self,
        entry: &'static RegisteredAgent,
        name: Piece<'a>,
        value: Piece<'a>,
        values: &mut [Option<super::Value>],
    ) -> Result<(), AgentError> {
        let found = entry.settings().enumerate().find(|(_, setting)| setting.name == name.text);
        let (at, setting) = found.ok_or_else(|| {
            let near = nearest(name.text, entry.settings().map(|setting| setting.name));
            self.error(name.start, Problem::Setting(entry.name, name.text.to_owned(), near))
        })?;
        if values[at].is_some() {
            return Err(self.error(name.start, Problem::Twice(setting.name)));
        }
        let read = setting.read(value.text).ok_or_else(|| {
            let (name, range) = (setting.name, setting.domain.shown());
            self.error(value.start, Problem::Range { name, range, value: value.text.to_owned() })
        })?;
        values[at] = Some(read);
        Ok(())
    }
}

/// The name and the value, where a piece sets something.
fn setting(piece: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    let at = piece.text.find('=')?;
    let (name, value) = (&piece.text[..at], &piece.text[at + 1..]);
    let is_name = |text: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    // A comparison in a formula sets nothing.
    if !is_name(name.trim()) || value.starts_with('=') {
        return None;
    }
    Some((piece.part(0..at).trimmed(), piece.part(at + 1..piece.text.len()).trimmed()))
}

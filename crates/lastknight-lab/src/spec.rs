//! What is to be played: who meets whom, from which openings, under which limits.
//!
//! A [`Spec`] is read from TOML or put together from flags, and can only be sound: names differ, there are games to play,
//! every agent exists. What decides a single game are its [`Conditions`] and the texts of the two agents, so runs that
//! share both share their games.

mod conditions;
mod course;
mod file;

use std::collections::HashSet;

use lastknight::Agent;
use lastknight::quote::{one_line, quote};
use lastknight::stats::Sprt;

pub(crate) use conditions::hash;
pub use conditions::{Conditions, Source};
use file::check_numbers;
pub use file::{AgentEntry, OpeningsEntry, SpecFile};
pub(crate) use file::{field, parse_toml};

/// The most agents of a tournament.
pub const MOST_AGENTS: usize = 200;

/// The most games of a pairing.
pub const MOST_GAMES: usize = 1_000_000;

/// The longest message about a specification, in characters.
const LONGEST: usize = 280;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Everybody meets everybody else.
    RoundRobin,
    /// Each tested agent meets each of a fixed field, as in the course.
    Gauntlet,
    /// One against another.
    Match,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::RoundRobin, Self::Gauntlet, Self::Match];

    /// The name in a specification.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Match => "match",
        }
    }
}

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// What tables call it.
    pub name: String,
    /// Who plays.
    pub agent: Agent,
    /// How many entrants before it have the same agent: their chance is not the same.
    pub copy: u32,
}

/// A tournament that can be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    name: String,
    format: Format,
    conditions: Conditions,
    pairs: usize,
    entrants: Vec<Entrant>,
    tested: usize,
    sprt: Option<Sprt>,
    oracle: usize,
}

/// Why there is no such tournament.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SpecError {
    message: String,
    /// The text of an agent with a mark below the mistake.
    picture: Option<String>,
}

impl SpecError {
    /// A message, on one line whatever is quoted in it.
    pub(crate) fn new(message: impl AsRef<str>) -> Self {
        let message = message.as_ref();
        let is_fine = !message.contains(char::is_control) && message.chars().count() <= LONGEST;
        let message = if is_fine { message.to_owned() } else { one_line(message, LONGEST) };
        Self { message, picture: None }
    }

    /// The same, and in what the mistake is.
    pub(crate) fn within(self, place: &str) -> Self {
        Self { picture: self.picture, ..Self::new(format!("{place}: {}", self.message)) }
    }

    /// The place of the mistake in an agent's text, drawn below it.
    #[must_use]
    pub fn picture(&self) -> Option<&str> {
        self.picture.as_deref()
    }
}

impl Spec {
    /// What the run is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Who meets whom.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// What every game is played under.
    #[must_use]
    pub fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// How many pairs of games a pairing plays, one for each opening.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.pairs
    }

    /// All who take part: those who are tested, then the field.
    #[must_use]
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// How many of them are tested: all, unless there is a field.
    #[must_use]
    pub fn tested(&self) -> usize {
        self.tested
    }

    /// The test that ends a match as soon as it is decided.
    #[must_use]
    pub fn sprt(&self) -> Option<Sprt> {
        self.sprt
    }

    /// How many solved positions every agent is to be asked about.
    #[must_use]
    pub fn oracle(&self) -> usize {
        self.oracle
    }

    /// Who meets whom, by their numbers among the entrants, the smaller first.
    #[must_use]
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let count = self.entrants.len();
        let field = |first: usize| match self.format {
            Format::Gauntlet => self.tested..count,
            _ => first + 1..count,
        };
        let first = match self.format {
            Format::Gauntlet => 0..self.tested,
            _ => 0..count,
        };
        first.flat_map(|first| field(first).map(move |second| [first, second])).collect()
    }

    /// How many games that makes.
    #[must_use]
    pub fn games(&self) -> usize {
        2 * self.pairs * self.pairings().len()
    }

    /// A tournament of agents under their own texts: a gauntlet where there is a field, else a match of two.
    pub(crate) fn of(
        name: String,
        conditions: Conditions,
        pairs: usize,
        agents: Vec<Agent>,
        field: Vec<Agent>,
    ) -> Result<Self, SpecError> {
        let format = if field.is_empty() { Format::Match } else { Format::Gauntlet };
        check_numbers(format, agents.len(), field.len())?;
        let tested = agents.len();
        let mut named: Vec<(String, Agent)> =
            agents.into_iter().map(|agent| (agent.to_string(), agent)).collect();
        for agent in field {
            let text = agent.to_string();
            let is_tested = named[..tested].iter().any(|(name, _)| *name == text);
            named.push((if is_tested { format!("{text} (field)") } else { text }, agent));
        }
        let entrants = enter(named)?;
        Ok(Self { name, format, conditions, pairs, entrants, tested, sprt: None, oracle: 0 })
    }

    /// The same with other numbers of games: each pairing plays so many, rounded up to pairs.
    ///
    /// # Errors
    /// Where there are not so many openings.
    pub fn with_games(mut self, games: usize) -> Result<Self, SpecError> {
        self.pairs = pairs(Some(games), &self.conditions)?;
        Ok(self)
    }
}

/// The number of pairs for so many games; without a number, every opening of a list or 50.
fn pairs(games: Option<usize>, conditions: &Conditions) -> Result<usize, SpecError> {
    let listed = conditions.openings_listed();
    let pairs = match games {
        None => listed.unwrap_or(50),
        Some(0) => return Err(SpecError::new("games: there must be at least one")),
        Some(games) if games > MOST_GAMES => {
            return Err(SpecError::new(format!("games: at most {MOST_GAMES} a pairing")));
        }
        Some(games) => games.div_ceil(2),
    };
    match listed {
        Some(listed) if pairs > listed => Err(SpecError::new(format!(
            "games: {} need {pairs} openings, and there are {listed}",
            2 * pairs
        ))),
        _ => Ok(pairs),
    }
}

/// A name can be shown: it is not empty and stays on its line.
fn check_name(what: &str, name: &str) -> Result<(), SpecError> {
    if name.trim().is_empty() {
        return Err(SpecError::new(format!("{what}: a name is empty")));
    }
    if name.contains(char::is_control) {
        let why = format!("{what}: the name {} has characters that do not print", quote(name));
        return Err(SpecError::new(why));
    }
    Ok(())
}

/// Numbers the entrants who have the same agent, and sees to it that names differ.
fn enter(agents: Vec<(String, Agent)>) -> Result<Vec<Entrant>, SpecError> {
    let mut names = HashSet::new();
    let mut entrants: Vec<Entrant> = Vec::new();
    for (name, agent) in agents {
        check_name("agents", &name)?;
        if !names.insert(name.clone()) {
            let why =
                format!("agents: two are called {}: give them names that differ", quote(&name));
            return Err(SpecError::new(why));
        }
        let copy = entrants.iter().filter(|entrant| entrant.agent == agent).count() as u32;
        entrants.push(Entrant { name, agent, copy });
    }
    Ok(entrants)
}

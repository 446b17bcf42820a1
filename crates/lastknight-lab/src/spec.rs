//! What is to be played: who meets whom, from which openings, under which limits.
//!
//! A [`Spec`] is built once, by a [`SpecBuilder`] from TOML, from flags or in code, and can only be sound: names differ,
//! there are games to play, every agent exists. What decides a single game are its [`Conditions`] and the texts of the two
//! agents, so runs that share both share their games.

mod builder;
mod conditions;
mod course;
mod error;
mod file;
mod identity;

use lastknight::Agent;
use lastknight::stats::Sprt;

pub use builder::SpecBuilder;
use builder::{check_numbers, enter};
pub use conditions::{Conditions, OpeningsSource};
pub use error::SpecError;
pub use file::{AgentEntry, OpeningsEntry, SpecFile};
pub(crate) use file::{field, line_of, read_agents, toml_error};
pub(crate) use identity::{PLAY_VERSION, hash};

/// The most agents of a tournament.
pub const MOST_AGENTS: usize = 200;

/// The most games of a pairing.
pub const MOST_GAMES: usize = 1_000_000;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentFormat {
    /// Everybody meets everybody else.
    RoundRobin,
    /// Each tested agent meets each of a fixed field, as in the course.
    Gauntlet,
    /// One against another.
    Match,
}

impl TournamentFormat {
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
    format: TournamentFormat,
    conditions: Conditions,
    pairs: usize,
    entrants: Vec<Entrant>,
    tested: usize,
    sprt: Option<Sprt>,
    oracle: usize,
}

impl Spec {
    /// Begins a specification.
    pub fn builder() -> SpecBuilder {
        SpecBuilder::default()
    }

    /// What the run is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Who meets whom.
    #[must_use]
    pub fn format(&self) -> TournamentFormat {
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

    /// Returns whether anybody's searches are limited by time, so that another run differs.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        let own = |entrant: &Entrant| entrant.agent.limits().time.is_some();
        self.conditions.limits.time.is_some() || self.entrants.iter().any(own)
    }

    /// Returns an entrant whose agent this program does not have, if there is one: nobody can play its games here.
    #[must_use]
    pub fn absent(&self) -> Option<&Entrant> {
        self.entrants.iter().find(|entrant| entrant.agent.is_absent())
    }

    /// Who meets whom, by their numbers among the entrants, the smaller first.
    #[must_use]
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let count = self.entrants.len();
        let field = |first: usize| match self.format {
            TournamentFormat::Gauntlet => self.tested..count,
            _ => first + 1..count,
        };
        let first = match self.format {
            TournamentFormat::Gauntlet => 0..self.tested,
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
        let format =
            if field.is_empty() { TournamentFormat::Match } else { TournamentFormat::Gauntlet };
        check_numbers(format, agents.len(), field.len())?;
        let tested = agents.len();
        let mut named: Vec<(String, Agent)> =
            agents.into_iter().map(|agent| (agent.to_string(), agent)).collect();
        for agent in field {
            let text = agent.to_string();
            let is_tested = named[..tested].iter().any(|(name, _)| *name == text);
            named.push((if is_tested { format!("{text} (field)") } else { text }, agent));
        }
        let entrants = enter(named.into_iter())?;
        Ok(Self { name, format, conditions, pairs, entrants, tested, sprt: None, oracle: 0 })
    }

    /// Returns the same tournament with another number of games a pairing, rounded up to pairs.
    ///
    /// # Errors
    /// Returns an error if there are too few openings.
    pub fn with_games(mut self, games: usize) -> Result<Self, SpecError> {
        self.pairs = Self::builder().games(games).pairs(&self.conditions)?;
        Ok(self)
    }
}

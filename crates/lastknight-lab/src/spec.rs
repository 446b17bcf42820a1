//! Tournament specifications: who meets whom, from which openings, under which limits.
//!
//! A [`SpecBuilder`] makes a [`Spec`] from TOML, flags or code, and checks it: a `Spec` is always valid. A single game
//! depends only on its [`Conditions`] and the texts of the two agents, so runs that share both share their games.

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
pub use course::course_field;
pub use error::{AgentPlace, SpecError};
pub use file::{AgentEntry, OpeningsEntry, SpecFile};
pub(crate) use file::{AgentList, field, line_of, toml_error};
pub(crate) use identity::{PLAY_VERSION, hash};

/// The maximum number of agents of a tournament.
pub const MOST_AGENTS: usize = 200;

/// The maximum number of games per pairing.
pub const MOST_GAMES: usize = 1_000_000;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentFormat {
    /// Every agent meets every other agent.
    RoundRobin,
    /// Each tested agent meets each agent of a field.
    Gauntlet,
    /// Two agents meet.
    Match,
}

impl TournamentFormat {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::RoundRobin, Self::Gauntlet, Self::Match];

    /// Returns the name in a specification.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Match => "match",
        }
    }
}

/// A participant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The name in tables.
    pub name: String,
    /// The agent.
    pub agent: Agent,
    /// How many earlier entrants have the same agent: copies make different random choices.
    pub copy: u32,
}

/// A valid tournament.
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
    /// Returns a builder.
    pub fn builder() -> SpecBuilder {
        SpecBuilder::default()
    }

    /// Returns the name of the run.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the format.
    #[must_use]
    pub fn format(&self) -> TournamentFormat {
        self.format
    }

    /// Returns the conditions of every game.
    #[must_use]
    pub fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// Returns the number of pairs of games per pairing, one for each opening.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.pairs
    }

    /// Returns the entrants: those that are tested, then the field.
    #[must_use]
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// Returns how many entrants are tested: all, unless there is a field.
    #[must_use]
    pub fn tested(&self) -> usize {
        self.tested
    }

    /// Returns the sequential test that ends a match.
    #[must_use]
    pub fn sprt(&self) -> Option<Sprt> {
        self.sprt
    }

    /// Returns the number of solved positions that every agent is tested on.
    #[must_use]
    pub fn oracle(&self) -> usize {
        self.oracle
    }

    /// Returns whether a search is limited by time, so that another run may differ.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        let own = |entrant: &Entrant| entrant.agent.has_time_limit();
        self.conditions.limits.time.is_some() || self.entrants.iter().any(own)
    }

    /// Returns an entrant whose agent this program does not have, if there is one.
    #[must_use]
    pub fn absent(&self) -> Option<&Entrant> {
        self.entrants.iter().find(|entrant| entrant.agent.is_absent())
    }

    /// Returns the pairings, as indices of entrants, the smaller first.
    #[must_use]
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let count = self.entrants.len();
        let seconds = |first: usize| match self.format {
            TournamentFormat::Gauntlet => self.tested..count,
            _ => first + 1..count,
        };
        let pairing = |first| seconds(first).map(move |second| [first, second]);
        (0..self.tested).flat_map(pairing).collect()
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        2 * self.pairs * self.pairings().len()
    }

    /// Creates a tournament of agents named by their texts: a gauntlet if there is a field, otherwise a match.
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
        let opponent = |agent: Agent| {
            let mark = if agents.contains(&agent) { " (field)" } else { "" };
            (format!("{}{mark}", agent.label()), agent)
        };
        let opponents: Vec<_> = field.into_iter().map(opponent).collect();
        let named = agents.into_iter().map(|agent| (agent.label(), agent));
        let entrants = enter(named.chain(opponents))?;
        Ok(Self { name, format, conditions, pairs, entrants, tested, sprt: None, oracle: 0 })
    }

    /// Returns the same tournament with another number of games per pairing, rounded up to pairs.
    ///
    /// # Errors
    /// Returns an error if there are too few openings.
    pub fn with_games(mut self, games: usize) -> Result<Self, SpecError> {
        self.pairs = Self::builder().games(games).pairs(&self.conditions)?;
        Ok(self)
    }
}

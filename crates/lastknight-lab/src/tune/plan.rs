//! What a search plays: which agents from which openings, round after round, and the re-test at the end.

use std::collections::HashMap;

use lastknight::quote::quote;
use lastknight::{Agent, Constants, Game, Random};

use super::{Method, Search, SettingsError, Space, Template, TemplateError, Trial};
use crate::spec::{Conditions, MOST_AGENTS, Source, Spec, SpecError};
use crate::store::StoreError;

/// A search with all that it is played with.
///
/// Everything follows from it: the same plan asks for the same games in the same order, so a store that has some of them
/// is all that is needed to go on.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The agent as it was written, names in braces.
    pub text: String,
    /// The agent with numbers left open.
    pub template: Template,
    /// The constants of its formulas.
    pub constants: Constants,
    /// What the numbers can be.
    pub space: Space,
    /// How to look for the best.
    pub method: Method,
    /// Whom points play where they do not play each other, and whom the winner plays in the end.
    pub field: Vec<Agent>,
    /// What games are played under. Chance follows from its seed, that of the search too.
    pub conditions: Conditions,
    /// How many pairs of games a trial plays against each opponent.
    pub pairs: usize,
    /// How many pairs of games the winner plays against each opponent in the end; none where it is not tested again.
    pub retest: usize,
}

/// Why there is no such search, or why it cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// A point is no agent.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// The method cannot search the space.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// There are no such games.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Nobody to play against.
    #[error("the field is empty, and this method plays points against a field")]
    NoField,
    /// An agent is in the field twice.
    #[error("the field has {} twice", quote(.0))]
    Twice(String),
    /// Too few openings for both the search and the re-test, none of which may be those of the other.
    #[error(
        "there are {listed} openings: too few for {search} of the search and {retest} others of the re-test"
    )]
    Openings {
        /// How many there are.
        listed: usize,
        /// How many a round takes.
        search: usize,
        /// How many the re-test takes.
        retest: usize,
    },
}

/// Numbers of random streams from here downwards are for seeds: those of openings and players do not come so far.
const SEEDS: u64 = u64::MAX;

/// The stream that says which of listed openings are for the re-test.
const SHUFFLE: u64 = SEEDS - (1 << 40);

impl Plan {
    /// Finds out what is wrong before anything is played.
    ///
    /// # Errors
    /// Where something is.
    pub fn check(&self) -> Result<(), TuneError> {
        self.template.check(&self.space, &self.constants)?;
        self.search()?;
        if self.field.is_empty() && !self.has_rivals() {
            return Err(TuneError::NoField);
        }
        let mut field = self.field.iter().enumerate();
        if let Some((_, twice)) = field.find(|(at, agent)| self.field[..*at].contains(agent)) {
            return Err(TuneError::Twice(twice.to_string()));
        }
        match self.conditions.openings_listed() {
            Some(listed) if listed < self.pairs + self.retest => {
                let (search, retest) = (self.pairs, self.retest);
                Err(TuneError::Openings { listed, search, retest })
            }
            _ => Ok(()),
        }
    }

    /// The search at its beginning.
    pub(super) fn search(&self) -> Result<Search, SettingsError> {
        Search::new(&self.space, &self.method, self.conditions.seed)
    }

    /// Whether points play each other, not the field.
    pub(super) fn has_rivals(&self) -> bool {
        matches!(self.method, Method::Spsa(_))
    }

    /// How many pairs of games there are at most.
    pub(super) fn most_pairs(&self, search: &Search) -> usize {
        let opponents = if self.has_rivals() { 1 } else { self.field.len() };
        let retest = self.retest * (1 + 2 * self.field.len());
        search.most_trials() * self.pairs * opponents + retest
    }

    /// The agent at a point.
    pub(super) fn agent(&self, point: &[f64]) -> Result<Agent, TemplateError> {
        self.template.agent(point, &self.constants)
    }

    /// The conditions of a round, counted from 1, and there of a match, counted from 0.
    ///
    /// All points of a search by halving are compared with each other, so all play the same openings: what these are
    /// worth falls out of the differences. The points of a generation of CMA-ES do too, but only among each other; if
    /// every generation had the same openings, the cloud would settle where these happen to be good. For the same reason
    /// every match of SPSA has its own.
    pub(super) fn conditions(&self, round: usize, number: usize) -> Conditions {
        let seed = self.round_seed(round, number);
        let source = self.listed(|openings| {
            openings.drain(..self.retest);
            if seed != self.conditions.seed {
                Random::numbered(seed, SHUFFLE).shuffle(openings);
            }
            openings.truncate(self.pairs);
        });
        Conditions { seed, source, ..self.conditions.clone() }
    }

    /// The conditions of the re-test, whose openings have no part in the search.
    pub(super) fn retest_conditions(&self) -> Conditions {
        let source = self.listed(|openings| openings.truncate(self.retest));
        Conditions { seed: self.seed(0), source, ..self.conditions.clone() }
    }

    /// The seed of a round, counted from 1, and there of a match, counted from 0.
    pub(super) fn round_seed(&self, round: usize, number: usize) -> u64 {
        match &self.method {
            Method::Halving(_) => self.conditions.seed,
            Method::Cmaes(_) => self.seed(round),
            Method::Spsa(spsa) => self.seed((round - 1) * spsa.matches + number + 1),
        }
    }

    fn seed(&self, number: usize) -> u64 {
        Random::numbered(self.conditions.seed, SEEDS - number as u64).next()
    }

    /// Where openings come from: those by chance follow from the seed, and of listed ones some are chosen. They come in
    /// an order of chance, since a list may have one.
    fn listed(&self, choose: impl Fn(&mut Vec<Game>)) -> Source {
        if self.conditions.openings_listed().is_none() {
            return self.conditions.source.clone();
        }
        let mut openings: Vec<Game> = self.conditions.openings().collect();
        Random::numbered(self.conditions.seed, SHUFFLE).shuffle(&mut openings);
        choose(&mut openings);
        Source::List(openings)
    }

    /// The runs of a round in which each of these agents plays the field.
    pub(super) fn gauntlets(&self, round: usize, agents: &[Agent]) -> Result<Vec<Spec>, SpecError> {
        let most = MOST_AGENTS.saturating_sub(self.field.len()).max(1);
        let parts = (1..).zip(agents.chunks(most));
        let spec = |(part, agents): (usize, &[Agent])| {
            let name = match part {
                1 => format!("tune round {round}"),
                _ => format!("tune round {round}, part {part}"),
            };
            let conditions = self.conditions(round, 0);
            Spec::of(name, conditions, self.pairs, agents.to_vec(), self.field.clone())
        };
        parts.map(spec).collect()
    }

    /// The run in which two points play each other.
    pub(super) fn duel(
        &self,
        round: usize,
        number: usize,
        agents: [Agent; 2],
    ) -> Result<Spec, SpecError> {
        let conditions = self.conditions(round, number);
        let name = format!("tune round {round}");
        Spec::of(name, conditions, self.pairs, agents.into(), Vec::new())
    }

    /// The agents of a batch of trials, each once, and which of them each trial has.
    pub(super) fn agents(
        &self,
        trials: &[Trial],
    ) -> Result<(Vec<Agent>, Vec<usize>), TemplateError> {
        let (mut agents, mut places) = (Vec::new(), Vec::new());
        let mut known: HashMap<String, usize> = HashMap::new();
        for trial in trials {
            let agent = self.agent(&trial.point)?;
            places.push(*known.entry(agent.to_string()).or_insert(agents.len()));
            if known.len() > agents.len() {
                agents.push(agent);
            }
        }
        Ok((agents, places))
    }
}

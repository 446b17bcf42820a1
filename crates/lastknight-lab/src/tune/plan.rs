//! The plan of a search: which agents play from which openings in each round, and the re-test.

use std::collections::HashMap;

use lastknight::quote::quote;
use lastknight::{Agent, Agents, Constants, Game, Random};

use super::{Method, Search, SettingsError, Space, Template, TemplateError, Trial};
use crate::spec::{Conditions, MOST_AGENTS, OpeningsSource, Spec, SpecError};
use crate::store::StoreError;

/// A search with everything needed to play it.
///
/// The plan determines the games and their order, so a store with some of them is enough to resume.
#[derive(Clone, Debug)]
pub struct TunePlan {
    /// The agent as written, with names in braces.
    pub text: String,
    /// The agent with numbers left open.
    pub template: Template,
    /// The agents that its text can name.
    pub agents: Agents,
    /// The constants of its formulas.
    pub constants: Constants,
    /// The parameters.
    pub space: Space,
    /// The search method.
    pub method: Method,
    /// The opponents of points that do not play each other, and of the winner in the re-test.
    pub field: Vec<Agent>,
    /// The conditions of the games. Their seed also determines the search.
    pub conditions: Conditions,
    /// Number of game pairs of a trial against each opponent.
    pub pairs: usize,
    /// Number of game pairs of the winner against each opponent in the re-test; 0 for no re-test.
    pub retest: usize,
}

/// Why a search cannot start or continue.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// A point does not give a valid agent.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// The method cannot search the space.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The games cannot be specified.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The field is empty.
    #[error("the field is empty, and this method plays points against a field")]
    NoField,
    /// An agent is in the field twice.
    #[error("the field has {} twice", quote(.0))]
    Twice(String),
    /// Too few openings: the search and the re-test must not share any.
    #[error(
        "there are {listed} openings: too few for {search} of the search and {retest} others of the re-test"
    )]
    Openings {
        /// The number of openings listed.
        listed: usize,
        /// The number a round needs.
        search: usize,
        /// The number the re-test needs.
        retest: usize,
    },
}

/// Random streams for seeds, from here downwards, out of reach of those for openings and players.
const SEEDS: u64 = u64::MAX;

/// The random stream that selects the openings of the re-test from a list.
const SHUFFLE: u64 = SEEDS - (1 << 40);

impl TunePlan {
    /// Checks the plan before anything is played.
    ///
    /// # Errors
    /// Returns an error if the plan is invalid.
    pub fn check(&self) -> Result<(), TuneError> {
        self.template.check(&self.space, &self.agents, &self.constants)?;
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

    pub(super) fn search(&self) -> Result<Search, SettingsError> {
        Search::new(&self.space, &self.method, self.conditions.seed)
    }

    /// Whether points play each other instead of the field.
    pub(super) fn has_rivals(&self) -> bool {
        matches!(self.method, Method::Spsa(_))
    }

    pub(super) fn most_pairs(&self, search: &Search) -> usize {
        let opponents = if self.has_rivals() { 1 } else { self.field.len() };
        let retest = self.retest * (1 + 2 * self.field.len());
        search.most_trials() * self.pairs * opponents + retest
    }

    pub(super) fn agent(&self, point: &[f64]) -> Result<Agent, TemplateError> {
        self.template.agent(point, &self.agents, &self.constants)
    }

    /// The conditions of a match, by round from 1 and match from 0.
    ///
    /// Halving compares all points with each other, so all play the same openings. Each generation
    /// of CMA-ES and each match of SPSA has its own; otherwise the search would settle where the
    /// openings happen to favour it.
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

    /// The conditions of the re-test, with openings that the search does not use.
    pub(super) fn retest_conditions(&self) -> Conditions {
        let source = self.listed(|openings| openings.truncate(self.retest));
        Conditions { seed: self.seed(0), source, ..self.conditions.clone() }
    }

    /// The seed of a match, by round from 1 and match from 0.
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

    /// The openings: random ones by the seed, or some of the listed ones, which are shuffled first.
    fn listed(&self, choose: impl Fn(&mut Vec<Game>)) -> OpeningsSource {
        if self.conditions.openings_listed().is_none() {
            return self.conditions.source.clone();
        }
        let mut openings: Vec<Game> = self.conditions.openings().collect();
        Random::numbered(self.conditions.seed, SHUFFLE).shuffle(&mut openings);
        choose(&mut openings);
        OpeningsSource::List(openings)
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

    /// The distinct agents of a batch of trials, and the index of each trial's agent.
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

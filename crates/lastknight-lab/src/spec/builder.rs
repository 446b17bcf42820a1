//! A specification under construction, from flags, from a file or in code.

use std::collections::{HashMap, HashSet};

use lastknight::stats::Sprt;
use lastknight::{Agent, Agents, Clock, Constants, Game, Limits, Position};

use super::file::{ReadAgent, read_agents};
use super::{
    Conditions, Entrant, MOST_AGENTS, MOST_GAMES, OpeningsSource, Spec, SpecError, SpecFile,
    TournamentFormat,
};

/// The default board.
const BOARD: &str = "7x7";

/// The default number of random plies.
const PLIES: usize = 4;

/// The default limit: what the course's 150 ms came to.
const NODES: u64 = 9000;

/// The default number of pairs, unless openings are listed.
const PAIRS: usize = 50;

/// The most solved positions to ask about.
pub(super) const MOST_POSITIONS: usize = 1_000_000;

/// A tournament as far as it is said; [`build`](Self::build) checks it. What is not set has a default.
///
/// ```
/// use lastknight::Limits;
/// use lastknight_lab::Spec;
///
/// let spec = Spec::builder()
///     .agent("alphabeta(improved)".parse()?)
///     .agent("random".parse()?)
///     .limits(Limits::depth(3))
///     .games(20)
///     .build()?;
/// assert_eq!(spec.games(), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct SpecBuilder {
    name: Option<String>,
    format: Option<TournamentFormat>,
    board: Option<Position>,
    openings: Option<OpeningsSource>,
    games: Option<usize>,
    seed: Option<u64>,
    limits: Option<Limits>,
    clock: Option<Clock>,
    oracle: Option<usize>,
    sprt: Option<Sprt>,
    agents: Vec<(String, Agent)>,
    field: Vec<(String, Agent)>,
}

impl SpecBuilder {
    /// Names the run. The default is the name of its format.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Says who meets whom. The default is a gauntlet if there is a field, otherwise a round robin.
    pub fn format(mut self, format: TournamentFormat) -> Self {
        self.format = Some(format);
        self
    }

    /// Begins openings in this position. The default is the empty 7x7 board.
    pub fn board(mut self, start: Position) -> Self {
        self.board = Some(start);
        self
    }

    /// Says where openings come from. The default is 4 random plies.
    pub fn openings(mut self, openings: OpeningsSource) -> Self {
        self.openings = Some(openings);
        self
    }

    /// Plays this number of games a pairing, rounded up to pairs. The default is every listed opening, or 100 games.
    pub fn games(mut self, games: usize) -> Self {
        self.games = Some(games);
        self
    }

    /// Seeds everything random. The default is 0.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Limits the searches of agents without limits of their own. The default is 9000 nodes a move.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = Some(limits);
        self
    }

    /// Chooses the clock of limits on time. The default is the wall clock.
    pub fn clock(mut self, clock: Clock) -> Self {
        self.clock = Some(clock);
        self
    }

    /// Asks every agent about this number of solved positions.
    pub fn oracle(mut self, positions: usize) -> Self {
        self.oracle = Some(positions);
        self
    }

    /// Ends a match as soon as this test is decided.
    pub fn sprt(mut self, sprt: Sprt) -> Self {
        self.sprt = Some(sprt);
        self
    }

    /// Adds an agent that plays, or is tested if there is a field. Its name is its text, with a number from the second
    /// copy on.
    pub fn agent(self, agent: Agent) -> Self {
        let name = self.free_name(&agent);
        self.agent_named(name, agent)
    }

    /// Adds an agent under a name.
    pub fn agent_named(mut self, name: impl Into<String>, agent: Agent) -> Self {
        self.agents.push((name.into(), agent));
        self
    }

    /// Adds an agent to the field that others are tested against.
    pub fn opponent(self, agent: Agent) -> Self {
        let name = self.free_name(&agent);
        self.opponent_named(name, agent)
    }

    /// Adds an agent to the field under a name.
    pub fn opponent_named(mut self, name: impl Into<String>, agent: Agent) -> Self {
        self.field.push((name.into(), agent));
        self
    }

    fn free_name(&self, agent: &Agent) -> String {
        let entrants = self.agents.iter().chain(&self.field);
        match entrants.filter(|(_, other)| other == agent).count() {
            0 => agent.to_string(),
            before => format!("{agent} ({})", before + 1),
        }
    }

    /// Takes from a file what is not set yet; agents and the field only if there are none of either. The file's constants
    /// come before the given ones.
    ///
    /// # Errors
    /// Returns an error if a value that is taken cannot be read.
    pub fn or_file(
        self,
        file: &SpecFile,
        agents: &Agents,
        constants: &Constants,
    ) -> Result<Self, SpecError> {
        let constants = file.constants_over(constants)?;
        self.or_read(file, &|text| agents.parse(text, &constants))
    }

    /// Takes from a stored file what is not set yet. Agents that this program does not have are [absent](Agent::absent).
    pub(crate) fn or_stored(self, file: &SpecFile, agents: &Agents) -> Result<Self, SpecError> {
        let read = |text: &str| agents.parse(text, &Constants::NONE);
        self.or_read(file, &|text| Ok(read(text).unwrap_or_else(|_| Agent::absent(text))))
    }

    fn or_read(mut self, file: &SpecFile, read: &ReadAgent<'_>) -> Result<Self, SpecError> {
        fill(&mut self.format, || file.format())?;
        fill(&mut self.openings, || file.openings())?;
        fill(&mut self.board, || file.board())?;
        fill(&mut self.limits, || file.limits().map(Some))?;
        fill(&mut self.clock, || file.clock())?;
        fill(&mut self.sprt, || file.sprt())?;
        self.name = self.name.or_else(|| file.name.clone());
        self.games = self.games.or(file.games);
        self.seed = self.seed.or(file.seed);
        self.oracle = self.oracle.or(file.oracle);
        if self.agents.is_empty() && self.field.is_empty() {
            self.agents = read_agents("agents", &file.agents, read)?;
            self.field = read_agents("field", &file.field, read)?;
        }
        Ok(self)
    }

    /// Returns the agents with their names, those that are tested and the field.
    pub(crate) fn entrants(&self) -> [&[(String, Agent)]; 2] {
        [&self.agents, &self.field]
    }

    /// Returns what games are played under, whoever plays them.
    ///
    /// # Errors
    /// Returns an error if there are no such openings.
    pub fn conditions(&self) -> Result<Conditions, SpecError> {
        let source = self.openings.clone().unwrap_or(OpeningsSource::Random(PLIES));
        let start = match (&source, self.board) {
            (OpeningsSource::List(games), board) => {
                let first = check_list(games)?;
                if board.is_some() {
                    return Err(SpecError::BoardOfList);
                }
                Position::new(first.start().size())
            }
            (_, board) => board.unwrap_or_else(|| BOARD.parse().expect("a board")),
        };
        if let Some(winner) = start.winner() {
            return Err(SpecError::BoardOver(winner));
        }
        if source == OpeningsSource::All && start != Position::new(start.size()) {
            return Err(SpecError::AllOfPosition);
        }
        let conditions = Conditions {
            start,
            source,
            seed: self.seed.unwrap_or_default(),
            limits: self.limits.unwrap_or_default().or(Limits::nodes(NODES)),
            clock: self.clock.unwrap_or_default(),
        };
        if conditions.openings().next().is_none() {
            return Err(match &conditions.source {
                OpeningsSource::Random(plies) => SpecError::OpeningsTooLong(*plies),
                _ => SpecError::NoPlacements,
            });
        }
        Ok(conditions)
    }

    /// Returns the number of pairs that each pairing plays under these conditions.
    ///
    /// # Errors
    /// Returns an error if there are too few openings.
    pub fn pairs(&self, conditions: &Conditions) -> Result<usize, SpecError> {
        let listed = conditions.openings_listed();
        let pairs = match self.games {
            None => listed.unwrap_or(PAIRS),
            Some(0) => return Err(SpecError::NoGames),
            Some(games) if games > MOST_GAMES => return Err(SpecError::TooManyGames),
            Some(games) => games.div_ceil(2),
        };
        match listed {
            Some(listed) if pairs > listed => Err(SpecError::TooFewOpenings(pairs, listed)),
            _ => Ok(pairs),
        }
    }

    /// Checks everything.
    ///
    /// # Errors
    /// Returns an error if there is no such tournament.
    pub fn build(self) -> Result<Spec, SpecError> {
        let has_field = !self.field.is_empty();
        let default =
            if has_field { TournamentFormat::Gauntlet } else { TournamentFormat::RoundRobin };
        let format = self.format.unwrap_or(default);
        let conditions = self.conditions()?;
        check_numbers(format, self.agents.len(), self.field.len())?;
        let tested = self.agents.len();
        if self.sprt.is_some() && tested + self.field.len() != 2 {
            return Err(SpecError::SprtOfOthers);
        }
        let pairs = self.pairs(&conditions)?;
        let entrants = enter(self.agents.into_iter().chain(self.field))?;
        let name = self.name.unwrap_or_else(|| format.name().to_owned());
        check_name("name", &name)?;
        let oracle = self.oracle.unwrap_or_default();
        if oracle > MOST_POSITIONS {
            return Err(SpecError::TooManyPositions);
        }
        let sprt = self.sprt;
        let spec = Spec { name, format, conditions, pairs, entrants, tested, sprt, oracle };
        // Nobody knows the limits of an absent agent.
        if self.clock.is_some() && !spec.is_timed() && spec.absent().is_none() {
            return Err(SpecError::ClockWithoutTime);
        }
        Ok(spec)
    }
}

/// Sets what is not set, reading it only then.
fn fill<T>(
    slot: &mut Option<T>,
    read: impl FnOnce() -> Result<Option<T>, SpecError>,
) -> Result<(), SpecError> {
    if slot.is_none() {
        *slot = read()?;
    }
    Ok(())
}

/// Listed openings are on one board, differ, and none of them is over. Returns the first.
fn check_list(games: &[Game]) -> Result<&Game, SpecError> {
    let first = games.first().ok_or(SpecError::NoOpenings)?;
    let board_of_first = first.start().size();
    let mut numbers: HashMap<Position, usize> = HashMap::new();
    for (number, game) in (1..).zip(games) {
        if let Some(winner) = game.position().winner() {
            return Err(SpecError::OpeningOver(number, winner));
        }
        if let Some(first) = numbers.insert(*game.position(), number) {
            return Err(SpecError::OpeningTwice(number, first));
        }
        let board = game.start().size();
        if board != board_of_first {
            return Err(SpecError::OpeningBoard(number, board, board_of_first));
        }
    }
    Ok(first)
}

pub(super) fn check_numbers(
    format: TournamentFormat,
    agents: usize,
    field: usize,
) -> Result<(), SpecError> {
    Err(match (format, agents, field) {
        (TournamentFormat::RoundRobin, 0 | 1, _) => SpecError::TooFewAgents,
        (TournamentFormat::Match, _, _) if agents != 2 => SpecError::MatchOfOthers,
        (TournamentFormat::Gauntlet, 0, _) => SpecError::NobodyTested,
        (TournamentFormat::Gauntlet, _, 0) => SpecError::NoField,
        (TournamentFormat::RoundRobin | TournamentFormat::Match, _, 1..) => SpecError::StrayField,
        _ if agents + field > MOST_AGENTS => SpecError::TooManyAgents,
        _ => return Ok(()),
    })
}

/// A name can be shown: it is not empty and stays on its line.
fn check_name(key: &'static str, name: &str) -> Result<(), SpecError> {
    if name.trim().is_empty() {
        return Err(SpecError::NameEmpty(key));
    }
    if name.contains(char::is_control) {
        return Err(SpecError::NameUnprintable(key, name.to_owned()));
    }
    Ok(())
}

/// Numbers the entrants that have the same agent; their names must differ.
pub(super) fn enter(
    agents: impl Iterator<Item = (String, Agent)>,
) -> Result<Vec<Entrant>, SpecError> {
    let mut names = HashSet::new();
    let mut entrants: Vec<Entrant> = Vec::new();
    for (name, agent) in agents {
        check_name("agents", &name)?;
        if !names.insert(name.clone()) {
            return Err(SpecError::NameTwice(name));
        }
        let copy = entrants.iter().filter(|entrant| entrant.agent == agent).count() as u32;
        entrants.push(Entrant { name, agent, copy });
    }
    Ok(entrants)
}

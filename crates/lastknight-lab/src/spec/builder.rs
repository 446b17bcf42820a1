//! The builder of specifications, from flags, files or code.

use std::collections::{HashMap, HashSet};

use lastknight::stats::Sprt;
use lastknight::{Agent, Agents, Clock, Constants, Game, Limits, Position};

use super::file::ReadAgent;
use super::{
    Conditions, Entrant, MOST_AGENTS, MOST_GAMES, OpeningsSource, Spec, SpecError, SpecFile,
    TournamentFormat,
};

/// The default board.
const BOARD: &str = "7x7";

/// The default number of random plies.
const PLIES: usize = 4;

/// The default limit: about what the course's 150 ms allowed.
const NODES: u64 = 9000;

/// The default number of pairs, unless openings are listed.
const PAIRS: usize = 50;

/// The maximum number of solved positions.
pub(super) const MOST_POSITIONS: usize = 1_000_000;

/// A builder of tournaments. Everything except the agents has a default. The [crate documentation](crate) has an example.
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
    /// Sets the name of the run. The default is the name of its format.
    pub fn name(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// Sets the format. The default is a gauntlet if there is a field, otherwise a round robin.
    pub fn format(self, format: TournamentFormat) -> Self {
        Self { format: Some(format), ..self }
    }

    /// Sets the position where openings start. The default is the empty 7x7 board.
    pub fn board(self, board: Position) -> Self {
        Self { board: Some(board), ..self }
    }

    /// Sets the source of the openings. The default is 4 random plies.
    pub fn openings(self, openings: OpeningsSource) -> Self {
        Self { openings: Some(openings), ..self }
    }

    /// Sets the number of games per pairing, rounded up to pairs. The default is two for each listed opening, or 100; with a
    /// sequential test, as many as it takes to decide.
    pub fn games(self, games: usize) -> Self {
        Self { games: Some(games), ..self }
    }

    /// Sets the seed of all random choices. The default is 0.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed: Some(seed), ..self }
    }

    /// Sets the limits of agents without their own. The default is 9000 nodes a move.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits: Some(limits), ..self }
    }

    /// Sets the clock of time limits. The default is the wall clock.
    pub fn clock(self, clock: Clock) -> Self {
        Self { clock: Some(clock), ..self }
    }

    /// Tests every agent on this number of solved positions. The default is none.
    pub fn oracle(self, positions: usize) -> Self {
        Self { oracle: Some(positions), ..self }
    }

    /// Ends a match as soon as this sequential test is decided, after the number of games, or when openings would repeat.
    pub fn sprt(self, sprt: Sprt) -> Self {
        Self { sprt: Some(sprt), ..self }
    }

    /// Adds an agent, which is tested if there is a field. Its name is its text without the hash of a program, with a number from
    /// the second copy on.
    pub fn agent(self, agent: Agent) -> Self {
        let name = self.free_name(&agent);
        self.agent_named(name, agent)
    }

    /// Adds an agent under a name.
    pub fn agent_named(mut self, name: impl Into<String>, agent: Agent) -> Self {
        self.agents.push((name.into(), agent));
        self
    }

    /// Adds an agent to the field, named like [`agent`](Self::agent).
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
            0 => agent.label(),
            before => format!("{} ({})", agent.label(), before + 1),
        }
    }

    /// Sets from a file what is not set yet; agents and the field only if there are none of either. The file's constants
    /// override the given ones.
    ///
    /// # Errors
    /// Returns an error if a value that is used is invalid.
    pub fn or_file(
        self,
        file: &SpecFile,
        agents: &Agents,
        constants: &Constants,
    ) -> Result<Self, SpecError> {
        let constants = file.constants_over(constants)?;
        self.or_read(file, &|text| agents.parse(text, &constants))
    }

    /// Sets from a stored file what is not set yet. Agents that this program does not have are [absent](Agent::absent).
    pub(crate) fn or_stored(self, file: &SpecFile, agents: &Agents) -> Result<Self, SpecError> {
        self.or_read(file, &|text| {
            Ok(agents.parse(text, &Constants::NONE).unwrap_or_else(|_| Agent::absent(text)))
        })
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
            let [agents, field] = file.lists();
            (self.agents, self.field) = (agents.read_all(read)?, field.read_all(read)?);
        }
        Ok(self)
    }

    /// Returns the tested agents and the field, with their names.
    pub(crate) fn entrants(&self) -> [&[(String, Agent)]; 2] {
        [&self.agents, &self.field]
    }

    /// Returns the conditions of the games.
    ///
    /// # Errors
    /// Returns an error if the openings are invalid.
    pub fn conditions(&self) -> Result<Conditions, SpecError> {
        let source = self.openings.clone().unwrap_or(OpeningsSource::Random(PLIES));
        let mut start = self.board.unwrap_or_else(|| BOARD.parse().expect("a board"));
        if let OpeningsSource::List(games) = &source {
            start = Position::new(check_list(games)?.start().size());
            if self.board.is_some() {
                return Err(SpecError::BoardOfList);
            }
        }
        if let Some(winner) = start.winner() {
            return Err(SpecError::BoardOver(winner));
        }
        if source == OpeningsSource::All && start != Position::new(start.size()) {
            return Err(SpecError::AllOfPosition);
        }
        let limits = self.limits.unwrap_or_default().or(Limits::nodes(NODES));
        let (seed, clock) = (self.seed.unwrap_or_default(), self.clock.unwrap_or_default());
        let conditions = Conditions { start, source, seed, limits, clock };
        if conditions.openings().next().is_none() {
            return Err(match &conditions.source {
                OpeningsSource::Random(plies) => SpecError::OpeningsTooLong(*plies),
                _ => SpecError::NoPlacements,
            });
        }
        Ok(conditions)
    }

    /// Returns the number of pairs per pairing under these conditions.
    ///
    /// # Errors
    /// Returns an error if there are too few openings.
    pub fn pairs(&self, conditions: &Conditions) -> Result<usize, SpecError> {
        let listed = conditions.openings_listed();
        let pairs = match self.games {
            None if self.sprt.is_some() => listed.unwrap_or(MOST_GAMES / 2),
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

    /// Builds the specification.
    ///
    /// # Errors
    /// Returns an error if the specification is invalid.
    pub fn build(self) -> Result<Spec, SpecError> {
        let format = self.format.unwrap_or(match self.field[..] {
            [] => TournamentFormat::RoundRobin,
            _ => TournamentFormat::Gauntlet,
        });
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
        // The limits of an absent agent are unknown.
        if self.clock.is_some() && !spec.is_timed() && spec.absent().is_none() {
            return Err(SpecError::ClockWithoutTime);
        }
        Ok(spec)
    }
}

/// Reads and sets a value that is not set.
fn fill<T>(
    slot: &mut Option<T>,
    read: impl FnOnce() -> Result<Option<T>, SpecError>,
) -> Result<(), SpecError> {
    if slot.is_none() {
        *slot = read()?;
    }
    Ok(())
}

/// Checks that listed openings are on one board, differ, and are not over. Returns the first.
fn check_list(games: &[Game]) -> Result<&Game, SpecError> {
    let first = games.first().ok_or(SpecError::NoOpenings)?;
    let board_of_first = first.start().size();
    let mut numbers = HashMap::new();
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
        (TournamentFormat::Gauntlet, 0, _) => SpecError::NoTestedAgents,
        (TournamentFormat::Gauntlet, _, 0) => SpecError::NoField,
        (TournamentFormat::RoundRobin | TournamentFormat::Match, _, 1..) => SpecError::StrayField,
        _ if agents + field > MOST_AGENTS => SpecError::TooManyAgents,
        _ => return Ok(()),
    })
}

/// Checks that a name is printable and not empty.
pub(super) fn check_name(key: &'static str, name: &str) -> Result<(), SpecError> {
    if name.trim().is_empty() {
        return Err(SpecError::NameEmpty(key));
    }
    if name.contains(char::is_control) {
        return Err(SpecError::NameUnprintable(key, name.to_owned()));
    }
    Ok(())
}

/// Makes entrants: their names must differ, and copies of one agent are numbered.
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

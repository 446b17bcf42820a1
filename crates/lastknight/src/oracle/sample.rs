//! A sample of solved positions.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::Range;

use super::sample_plan::SamplePlan;
use super::{OracleConditions, SolvedCase, Tally};
use crate::agent::Agent;
use crate::board::Position;
use crate::parallel;

/// The sample is exhausted after this many games in a row without a new critical position.
const FRUITLESS: usize = 5000;

/// Games of each thread in a [step](Sample::step).
const GAMES_PER_THREAD: usize = 16;

/// Solved positions, no two of them symmetric. A larger sample begins with the smaller one.
#[derive(Clone, Debug)]
pub struct Sample {
    plan: SamplePlan,
    players: Vec<Agent>,
    /// The number of the next game.
    next: u64,
    /// Games since the last critical position.
    fruitless: usize,
    seen: HashSet<Position>,
    cases: Vec<SolvedCase>,
    critical: usize,
    /// Positions that were not solved, and how many were solved before them.
    too_hard: Vec<(usize, Position)>,
}

/// A sample as plain data, to be stored and [continued](Sample::resume).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SampleState {
    /// The number of games played.
    pub games: u64,
    /// The number of games since the last critical position.
    pub fruitless: usize,
    /// The solved positions, each with a `1` for each move that wins and a `0` for each that loses, in the order of their
    /// squares.
    pub cases: Vec<(String, String)>,
    /// The positions that are left out because they took too many nodes, each with the number of cases before it.
    pub too_hard: Vec<(usize, String)>,
}

/// The position of a game, if it lasts long enough, and its solution, unless it is too hard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnCase {
    position: Option<Position>,
    case: Option<SolvedCase>,
}

impl DrawnCase {
    /// Plays the game of this number and solves its position, or returns `None` if it is stopped.
    pub fn solve(
        plan: &SamplePlan,
        players: &[Agent],
        number: u64,
        is_stopped: impl Fn() -> bool,
    ) -> Option<Self> {
        let position = plan.draw(number, players);
        let solve = |position| SolvedCase::solve_unless(position, plan.nodes, &is_stopped);
        let case = position.and_then(solve);
        (case.is_some() || !is_stopped()).then_some(Self { position, case })
    }

    /// Returns it as plain data: the position, and a `1` for each move that wins and a `0` for each that loses.
    #[must_use]
    pub fn texts(&self) -> (Option<String>, Option<String>) {
        (
            self.position.map(|position| position.to_string()),
            self.case.as_ref().map(SolvedCase::wins),
        )
    }

    /// Makes it from [plain data](Self::texts), or returns `None` if that is invalid.
    #[must_use]
    pub fn from_texts(position: Option<&str>, wins: Option<&str>) -> Option<Self> {
        let position = match position {
            Some(text) => Some(text.parse::<Position>().ok()?),
            None => None,
        };
        let case = match wins {
            Some(wins) => Some(SolvedCase::with_wins(position?, wins)?),
            None => None,
        };
        Some(Self { position, case })
    }

    /// Returns the position.
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }
}

impl Sample {
    /// Creates an empty sample.
    #[must_use]
    pub fn new(plan: SamplePlan) -> Self {
        Self {
            plan,
            players: SamplePlan::players(),
            next: 0,
            fruitless: 0,
            seen: HashSet::new(),
            cases: Vec::new(),
            critical: 0,
            too_hard: Vec::new(),
        }
    }

    /// Continues a sample of the same plan, or returns `None` if the state is invalid.
    #[must_use]
    pub fn resume(plan: SamplePlan, state: &SampleState) -> Option<Self> {
        let size = plan.start.size();
        let position = |text: &String| {
            text.parse::<Position>().ok().filter(|position| position.size() == size)
        };
        let mut sample = Self::new(plan);
        for (text, wins) in &state.cases {
            let case = SolvedCase::with_wins(position(text)?, wins)?;
            sample.add(Some(*case.position()), Some(case));
        }
        for (before, text) in &state.too_hard {
            let position = position(text)?;
            sample.seen.insert(position.canonical().0);
            sample.too_hard.push((*before, position));
        }
        (sample.next, sample.fruitless) = (state.games, state.fruitless);
        Some(sample)
    }

    /// Returns the sample as plain data.
    #[must_use]
    pub fn state(&self) -> SampleState {
        let case = |case: &SolvedCase| (case.position().to_string(), case.wins());
        let too_hard = self.too_hard.iter().map(|(before, hard)| (*before, hard.to_string()));
        SampleState {
            games: self.next,
            fruitless: self.fruitless,
            cases: self.cases.iter().map(case).collect(),
            too_hard: too_hard.collect(),
        }
    }

    /// Returns the number of games played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.next
    }

    /// Returns the plan.
    #[must_use]
    pub fn plan(&self) -> &SamplePlan {
        &self.plan
    }

    /// Returns the positions, critical or not.
    #[must_use]
    pub fn cases(&self) -> &[SolvedCase] {
        &self.cases
    }

    /// Returns the number of critical positions.
    #[must_use]
    pub fn critical(&self) -> usize {
        self.critical
    }

    /// Returns the positions that are left out because they took too many nodes.
    pub fn too_hard(&self) -> impl ExactSizeIterator<Item = &Position> {
        self.too_hard.iter().map(|(_, position)| position)
    }

    /// Returns the positions up to this number of critical ones, or all if there are fewer. Such a sample cannot be continued:
    /// continue the whole one.
    #[must_use]
    pub fn first(&self, critical: usize) -> Self {
        let mut first = self.clone();
        if critical < self.critical {
            let count = self.cases_until(critical);
            first.cases.truncate(count);
            first.too_hard.retain(|(before, _)| *before < count);
            (first.critical, first.fruitless) = (critical, 0);
        }
        first
    }

    /// Returns how many positions there were when this number was critical, or all of them.
    #[must_use]
    pub fn cases_until(&self, critical: usize) -> usize {
        let places = self.cases.iter().enumerate().filter(|(_, case)| case.is_critical());
        let last = critical.checked_sub(1).and_then(|last| places.map(|(at, _)| at).nth(last));
        last.map_or_else(|| if critical == 0 { 0 } else { self.cases.len() }, |last| last + 1)
    }

    /// Returns whether the search for more critical positions has been given up.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.fruitless >= FRUITLESS
    }

    /// Adds positions until `critical` of them are critical, the sample is exhausted or it is stopped.
    pub fn grow(&mut self, critical: usize, conditions: &OracleConditions<'_>) {
        while self.step(critical, conditions) {}
    }

    /// Does a part of [`grow`](Self::grow) and returns whether there is more to do.
    pub fn step(&mut self, critical: usize, conditions: &OracleConditions<'_>) -> bool {
        if self.is_done(critical) || conditions.control.pass_checkpoint().is_break() {
            return false;
        }
        let positions = self.next_positions(conditions.threads);
        let cases = parallel::map(conditions.threads, positions.len(), |i| {
            let is_stopped = || conditions.control.pass_checkpoint().is_break();
            let Some(position) = positions[i] else { return Some(None) };
            let case = SolvedCase::solve_unless(position, self.plan.nodes, is_stopped);
            (case.is_some() || !is_stopped()).then_some(case)
        });
        for (position, case) in positions.into_iter().zip(cases) {
            let Some(case) = case else { return false };
            self.add(position, case);
            if self.is_done(critical) {
                return false;
            }
        }
        true
    }

    /// Adds the positions of the next games, which were solved elsewhere, until `critical` of all are critical. Returns
    /// whether there is more to do.
    pub fn extend(&mut self, critical: usize, drawn: impl IntoIterator<Item = DrawnCase>) -> bool {
        for DrawnCase { position, case } in drawn {
            if self.is_done(critical) {
                break;
            }
            let is_new = |position: &Position| !self.seen.contains(&position.canonical().0);
            self.add(position.filter(is_new), case);
        }
        !self.is_done(critical)
    }

    fn is_done(&self, critical: usize) -> bool {
        self.critical >= critical || self.is_exhausted()
    }

    /// Plays the next games and returns their positions, as far as they are new.
    fn next_positions(&self, threads: NonZeroUsize) -> Vec<Option<Position>> {
        let play = |i| Some(self.plan.draw(self.next + i as u64, &self.players));
        let positions = parallel::map(threads, GAMES_PER_THREAD * threads.get(), play);
        let mut seen = HashSet::new();
        let mut is_new = |position: &Position| {
            let canonical = position.canonical().0;
            !self.seen.contains(&canonical) && seen.insert(canonical)
        };
        positions.into_iter().map(|position| position.flatten().filter(&mut is_new)).collect()
    }

    /// Adds the next game: its position if it is new, which is too hard unless it is solved.
    fn add(&mut self, position: Option<Position>, case: Option<SolvedCase>) {
        self.next += 1;
        self.fruitless += 1;
        let Some(position) = position else { return };
        self.seen.insert(position.canonical().0);
        let Some(case) = case else {
            return self.too_hard.push((self.cases.len(), position));
        };
        if case.is_critical() {
            self.critical += 1;
            self.fruitless = 0;
        }
        self.cases.push(case);
    }

    /// Returns how often an agent keeps the win; after a stop, in the positions tested so far.
    #[must_use]
    pub fn ask(&self, agent: &Agent, conditions: &OracleConditions<'_>) -> Tally {
        let mut tally = Tally::default();
        let answers = self.answers(0..self.cases.len(), std::slice::from_ref(agent), conditions);
        for (case, kept) in self.cases.iter().zip(answers) {
            tally.add(case, kept[0]);
        }
        tally
    }

    /// Returns for each of these positions whether each of the agents keeps the win. After a stop the
    /// last positions are missing.
    #[must_use]
    pub fn answers(
        &self,
        positions: Range<usize>,
        agents: &[Agent],
        conditions: &OracleConditions<'_>,
    ) -> Vec<Vec<bool>> {
        let end = positions.end.min(self.cases.len());
        let first = positions.start.min(end);
        let answers = parallel::map(conditions.threads, end - first, |i| {
            let number = first + i;
            conditions.answers(&self.cases[number], agents, self.plan.agent_seed(number))
        });
        answers.into_iter().map_while(|answer| answer).collect()
    }
}

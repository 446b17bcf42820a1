//! Positions of a board, every move of each solved.

use std::collections::HashSet;
use std::ops::Range;

use super::sample_plan::{self, SamplePlan};
use super::{OracleConditions, SolvedCase, Tally};
use crate::agent::Agent;
use crate::board::Position;
use crate::parallel;
use crate::random::Random;

/// After so many games in a row without a critical position that is new there are taken to be no more.
const FRUITLESS: usize = 5000;

/// Games for each thread in a [step](Sample::step).
const GAMES: usize = 16;

/// Numbers of random streams from here on are for the agents, those below for the games.
const AGENTS: u64 = 1 << 63;

/// Solved positions, none of them twice, turned or flipped. The first so many are the same however
/// many there are, on any number of threads.
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
    too_hard: Vec<Position>,
}

/// What became of a game.
enum Drawn {
    /// It was over too soon, or led where another did.
    Nothing,
    TooHard(Position),
    Solved(SolvedCase),
}

impl Sample {
    /// A sample without positions so far.
    #[must_use]
    pub fn new(plan: SamplePlan) -> Self {
        Self {
            plan,
            players: sample_plan::players(),
            next: 0,
            fruitless: 0,
            seen: HashSet::new(),
            cases: Vec::new(),
            critical: 0,
            too_hard: Vec::new(),
        }
    }

    /// What the sample follows from.
    #[must_use]
    pub fn plan(&self) -> &SamplePlan {
        &self.plan
    }

    /// The positions, lost ones and those in which every move wins included.
    #[must_use]
    pub fn cases(&self) -> &[SolvedCase] {
        &self.cases
    }

    /// How many positions are critical.
    #[must_use]
    pub fn critical(&self) -> usize {
        self.critical
    }

    /// The positions that took more nodes than the plan allows, which are left out.
    #[must_use]
    pub fn too_hard(&self) -> &[Position] {
        &self.too_hard
    }

    /// Whether no more critical positions are to be found.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.fruitless >= FRUITLESS
    }

    /// Takes positions until so many are critical, or none can be found, or it is stopped.
    pub fn grow(&mut self, critical: usize, conditions: &OracleConditions<'_>) {
        while self.step(critical, conditions) {}
    }

    /// A piece of what [`grow`](Self::grow) does. Says whether there is more to do.
    pub fn step(&mut self, critical: usize, conditions: &OracleConditions<'_>) -> bool {
        let is_done = |sample: &Self| sample.critical >= critical || sample.is_exhausted();
        if is_done(self) || conditions.control.pass_checkpoint().is_break() {
            return false;
        }
        for drawn in self.draw(conditions) {
            let Some(drawn) = drawn else {
                return false;
            };
            self.take(drawn);
            if is_done(self) {
                return false;
            }
        }
        true
    }

    /// What the next games lead to; nothing is taken yet.
    fn draw(&self, conditions: &OracleConditions<'_>) -> Vec<Option<Drawn>> {
        let count = GAMES * conditions.threads.get();
        let play = |i| Some(self.plan.draw(self.next + i as u64, &self.players));
        let positions = parallel::map(conditions.threads, count, play);
        let mut seen = HashSet::new();
        let mut is_new = |position: &Position| {
            let canonical = position.canonical().0;
            !self.seen.contains(&canonical) && seen.insert(canonical)
        };
        let positions: Vec<Option<Position>> =
            positions.into_iter().map(Option::flatten).map(|p| p.filter(&mut is_new)).collect();
        parallel::map(conditions.threads, count, |i| {
            let Some(position) = positions[i] else {
                return Some(Drawn::Nothing);
            };
            let is_stopped = || conditions.control.pass_checkpoint().is_break();
            match SolvedCase::solve_unless(position, self.plan.nodes, is_stopped) {
                Some(case) => Some(Drawn::Solved(case)),
                None if is_stopped() => None,
                None => Some(Drawn::TooHard(position)),
            }
        })
    }

    /// Takes what the next game led to.
    fn take(&mut self, drawn: Drawn) {
        self.next += 1;
        self.fruitless += 1;
        match drawn {
            Drawn::Nothing => {}
            Drawn::TooHard(position) => {
                self.seen.insert(position.canonical().0);
                self.too_hard.push(position);
            }
            Drawn::Solved(case) => {
                self.seen.insert(case.position().canonical().0);
                if case.is_critical() {
                    self.critical += 1;
                    self.fruitless = 0;
                }
                self.cases.push(case);
            }
        }
    }

    /// How often an agent keeps the win; after a stop, of the positions that it was asked.
    #[must_use]
    pub fn ask(&self, agent: &Agent, conditions: &OracleConditions<'_>) -> Tally {
        let mut tally = Tally::default();
        let answers = self.answers(0..self.cases.len(), std::slice::from_ref(agent), conditions);
        for (case, kept) in self.cases.iter().zip(answers) {
            tally.add(case, kept[0]);
        }
        tally
    }

    /// Asks agents in some of the positions, or in as many of them as there are: for each position,
    /// whether each of the agents keeps the win. After a stop the last ones are missing.
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
            let seed = Random::numbered(self.plan.seed, AGENTS + number as u64).next();
            let kept = |agent| conditions.is_kept(&self.cases[number], agent, seed);
            agents.iter().map(kept).collect()
        });
        answers.into_iter().map_while(|answer| answer).collect()
    }
}

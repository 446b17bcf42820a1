//! Agents tested on solved positions: the results in numbers, and as JSON.

use std::ops::RangeInclusive;

use lastknight::oracle::{Role, Sample, Tally};
use lastknight::stats::{EVEN, Pairs, Z95, holm};
use lastknight::{Agent, Clock, Limits, json};
use serde::Serialize;

/// A sample of solved positions and the answers of agents.
#[derive(Clone, Debug)]
pub struct OracleResult {
    /// The positions.
    pub sample: Sample,
    /// The agents.
    pub agents: Vec<Agent>,
    /// Whether each agent keeps the win, for each position that is tested.
    pub kept: Vec<Vec<bool>>,
    /// The limits of agents without their own.
    pub limits: Limits,
    /// The clock of time limits.
    pub clock: Clock,
    /// Whether it was stopped before all positions were tested.
    pub is_stopped: bool,
    /// The seconds that it took.
    pub seconds: f64,
}

impl OracleResult {
    /// Counts the results of an agent at some plies, in one role or both.
    #[must_use]
    pub fn part(&self, agent: usize, plies: &RangeInclusive<usize>, role: Option<Role>) -> Tally {
        let mut tally = Tally::default();
        for (case, kept) in self.sample.cases().iter().zip(&self.kept) {
            if plies.contains(&case.position().ply()) && (role.is_none() || case.role() == role) {
                tally.add(case, kept[agent]);
            }
        }
        tally
    }

    /// Counts the results of an agent at all plies, in one role or both.
    #[must_use]
    pub fn tally(&self, agent: usize, role: Option<Role>) -> Tally {
        self.part(agent, &self.sample.plan().plies, role)
    }

    /// Compares each agent with the first, position by position.
    #[must_use]
    pub fn differences(&self) -> Vec<OracleDifference> {
        let critical = self.sample.cases().iter().zip(&self.kept);
        let critical: Vec<&Vec<bool>> =
            critical.filter(|(case, _)| case.is_critical()).map(|(_, kept)| kept).collect();
        let pairs = |agent: usize| {
            let mut pairs = Pairs::default();
            for kept in &critical {
                pairs.add(1 + usize::from(kept[agent]) - usize::from(kept[0]));
            }
            pairs
        };
        let pairs: Vec<Pairs> = (1..self.agents.len()).map(pairs).collect();
        let corrected = holm(&pairs.iter().map(|pairs| pairs.sign_test()).collect::<Vec<_>>());
        let difference = |(pairs, corrected)| OracleDifference { pairs, corrected };
        pairs.into_iter().zip(corrected).map(difference).collect()
    }

    /// Returns the results as JSON.
    #[must_use]
    pub fn json(&self) -> OracleJson {
        let plan = self.sample.plan();
        let parts = |agent: usize, plies: &RangeInclusive<usize>| KeptWins {
            plies: [*plies.start(), *plies.end()],
            all: self.part(agent, plies, None).into(),
            attacker: self.part(agent, plies, Some(Role::Attacker)).into(),
            victim: self.part(agent, plies, Some(Role::Victim)).into(),
        };
        let differences = self.differences();
        let agent = |(i, agent): (usize, &Agent)| OracleAgentJson {
            agent: agent.to_string(),
            difference: i.checked_sub(1).map(|other| differences[other].json()),
            kept: parts(i, &plan.plies),
            bands: plan.bands().iter().map(|band| parts(i, band)).collect(),
        };
        OracleJson {
            start: plan.start.to_string(),
            seed: plan.seed,
            limits: self.limits.into(),
            clock: self.clock.name(),
            too_hard: self.sample.too_hard().len(),
            exhausted: self.sample.is_exhausted(),
            agents: self.agents.iter().enumerate().map(agent).collect(),
            seconds: self.seconds,
            complete: !self.is_stopped,
            stopped: self.is_stopped,
        }
    }
}

/// How much more or less often an agent keeps the win than the first.
#[derive(Clone, Copy, Debug)]
pub struct OracleDifference {
    /// The positions as pairs: won if only the agent keeps the win, lost if only the first does.
    pub pairs: Pairs,
    /// The p-value, corrected for the number of agents.
    pub corrected: f64,
}

impl OracleDifference {
    /// Returns the difference of the shares and its interval.
    #[must_use]
    pub fn points(&self) -> (f64, (f64, f64)) {
        // A score of ½ is a difference of 0, a score of 1 one of 1.
        let difference = |score: f64| 2.0 * score - 1.0;
        let (low, high) = self.pairs.interval(Z95);
        (self.pairs.score().map_or(0.0, difference), (difference(low), difference(high)))
    }

    /// Returns whether the agent is better, worse, even, or that it is undecided.
    #[must_use]
    pub fn verdict(&self) -> &'static str {
        match self.pairs.conclusion_within(EVEN / 2.0) {
            conclusion if conclusion.is_different() && self.corrected > 0.05 => "undecided",
            conclusion => conclusion.word(),
        }
    }

    fn json(&self) -> DifferenceJson {
        let (value, (low, high)) = self.points();
        DifferenceJson {
            value,
            interval: [low, high],
            only_agent: self.pairs.won,
            only_first: self.pairs.lost,
            p_value: self.pairs.sign_test(),
            corrected_p_value: self.corrected,
            verdict: self.verdict(),
        }
    }
}

/// The result as JSON, with shares of 1 and 95 % intervals.
#[derive(Clone, Debug, Serialize)]
pub struct OracleJson {
    start: String,
    seed: u64,
    limits: json::Limits,
    clock: &'static str,
    too_hard: usize,
    exhausted: bool,
    agents: Vec<OracleAgentJson>,
    seconds: f64,
    complete: bool,
    /// Deprecated: `complete`.
    stopped: bool,
}

#[derive(Clone, Debug, Serialize)]
struct OracleAgentJson {
    agent: String,
    /// The difference from the first agent; `null` for the first.
    difference: Option<DifferenceJson>,
    #[serde(flatten)]
    kept: KeptWins,
    bands: Vec<KeptWins>,
}

/// A difference of shares of critical positions, on the same positions.
#[derive(Clone, Debug, Serialize)]
struct DifferenceJson {
    value: f64,
    interval: json::Interval,
    only_agent: u64,
    only_first: u64,
    p_value: f64,
    corrected_p_value: f64,
    verdict: &'static str,
}

#[derive(Clone, Debug, Serialize)]
struct KeptWins {
    plies: [usize; 2],
    all: json::OracleTally,
    attacker: json::OracleTally,
    victim: json::OracleTally,
}

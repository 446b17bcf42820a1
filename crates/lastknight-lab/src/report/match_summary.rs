//! A match in numbers, and as JSON.

use lastknight::json::{Comparison, Limits, Sprt};
use lastknight::stats::Pairs;
use serde::Serialize;

use super::Report;
use super::json::FailureJson;
use crate::runner::RunEnd;
use crate::spec::OpeningsSource;

/// A match in numbers; A is the first agent.
#[derive(Clone, Copy, Debug)]
pub struct MatchSummary<'a> {
    /// The report of the run.
    pub report: &'a Report,
    /// The pairs of A.
    pub pairs: Pairs,
    /// Wins of A and B as White.
    pub as_white: [u64; 2],
    /// Wins of A and B as Black.
    pub as_black: [u64; 2],
    /// How the run ended.
    pub end: RunEnd,
    /// The seconds that it took.
    pub seconds: f64,
}

impl<'a> MatchSummary<'a> {
    /// Summarizes the run of a match.
    #[must_use]
    pub fn new(report: &'a Report, end: RunEnd, seconds: f64) -> Self {
        let as_white = [0, 1].map(|agent: usize| report.standings[agent].as_white.hits);
        let as_black = [0, 1].map(|agent: usize| report.standings[agent].as_black.hits);
        let pairs = report.pairings[0].pairs;
        Self { report, pairs, as_white, as_black, end, seconds }
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        2 * self.pairs.count()
    }

    /// Returns the wins of A and B.
    #[must_use]
    pub fn wins(&self) -> [u64; 2] {
        [0, 1].map(|agent| self.as_white[agent] + self.as_black[agent])
    }

    /// Returns the number of random plies, if openings are random.
    fn random_plies(&self) -> Option<usize> {
        match self.report.spec.conditions().source {
            OpeningsSource::Random(plies) => Some(plies),
            _ => None,
        }
    }

    /// Returns the mean number of plies of a game, including its opening.
    #[must_use]
    pub fn length(&self) -> Option<f64> {
        let plies = self.report.plies as f64 / self.games() as f64;
        let opening = self.random_plies().unwrap_or_default() as f64;
        (self.games() > 0).then_some(plies + opening)
    }

    /// Returns a mean over the moves of A and B.
    #[must_use]
    pub fn mean(&self, total: fn(&lastknight::agent::MoveTotals) -> f64) -> [Option<f64>; 2] {
        [0, 1].map(|agent| {
            let effort = &self.report.standings[agent].effort;
            (effort.moves > 0).then(|| total(effort) / effort.moves as f64)
        })
    }

    /// Returns the match as JSON.
    #[must_use]
    pub fn json(&self) -> MatchJson {
        let spec = &self.report.spec;
        let conditions = spec.conditions();
        let [a, b] = [0, 1].map(|at| spec.entrants()[at].agent.to_string());
        MatchJson {
            a,
            b,
            start: conditions.start.to_string(),
            openings: self.random_plies(),
            different_openings: self.report.different_openings,
            seed: conditions.seed,
            limits: conditions.limits.into(),
            clock: conditions.clock.name(),
            games: self.games(),
            wins: self.wins().into(),
            wins_as_white: self.as_white.into(),
            wins_as_black: self.as_black.into(),
            comparison: match self.report.is_judged_by_pairs() {
                true => self.pairs.into(),
                false => Comparison::unjudged(self.pairs),
            },
            sprt: self.report.test.as_ref().map(Into::into),
            plies: self.length(),
            seconds_per_move: self.mean(|effort| effort.time.as_secs_f64()).into(),
            nodes_per_move: self.mean(|effort| effort.nodes as f64).into(),
            games_resumed: 2 * self.end.resumed,
            seconds: self.seconds,
            failures: FailureJson::all(self.report),
            complete: self.end.is_complete,
            stopped: !self.end.is_complete,
        }
    }
}

/// A match as JSON. Scores and pairs are those of the first agent, `a`.
#[derive(Clone, Debug, Serialize)]
pub struct MatchJson {
    a: String,
    b: String,
    start: String,
    openings: Option<usize>,
    different_openings: usize,
    seed: u64,
    limits: Limits,
    clock: &'static str,
    games: u64,
    wins: ByAgent<u64>,
    wins_as_white: ByAgent<u64>,
    wins_as_black: ByAgent<u64>,
    #[serde(flatten)]
    comparison: Comparison,
    sprt: Option<Sprt>,
    plies: Option<f64>,
    seconds_per_move: ByAgent<Option<f64>>,
    nodes_per_move: ByAgent<Option<f64>>,
    games_resumed: usize,
    seconds: f64,
    failures: Vec<FailureJson>,
    complete: bool,
    /// Deprecated: `complete`.
    stopped: bool,
}

#[derive(Clone, Debug, Serialize)]
struct ByAgent<T> {
    a: T,
    b: T,
}

impl<T> From<[T; 2]> for ByAgent<T> {
    fn from([a, b]: [T; 2]) -> Self {
        Self { a, b }
    }
}

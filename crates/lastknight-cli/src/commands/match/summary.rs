//! The result of a match.

use lastknight::json::{Comparison, Limits, Sprt};
use lastknight::stats::{Estimate, Pairs, Z95};
use lastknight_lab::document::{DataCell, DataTable, numbers, words};
use lastknight_lab::format::{elo, probability};
use lastknight_lab::report::json::FailureJson;
use lastknight_lab::report::{Report, text};
use lastknight_lab::{OpeningsSource, RunEnd};
use serde::Serialize;

use crate::output::{self, grouped, named_position, shown_limits, width};

/// A match in numbers; A is the first agent.
pub(super) struct MatchSummary<'a> {
    report: &'a Report,
    pairs: Pairs,
    /// Wins of A and B as White and as Black.
    as_white: [u64; 2],
    as_black: [u64; 2],
    end: RunEnd,
    seconds: f64,
}

impl<'a> MatchSummary<'a> {
    pub(super) fn new(report: &'a Report, end: RunEnd, seconds: f64) -> Self {
        let as_white = [0, 1].map(|agent: usize| report.standings[agent].as_white.hits);
        let as_black = [0, 1].map(|agent: usize| report.standings[agent].as_black.hits);
        let pairs = report.pairings[0].pairs;
        Self { report, pairs, as_white, as_black, end, seconds }
    }

    fn games(&self) -> u64 {
        2 * self.pairs.count()
    }

    fn wins(&self) -> [u64; 2] {
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
    fn length(&self) -> Option<f64> {
        let plies = self.report.plies as f64 / self.games() as f64;
        let opening = self.random_plies().unwrap_or_default() as f64;
        (self.games() > 0).then_some(plies + opening)
    }

    fn mean(&self, total: fn(&lastknight::agent::MoveTotals) -> f64) -> [Option<f64>; 2] {
        [0, 1].map(|agent| {
            let effort = &self.report.standings[agent].effort;
            (effort.moves > 0).then(|| total(effort) / effort.moves as f64)
        })
    }

    pub(super) fn text(&self) -> String {
        let [a, b] = [0, 1].map(|at| self.report.spec.entrants()[at].agent.label());
        let conditions = self.report.spec.conditions();
        let mut text = format!("A  {a}\nB  {b}\n\n");
        if !self.end.is_complete {
            text += "stopped early; finished pairs count\n";
        }
        let (games, start) = (grouped(self.games()), named_position(&conditions.start));
        text += &format!("{games} games from {start}, {}\n", conditions.source);
        let limits = shown_limits(conditions.limits);
        text += &format!("limits unless an agent has its own: {limits}\n\n");
        let different = self.report.different_openings;
        if different < self.report.openings {
            text +=
                &format!("different openings: {different}; deterministic agents repeat games\n\n");
        }
        let counts = |of: [u64; 2]| of.map(DataCell::from);
        let times = self.mean(|effort| effort.time.as_secs_f64());
        let rows = [
            ("games won", counts(self.wins())),
            ("  as White", counts(self.as_white)),
            ("  as Black", counts(self.as_black)),
            ("time per move", times.map(|time| time.map(DataCell::seconds).into())),
        ];
        let table =
            DataTable::of("Games", rows).column(words("").in_terminal(14), |row| row.0).columns(
                [0, 1],
                |&at| numbers(["A", "B"][at]).in_terminal(12),
                |row, &at| row.1[at].clone(),
            );
        let failures = text::failures(self.report, width());
        format!("{text}{}\n{failures}{}", table.finish().text(width()), self.conclusions())
    }

    /// Returns score, Elo, pairs and the verdict of the test.
    fn conclusions(&self) -> String {
        let Pairs { won, split, lost } = self.pairs;
        let (Some(score), Some(length)) = (self.pairs.score(), self.length()) else {
            return String::new();
        };
        let (low, high) = self.pairs.interval(Z95);
        let [score, low, high] = [score, low, high].map(|part| 100.0 * part);
        let mut text =
            format!("A scores {score:.1} %; 95 % interval over pairs: {low:.1} to {high:.1} %\n");
        if let Some(Estimate { value, low, high }) = self.pairs.elo(Z95) {
            let [value, low, high] = [value, low, high].map(elo);
            text += &format!("{value} Elo ({low} to {high})");
            // A p-value is only valid if the number of games was fixed beforehand.
            text += &match self.report.test {
                Some(_) => "\n".to_owned(),
                None => {
                    let p = match probability(self.report.pairings[0].p_value) {
                        small if small.starts_with('<') => format!("p {small}"),
                        p => format!("p = {p}"),
                    };
                    format!("; {p} for equal agents\n")
                }
            };
        }
        text += &format!("pairs: A won both games of {won}, one of {split}, none of {lost}\n");
        text += &format!("a game lasts {length:.1} plies on average\n");
        if let Some(test) = &self.report.test {
            text += &format!("\n{}", text::test(test, width()));
        }
        text + &output::wrapped(&format!("\nverdict: {}", self.report.verdict(["A", "B"]))) + "\n"
    }

    pub(super) fn json(&self) -> MatchJson {
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
#[derive(Serialize)]
pub(super) struct MatchJson {
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

#[derive(Serialize)]
struct ByAgent<T> {
    a: T,
    b: T,
}

impl<T> From<[T; 2]> for ByAgent<T> {
    fn from([a, b]: [T; 2]) -> Self {
        Self { a, b }
    }
}

//! What came of a match.

use lastknight::json::{Comparison, Limits, Sprt};
use lastknight::stats::{Estimate, Pairs, Share, Z95};
use lastknight_lab::document::{DataCell, DataTable, numbers, words};
use lastknight_lab::format::{elo, probability};
use lastknight_lab::report::{Report, text};
use lastknight_lab::{OpeningsSource, RunEnd};
use serde::Serialize;

use crate::output::{grouped, named_position, shown_limits};

/// A match in numbers; of its agents, A is the first.
pub(super) struct Summary<'a> {
    report: &'a Report,
    pairs: Pairs,
    end: RunEnd,
    seconds: f64,
}

impl<'a> Summary<'a> {
    pub(super) fn new(report: &'a Report, end: RunEnd, seconds: f64) -> Self {
        Self { report, pairs: report.pairings[0].pairs, end, seconds }
    }

    fn games(&self) -> u64 {
        2 * self.pairs.count()
    }

    /// Half-moves by chance, where that is where openings come from.
    fn plies_by_chance(&self) -> Option<usize> {
        match self.report.spec.conditions().source {
            OpeningsSource::Random(plies) => Some(plies),
            _ => None,
        }
    }

    /// Half-moves of a game, on average, its opening included.
    fn length(&self) -> Option<f64> {
        let plies = self.report.plies as f64 / self.games() as f64;
        let opening = self.plies_by_chance().unwrap_or_default() as f64;
        (self.games() > 0).then_some(plies + opening)
    }

    fn wins(&self, of: fn(&Report, usize) -> Share) -> [u64; 2] {
        [0, 1].map(|agent| of(self.report, agent).hits)
    }

    fn as_white(&self) -> [u64; 2] {
        self.wins(|report, agent| report.standings[agent].as_white)
    }

    fn as_black(&self) -> [u64; 2] {
        self.wins(|report, agent| report.standings[agent].as_black)
    }

    fn all_wins(&self) -> [u64; 2] {
        let (white, black) = (self.as_white(), self.as_black());
        [0, 1].map(|agent| white[agent] + black[agent])
    }

    fn mean(&self, total: fn(&lastknight::agent::MoveTotals) -> f64) -> [Option<f64>; 2] {
        [0, 1].map(|agent| {
            let effort = &self.report.standings[agent].effort;
            (effort.moves > 0).then(|| total(effort) / effort.moves as f64)
        })
    }

    pub(super) fn text(&self) -> String {
        let [a, b] = [0, 1].map(|at| &self.report.spec.entrants()[at].agent);
        let conditions = self.report.spec.conditions();
        let mut text = format!("A  {a}\nB  {b}\n\n");
        if !self.end.is_complete {
            text += "stopped before the end; what was finished counts\n";
        }
        text += &format!(
            "{} games from {}, {}\n",
            grouped(self.games()),
            named_position(&conditions.start),
            conditions.source
        );
        let shown = shown_limits(conditions.limits);
        text += &format!("limits unless an agent has its own: {shown}\n\n");
        if self.report.different_openings < self.report.openings {
            text += &format!(
                "different openings: {}; agents that leave nothing to chance repeat their games\n\n",
                self.report.different_openings
            );
        }
        let counts = |of: [u64; 2]| of.map(DataCell::from);
        let times = self.mean(|effort| effort.time.as_secs_f64());
        let rows = [
            ("games won", counts(self.all_wins())),
            ("  as White", counts(self.as_white())),
            ("  as Black", counts(self.as_black())),
            ("time a move", times.map(|time| time.map(DataCell::seconds).into())),
        ];
        let table =
            DataTable::of("Games", rows).column(words("").in_terminal(14), |row| row.0).columns(
                [0, 1],
                |&at| numbers(["A", "B"][at]).in_terminal(12),
                |row, &at| row.1[at].clone(),
            );
        text += &table.finish().text();
        text.push('\n');
        text + &self.conclusions()
    }

    /// What the counts tell.
    fn conclusions(&self) -> String {
        let Pairs { won, split, lost } = self.pairs;
        let (Some(score), Some(length)) = (self.pairs.score(), self.length()) else {
            return String::new();
        };
        let (low, high) = self.pairs.interval(Z95);
        let mut text = format!(
            "A scores {:.1} %; 95 % interval over pairs: {:.1} to {:.1} %\n",
            100.0 * score,
            100.0 * low,
            100.0 * high
        );
        if let Some(Estimate { value, low, high }) = self.pairs.elo(Z95) {
            text += &format!("that is {} Elo ({} to {}); ", elo(value), elo(low), elo(high));
            let p = probability(self.report.pairings[0].p_value);
            text += &format!("equals differ so much with probability {p}\n");
        }
        text += &format!("pairs: A won both games of {won}, one of {split}, none of {lost}\n");
        text += &format!("a game lasts {length:.1} half-moves on average\n");
        if let Some(test) = &self.report.test {
            text += &format!("\n{}", text::test(test));
        }
        text
    }

    pub(super) fn json(&self) -> MatchJson {
        let spec = &self.report.spec;
        let conditions = spec.conditions();
        let by_agent = |[a, b]: [u64; 2]| ByAgent { a, b };
        let mean = |[a, b]: [Option<f64>; 2]| ByAgent { a, b };
        let agent = |at: usize| spec.entrants()[at].agent.to_string();
        MatchJson {
            a: agent(0),
            b: agent(1),
            start: conditions.start.to_string(),
            openings: self.plies_by_chance(),
            different_openings: self.report.different_openings,
            seed: conditions.seed,
            limits: conditions.limits.into(),
            clock: conditions.clock.name(),
            games: self.games(),
            wins: by_agent(self.all_wins()),
            wins_as_white: by_agent(self.as_white()),
            wins_as_black: by_agent(self.as_black()),
            comparison: self.pairs.into(),
            sprt: self.report.test.as_ref().map(Into::into),
            plies: self.length(),
            seconds_per_move: mean(self.mean(|effort| effort.time.as_secs_f64())),
            nodes_per_move: mean(self.mean(|effort| effort.nodes as f64)),
            games_resumed: 2 * self.end.resumed,
            seconds: self.seconds,
            complete: self.end.is_complete,
            stopped: !self.end.is_complete,
        }
    }
}

/// A match as JSON. Of the agents, `a` comes first; scores and pairs are as it sees them.
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
    complete: bool,
    /// Deprecated: `complete`.
    stopped: bool,
}

#[derive(Serialize)]
struct ByAgent<T> {
    a: T,
    b: T,
}

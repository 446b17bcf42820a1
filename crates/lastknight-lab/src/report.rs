//! The report of a run: all its numbers, computed once, and what presents them.

pub mod json;
pub mod text;

mod document;
mod explain;
mod history;
mod match_summary;
mod plots;
pub(crate) mod tables;

pub use document::{document, files, write_files};
pub use history::{PastStanding, PastStandings};
pub use match_summary::{MatchJson, MatchSummary};

use lastknight::Termination;
use lastknight::agent::MoveTotals;
use lastknight::stats::{
    Conclusion, League, Pairs, Rating, Share, Sprt, SprtRun, Verdict, Z95, holm,
};
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};

use self::tables::SIGNIFICANCE;
use crate::format::conclusion as conclusion_words;
use crate::spec::Spec;
use crate::store::{PairResult, Run, Store, StoreError, StoredForfeit};

/// The number of resamples for the errors of ratings.
const RESAMPLES: usize = 1000;

/// The number of times that ratings are computed during a run.
const SNAPSHOTS: usize = 40;

/// The number of steps in which a sequential test is shown.
const SPRT_STEPS: usize = 200;

/// A run in numbers. Entrants are identified by their index in the specification.
#[derive(Clone, Debug)]
pub struct Report {
    /// The specification.
    pub spec: Spec,
    /// The number of the run in its store.
    pub run: i64,
    /// The version of the program that plays it, and its signature.
    pub program: (String, String),
    /// When the run was created, in UTC.
    pub created: String,
    /// When the last games were played, in UTC.
    pub played: String,
    /// The same in days.
    day: f64,
    /// Earlier standings of this run and of others with its name, the oldest first.
    pub history: Vec<PastStandings>,
    /// The number of pairs played.
    pub pairs_played: usize,
    /// The number of pairs planned; once a sequential test is decided, those up to its verdict.
    pub pairs_planned: usize,
    /// The result of each entrant.
    pub standings: Vec<Standing>,
    /// The entrants, the best first.
    pub order: Vec<usize>,
    /// The result of each pairing, in the order of the specification.
    pub pairings: Vec<PairingResult>,
    /// Row `i`, column `j`: the probability that `i` is truly better than `j`.
    pub superiority: Vec<Vec<f64>>,
    /// Row `i`, column `j`: the p-value of the difference of their ratings, corrected for the number of pairs of entrants
    /// (Holm).
    pub corrected: Vec<Vec<f64>>,
    /// The tier of each entrant, from 1. A tier begins with the best entrant that is [told apart](Report::is_apart) from the
    /// first one of the tier above.
    pub tiers: Vec<usize>,
    /// Whether a chain of games links all entrants; if not, ratings compare only those that are linked.
    pub is_connected: bool,
    /// The ratings during the run.
    pub progress: Vec<RatingSnapshot>,
    /// The sequential test.
    pub test: Option<SprtResult>,
    /// Games won by White.
    pub white_wins: Share,
    /// The number of games by how they ended, in the order of [`Termination::ALL`].
    pub ends: [u64; Termination::ALL.len()],
    /// How custom agents failed, by entrant.
    pub failures: Vec<AgentFailure>,
    /// The machines on which games with time limits were played.
    pub machines: Vec<String>,
    /// The plies of all games after their openings.
    pub plies: u64,
    /// The number of openings played.
    pub openings: usize,
    /// The number of distinct openings: deterministic agents repeat their games from the same opening.
    pub different_openings: usize,
}

/// The result of an entrant.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Its pairs against all opponents.
    pub pairs: Pairs,
    /// Its rating; the mean of all is 0.
    pub rating: Rating,
    /// Its wins as White.
    pub as_white: Share,
    /// Its wins as Black.
    pub as_black: Share,
    /// The nodes and time of its moves.
    pub effort: MoveTotals,
    /// The number of losses by how the game ended, in the order of [`Termination::ALL`].
    pub losses: [u64; Termination::ALL.len()],
    /// The share of critical solved positions in which it kept the win, if that was tested.
    pub oracle: Option<Share>,
}

/// How the detail of a game begins that a program lost without being started.
const NOT_STARTED: &str = "not started";

/// How often a custom agent failed in one way, and an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentFailure {
    /// The agent, as an index of entrants.
    pub entrant: usize,
    /// How the games ended.
    pub termination: Termination,
    /// The number of games.
    pub games: u64,
    /// What happened in one of them: one line, then the last lines of a program's standard error.
    pub detail: String,
}

impl AgentFailure {
    /// Counts failures by agent and end.
    fn count(forfeits: Vec<StoredForfeit>) -> Vec<Self> {
        let mut failures: Vec<Self> = Vec::new();
        for StoredForfeit { entrant, termination, detail } in forfeits {
            let same =
                |other: &&mut Self| other.entrant == entrant && other.termination == termination;
            match failures.iter_mut().find(same) {
                Some(failure) => {
                    failure.games += 1;
                    // A game in which the program was started tells more.
                    if failure.detail.starts_with(NOT_STARTED) {
                        failure.detail = detail;
                    }
                }
                None => failures.push(Self { entrant, termination, games: 1, detail }),
            }
        }
        failures.sort_by_key(|failure| failure.entrant);
        failures
    }

    /// Returns what happened on one line: the first, and the last of a program's standard error. A last line that is
    /// indented is code of a traceback.
    #[must_use]
    pub fn line(&self) -> String {
        let mut lines = self.detail.lines().filter(|line| !line.trim().is_empty());
        let first = lines.next().unwrap_or_default();
        match lines.next_back().filter(|last| !last.starts_with(char::is_whitespace)) {
            Some(last) => format!("{first}: {}", last.trim()),
            None => first.to_owned(),
        }
    }
}

/// The result of a pairing.
#[derive(Clone, Copy, Debug)]
pub struct PairingResult {
    /// The two entrants.
    pub players: [usize; 2],
    /// The pairs, from the first player's side.
    pub pairs: Pairs,
    /// The p-value of the sign test.
    pub p_value: f64,
    /// The p-value corrected for the number of pairings (Holm).
    pub corrected: f64,
}

/// The ratings after some of the games.
#[derive(Clone, Debug, Serialize)]
pub struct RatingSnapshot {
    /// The number of games.
    pub games: usize,
    /// The rating of each entrant.
    pub ratings: Vec<f64>,
}

/// A sequential test of the pairs in the order of their openings, up to the first gap.
#[derive(Clone, Debug)]
pub struct SprtResult {
    /// The test.
    pub sprt: Sprt,
    /// The pairs so far and the verdict.
    pub run: SprtRun,
    /// The log-likelihood ratio after some numbers of pairs, from the first to the last.
    pub path: Vec<(usize, f64)>,
}

impl SprtResult {
    /// Returns what the verdict means for two agents with these names.
    #[must_use]
    pub fn conclusion(&self, [a, b]: [&str; 2]) -> String {
        let (elo0, elo1) = self.sprt.elo();
        // Equal distances from 0 pose the question which of the two is better.
        let is_even = elo0 == -elo1;
        match self.run.verdict() {
            Verdict::Accepted if elo0 >= 0.0 || is_even => format!("{a} is better than {b}"),
            Verdict::Accepted => format!("{a} is not {} normalised Elo worse than {b}", -elo0),
            Verdict::Rejected if elo1 <= 0.0 || is_even => format!("{a} is worse than {b}"),
            Verdict::Rejected => format!("{a} is not {elo1} normalised Elo better than {b}"),
            Verdict::Open => "undecided".to_owned(),
        }
    }

    /// Describes the verdict. An accepted hypothesis explains the pairs better than the other one: it is no estimate.
    #[must_use]
    pub fn verdict_in_words(&self) -> String {
        let (elo0, elo1) = self.sprt.elo();
        match self.run.verdict() {
            Verdict::Accepted => format!("accepted: {elo1} explains the pairs better than {elo0}"),
            Verdict::Rejected => format!("rejected: {elo0} explains the pairs better than {elo1}"),
            Verdict::Open => "not decided yet".to_owned(),
        }
    }

    /// Returns the log-likelihood ratio of all pairs.
    #[must_use]
    pub fn llr(&self) -> f64 {
        self.path.last().map_or(0.0, |&(_, llr)| llr)
    }

    /// Adds the current log-likelihood ratio to the path.
    fn mark(&mut self) {
        let pairs = self.run.pairs().count() as usize;
        if self.path.last().is_none_or(|last| last.0 < pairs) {
            self.path.push((pairs, self.run.llr()));
        }
    }
}

impl Report {
    /// Computes the report of a run.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub fn new(store: &Store, run: &Run) -> Result<Self, StoreError> {
        let mut report = Self::without_dates(store, run)?;
        report.read_history(store, run)?;
        Ok(report)
    }

    /// Computes the report of a run, added to the history.
    pub(crate) fn recorded(store: &mut Store, run: &Run) -> Result<Self, StoreError> {
        let mut report = Self::without_dates(store, run)?;
        // An unfinished run would be compared with itself.
        if report.games() > 0 && report.is_complete() {
            store.keep_history(run, report.games(), &report.past_standings())?;
        }
        report.read_history(store, run)?;
        Ok(report)
    }

    fn without_dates(store: &Store, run: &Run) -> Result<Self, StoreError> {
        let mut builder = ReportBuilder::new(run, store.program(run)?, store.played(run)?);
        store.each_result(run, &mut |result| builder.add(result))?;
        for (entrant, standing) in builder.report.standings.iter_mut().enumerate() {
            standing.oracle = store.oracle(run, entrant)?;
        }
        let mut report = builder.finish();
        report.failures = AgentFailure::count(store.forfeits(run)?);
        report.machines = store.machines(run)?;
        Ok(report)
    }

    /// Returns what a match shows, with these names for the two agents.
    #[must_use]
    pub fn verdict(&self, names: [&str; 2]) -> String {
        let pairs = self.pairings[0].pairs;
        if self.different_openings < self.openings {
            let why = "repeated games are no evidence, more random plies give more openings";
            return format!("none; {why}");
        }
        let Some(test) = &self.test else {
            let conclusion = match pairs.conclusion() {
                // People count games.
                Conclusion::Undecided { needed } => {
                    Conclusion::Undecided { needed: needed.map(|pairs| 2 * pairs) }
                }
                conclusion => conclusion,
            };
            let words =
                conclusion_words(conclusion, pairs.sign_test(), pairs.interval(Z95), "game");
            let is_different = conclusion.is_different();
            return if is_different { format!("{} is {words}", names[0]) } else { words };
        };
        match test.run.verdict() {
            Verdict::Open if self.pairs_played >= self.spec.pairs() => {
                "undecided; more games continue the test".to_owned()
            }
            Verdict::Open if self.is_complete() => {
                "undecided; no new openings are left, more random plies give more".to_owned()
            }
            _ => test.conclusion(names),
        }
    }

    /// Returns whether the verdict comes from the pairs alone: there is no sequential test, and no opening repeats.
    #[must_use]
    pub fn is_judged_by_pairs(&self) -> bool {
        self.test.is_none() && self.different_openings >= self.openings
    }

    /// Returns whether the games show that two entrants differ in strength: with an error rate of 5 % over all of them.
    #[must_use]
    pub fn is_apart(&self, first: usize, second: usize) -> bool {
        match self.pairings[..] {
            [PairingResult { pairs, .. }] => first != second && pairs.conclusion().is_different(),
            _ => self.corrected[first][second] < SIGNIFICANCE,
        }
    }

    /// Returns the number of pairs of entrants that are told apart, and of all.
    #[must_use]
    pub fn apart(&self) -> (usize, usize) {
        let count = self.standings.len();
        let pairs = (0..count).flat_map(|second| (0..second).map(move |first| (first, second)));
        let apart = pairs.filter(|&(first, second)| self.is_apart(first, second)).count();
        (apart, count * count.saturating_sub(1) / 2)
    }

    /// Returns the number of games played.
    #[must_use]
    pub fn games(&self) -> usize {
        2 * self.pairs_played
    }

    /// Returns whether all games were played.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.pairs_played >= self.pairs_planned
    }

    /// Returns the result of two entrants from the first one's side, if they were paired.
    #[must_use]
    pub fn pairing(&self, first: usize, second: usize) -> Option<PairingResult> {
        let players = [first.min(second), first.max(second)];
        // Pairings are sorted by their players.
        let at = self.pairings.binary_search_by_key(&players, |pairing| pairing.players);
        let pairing = self.pairings[at.ok()?];
        let pairs = if first < second { pairing.pairs } else { pairing.pairs.reversed() };
        Some(PairingResult { players: [first, second], pairs, ..pairing })
    }

    /// Returns the pairs of two entrants from the first one's side, if they were paired.
    #[must_use]
    pub fn pairs(&self, first: usize, second: usize) -> Option<Pairs> {
        self.pairing(first, second).map(|pairing| pairing.pairs)
    }

    /// Returns the name of an entrant.
    fn name(&self, number: usize) -> &str {
        &self.spec.entrants()[number].name
    }
}

impl Standing {
    /// Returns the nodes and seconds of a move on average, if there was one.
    #[must_use]
    pub fn per_move(&self) -> Option<(f64, f64)> {
        let MoveTotals { moves, nodes, time } = self.effort;
        let moves = moves as f64;
        (moves > 0.0).then(|| (nodes as f64 / moves, time.as_secs_f64() / moves))
    }
}

/// A report to which results are being added.
struct ReportBuilder {
    report: Report,
    /// The number of pairs to be added.
    stored: usize,
    league: League,
}

impl ReportBuilder {
    fn new(run: &Run, program: (String, String), stored: usize) -> Self {
        let spec = run.spec();
        let entrants = spec.entrants().len();
        let standing = Standing {
            pairs: Pairs::default(),
            rating: Rating { elo: 0.0, low: 0.0, high: 0.0, error: 0.0 },
            as_white: Share::default(),
            as_black: Share::default(),
            effort: MoveTotals::default(),
            losses: [0; Termination::ALL.len()],
            oracle: None,
        };
        let pairings = spec.pairings().into_iter().map(|players| PairingResult {
            players,
            pairs: Pairs::default(),
            p_value: 1.0,
            corrected: 1.0,
        });
        let test = |sprt: Sprt| SprtResult { sprt, run: sprt.run(), path: vec![(0, 0.0)] };
        let report = Report {
            spec: spec.clone(),
            run: run.id(),
            program,
            created: String::new(),
            played: String::new(),
            day: 0.0,
            history: Vec::new(),
            pairs_played: 0,
            pairs_planned: run.pairs() * pairings.len(),
            standings: vec![standing; entrants],
            order: (0..entrants).collect(),
            pairings: pairings.collect(),
            superiority: Vec::new(),
            corrected: Vec::new(),
            tiers: Vec::new(),
            is_connected: false,
            progress: Vec::new(),
            test: spec.sprt().map(test),
            white_wins: Share::default(),
            ends: [0; Termination::ALL.len()],
            failures: Vec::new(),
            machines: Vec::new(),
            plies: 0,
            openings: 0,
            different_openings: 0,
        };
        Self { report, stored, league: League::new(entrants) }
    }

    fn add(&mut self, result: &PairResult) {
        let report = &mut self.report;
        let [first, second] = result.players;
        self.league.add(result.opening as u64, first, second, result.wins());
        report.pairings[result.pairing].pairs.add(result.wins());
        for (at, &player) in result.players.iter().enumerate() {
            let standing = &mut report.standings[player];
            standing.pairs.add(if at == 0 { result.wins() } else { 2 - result.wins() });
            standing.effort.add(result.effort[at]);
        }
        for (game, first_won) in result.won.into_iter().enumerate() {
            // In the first game the first player is White.
            let [white, black] = if game == 0 { [first, second] } else { [second, first] };
            let white_won = first_won == (game == 0);
            report.white_wins.add(white_won);
            report.standings[white].as_white.add(white_won);
            report.standings[black].as_black.add(!white_won);
            let end = Termination::ALL.iter().position(|&end| end == result.ends[game]);
            let end = end.expect("one of all");
            report.ends[end] += 1;
            report.standings[if white_won { black } else { white }].losses[end] += 1;
            report.plies += result.plies[game] as u64;
        }
        report.pairs_played += 1;
        report.openings = report.openings.max(result.opening + 1);
        if let Some(test) = &mut report.test
            && result.opening as u64 == test.run.pairs().count()
        {
            test.run.add(result.wins());
            if (result.opening + 1).is_multiple_of(self.stored.div_ceil(SPRT_STEPS)) {
                test.mark();
            }
        }
        if report.pairs_played.is_multiple_of(self.stored.div_ceil(SNAPSHOTS)) {
            self.mark();
        }
    }

    /// Adds the current ratings to the progress.
    fn mark(&mut self) {
        let games = self.report.games();
        if self.report.progress.last().map_or(0, |last| last.games) < games {
            self.report.progress.push(RatingSnapshot { games, ratings: self.league.ratings() });
        }
    }

    fn finish(mut self) -> Report {
        self.mark();
        let mut report = self.report;
        if let Some(test) = &mut report.test {
            test.mark();
        }
        let conditions = report.spec.conditions();
        let ratings = self.league.bootstrap(RESAMPLES, conditions.seed);
        report.different_openings = conditions.different_openings(report.openings);
        report.superiority = ratings.superiority;
        report.corrected = corrected_p_values(&ratings.players, &ratings.errors, report.openings);
        for (standing, rating) in report.standings.iter_mut().zip(ratings.players) {
            standing.rating = rating;
        }
        let elo = |at: usize| report.standings[at].rating.elo;
        report.order.sort_by(|&a, &b| elo(b).total_cmp(&elo(a)).then(a.cmp(&b)));
        let p_values: Vec<f64> =
            report.pairings.iter().map(|pairing| pairing.pairs.sign_test()).collect();
        let corrected = holm(&p_values);
        for (at, pairing) in report.pairings.iter_mut().enumerate() {
            (pairing.p_value, pairing.corrected) = (p_values[at], corrected[at]);
        }
        let components = self.league.components();
        report.is_connected = components.iter().all(|&component| component == components[0]);
        report.tiers = tiers(&report);
        report
    }
}

/// Returns the p-values of the differences of ratings by Student's distribution, corrected by Holm.
fn corrected_p_values(ratings: &[Rating], errors: &[Vec<f64>], openings: usize) -> Vec<Vec<f64>> {
    let count = ratings.len();
    let pairs: Vec<(usize, usize)> =
        (0..count).flat_map(|second| (0..second).map(move |first| (first, second))).collect();
    let student = openings.checked_sub(1).filter(|&freedom| freedom > 0).map(|freedom| {
        StudentsT::new(0.0, 1.0, freedom as f64).expect("at least one degree of freedom")
    });
    let p_value = |&(first, second): &(usize, usize)| {
        let Some(student) = &student else { return 1.0 };
        let difference = (ratings[first].elo - ratings[second].elo).abs();
        match difference / errors[first][second] {
            distance if distance.is_nan() => 1.0,
            distance => 2.0 * student.sf(distance),
        }
    };
    let corrected = holm(&pairs.iter().map(p_value).collect::<Vec<_>>());
    let mut matrix = vec![vec![1.0; count]; count];
    for ((first, second), corrected) in pairs.into_iter().zip(corrected) {
        matrix[first][second] = corrected;
        matrix[second][first] = corrected;
    }
    matrix
}

fn tiers(report: &Report) -> Vec<usize> {
    let mut tiers = vec![1; report.order.len()];
    let (mut leader, mut tier) = (report.order[0], 1);
    for &number in &report.order {
        if report.is_apart(leader, number) {
            (leader, tier) = (number, tier + 1);
        }
        tiers[number] = tier;
    }
    tiers
}

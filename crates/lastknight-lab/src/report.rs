//! What a run shows: all its numbers, worked out once; how they are shown is up to others.

pub mod json;
pub mod text;

mod document;
mod explain;
mod plots;
pub(crate) mod tables;

pub use document::{document, files, write_files};

use lastknight::Termination;
use lastknight::agent::MoveTotals;
use lastknight::stats::{League, Pairs, Rating, Share, Sprt, Verdict, holm};

use crate::spec::Spec;
use crate::store::{PairResult, Run, Store, StoreError};

/// How often results are resampled for the errors of ratings.
const RESAMPLES: usize = 1000;

/// At how many moments of the run ratings are worked out.
const MOMENTS: usize = 40;

/// At how many of its pairs a sequential test is shown.
const STEPS: usize = 200;

/// A run in numbers. Entrants are named by their numbers in the specification.
#[derive(Clone, Debug)]
pub struct Report {
    /// What was to be played.
    pub spec: Spec,
    /// The number of the run in its store.
    pub run: i64,
    /// The version of the program that plays it, and its signature.
    pub program: (String, String),
    /// Pairs that were played.
    pub pairs_played: usize,
    /// Pairs that were to be played: where a sequential test is decided, those up to its verdict.
    pub pairs_planned: usize,
    /// What came of each entrant.
    pub standings: Vec<Standing>,
    /// The entrants, the best first.
    pub order: Vec<usize>,
    /// What came of each pairing, in the order of the specification.
    pub encounters: Vec<Encounter>,
    /// In row `i` and column `j`: how probable it is that `i` is truly better than `j`.
    pub superiority: Vec<Vec<f64>>,
    /// Whether a chain of games links everybody: if not, ratings compare only those that are linked.
    pub is_connected: bool,
    /// Ratings as they were on the way.
    pub progress: Vec<Moment>,
    /// The sequential test.
    pub test: Option<TestReport>,
    /// Games won by White.
    pub white_wins: Share,
    /// How games ended, in the order of [`Termination::ALL`].
    pub ends: [u64; 4],
    /// Half-moves of all games, without those of the openings.
    pub plies: u64,
    /// How many openings were played, by anybody.
    pub openings: usize,
    /// How many of the openings differ: agents that leave nothing to chance play the same games from the same opening.
    pub different_openings: usize,
}

/// What came of an entrant.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Its pairs against everybody.
    pub pairs: Pairs,
    /// Its rating; the mean of all is 0.
    pub rating: Rating,
    /// Its wins as White.
    pub as_white: Share,
    /// Its wins as Black.
    pub as_black: Share,
    /// What it took for its moves.
    pub effort: MoveTotals,
    /// How it lost, in the order of [`Termination::ALL`].
    pub losses: [u64; 4],
    /// How often it kept a solved position won that was critical, where that was asked.
    pub oracle: Option<Share>,
}

/// What came of a pairing.
#[derive(Clone, Copy, Debug)]
pub struct Encounter {
    /// Who met whom.
    pub players: [usize; 2],
    /// The pairs, as the first of them sees them.
    pub pairs: Pairs,
    /// How probable a difference as large as this one is between equals, by the sign test.
    pub p_value: f64,
    /// The same, corrected for the number of pairings (Holm).
    pub corrected: f64,
}

/// Ratings after so many games.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The games.
    pub games: usize,
    /// The rating of each entrant by then.
    pub ratings: Vec<f64>,
}

/// What a sequential test says.
#[derive(Clone, Debug)]
pub struct TestReport {
    /// The test.
    pub sprt: Sprt,
    /// Its verdict.
    pub verdict: Verdict,
    /// The pairs that it counted, in the order of the openings without a gap.
    pub pairs: Pairs,
    /// The logarithm of the likelihood ratio after so many pairs, from the first to the last.
    pub path: Vec<(usize, f64)>,
}

impl TestReport {
    /// The verdict in words. A hypothesis that is accepted explains the pairs better than the other: it is no estimate.
    #[must_use]
    pub fn verdict_in_words(&self) -> String {
        let (elo0, elo1) = self.sprt.elo();
        match self.verdict {
            Verdict::Accepted => format!("accepted: {elo1} explains the pairs better than {elo0}"),
            Verdict::Rejected => format!("rejected: {elo0} explains the pairs better than {elo1}"),
            Verdict::Open => "not decided yet".to_owned(),
        }
    }

    /// The logarithm of the likelihood ratio in the end.
    #[must_use]
    pub fn llr(&self) -> f64 {
        self.path.last().map_or(0.0, |&(_, llr)| llr)
    }
}

impl Report {
    /// Works out what a run shows.
    ///
    /// # Errors
    /// Where the store cannot be read.
    pub fn new(store: &Store, run: &Run) -> Result<Self, StoreError> {
        let mut counts = Counts::new(run);
        store.each_result(run, &mut |result| counts.add(result))?;
        let mut oracle = Vec::new();
        for entrant in 0..run.spec().entrants().len() {
            oracle.push(store.oracle(run, entrant)?);
        }
        Ok(counts.report(run, &oracle, store.program(run)?))
    }

    /// Games that were played.
    #[must_use]
    pub fn games(&self) -> usize {
        2 * self.pairs_played
    }

    /// Whether everything was played.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.pairs_played >= self.pairs_planned
    }

    /// What came of two entrants as the first sees them, where they were to meet.
    #[must_use]
    pub fn encounter(&self, first: usize, second: usize) -> Option<Encounter> {
        let players = [first.min(second), first.max(second)];
        // Pairings come in the order of their players.
        let at = self.encounters.binary_search_by_key(&players, |encounter| encounter.players);
        let encounter = self.encounters[at.ok()?];
        let pairs = if first < second { encounter.pairs } else { encounter.pairs.reversed() };
        Some(Encounter { players: [first, second], pairs, ..encounter })
    }

    /// The pairs of two entrants as the first sees them, where they were to meet.
    #[must_use]
    pub fn pairs(&self, first: usize, second: usize) -> Option<Pairs> {
        self.encounter(first, second).map(|encounter| encounter.pairs)
    }
}

impl Standing {
    /// Nodes and seconds that a move took on average, where there was one.
    #[must_use]
    pub fn per_move(&self) -> Option<(f64, f64)> {
        let MoveTotals { moves, nodes, time } = self.effort;
        let moves = moves as f64;
        (moves > 0.0).then(|| (nodes as f64 / moves, time.as_secs_f64() / moves))
    }
}

/// What is counted on the way.
struct Counts {
    league: League,
    encounters: Vec<Pairs>,
    standings: Vec<Standing>,
    white_wins: Share,
    ends: [u64; 4],
    plies: u64,
    pairs: usize,
    /// How many openings were reached.
    openings: usize,
    /// After how many pairs to work out ratings once more.
    step: usize,
    progress: Vec<Moment>,
    test: Option<Walk>,
}

/// A sequential test along the openings.
struct Walk {
    run: lastknight::stats::SprtRun,
    sprt: Sprt,
    next: usize,
    step: usize,
    path: Vec<(usize, f64)>,
}

impl Counts {
    fn new(run: &Run) -> Self {
        let spec = run.spec();
        let (entrants, pairings) = (spec.entrants().len(), spec.pairings().len());
        let nobody = Rating { elo: 0.0, low: 0.0, high: 0.0, error: 0.0 };
        let standing = Standing {
            pairs: Pairs::default(),
            rating: nobody,
            as_white: Share::default(),
            as_black: Share::default(),
            effort: MoveTotals::default(),
            losses: [0; 4],
            oracle: None,
        };
        let walk = |sprt: Sprt| Walk {
            run: sprt.run(),
            sprt,
            next: 0,
            step: run.pairs().div_ceil(STEPS),
            path: vec![(0, 0.0)],
        };
        Self {
            league: League::new(entrants),
            encounters: vec![Pairs::default(); pairings],
            standings: vec![standing; entrants],
            white_wins: Share::default(),
            ends: [0; 4],
            plies: 0,
            pairs: 0,
            openings: 0,
            step: (run.pairs() * pairings).div_ceil(MOMENTS).max(1),
            progress: Vec::new(),
            test: spec.sprt().map(walk),
        }
    }

    fn add(&mut self, result: &PairResult) {
        let [first, second] = result.players;
        self.league.add(result.opening as u64, first, second, result.wins());
        self.encounters[result.pairing].add(result.wins());
        for (at, &player) in result.players.iter().enumerate() {
            let standing = &mut self.standings[player];
            standing.pairs.add(if at == 0 { result.wins() } else { 2 - result.wins() });
            standing.effort.add(result.effort[at]);
        }
        for (game, first_won) in result.won.into_iter().enumerate() {
            // In the first game the first player is White.
            let [white, black] = if game == 0 { [first, second] } else { [second, first] };
            let white_won = first_won == (game == 0);
            self.white_wins.add(white_won);
            self.standings[white].as_white.add(white_won);
            self.standings[black].as_black.add(!white_won);
            let end = Termination::ALL.iter().position(|&end| end == result.ends[game]);
            let end = end.expect("one of all");
            self.ends[end] += 1;
            self.standings[if white_won { black } else { white }].losses[end] += 1;
            self.plies += result.plies[game] as u64;
        }
        self.pairs += 1;
        self.openings = self.openings.max(result.opening + 1);
        if self.pairs.is_multiple_of(self.step) {
            self.mark();
        }
        if let Some(test) = &mut self.test
            && result.opening == test.next
        {
            test.run.add(result.wins());
            test.next += 1;
            if test.next.is_multiple_of(test.step) {
                test.path.push((test.next, test.run.llr()));
            }
        }
    }

    fn mark(&mut self) {
        let ratings = self.league.ratings();
        self.progress.push(Moment { games: 2 * self.pairs, ratings });
    }

    fn report(mut self, run: &Run, oracle: &[Option<Share>], program: (String, String)) -> Report {
        let spec = run.spec();
        if self.pairs > 0 && self.progress.last().is_none_or(|last| last.games < 2 * self.pairs) {
            self.mark();
        }
        let ratings = self.league.bootstrap(RESAMPLES, spec.conditions().seed);
        for (number, standing) in self.standings.iter_mut().enumerate() {
            standing.rating = ratings.players[number];
            standing.oracle = oracle[number];
        }
        let mut order: Vec<usize> = (0..self.standings.len()).collect();
        order.sort_by(|&a, &b| {
            let elo = |at: usize| self.standings[at].rating.elo;
            elo(b).total_cmp(&elo(a)).then(a.cmp(&b))
        });
        let p_values: Vec<f64> = self.encounters.iter().map(|pairs| pairs.sign_test()).collect();
        let corrected = holm(&p_values);
        let encounters = spec.pairings().into_iter().enumerate().map(|(at, players)| Encounter {
            players,
            pairs: self.encounters[at],
            p_value: p_values[at],
            corrected: corrected[at],
        });
        let components = self.league.components();
        Report {
            spec: spec.clone(),
            run: run.id(),
            program,
            pairs_played: self.pairs,
            pairs_planned: run.pairs() * spec.pairings().len(),
            order,
            encounters: encounters.collect(),
            superiority: ratings.superiority,
            is_connected: components.iter().all(|&component| component == components[0]),
            progress: self.progress,
            test: self.test.map(Walk::report),
            white_wins: self.white_wins,
            ends: self.ends,
            plies: self.plies,
            openings: self.openings,
            different_openings: spec.conditions().different_openings(self.openings),
            standings: self.standings,
        }
    }
}

impl Walk {
    fn report(mut self) -> TestReport {
        if self.path.last().is_none_or(|&(pairs, _)| pairs < self.next) {
            self.path.push((self.next, self.run.llr()));
        }
        let (verdict, pairs) = (self.run.verdict(), self.run.pairs());
        TestReport { sprt: self.sprt, verdict, pairs, path: self.path }
    }
}

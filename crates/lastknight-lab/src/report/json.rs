//! A report as JSON, built from the types of [`lastknight::json`].

use lastknight::Termination;
use lastknight::json::{Comparison, Interval, PairScore, Share, Sprt};
use serde::Serialize;

use super::{
    AgentFailure, PairingResult, PastStandings, RatingSnapshot, Report, SprtResult, Standing,
};

/// A report as JSON.
#[derive(Debug, Serialize)]
pub struct ReportJson {
    run: i64,
    spec: crate::SpecFile,
    version: String,
    signature: String,
    created: String,
    played: String,
    games: usize,
    games_planned: usize,
    complete: bool,
    connected: bool,
    agents: Vec<StandingJson>,
    pairings: Vec<PairingJson>,
    superiority: Vec<Vec<f64>>,
    corrected_p_values: Vec<Vec<f64>>,
    sprt: Option<Sprt>,
    wins_of_white: Share,
    ends: Ends,
    failures: Vec<FailureJson>,
    machines: Vec<String>,
    progress: Vec<RatingSnapshot>,
    history: Vec<PastStandings>,
}

impl From<&Report> for ReportJson {
    fn from(report: &Report) -> Self {
        let agents = (0..report.standings.len()).map(|number| StandingJson::new(report, number));
        let pairings = report.pairings.iter().map(|pairing| PairingJson::new(report, pairing));
        Self {
            run: report.run,
            spec: report.spec.file(),
            version: report.program.0.clone(),
            signature: report.program.1.clone(),
            created: report.created.clone(),
            played: report.played.clone(),
            games: report.games(),
            games_planned: 2 * report.pairs_planned,
            complete: report.is_complete(),
            connected: report.is_connected,
            agents: agents.collect(),
            pairings: pairings.collect(),
            superiority: report.superiority.clone(),
            corrected_p_values: report.corrected.clone(),
            sprt: report.test.as_ref().map(Into::into),
            wins_of_white: report.white_wins.into(),
            ends: Ends(report.ends),
            failures: FailureJson::all(report),
            machines: report.machines.clone(),
            progress: report.progress.clone(),
            history: report.history.clone(),
        }
    }
}

/// The result of an agent.
#[derive(Debug, Serialize)]
struct StandingJson {
    name: String,
    agent: String,
    rank: usize,
    tier: usize,
    rating: f64,
    rating_interval: Interval,
    games: u64,
    #[serde(flatten)]
    score: PairScore,
    wins_as_white: Share,
    wins_as_black: Share,
    nodes_per_move: Option<f64>,
    seconds_per_move: Option<f64>,
    losses: Ends,
    oracle: Option<Share>,
}

impl StandingJson {
    fn new(report: &Report, number: usize) -> Self {
        let entrant = &report.spec.entrants()[number];
        let rank = report.order.iter().position(|&at| at == number).expect("a rank for each");
        let standing = &report.standings[number];
        let Standing { pairs, rating, as_white, as_black, losses, oracle, .. } = *standing;
        Self {
            name: entrant.name.clone(),
            agent: entrant.agent.to_string(),
            rank: rank + 1,
            tier: report.tiers[number],
            rating: rating.elo,
            rating_interval: [rating.low, rating.high],
            games: 2 * pairs.count(),
            score: pairs.into(),
            wins_as_white: as_white.into(),
            wins_as_black: as_black.into(),
            nodes_per_move: standing.per_move().map(|(nodes, _)| nodes),
            seconds_per_move: standing.per_move().map(|(_, seconds)| seconds),
            losses: Ends(losses),
            oracle: oracle.map(Into::into),
        }
    }
}

/// How often an agent failed in one way.
#[derive(Clone, Debug, Serialize)]
pub struct FailureJson {
    name: String,
    termination: &'static str,
    games: u64,
    detail: String,
}

impl FailureJson {
    /// Returns how custom agents failed.
    #[must_use]
    pub fn all(report: &Report) -> Vec<Self> {
        report.failures.iter().map(|failure| Self::new(report, failure)).collect()
    }

    fn new(report: &Report, failure: &AgentFailure) -> Self {
        let AgentFailure { entrant, termination, games, ref detail } = *failure;
        let (name, termination) = (report.name(entrant).to_owned(), termination.name());
        Self { name, termination, games, detail: detail.clone() }
    }
}

/// The result of two agents, from the first one's side.
#[derive(Debug, Serialize)]
struct PairingJson {
    first: String,
    second: String,
    #[serde(flatten)]
    comparison: Comparison,
    corrected_p_value: f64,
}

impl PairingJson {
    fn new(report: &Report, pairing: &PairingResult) -> Self {
        let [first, second] = pairing.players.map(|number| report.name(number).to_owned());
        let corrected_p_value = pairing.corrected;
        let comparison = match report.is_judged_by_pairs() {
            true => pairing.pairs.into(),
            false => Comparison::unjudged(pairing.pairs),
        };
        Self { first, second, comparison, corrected_p_value }
    }
}

impl From<&SprtResult> for Sprt {
    fn from(test: &SprtResult) -> Self {
        Self::new(&test.sprt, test.run.pairs(), test.run.verdict())
    }
}

/// Numbers of games by how they ended, under the names of the ends.
#[derive(Debug)]
struct Ends([u64; Termination::ALL.len()]);

impl Serialize for Ends {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Termination::ALL.iter().map(|end| end.name()).zip(self.0))
    }
}

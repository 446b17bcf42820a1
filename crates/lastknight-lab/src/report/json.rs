//! A report as JSON, built from the shapes of [`lastknight::json`].

use lastknight::Termination;
use lastknight::json::{Comparison, Interval, PairScore, Share, Sprt};
use serde::Serialize;

use super::{Encounter, Report, Standing, TestReport};

/// The numbers of a run.
#[derive(Debug, Serialize)]
pub struct ReportJson {
    run: i64,
    spec: crate::SpecFile,
    version: String,
    signature: String,
    games: usize,
    games_planned: usize,
    complete: bool,
    connected: bool,
    agents: Vec<StandingJson>,
    pairings: Vec<PairingJson>,
    superiority: Vec<Vec<f64>>,
    sprt: Option<Sprt>,
    wins_of_white: Share,
    ends: Ends,
    progress: Vec<Moment>,
}

impl From<&Report> for ReportJson {
    fn from(report: &Report) -> Self {
        let agents = (0..report.standings.len()).map(|number| StandingJson::new(report, number));
        let moment = |moment: &super::Moment| Moment {
            games: moment.games,
            ratings: moment.ratings.clone(),
        };
        Self {
            run: report.run,
            spec: report.spec.file(),
            version: report.program.0.clone(),
            signature: report.program.1.clone(),
            games: report.games(),
            games_planned: 2 * report.pairs_planned,
            complete: report.is_complete(),
            connected: report.is_connected,
            agents: agents.collect(),
            pairings: report.encounters.iter().map(|met| PairingJson::new(report, met)).collect(),
            superiority: report.superiority.clone(),
            sprt: report.test.as_ref().map(Into::into),
            wins_of_white: report.white_wins.into(),
            ends: Ends(report.ends),
            progress: report.progress.iter().map(moment).collect(),
        }
    }
}

/// An agent's standing in a tournament.
#[derive(Debug, Serialize)]
struct StandingJson {
    name: String,
    agent: String,
    rank: usize,
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
        let rank = report.order.iter().position(|&at| at == number).expect("everybody has a rank");
        let standing = &report.standings[number];
        let Standing { pairs, rating, as_white, as_black, losses, oracle, .. } = standing;
        Self {
            name: entrant.name.clone(),
            agent: entrant.agent.to_string(),
            rank: rank + 1,
            rating: rating.elo,
            rating_interval: [rating.low, rating.high],
            games: 2 * pairs.count(),
            score: (*pairs).into(),
            wins_as_white: (*as_white).into(),
            wins_as_black: (*as_black).into(),
            nodes_per_move: standing.per_move().map(|(nodes, _)| nodes),
            seconds_per_move: standing.per_move().map(|(_, seconds)| seconds),
            losses: Ends(*losses),
            oracle: oracle.map(Into::into),
        }
    }
}

/// Two agents that met, as the first sees it.
#[derive(Debug, Serialize)]
struct PairingJson {
    first: String,
    second: String,
    #[serde(flatten)]
    comparison: Comparison,
    /// The p-value corrected for the number of pairings.
    corrected_p_value: f64,
}

impl PairingJson {
    fn new(report: &Report, met: &Encounter) -> Self {
        let [first, second] = met.players.map(|number| report.spec.entrants()[number].name.clone());
        Self { first, second, comparison: met.pairs.into(), corrected_p_value: met.corrected }
    }
}

/// Ratings after some of the games.
#[derive(Debug, Serialize)]
struct Moment {
    games: usize,
    ratings: Vec<f64>,
}

impl From<&TestReport> for Sprt {
    fn from(test: &TestReport) -> Self {
        Self::new(&test.sprt, test.pairs, test.verdict)
    }
}

/// How games ended, by the names of the ends.
#[derive(Debug)]
struct Ends([u64; 4]);

impl Serialize for Ends {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Termination::ALL.iter().map(|end| end.name()).zip(self.0))
    }
}

//! A report as JSON.

use lastknight::Termination;
use lastknight::stats::{Estimate, Pairs, Share, Verdict, Z95};
use serde::Serialize;

use super::{Report, Standing, TestReport};

/// A report as JSON has it.
#[must_use]
pub fn shape(report: &Report) -> impl Serialize + use<> {
    let spec = &report.spec;
    let entrants = spec.entrants().iter().zip(&report.standings).enumerate();
    let agent = |(number, (entrant, standing)): (usize, (&crate::Entrant, &Standing))| {
        let rank = report.order.iter().position(|&at| at == number).expect("everybody has a rank");
        let Standing { pairs, rating, as_white, as_black, losses, oracle, .. } = standing;
        AgentShape {
            name: entrant.name.clone(),
            agent: entrant.agent.to_string(),
            rank: rank + 1,
            rating: rating.elo,
            rating_interval: [rating.low, rating.high],
            games: 2 * pairs.count(),
            score: pairs.score(),
            interval: pairs.interval(Z95).into(),
            pairs: (*pairs).into(),
            wins_as_white: (*as_white).into(),
            wins_as_black: (*as_black).into(),
            nodes_per_move: standing.per_move().map(|(nodes, _)| nodes),
            seconds_per_move: standing.per_move().map(|(_, seconds)| seconds),
            losses: Ends::new(*losses),
            oracle: oracle.map(Into::into),
        }
    };
    let name = |number: usize| spec.entrants()[number].name.clone();
    let pairing = |encounter: &super::Encounter| PairingShape {
        first: name(encounter.players[0]),
        second: name(encounter.players[1]),
        pairs: encounter.pairs.into(),
        score: encounter.pairs.score(),
        interval: encounter.pairs.interval(Z95).into(),
        elo: encounter.pairs.elo(Z95).map(Into::into),
        normalized_elo: encounter.pairs.normalized_elo(Z95).map(Into::into),
        superiority: encounter.pairs.superiority(),
        p_value: encounter.p_value,
        corrected_p_value: encounter.corrected,
    };
    Shape {
        run: report.run,
        spec: spec.file(),
        version: report.program.0.clone(),
        signature: report.program.1.clone(),
        games: report.games(),
        games_planned: 2 * report.pairs_planned,
        complete: report.is_complete(),
        connected: report.is_connected,
        agents: entrants.map(agent).collect(),
        pairings: report.encounters.iter().map(pairing).collect(),
        superiority: report.superiority.clone(),
        sprt: report.test.as_ref().map(Into::into),
        wins_of_white: report.white_wins.into(),
        ends: Ends::new(report.ends),
        progress: report
            .progress
            .iter()
            .map(|moment| MomentShape { games: moment.games, ratings: moment.ratings.clone() })
            .collect(),
    }
}

#[derive(Serialize)]
struct Shape {
    run: i64,
    spec: crate::SpecFile,
    version: String,
    signature: String,
    games: usize,
    games_planned: usize,
    complete: bool,
    connected: bool,
    agents: Vec<AgentShape>,
    pairings: Vec<PairingShape>,
    superiority: Vec<Vec<f64>>,
    sprt: Option<SprtShape>,
    wins_of_white: ShareShape,
    ends: Ends,
    progress: Vec<MomentShape>,
}

#[derive(Serialize)]
struct AgentShape {
    name: String,
    agent: String,
    rank: usize,
    rating: f64,
    rating_interval: [f64; 2],
    games: u64,
    score: Option<f64>,
    interval: [f64; 2],
    pairs: PairsShape,
    wins_as_white: ShareShape,
    wins_as_black: ShareShape,
    nodes_per_move: Option<f64>,
    seconds_per_move: Option<f64>,
    losses: Ends,
    oracle: Option<ShareShape>,
}

#[derive(Serialize)]
struct PairingShape {
    first: String,
    second: String,
    pairs: PairsShape,
    score: Option<f64>,
    interval: [f64; 2],
    elo: Option<EstimateShape>,
    normalized_elo: Option<EstimateShape>,
    superiority: f64,
    p_value: f64,
    corrected_p_value: f64,
}

#[derive(Serialize)]
struct MomentShape {
    games: usize,
    ratings: Vec<f64>,
}

/// A sequential test as JSON has it.
#[derive(Serialize)]
pub struct SprtShape {
    elo0: f64,
    elo1: f64,
    bounds: [f64; 2],
    llr: f64,
    pairs: PairsShape,
    verdict: &'static str,
}

impl From<&TestReport> for SprtShape {
    fn from(test: &TestReport) -> Self {
        Self {
            elo0: test.sprt.elo().0,
            elo1: test.sprt.elo().1,
            bounds: test.sprt.bounds().into(),
            llr: test.llr(),
            pairs: test.pairs.into(),
            verdict: match test.verdict {
                Verdict::Accepted => "accepted",
                Verdict::Rejected => "rejected",
                Verdict::Open => "open",
            },
        }
    }
}

/// Pairs as JSON has them.
#[derive(Serialize)]
pub struct PairsShape {
    won: u64,
    split: u64,
    lost: u64,
}

impl From<Pairs> for PairsShape {
    fn from(Pairs { won, split, lost }: Pairs) -> Self {
        Self { won, split, lost }
    }
}

/// A share as JSON has it.
#[derive(Serialize)]
pub struct ShareShape {
    hits: u64,
    of: u64,
}

impl From<Share> for ShareShape {
    fn from(Share { hits, of }: Share) -> Self {
        Self { hits, of }
    }
}

/// An estimate as JSON has it.
#[derive(Serialize)]
pub struct EstimateShape {
    value: f64,
    interval: [f64; 2],
}

impl From<Estimate> for EstimateShape {
    fn from(Estimate { value, low, high }: Estimate) -> Self {
        Self { value, interval: [low, high] }
    }
}

/// How games ended, by the names of the ends.
struct Ends([u64; 4]);

impl Ends {
    fn new(ends: [u64; 4]) -> Self {
        Self(ends)
    }
}

impl Serialize for Ends {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Termination::ALL.iter().map(|end| end.name()).zip(self.0))
    }
}

//! A search as JSON.

use lastknight::json::{Estimate, PairScore};
use lastknight::stats::{Pairs, Z95};
use serde::Serialize;

use crate::format::board;
use crate::tune::{
    FieldResult, Method, Parameter, PlayedPoint, PlayedRound, PlayedTrial, Retest, TunePlan,
    TuneResult,
};

/// Returns the whole search.
#[must_use]
pub fn json<'a>(plan: &'a TunePlan, outcome: &'a TuneResult) -> impl Serialize + 'a {
    let round = |(number, round): (usize, &'a PlayedRound)| {
        let trials = round.trials.iter().enumerate();
        let trial = |(at, played)| trial(plan.round_seed(number, at), played);
        RoundJson { round: number, trials: trials.map(trial).collect(), best: &round.best }
    };
    TuningJson {
        agent: &plan.text,
        parameters: plan.space.parameters().iter().map(parameter).collect(),
        method: &plan.method,
        field: plan.field.iter().map(ToString::to_string).collect(),
        board: board(&plan.conditions.start),
        seed: plan.conditions.seed,
        games_per_trial: 2 * plan.pairs,
        games: outcome.games(),
        start: TunedAgent { point: plan.space.start(), agent: &outcome.start },
        winner: TunedAgent { point: outcome.best.clone(), agent: &outcome.winner },
        points: outcome.points().into_iter().map(point).collect(),
        rounds: (1..).zip(&outcome.rounds).map(round).collect(),
        retest: outcome.retest.as_ref().map(retest),
        complete: outcome.is_complete,
    }
}

#[derive(Serialize)]
struct TuningJson<'a> {
    agent: &'a str,
    parameters: Vec<ParameterRange<'a>>,
    method: &'a Method,
    field: Vec<String>,
    board: String,
    seed: u64,
    games_per_trial: usize,
    games: u64,
    start: TunedAgent<'a>,
    winner: TunedAgent<'a>,
    points: Vec<PointJson<'a>>,
    rounds: Vec<RoundJson<'a>>,
    retest: Option<RetestJson<'a>>,
    complete: bool,
}

#[derive(Serialize)]
struct ParameterRange<'a> {
    name: &'a str,
    start: f64,
    min: f64,
    max: f64,
    /// Deprecated: `min` and `max`.
    range: [f64; 2],
    step: f64,
    whole: bool,
}

fn parameter(parameter: &Parameter) -> ParameterRange<'_> {
    let (min, max) = (parameter.min(), parameter.max());
    ParameterRange {
        name: parameter.name(),
        start: parameter.start(),
        min,
        max,
        range: [min, max],
        step: parameter.step(),
        whole: parameter.is_whole(),
    }
}

#[derive(Serialize)]
struct TunedAgent<'a> {
    point: Vec<f64>,
    agent: &'a str,
}

#[derive(Serialize)]
struct PointJson<'a> {
    point: &'a [f64],
    agent: &'a str,
    round: usize,
    #[serde(flatten)]
    result: GamesResult,
}

fn point(PlayedPoint { point, agent, pairs, round }: PlayedPoint<'_>) -> PointJson<'_> {
    PointJson { point, agent, round, result: pairs.into() }
}

#[derive(Serialize)]
struct GamesResult {
    games: u64,
    #[serde(flatten)]
    score: PairScore,
}

impl From<Pairs> for GamesResult {
    fn from(pairs: Pairs) -> Self {
        Self { games: 2 * pairs.count(), score: pairs.into() }
    }
}

#[derive(Serialize)]
struct RoundJson<'a> {
    round: usize,
    trials: Vec<TrialJson<'a>>,
    best: &'a [f64],
}

#[derive(Serialize)]
struct TrialJson<'a> {
    seed: u64,
    point: &'a [f64],
    agent: &'a str,
    rival: Option<TunedAgent<'a>>,
    #[serde(flatten)]
    result: GamesResult,
}

fn trial(seed: u64, PlayedTrial { trial, agent, rival, pairs }: &PlayedTrial) -> TrialJson<'_> {
    let rival = trial.rival.clone().zip(rival.as_deref());
    let rival = rival.map(|(point, agent)| TunedAgent { point, agent });
    TrialJson { seed, point: &trial.point, agent, rival, result: (*pairs).into() }
}

#[derive(Serialize)]
struct RetestJson<'a> {
    seed: u64,
    #[serde(flatten)]
    result: GamesResult,
    elo: Option<Estimate>,
    p_value: f64,
    clear: bool,
    verdict: String,
    field: Vec<FieldJson<'a>>,
}

#[derive(Serialize)]
struct FieldJson<'a> {
    agent: &'a str,
    winner: GamesResult,
    start: GamesResult,
}

fn retest(retest: &Retest) -> RetestJson<'_> {
    let field = retest.field.iter().map(|FieldResult { agent, winner, start }| FieldJson {
        agent,
        winner: (*winner).into(),
        start: (*start).into(),
    });
    RetestJson {
        seed: retest.seed,
        result: retest.pairs.into(),
        elo: retest.pairs.elo(Z95).map(Into::into),
        p_value: retest.p_value(),
        clear: retest.is_clear(),
        verdict: retest.verdict(),
        field: field.collect(),
    }
}

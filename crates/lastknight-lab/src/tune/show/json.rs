//! A search as JSON.

use lastknight::json::Estimate;
use lastknight::stats::{Pairs, Z95};
use serde::Serialize;

use crate::format::board;
use crate::tune::result::serialize_pairs;
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
        points: outcome.points(),
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
    points: Vec<PlayedPoint<'a>>,
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
    #[serde(flatten, serialize_with = "serialize_pairs")]
    pairs: Pairs,
}

fn trial(seed: u64, PlayedTrial { trial, agent, rival, pairs }: &PlayedTrial) -> TrialJson<'_> {
    let rival = trial.rival.clone().zip(rival.as_deref());
    let rival = rival.map(|(point, agent)| TunedAgent { point, agent });
    TrialJson { seed, point: &trial.point, agent, rival, pairs: *pairs }
}

#[derive(Serialize)]
struct RetestJson<'a> {
    seed: u64,
    #[serde(flatten, serialize_with = "serialize_pairs")]
    pairs: Pairs,
    elo: Option<Estimate>,
    p_value: f64,
    clear: bool,
    verdict: String,
    field: &'a [FieldResult],
}

fn retest(retest: &Retest) -> RetestJson<'_> {
    RetestJson {
        seed: retest.seed,
        pairs: retest.pairs,
        elo: retest.pairs.elo(Z95).map(Into::into),
        p_value: retest.p_value(),
        clear: retest.is_clear(),
        verdict: retest.verdict(),
        field: &retest.field,
    }
}

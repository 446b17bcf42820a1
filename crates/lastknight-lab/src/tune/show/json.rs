//! A search as JSON, everything in it.

use lastknight::json::{Estimate, PairScore};
use lastknight::stats::{Pairs, Z95};
use serde::Serialize;

use crate::format::board;
use crate::tune::{
    Cmaes, Halving, Method, Parameter, PlayedPoint, PlayedRound, PlayedTrial, Retest, Spsa,
    TunePlan, TuneResult,
};

/// The whole search.
#[must_use]
pub fn json<'a>(plan: &'a TunePlan, outcome: &'a TuneResult) -> impl Serialize + 'a {
    let point = |point: &PlayedPoint<'_>| PointJson {
        point: point.point.to_vec(),
        agent: point.agent.to_owned(),
        round: point.round,
        result: point.pairs.into(),
    };
    let round = |(number, round): (usize, &'a PlayedRound)| RoundJson {
        round: number,
        trials: round
            .trials
            .iter()
            .enumerate()
            .map(|(at, played)| trial(plan.round_seed(number, at), played))
            .collect(),
        best: &round.best,
    };
    TuningJson {
        agent: &plan.text,
        parameters: plan.space.parameters().iter().map(parameter).collect(),
        method: method(&plan.method),
        field: plan.field.iter().map(ToString::to_string).collect(),
        board: board(&plan.conditions.start),
        seed: plan.conditions.seed,
        games_per_trial: 2 * plan.pairs,
        games: outcome.games(),
        start: TunedAgent { point: plan.space.start(), agent: &outcome.start },
        winner: TunedAgent { point: outcome.best.clone(), agent: &outcome.winner },
        points: outcome.points().iter().map(point).collect(),
        rounds: (1..).zip(&outcome.rounds).map(round).collect(),
        retest: outcome.retest.as_ref().map(retest),
        complete: outcome.is_complete,
    }
}

#[derive(Serialize)]
struct TuningJson<'a> {
    agent: &'a str,
    parameters: Vec<ParameterRange<'a>>,
    method: MethodJson,
    field: Vec<String>,
    board: String,
    seed: u64,
    games_per_trial: usize,
    games: u64,
    start: TunedAgent<'a>,
    winner: TunedAgent<'a>,
    points: Vec<PointJson>,
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
    ParameterRange {
        name: parameter.name(),
        start: parameter.start(),
        min: parameter.min(),
        max: parameter.max(),
        range: [parameter.min(), parameter.max()],
        step: parameter.step(),
        whole: parameter.is_whole(),
    }
}

#[derive(Serialize)]
#[serde(tag = "name", rename_all = "snake_case")]
enum MethodJson {
    Halving { halvings: usize },
    Spsa { iterations: usize, matches: usize, distance: f64, first_move: f64 },
    Cmaes { generations: usize, population: Option<usize>, deviation: f64 },
}

fn method(method: &Method) -> MethodJson {
    match *method {
        Method::Halving(Halving { halvings, .. }) => MethodJson::Halving { halvings },
        Method::Spsa(Spsa { iterations, matches, distance, first_move }) => {
            MethodJson::Spsa { iterations, matches, distance, first_move }
        }
        Method::Cmaes(Cmaes { generations, population, deviation }) => {
            MethodJson::Cmaes { generations, population, deviation }
        }
    }
}

#[derive(Serialize)]
struct TunedAgent<'a> {
    point: Vec<f64>,
    agent: &'a str,
}

#[derive(Serialize)]
struct PointJson {
    point: Vec<f64>,
    agent: String,
    round: usize,
    #[serde(flatten)]
    result: GamesResult,
}

/// What pairs came to.
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

fn trial(seed: u64, played: &PlayedTrial) -> TrialJson<'_> {
    let rival = played.trial.rival.clone().zip(played.rival.as_deref());
    TrialJson {
        seed,
        point: &played.trial.point,
        agent: &played.agent,
        rival: rival.map(|(point, agent)| TunedAgent { point, agent }),
        result: played.pairs.into(),
    }
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
    field: Vec<FieldResult<'a>>,
}

#[derive(Serialize)]
struct FieldResult<'a> {
    agent: &'a str,
    winner: GamesResult,
    start: GamesResult,
}

fn retest(retest: &Retest) -> RetestJson<'_> {
    let field = retest.field.iter().map(|result| FieldResult {
        agent: &result.agent,
        winner: result.winner.into(),
        start: result.start.into(),
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

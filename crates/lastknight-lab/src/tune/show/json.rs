//! A search as JSON, everything in it.

use lastknight::stats::{Pairs, Z95};
use serde::Serialize;

use crate::report::json::{EstimateShape, PairsShape};
use crate::tune::{
    Cmaes, Halving, Method, Outcome, Parameter, Plan, PlayedPoint, PlayedRound, PlayedTrial,
    Retest, Spsa,
};
use crate::words::board;

/// The whole search.
#[must_use]
pub fn shape<'a>(plan: &'a Plan, outcome: &'a Outcome) -> impl Serialize + 'a {
    let point = |point: &PlayedPoint<'_>| PointShape {
        point: point.point.to_vec(),
        agent: point.agent.to_owned(),
        round: point.round,
        result: point.pairs.into(),
    };
    let round = |(number, round): (usize, &'a PlayedRound)| RoundShape {
        round: number,
        trials: round
            .trials
            .iter()
            .enumerate()
            .map(|(at, played)| trial(plan.round_seed(number, at), played))
            .collect(),
        best: &round.best,
    };
    Shape {
        agent: &plan.text,
        parameters: plan.space.parameters().iter().map(parameter).collect(),
        method: method(&plan.method),
        field: plan.field.iter().map(ToString::to_string).collect(),
        board: board(&plan.conditions.start),
        seed: plan.conditions.seed,
        games_per_trial: 2 * plan.pairs,
        games: outcome.games(),
        start: AgentShape { point: plan.space.start(), agent: &outcome.start },
        winner: AgentShape { point: outcome.best.clone(), agent: &outcome.winner },
        points: outcome.points().iter().map(point).collect(),
        rounds: (1..).zip(&outcome.rounds).map(round).collect(),
        retest: outcome.retest.as_ref().map(retest),
        complete: outcome.is_complete,
    }
}

#[derive(Serialize)]
struct Shape<'a> {
    agent: &'a str,
    parameters: Vec<ParameterShape<'a>>,
    method: MethodShape,
    field: Vec<String>,
    board: String,
    seed: u64,
    games_per_trial: usize,
    games: u64,
    start: AgentShape<'a>,
    winner: AgentShape<'a>,
    points: Vec<PointShape>,
    rounds: Vec<RoundShape<'a>>,
    retest: Option<RetestShape<'a>>,
    complete: bool,
}

#[derive(Serialize)]
struct ParameterShape<'a> {
    name: &'a str,
    start: f64,
    range: [f64; 2],
    step: f64,
    whole: bool,
}

fn parameter(parameter: &Parameter) -> ParameterShape<'_> {
    ParameterShape {
        name: parameter.name(),
        start: parameter.start(),
        range: [parameter.min(), parameter.max()],
        step: parameter.step(),
        whole: parameter.is_whole(),
    }
}

#[derive(Serialize)]
#[serde(tag = "name", rename_all = "snake_case")]
enum MethodShape {
    Halving { halvings: usize },
    Spsa { iterations: usize, matches: usize, distance: f64, first_move: f64 },
    Cmaes { generations: usize, population: Option<usize>, deviation: f64 },
}

fn method(method: &Method) -> MethodShape {
    match *method {
        Method::Halving(Halving { halvings, .. }) => MethodShape::Halving { halvings },
        Method::Spsa(Spsa { iterations, matches, distance, first_move }) => {
            MethodShape::Spsa { iterations, matches, distance, first_move }
        }
        Method::Cmaes(Cmaes { generations, population, deviation }) => {
            MethodShape::Cmaes { generations, population, deviation }
        }
    }
}

#[derive(Serialize)]
struct AgentShape<'a> {
    point: Vec<f64>,
    agent: &'a str,
}

#[derive(Serialize)]
struct PointShape {
    point: Vec<f64>,
    agent: String,
    round: usize,
    #[serde(flatten)]
    result: ResultShape,
}

/// What pairs came to.
#[derive(Serialize)]
struct ResultShape {
    games: u64,
    pairs: PairsShape,
    score: Option<f64>,
    interval: [f64; 2],
}

impl From<Pairs> for ResultShape {
    fn from(pairs: Pairs) -> Self {
        let (low, high) = pairs.interval(Z95);
        let (games, score) = (2 * pairs.count(), pairs.score());
        Self { games, pairs: pairs.into(), score, interval: [low, high] }
    }
}

#[derive(Serialize)]
struct RoundShape<'a> {
    round: usize,
    trials: Vec<TrialShape<'a>>,
    best: &'a [f64],
}

#[derive(Serialize)]
struct TrialShape<'a> {
    seed: u64,
    point: &'a [f64],
    agent: &'a str,
    rival: Option<AgentShape<'a>>,
    #[serde(flatten)]
    result: ResultShape,
}

fn trial(seed: u64, played: &PlayedTrial) -> TrialShape<'_> {
    let rival = played.trial.rival.clone().zip(played.rival.as_deref());
    TrialShape {
        seed,
        point: &played.trial.point,
        agent: &played.agent,
        rival: rival.map(|(point, agent)| AgentShape { point, agent }),
        result: played.pairs.into(),
    }
}

#[derive(Serialize)]
struct RetestShape<'a> {
    seed: u64,
    #[serde(flatten)]
    result: ResultShape,
    elo: Option<EstimateShape>,
    p_value: f64,
    clear: bool,
    verdict: String,
    field: Vec<FieldShape<'a>>,
}

#[derive(Serialize)]
struct FieldShape<'a> {
    agent: &'a str,
    winner: ResultShape,
    start: ResultShape,
}

fn retest(retest: &Retest) -> RetestShape<'_> {
    let field = retest.field.iter().map(|result| FieldShape {
        agent: &result.agent,
        winner: result.winner.into(),
        start: result.start.into(),
    });
    RetestShape {
        seed: retest.seed,
        result: retest.pairs.into(),
        elo: retest.pairs.elo(Z95).map(Into::into),
        p_value: retest.p_value(),
        clear: retest.is_clear(),
        verdict: retest.verdict(),
        field: field.collect(),
    }
}

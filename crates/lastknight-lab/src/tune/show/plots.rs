//! The plots of a search.

use lastknight::stats::Z95;

use super::{shown, values};
use crate::chart::{Drawing, LinePoint, Lines, Reference, Scatter, ScatterPoint, Series};
use crate::format::percent;
use crate::tune::{Method, Parameter, PlayedPoint, PlayedRound, TunePlan, TuneResult};

/// A plot under its heading.
pub(super) type Plot = (String, Drawing);

/// All plots, by the method and the number of parameters.
pub(super) fn plots(plan: &TunePlan, outcome: &TuneResult) -> Vec<Plot> {
    let parameters = plan.space.parameters();
    let each = |plot: &dyn Fn(usize, &Parameter) -> Drawing| -> Vec<Plot> {
        let named = |(at, parameter): (usize, &Parameter)| {
            (format!("Parameter {}", parameter.name()), plot(at, parameter))
        };
        parameters.iter().enumerate().map(named).collect()
    };
    match (&plan.method, parameters) {
        (Method::Halving(_), [only]) => {
            vec![("Score along the parameter".to_owned(), curve(only, outcome))]
        }
        (Method::Halving(_), [_, _]) => {
            vec![("Score over both parameters".to_owned(), plane(plan, outcome))]
        }
        (Method::Halving(_), _) => each(&|at, parameter| scores_by(plan, at, parameter, outcome)),
        (Method::Spsa(_), _) => each(&|at, parameter| path(at, parameter, outcome)),
        (Method::Cmaes(_), _) => {
            let mut plots = vec![("Score by generation".to_owned(), generations(outcome))];
            plots.extend(each(&|at, parameter| cloud(at, parameter, outcome)));
            plots
        }
    }
}

fn percents(share: f64) -> f64 {
    100.0 * share
}

/// The score of each value of the only parameter, with its interval.
fn curve(parameter: &Parameter, outcome: &TuneResult) -> Drawing {
    let mut points = outcome.points();
    points.sort_by(|a, b| a.point[0].total_cmp(&b.point[0]));
    let point = |played: &PlayedPoint<'_>| {
        let (low, high) = played.pairs.interval(Z95);
        LinePoint {
            x: played.point[0],
            y: played.pairs.score().map(percents),
            interval: Some((percents(low), percents(high))),
        }
    };
    let series = Series { label: String::new(), points: points.iter().map(point).collect() };
    let chart = Lines {
        title: "Score along the parameter".to_owned(),
        description: "The score of each value that was tried, with its 95 % interval.".to_owned(),
        x_axis: parameter.name().to_owned(),
        y_axis: "games won, %".to_owned(),
        has_marks: true,
        series: vec![series],
        ..Lines::default()
    };
    chart.draw()
}

fn spot(plan: &TunePlan, played: &PlayedPoint<'_>, x: f64, y: f64) -> ScatterPoint {
    let score = played.pairs.score();
    let (low, high) = played.pairs.interval(Z95);
    let title = format!(
        "{}: {}, 95 % interval {}",
        values(plan, played.point),
        score.map_or("-".to_owned(), percent),
        crate::format::percents((low, high))
    );
    ScatterPoint { x, y, value: score.map(percents), title }
}

/// The points of both parameters, coloured by their scores.
fn plane(plan: &TunePlan, outcome: &TuneResult) -> Drawing {
    let points = outcome.points();
    let spots = points.iter().map(|played| spot(plan, played, played.point[0], played.point[1]));
    let [x_axis, y_axis] = [0, 1].map(|at| plan.space.parameters()[at].name().to_owned());
    let chart = Scatter {
        title: "Score over both parameters".to_owned(),
        description: "Each point that was tried, the darker the more games it won.".to_owned(),
        x_axis,
        y_axis,
        value_name: "games won, %".to_owned(),
        points: spots.collect(),
        best: points.iter().position(|played| played.agent == outcome.winner),
    };
    chart.draw()
}

/// The scores of all points by the value of one parameter.
fn scores_by(plan: &TunePlan, at: usize, parameter: &Parameter, outcome: &TuneResult) -> Drawing {
    let points = outcome.points();
    let spots = points.iter().map(|played| {
        let score = played.pairs.score().map_or(f64::NAN, percents);
        spot(plan, played, played.point[at], score)
    });
    let chart = Scatter {
        title: format!("Score by {}", parameter.name()),
        description: "Each point that was tried: its value and the share of games it won."
            .to_owned(),
        x_axis: parameter.name().to_owned(),
        y_axis: "games won, %".to_owned(),
        value_name: "games won, %".to_owned(),
        points: spots.collect(),
        best: points.iter().position(|played| played.agent == outcome.winner),
    };
    chart.draw()
}

fn start(parameter: &Parameter) -> Reference {
    let value = parameter.start();
    Reference { label: format!("start, {}", shown(value)), value }
}

/// A parameter after each iteration.
fn path(at: usize, parameter: &Parameter, outcome: &TuneResult) -> Drawing {
    let first = LinePoint { x: 0.0, y: Some(parameter.start()), interval: None };
    let point = |(number, round): (usize, &PlayedRound)| LinePoint {
        x: number as f64,
        y: Some(round.best[at]),
        interval: None,
    };
    let points = (1..).zip(&outcome.rounds).map(point);
    let points = std::iter::once(first).chain(points).collect();
    let chart = Lines {
        title: format!("{} by iteration", parameter.name()),
        description: "The value after each iteration.".to_owned(),
        x_axis: "iteration".to_owned(),
        y_axis: parameter.name().to_owned(),
        series: vec![Series { label: String::new(), points }],
        references: vec![start(parameter)],
        ..Lines::default()
    };
    chart.draw()
}

/// The mean and the standard deviation.
fn spread(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
    (mean, variance.sqrt())
}

/// A parameter in each generation: where its points were, and what was held for the best.
fn cloud(at: usize, parameter: &Parameter, outcome: &TuneResult) -> Drawing {
    let point = |(number, round): (usize, &PlayedRound)| {
        let values: Vec<f64> = round.trials.iter().map(|played| played.trial.point[at]).collect();
        let (mean, deviation) = spread(&values);
        let interval = Some((mean - deviation, mean + deviation));
        LinePoint { x: number as f64, y: Some(mean), interval }
    };
    let label = "mean ± deviation".to_owned();
    let points = (1..).zip(&outcome.rounds).map(point).collect();
    let chart = Lines {
        title: format!("{} by generation", parameter.name()),
        description: "The mean of the generation's points, and their standard deviation about it."
            .to_owned(),
        x_axis: "generation".to_owned(),
        y_axis: parameter.name().to_owned(),
        series: vec![Series { label, points }],
        references: vec![start(parameter)],
        ..Lines::default()
    };
    chart.draw()
}

/// The scores of each generation: their mean, and from the worst to the best.
fn generations(outcome: &TuneResult) -> Drawing {
    let point = |(number, round): (usize, &PlayedRound)| {
        let scores: Vec<f64> = round.trials.iter().map(|played| percents(played.score())).collect();
        let least = scores.iter().copied().fold(f64::INFINITY, f64::min);
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        LinePoint { x: number as f64, y: Some(spread(&scores).0), interval: Some((least, most)) }
    };
    let points = (1..).zip(&outcome.rounds).map(point).collect();
    let chart = Lines {
        title: "Score by generation".to_owned(),
        description: "The mean score of each generation's points, and from the worst to the best."
            .to_owned(),
        x_axis: "generation".to_owned(),
        y_axis: "games won, %".to_owned(),
        series: vec![Series { label: "mean, worst to best".to_owned(), points }],
        ..Lines::default()
    };
    chart.draw()
}

//! The plots of a search.

use lastknight::stats::Z95;

use crate::chart::{Drawing, LinePoint, Lines, Reference, Scatter, ScatterPoint, Series};
use crate::format::{percent, percents};
use crate::tune::{Method, Parameter, PlayedPoint, PlayedRound, TunePlan, TuneResult};

/// A plot under its heading.
pub(super) type Plot = (String, Drawing);

const SCORE_AXIS: &str = "games won, %";

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
            plots.extend(each(&|at, parameter| spread(at, parameter, outcome)));
            plots
        }
    }
}

/// A chart of one line.
fn line(
    title: String,
    description: &str,
    [x_axis, y_axis]: [&str; 2],
    label: &str,
    points: Vec<LinePoint>,
) -> Lines {
    Lines {
        title,
        description: description.to_owned(),
        x_axis: x_axis.to_owned(),
        y_axis: y_axis.to_owned(),
        series: vec![Series { label: label.to_owned(), points }],
        ..Lines::default()
    }
}

/// A chart of all points, the winner marked.
fn scatter(
    plan: &TunePlan,
    outcome: &TuneResult,
    title: String,
    description: &str,
    [x_axis, y_axis]: [&str; 2],
    place: impl Fn(&PlayedPoint<'_>) -> (f64, f64),
) -> Drawing {
    let points = outcome.points();
    let spot = |played: &PlayedPoint<'_>| {
        let ((x, y), score) = (place(played), played.pairs.score());
        let title = format!(
            "{}: {}, 95 % interval {}",
            plan.space.label(played.point),
            score.map_or("-".to_owned(), percent),
            percents(played.pairs.interval(Z95))
        );
        ScatterPoint { x, y, value: score.map(|score| 100.0 * score), title }
    };
    let chart = Scatter {
        title,
        description: description.to_owned(),
        x_axis: x_axis.to_owned(),
        y_axis: y_axis.to_owned(),
        value_name: SCORE_AXIS.to_owned(),
        points: points.iter().map(spot).collect(),
        best: points.iter().position(|played| played.agent == outcome.winner),
    };
    chart.draw()
}

/// The score of each value of the only parameter, with its interval.
fn curve(parameter: &Parameter, outcome: &TuneResult) -> Drawing {
    let mut points = outcome.points();
    points.sort_by(|a, b| a.point[0].total_cmp(&b.point[0]));
    let point = |played: &PlayedPoint<'_>| {
        let (low, high) = played.pairs.interval(Z95);
        LinePoint {
            x: played.point[0],
            y: played.pairs.score().map(|score| 100.0 * score),
            interval: Some((100.0 * low, 100.0 * high)),
        }
    };
    let points = points.iter().map(point).collect();
    let title = "Score along the parameter".to_owned();
    let description = "The score of each value that was tried, with its 95 % interval.";
    let chart = line(title, description, [parameter.name(), SCORE_AXIS], "", points);
    Lines { has_marks: true, ..chart }.draw()
}

/// The points of both parameters, coloured by their scores.
fn plane(plan: &TunePlan, outcome: &TuneResult) -> Drawing {
    let title = "Score over both parameters".to_owned();
    let description = "Each point that was tried; darker points won more games.";
    let axes = [0, 1].map(|at| plan.space.parameters()[at].name());
    scatter(plan, outcome, title, description, axes, |played| (played.point[0], played.point[1]))
}

/// The scores of all points by the value of one parameter.
fn scores_by(plan: &TunePlan, at: usize, parameter: &Parameter, outcome: &TuneResult) -> Drawing {
    let title = format!("Score by {}", parameter.name());
    let description = "Each point that was tried: its value and the share of games it won.";
    scatter(plan, outcome, title, description, [parameter.name(), SCORE_AXIS], |played| {
        (played.point[at], played.pairs.score().map_or(f64::NAN, |score| 100.0 * score))
    })
}

fn start(parameter: &Parameter) -> Vec<Reference> {
    let value = parameter.start();
    vec![Reference { label: format!("start, {value}"), value }]
}

/// A parameter after each iteration.
fn path(at: usize, parameter: &Parameter, outcome: &TuneResult) -> Drawing {
    let bests = outcome.rounds.iter().map(|round| round.best[at]);
    let values = std::iter::once(parameter.start()).chain(bests);
    let point = |(x, value)| LinePoint { x: f64::from(x), y: Some(value), interval: None };
    let points = (0_u32..).zip(values).map(point).collect();
    let title = format!("{} by iteration", parameter.name());
    let description = "The value after each iteration.";
    let chart = line(title, description, ["iteration", parameter.name()], "", points);
    Lines { references: start(parameter), ..chart }.draw()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The mean and the standard deviation of a parameter in each generation.
fn spread(at: usize, parameter: &Parameter, outcome: &TuneResult) -> Drawing {
    let point = |(x, round): (u32, &PlayedRound)| {
        let values: Vec<f64> = round.trials.iter().map(|played| played.trial.point[at]).collect();
        let center = mean(&values);
        let squares: Vec<f64> = values.iter().map(|value| (value - center).powi(2)).collect();
        let deviation = mean(&squares).sqrt();
        let interval = Some((center - deviation, center + deviation));
        LinePoint { x: f64::from(x), y: Some(center), interval }
    };
    let points = (1..).zip(&outcome.rounds).map(point).collect();
    let title = format!("{} by generation", parameter.name());
    let description = "The mean and the standard deviation of the generation's points.";
    let axes = ["generation", parameter.name()];
    let chart = line(title, description, axes, "mean ± deviation", points);
    Lines { references: start(parameter), ..chart }.draw()
}

/// The mean score of each generation, with the worst and the best.
fn generations(outcome: &TuneResult) -> Drawing {
    let point = |(x, round): (u32, &PlayedRound)| {
        let scores: Vec<f64> = round.trials.iter().map(|played| 100.0 * played.score()).collect();
        let least = scores.iter().copied().fold(f64::INFINITY, f64::min);
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        LinePoint { x: f64::from(x), y: Some(mean(&scores)), interval: Some((least, most)) }
    };
    let points = (1..).zip(&outcome.rounds).map(point).collect();
    let title = "Score by generation".to_owned();
    let description = "The mean score of each generation's points, with the worst and the best.";
    line(title, description, ["generation", SCORE_AXIS], "mean, worst to best", points).draw()
}

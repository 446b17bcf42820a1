//! Weights from solved positions.

use lastknight::eval::model::{Model, NUMBERS, PHASES, SCALE, numbers};

use super::logistic::{self, Line};
use super::sample::Solved;
use crate::parallel;

/// What the weights are to tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// Every won position from every lost one.
    Points,
    /// Those of a group: what a search has to choose between.
    Pairs,
}

/// The number that is always 1.
const CONSTANT: usize = NUMBERS - 1;

/// The weights that tell won from lost best in these groups.
pub(crate) fn fit(groups: &[&[Solved]], bounds: [u32; PHASES - 1], aim: Aim) -> Model {
    let none = [[0; NUMBERS]; PHASES];
    let mut model = Model { bounds, victim: none, attacker: none };
    let weights = parallel::map(2 * PHASES, |i| {
        let is_here = |solved: &&Solved| {
            let position = &solved.position;
            let is_attacker = position.attacker() == Some(position.side());
            let phase = model.phase(position.open().count());
            (usize::from(is_attacker), phase) == (i / PHASES, i % PHASES)
        };
        let groups = groups.iter().map(|group| group.iter().filter(is_here).copied().collect());
        let groups: Vec<Vec<Solved>> = groups.collect();
        let points: Vec<Line> = groups.iter().flatten().map(point).collect();
        let weights = match aim {
            Aim::Points => logistic::fit(&points),
            Aim::Pairs => {
                let pairs: Vec<Line> = groups.iter().flat_map(|group| pairs(group)).collect();
                calibrated(logistic::fit(&pairs), &points)
            }
        };
        weights.map(|weight| libm::round(weight * SCALE) as i32)
    });
    model.victim.copy_from_slice(&weights[..PHASES]);
    model.attacker.copy_from_slice(&weights[PHASES..]);
    model
}

fn point(solved: &Solved) -> Line {
    Line { x: numbers(&solved.position).map(f64::from), wins: solved.wins, weight: 1.0 }
}

/// Each won position less each lost one. Every group counts as one.
fn pairs(group: &[Solved]) -> Vec<Line> {
    let (won, lost): (Vec<Line>, Vec<Line>) = group.iter().map(point).partition(|line| line.wins);
    let weight = 1.0 / (won.len() * lost.len()) as f64;
    let less = |a: &Line, b: &Line| std::array::from_fn(|i| a.x[i] - b.x[i]);
    let pair = |won, lost| Line { x: less(won, lost), wins: true, weight };
    won.iter().flat_map(|won| lost.iter().map(move |lost| pair(won, lost))).collect()
}

/// The weights stretched, and a constant added, to give log-odds for single positions.
fn calibrated(weights: [f64; NUMBERS], points: &[Line]) -> [f64; NUMBERS] {
    let line = |point: &Line| {
        let mut x = [0.0; NUMBERS];
        x[0] = point.x.iter().zip(&weights).map(|(x, weight)| x * weight).sum();
        x[CONSTANT] = 1.0;
        Line { x, ..*point }
    };
    let lines: Vec<Line> = points.iter().map(line).collect();
    let fitted = logistic::fit(&lines);
    let mut weights = weights.map(|weight| weight * fitted[0]);
    weights[CONSTANT] = fitted[CONSTANT];
    weights
}

//! Fits weights to solved positions.

use lastknight::eval::model::{Model, NUMBERS, PHASES, SCALE, numbers};

use super::logistic::{self, DataRow};
use super::sample::Solved;
use crate::parallel;

/// What the weights have to separate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// All won positions from all lost ones.
    Points,
    /// Won and lost positions of a group: what a search chooses between.
    Pairs,
}

/// The number that is always 1.
const CONSTANT: usize = NUMBERS - 1;

/// Returns the weights that separate won from lost positions best.
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
        let points: Vec<DataRow> = groups.iter().flatten().map(point).collect();
        let weights = match aim {
            Aim::Points => logistic::fit(&points),
            Aim::Pairs => {
                let pairs: Vec<DataRow> = groups.iter().flat_map(|group| pairs(group)).collect();
                calibrated(logistic::fit(&pairs), &points)
            }
        };
        weights.map(|weight| libm::round(weight * SCALE) as i32)
    });
    model.victim.copy_from_slice(&weights[..PHASES]);
    model.attacker.copy_from_slice(&weights[PHASES..]);
    model
}

fn point(solved: &Solved) -> DataRow {
    DataRow { x: numbers(&solved.position).map(f64::from), wins: solved.wins, weight: 1.0 }
}

/// Returns the difference of each won and lost position. Every group has the weight 1.
fn pairs(group: &[Solved]) -> Vec<DataRow> {
    let (won, lost): (Vec<DataRow>, Vec<DataRow>) =
        group.iter().map(point).partition(|row| row.wins);
    let weight = 1.0 / (won.len() * lost.len()) as f64;
    let less = |a: &DataRow, b: &DataRow| std::array::from_fn(|i| a.x[i] - b.x[i]);
    let pair = |won, lost| DataRow { x: less(won, lost), wins: true, weight };
    won.iter().flat_map(|won| lost.iter().map(move |lost| pair(won, lost))).collect()
}

/// Scales the weights and adds a constant, so that they give the log-odds of single positions.
fn calibrated(weights: [f64; NUMBERS], points: &[DataRow]) -> [f64; NUMBERS] {
    let row = |point: &DataRow| {
        let mut x = [0.0; NUMBERS];
        x[0] = point.x.iter().zip(&weights).map(|(x, weight)| x * weight).sum();
        x[CONSTANT] = 1.0;
        DataRow { x, ..*point }
    };
    let rows: Vec<DataRow> = points.iter().map(row).collect();
    let fitted = logistic::fit(&rows);
    let mut weights = weights.map(|weight| weight * fitted[0]);
    weights[CONSTANT] = fitted[CONSTANT];
    weights
}

//! The file that Gradescope reads.

use serde::Serialize;

use super::Grade;

/// Gradescope's `results.json`.
#[derive(Serialize)]
pub(super) struct Gradescope {
    score: f64,
    output: String,
    tests: Vec<Test>,
    leaderboard: Vec<Place>,
}

#[derive(Serialize)]
struct Test {
    name: String,
    score: f64,
    max_score: f64,
    output: String,
}

#[derive(Serialize)]
struct Place {
    name: &'static str,
    value: f64,
}

impl Gradescope {
    pub(super) fn new(grade: &Grade, points: u32) -> Self {
        let each = f64::from(points) / grade.opponents.len().max(1) as f64;
        let tests = grade.opponents.iter().map(|opponent| Test {
            name: format!("against {}", opponent.name),
            score: hundredths(each * opponent.won as f64 / opponent.games.max(1) as f64),
            max_score: hundredths(each),
            output: format!("won {} of {} games", opponent.won, opponent.games),
        });
        let mut output = match &grade.problem {
            Some(problem) => format!("The submission cannot be graded: {problem}\n"),
            None => format!("Won {} of {} games.\n", grade.won, grade.games),
        };
        for failure in &grade.failures {
            let (games, end) = (failure.games, failure.termination);
            output +=
                &format!("\nLost {games} by {end}, such as: {}\n", shortened(&failure.detail));
        }
        let leaderboard = vec![Place { name: "points", value: grade.points }];
        Self { score: grade.points, output, tests: tests.collect(), leaderboard }
    }
}

/// Returns the first and the last lines of what happened.
fn shortened(detail: &str) -> String {
    const MOST: usize = 20;
    let lines: Vec<&str> = detail.lines().collect();
    match lines.len() > MOST {
        true => format!("{}\n…\n{}", lines[0], lines[lines.len() - MOST..].join("\n")),
        false => lines.join("\n"),
    }
}

/// Rounds to hundredths, as grades are written.
pub(super) fn hundredths(number: f64) -> f64 {
    (100.0 * number).round() / 100.0
}

//! Output of a search: text, JSON, CSV and an HTML page with plots.

mod document;
pub mod json;
mod plots;
mod tables;
pub mod text;

use std::path::{Path, PathBuf};

use lastknight::stats::Pairs;

pub use document::document;

use super::{Method, TunePlan, TuneResult};
use crate::document::{FilesError, OutputFile, write_files as write};
use crate::format::{board, grouped, limits};

/// Returns the files of a search, the page first. The same search gives the same bytes.
#[must_use]
pub fn files(plan: &TunePlan, outcome: &TuneResult) -> Vec<OutputFile> {
    let page = document(plan, outcome).html();
    let trials = tables::trials(plan, outcome).csv();
    vec![("tune.html".to_owned(), page.into()), ("tune.csv".to_owned(), trials.into())]
}

/// Writes the files of a search to a directory and returns the path of the page.
///
/// # Errors
/// Returns an error if a file cannot be written.
pub fn write_files(
    plan: &TunePlan,
    outcome: &TuneResult,
    directory: &Path,
) -> Result<PathBuf, FilesError> {
    write(files(plan, outcome), directory)
}

/// What was searched and played, as label and text.
fn facts(plan: &TunePlan, outcome: &TuneResult) -> Vec<(&'static str, String)> {
    let parameters = plan.space.parameters().iter().map(ToString::to_string);
    let method = match &plan.method {
        Method::Halving(halving) => format!("grid and {} halvings", halving.halvings),
        Method::Spsa(spsa) => format!("SPSA, {} iterations", spsa.iterations),
        Method::Cmaes(cmaes) => format!("CMA-ES, {} generations", cmaes.generations),
    };
    let opponents = if plan.has_rivals() {
        "points play each other".to_owned()
    } else {
        plan.field.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    let conditions = &plan.conditions;
    let games = grouped(2 * plan.pairs as u64);
    let each = match plan.has_rivals() {
        true => format!("{games} per match"),
        false => format!("{games} per point and opponent"),
    };
    vec![
        ("agent", plan.text.clone()),
        ("parameters", parameters.collect::<Vec<_>>().join("; ")),
        ("method", method),
        ("field", opponents),
        ("games", format!("{} in the search, {each}", grouped(outcome.games()))),
        ("board", format!("{}, {}", board(&conditions.start), conditions.source)),
        ("limits", format!("{}, unless an agent has its own", limits(conditions.limits))),
        ("seed", conditions.seed.to_string()),
    ]
}

/// The description of the winner before its re-test.
fn winner(plan: &TunePlan, outcome: &TuneResult) -> String {
    let luck = match outcome.winner_pairs().and_then(Pairs::score) {
        _ if outcome.winner == outcome.start => {
            return match outcome.rounds.len() {
                0 => "none yet".to_owned(),
                _ => "the start itself: no other point did better".to_owned(),
            };
        }
        Some(score) => format!(
            ", {} in the search; the best of {} is partly luck",
            crate::format::percent(score),
            outcome.points().len()
        ),
        None => String::new(),
    };
    format!("{}{luck}", plan.space.label(&outcome.best))
}

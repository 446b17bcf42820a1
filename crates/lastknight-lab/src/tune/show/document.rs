//! A search as a document.

use super::{facts, plots, tables, winner};
use crate::document::Document;
use crate::tune::{Method, TunePlan, TuneResult};

/// The largest number of points in the table; tune.csv has all.
const MOST: usize = 100;

const SCORES: &str = "Each point is an agent that played the field. The best of many noisy scores is partly luck, more so \
    with more points. The re-test, not this table, shows how good the winner is.";

const RETEST: &str = "The winner against the start, from openings that the search did not use. The difference is clear if \
    equal players would differ as much in less than 5 % of such tests.";

const HALVING: &str = "The points of the grid played first, then the neighbours of the best one, half a step away, a \
    quarter, and so on. All played the same openings.";

const SPSA: &str = "In every iteration a point on one side of the current one plays the point on the other side, and the \
    current one moves towards the winner. If the line wanders without a direction, the games show no difference.";

const CMAES: &str = "In every generation a distribution of points plays the field, then moves and stretches towards the \
    better half. If the band narrows, the search has settled. Every generation has its own openings, so scores can only \
    be compared within a generation.";

/// Returns the whole search as a document.
pub fn document(plan: &TunePlan, outcome: &TuneResult) -> Document {
    let version = env!("CARGO_PKG_VERSION");
    let mut document = Document::new("tune", version).with_files("tune.csv, games.sqlite");
    document.intro().lead(&plan.text, "");
    if !outcome.is_complete {
        document.intro().note("Not finished. The same command resumes.");
    }
    document.section("conditions", "Conditions").facts(facts(plan, outcome));
    let section = document.section("winner", "Winner").plain(winner(plan, outcome));
    if outcome.winner != outcome.start {
        section.code("", &outcome.winner);
    }
    if let Some(retest) = &outcome.retest {
        section.words(RETEST).words(format!("The winner is {}.", retest.verdict()));
        section.table(tables::tested(retest));
    }
    let section = document.section("search", "Search").words(match &plan.method {
        Method::Halving(_) => HALVING,
        Method::Spsa(_) => SPSA,
        Method::Cmaes(_) => CMAES,
    });
    for (heading, plot) in plots::plots(plan, outcome) {
        section.named_chart(plot, heading, None);
    }
    let count = outcome.points().len();
    if count > 0 {
        let section = document.section("points", "Points").words(SCORES);
        if count > MOST {
            section.words(format!("Showing the best {MOST} of {count}."));
        }
        section.table(tables::points(plan, outcome, MOST));
    }
    document
}

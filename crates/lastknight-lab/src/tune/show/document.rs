//! A search as a document.

use super::{facts, plots, tables, winner};
use crate::document::Document;
use crate::tune::{Method, TunePlan, TuneResult};

/// The most points of the table; tune.csv has all.
const MOST: usize = 100;

const SCORES: &str = "Each point is an agent that played the field. The best of many noisy scores is partly luck, and the \
    more points there are, the more of it: the re-test, not this table, says how good the winner is.";

const RETEST: &str = "The winner against the start, from openings that have no part in the search. It is clear that one of \
    them is better where equals would differ so much in less than 5 % of such tests.";

const HALVING: &str = "All points of the grid played first, then neighbours of the best one, half a step away, a quarter, \
    and so on. All played the same openings.";

const SPSA: &str = "In every iteration a point to one side of the present one plays the point to the other side, and the \
    present one moves towards the winner. A line that wanders without a direction says that the games do not tell.";

const CMAES: &str = "In every generation a cloud of points plays the field, and the cloud moves and stretches towards the \
    better half. A band that becomes narrow says that the search has settled. Every generation has its own openings, so \
    scores can be compared within a generation only.";

/// The whole search.
pub fn document(plan: &TunePlan, outcome: &TuneResult) -> Document {
    let version = env!("CARGO_PKG_VERSION");
    let mut document = Document::new("tune", version).with_files("tune.csv, games.sqlite");
    document.intro().lead(&plan.text, "");
    if !outcome.is_complete {
        document.intro().note("Not finished: the same command goes on.");
    }
    document.section("conditions", "What was searched").facts(facts(plan, outcome));
    let section = document.section("winner", "The winner").plain(winner(plan, outcome));
    if outcome.winner != outcome.start {
        section.code("", &outcome.winner);
    }
    if let Some(retest) = &outcome.retest {
        section.words(RETEST).words(format!("The winner is {}.", retest.verdict()));
        section.table(tables::tested(retest));
    }
    let section = document.section("search", "The search").words(match &plan.method {
        Method::Halving(_) => HALVING,
        Method::Spsa(_) => SPSA,
        Method::Cmaes(_) => CMAES,
    });
    for (heading, plot) in plots::plots(plan, outcome) {
        section.named_chart(plot, heading, None);
    }
    let count = outcome.points().len();
    if count > 0 {
        let section = document.section("points", "The points").words(SCORES);
        if count > MOST {
            section.words(format!("Shown are the best {MOST} of {count}."));
        }
        section.table(tables::points(plan, outcome, MOST));
    }
    document
}

//! How to read a report: the sentences that the HTML page and the Markdown file share.

use lastknight::stats::Z95;

use super::{Report, tables};
use crate::format::{chance, elo, percent, percents};

pub(super) const STANDINGS: &str = "Ratings are in Elo and their mean is 0: who is rated 100 points higher wins about \
    64 % of the games. The number after ± is half of a 95 % interval. Two ratings whose intervals \
    overlap may well be in the wrong order; the tables below compare two agents directly. The score is the share of games won, with its own 95 % interval; there are no draws.";

pub(super) const ORACLE: &str = "The oracle knows the solution of some positions where only some moves keep the win: its \
    column says how often the agent found one.";

pub(super) const RATINGS: &str = "Each dot is a rating, the bar about it the 95 % interval. Agents whose bars overlap \
    widely are not told apart by these games.";

pub(super) const CROSSTABLE: &str = "The share of games in percent that the agent of the row won against the one of the column. Columns have the numbers \
    of the rows; the best come first.";

pub(super) const HEATMAP: &str = "Each cell is the share of games that the agent of the row won against the one of the \
    column: blue is good for the row, orange for the column. Point at a cell for its pairs, its 95 % interval and how \
    probable so large a difference is between equals.";

const DIFFERENCES: &str = "A difference is clear where two equal agents would hardly produce it: a sign test \
    on the pairs that one side won twice, corrected for the number of pairings (Holm), so that the chance of even one \
    false claim is at most 5 %. Not clear does not mean equal: more games may tell.";

pub(super) const SUPERIORITY: &str = "How probable it is that the agent of the row is truly stronger than the one of the \
    column, judged from all games of both.";

pub(super) const DUEL: &str = "Each opening was played twice, sides swapped; such a pair is what counts. Elo is the \
    difference in strength that the score means; normalised Elo is the one that tests use.";

pub(super) const COURSE: &str = "The table of the course: games won and lost by each tested agent against each opponent, and its share of all games.";

pub(super) const PROGRESS: &str = "Ratings worked out anew as games came in. All lines become \
    level as games add up, right or wrong: how sure a rating is, its interval says.";

pub(super) const TEST: &str = "The test adds up evidence pair after pair. At the upper bound the larger difference is \
    accepted, at the lower one the smaller, each wrongly in at most about 5 % of such tests. Accepted means that it \
    explains the pairs better than the other one: it is no estimate. A test that stops when it is decided favours large \
    differences, so the score is likely too far out.";

pub(super) const ENDS: &str =
    "Who cannot move has lost. An illegal move, a crash or too much time lose as well.";

pub(super) const COLORS: &str = "The bar is the share of games won as White, the diamond the share won as Black. Both \
    agents of a pair had the same openings.";

pub(super) const EFFORT: &str = "What a move cost on average. Nodes are positions looked at and are the same on every \
    machine; times are those of the machine that played.";

pub(super) const REPEAT: &str = "Save this as spec.toml and run `lastknight tournament spec.toml`. With limits on depth \
    or nodes the same version plays the same games on any machine, unless an agent searches with several threads.";

pub(super) const LONG_SPECIFICATION: &str =
    "The specification is too long to stand here; it is the \"spec\" of report.json.";

/// The longest specification that is shown, in bytes.
const LONGEST: usize = 50_000;

/// Below this probability nobody is called the stronger one.
const SURE: f64 = 0.9;

/// Who comes first, and how sure that is.
pub(super) fn result(report: &Report) -> Option<String> {
    let [first, second] = *report.order.first_chunk()?;
    let [a, b] = [first, second].map(|number| report.spec.entrants()[number].name.as_str());
    if !report.is_connected || report.games() == 0 {
        return None;
    }
    // The same games again are no evidence.
    if report.different_openings < report.openings {
        return None;
    }
    if report.order.len() == 2 {
        let pairs = report.pairs(first, second)?;
        let won = format!(
            "{a} won {} of the games against {b} (95 % interval {}).",
            percent(pairs.score()?),
            percents(pairs.interval(Z95)),
        );
        return Some(match pairs.superiority() {
            sure if sure < SURE => format!("{won} That does not tell them apart."),
            sure => {
                format!(
                    "{won} It is truly the stronger one with a probability of {}.",
                    chance(sure)
                )
            }
        });
    }
    let rating = report.standings[first].rating;
    let rated = format!("{a} comes first, rated {} ± {:.0}.", elo(rating.elo), rating.error);
    Some(match report.superiority[first][second] {
        sure if sure < SURE => {
            format!("{rated} These games do not tell it from {b}, which comes next.")
        }
        sure => format!(
            "{rated} It is truly stronger than {b}, which comes next, with a probability of {}.",
            chance(sure)
        ),
    })
}

/// Which differences are clear, and what that means. Where none is, there is no table to show.
pub(super) fn clear(report: &Report) -> (String, bool) {
    let (clear, all) = tables::clear(report);
    let text = format!("{clear} of {all} pairings show a clear difference. {DIFFERENCES}");
    (text, clear > 0)
}

/// The specification as TOML, unless it is too long to be shown.
pub(super) fn specification(report: &Report) -> Option<String> {
    let toml = report.spec.file().to_toml();
    (toml.len() <= LONGEST).then_some(toml)
}

/// What is to be known of every run.
pub(super) const NOTES: [&str; 2] = [
    "Every opening was played twice, sides swapped, and all pairings play the same openings, as far as the run has come. \
     Such a pair of games is what counts in all intervals and tests.",
    "Errors of ratings come from resampling openings. An interval of 95 % is meant to hold the truth in 19 of 20 cases, so of \
     20 agents one may well lie outside of its own; with few openings, more of them.",
];

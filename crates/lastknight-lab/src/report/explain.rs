//! The explanations in a report, shared by the HTML page and the Markdown file.

use lastknight::stats::Z95;

use super::{Report, tables};
use crate::format::{chance, elo, percent, percents};

pub(super) const STANDINGS: &str = "Ratings are Elo with a mean of 0; an agent rated 100 points higher wins about 64 % \
    of the games. The number after ± is half the width of the 95 % interval. If two intervals overlap, the order of the \
    two agents is uncertain; the tables below compare agents directly. The score is the share of games won, with its 95 % interval. \
    There are no draws.";

pub(super) const ORACLE: &str = "The oracle tests agents on solved positions in which only some moves keep the win. Its \
    column is the share of positions in which the agent chose such a move.";

pub(super) const RATINGS: &str = "Each dot is a rating, each bar its 95 % interval. These games do not separate agents \
    whose bars overlap widely.";

pub(super) const CROSSTABLE: &str = "Percentage of games that the agent of the row won against that of the column. \
    Columns are numbered by rank.";

pub(super) const HEATMAP: &str = "Percentage of games that the agent of the row won against that of the column: blue \
    favours the row, orange the column. Point at a cell for its pairs, 95 % interval and corrected p-value.";

const DIFFERENCES: &str = "The probability of even one false positive is at most 5 %: a sign test on the pairs that one \
    side won 2-0, corrected for the number of pairings (Holm). An undecided pairing is not an equal one; more games may \
    decide it.";

pub(super) const SUPERIORITY: &str = "Probability that the agent of the row is truly stronger than that of the column, \
    based on all games of both.";

pub(super) const DUEL: &str = "Each opening was played twice with sides swapped, and such a pair counts as one result. \
    Elo is the difference in strength that corresponds to the score. Normalised Elo, which sequential tests use, also \
    takes the variance of the pairs into account.";

pub(super) const COURSE: &str = "The course's table: games won and lost by each tested agent against each opponent, and \
    its share of all games.";

pub(super) const PROGRESS: &str = "Ratings recomputed as games came in. All curves flatten as games add up, right or \
    wrong; the intervals above show how certain a rating is.";

pub(super) const TEST: &str = "The test adds up evidence pair by pair. At the upper bound it accepts the larger \
    difference, at the lower bound the smaller one, each wrongly in at most about 5 % of tests. An accepted difference \
    explains the pairs better than the other one; it is not an estimate. A test that stops once decided favours large \
    differences, so the score is probably too extreme.";

pub(super) const ENDS: &str = "A player who cannot move loses. So does one that makes an illegal move, crashes or runs \
    out of time.";

pub(super) const COLORS: &str = "Bars are the share of games won as White, diamonds the share won as Black. Both agents \
    of a pair played the same openings.";

pub(super) const EFFORT: &str = "Average cost of a move. Nodes are visited positions, the same on every machine; times \
    are those of the machine that played.";

pub(super) const REPEAT: &str = "Save this as spec.toml and run `lastknight tournament spec.toml`. Under depth or node \
    limits the same version plays the same games on any machine, unless an agent searches with several threads.";

pub(super) const LONG_SPECIFICATION: &str =
    "The specification is too long to show here; report.json has it as \"spec\".";

/// The longest specification that is shown, in bytes.
const LONGEST: usize = 50_000;

/// Below this probability no agent is called stronger.
const SURE: f64 = 0.9;

/// Names the winner and says how certain that is.
pub(super) fn result(report: &Report) -> Option<String> {
    let [first, second] = *report.order.first_chunk()?;
    let [a, b] = [first, second].map(|number| report.name(number));
    // Repeated games are no evidence.
    let is_repeated = report.different_openings < report.openings;
    if !report.is_connected || report.games() == 0 || is_repeated {
        return None;
    }
    if report.order.len() == 2 {
        let pairs = report.pairs(first, second)?;
        let (score, interval) = (percent(pairs.score()?), percents(pairs.interval(Z95)));
        let won = format!("{a} won {score} of the games against {b} (95 % interval {interval}).");
        return Some(match pairs.superiority() {
            sure if sure < SURE => format!("{won} That does not show which is stronger."),
            sure => format!("{won} It is stronger with a probability of {}.", chance(sure)),
        });
    }
    let rating = report.standings[first].rating;
    let rated = format!("{a} ranks first, rated {} ± {:.0}.", elo(rating.elo), rating.error);
    Some(match report.superiority[first][second] {
        sure if sure < SURE => {
            format!("{rated} These games do not separate it from {b}, ranked second.")
        }
        sure => format!(
            "{rated} It is stronger than {b}, ranked second, with a probability of {}.",
            chance(sure)
        ),
    })
}

/// Returns how many differences are significant and what that means, and whether there are any to show.
pub(super) fn significance(report: &Report) -> (String, bool) {
    let (significant, all) = tables::significance(report);
    let text = format!("{significant} of {all} pairings differ significantly. {DIFFERENCES}");
    (text, significant > 0)
}

/// Returns the specification as TOML, unless it is too long to show.
pub(super) fn specification(report: &Report) -> Option<String> {
    let toml = report.spec.file().to_toml();
    (toml.len() <= LONGEST).then_some(toml)
}

/// Notes on every run.
pub(super) const NOTES: [&str; 2] = [
    "Every opening is played twice with sides swapped, and all pairings play the same openings. Intervals and tests \
     count these pairs of games.",
    "Rating errors come from resampling openings. A 95 % interval contains the true rating in about 19 of 20 cases, so of \
     20 agents one may well lie outside its interval; with few openings, more.",
];

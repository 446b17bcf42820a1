//! The explanations in a report, shared by the HTML page and the Markdown file.

use lastknight::stats::Z95;

use super::Report;
use crate::format::{elo, percent, percents, ranges};

pub(super) const STANDINGS: &str = "Ratings are Elo with a mean of 0; an agent rated 100 points higher wins about 64 % \
    of the games. The number after ± is half the width of the 95 % interval. The score is the share of games won, with its \
    95 % interval. There are no draws.";

pub(super) const FAILURES: &str =
    "Programs that failed lost those games. Their logs are in the directory logs.";

pub(super) const TIERS: &str = "Agents of one tier are not told apart from the best agent of the tier. The next tier begins \
    with the first agent that is.";

pub(super) const ORACLE: &str = "The oracle tests agents on solved positions in which only some moves keep the win. Its \
    column is the share of positions in which the agent chose such a move.";

pub(super) const CROSSTABLE: &str = "Percentage of games that the agent of the row won against that of the column. \
    Columns are numbered by rank.";

pub(super) const HEATMAP: &str = "Percentage of games that the agent of the row won against that of the column: blue \
    favours the row, orange the column. Point at a cell for its pairs and 95 % interval.";

const APART: &str = "Two agents are told apart if the difference of their ratings, from all games of both, is too large for \
    luck: the probability of even one false difference among all of them is at most 5 % (Student's test over openings, \
    corrected by Holm). Agents that are not told apart are not shown to be equal; more games may tell them apart.";

pub(super) const HEAT_OF_RATINGS: &str = "Rating of the row minus that of the column, coloured if the two are told apart. \
    Point at a cell for the probability and the corrected p-value.";

pub(super) const HISTORY: &str = "Ratings of earlier runs with this name, with their ranks. Ratings are relative to the mean of \
    the agents of that run, so they shift when agents join or leave.";

pub(super) const DUEL: &str = "Each opening was played twice with sides swapped, and such a pair counts as one result. \
    Elo is the difference in strength that corresponds to the score. Normalised Elo, which sequential tests use, also \
    takes the variance of the pairs into account.";

pub(super) const COURSE: &str = "The course's table: games won and lost by each tested agent against each opponent, and \
    its share of all games.";

pub(super) const PROGRESS: &str = "Ratings recomputed as games came in. All curves flatten as games add up, right or \
    wrong; the intervals above show how certain a rating is.";

/// Explains a sequential test with these error rates.
pub(super) fn test((alpha, beta): (f64, f64)) -> String {
    let [alpha, beta] = [alpha, beta].map(|rate| 100.0 * rate);
    format!(
        "The test adds up evidence pair by pair. At the upper bound it accepts the larger difference, wrongly in at most \
         about {alpha} % of tests, at the lower bound the smaller one, wrongly in at most about {beta} %. An accepted \
         difference explains the pairs better than the other one; it is not an estimate. A test that stops once decided \
         favours large differences, so the score is probably too extreme."
    )
}

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
        let names = report.pairings[0].players.map(|number| report.name(number));
        return Some(format!("{won} Verdict: {}.", report.verdict(names)));
    }
    let rating = report.standings[first].rating;
    let rated = format!("{a} ranks first, rated {} ± {:.0}.", elo(rating.elo), rating.error);
    let is_close = |&(_, &other): &(usize, &usize)| !report.is_apart(first, other);
    let close = (2..).zip(&report.order[1..]).filter(is_close).map(|(rank, _)| rank);
    let close: Vec<usize> = close.collect();
    Some(match close[..] {
        [] => format!("{rated} It is told apart from all others: {b} is second."),
        [2] => format!("{rated} These games do not tell it apart from {b}, ranked second."),
        _ => format!("{rated} These games do not tell it apart from ranks {}.", ranges(&close)),
    })
}

/// Returns how many agents are told apart and what that means.
pub(super) fn apart(report: &Report) -> String {
    let (apart, all) = report.apart();
    format!("{apart} of {all} pairs of agents are told apart. {APART}")
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

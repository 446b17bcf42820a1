//! The result of a search: every trial, the winner, and its re-test.

use std::collections::{HashMap, HashSet};

use lastknight::json::PairScore;
use lastknight::stats::{Estimate, Pairs, Z95};
use serde::{Serialize, Serializer};

use super::Trial;
use crate::format::{elo, probability};
use crate::report::tables::SIGNIFICANCE;

/// The result of a search, as far as it was played.
#[derive(Clone, Debug, PartialEq)]
pub struct TuneResult {
    /// The finished rounds.
    pub rounds: Vec<PlayedRound>,
    /// The agent at the start.
    pub start: String,
    /// The best point.
    pub best: Vec<f64>,
    /// The agent at the best point.
    pub winner: String,
    /// The re-test of the winner, if it is finished, requested, and the winner is not the start.
    pub retest: Option<Retest>,
    /// Whether everything was played.
    pub is_complete: bool,
    /// Pairs played now.
    pub played: usize,
    /// Pairs from earlier runs.
    pub resumed: usize,
}

/// A batch of trials that were played.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedRound {
    /// The trials.
    pub trials: Vec<PlayedTrial>,
    /// The best point afterwards.
    pub best: Vec<f64>,
}

/// A trial that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedTrial {
    /// The requested trial.
    pub trial: Trial,
    /// The agent of the point.
    pub agent: String,
    /// The agent of the rival, if there is one.
    pub rival: Option<String>,
    /// The pairs from the point's side, against the whole field or against the rival.
    pub pairs: Pairs,
}

impl PlayedTrial {
    /// Returns the share of games won, or ½ if no games were played.
    pub(super) fn score(&self) -> f64 {
        self.pairs.score().unwrap_or(0.5)
    }
}

/// A point that played the field.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayedPoint<'a> {
    /// Its values.
    pub point: &'a [f64],
    /// Its agent.
    pub agent: &'a str,
    /// The first round that it played in, from 1.
    pub round: usize,
    /// Its pairs in all rounds.
    #[serde(flatten, serialize_with = "serialize_pairs")]
    pub pairs: Pairs,
}

/// The winner's results from openings of the re-test.
#[derive(Clone, Debug, PartialEq)]
pub struct Retest {
    /// The seed of the openings.
    pub seed: u64,
    /// The pairs against the start, from the winner's side.
    pub pairs: Pairs,
    /// The results of both against the rest of the field.
    pub field: Vec<FieldResult>,
}

/// The winner and the start against one opponent of the field.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FieldResult {
    /// The opponent.
    pub agent: String,
    /// The winner's pairs.
    #[serde(serialize_with = "serialize_pairs")]
    pub winner: Pairs,
    /// The start's pairs.
    #[serde(serialize_with = "serialize_pairs")]
    pub start: Pairs,
}

/// Pairs as JSON: the number of games, the pairs and their score.
pub(super) fn serialize_pairs<S: Serializer>(pairs: &Pairs, to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct PlayedGames {
        games: u64,
        #[serde(flatten)]
        score: PairScore,
    }
    PlayedGames { games: 2 * pairs.count(), score: (*pairs).into() }.serialize(to)
}

impl TuneResult {
    /// Returns the number of games played in the search.
    #[must_use]
    pub fn games(&self) -> u64 {
        let trials = self.rounds.iter().flat_map(|round| &round.trials);
        trials.map(|trial| 2 * trial.pairs.count()).sum()
    }

    /// Returns all points that played the field, best first. Ties go to the point played first.
    #[must_use]
    pub fn points(&self) -> Vec<PlayedPoint<'_>> {
        let mut points: Vec<PlayedPoint<'_>> = Vec::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        for (round, played) in (1..).zip(&self.rounds) {
            // Points of a round with the same agent share their games.
            let mut seen: HashSet<&str> = HashSet::new();
            for PlayedTrial { trial, agent, rival, pairs } in &played.trials {
                if rival.is_some() || !seen.insert(agent) {
                    continue;
                }
                let at = *places.entry(agent).or_insert(points.len());
                if at == points.len() {
                    let (point, pairs) = (trial.point.as_slice(), Pairs::default());
                    points.push(PlayedPoint { point, agent, pairs, round });
                }
                points[at].pairs = sum(&[points[at].pairs, *pairs]);
            }
        }
        let score = |point: &PlayedPoint<'_>| point.pairs.score().unwrap_or_default();
        points.sort_by(|a, b| score(b).total_cmp(&score(a)));
        points
    }

    /// Returns the winner's pairs in the search, if it played the field itself.
    pub(super) fn winner_pairs(&self) -> Option<Pairs> {
        self.points().iter().find(|point| point.agent == self.winner).map(|point| point.pairs)
    }
}

pub(super) fn sum(pairs: &[Pairs]) -> Pairs {
    pairs.iter().fold(Pairs::default(), |sum, pairs| Pairs {
        won: sum.won + pairs.won,
        split: sum.split + pairs.split,
        lost: sum.lost + pairs.lost,
    })
}

impl Retest {
    /// Returns the p-value of the sign test.
    pub(super) fn p_value(&self) -> f64 {
        self.pairs.sign_test()
    }

    /// Returns whether the difference is significant.
    pub(super) fn is_clear(&self) -> bool {
        self.p_value() < SIGNIFICANCE
    }

    /// Returns a one-line verdict on the winner.
    pub(super) fn verdict(&self) -> String {
        let Some(Estimate { value, low, high }) = self.pairs.elo(Z95) else {
            return "not tested".to_owned();
        };
        if self.pairs.won + self.pairs.lost == 0 {
            return "even with the start: each won one game of every pair".to_owned();
        }
        let certainty = if self.is_clear() { "clear" } else { "not significant" };
        let difference = match value {
            value if value > 0.0 => format!("better than the start by {value:.0} Elo"),
            value if self.is_clear() => format!("worse than the start by {:.0} Elo", value.abs()),
            value => format!("no better than the start: {} Elo", elo(value)),
        };
        let interval = format!("95 % interval {} to {}", elo(low), elo(high));
        format!("{difference} ({interval}); {certainty}, p {}", probability(self.p_value()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_say_how_sure_they_are() {
        let verdict = |won, split, lost| {
            let pairs = Pairs { won, split, lost };
            Retest { seed: 0, pairs, field: Vec::new() }.verdict()
        };
        for (counts, begin, end) in [
            ((60, 100, 20), "better than the start by ", "; clear, p < 0.0001"),
            ((20, 100, 60), "worse than the start by ", "; clear, p < 0.0001"),
            ((22, 100, 20), "better than the start by 5 Elo ", "; not significant, p 0.8776"),
            ((20, 100, 20), "no better than the start: +0 Elo ", "; not significant, p 1.0000"),
            ((20, 100, 22), "no better than the start: -5 Elo ", "; not significant, p 0.8776"),
            ((0, 10, 0), "even with the start", "one game of every pair"),
            ((0, 0, 0), "not tested", ""),
        ] {
            let text = verdict(counts.0, counts.1, counts.2);
            assert!(text.starts_with(begin) && text.ends_with(end), "{text}");
        }
    }
}

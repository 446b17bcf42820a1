//! What came of a search: every trial, the winner, and what the re-test says of it.

use std::collections::{HashMap, HashSet};

use lastknight::stats::{Estimate, Pairs, Z95};

use super::Trial;
use crate::report::tables::CLEAR;
use crate::words::{elo, probability};

/// A search that was played, as far as it went.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The rounds that are over.
    pub rounds: Vec<PlayedRound>,
    /// The agent at the start.
    pub start: String,
    /// The point held for the best.
    pub best: Vec<f64>,
    /// The agent there.
    pub winner: String,
    /// What became of the winner from other openings. There is nothing to test where it is the start.
    pub retest: Option<Retest>,
    /// Whether everything was played that there was to play.
    pub is_complete: bool,
    /// Pairs of games that were played now.
    pub played: usize,
    /// Pairs that were there before.
    pub resumed: usize,
}

/// A batch of trials that were played.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedRound {
    /// The trials.
    pub trials: Vec<PlayedTrial>,
    /// The point held for the best afterwards.
    pub best: Vec<f64>,
}

/// A trial that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedTrial {
    /// What was asked for.
    pub trial: Trial,
    /// The agent of the point.
    pub agent: String,
    /// The agent of the rival, where there is one.
    pub rival: Option<String>,
    /// The pairs as the point sees them, against the whole field or against the rival.
    pub pairs: Pairs,
}

impl PlayedTrial {
    /// The share of games won; a half where there was nothing to play for.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.pairs.score().unwrap_or(0.5)
    }
}

/// A point that played the field.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedPoint<'a> {
    /// Its values.
    pub point: &'a [f64],
    /// Its agent.
    pub agent: &'a str,
    /// Its pairs in all rounds.
    pub pairs: Pairs,
    /// The round that it first played in, from 1.
    pub round: usize,
}

/// The winner from openings that the search has not seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Retest {
    /// The seed of the openings.
    pub seed: u64,
    /// The pairs against the start, as the winner sees them.
    pub pairs: Pairs,
    /// What both came to against the others of the field.
    pub field: Vec<FieldResult>,
}

/// The winner and the start against one of the field.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldResult {
    /// The opponent.
    pub agent: String,
    /// The winner's pairs.
    pub winner: Pairs,
    /// The start's pairs.
    pub start: Pairs,
}

impl Outcome {
    /// Games that were played in the search.
    #[must_use]
    pub fn games(&self) -> u64 {
        let trials = self.rounds.iter().flat_map(|round| &round.trials);
        trials.map(|trial| 2 * trial.pairs.count()).sum()
    }

    /// All points that played the field, the best first; of equals the one played first.
    #[must_use]
    pub fn points(&self) -> Vec<PlayedPoint<'_>> {
        let mut points: Vec<PlayedPoint<'_>> = Vec::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        for (round, played) in (1..).zip(&self.rounds) {
            // Points of a round that are the same agent share their games.
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

    /// What the winner scored in the search, where it played the field itself.
    #[must_use]
    pub fn winner_pairs(&self) -> Option<Pairs> {
        self.points().iter().find(|point| point.agent == self.winner).map(|point| point.pairs)
    }
}

/// All of these together.
pub(super) fn sum(pairs: &[Pairs]) -> Pairs {
    pairs.iter().fold(Pairs::default(), |sum, pairs| Pairs {
        won: sum.won + pairs.won,
        split: sum.split + pairs.split,
        lost: sum.lost + pairs.lost,
    })
}

impl Retest {
    /// How probable a difference as large as this one is between equals, by the sign test.
    #[must_use]
    pub fn p_value(&self) -> f64 {
        self.pairs.sign_test()
    }

    /// Whether equals would hardly differ so much.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        self.p_value() < CLEAR
    }

    /// What is to be thought of the winner, in a line.
    #[must_use]
    pub fn verdict(&self) -> String {
        let Some(Estimate { value, low, high }) = self.pairs.elo(Z95) else {
            return "not tested".to_owned();
        };
        if self.pairs.won + self.pairs.lost == 0 {
            return "not told from the start: each won one game of every pair".to_owned();
        }
        let interval = format!("95 % interval {} to {}", elo(low), elo(high));
        let p = probability(self.p_value());
        let size = value.abs();
        match (self.is_clear(), value > 0.0) {
            (true, true) => {
                format!("better than the start by {size:.0} Elo ({interval}); clear, p {p}")
            }
            (true, false) => {
                format!("worse than the start by {size:.0} Elo ({interval}); clear, p {p}")
            }
            (false, true) => {
                format!(
                    "better than the start by {size:.0} Elo ({interval}); not significant, p {p}"
                )
            }
            (false, false) => {
                format!(
                    "no better than the start: {} Elo ({interval}); not significant, p {p}",
                    elo(value)
                )
            }
        }
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
            ((0, 10, 0), "not told from the start", "one game of every pair"),
            ((0, 0, 0), "not tested", ""),
        ] {
            let text = verdict(counts.0, counts.1, counts.2);
            assert!(text.starts_with(begin) && text.ends_with(end), "{text}");
        }
    }
}

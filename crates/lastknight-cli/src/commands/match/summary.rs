//! What came of a match.

use lastknight::agent::Effort;
use lastknight::stats::{Pairs, Z95};
use lastknight::{Color, Limits, Position};
use serde::Serialize;

use super::runner::{COLORS_OF_A, Fixture, Pair, winner};
use crate::output::{LimitsShape, grouped, named_position, shown_limits};

/// The counts of a match.
pub(super) struct Summary {
    agents: [String; 2],
    start: Position,
    openings: usize,
    pub(super) different_openings: usize,
    seed: u64,
    limits: Limits,
    clock: &'static str,
    pairs: Pairs,
    as_white: [u64; 2],
    as_black: [u64; 2],
    plies: u64,
    effort: [Effort; 2],
    pub(super) seconds: f64,
    pub(super) stopped: bool,
}

impl Summary {
    pub(super) fn new(fixture: &Fixture, start: &Position, openings: usize) -> Self {
        Self {
            agents: fixture.agents.each_ref().map(ToString::to_string),
            start: *start,
            openings,
            different_openings: 0,
            seed: fixture.seed,
            limits: fixture.duel.limits,
            clock: fixture.duel.clock.name(),
            pairs: Pairs::default(),
            as_white: [0; 2],
            as_black: [0; 2],
            plies: 0,
            effort: [Effort::default(); 2],
            seconds: 0.0,
            stopped: false,
        }
    }

    pub(super) fn add(&mut self, pair: &Pair) {
        self.pairs.add(pair.wins());
        for (game, color_of_a) in pair.games.iter().zip(COLORS_OF_A) {
            self.plies += game.record.game().moves().len() as u64;
            for color in Color::ALL {
                let agent = usize::from(color != color_of_a);
                self.effort[agent].add(game.effort[color]);
                if winner(game) == Some(color) {
                    let wins = match color {
                        Color::White => &mut self.as_white,
                        Color::Black => &mut self.as_black,
                    };
                    wins[agent] += 1;
                }
            }
        }
    }

    fn games(&self) -> u64 {
        2 * self.pairs.count()
    }

    /// Half-moves of a game, on average.
    fn length(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.plies as f64 / self.games() as f64)
    }

    pub(super) fn text(&self) -> String {
        let [a, b] = &self.agents;
        let mut text = format!("A  {a}\nB  {b}\n\n");
        let (games, pairs) = (self.games(), self.pairs);
        if self.stopped {
            text += "stopped before the end; what was finished counts\n";
        }
        let plural = if self.openings == 1 { "" } else { "s" };
        text += &format!("{games} games from {}, ", named_position(&self.start));
        text += &format!("{} half-move{plural} by chance first\n", self.openings);
        text += &format!("limits unless an agent has its own: {}\n\n", shown_limits(self.limits));
        if (self.different_openings as u64) < pairs.count() {
            text += &format!(
                "different openings: {}; agents that leave nothing to chance repeat their games\n\n",
                self.different_openings
            );
        }
        let wins = [0, 1].map(|agent| self.as_white[agent] + self.as_black[agent]);
        let times = self.effort.map(|effort| mean(effort.time.as_secs_f64(), effort.moves));
        text += &format!("{:<14}{:>12}{:>12}\n", "", "A", "B");
        for (name, [a, b]) in [
            ("games won", wins.map(grouped)),
            ("  as White", self.as_white.map(grouped)),
            ("  as Black", self.as_black.map(grouped)),
            ("time a move", times.map(|time| time.map_or("-".to_owned(), shown_mean))),
        ] {
            text += &format!("{name:<14}{a:>12}{b:>12}\n");
        }
        text.push('\n');
        if let (Some(score), Some(length)) = (pairs.score(), self.length()) {
            let (low, high) = pairs.interval(Z95);
            let Pairs { won, split, lost } = pairs;
            text += &format!(
                "A scores {:.1} %; 95 % interval over pairs: {:.1} to {:.1} %\n",
                100.0 * score,
                100.0 * low,
                100.0 * high
            );
            text += &format!("pairs: A won both games of {won}, one of {split}, none of {lost}\n");
            text += &format!("a game lasts {length:.1} half-moves on average\n");
        }
        text
    }

    pub(super) fn shape(&self) -> Shape {
        let by_agent = |[a, b]: [u64; 2]| ByAgent { a, b };
        let mean_of = |total: fn(Effort) -> f64| {
            let [a, b] = self.effort.map(|effort| mean(total(effort), effort.moves));
            ByAgent { a, b }
        };
        let (low, high) = self.pairs.interval(Z95);
        let Pairs { won, split, lost } = self.pairs;
        Shape {
            a: self.agents[0].clone(),
            b: self.agents[1].clone(),
            start: self.start.to_string(),
            openings: self.openings,
            different_openings: self.different_openings,
            seed: self.seed,
            limits: self.limits.into(),
            clock: self.clock,
            games: self.games(),
            wins: by_agent([0, 1].map(|agent| self.as_white[agent] + self.as_black[agent])),
            wins_as_white: by_agent(self.as_white),
            wins_as_black: by_agent(self.as_black),
            pairs: PairsShape { won, split, lost },
            score: self.pairs.score(),
            interval: [low, high],
            plies: self.length(),
            seconds_per_move: mean_of(|effort| effort.time.as_secs_f64()),
            nodes_per_move: mean_of(|effort| effort.nodes as f64),
            seconds: self.seconds,
            stopped: self.stopped,
        }
    }
}

fn mean(total: f64, count: u64) -> Option<f64> {
    (count > 0).then(|| total / count as f64)
}

/// A mean time for people.
fn shown_mean(seconds: f64) -> String {
    if seconds < 1.0 { format!("{:.2} ms", 1000.0 * seconds) } else { format!("{seconds:.2} s") }
}

/// A match as JSON. Of the agents, `a` comes first; scores and pairs are as it sees them.
#[derive(Serialize)]
pub(super) struct Shape {
    a: String,
    b: String,
    start: String,
    openings: usize,
    different_openings: usize,
    seed: u64,
    limits: LimitsShape,
    clock: &'static str,
    games: u64,
    wins: ByAgent<u64>,
    wins_as_white: ByAgent<u64>,
    wins_as_black: ByAgent<u64>,
    pairs: PairsShape,
    score: Option<f64>,
    interval: [f64; 2],
    plies: Option<f64>,
    seconds_per_move: ByAgent<Option<f64>>,
    nodes_per_move: ByAgent<Option<f64>>,
    seconds: f64,
    stopped: bool,
}

#[derive(Serialize)]
struct ByAgent<T> {
    a: T,
    b: T,
}

#[derive(Serialize)]
struct PairsShape {
    won: u64,
    split: u64,
    lost: u64,
}

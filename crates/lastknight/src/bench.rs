//! The bench: fixed searches whose nodes show whether a change alters a search.
//!
//! Every agent has a limit of its own, so the nodes are the same on every machine. Their sum, the
//! [`signature`], is stored in `bench.txt`.

use crate::agent::Agent;
use crate::control::Limits;
use crate::game::Game;

/// The positions with their titles.
static POSITIONS: &[(&str, &str)] = &[
    ("5x5, empty", "5x5"),
    ("5x5", "5x5 moves c3 b1"),
    ("7x7, opening", "7x7 moves d4 b3"),
    ("7x7, middle", "7x7 moves e2 a6 f4 c7 g2 b5 e1 d4 c2 b3 e3 d2"),
    ("7x7, late", "7x7 moves e2 a6 f4 c7 g2 b5 e1 d4 c2 b3 e3 d2 c4 f3 b2 e5 d1 g4"),
    ("9x9", "9x9 moves e5 c4 f7 d6"),
    ("11x9", "11x9 moves f5 d4 g7 e6"),
    ("8x8 with holes", "3x4/8/1x6/4N3/3n4/6x1/8/4x3 w"),
];

/// The agents, each limited to some tens of milliseconds per position. A new one changes `bench.txt`.
static AGENTS: &[&str] = &[
    "greedy(ab15)",
    "minimax(improved, depth=5)",
    "minimax(open, depth=5, deepen=on, symmetry=on)",
    "alphabeta(improved, depth=10)",
    "alphabeta(improved, depth=10, moves=unmake)",
    "alphabeta(improved, depth=11, order=full)",
    "alphabeta(improved, depth=12, order=best)",
    "alphabeta(chase(0.25,1), depth=11, order=best, ordered=4, symmetry=on)",
    "alphabeta(ab15, depth=10, single=on, center=on, reflect=on)",
    "alphabeta(\"dp * (n - 1.5*n')\", depth=10)",
    "mirror(alphabeta(improved, depth=10))",
    "engine(depth=11)",
    "engine(improved, depth=12, memory=1)",
    "engine(nodes=50000)",
    "perfect(nodes=50000)",
    "mcts(nodes=20000)",
    "mcts(improved, nodes=20000)",
];

/// An agent and a position to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BenchCase {
    /// The agent's text.
    pub agent: &'static str,
    /// The title of the position.
    pub title: &'static str,
    /// The position as text.
    pub position: &'static str,
}

/// Returns all cases, agent by agent.
pub fn cases() -> impl Iterator<Item = BenchCase> {
    AGENTS.iter().flat_map(|&agent| {
        POSITIONS.iter().map(move |&(title, position)| BenchCase { agent, title, position })
    })
}

impl BenchCase {
    /// Searches the position and returns the nodes.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        let agent: Agent = self.agent.parse().expect("an agent");
        let game: Game = self.position.parse().expect("a position");
        let report = agent.player(0).choose_at(game.position(), Limits::NONE);
        report.expect("built-in agents do not forfeit").nodes
    }
}

/// The [`signature`] in `bench.txt`.
pub const SIGNATURE: &str = include_str!("bench.txt").trim_ascii();

/// Returns the nodes of all cases.
#[must_use]
pub fn signature() -> u64 {
    cases().map(|case| case.nodes()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A failure means that a search has changed. If that is intended, store the new number.
    #[test]
    fn the_signature_is_the_stored_one() {
        assert_eq!(signature().to_string(), SIGNATURE);
    }
}

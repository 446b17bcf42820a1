//! A fixed amount of searching: its number of nodes tells whether searches still do the same.
//!
//! Every case is an agent with a limit of its own and a position, so the nodes are the same on every
//! machine. Their sum, the [`signature`], is written down in `bench.txt`: a change that is
//! not meant to change a search leaves it as it is.

use crate::agent::Agent;
use crate::control::Limits;
use crate::game::Game;

/// The positions: what they show, and the moves that lead there.
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

/// The agents, each with a depth or nodes that take it at most some tens of milliseconds a position. A new one is a
/// line here and a new sum in `bench.txt`.
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
    /// What the position shows, in a few words.
    pub title: &'static str,
    /// The position, as text.
    pub position: &'static str,
}

/// All cases, agent by agent.
pub fn cases() -> impl Iterator<Item = BenchCase> {
    AGENTS.iter().flat_map(|&agent| {
        POSITIONS.iter().map(move |&(title, position)| BenchCase { agent, title, position })
    })
}

impl BenchCase {
    /// Searches, and counts the nodes.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        let agent: Agent = self.agent.parse().expect("an agent");
        let game: Game = self.position.parse().expect("a position");
        // The agent brings its limits.
        let report = agent.player(0).choose_at(game.position(), Limits::NONE);
        report.expect("built-in agents do not give up").nodes
    }
}

/// The [`signature`] as it is written down: programs that show the same one search the same.
pub const SIGNATURE: &str = include_str!("bench.txt").trim_ascii();

/// The nodes of all cases.
#[must_use]
pub fn signature() -> u64 {
    cases().map(|case| case.nodes()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where this fails, searches have changed: if that was meant, the file gets the new number.
    #[test]
    fn the_signature_is_the_one_written_down() {
        assert_eq!(signature().to_string(), SIGNATURE);
    }
}

//! The trace of a small search: which nodes it visited in which order, which it cut and why.
//!
//! The searches that play keep no trace. This one is the textbook's and visits the nodes of
//! [`Ladder`](super::Ladder). Values are for the player at the root, who maximizes; the other minimizes.

use super::Score;
use crate::board::{Color, Position, Square};
use crate::control::Checkpoint;
use crate::eval::Heuristic;

/// The trace of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// The nodes, each after its parent, siblings in the order of their squares. The first is the root.
    pub nodes: Vec<TraceNode>,
    /// The number of nodes visited; the others were cut.
    pub visited: usize,
}

/// A position of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceNode {
    /// The index of the parent; `None` at the root.
    pub parent: Option<usize>,
    /// The move that leads here.
    pub to: Option<Square>,
    /// Plies from the root.
    pub ply: u32,
    /// The side to move.
    pub side: Color,
    /// When it was visited, from 0; `None` if it was cut.
    pub order: Option<usize>,
    /// Alpha and beta when it was entered; minimax has neither.
    pub window: (Option<Score>, Option<Score>),
    /// Its value for the player at the root, or a bound on it after a cutoff.
    pub value: Option<Score>,
    /// What the search did with it.
    pub kind: NodeKind,
}

/// What a search did with a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// Searched its moves.
    Branch {
        /// The index of the child that decided the value.
        best: usize,
        /// Whether a cutoff left moves unsearched.
        is_cut_short: bool,
    },
    /// Evaluated it with the heuristic, at the full depth.
    Leaf,
    /// Found the game over.
    End,
    /// Skipped it, since its parent's window had closed.
    Cut,
}

/// Why a search was not traced to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TraceError {
    /// It has more nodes than allowed.
    #[error("the tree has more than {0} nodes: use a smaller depth")]
    TooLarge(usize),
    /// It was stopped.
    #[error("the tree took too long: use a smaller depth or a faster heuristic")]
    Stopped,
}

impl Trace {
    /// Traces minimax, or alpha-beta if `prune` is set, to a depth. The checkpoint is passed before every node.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use lastknight::Position;
    /// use lastknight::search::trace::Trace;
    ///
    /// let position: Position = "7/7/7/3N3/1n5/7/7 w".parse()?;
    /// let improved = "improved".parse()?;
    /// let stop = AtomicBool::new(false);
    /// let minimax = Trace::of(&position, &improved, 3, false, 1000, &stop)?;
    /// let alphabeta = Trace::of(&position, &improved, 3, true, 1000, &stop)?;
    /// assert_eq!(minimax.nodes[0].value, alphabeta.nodes[0].value);
    /// assert!(alphabeta.visited < minimax.visited);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if there are more than `most` nodes, or if the checkpoint stops the search.
    pub fn of(
        position: &Position,
        heuristic: &Heuristic,
        depth: u32,
        prune: bool,
        most: usize,
        checkpoint: &dyn Checkpoint,
    ) -> Result<Self, TraceError> {
        let player = position.side();
        let trace = Self { nodes: Vec::new(), visited: 0 };
        let mut tracer = Tracer { heuristic, player, prune, most, checkpoint, trace };
        let root = tracer.add(None, position)?;
        tracer.visit(root, position, depth, (None, None))?;
        Ok(tracer.trace)
    }
}

/// A search that traces itself.
struct Tracer<'a> {
    heuristic: &'a Heuristic,
    player: Color,
    prune: bool,
    most: usize,
    checkpoint: &'a dyn Checkpoint,
    trace: Trace,
}

impl Tracer<'_> {
    /// Adds a node that is not visited yet, reached by a move from its parent.
    fn add(
        &mut self,
        from: Option<(usize, Square)>,
        position: &Position,
    ) -> Result<usize, TraceError> {
        let index = self.trace.nodes.len();
        if index >= self.most {
            return Err(TraceError::TooLarge(self.most));
        }
        let (parent, to) = from.unzip();
        self.trace.nodes.push(TraceNode {
            parent,
            to,
            ply: parent.map_or(0, |parent| self.trace.nodes[parent].ply + 1),
            side: position.side(),
            order: None,
            window: (None, None),
            value: None,
            kind: NodeKind::Cut,
        });
        Ok(index)
    }

    /// Searches a node that was added, and returns its value.
    fn visit(
        &mut self,
        at: usize,
        position: &Position,
        depth: u32,
        (mut alpha, mut beta): (Option<Score>, Option<Score>),
    ) -> Result<Score, TraceError> {
        if self.checkpoint.proceed().is_break() {
            return Err(TraceError::Stopped);
        }
        let node = &mut self.trace.nodes[at];
        (node.order, node.window) = (Some(self.trace.visited), (alpha, beta));
        let ply = node.ply;
        self.trace.visited += 1;
        let is_ours = position.side() == self.player;
        let moves = position.legal_moves();
        if moves.is_empty() {
            let end = if is_ours { Score::Loss(Some(ply)) } else { Score::Win(Some(ply)) };
            return Ok(self.settle(at, end, NodeKind::End));
        }
        if depth == 0 {
            let value = Score::Value(self.heuristic.estimate(position, self.player));
            return Ok(self.settle(at, value, NodeKind::Leaf));
        }
        let is_better = |value, than: Option<Score>| {
            than.is_none_or(|than| if is_ours { value > than } else { value < than })
        };
        let (mut best, mut best_child, mut is_cut_short) = (None, None, false);
        for to in moves {
            let next = position.play_unchecked(to);
            let child = self.add(Some((at, to)), &next)?;
            if alpha.zip(beta).is_some_and(|(alpha, beta)| alpha >= beta) {
                is_cut_short = true;
                continue;
            }
            let value = self.visit(child, &next, depth - 1, (alpha, beta))?;
            if is_better(value, best) {
                (best, best_child) = (Some(value), Some(child));
            }
            let bound = if is_ours { &mut alpha } else { &mut beta };
            if self.prune && is_better(value, *bound) {
                *bound = Some(value);
            }
        }
        let (value, best) = best.zip(best_child).expect("the first move is searched");
        Ok(self.settle(at, value, NodeKind::Branch { best, is_cut_short }))
    }

    fn settle(&mut self, at: usize, value: Score, kind: NodeKind) -> Score {
        let node = &mut self.trace.nodes[at];
        (node.value, node.kind) = (Some(value), kind);
        value
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::agent::Agent;
    use crate::control::Limits;
    use crate::random::Random;
    use crate::search::random_game;

    fn trace(position: &Position, heuristic: &str, depth: u32, prune: bool, most: usize) -> Trace {
        let heuristic = heuristic.parse().unwrap();
        Trace::of(position, &heuristic, depth, prune, most, &AtomicBool::new(false)).unwrap()
    }

    /// Values and nodes are those of the searches that play.
    #[test]
    fn it_is_the_search_that_plays() {
        let mut random = Random::new(5);
        for round in 0..60 {
            let board = ["5x5", "7x7", "4x6", "5/2x2/5/1x3/5 w"][round % 4];
            let plies = 2 + random.below(14);
            let Some(position) = random_game(board, &mut random).nth(plies) else { continue };
            if position.winner().is_some() {
                continue;
            }
            for heuristic in ["improved", "center", "ab11"] {
                for (depth, prune) in [(1, false), (3, false), (2, true), (4, true)] {
                    let name = if prune { "alphabeta" } else { "minimax" };
                    let agent: Agent =
                        format!("{name}({heuristic}, depth={depth})").parse().unwrap();
                    let report = agent.player(0).choose_at(&position, Limits::NONE).unwrap();
                    let depth = depth.min(position.open().count());
                    let trace = trace(&position, heuristic, depth, prune, 1 << 20);
                    assert_eq!(trace.nodes[0].value, report.score(), "{agent} {position}");
                    assert_eq!(trace.visited as u64, report.nodes, "{agent} {position}");
                    let NodeKind::Branch { best, .. } = trace.nodes[0].kind else {
                        panic!("a branch")
                    };
                    assert_eq!(trace.nodes[best].to, report.best(), "{agent} {position}");
                    check(&trace);
                }
            }
        }
    }

    /// Children come after parents, orders count up, and a cut node has a parent that was cut short.
    fn check(trace: &Trace) {
        let mut orders: Vec<usize> = trace.nodes.iter().filter_map(|node| node.order).collect();
        orders.sort_unstable();
        assert_eq!(orders, (0..trace.visited).collect::<Vec<_>>());
        for (at, node) in trace.nodes.iter().enumerate() {
            assert_eq!(node.parent.is_none(), at == 0);
            assert_eq!(node.order.is_none(), node.kind == NodeKind::Cut);
            assert_eq!(node.value.is_none(), node.kind == NodeKind::Cut);
            let Some(parent) = node.parent else { continue };
            assert!(parent < at);
            if node.kind == NodeKind::Cut {
                let parent = &trace.nodes[parent];
                assert!(matches!(parent.kind, NodeKind::Branch { is_cut_short: true, .. }));
            }
        }
    }

    #[test]
    fn a_tree_that_is_too_large_is_refused() {
        let position: Position = "7x7".parse().unwrap();
        let improved = "improved".parse().unwrap();
        for (stop, error) in [(false, TraceError::TooLarge(100)), (true, TraceError::Stopped)] {
            let trace = Trace::of(&position, &improved, 2, false, 100, &AtomicBool::new(stop));
            assert_eq!(trace, Err(error));
        }
        let whole = trace(&position, "improved", 1, false, 50);
        assert_eq!((whole.nodes.len(), whole.visited), (50, 50));
        let over = trace(&"N b".parse().unwrap(), "improved", 3, true, 50);
        assert_eq!((over.visited, over.nodes[0].kind), (1, NodeKind::End));
    }
}

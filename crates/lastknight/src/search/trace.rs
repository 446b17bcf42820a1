//! A small search written down node by node, to be looked at: what it visited in which order, what it left out and why.
//!
//! The searches that play keep no record. This one is the textbook's, with the same values and the same nodes as
//! [`Ladder`](super::Ladder)'s, and values as the textbook has them: those of the player at the root, who takes the
//! greatest, while the other takes the least.

use std::sync::atomic::AtomicBool;

use super::Score;
use crate::board::{Color, Position, Square};
use crate::control::Checkpoint;
use crate::eval::Heuristic;

/// What is written down of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// The nodes, each after its parent, children in the order of their squares. The first is the root.
    pub nodes: Vec<Node>,
    /// How many were visited: the others were cut.
    pub visited: usize,
}

/// A position of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The node before it, by its place in the list; the root has none.
    pub parent: Option<usize>,
    /// The move that leads here.
    pub to: Option<Square>,
    /// Half-moves from the root.
    pub ply: u32,
    /// Who is to move.
    pub side: Color,
    /// When it was visited, from 0; `None` where it was cut.
    pub order: Option<usize>,
    /// What was known when it was entered: the root's player has at least the first elsewhere, and is held to the second.
    /// Minimax knows neither.
    pub window: (Option<Score>, Option<Score>),
    /// Its value to the player at the root. Where the search left early it is a bound: the true one does not matter.
    pub value: Option<Score>,
    /// What became of it.
    pub kind: NodeKind,
}

/// What a search makes of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// It looked at moves, and this child, by its place in the list, decided the value.
    Branch {
        /// The child.
        best: usize,
        /// Whether it left before the last move, since the window had closed.
        is_cut_short: bool,
    },
    /// It is deep enough: the heuristic gave the value.
    Leaf,
    /// The game is over.
    End,
    /// It was not looked at: its parent's window had closed.
    Cut,
}

/// Why a search was not written down to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TraceError {
    /// There is more than may be written down.
    #[error("the tree has more than {0} nodes: ask for less depth")]
    TooLarge(usize),
    /// It was stopped.
    #[error("the tree took too long: ask for less depth, or for a heuristic that is quicker")]
    Stopped,
}

impl Trace {
    /// Searches a position to a depth, with or without alpha-beta's cuts.
    ///
    /// ```
    /// use lastknight::Position;
    /// use lastknight::search::trace::Trace;
    ///
    /// let position: Position = "7/7/7/3N3/1n5/7/7 w".parse()?;
    /// let improved = "improved".parse()?;
    /// let minimax = Trace::of(&position, &improved, 3, false, 1000)?;
    /// let alphabeta = Trace::of(&position, &improved, 3, true, 1000)?;
    /// assert_eq!(minimax.nodes[0].value, alphabeta.nodes[0].value);
    /// assert!(alphabeta.visited < minimax.visited);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Where there are more than `most` nodes.
    pub fn of(
        position: &Position,
        heuristic: &Heuristic,
        depth: u32,
        prune: bool,
        most: usize,
    ) -> Result<Self, TraceError> {
        Self::until(position, heuristic, depth, prune, most, &AtomicBool::new(false))
    }

    /// The same with a checkpoint, which is passed before every node.
    ///
    /// # Errors
    /// Returns an error if there are more than `most` nodes, or if the checkpoint stopped the search.
    pub fn until(
        position: &Position,
        heuristic: &Heuristic,
        depth: u32,
        prune: bool,
        most: usize,
        checkpoint: &dyn Checkpoint,
    ) -> Result<Self, TraceError> {
        let player = position.side();
        let trace = Self { nodes: Vec::new(), visited: 0 };
        let mut writer = Writer { heuristic, player, prune, most, checkpoint, trace };
        let root = writer.add(None, None, position, 0)?;
        writer.visit(root, position, depth, (None, None))?;
        Ok(writer.trace)
    }
}

/// A search in progress.
struct Writer<'a> {
    heuristic: &'a Heuristic,
    player: Color,
    prune: bool,
    most: usize,
    checkpoint: &'a dyn Checkpoint,
    trace: Trace,
}

impl Writer<'_> {
    /// Writes down a node that is not visited yet.
    fn add(
        &mut self,
        parent: Option<usize>,
        to: Option<Square>,
        position: &Position,
        ply: u32,
    ) -> Result<usize, TraceError> {
        if self.trace.nodes.len() >= self.most {
            return Err(TraceError::TooLarge(self.most));
        }
        self.trace.nodes.push(Node {
            parent,
            to,
            ply,
            side: position.side(),
            order: None,
            window: (None, None),
            value: None,
            kind: NodeKind::Cut,
        });
        Ok(self.trace.nodes.len() - 1)
    }

    /// Searches a node that is written down, and gives its value.
    fn visit(
        &mut self,
        at: usize,
        position: &Position,
        depth: u32,
        mut window: (Option<Score>, Option<Score>),
    ) -> Result<Score, TraceError> {
        if self.checkpoint.proceed().is_break() {
            return Err(TraceError::Stopped);
        }
        let node = &mut self.trace.nodes[at];
        (node.order, node.window) = (Some(self.trace.visited), window);
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
        let (mut best, mut is_cut_short): (Option<(Score, usize)>, bool) = (None, false);
        for to in moves {
            let next = position.play_unchecked(to);
            let child = self.add(Some(at), Some(to), &next, ply + 1)?;
            if is_closed(window) {
                is_cut_short = true;
                continue;
            }
            let value = self.visit(child, &next, depth - 1, window)?;
            let is_better =
                best.is_none_or(|(best, _)| if is_ours { value > best } else { value < best });
            if is_better {
                best = Some((value, child));
            }
            if self.prune {
                narrow(&mut window, value, is_ours);
            }
        }
        let (value, best) = best.expect("there was a move, and it was looked at");
        Ok(self.settle(at, value, NodeKind::Branch { best, is_cut_short }))
    }

    fn settle(&mut self, at: usize, value: Score, kind: NodeKind) -> Score {
        let node = &mut self.trace.nodes[at];
        (node.value, node.kind) = (Some(value), kind);
        value
    }
}

/// Whether nothing that is found now can matter.
fn is_closed(window: (Option<Score>, Option<Score>)) -> bool {
    matches!(window, (Some(alpha), Some(beta)) if alpha >= beta)
}

/// What a value found for a player does to the window.
fn narrow((alpha, beta): &mut (Option<Score>, Option<Score>), value: Score, is_ours: bool) {
    if is_ours {
        *alpha = Some(alpha.map_or(value, |alpha| if value > alpha { value } else { alpha }));
    } else {
        *beta = Some(beta.map_or(value, |beta| if value < beta { value } else { beta }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::Agent;
    use crate::control::Limits;
    use crate::random::Random;

    /// Values and nodes are those of the searches that play.
    #[test]
    fn it_is_the_search_that_plays() {
        let mut random = Random::new(5);
        for round in 0..60 {
            let board = ["5x5", "7x7", "4x6", "5/2x2/5/1x3/5 w"][round % 4];
            let mut position: Position = board.parse().unwrap();
            for _ in 0..2 + random.below(14) {
                let moves: Vec<Square> = position.legal_moves().into_iter().collect();
                let Some(to) = random.pick(&moves) else { break };
                position = position.play(to).unwrap();
            }
            if position.winner().is_some() {
                continue;
            }
            for heuristic in ["improved", "center", "ab11"] {
                for (depth, prune) in [(1, false), (3, false), (2, true), (4, true)] {
                    let name = if prune { "alphabeta" } else { "minimax" };
                    let agent: Agent =
                        format!("{name}({heuristic}, depth={depth})").parse().unwrap();
                    let report = agent.player(0).choose_at(&position, Limits::NONE).unwrap();
                    let most = position.open().count();
                    let depth = depth.min(most);
                    let trace =
                        Trace::of(&position, &heuristic.parse().unwrap(), depth, prune, 1 << 20)
                            .unwrap();
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

    /// Children come after parents, orders count up, and what is cut has a parent that was cut short.
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
        assert_eq!(Trace::of(&position, &improved, 2, false, 100), Err(TraceError::TooLarge(100)));
        let (up, most) = (AtomicBool::new(true), 100);
        let stopped = Trace::until(&position, &improved, 2, false, most, &up);
        assert_eq!(stopped, Err(TraceError::Stopped));
        let whole = Trace::of(&position, &improved, 1, false, 50).unwrap();
        assert_eq!((whole.nodes.len(), whole.visited), (50, 50));
        let over: Position = "N b".parse().unwrap();
        let trace = Trace::of(&over, &improved, 3, true, 50).unwrap();
        assert_eq!((trace.visited, trace.nodes[0].kind), (1, NodeKind::End));
    }
}

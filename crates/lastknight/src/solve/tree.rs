//! The first plies below a position as a tree in memory, whose leaves threads solve one by one.
//!
//! When a node is decided, its branches are dropped and threads in them stop.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::move_order::MoveOrder;
use crate::board::{Position, Word};
use crate::control::Budget;

#[derive(Debug)]
pub(super) struct Node<W: Word> {
    position: Position<W>,
    state: NodeState<W>,
}

#[derive(Debug)]
enum NodeState<W: Word> {
    /// Not visited.
    New,
    /// A leaf that a thread solves, with its stop flag.
    Taken(Arc<AtomicBool>),
    /// Depends on these, the most promising first.
    Open(Vec<Node<W>>),
    /// Decided: whether the side to move wins.
    Decided(bool),
}

#[derive(Debug)]
pub(super) struct Leaf<W: Word> {
    pub(super) position: Position<W>,
    /// Stop flag, set when the result is no longer needed.
    pub(super) stop: Arc<AtomicBool>,
    /// The branches from the root.
    path: Vec<usize>,
}

impl<W: Word> Node<W> {
    pub(super) fn new(position: Position<W>) -> Self {
        Self { position, state: NodeState::New }
    }

    /// Whether the side to move wins, once decided.
    pub(super) fn wins(&self) -> Option<bool> {
        if let NodeState::Decided(wins) = self.state { Some(wins) } else { None }
    }

    /// Takes the next leaf to solve, or `None` if there is none for now. Leaves that are needed in any
    /// case come first, then speculative ones. Every visited position takes one node from the budget.
    pub(super) fn take(
        &mut self,
        order: &MoveOrder<'_, W>,
        budget: &mut impl Budget,
    ) -> Option<Leaf<W>> {
        let mut path = Vec::new();
        self.find(order, budget, false, &mut path)
            .or_else(|| self.find(order, budget, true, &mut path))
    }

    /// Finds a leaf below this node. `path` leads here and is restored unless a leaf is found.
    fn find(
        &mut self,
        order: &MoveOrder<'_, W>,
        budget: &mut impl Budget,
        speculative: bool,
        path: &mut Vec<usize>,
    ) -> Option<Leaf<W>> {
        if matches!(self.state, NodeState::New) {
            let is_leaf = self.position.attacker().is_some()
                && self.position.open().count() <= order.techniques.leaf;
            let is_near = path.len() < order.techniques.mirrored as usize;
            if is_near || !is_leaf {
                budget.spend()?;
            }
            if is_near && self.position.mirror_win().is_some() {
                self.state = NodeState::Decided(false);
            } else if is_near && path.is_empty() && self.can_mirror() {
                self.state = NodeState::Decided(true);
            } else if is_leaf {
                let stop = Arc::new(AtomicBool::new(false));
                self.state = NodeState::Taken(Arc::clone(&stop));
                return Some(Leaf { position: self.position, stop, path: path.clone() });
            } else {
                self.grow(order);
            }
        }
        // The other branches of a node that is expected to be won are speculative.
        let is_first_only = is_hopeful(&self.position) && !speculative;
        let NodeState::Open(branches) = &mut self.state else { return None };
        for (i, branch) in branches.iter_mut().enumerate() {
            if branch.wins().is_some() {
                continue;
            }
            path.push(i);
            let found = branch.find(order, budget, speculative, path);
            if found.is_some() {
                return found;
            }
            path.pop();
            // The call may have decided the branch.
            if branch.wins() == Some(false) || (branch.wins().is_none() && is_first_only) {
                break;
            }
        }
        self.conclude();
        None
    }

    fn can_mirror(&self) -> bool {
        let mut moves = self.position.legal_moves().into_iter();
        moves.any(|to| self.position.play_unchecked(to).mirror_win().is_some())
    }

    fn grow(&mut self, order: &MoveOrder<'_, W>) {
        let mut images = HashSet::new();
        let moves = order.of_position(&self.position);
        let next = moves.into_iter().map(|to| self.position.play_unchecked(to));
        let branches = next.filter(|next| images.insert(next.canonical().0)).map(Self::new);
        self.state = NodeState::Open(branches.collect());
        self.conclude();
    }

    /// Stores the result of a leaf, or gives the leaf back if it was not solved.
    pub(super) fn finish(&mut self, leaf: &Leaf<W>, wins: Option<bool>) {
        if !leaf.stop.load(Ordering::Relaxed) {
            self.enter(&leaf.path, wins.map_or(NodeState::New, NodeState::Decided));
        }
    }

    fn enter(&mut self, path: &[usize], state: NodeState<W>) {
        match (path, &mut self.state) {
            ([], own) => *own = state,
            ([first, rest @ ..], NodeState::Open(branches)) => {
                branches[*first].enter(rest, state);
                self.conclude();
            }
            _ => {}
        }
    }

    /// Decides the node if its branches do.
    fn conclude(&mut self) {
        let NodeState::Open(branches) = &self.state else { return };
        let is_won = branches.iter().any(|branch| branch.wins() == Some(false));
        if is_won || branches.iter().all(|branch| branch.wins() == Some(true)) {
            self.stop();
            self.state = NodeState::Decided(is_won);
        }
    }

    /// Stops all threads that work in this subtree.
    fn stop(&self) {
        match &self.state {
            NodeState::Taken(stop) => stop.store(true, Ordering::Relaxed),
            NodeState::Open(branches) => branches.iter().for_each(Self::stop),
            NodeState::New | NodeState::Decided(_) => {}
        }
    }

    /// An estimate of the part of the work that is done, from 0 to 1.
    pub(super) fn done(&self) -> f64 {
        match &self.state {
            NodeState::Decided(_) => 1.0,
            NodeState::New | NodeState::Taken(_) => 0.0,
            NodeState::Open(branches) => {
                // If a win is expected, most of the work is in the first move.
                let first = if is_hopeful(&self.position) && branches.len() > 1 {
                    0.8
                } else {
                    1.0 / branches.len() as f64
                };
                let rest = (1.0 - first) / (branches.len() - 1).max(1) as f64;
                let share = |i| if i == 0 { first } else { rest };
                branches.iter().enumerate().map(|(i, branch)| share(i) * branch.done()).sum()
            }
        }
    }
}

/// Whether the side to move is expected to win: the attacker, and the player who places second.
fn is_hopeful<W: Word>(position: &Position<W>) -> bool {
    match position.attacker() {
        Some(attacker) => attacker == position.side(),
        None => position.knight(!position.side()).is_some(),
    }
}

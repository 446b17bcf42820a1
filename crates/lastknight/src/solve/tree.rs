//! The first half-moves below a position as a tree in memory, whose leaves are solved one by one.
//!
//! That makes the work divisible: threads take leaves, and what is done so far can be told. A node
//! is decided as soon as one of its moves wins or all of them lose; then its branches are dropped,
//! and whoever still works in them is told to stop.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::order::Order;
use super::techniques::Techniques;
use crate::board::{Position, Word};
use crate::control::Budget;

/// A position near the root.
#[derive(Debug)]
pub(super) struct Node<W: Word> {
    position: Position<W>,
    state: State<W>,
}

#[derive(Debug)]
enum State<W: Word> {
    /// Nobody has looked at it.
    Fresh,
    /// Somebody solves it, until this is set.
    Taken(Arc<AtomicBool>),
    /// It depends on these, the most promising first.
    Open(Vec<Node<W>>),
    /// It is known whether the side to move wins.
    Known(bool),
}

/// A leaf to be solved.
#[derive(Debug)]
pub(super) struct Job<W: Word> {
    pub(super) position: Position<W>,
    /// Set where the answer is not needed any more.
    pub(super) is_idle: Arc<AtomicBool>,
    /// The branches from the root on.
    path: Vec<usize>,
}

impl<W: Word> Node<W> {
    pub(super) fn new(position: Position<W>) -> Self {
        Self { position, state: State::Fresh }
    }

    pub(super) fn position(&self) -> &Position<W> {
        &self.position
    }

    /// Whether the side to move wins, once that is known.
    pub(super) fn wins(&self) -> Option<bool> {
        if let State::Known(wins) = self.state { Some(wins) } else { None }
    }

    /// The next leaf to solve, or `None` where there is none left for now.
    ///
    /// First of all those that are needed whatever comes of the ones being solved; then, rather than
    /// wait, others. Every position that is looked at in the tree takes one from the budget.
    pub(super) fn take(
        &mut self,
        order: &Order<'_, W>,
        budget: &mut impl Budget,
    ) -> Option<Job<W>> {
        [false, true].into_iter().find_map(|guess| {
            let mut path = Vec::new();
            let (position, is_idle) = self.find(order, budget, guess, &mut path)?;
            Some(Job { position, is_idle, path })
        })
    }

    fn find(
        &mut self,
        order: &Order<'_, W>,
        budget: &mut impl Budget,
        guess: bool,
        path: &mut Vec<usize>,
    ) -> Option<(Position<W>, Arc<AtomicBool>)> {
        if matches!(self.state, State::Fresh) {
            let is_leaf = is_leaf(&self.position, order.techniques);
            let is_near = path.len() < order.techniques.mirrored as usize;
            if is_near || !is_leaf {
                budget.spend()?;
            }
            if is_near && self.position.mirror_win().is_some() {
                self.state = State::Known(false);
            } else if is_near && path.is_empty() && self.can_mirror() {
                self.state = State::Known(true);
            } else if is_leaf {
                let is_idle = Arc::new(AtomicBool::new(false));
                self.state = State::Taken(Arc::clone(&is_idle));
                return Some((self.position, is_idle));
            } else {
                self.grow(order);
            }
        }
        let is_hopeful = is_hopeful(&self.position);
        let State::Open(branches) = &mut self.state else { return None };
        for (i, branch) in branches.iter_mut().enumerate() {
            if branch.wins().is_some() {
                continue;
            }
            path.push(i);
            let found = branch.find(order, budget, guess, path);
            if found.is_some() {
                return found;
            }
            path.pop();
            // Growing may have decided it.
            if branch.wins() == Some(false) || (branch.wins().is_none() && is_hopeful && !guess) {
                break;
            }
        }
        self.conclude();
        None
    }

    /// Whether some move leads to a win by mirroring.
    fn can_mirror(&self) -> bool {
        let mut moves = self.position.legal_moves().into_iter();
        moves.any(|to| self.position.play_unchecked(to).mirror_win().is_some())
    }

    fn grow(&mut self, order: &Order<'_, W>) {
        let mut images = HashSet::new();
        let moves = order.of_position(&self.position);
        let next = moves.into_iter().map(|to| self.position.play_unchecked(to));
        let branches = next.filter(|next| images.insert(next.canonical().0)).map(Self::new);
        self.state = State::Open(branches.collect());
        self.conclude();
    }

    /// Enters what was found out about a leaf.
    pub(super) fn finish(&mut self, job: &Job<W>, wins: bool) {
        if !job.is_idle.load(Ordering::Relaxed) {
            self.enter(&job.path, State::Known(wins));
        }
    }

    /// Gives a leaf back that was not solved.
    pub(super) fn give_back(&mut self, job: &Job<W>) {
        if !job.is_idle.load(Ordering::Relaxed) {
            self.enter(&job.path, State::Fresh);
        }
    }

    fn enter(&mut self, path: &[usize], state: State<W>) {
        match (path, &mut self.state) {
            ([], own) => *own = state,
            ([first, rest @ ..], State::Open(branches)) => {
                branches[*first].enter(rest, state);
                self.conclude();
            }
            _ => {}
        }
    }

    /// Decides the position, where its branches do.
    fn conclude(&mut self) {
        let State::Open(branches) = &self.state else { return };
        let wins = if branches.iter().any(|branch| branch.wins() == Some(false)) {
            true
        } else if branches.iter().all(|branch| branch.wins() == Some(true)) {
            false
        } else {
            return;
        };
        self.dismiss();
        self.state = State::Known(wins);
    }

    /// Tells all who work in this tree that they need not.
    fn dismiss(&self) {
        match &self.state {
            State::Taken(is_idle) => is_idle.store(true, Ordering::Relaxed),
            State::Open(branches) => branches.iter().for_each(Self::dismiss),
            State::Fresh | State::Known(_) => {}
        }
    }

    /// About which part of the work is done, from 0 to 1.
    pub(super) fn done(&self) -> f64 {
        match &self.state {
            State::Known(_) => 1.0,
            State::Fresh | State::Taken(_) => 0.0,
            State::Open(branches) => {
                // Where a win is expected, most of the work is in the first move.
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

/// Whether a position is to be solved as a whole.
fn is_leaf<W: Word>(position: &Position<W>, techniques: &Techniques) -> bool {
    position.attacker().is_some() && position.open().count() <= techniques.leaf
}

/// Whether the side to move is expected to win: the attacker, and who places second.
fn is_hopeful<W: Word>(position: &Position<W>) -> bool {
    match position.attacker() {
        Some(attacker) => attacker == position.side(),
        None => position.knight(!position.side()).is_some(),
    }
}

//! The tree of a search: a list of nodes that refer to their children by index.
//!
//! The children of a node are adjacent and come after it. So one pass from front to back finds a subtree,
//! and it can be moved to the front in place.

use std::ops::{Index, IndexMut, Range};

use super::move_classes::Proof;
use crate::board::Square;

/// The index of the root.
pub(super) const ROOT: u32 = 0;

/// The nodes reserved first; the second time all the memory is reserved. That costs nothing until it is
/// written to, while growing in steps would copy the tree during the search.
const FIRST: usize = 1 << 12;

/// A position in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The sum of the playouts' results for the player who moved here.
    pub(super) total: f64,
    pub(super) visits: u32,
    first: u32,
    count: u8,
    /// The move that leads here.
    pub(super) to: Square,
    pub(super) proof: Proof,
}

impl Node {
    fn new(to: Square, proof: Proof) -> Self {
        Self { total: 0.0, visits: 0, first: 0, count: 0, to, proof }
    }

    pub(super) fn children(&self) -> Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.count)
    }

    /// Returns the average result for the player who moved here.
    #[inline]
    pub(super) fn mean(&self) -> f64 {
        if self.visits == 0 { 0.0 } else { self.total / f64::from(self.visits) }
    }
}

/// The tree.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    most: usize,
    is_full: bool,
}

impl Tree {
    /// Creates a tree of at most `bytes`, including what [`keep`](Self::keep) needs.
    pub(super) fn new(bytes: usize) -> Self {
        // Besides each node there is a bit to mark it and half a bit to count the marks.
        let most = (bytes / (8 * size_of::<Node>() + 2)).saturating_mul(8);
        Self { nodes: Vec::new(), most: most.min(u32::MAX as usize), is_full: false }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether a node found no room for its children.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Cuts the tree back to an empty root.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.is_full = false;
        let _ = self.make_room(1);
        self.nodes.push(Node::new(Square::from_bit(0), Proof::Open));
    }

    /// Adds the children of a node, if there is room.
    pub(super) fn expand(
        &mut self,
        at: u32,
        children: impl ExactSizeIterator<Item = (Square, Proof)>,
    ) -> bool {
        let (first, count) = (self.nodes.len(), children.len());
        // The root gets its children in any case: there must be a move to play.
        if at != ROOT && !self.make_room(count) {
            self.is_full = true;
            return false;
        }
        self.nodes.extend(children.map(|(to, proof)| Node::new(to, proof)));
        let node = &mut self[at];
        node.first = first as u32;
        node.count = count as u8;
        true
    }

    fn make_room(&mut self, count: usize) -> bool {
        let length = self.nodes.len() + count;
        if length <= self.nodes.capacity() {
            return length <= self.most;
        }
        let mut wanted = if length <= FIRST { FIRST.min(self.most) } else { self.most };
        while length <= wanted {
            if self.nodes.try_reserve_exact(wanted - self.nodes.len()).is_ok() {
                return true;
            }
            wanted /= 2;
        }
        false
    }

    /// Returns the child that a move leads to.
    pub(super) fn child(&self, at: u32, to: Square) -> Option<u32> {
        let mut children = self[at].children();
        children.find(|&child| self.nodes[child].to == to).map(|child| child as u32)
    }

    pub(super) fn children(&self, at: u32) -> &[Node] {
        &self.nodes[self[at].children()]
    }

    /// Cuts the tree back to the subtree of a node, which becomes the root.
    pub(super) fn keep(&mut self, root: u32) {
        let mut kept = Marks::new(self.nodes.len());
        kept.mark(root as usize..root as usize + 1);
        let mut next = 0;
        while let Some(at) = kept.next(next) {
            kept.mark(self.nodes[at].children());
            next = at + 1;
        }
        kept.count();
        let mut next = 0;
        let mut length = 0;
        while let Some(at) = kept.next(next) {
            let mut node = self.nodes[at];
            if node.count > 0 {
                node.first = kept.before(node.first as usize);
            }
            self.nodes[length] = node;
            length += 1;
            next = at + 1;
        }
        self.nodes.truncate(length);
        self.is_full = false;
    }
}

impl Index<u32> for Tree {
    type Output = Node;

    #[inline]
    fn index(&self, at: u32) -> &Node {
        &self.nodes[at as usize]
    }
}

impl IndexMut<u32> for Tree {
    #[inline]
    fn index_mut(&mut self, at: u32) -> &mut Node {
        &mut self.nodes[at as usize]
    }
}

/// A set of nodes.
struct Marks {
    words: Vec<u64>,
    /// The number of marks before each word, once counted.
    before: Vec<u32>,
}

impl Marks {
    fn new(length: usize) -> Self {
        Self { words: vec![0; length.div_ceil(64)], before: Vec::new() }
    }

    fn mark(&mut self, nodes: Range<usize>) {
        for at in nodes {
            self.words[at / 64] |= 1 << (at % 64);
        }
    }

    /// Returns the first mark at or after an index.
    fn next(&self, from: usize) -> Option<usize> {
        let mut word = self.words.get(from / 64)? & (u64::MAX << (from % 64));
        let mut at = from / 64;
        while word == 0 {
            at += 1;
            word = *self.words.get(at)?;
        }
        Some(at * 64 + word.trailing_zeros() as usize)
    }

    fn count(&mut self) {
        let mut sum = 0;
        self.before.reserve_exact(self.words.len());
        for word in &self.words {
            self.before.push(sum);
            sum += word.count_ones();
        }
    }

    /// Returns the number of marks before an index.
    fn before(&self, at: usize) -> u32 {
        let below = self.words[at / 64] & !(u64::MAX << (at % 64));
        self.before[at / 64] + below.count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn grown(nodes: usize, bytes: usize, seed: u64) -> Tree {
        let mut random = Random::new(seed);
        let mut tree = Tree::new(bytes);
        tree.clear();
        while tree.len() < nodes && !tree.is_full() {
            let at = random.below(tree.len()) as u32;
            if tree[at].children().is_empty() {
                let count = 1 + random.below(9);
                let squares = (0..count).map(|i| (Square::from_bit(i as u32), Proof::Open));
                tree.expand(at, squares.collect::<Vec<_>>().into_iter());
                tree[at].visits = random.below(1000) as u32;
            }
        }
        tree
    }

    /// Moves and visits below a node, from left to right.
    fn drawn(tree: &Tree, at: u32, into: &mut Vec<(usize, u32)>) {
        into.push((tree[at].to.index(), tree[at].visits));
        for child in tree[at].children() {
            drawn(tree, child as u32, into);
        }
        into.push((999, 0));
    }

    #[test]
    fn what_is_kept_is_the_same_tree() {
        for seed in 0..200 {
            let mut tree = grown(1 + seed as usize * 7, 1 << 20, seed);
            let root = Random::new(seed + 1000).below(tree.len()) as u32;
            let (mut before, mut after) = (Vec::new(), Vec::new());
            drawn(&tree, root, &mut before);
            tree.keep(root);
            drawn(&tree, ROOT, &mut after);
            assert_eq!(before, after);
            assert_eq!(tree.len(), before.iter().filter(|&&(to, _)| to != 999).count());
        }
    }

    #[test]
    fn the_memory_is_kept_to() {
        for bytes in [0, 1000, 100_000, 1_000_000] {
            let tree = grown(usize::MAX, bytes, 3);
            // The root and its children are always there.
            assert!(tree.len() <= 10 || tree.len() * size_of::<Node>() <= bytes, "{bytes}");
            assert!((tree.len() + 10) * size_of::<Node>() > bytes / 100 * 98, "{bytes}");
        }
    }
}

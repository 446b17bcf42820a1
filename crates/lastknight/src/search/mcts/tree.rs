//! The tree of a search: a list of nodes that refer to their children by index.
//!
//! The children of a node are adjacent and come after it. So one pass from front to back finds a subtree,
//! and it can be moved to the front in place.

use std::ops::Range;

use super::move_classes::Proof;
use crate::board::Square;

/// The index of the root.
pub(super) const ROOT: usize = 0;

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
    pub(super) fn new(to: Square, proof: Proof) -> Self {
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
    pub(super) nodes: Vec<Node>,
    most: usize,
    /// Whether a node found no room for its children.
    pub(super) is_full: bool,
}

impl Tree {
    /// Creates a tree of at most `bytes`, including what [`keep`](Self::keep) needs.
    pub(super) fn new(bytes: usize) -> Self {
        // Besides each node there is a bit to mark it and half a bit to count marks.
        let most = (bytes / (8 * size_of::<Node>() + 2)).saturating_mul(8);
        Self { nodes: Vec::new(), most: most.min(u32::MAX as usize), is_full: false }
    }

    /// Cuts the tree back to an empty root.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.is_full = false;
        let _ = self.make_room(1);
        self.nodes.push(Node::new(Square::from_bit(0), Proof::Open));
    }

    /// Adds the children of a node, if there is room.
    pub(super) fn expand(&mut self, at: usize, children: impl ExactSizeIterator<Item = Node>) {
        let (first, count) = (self.nodes.len(), children.len());
        // The root gets its children in any case: there must be a move to play.
        if at != ROOT && !self.make_room(count) {
            self.is_full = true;
            return;
        }
        self.nodes.extend(children);
        self.nodes[at].first = first as u32;
        self.nodes[at].count = count as u8;
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
    pub(super) fn child(&self, at: usize, to: Square) -> Option<usize> {
        self.nodes[at].children().find(|&child| self.nodes[child].to == to)
    }

    pub(super) fn children(&self, at: usize) -> &[Node] {
        &self.nodes[self.nodes[at].children()]
    }

    /// Cuts the tree back to the subtree of a node, which becomes the root.
    pub(super) fn keep(&mut self, root: usize) {
        // A bit for each node of the subtree.
        let mut kept = vec![0_u64; self.nodes.len().div_ceil(64)];
        kept[root / 64] |= 1 << (root % 64);
        for word in root / 64..kept.len() {
            let mut done = 0;
            while kept[word] != done {
                let bit = (kept[word] ^ done).trailing_zeros();
                done |= 1 << bit;
                for child in self.nodes[word * 64 + bit as usize].children() {
                    kept[child / 64] |= 1 << (child % 64);
                }
            }
        }
        // The number of kept nodes before each word.
        let mut before = Vec::with_capacity(kept.len());
        let mut length = 0;
        for word in &kept {
            before.push(length);
            length += word.count_ones();
        }
        let new_index = |at: usize| {
            let bits = kept[at / 64] & !(u64::MAX << (at % 64));
            before[at / 64] + bits.count_ones()
        };
        for (word, &bits) in kept.iter().enumerate() {
            let mut rest = bits;
            while rest != 0 {
                let at = word * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let mut node = self.nodes[at];
                if node.count > 0 {
                    node.first = new_index(node.first as usize);
                }
                self.nodes[new_index(at) as usize] = node;
            }
        }
        self.nodes.truncate(length as usize);
        self.is_full = false;
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
        while tree.nodes.len() < nodes && !tree.is_full {
            let at = random.below(tree.nodes.len());
            if tree.nodes[at].children().is_empty() {
                let count = 1 + random.below(9);
                let node = |i| Node::new(Square::from_bit(i as u32), Proof::Open);
                tree.expand(at, (0..count).map(node));
                tree.nodes[at].visits = random.below(1000) as u32;
            }
        }
        tree
    }

    /// Moves and visits below a node, from left to right.
    fn drawn(tree: &Tree, at: usize, into: &mut Vec<(usize, u32)>) {
        into.push((tree.nodes[at].to.index(), tree.nodes[at].visits));
        for child in tree.nodes[at].children() {
            drawn(tree, child, into);
        }
        into.push((999, 0));
    }

    #[test]
    fn what_is_kept_is_the_same_tree() {
        for seed in 0..200 {
            let mut tree = grown(1 + seed as usize * 7, 1 << 20, seed);
            let root = Random::new(seed + 1000).below(tree.nodes.len());
            let (mut before, mut after) = (Vec::new(), Vec::new());
            drawn(&tree, root, &mut before);
            tree.keep(root);
            drawn(&tree, ROOT, &mut after);
            assert_eq!(before, after);
            assert_eq!(tree.nodes.len(), before.iter().filter(|&&(to, _)| to != 999).count());
        }
    }

    #[test]
    fn the_memory_is_kept_to() {
        for bytes in [0, 1000, 100_000, 1_000_000] {
            let length = grown(usize::MAX, bytes, 3).nodes.len();
            // The root and its children are always there.
            assert!(length <= 10 || length * size_of::<Node>() <= bytes, "{bytes}");
            assert!((length + 10) * size_of::<Node>() > bytes / 100 * 98, "{bytes}");
        }
    }
}

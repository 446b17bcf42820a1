//! The tree of a search: nodes in one list, which know their children by index.
//!
//! The children of a node lie side by side, and always after it. So one pass from front to back finds
//! all that hangs on a node, and what is kept can be slid to the front in place.

use std::ops::{Index, IndexMut, Range};

use super::glance::Fate;
use crate::board::Square;

/// Where the root is.
pub(super) const ROOT: u32 = 0;

/// The nodes that a list begins with; the second time it is given all the memory that it may use. A
/// system hands out memory when it is written to, so that this costs nothing, where to grow in steps
/// would copy the tree while the clock runs.
const FIRST: usize = 1 << 12;

/// A position in the tree, told by the move that leads to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// What the playouts through here were worth to the player who moved here, in all.
    pub(super) total: f64,
    pub(super) visits: u32,
    first: u32,
    count: u8,
    pub(super) to: Square,
    pub(super) fate: Fate,
}

impl Node {
    fn new(to: Square, fate: Fate) -> Self {
        Self { total: 0.0, visits: 0, first: 0, count: 0, to, fate }
    }

    pub(super) fn children(&self) -> Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.count)
    }

    /// What a playout is worth to the player who moved here, on average.
    #[inline]
    pub(super) fn mean(&self) -> f64 {
        if self.visits == 0 { 0.0 } else { self.total / f64::from(self.visits) }
    }
}

/// The nodes.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    most: usize,
    is_full: bool,
}

impl Tree {
    /// A tree that takes so many bytes at most, what [`keep`](Self::keep) needs included.
    pub(super) fn new(bytes: usize) -> Self {
        // Beside each node a bit that marks it, and half a bit that counts the marks.
        let most = (bytes / (8 * size_of::<Node>() + 2)).saturating_mul(8);
        Self { nodes: Vec::new(), most: most.min(u32::MAX as usize), is_full: false }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether a node found no room for its children.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Nothing but a root.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.is_full = false;
        let _ = self.make_room(1);
        // The first few nodes are there whatever the memory: a root and its children.
        self.nodes.push(Node::new(Square::from_bit(0), Fate::Open));
    }

    /// Gives a node its children, unless there is no room.
    pub(super) fn expand(
        &mut self,
        at: u32,
        children: impl ExactSizeIterator<Item = (Square, Fate)>,
    ) -> bool {
        let (first, count) = (self.nodes.len(), children.len());
        // A root has its children in any case: there must be a move to play.
        if at != ROOT && !self.make_room(count) {
            self.is_full = true;
            return false;
        }
        self.nodes.extend(children.map(|(to, fate)| Node::new(to, fate)));
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

    /// The child with that move.
    pub(super) fn child(&self, at: u32, to: Square) -> Option<u32> {
        let mut children = self[at].children();
        children.find(|&child| self.nodes[child].to == to).map(|child| child as u32)
    }

    pub(super) fn children(&self, at: u32) -> &[Node] {
        &self.nodes[self[at].children()]
    }

    /// Cuts the tree back to what hangs on a node, which becomes the root.
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
    /// The marks before each word, once they are counted.
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

    /// The first mark at or after a place. Words without one are passed over at once.
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

    /// The marks before a place.
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
                let squares = (0..count).map(|i| (Square::from_bit(i as u32), Fate::Open));
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
            // A root and its children in any case.
            assert!(tree.len() <= 10 || tree.len() * size_of::<Node>() <= bytes, "{bytes}");
            assert!((tree.len() + 10) * size_of::<Node>() > bytes / 100 * 98, "{bytes}");
        }
    }
}

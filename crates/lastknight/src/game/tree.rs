//! The tree of a game: its moves with variations, comments and marks.
//!
//! As text a tree is short and fits into a link: `d4-b3-f5!~the best~(e3-a1)-c5`. The moves in parentheses replace the
//! move before them, as in PGN. A comment stands between `~`; inside it `~` is doubled. A comment at the beginning is
//! about the starting position.

use std::fmt::{self, Write};

use super::{Game, MoveError};
use crate::board::{Position, Square};

mod parse;

pub use parse::{ParseTreeError, ParseTreeErrorKind};

/// A mark that judges a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveMark {
    /// `!`
    Good,
    /// `?`
    Mistake,
    /// `!!`
    Brilliant,
    /// `??`
    Blunder,
    /// `!?`
    Interesting,
    /// `?!`
    Dubious,
}

impl MoveMark {
    /// All marks, in the order of their numbers in PGN.
    pub const ALL: [Self; 6] = [
        Self::Good,
        Self::Mistake,
        Self::Brilliant,
        Self::Blunder,
        Self::Interesting,
        Self::Dubious,
    ];

    /// Returns the sign: `!`, `?`, `!!`, `??`, `!?` or `?!`.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Good => "!",
            Self::Mistake => "?",
            Self::Brilliant => "!!",
            Self::Blunder => "??",
            Self::Interesting => "!?",
            Self::Dubious => "?!",
        }
    }

    /// Returns the mark with this [`sign`](Self::sign), or with this number in PGN, from `$1` to `$6`.
    #[must_use]
    pub fn from_sign(sign: &str) -> Option<Self> {
        let number = sign.strip_prefix('$').and_then(|number| number.parse::<usize>().ok());
        let numbered = number.and_then(|number| Self::ALL.get(number.checked_sub(1)?).copied());
        numbered.or_else(|| Self::ALL.into_iter().find(|mark| mark.sign() == sign))
    }
}

/// Names a node of a [`VariationTree`]: the start or a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(usize);

#[derive(Clone, Debug)]
struct Node {
    /// The last move; `None` at the root.
    to: Option<Square>,
    parent: NodeId,
    children: Vec<NodeId>,
    position: Position,
    comment: String,
    mark: Option<MoveMark>,
}

/// The moves of a game with variations. All of them are legal.
///
/// ```
/// use lastknight::game::VariationTree;
///
/// let tree = VariationTree::parse("3x3".parse()?, "b2(a1!~better~-b3)-a1")?;
/// assert_eq!(tree.main_line(), "3x3 moves b2 a1".parse()?);
/// assert_eq!(tree.to_string(), "b2(a1!~better~-b3)-a1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct VariationTree {
    /// The root, and the moves in the order in which they were added.
    nodes: Vec<Node>,
}

/// Why a tree cannot be changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TreeError {
    /// The move is invalid.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The tree has [`MOST_MOVES`](VariationTree::MOST_MOVES).
    #[error("more than {} moves with the variations", VariationTree::MOST_MOVES)]
    Full,
    /// The comment is longer than [`LONGEST_COMMENT`](VariationTree::LONGEST_COMMENT).
    #[error("a comment of more than {} characters", VariationTree::LONGEST_COMMENT)]
    Comment,
}

/// A step of the order in which trees are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A move.
    Move(NodeId),
    /// A variation begins. It replaces the move before it.
    Open,
    /// It ends.
    Close,
}

impl VariationTree {
    /// The maximum number of moves.
    pub const MOST_MOVES: usize = 2000;

    /// The maximum length of a comment, in characters.
    pub const LONGEST_COMMENT: usize = 500;

    /// The maximum depth of variations inside variations, in texts.
    pub const DEEPEST: usize = 128;

    /// The start.
    pub const ROOT: NodeId = NodeId(0);

    /// Creates a tree without moves.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self { nodes: vec![Node::new(None, Self::ROOT, start)] }
    }

    /// Returns the starting position.
    #[must_use]
    pub fn start(&self) -> &Position {
        self.position(Self::ROOT)
    }

    /// Returns the number of moves, with those of the variations.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Whether there is only the main line, without comments and marks.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        let is_plain = |node: &Node| {
            node.children.len() <= 1 && node.comment.is_empty() && node.mark.is_none()
        };
        self.nodes.iter().all(is_plain)
    }

    /// Returns the position of a node.
    ///
    /// # Panics
    /// Panics if the node is of another tree and this one is smaller, as do all methods that take a node.
    #[must_use]
    pub fn position(&self, node: NodeId) -> &Position {
        &self.node(node).position
    }

    /// Returns the move that leads to a node, or `None` at the root.
    #[must_use]
    pub fn to(&self, node: NodeId) -> Option<Square> {
        self.node(node).to
    }

    /// Returns the node before the last move, or `None` at the root.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.to(node).map(|_| self.node(node).parent)
    }

    /// Returns the nodes after the next moves. The first continues the line, the others are variations.
    #[must_use]
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.node(node).children
    }

    /// Returns the comment on a node, empty if there is none.
    #[must_use]
    pub fn comment(&self, node: NodeId) -> &str {
        &self.node(node).comment
    }

    /// Returns the mark of the last move.
    #[must_use]
    pub fn mark(&self, node: NodeId) -> Option<MoveMark> {
        self.node(node).mark
    }

    /// Returns the number of moves from the start to a node.
    #[must_use]
    pub fn depth(&self, node: NodeId) -> usize {
        std::iter::successors(self.parent(node), |&node| self.parent(node)).count()
    }

    /// Returns the node after a move. A new move becomes the last variation.
    ///
    /// # Errors
    /// Returns an error if the move is not legal or the tree is full.
    pub fn play(&mut self, node: NodeId, to: Square) -> Result<NodeId, TreeError> {
        let known = self.children(node).iter().find(|&&child| self.to(child) == Some(to));
        if let Some(&known) = known {
            return Ok(known);
        }
        let position = self.position(node).play(to).map_err(MoveError::Illegal)?;
        if self.move_count() == Self::MOST_MOVES {
            return Err(TreeError::Full);
        }
        let child = NodeId(self.nodes.len());
        self.nodes.push(Node::new(Some(to), node, position));
        self.nodes[node.0].children.push(child);
        Ok(child)
    }

    /// Returns the node after the move to the square with this name.
    ///
    /// # Errors
    /// Returns an error if there is no such square, the move is not legal or the tree is full.
    pub fn play_named(&mut self, node: NodeId, name: &str) -> Result<NodeId, TreeError> {
        let to = self.start().size().square_named(name).map_err(MoveError::Square)?;
        self.play(node, to)
    }

    /// Adds to the comment on a node. White space becomes single spaces.
    ///
    /// # Errors
    /// Returns an error if the comment would be too long.
    pub fn add_comment(&mut self, node: NodeId, text: &str) -> Result<(), TreeError> {
        let is_space = |c: char| c.is_whitespace() || c.is_control();
        let mut comment = self.comment(node).to_owned();
        for word in text.split(is_space).filter(|word| !word.is_empty()) {
            if !comment.is_empty() {
                comment.push(' ');
            }
            comment.push_str(word);
        }
        if comment.chars().count() > Self::LONGEST_COMMENT {
            return Err(TreeError::Comment);
        }
        self.nodes[node.0].comment = comment;
        Ok(())
    }

    /// Sets the mark of the last move. The root has none.
    pub fn set_mark(&mut self, node: NodeId, mark: Option<MoveMark>) {
        self.nodes[node.0].mark = mark.filter(|_| node != Self::ROOT);
    }

    /// Returns the main line: the first moves from the start to the end.
    #[must_use]
    pub fn main_line(&self) -> Game {
        let mut game = Game::new(*self.start());
        let mut node = Self::ROOT;
        while let Some(&next) = self.children(node).first() {
            let to = self.to(next).expect("a child has a move");
            game.play(to).expect("the moves of a tree are legal");
            node = next;
        }
        game
    }

    /// Returns all moves in the order in which they are written: after a move its variations, then the line goes on.
    pub(super) fn steps(&self) -> impl Iterator<Item = Step> {
        /// What is still to be written.
        enum Task {
            Step(Step),
            After(NodeId),
        }
        // Not recursive, so that no tree overflows the stack.
        let mut tasks = vec![Task::After(Self::ROOT)];
        std::iter::from_fn(move || {
            loop {
                match tasks.pop()? {
                    Task::Step(step) => return Some(step),
                    Task::After(node) => {
                        let Some((&first, others)) = self.children(node).split_first() else {
                            continue;
                        };
                        tasks.push(Task::After(first));
                        for &other in others.iter().rev() {
                            tasks.push(Task::Step(Step::Close));
                            tasks.push(Task::After(other));
                            tasks.push(Task::Step(Step::Move(other)));
                            tasks.push(Task::Step(Step::Open));
                        }
                        return Some(Step::Move(first));
                    }
                }
            }
        })
    }

    fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.0]
    }
}

impl Node {
    fn new(to: Option<Square>, parent: NodeId, position: Position) -> Self {
        let (children, comment, mark) = (Vec::new(), String::new(), None);
        Self { to, parent, children, position, comment, mark }
    }
}

impl From<&Game> for VariationTree {
    fn from(game: &Game) -> Self {
        let mut tree = Self::new(*game.start());
        let mut node = Self::ROOT;
        for to in game.moves() {
            node = tree.play(node, to).expect("the moves of a game are legal and few");
        }
        tree
    }
}

/// Trees are equal if their starts and texts are.
impl PartialEq for VariationTree {
    fn eq(&self, other: &Self) -> bool {
        self.start() == other.start() && self.to_string() == other.to_string()
    }
}

impl Eq for VariationTree {}

/// The text without the starting position.
impl fmt::Display for VariationTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let comment = |f: &mut fmt::Formatter<'_>, node| match self.comment(node) {
            "" => Ok(()),
            comment => write!(f, "~{}~", comment.replace('~', "~~")),
        };
        comment(f, Self::ROOT)?;
        let size = self.start().size();
        let mut is_first = true;
        for step in self.steps() {
            match step {
                Step::Open => f.write_char('(')?,
                Step::Close => f.write_char(')')?,
                Step::Move(node) => {
                    if !is_first {
                        f.write_char('-')?;
                    }
                    let to = self.to(node).expect("a step has a move");
                    let sign = self.mark(node).map_or("", MoveMark::sign);
                    write!(f, "{}{sign}", size.name(to))?;
                    comment(f, node)?;
                }
            }
            is_first = step == Step::Open;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> VariationTree {
        VariationTree::parse("7x7".parse().unwrap(), text).unwrap()
    }

    #[test]
    fn texts_round_trip() {
        for text in [
            "",
            "d4",
            "d4-b3-f5",
            "~A game.~d4-b3-f5!~the best~(e2?-a5(c5-g1~a~~b~)-c3)(f3)-c5",
            "d4(c3-b1)(a1)-b3",
        ] {
            assert_eq!(tree(text).to_string(), text);
        }
        assert_eq!(tree("d4 b3,f5"), tree("d4-b3-f5"));
        assert_eq!(tree("d4(c3(b2))").to_string(), "d4(c3)(b2)");
    }

    #[test]
    fn a_known_move_is_entered() {
        let mut tree = tree("d4-b3");
        let d4 = tree.children(VariationTree::ROOT)[0];
        assert_eq!(tree.play_named(VariationTree::ROOT, "d4"), Ok(d4));
        assert_eq!(tree.move_count(), 2);
        assert!(tree.is_plain());
        let a1 = tree.play_named(d4, "a1").unwrap();
        assert!(!tree.is_plain());
        assert_eq!((tree.parent(a1), tree.depth(a1)), (Some(d4), 2));
        assert_eq!(tree.main_line(), "7x7 moves d4 b3".parse().unwrap());
        assert_eq!(VariationTree::from(&tree.main_line()).to_string(), "d4-b3");
    }

    #[test]
    fn marks_have_signs_and_numbers() {
        for (number, mark) in (1..).zip(MoveMark::ALL) {
            assert_eq!(MoveMark::from_sign(mark.sign()), Some(mark));
            assert_eq!(MoveMark::from_sign(&format!("${number}")), Some(mark));
        }
        for sign in ["", "$", "$0", "$7", "!!!", "$-1"] {
            assert_eq!(MoveMark::from_sign(sign), None);
        }
        let mut tree = tree("d4");
        tree.set_mark(VariationTree::ROOT, Some(MoveMark::Good));
        assert!(tree.is_plain());
    }

    #[test]
    fn comments_are_one_line() {
        let mut tree = tree("d4");
        tree.add_comment(VariationTree::ROOT, " a\n\tb ").unwrap();
        tree.add_comment(VariationTree::ROOT, "c").unwrap();
        assert_eq!(tree.comment(VariationTree::ROOT), "a b c");
        let long = "é".repeat(VariationTree::LONGEST_COMMENT - 5);
        assert_eq!(tree.add_comment(VariationTree::ROOT, &long), Err(TreeError::Comment));
        assert_eq!(tree.comment(VariationTree::ROOT), "a b c");
    }
}

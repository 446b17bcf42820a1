//! Monte Carlo tree search: UCT with proofs.
//!
//! A playout descends the tree by upper confidence bounds, adds a leaf, plays a rollout from there, and
//! backs its result up the tree. Proved wins and losses are backed up too and never played again, so the
//! search ends once the root is decided, and solves small boards.
//!
//! With a heuristic a rollout can be cut short. By default the heuristic evaluates the leaf at once, which
//! scores best; `docs/mcts.md` has the measurements.

mod move_classes;
mod rollout;
mod tree;

use std::time::Duration;

use crate::board::{Color, Position, Square, Word};
use crate::control::Meter;
use crate::eval::Heuristic;
use crate::random::Random;

use super::{Score, SearchLine, SearchReport, Task};
use move_classes::{MoveClasses, Proof};
pub use rollout::Policy;
use rollout::Scale;
use tree::{Node, ROOT, Tree};

/// The time per node of cutting a tree back for the next turn, with a good margin.
const KEEPING: Duration = Duration::from_nanos(30);

/// The playouts between two checks of a depth limit.
const CHECK_INTERVAL: u64 = 64;

/// The settings of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct MctsSettings {
    /// The exploration constant of UCB1, for results from -1 to 1.
    pub explore: f64,
    /// First-play urgency: the bound of an untried move, above the average of its position.
    pub urgency: f64,
    /// How rollouts choose their moves.
    pub policy: Policy,
    /// The plies of a rollout before the heuristic, if there is one, evaluates.
    pub cut: u32,
    /// Count a position as won for the player who just moved and can [mirror](Position::mirror_win).
    pub symmetry: bool,
    /// Start the next turn with the subtree of its position.
    pub keep: bool,
    /// The maximum size of the tree in bytes.
    pub memory: usize,
}

impl Default for MctsSettings {
    fn default() -> Self {
        Self {
            explore: 0.7,
            urgency: 1.0,
            policy: Policy::Light,
            cut: 0,
            symmetry: false,
            keep: true,
            memory: 64 << 20,
        }
    }
}

/// Monte Carlo tree search with or without a heuristic.
///
/// ```
/// use lastknight::{Limits, Position};
/// use lastknight::search::mcts::{Mcts, MctsSettings};
/// use lastknight::search::{Score, Task};
///
/// let position: Position = "5/5/2N2/4n/5 w".parse()?;
/// let mut mcts = Mcts::new(None, MctsSettings::default(), 1);
/// let report = mcts.search(&position, &mut Task::new(Limits::nodes(200_000)));
/// assert_eq!(report.score(), Some(Score::Win(None)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Mcts {
    heuristic: Option<Heuristic>,
    settings: MctsSettings,
    random: Random,
    scale: Scale,
    tree: Tree,
    /// The position at the root of the tree.
    last: Option<Position>,
}

impl Mcts {
    /// Creates a player for one game.
    #[must_use]
    pub fn new(heuristic: Option<Heuristic>, settings: MctsSettings, seed: u64) -> Self {
        let tree = Tree::new(settings.memory);
        let (random, scale) = (Random::new(seed), Scale::default());
        Self { heuristic, settings, random, scale, tree, last: None }
    }

    /// Searches for the best move.
    ///
    /// Every position of a playout and every evaluation counts as a node. Values are average results from -1
    /// to 1. The depth is the length of the principal variation, also for a depth limit. Without a limit on
    /// nodes or time the search also ends when the memory is full.
    pub fn search(&mut self, position: &Position, task: &mut Task<'_>) -> SearchReport {
        let meter = Meter::start(&task.control);
        self.set_root(position, task.control.limits.time);
        self.last = Some(*position);
        match position.narrow() {
            Some(narrow) => self.run(&narrow, task, meter),
            None => self.run(position, task, meter),
        }
    }

    /// Makes the position the root, with its subtree if the last search has one.
    fn set_root(&mut self, position: &Position, time: Option<Duration>) {
        let cost = KEEPING.saturating_mul(self.tree.nodes.len() as u32);
        let fits = time.is_none_or(|time| cost <= time);
        let found = || {
            let side = position.side();
            let (ours, theirs) = (position.knight(side)?, position.knight(!side)?);
            let next = self.last.as_ref()?.play(ours).ok()?.play(theirs).ok()?;
            let child = self.tree.child(ROOT, ours)?;
            self.tree.child(child, theirs).filter(|_| next == *position)
        };
        match found().filter(|_| self.settings.keep && fits) {
            Some(root) => self.tree.keep(root),
            None => self.tree.clear(),
        }
    }

    fn run<W: Word>(
        &mut self,
        root: &Position<W>,
        task: &mut Task<'_>,
        meter: Meter<'_>,
    ) -> SearchReport {
        let mut search = Search {
            settings: &self.settings,
            heuristic: self.heuristic.as_ref(),
            root,
            player: root.side(),
            tree: &mut self.tree,
            scale: &mut self.scale,
            random: &mut self.random,
            meter,
            path: Vec::new(),
        };
        let limits = task.control.limits;
        if limits.depth != Some(0) && search.begin().is_some() {
            let is_open_ended = limits.nodes.is_none() && limits.time.is_none();
            let mut playouts = 0_u64;
            while !search.is_decided(task.multi) && search.playout().is_some() {
                playouts += 1;
                if playouts.is_power_of_two() {
                    task.progress(&search.report(task.multi));
                }
                let depth = limits.depth.filter(|_| playouts.is_multiple_of(CHECK_INTERVAL));
                let is_deep = depth.is_some_and(|depth| search.line(ROOT).len() >= depth as usize);
                if is_deep || is_open_ended && search.tree.is_full {
                    break;
                }
            }
        }
        search.report(task.multi)
    }
}

/// A search of one position.
struct Search<'a, W: Word> {
    settings: &'a MctsSettings,
    heuristic: Option<&'a Heuristic>,
    root: &'a Position<W>,
    /// The player at the root, for whom the heuristic evaluates.
    player: Color,
    tree: &'a mut Tree,
    scale: &'a mut Scale,
    random: &'a mut Random,
    meter: Meter<'a>,
    /// The nodes of the current playout, from the root on.
    path: Vec<usize>,
}

impl<W: Word> Search<'_, W> {
    /// Expands the root.
    fn begin(&mut self) -> Option<()> {
        if self.tree.children(ROOT).is_empty() {
            self.meter.count()?;
            self.expand(ROOT, self.root);
        }
        self.tree.nodes[ROOT].proof = self.proof_by_children(ROOT);
        Some(())
    }

    fn expand(&mut self, at: usize, position: &Position<W>) {
        let classes = MoveClasses::of(position);
        let children = classes.legal.into_iter().map(|to| Node::new(to, classes.proof_after(to)));
        self.tree.expand(at, children);
    }

    /// Returns whether `multi` of the best moves are proved to win or to lose.
    fn is_decided(&self, multi: usize) -> bool {
        if self.tree.nodes[ROOT].proof == Proof::Open {
            return false;
        }
        let children = self.tree.children(ROOT);
        let proved = children.iter().filter(|node| node.proof != Proof::Open).count();
        proved >= multi.min(children.len())
    }

    /// Runs a playout: descends the tree, adds a leaf, plays a rollout and backs up its result. Returns
    /// `None` if a limit is met; then nothing is backed up.
    fn playout(&mut self) -> Option<()> {
        let mut position = *self.root;
        let mut at = ROOT;
        self.path.clear();
        self.path.push(at);
        while let Some(child) = self.select(at) {
            self.meter.count()?;
            let _ = position.make_unchecked(self.tree.nodes[child].to);
            at = child;
            self.path.push(at);
            let node = &self.tree.nodes[at];
            if node.visits == 0 {
                self.tree.nodes[at].proof = self.first_proof(&position);
                break;
            }
            if node.children().is_empty() {
                self.expand(at, &position);
            }
        }
        // The value is for the player who moved to the leaf.
        let value = match self.tree.nodes[at].proof.result() {
            Some(value) => value,
            None if position.side() == self.player => -self.rollout(position)?,
            None => self.rollout(position)?,
        };
        self.back_up(value);
        Some(())
    }

    /// Returns what is proved about a position at its first visit.
    fn first_proof(&self, position: &Position<W>) -> Proof {
        let proof = MoveClasses::of(position).proof();
        let is_mirrored = || self.settings.symmetry && position.mirror_win().is_some();
        if proof == Proof::Open && is_mirrored() { Proof::Lost } else { proof }
    }

    /// Returns the unproved child with the highest upper confidence bound, the first if several are equal.
    fn select(&self, at: usize) -> Option<usize> {
        let node = &self.tree.nodes[at];
        let MctsSettings { explore, urgency, .. } = *self.settings;
        let first_play = urgency - node.mean();
        let spread = explore * explore * libm::log(f64::from(node.visits.max(1)));
        let mut best = None;
        let mut highest = f64::NEG_INFINITY;
        for (child, index) in self.tree.children(at).iter().zip(node.children()) {
            if child.proof != Proof::Open {
                continue;
            }
            let bound = match child.visits {
                0 => first_play,
                visits => {
                    let part = 1.0 / f64::from(visits);
                    child.total * part + (spread * part).sqrt()
                }
            };
            if bound > highest {
                highest = bound;
                best = Some(index);
            }
        }
        best
    }

    /// Adds a playout to the nodes of its path, and what its end proves.
    fn back_up(&mut self, mut value: f64) {
        let mut child = Proof::Open;
        for i in (0..self.path.len()).rev() {
            let at = self.path[i];
            if child != Proof::Open && self.tree.nodes[at].proof == Proof::Open {
                let proof = self.proof_by_children(at);
                self.tree.nodes[at].proof = proof;
                value = proof.result().unwrap_or(value);
            }
            let node = &mut self.tree.nodes[at];
            node.visits = node.visits.saturating_add(1);
            node.total += value;
            child = node.proof;
            value = -value;
        }
    }

    /// Returns what the children of a node prove: it is as good for its player as its worst child is bad.
    fn proof_by_children(&self, at: usize) -> Proof {
        match self.tree.children(at).iter().map(|child| child.proof).min() {
            Some(Proof::Lost) => Proof::Won,
            Some(Proof::Open) => Proof::Open,
            Some(Proof::Won) | None => Proof::Lost,
        }
    }

    /// Returns the best line from a node on, as far as moves were tried.
    fn line(&self, mut at: usize) -> Vec<Square> {
        let mut moves = Vec::new();
        while let Some((index, node)) = self.ranked(at).first().copied() {
            if node.visits == 0 && node.proof == Proof::Open {
                break;
            }
            moves.push(node.to);
            at = index;
        }
        moves
    }

    /// Returns the children of a node, best first.
    fn ranked(&self, at: usize) -> Vec<(usize, &Node)> {
        let indices = self.tree.nodes[at].children();
        let mut children: Vec<_> = indices.zip(self.tree.children(at)).collect();
        // By proofs, visits and average results. The sort is stable: of equals, the first stays first.
        children.sort_by(|(_, a), (_, b)| {
            let by_proof = a.proof.cmp(&b.proof);
            by_proof.then(b.visits.cmp(&a.visits)).then(b.mean().total_cmp(&a.mean()))
        });
        children
    }

    fn report(&self, multi: usize) -> SearchReport {
        let line = |(at, node): &(usize, &Node)| {
            let mut moves = vec![node.to];
            moves.extend(self.line(*at));
            SearchLine { score: score(node, self.root), moves }
        };
        let mut report = SearchReport::at_once(self.root.legal_moves().first());
        let ranked = self.ranked(ROOT);
        if !ranked.is_empty() {
            report.lines = ranked.iter().take(multi).map(line).collect();
        }
        let is_searched = report.score().is_some();
        report.depth = if is_searched { report.lines[0].moves.len() as u32 } else { 0 };
        report.nodes = self.meter.nodes();
        report.time = self.meter.time();
        report
    }
}

/// Returns the score of a move at the root.
fn score<W: Word>(node: &Node, position: &Position<W>) -> Option<Score> {
    match node.proof {
        Proof::Lost => {
            let is_last = position.play_unchecked(node.to).legal_moves().is_empty();
            Some(Score::Win(is_last.then_some(1)))
        }
        Proof::Won => Some(Score::Loss(None)),
        Proof::Open if node.visits == 0 => None,
        Proof::Open => Some(Score::Value(node.mean())),
    }
}

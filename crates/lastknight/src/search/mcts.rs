//! Monte-Carlo tree search: UCT with proofs.
//!
//! A playout goes down the tree by upper confidence bounds, adds what it comes to there, plays on in
//! a rollout, and takes the result back up. What is proved won or lost is taken up too, as far as it
//! proves something, and is never played again; so the search ends where a position is decided, and
//! on small boards it solves. One look at a position tells many decisions a move or two before the
//! end.
//!
//! With a heuristic, a rollout need not go to the end. Scores against `alphabeta(improved)` on 9x9,
//! at equal nodes (9,000) and at equal processor time (1 ms):
//!
//! | with `improved` | nodes | time |
//! |---|---:|---:|
//! | valued at the leaf (`cut=0`) | 67 % | 61 % |
//! | light rollouts of 4 half-moves, then valued | 55 % | 56 % |
//! | greedy rollouts of 4 half-moves, then valued | 62 % | 58 % |
//! | greedy rollouts to the end | 57 % | 60 % |
//! | no heuristic: light rollouts to the end | 57 % | 55 % |
//! | no heuristic: random rollouts to the end | 56 % | 51 % |
//!
//! Directly, greedy rollouts to the end score 44 % against values at the leaf, by nodes and by time. So
//! the heuristic says at the leaf who stands better, and nothing is played out. `docs/mcts.md` has
//! the whole of it: how it was measured, other boards, exploration and first-play urgency.

mod glance;
mod rollout;
mod tree;

use std::cmp::Ordering;
use std::time::Duration;

use crate::board::{Position, Square, Word};
use crate::control::Meter;
use crate::eval::Heuristic;
use crate::random::Random;

use super::report::{Line, SearchReport};
use super::score::Score;
use super::task::Task;
use glance::{Fate, Glance};
pub use rollout::Policy;
use rollout::{Rollouts, Scale};
use tree::{Node, ROOT, Tree};

/// The time that a node takes at most when a tree is cut back for the next turn, with a good margin.
const KEEPING: Duration = Duration::from_nanos(30);

/// The playouts between two looks at the length of the main line, where that is limited.
const BETWEEN: u64 = 64;

/// How to search.
#[derive(Clone, Debug, PartialEq)]
pub struct MctsSettings {
    /// How much to try moves that were tried little: the constant of UCB1, for results from -1 to 1.
    pub explore: f64,
    /// What a move that was never tried promises beyond the average of its position.
    pub urgency: f64,
    /// How rollouts choose their moves.
    pub policy: Policy,
    /// The half-moves of a rollout after which the heuristic, where there is one, says who stands
    /// better.
    pub cut: u32,
    /// Count a position as won for the player who just moved and can [mirror](Position::mirror_win).
    pub symmetry: bool,
    /// Begin the next turn with what this one has found out about it.
    pub keep: bool,
    /// The most memory that the tree may take, in bytes.
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

/// A player that searches by playouts.
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
    options: MctsSettings,
    random: Random,
    scale: Scale,
    tree: Tree,
    /// The position at the root of the tree.
    last: Option<Position>,
}

impl Mcts {
    /// A player at the start of a game.
    #[must_use]
    pub fn new(heuristic: Option<Heuristic>, options: MctsSettings, seed: u64) -> Self {
        let tree = Tree::new(options.memory);
        let random = Random::new(seed);
        Self { heuristic, options, random, scale: Scale::new(), tree, last: None }
    }

    /// Looks for the best move.
    ///
    /// Every position that a playout comes to counts as a node, in the tree and below it, and so does
    /// every one that a heuristic is asked about. The value of a move is the average result of its
    /// playouts, 1 for a win and -1 for a loss. The depth of a report is the length of its main line;
    /// a limit on depth ends the search when that is reached. Without a limit on nodes or time, the
    /// search also ends when the memory is full.
    pub fn search(&mut self, position: &Position, task: &mut Task<'_>) -> SearchReport {
        let mut meter = Meter::start(&task.control);
        self.take_over(position, task.control.limits.time);
        self.last = Some(*position);
        match position.narrow() {
            Some(narrow) => self.run(&narrow, task, &mut meter),
            None => self.run(position, task, &mut meter),
        }
    }

    /// Makes the position the root: with what hangs on it, where the last search saw it coming.
    fn take_over(&mut self, position: &Position, time: Option<Duration>) {
        let fits = time.is_none_or(|time| {
            let cost = KEEPING.saturating_mul(u32::try_from(self.tree.len()).unwrap_or(u32::MAX));
            cost <= time
        });
        let found = || {
            let (mine, theirs) = (position.side(), !position.side());
            let (mine, theirs) = (position.knight(mine)?, position.knight(theirs)?);
            let next = self.last.as_ref()?.play(mine).ok()?.play(theirs).ok()?;
            let child = self.tree.child(ROOT, mine)?;
            self.tree.child(child, theirs).filter(|_| next == *position)
        };
        match found().filter(|_| self.options.keep && fits) {
            Some(root) => self.tree.keep(root),
            None => self.tree.clear(),
        }
    }

    fn run<W: Word>(
        &mut self,
        position: &Position<W>,
        task: &mut Task<'_>,
        meter: &mut Meter<'_>,
    ) -> SearchReport {
        let mut search = Search {
            options: &self.options,
            tree: &mut self.tree,
            path: Vec::new(),
            rollouts: Rollouts {
                policy: self.options.policy,
                cut: self.options.cut,
                heuristic: self.heuristic.as_ref(),
                scale: &mut self.scale,
                random: &mut self.random,
                player: position.side(),
            },
        };
        let limits = task.control.limits;
        if limits.depth != Some(0) && search.begin(position, meter).is_some() {
            let is_open_ended = limits.nodes.is_none() && limits.time.is_none();
            let mut playouts = 0_u64;
            while !search.is_decided(task.multi) && search.playout(position, meter).is_some() {
                playouts += 1;
                if playouts.is_power_of_two() {
                    task.progress(&search.report(position, task.multi, meter));
                }
                let depth = limits.depth.filter(|_| playouts.is_multiple_of(BETWEEN));
                let is_deep = depth.is_some_and(|depth| search.line(ROOT).len() >= depth as usize);
                if is_deep || is_open_ended && search.tree.is_full() {
                    break;
                }
            }
        }
        search.report(position, task.multi, meter)
    }
}

/// A search of one position.
struct Search<'a> {
    options: &'a MctsSettings,
    tree: &'a mut Tree,
    /// The nodes of the playout under way, from the root on.
    path: Vec<u32>,
    rollouts: Rollouts<'a>,
}

impl Search<'_> {
    /// Gives the root its children.
    fn begin<W: Word>(&mut self, position: &Position<W>, meter: &mut Meter<'_>) -> Option<()> {
        if self.tree.children(ROOT).is_empty() {
            meter.count()?;
            self.expand(ROOT, position);
        }
        let fate = self.fate_by_children(ROOT);
        self.tree[ROOT].fate = fate;
        Some(())
    }

    fn expand<W: Word>(&mut self, at: u32, position: &Position<W>) -> bool {
        let glance = Glance::at(position);
        let children = glance.legal.into_iter().map(|to| (to, glance.fate_after(to)));
        self.tree.expand(at, children)
    }

    /// Whether as many of the best moves as were asked for are proved to win or to lose.
    fn is_decided(&self, multi: usize) -> bool {
        if self.tree[ROOT].fate == Fate::Open {
            return false;
        }
        let children = self.tree.children(ROOT);
        let proved = children.iter().filter(|node| node.fate != Fate::Open).count();
        proved >= multi.min(children.len())
    }

    /// One playout: down the tree, a node more, a rollout, and back up with what came out. `None`
    /// where a limit was met; then nothing goes up.
    fn playout<W: Word>(&mut self, root: &Position<W>, meter: &mut Meter<'_>) -> Option<()> {
        let mut position = *root;
        let mut at = ROOT;
        self.path.clear();
        self.path.push(at);
        while let Some(child) = self.select(at) {
            meter.count()?;
            let _ = position.make_unchecked(self.tree[child].to);
            at = child;
            self.path.push(at);
            let node = &self.tree[at];
            if node.visits == 0 {
                self.tree[at].fate = self.first_look(&position);
            } else if node.children().is_empty() {
                self.expand(at, &position);
            }
            if self.tree[at].visits == 0 {
                break;
            }
        }
        // What it is worth to the player who moved to the leaf.
        let value = match self.tree[at].fate {
            Fate::Won => -1.0,
            Fate::Lost => 1.0,
            Fate::Open => {
                let value = self.rollouts.play(position, meter)?;
                if position.side() == self.rollouts.player { -value } else { value }
            }
        };
        self.back_up(value);
        Some(())
    }

    /// What is known of a position at once.
    fn first_look<W: Word>(&self, position: &Position<W>) -> Fate {
        let fate = Glance::at(position).fate();
        let is_mirrored = || self.options.symmetry && position.mirror_win().is_some();
        if fate == Fate::Open && is_mirrored() { Fate::Lost } else { fate }
    }

    /// The child to go on with, where there are any: the one with the highest upper confidence bound
    /// among those that are not proved. Of equals, the first.
    fn select(&self, at: u32) -> Option<u32> {
        let node = &self.tree[at];
        let first_play = self.options.urgency - node.mean();
        let spread =
            self.options.explore * self.options.explore * libm::log(f64::from(node.visits.max(1)));
        let mut best = None;
        let mut highest = f64::NEG_INFINITY;
        for (child, index) in self.tree.children(at).iter().zip(node.children()) {
            if child.fate != Fate::Open {
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
                best = Some(index as u32);
            }
        }
        best
    }

    /// Adds a playout to the nodes of its path, and what its end proves.
    fn back_up(&mut self, mut value: f64) {
        let mut child = Fate::Open;
        for i in (0..self.path.len()).rev() {
            let at = self.path[i];
            if child != Fate::Open && self.tree[at].fate == Fate::Open {
                let fate = if child == Fate::Lost { Fate::Won } else { self.fate_by_children(at) };
                self.tree[at].fate = fate;
                match fate {
                    Fate::Won => value = -1.0,
                    Fate::Lost => value = 1.0,
                    Fate::Open => {}
                }
            }
            let node = &mut self.tree[at];
            node.visits = node.visits.saturating_add(1);
            node.total += value;
            child = node.fate;
            value = -value;
        }
    }

    fn fate_by_children(&self, at: u32) -> Fate {
        let children = self.tree.children(at);
        if children.iter().any(|child| child.fate == Fate::Lost) {
            Fate::Won
        } else if children.iter().all(|child| child.fate == Fate::Won) {
            Fate::Lost
        } else {
            Fate::Open
        }
    }

    /// The moves expected from a node on: always the most visited, proofs first, as far as any was
    /// tried.
    fn line(&self, mut at: u32) -> Vec<Square> {
        let mut moves = Vec::new();
        while let Some((index, node)) = self.ranked(at).first().copied() {
            if node.visits == 0 && node.fate == Fate::Open {
                break;
            }
            moves.push(node.to);
            at = index;
        }
        moves
    }

    /// The children of a node, the best first.
    fn ranked(&self, at: u32) -> Vec<(u32, &Node)> {
        let indices = self.tree[at].children().map(|index| index as u32);
        let mut children: Vec<_> = indices.zip(self.tree.children(at)).collect();
        // A stable sort: of equals, the first stays first.
        children.sort_by(|(_, a), (_, b)| better(a, b));
        children
    }

    fn report<W: Word>(
        &self,
        position: &Position<W>,
        multi: usize,
        meter: &Meter<'_>,
    ) -> SearchReport {
        let mut report = SearchReport::at_once(position.legal_moves().first());
        let line = |(at, node): &(u32, &Node)| {
            let mut moves = vec![node.to];
            moves.extend(self.line(*at));
            Line { score: score(node, position), moves }
        };
        let ranked = self.ranked(ROOT);
        if !ranked.is_empty() {
            report.lines = ranked.iter().take(multi).map(line).collect();
        }
        let is_searched = report.lines.first().is_some_and(|line| line.score.is_some());
        report.depth = if is_searched { report.lines[0].moves.len() as u32 } else { 0 };
        report.nodes = meter.nodes();
        report.time = meter.time();
        report
    }
}

/// Which of two moves is better, that one first: one that is proved to win, then by visits and
/// values, and what is proved to lose last.
fn better(a: &Node, b: &Node) -> Ordering {
    let rank = |node: &Node| match node.fate {
        Fate::Lost => 0,
        Fate::Open => 1,
        Fate::Won => 2,
    };
    let by_rank = rank(a).cmp(&rank(b));
    by_rank.then(b.visits.cmp(&a.visits)).then(b.mean().total_cmp(&a.mean()))
}

/// What a move at the root is worth.
fn score<W: Word>(node: &Node, position: &Position<W>) -> Option<Score> {
    match node.fate {
        Fate::Lost => {
            let is_last = position.play_unchecked(node.to).legal_moves().is_empty();
            Some(Score::Win(is_last.then_some(1)))
        }
        Fate::Won => Some(Score::Loss(None)),
        Fate::Open if node.visits == 0 => None,
        Fate::Open => Some(Score::Value(node.mean())),
    }
}

//! The ladder from the course's minimax to a good alpha-beta search, each rung a switch.
//!
//! All of it finds the value that plain minimax finds at the same depth; the rungs of
//! alpha-beta only find it sooner. (`symmetry` sees more at the same depth, in minimax and
//! alpha-beta alike.) The quick [rules] of reports 002 and 003 are another matter: they move without a look.
//!
//! | switch | what it does | source |
//! |---|---|---|
//! | [`Rungs::prune`] | alpha-beta instead of minimax | the textbook |
//! | [`Rungs::deepen`] | depth 1, 2, 3 … until a limit is met | the course |
//! | [`Rungs::order`] | moves in the order that the depth before gave them, or its best one first | report 000 |
//! | [`Rungs::keep`] | the next turn begins where this one has looked already | report 000 |
//! | [`Rungs::unmake`] | moves are made and taken back in place, no position copied | report 000 |
//! | [`Rungs::symmetry`] | who just moved and can mirror from here on has won | report 000 |
//! | [`Rungs::trap`] | a quick rule | report 002 |
//! | [`Rungs::single`], [`Rungs::center`], [`Rungs::reflect`] | quick rules | report 003 |

mod alphabeta;
mod memory;
mod minimax;
pub mod rules;

use crate::board::{Color, Position, Square, Word};
use crate::control::{Limits, Meter};
use crate::eval::{Heuristic, MOST, Prepared};
use crate::random::Random;

use super::lines::Lines;
use super::report::{Line, SearchReport};
use super::score::Score;
use super::task::Task;
use memory::Memory;

/// The order in which moves are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As the squares are numbered.
    #[default]
    None,
    /// By the values of the depth before; of placements, the best eight.
    Full,
    /// The best move of the depth before, then as the squares are numbered.
    Best,
}

/// The switches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rungs {
    /// Leave out what cannot matter: alpha-beta, else minimax.
    pub prune: bool,
    /// Search depth 1, 2, 3 … even where depth is the only limit. Under any other limit, and where an
    /// order or kept results call for it, a search deepens anyway.
    pub deepen: bool,
    /// The order in which moves are tried.
    pub order: Order,
    /// The number of half-moves from the root on at which they are tried in that order.
    pub ordered: u32,
    /// Begin the next turn at the depth that this one has reached already.
    pub keep: bool,
    /// Make moves in place and take them back, instead of copying positions.
    pub unmake: bool,
    /// Count a position as won for the player who just moved and can [mirror](Position::mirror_win).
    pub symmetry: bool,
    /// Play the only legal move at once.
    pub single: bool,
    /// Take the opponent's only move where it is a legal move too, which wins.
    pub trap: bool,
    /// Place the knight on the centre while it is open.
    pub center: bool,
    /// Play the image of the opponent's square through the centre whenever that is legal.
    pub reflect: bool,
    /// Choose among equally good moves by chance, else the first.
    pub random_ties: bool,
}

impl Default for Rungs {
    /// Plain alpha-beta.
    fn default() -> Self {
        Self {
            prune: true,
            deepen: false,
            order: Order::None,
            ordered: u32::MAX,
            keep: false,
            unmake: false,
            symmetry: false,
            single: false,
            trap: false,
            center: false,
            reflect: false,
            random_ties: false,
        }
    }
}

/// Minimax or alpha-beta with a heuristic.
///
/// ```
/// use lastknight::{Limits, Position};
/// use lastknight::search::ladder::{Ladder, Rungs};
/// use lastknight::search::{Score, Task};
///
/// let position: Position = "7/7/7/3N3/1n5/7/7 w".parse()?;
/// let mut alphabeta = Ladder::new("improved".parse()?, Rungs::default(), 0);
/// let report = alphabeta.search(&position, &mut Task::new(Limits::depth(5)));
/// assert_eq!(report.score(), Some(Score::Value(0.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Ladder {
    heuristic: Prepared,
    rungs: Rungs,
    random: Random,
    memory: Memory,
    /// Where the last search looked, and how deep.
    last: Option<(Position, u32)>,
}

impl Ladder {
    /// A player at the start of a game.
    #[must_use]
    pub fn new(heuristic: Heuristic, rungs: Rungs, seed: u64) -> Self {
        let random = Random::new(seed);
        let heuristic = Prepared::new(heuristic);
        Self { heuristic, rungs, random, memory: Memory::default(), last: None }
    }

    /// Looks for the best move.
    pub fn search(&mut self, position: &Position, task: &mut Task<'_>) -> SearchReport {
        if let Some(to) = rules::move_at_once(position, &self.rungs) {
            return SearchReport::at_once(Some(to));
        }
        let first = self.first_depth(position);
        let report = match position.narrow() {
            Some(narrow) => self.deepen(&narrow, first, task),
            None => self.deepen(position, first, task),
        };
        self.last = Some((*position, report.depth));
        report
    }

    /// The depth to begin with: what the last search, two half-moves ago, has seen already.
    fn first_depth(&mut self, position: &Position) -> u32 {
        let open = position.open();
        let is_next = |last: &Position| {
            let before = last.open();
            last.size() == position.size()
                && last.side() == position.side()
                && (open - before).is_empty()
                && before.count() == open.count() + 2
        };
        match &self.last {
            Some((last, depth)) if self.rungs.keep && is_next(last) => {
                self.memory.forget_before(open.count());
                depth.saturating_sub(2).max(1)
            }
            _ => {
                self.memory.clear();
                1
            }
        }
    }

    /// Searches depth after depth, or the one depth asked for.
    fn deepen<W: Word>(
        &mut self,
        position: &Position<W>,
        first: u32,
        task: &mut Task<'_>,
    ) -> SearchReport {
        let limits = task.control.limits;
        let mut search = Search {
            heuristic: &self.heuristic,
            rungs: &self.rungs,
            player: position.side(),
            memory: &mut self.memory,
            lines: Lines::new(),
            meter: Meter::start(&task.control),
        };
        let mut moves: Vec<Square> = position.legal_moves().into_iter().collect();
        if self.rungs.random_ties {
            self.random.shuffle(&mut moves);
        }
        let mut report = SearchReport::at_once(moves.first().copied());
        // No game is longer than there are open squares.
        let longest = position.open().count();
        let most = limits.depth.unwrap_or(longest).min(longest);
        if most == 0 && !moves.is_empty() && search.meter.count().is_some() {
            let value = self.heuristic.estimate(position, position.side());
            report.lines[0].score = Some(Score::Value(value));
        }
        let is_deepening = self.rungs.deepen
            || self.rungs.order != Order::None
            || self.rungs.keep
            || limits != Limits::depth(most);
        let first = if is_deepening { first.min(most) } else { most };
        for depth in first.max(1)..=most {
            let mut best = Vec::new();
            let is_finished = search.root(position, &moves, depth, task.multi, &mut best).is_some();
            // What a search that was cut short has found is better than nothing.
            if is_finished || report.depth == 0 && !best.is_empty() {
                report.lines = best;
            }
            report.nodes = search.meter.nodes();
            report.time = search.meter.time();
            if !is_finished {
                break;
            }
            report.depth = depth;
            task.progress(&report);
            let is_decided = |line: &Line| line.score.is_some_and(Score::is_decided);
            if report.lines.iter().all(is_decided) {
                break;
            }
        }
        report.nodes = search.meter.nodes();
        report.time = search.meter.time();
        report
    }
}

/// A search of one position.
struct Search<'a> {
    heuristic: &'a Prepared,
    rungs: &'a Rungs,
    /// The player at the root, whom the heuristic is asked about.
    player: Color,
    memory: &'a mut Memory,
    lines: Lines,
    meter: Meter<'a>,
}

impl Search<'_> {
    /// Searches the moves at the root, and puts the best `multi` of them with their lines into
    /// `best`. `None` where a limit was met before the end.
    fn root<W: Word>(
        &mut self,
        position: &Position<W>,
        moves: &[Square],
        depth: u32,
        multi: usize,
        best: &mut Vec<Line>,
    ) -> Option<()> {
        self.meter.count()?;
        let is_ordered = self.is_ordered(depth, 0);
        let known = if is_ordered { self.memory.order(position) } else { &[] };
        let mut moves = moves.to_vec();
        moves.sort_by_key(|to| known.iter().position(|known| known == to).unwrap_or(known.len()));
        let mut tried = Vec::new();
        let mut values: Vec<f64> = Vec::new();
        for to in moves {
            // Only what is better than the worst of the best matters.
            let alpha = values.get(multi - 1).copied().unwrap_or(f64::NEG_INFINITY);
            let (mut next, depth) = (position.play_unchecked(to), depth - 1);
            let least = f64::NEG_INFINITY;
            let value = match (self.rungs.prune, self.rungs.unmake) {
                (false, _) => -self.minimax(&next, depth, 1)?,
                (true, false) => -self.alphabeta::<W, false>(&mut next, depth, 1, least, -alpha)?,
                (true, true) => -self.alphabeta::<W, true>(&mut next, depth, 1, least, -alpha)?,
            };
            tried.push((value, to));
            if value > alpha {
                self.lines.begin(0, to);
                let at = values.partition_point(|&other| other >= value);
                values.insert(at, value);
                best.insert(at, Line { score: Some(score(value)), moves: self.lines.at(0) });
                values.truncate(multi);
                best.truncate(multi);
            }
        }
        if is_ordered {
            self.memory.remember(position, &mut tried, self.rungs.order);
        }
        Some(())
    }

    /// Whether moves are tried in a remembered order here. The last half-move is not worth it: there
    /// is nothing below it to save.
    #[inline]
    fn is_ordered(&self, depth: u32, ply: u32) -> bool {
        self.rungs.order != Order::None && depth > 1 && ply < self.rungs.ordered
    }

    /// The value to the side to move where the search looks no further: the game is decided, or it
    /// is deep enough.
    #[inline(always)]
    fn leaf<W: Word>(&mut self, position: &Position<W>, depth: u32, ply: u32) -> Option<f64> {
        self.lines.end(ply);
        if position.legal_moves().is_empty() {
            return Some(-win(ply));
        }
        if self.rungs.symmetry && is_mirrored(position) {
            return Some(-win(UNKNOWN));
        }
        if depth > 0 {
            return None;
        }
        // What is good for one player need not be as bad for the other: a heuristic is asked for the
        // player at the root alone.
        let value = self.heuristic.estimate(position, self.player);
        Some(if position.side() == self.player { value } else { -value })
    }
}

/// Whether the player who just moved can mirror from here on, and so has won.
///
/// Not inlined: it would be in the way of searches that do without.
#[inline(never)]
fn is_mirrored<W: Word>(position: &Position<W>) -> bool {
    position.mirror_win().is_some()
}

/// Half-moves to a decision at a distance that nobody knows: more than any game has.
const UNKNOWN: u32 = 255;

/// A win after so many half-moves: beyond every estimate, and the sooner the more.
#[inline]
fn win(ply: u32) -> f64 {
    const UNIT: f64 = (1_u128 << 70) as f64;
    const { assert!(UNIT > MOST) };
    f64::from(UNKNOWN + 1 - ply) * UNIT
}

/// What such a value means.
fn score(value: f64) -> Score {
    if value.abs() <= MOST {
        return Score::Value(value);
    }
    let ply = UNKNOWN + 1 - (value.abs() / win(UNKNOWN)) as u32;
    let length = (ply < UNKNOWN).then_some(ply);
    if value > 0.0 { Score::Win(length) } else { Score::Loss(length) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_decisions_are_exact() {
        for ply in 0..130 {
            assert_eq!(score(win(ply)), Score::Win(Some(ply)));
            assert_eq!(score(-win(ply)), Score::Loss(Some(ply)));
            assert!(win(ply) > win(ply + 1));
        }
        assert_eq!(score(win(UNKNOWN)), Score::Win(None));
        assert_eq!(score(MOST), Score::Value(MOST));
    }
}

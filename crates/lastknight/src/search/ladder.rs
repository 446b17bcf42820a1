//! The ladder from the course's minimax to a good alpha-beta search, each rung a switch.
//!
//! Every rung finds the value of plain minimax at the same depth; those of alpha-beta find it sooner. There are two
//! exceptions: [`Rungs::symmetry`] sees more at the same depth, and the quick rules of reports 002 and 003 move
//! without a search.

mod alphabeta;
mod minimax;
mod move_orders;
mod rules;

use crate::board::{Color, Position, Square, Word};
use crate::control::{Limits, Meter};
use crate::eval::{Heuristic, MOST, Prepared};
use crate::random::Random;

use super::pv_table::PvTable;
use super::{Score, SearchLine, SearchReport, Task};
use move_orders::MoveOrders;

/// The order in which moves are searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveOrdering {
    /// By the number of the square.
    #[default]
    None,
    /// By the values of the previous depth; of placements, the best eight.
    Full,
    /// The best move of the previous depth, then by the number of the square.
    Best,
}

/// The switches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rungs {
    /// Alpha-beta instead of minimax.
    pub prune: bool,
    /// Iterative deepening even if depth is the only limit. Under other limits, and with an `order` or `keep`, a
    /// search deepens anyway.
    pub deepen: bool,
    /// Move ordering (report 000).
    pub order: MoveOrdering,
    /// The number of plies from the root on with that ordering.
    pub ordered: u32,
    /// Start the next turn at the depth that this one has already reached (report 000).
    pub keep: bool,
    /// Make and unmake moves in place instead of copying positions (report 000).
    pub unmake: bool,
    /// Count a position as won for the player who just moved and can [mirror](Position::mirror_win) (report 000).
    pub symmetry: bool,
    /// Play the only legal move at once (report 003).
    pub single: bool,
    /// Take the opponent's only move if legal, which wins (report 002).
    pub trap: bool,
    /// Place the knight on the centre if it is open (report 003).
    pub center: bool,
    /// Play the image of the opponent's square through the centre if legal (report 003).
    pub reflect: bool,
    /// Choose among equally good moves at random instead of taking the first.
    pub random_ties: bool,
}

impl Default for Rungs {
    /// Plain alpha-beta.
    fn default() -> Self {
        Self {
            prune: true,
            deepen: false,
            order: MoveOrdering::None,
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
    orders: MoveOrders,
    /// The last position searched, and the depth reached.
    last: Option<(Position, u32)>,
}

impl Ladder {
    /// Creates a player for one game.
    #[must_use]
    pub fn new(heuristic: Heuristic, rungs: Rungs, seed: u64) -> Self {
        let (heuristic, random) = (Prepared::new(heuristic), Random::new(seed));
        Self { heuristic, rungs, random, orders: MoveOrders::default(), last: None }
    }

    /// Searches for the best move.
    pub fn search(&mut self, position: &Position, task: &mut Task<'_>) -> SearchReport {
        if let Some(to) = rules::move_at_once(position, &self.rungs) {
            return to.into();
        }
        let first = self.first_depth(position);
        let report = match position.narrow() {
            Some(narrow) => self.deepen(&narrow, first, task),
            None => self.deepen(position, first, task),
        };
        self.last = Some((*position, report.depth));
        report
    }

    /// Returns the depth to start with: the one that the last search, two plies ago, has already reached.
    fn first_depth(&mut self, position: &Position) -> u32 {
        let open = position.open();
        if let Some((last, depth)) = &self.last
            && self.rungs.keep
            && last.size() == position.size()
            && last.side() == position.side()
            && (open - last.open()).is_empty()
            && last.open().count() == open.count() + 2
        {
            self.orders.forget_before(open.count());
            return depth.saturating_sub(2).max(1);
        }
        self.orders.clear();
        1
    }

    /// Searches depth after depth, or only the depth requested.
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
            orders: &mut self.orders,
            pv: PvTable::new(),
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
            || self.rungs.order != MoveOrdering::None
            || self.rungs.keep
            || limits != Limits::depth(most);
        let first = if is_deepening { first.min(most) } else { most };
        for depth in first.max(1)..=most {
            let mut best = Vec::new();
            let is_finished = search.root(position, &moves, depth, task.multi, &mut best).is_some();
            // The result of a first depth that was cut short is better than nothing.
            if is_finished || report.depth == 0 && !best.is_empty() {
                report.lines = best.into_iter().map(|(_, line)| line).collect();
            }
            report.nodes = search.meter.nodes();
            report.time = search.meter.time();
            if !is_finished {
                break;
            }
            report.depth = depth;
            task.progress(&report);
            if report.lines.iter().all(|line| line.score.is_some_and(Score::is_decided)) {
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
    /// The player at the root, for whom the heuristic evaluates.
    player: Color,
    orders: &'a mut MoveOrders,
    pv: PvTable,
    meter: Meter<'a>,
}

impl Search<'_> {
    /// Searches the moves at the root and puts the best `multi` of them into `best`, with values and
    /// lines. Returns `None` if a limit is met.
    fn root<W: Word>(
        &mut self,
        position: &Position<W>,
        moves: &[Square],
        depth: u32,
        multi: usize,
        best: &mut Vec<(f64, SearchLine)>,
    ) -> Option<()> {
        self.meter.count()?;
        let is_ordered = self.is_ordered(depth, 0);
        let first = if is_ordered { self.orders.get(position) } else { &[] };
        let mut moves = moves.to_vec();
        moves.sort_by_key(|to| first.iter().position(|first| first == to).unwrap_or(first.len()));
        let mut tried = Vec::new();
        for to in moves {
            let alpha = best.get(multi - 1).map_or(f64::NEG_INFINITY, |(value, _)| *value);
            let (mut next, depth) = (position.play_unchecked(to), depth - 1);
            let least = f64::NEG_INFINITY;
            let value = match (self.rungs.prune, self.rungs.unmake) {
                (false, _) => -self.minimax(&next, depth, 1)?,
                (true, false) => -self.alphabeta::<W, false>(&mut next, depth, 1, least, -alpha)?,
                (true, true) => -self.alphabeta::<W, true>(&mut next, depth, 1, least, -alpha)?,
            };
            tried.push((value, to));
            if value > alpha {
                let line = SearchLine { score: Some(score(value)), moves: self.pv.set_root(to) };
                let at = best.partition_point(|(other, _)| *other >= value);
                best.insert(at, (value, line));
                best.truncate(multi);
            }
        }
        if is_ordered {
            self.orders.insert(position, &mut tried, self.rungs.order);
        }
        Some(())
    }

    /// Returns whether moves are ordered here. At the last ply there is nothing below to save.
    #[inline]
    fn is_ordered(&self, depth: u32, ply: u32) -> bool {
        self.rungs.order != MoveOrdering::None && depth > 1 && ply < self.rungs.ordered
    }

    /// Returns the value for the side to move if the game is decided or the depth is used up.
    #[inline(always)]
    fn leaf<W: Word>(&mut self, position: &Position<W>, depth: u32, ply: u32) -> Option<f64> {
        self.pv.clear(ply);
        if position.legal_moves().is_empty() {
            return Some(-win(ply));
        }
        if self.rungs.symmetry && is_mirrored(position) {
            return Some(-win(UNKNOWN));
        }
        if depth > 0 {
            return None;
        }
        // Heuristics need not be antisymmetric: only values for the player at the root compare.
        let value = self.heuristic.estimate(position, self.player);
        Some(if position.side() == self.player { value } else { -value })
    }
}

/// Returns whether the player who just moved wins by mirroring. Not inlined, to keep other searches fast.
#[inline(never)]
fn is_mirrored<W: Word>(position: &Position<W>) -> bool {
    position.mirror_win().is_some()
}

/// The plies to a decision at an unknown distance: more than any game has.
const UNKNOWN: u32 = 255;

/// Returns the value of a win at `ply`: beyond every estimate, and greater if sooner.
#[inline]
fn win(ply: u32) -> f64 {
    const UNIT: f64 = (1_u128 << 70) as f64;
    const { assert!(UNIT > MOST) };
    f64::from(UNKNOWN + 1 - ply) * UNIT
}

/// Returns the score of a value.
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

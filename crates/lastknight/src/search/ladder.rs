//! The ladder from the course's minimax to a good alpha-beta search, each rung a switch.
//!
//! Every rung finds the value of plain minimax at the same depth; those of alpha-beta find it sooner. There are
//! exceptions: [`Rungs::symmetry`] sees more at the same depth, the quick rules of reports 002 and 003 move
//! without a search, and [`Rungs::lost`], [`Rungs::pick`] and [`Ties::Bound`] play as students' programs did.

mod alphabeta;
mod course_clock;
mod minimax;
mod move_orders;
mod rules;

use crate::board::{Color, Position, Square, Word};
use crate::control::{Limits, Meter};
use crate::eval::{Heuristic, MOST, Prepared};
use crate::random::Random;

use super::pv_table::PvTable;
use super::{Score, SearchLine, SearchReport, Task};
pub use course_clock::CourseBudget;
use course_clock::CourseClock;
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

/// What to play once every move loses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WhenLost {
    /// The move that loses last.
    #[default]
    Resist,
    /// The first move searched: the program sees losses, but not how far off they are.
    Any,
    /// No move, which forfeits the game. The same if no depth is finished.
    Resign,
}

/// Which depth chooses the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pick {
    /// The deepest finished one.
    #[default]
    Deepest,
    /// The one with the best score, although scores of different depths do not compare.
    BestScore,
}

/// Which of equally good moves to play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The first.
    #[default]
    First,
    /// One at random.
    Random,
    /// The last by row and column, counted from the top left as in the course, of moves in random order. A
    /// pruned move has only a bound on its score; if that equals the best score, the move counts as equally good.
    Bound,
}

/// The switches.
#[derive(Clone, Debug, PartialEq)]
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
    /// Which of equally good moves to play.
    pub ties: Ties,
    /// What to play once every move loses.
    pub lost: WhenLost,
    /// Which depth chooses the move.
    pub pick: Pick,
    /// The modelled time of a program of the course, in addition to other limits.
    pub budget: Option<CourseBudget>,
    /// The time of an evaluation under that budget, as a multiple of the modelled one.
    pub cost: f64,
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
            ties: Ties::First,
            lost: WhenLost::Resist,
            pick: Pick::Deepest,
            budget: None,
            cost: 1.0,
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

    /// Searches for the best move. The report has none if the program [resigns](WhenLost::Resign).
    pub fn search(&mut self, position: &Position, task: &mut Task<'_>) -> SearchReport {
        self.search_on_time(position, task).0
    }

    /// Searches for the best move, and returns whether it was found within the budget.
    pub(crate) fn search_on_time(
        &mut self,
        position: &Position,
        task: &mut Task<'_>,
    ) -> (SearchReport, bool) {
        if let Some(to) = rules::move_at_once(position, &self.rungs) {
            return (to.into(), true);
        }
        let first = self.first_depth(position);
        let (report, is_on_time) = match position.narrow() {
            Some(narrow) => self.deepen(&narrow, first, task),
            None => self.deepen(position, first, task),
        };
        self.last = Some((*position, report.depth));
        (report, is_on_time)
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

    /// Searches depth after depth, or only the depth requested. Returns also whether that took no longer than the
    /// budget.
    fn deepen<W: Word>(
        &mut self,
        position: &Position<W>,
        first: u32,
        task: &mut Task<'_>,
    ) -> (SearchReport, bool) {
        let limits = task.control.limits;
        let rungs = &self.rungs;
        let mut search = Search {
            heuristic: &self.heuristic,
            rungs,
            player: position.side(),
            orders: &mut self.orders,
            pv: PvTable::new(),
            meter: Meter::start(&task.control),
            clock: rungs.budget.map(|budget| CourseClock::new(budget, rungs.cost, &self.heuristic)),
            is_flat: rungs.lost != WhenLost::Resist,
            is_uncertain: false,
        };
        let mut moves: Vec<Square> = position.legal_moves().into_iter().collect();
        if rungs.ties != Ties::First {
            self.random.shuffle(&mut moves);
        }
        let at_once = moves.first().copied().filter(|_| rungs.lost != WhenLost::Resign);
        let mut report = SearchReport::at_once(at_once);
        // No game is longer than there are open squares.
        let longest = position.open().count();
        let most = limits.depth.unwrap_or(longest).min(longest);
        if most == 0 && !report.lines.is_empty() && search.meter.count().is_some() {
            let value = self.heuristic.estimate(position, position.side());
            report.lines[0].score = Some(Score::Value(value));
        }
        let is_deepening = rungs.deepen
            || rungs.order != MoveOrdering::None
            || rungs.keep
            || limits != Limits::depth(most);
        let first = if is_deepening { first.min(most) } else { most };
        let mut best_value = f64::NEG_INFINITY;
        for depth in first.max(1)..=most {
            search.is_uncertain = false;
            let mut best = Vec::new();
            let is_finished = search.root(position, &moves, depth, task.multi, &mut best).is_some();
            // The result of a first depth that was cut short is better than nothing, but the programs that see no
            // distances drop it.
            let is_first = report.depth == 0 && !best.is_empty() && rungs.lost == WhenLost::Resist;
            let value = best.first().map_or(f64::NEG_INFINITY, |(value, _)| *value);
            if (is_finished || is_first) && (rungs.pick == Pick::Deepest || value > best_value) {
                best_value = value;
                report.lines = best.into_iter().map(|(_, line)| line).collect();
            }
            report.nodes = search.meter.nodes();
            report.time = search.meter.time();
            if !is_finished {
                break;
            }
            report.depth = depth;
            task.progress(&report);
            let is_decided = |line: &SearchLine| line.score.is_some_and(Score::is_decided);
            if !search.is_uncertain && report.lines.iter().all(is_decided) {
                break;
            }
        }
        report.nodes = search.meter.nodes();
        report.time = search.meter.time();
        let is_on_time = search.clock.is_none_or(|clock| clock.is_on_time());
        (report, is_on_time)
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
    clock: Option<CourseClock<'a>>,
    /// Whether wins and losses are all alike, however far off.
    is_flat: bool,
    /// Whether an infinite evaluation counted as a win or a loss, which a deeper search may correct.
    is_uncertain: bool,
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
        self.count()?;
        let is_ordered = self.is_ordered(depth, 0);
        let first = if is_ordered { self.orders.get(position) } else { &[] };
        let mut moves = moves.to_vec();
        moves.sort_by_key(|to| first.iter().position(|first| first == to).unwrap_or(first.len()));
        let mut tried = Vec::new();
        // Programs that see no distances search for the first win, and need no more than one loss.
        let least = if self.is_flat { -win(UNKNOWN) } else { f64::NEG_INFINITY };
        for &to in &moves {
            let alpha = best.get(multi - 1).map_or(least, |(value, _)| *value);
            if alpha >= -least {
                break;
            }
            let (mut next, depth) = (position.play_unchecked(to), depth - 1);
            let value = match (self.rungs.prune, self.rungs.unmake) {
                (false, _) => -self.minimax(&next, depth, 1)?,
                (true, false) => -self.alphabeta::<W, false>(&mut next, depth, 1, least, -alpha)?,
                (true, true) => -self.alphabeta::<W, true>(&mut next, depth, 1, least, -alpha)?,
            };
            tried.push((value, to));
            let is_better = match self.rungs.ties {
                Ties::Bound => best.last().is_none_or(|(other, line)| {
                    let place = |to| position.size().row_col(to);
                    let is_last = place(to) > place(line.moves[0]);
                    value > *other || value == *other && is_last || best.len() < multi
                }),
                Ties::First | Ties::Random => value > alpha,
            };
            if is_better {
                // A bound has no line.
                let moves = if value > alpha { self.pv.set_root(to) } else { vec![to] };
                let line = SearchLine { score: Some(score(value)), moves };
                let at = best.partition_point(|(other, _)| match self.rungs.ties {
                    Ties::Bound => *other > value,
                    Ties::First | Ties::Random => *other >= value,
                });
                best.insert(at, (value, line));
                best.truncate(multi);
            }
        }
        if best.is_empty()
            && self.rungs.lost == WhenLost::Any
            && let Some(&to) = moves.first()
        {
            let line = SearchLine { score: Some(Score::Loss(None)), moves: vec![to] };
            best.push((least, line));
        }
        if is_ordered {
            self.orders.insert(position, &mut tried, self.rungs.order);
        }
        Some(())
    }

    /// Counts a node, or returns `None` if the search has to end.
    #[inline(always)]
    fn count(&mut self) -> Option<()> {
        if let Some(clock) = &mut self.clock {
            clock.enter_node()?;
        }
        self.meter.count()
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
            return Some(-win(if self.is_flat { UNKNOWN } else { ply }));
        }
        if self.rungs.symmetry && is_mirrored(position) {
            return Some(-win(UNKNOWN));
        }
        if depth > 0 {
            return None;
        }
        // Heuristics need not be antisymmetric: only values for the player at the root compare.
        let mut value = self.heuristic.estimate(position, self.player);
        if self.is_flat || self.clock.is_some() {
            value = self.as_in_python(position, value);
        }
        Some(if position.side() == self.player { value } else { -value })
    }

    /// Counts the modelled time of an evaluation. To programs that see no distances, an infinite value is a win.
    #[inline(never)]
    fn as_in_python<W: Word>(&mut self, position: &Position<W>, value: f64) -> f64 {
        if let Some(clock) = &mut self.clock {
            clock.evaluate(position, self.player);
        }
        if !self.is_flat || value.abs() < MOST {
            return value;
        }
        self.is_uncertain = true;
        win(UNKNOWN).copysign(value)
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

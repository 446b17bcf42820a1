//! The search of one thread: principal variation search.

use super::active_positions::{ActivePositions, Mark};
use super::endgame;
use super::history::History;
use super::transposition_table::{Bound, TableEntry, TranspositionTable};
use super::value::{
    DISTANT_WIN, INFINITE, Value, estimated, from_table, is_decided, score, to_table, win,
};
use crate::board::{Bitboard, Color, Position, Square, Symmetry, Word};
use crate::control::Meter;
use crate::eval::Heuristic;
use crate::search::Score;
use crate::search::pv_table::PvTable;

/// The least depth at which the table is probed: below, a search costs less than a probe.
const PROBE_DEPTH: i32 = 2;
/// The least depth at which the knights are checked for being apart.
const APART_DEPTH: i32 = 6;
/// The least depth at which moves are ordered by two-step mobility instead of mobility.
const TWO_STEP_DEPTH: i32 = 3;
/// The least depth at which late moves are reduced.
const REDUCED_DEPTH: i32 = 3;
/// The number of the first late move.
const LATE: usize = 2;
/// The reduction: two plies, so that the same side is to move at the leaves.
const REDUCTION: i32 = 2;
/// The least depth at which a move is deferred while another thread searches it.
const DEFERRED_DEPTH: i32 = 4;
/// Up to this number of blocked squares all images of a position share an entry. Later, images do not meet.
const SYMMETRIC: usize = 3;

/// What the threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) heuristic: &'a Heuristic,
    pub(super) table: &'a TranspositionTable,
    /// `None` for a single thread.
    pub(super) active: Option<&'a ActivePositions>,
}

/// The search of one thread.
pub(super) struct Worker<'a> {
    shared: &'a Shared<'a>,
    /// The player at the root, for whom the heuristic evaluates.
    player: Color,
    history: History,
    pub(super) pv: PvTable,
    pub(super) meter: Meter<'a>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, player: Color, meter: Meter<'a>) -> Self {
        Self { shared, player, history: History::new(), pv: PvTable::new(), meter }
    }

    /// Returns the score of a position without a search, or `None` if a limit is met.
    pub(super) fn standing<W: Word>(&mut self, position: &Position<W>) -> Option<Score> {
        self.meter.count()?;
        Some(score(self.evaluate(position)))
    }

    fn evaluate<W: Word>(&self, position: &Position<W>) -> Value {
        let value = estimated(self.shared.heuristic.estimate(position, self.player));
        if position.side() == self.player { value } else { -value }
    }

    /// Returns the value for the side to move after a search of `depth` plies, `ply` plies from the root, if
    /// it is between `alpha` and `beta`. A result at or below `alpha` is an upper bound, one at or above
    /// `beta` a lower bound. Wins and losses are proved at any depth. Returns `None` if a limit is met.
    pub(super) fn search<W: Word>(
        &mut self,
        position: &Position<W>,
        depth: i32,
        ply: u32,
        mut alpha: Value,
        mut beta: Value,
    ) -> Option<Value> {
        // 1. Is the game over, or won at once?
        self.meter.count()?;
        self.pv.clear(ply);
        let side = position.side();
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Some(-win(ply));
        }
        let (Some(_), Some(opponent)) = (position.knight(side), position.knight(!side)) else {
            return self.place(position, depth, ply, alpha, beta);
        };
        let theirs = position.moves_of(!side);
        if let Some(to) = winning_move(moves, theirs) {
            self.pv.clear(ply + 1);
            self.pv.set(ply, to);
            return Some(win(ply + 1));
        }

        // 2. At depth 0 evaluate, unless the move is forced: a forced move costs no depth.
        let is_single = moves.is_at_most_one();
        if depth <= 0 && !is_single {
            return Some(self.evaluate(position));
        }

        // 3. No win is sooner than three plies from here, no loss sooner than two.
        let worst = -win(ply + 2);
        alpha = alpha.max(worst - 1);
        beta = beta.min(win(ply + 3));
        if alpha >= beta {
            return Some(alpha);
        }

        // 4. Probe the table, and compare paths if the knights are apart.
        let table_key = (depth >= PROBE_DEPTH).then(|| TableKey::of(position));
        let mut first = None;
        if let Some(table_key) = &table_key
            && let Some(entry) = self.shared.table.get(table_key.key)
        {
            let is_open = beta - alpha > 1;
            let value = from_table(entry.value, ply);
            let is_deep = i32::from(entry.depth) >= depth || is_decided(value);
            if is_deep && !is_open && entry.bound.settles(value, alpha, beta) {
                return Some(value);
            }
            first = Some(position.geometry().image(table_key.symmetry.inverse(), entry.best));
        }
        if depth >= APART_DEPTH
            && let Some(value) = endgame::apart(position, ply)
        {
            return Some(value);
        }

        // 5. Search the moves, the most promising first.
        let mut picker = self.pick_moves(position, depth, ply, theirs, opponent, first);
        let (before, mut best, mut best_move) = (alpha, worst, None);
        let deeper = if is_single { depth } else { depth - 1 };
        while let Some((number, to)) = picker.next() {
            let next = position.play_unchecked(to);
            let mark = if depth >= DEFERRED_DEPTH { self.mark(&next) } else { None };
            if number > 0 && mark.is_some_and(Mark::is_set) && picker.defer(to) {
                continue;
            }
            if let Some(mark) = mark {
                mark.set();
            }
            let floor = alpha.max(best);
            let value = self.search_move(&next, number, deeper, ply + 1, floor, beta);
            if let Some(mark) = mark {
                mark.clear();
            }
            let value = value?;
            if value > best {
                best = value;
                best_move = Some(to);
                if value > alpha {
                    alpha = value;
                    self.pv.set(ply, to);
                    if value >= beta {
                        self.history.add(ply, side, opponent, to, depth.max(1));
                        break;
                    }
                }
            }
        }

        // 6. Store the result.
        if let Some(table_key) = table_key {
            let bound = match best {
                _ if best >= beta => Bound::Lower,
                _ if best > before => Bound::Exact,
                _ => Bound::Upper,
            };
            let best_move = best_move.or(first).or(moves.first()).expect("there is a move");
            let entry = TableEntry {
                value: to_table(best, ply),
                depth: depth.min(255) as u8,
                bound,
                best: position.geometry().image(table_key.symmetry, best_move),
            };
            self.shared.table.insert(table_key.key, entry);
        }
        Some(best)
    }

    /// Returns the value of move `number` for the player who made it. The first is searched with the whole
    /// window, others with a null window, late ones also reduced; those that turn out better again in full.
    fn search_move<W: Word>(
        &mut self,
        next: &Position<W>,
        number: usize,
        depth: i32,
        ply: u32,
        alpha: Value,
        beta: Value,
    ) -> Option<Value> {
        if number > 0 {
            let is_late = depth + 1 >= REDUCED_DEPTH && number >= LATE;
            let reduced = if is_late { depth - REDUCTION } else { depth };
            let mut value = -self.search(next, reduced, ply, -alpha - 1, -alpha)?;
            if value > alpha && reduced < depth {
                value = -self.search(next, depth, ply, -alpha - 1, -alpha)?;
            }
            if value <= alpha || value >= beta {
                return Some(value);
            }
        }
        Some(-self.search(next, depth, ply, -beta, -alpha)?)
    }

    /// Returns the mark of a position if there are other threads to see it.
    pub(super) fn mark<W: Word>(&self, position: &Position<W>) -> Option<Mark<'a>> {
        self.shared.active.map(|active| active.mark(position.key()))
    }

    /// Returns the moves with their ordering scores. A move into a dead end, or to a square whose only exit
    /// the opponent can take, loses at once and is left out.
    #[inline]
    fn pick_moves<W: Word>(
        &self,
        position: &Position<W>,
        depth: i32,
        ply: u32,
        theirs: Bitboard<W>,
        opponent: Square,
        first: Option<Square>,
    ) -> MovePicker {
        let geometry = position.geometry();
        let side = position.side();
        let mut picker = MovePicker::default();
        for to in position.legal_moves() {
            let open = position.open() - to.into();
            let replies = theirs - to.into();
            let onward = geometry.knight_moves(to) & open;
            if onward.is_at_most_one() && (onward - replies).is_empty() {
                continue;
            }
            let score = if first == Some(to) {
                i32::MAX
            } else {
                let freedom = |moves: Bitboard<W>| match depth >= TWO_STEP_DEPTH {
                    true => geometry.two_step(moves, open) as i32,
                    false => moves.count() as i32,
                };
                10 * (freedom(onward) - 2 * freedom(replies))
                    + self.history.score(ply, side, opponent, to)
            };
            picker.push(score, to);
        }
        picker
    }

    /// [`search`](Self::search) while a knight is to be placed.
    fn place<W: Word>(
        &mut self,
        position: &Position<W>,
        depth: i32,
        ply: u32,
        mut alpha: Value,
        beta: Value,
    ) -> Option<Value> {
        if position.mirror_win().is_some() {
            return Some(-DISTANT_WIN);
        }
        if depth <= 0 {
            return Some(self.evaluate(position));
        }
        let mut best = -INFINITE;
        for (number, to) in position.placements().into_iter().enumerate() {
            let next = position.play_unchecked(to);
            let floor = alpha.max(best);
            let value = self.search_move(&next, number, depth - 1, ply + 1, floor, beta)?;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.pv.set(ply, to);
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        Some(best)
    }
}

/// Returns a move that leaves the opponent without any: they have none, or only one, which can be taken.
#[inline]
fn winning_move<W: Word>(moves: Bitboard<W>, theirs: Bitboard<W>) -> Option<Square> {
    let is_won = theirs.is_at_most_one() && (theirs - moves).is_empty();
    if is_won { theirs.first().or(moves.first()) } else { None }
}

/// The key of a position in the table, early in the game that of its canonical image.
struct TableKey {
    key: u64,
    /// Turns the position, and its moves, into the image.
    symmetry: Symmetry,
}

impl TableKey {
    #[inline]
    fn of<W: Word>(position: &Position<W>) -> Self {
        let blocked = position.size().area() - position.open().count() as usize;
        if blocked <= SYMMETRIC {
            let (canonical, symmetry) = position.canonical();
            return Self { key: canonical.key(), symmetry };
        }
        Self { key: position.key(), symmetry: Symmetry::Identity }
    }
}

/// Picks the moves of a position in the order in which they are searched: each time the best of the rest,
/// then the deferred ones.
#[derive(Default)]
struct MovePicker {
    /// Scores and moves: the deferred ones, then, from `number` to `count`, the rest.
    moves: [Option<(i32, Square)>; 8],
    count: usize,
    number: usize,
    deferred: usize,
}

impl MovePicker {
    #[inline]
    fn push(&mut self, score: i32, to: Square) {
        self.moves[self.count] = Some((score, to));
        self.count += 1;
    }

    /// Returns the next move and its number.
    #[inline]
    fn next(&mut self) -> Option<(usize, Square)> {
        let rest = &mut self.moves[self.number.min(self.count)..self.count];
        if let Some(at) = (0..rest.len()).max_by_key(|&at| rest[at]) {
            rest.swap(0, at);
            self.number += 1;
            return rest[0].map(|(_, to)| (self.number - 1, to));
        }
        self.deferred = self.deferred.checked_sub(1)?;
        self.moves[self.deferred].map(|(_, to)| (self.number, to))
    }

    /// Defers the move just returned until the rest is searched. Returns `false` if there is no rest.
    fn defer(&mut self, to: Square) -> bool {
        let has_rest = self.number < self.count;
        if has_rest {
            self.moves[self.deferred] = Some((0, to));
            self.deferred += 1;
        }
        has_rest
    }
}

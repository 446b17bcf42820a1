//! The search of one thread: principal-variation search with everything that pays.

use super::busy::Busy;
use super::endgame;
use super::history::History;
use super::transposition_table::{Bound, Known, TranspositionTable};
use super::value::{
    INFINITE, Value, estimated, from_table, is_decided, score, to_table, win, win_some_time,
};
use crate::board::{Bitboard, Color, Position, Square, Symmetry, Word};
use crate::control::Meter;
use crate::eval::Heuristic;
use crate::search::Score;
use crate::search::pv_table::PvTable;

/// The least depth at which the table is asked: nearer to the leaves a search costs less than a look.
const PROBED: i32 = 2;
/// The least depth at which the knights are checked for being apart.
const APART: i32 = 6;
/// The least depth at which moves are ordered by the ways to move twice, not once.
const TWO_STEP: i32 = 3;
/// The least depth at which late moves are searched less deep at first.
const REDUCED: i32 = 3;
/// From which move on.
const LATE: usize = 2;
/// By how many half-moves: two, so that the same side is to move at the leaves.
const REDUCTION: i32 = 2;
/// The least depth at which a thread puts off what another is looking at.
const SHARED: i32 = 4;
/// Positions with as few squares blocked are known by their canonical form: later on, no two of them
/// are each other's image.
const SYMMETRIC: usize = 3;

/// What threads that search together share.
pub(super) struct Shared<'a> {
    pub(super) heuristic: &'a Heuristic,
    pub(super) table: &'a TranspositionTable,
    /// Where there is more than one thread.
    pub(super) busy: Option<&'a Busy>,
}

/// The search of one thread.
pub(super) struct Worker<'a> {
    shared: &'a Shared<'a>,
    /// The player at the root, for whom the heuristic is asked.
    player: Color,
    pub(super) history: History,
    pub(super) pv: PvTable,
    pub(super) meter: Meter<'a>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, player: Color, meter: Meter<'a>) -> Self {
        Self { shared, player, history: History::new(), pv: PvTable::new(), meter }
    }

    /// What the position is worth without a search, or `None` where a limit was met.
    pub(super) fn standing<W: Word>(&mut self, position: &Position<W>) -> Option<Score> {
        self.meter.count()?;
        Some(score(self.evaluate(position)))
    }

    fn evaluate<W: Word>(&self, position: &Position<W>) -> Value {
        let value = estimated(self.shared.heuristic.estimate(position, self.player));
        if position.side() == self.player { value } else { -value }
    }

    /// The value for the side to move after a search of `depth` half-moves, `ply` half-moves from the
    /// root, where it lies between `alpha` and `beta`. Else a bound: at or below `alpha` the true value
    /// is no more, at or above `beta` no less. Wins and losses are proved, at any depth. `None` where a
    /// limit was met.
    pub(super) fn search<W: Word>(
        &mut self,
        position: &Position<W>,
        depth: i32,
        ply: u32,
        mut alpha: Value,
        mut beta: Value,
    ) -> Option<Value> {
        // 1. Is the game over, or about to be?
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

        // 2. Is this deep enough? A move without a choice is no decision: go on below it.
        let is_single = moves.is_at_most_one();
        if depth <= 0 && !is_single {
            return Some(self.evaluate(position));
        }

        // 3. No win is quicker than three half-moves from here, no loss quicker than two.
        let worst = -win(ply + 2);
        alpha = alpha.max(worst - 1);
        beta = beta.min(win(ply + 3));
        if alpha >= beta {
            return Some(alpha);
        }

        // 4. Is the answer known?
        let place = (depth >= PROBED).then(|| Place::of(position));
        let mut first = None;
        if let Some(place) = &place
            && let Some(known) = self.shared.table.get(place.key)
        {
            let is_open = beta - alpha > 1;
            let value = from_table(known.value, ply);
            let is_deep = i32::from(known.depth) >= depth || is_decided(value);
            if is_deep && !is_open && known.bound.settles(value, alpha, beta) {
                return Some(value);
            }
            first = Some(place.back(position, known.best));
        }
        if depth >= APART
            && let Some(value) = endgame::apart(position, ply)
        {
            return Some(value);
        }

        // 5. Try the moves, the most promising first.
        let mut queue = Queue::new(self.candidates(position, depth, ply, theirs, opponent, first));
        let (before, mut best, mut best_move) = (alpha, worst, None);
        let deeper = if is_single { depth } else { depth - 1 };
        while let Some((number, to)) = queue.next() {
            let next = position.play_unchecked(to);
            let mark = self.mark(&next, depth);
            if number > 0 && mark.is_some_and(|(busy, key)| busy.contains(key)) && queue.put_off(to)
            {
                continue;
            }
            if let Some((busy, key)) = mark {
                busy.enter(key);
            }
            let floor = alpha.max(best);
            let value = self.search_move(&next, number, deeper, ply + 1, floor, beta);
            if let Some((busy, key)) = mark {
                busy.leave(key);
            }
            let value = value?;
            if value > best {
                best = value;
                best_move = Some(to);
                if value > alpha {
                    alpha = value;
                    self.pv.set(ply, to);
                    if value >= beta {
                        self.history.cut(ply, side, opponent, to, depth.max(1));
                        break;
                    }
                }
            }
        }

        // 6. Remember the answer.
        if let Some(place) = place {
            let bound = match best {
                _ if best >= beta => Bound::Lower,
                _ if best > before => Bound::Exact,
                _ => Bound::Upper,
            };
            let best_move = best_move.or(first).or(moves.first()).expect("there is a move");
            let known = Known {
                value: to_table(best, ply),
                depth: depth.min(255) as u8,
                bound,
                best: place.there(position, best_move),
            };
            self.shared.table.put(place.key, known);
        }
        Some(best)
    }

    /// The value of a move for who made it, `number` moves having been tried before it: the first with
    /// the whole window, others with none, and late ones less deep, as long as they are no better.
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
            let is_late = depth + 1 >= REDUCED && number >= LATE;
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

    /// Whether another thread is looking at a position.
    pub(super) fn is_busy<W: Word>(&self, position: &Position<W>) -> bool {
        self.shared.busy.is_some_and(|busy| busy.contains(position.key()))
    }

    /// Tells other threads that this one looks at a position.
    pub(super) fn enter<W: Word>(&self, position: &Position<W>) {
        if let Some(busy) = self.shared.busy {
            busy.enter(position.key());
        }
    }

    /// The opposite of [`enter`](Self::enter).
    pub(super) fn leave<W: Word>(&self, position: &Position<W>) {
        if let Some(busy) = self.shared.busy {
            busy.leave(position.key());
        }
    }

    /// The place in which to mark a position that is gone into, where there is somebody to see it.
    fn mark<W: Word>(&self, next: &Position<W>, depth: i32) -> Option<(&'a Busy, u64)> {
        let busy = self.shared.busy.filter(|_| depth >= SHARED)?;
        Some((busy, next.key()))
    }

    /// The moves worth a look, with what speaks for each. A move from which there is no way on, or
    /// just one which the other takes first, loses at once.
    #[inline]
    fn candidates<W: Word>(
        &self,
        position: &Position<W>,
        depth: i32,
        ply: u32,
        theirs: Bitboard<W>,
        opponent: Square,
        first: Option<Square>,
    ) -> Candidates {
        let geometry = position.geometry();
        let side = position.side();
        let mut candidates = Candidates::default();
        for to in position.legal_moves() {
            let open = position.open() - to.into();
            let replies = theirs - to.into();
            let onward = geometry.knight_moves(to) & open;
            if onward.is_at_most_one() && (onward - replies).is_empty() {
                continue;
            }
            let promise = if first == Some(to) {
                i32::MAX
            } else {
                let freedom = |moves: Bitboard<W>| match depth >= TWO_STEP {
                    true => geometry.two_step(moves, open) as i32,
                    false => moves.count() as i32,
                };
                10 * (freedom(onward) - 2 * freedom(replies))
                    + self.history.promise(ply, side, opponent, to)
            };
            candidates.push(promise, to);
        }
        candidates
    }

    /// [`search`](Self::search) where a knight is still to be placed.
    fn place<W: Word>(
        &mut self,
        position: &Position<W>,
        depth: i32,
        ply: u32,
        mut alpha: Value,
        beta: Value,
    ) -> Option<Value> {
        if position.mirror_win().is_some() {
            return Some(-win_some_time());
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

/// A move that leaves the other without any: it has none, or only one, which can be taken.
#[inline]
fn winning_move<W: Word>(moves: Bitboard<W>, theirs: Bitboard<W>) -> Option<Square> {
    if theirs.is_at_most_one() && (theirs - moves).is_empty() {
        theirs.first().or(moves.first())
    } else {
        None
    }
}

/// Where the table keeps a position: early in the game, where it keeps all its images.
struct Place {
    key: u64,
    symmetry: Symmetry,
}

impl Place {
    #[inline]
    fn of<W: Word>(position: &Position<W>) -> Self {
        let blocked = position.size().area() - position.open().count() as usize;
        if blocked <= SYMMETRIC {
            let (canonical, symmetry) = position.canonical();
            return Self { key: canonical.key(), symmetry };
        }
        Self { key: position.key(), symmetry: Symmetry::Identity }
    }

    /// A move as the table has it.
    fn there<W: Word>(&self, position: &Position<W>, to: Square) -> Square {
        position.geometry().image(self.symmetry, to)
    }

    /// The opposite of [`there`](Self::there).
    fn back<W: Word>(&self, position: &Position<W>, to: Square) -> Square {
        position.geometry().image(self.symmetry.inverse(), to)
    }
}

/// Up to eight moves and what speaks for each.
#[derive(Default)]
struct Candidates {
    moves: [Option<(i32, Square)>; 8],
    count: usize,
}

impl Candidates {
    #[inline]
    fn push(&mut self, promise: i32, to: Square) {
        self.moves[self.count] = Some((promise, to));
        self.count += 1;
    }
}

/// Moves in the order in which they are tried: each the best of the rest, then what was put off.
struct Queue {
    candidates: Candidates,
    number: usize,
    put_off: Candidates,
}

impl Queue {
    #[inline]
    fn new(candidates: Candidates) -> Self {
        Self { candidates, number: 0, put_off: Candidates::default() }
    }

    /// The next move, and how many come before it.
    #[inline]
    fn next(&mut self) -> Option<(usize, Square)> {
        let Candidates { moves, count } = &mut self.candidates;
        let rest = &mut moves[self.number.min(*count)..*count];
        if let Some(at) = (0..rest.len()).max_by_key(|&at| (rest[at], std::cmp::Reverse(at))) {
            rest.swap(0, at);
            self.number += 1;
            return rest[0].map(|(_, to)| (self.number - 1, to));
        }
        let Candidates { moves, count } = &mut self.put_off;
        *count = count.checked_sub(1)?;
        moves[*count].map(|(_, to)| (self.number, to))
    }

    /// Comes back to the move just given at the end, or says that the end has come.
    fn put_off(&mut self, to: Square) -> bool {
        let is_early = self.number < self.candidates.count;
        if is_early {
            self.put_off.push(0, to);
        }
        is_early
    }
}

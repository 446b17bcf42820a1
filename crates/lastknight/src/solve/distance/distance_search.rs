//! The search for the number of moves that the loser still makes if the winner wins as soon as possible.
//!
//! It tests whether the number exceeds a given one and returns a bound: a lower one if it does, else an
//! upper one. A player who does not lose at all has [`NEVER`] moves.

use super::bounds_table::{Bounds, BoundsTable};
use crate::board::{Bitboard, Position, Square, Word};
use crate::control::Budget;
use crate::solve::bounds::certain_moves;
use crate::solve::move_order::MoveOrder;
use crate::solve::paths::{LoneKnight, Paths};
use crate::solve::search::{Attacker, Placed, Victim};

/// More moves than any game has: the supposed loser does not lose.
pub(super) const NEVER: u32 = 255;

/// Shorter distances are not stored: searching them is as quick.
const SHORT: u32 = 2;

/// A search, its budget and its caches.
pub(super) struct DistanceSearch<'a, W: Word, B> {
    pub(super) order: MoveOrder<'a, W>,
    pub(super) budget: &'a mut B,
    pub(super) paths: Paths<W>,
    pub(super) table: BoundsTable,
}

impl<W: Word, B: Budget> DistanceSearch<'_, W, B> {
    /// Returns a bound on the loser's moves: an upper bound if it is at most `most`, else a lower bound.
    /// `None` if the budget ends first.
    pub(super) fn of_position(
        &mut self,
        position: &Position<W>,
        mover_loses: bool,
        most: u32,
    ) -> Option<u32> {
        if let Some(placed) = Placed::of(position) {
            return self.of(placed, mover_loses, most);
        }
        self.budget.spend()?;
        let placements = position.placements();
        let mut best = BestMoves::new(mover_loses, most);
        if mover_loses && most == 0 && !placements.is_empty() {
            return Some(1);
        }
        for to in placements {
            let Some(rest) = best.rest() else { break };
            best.add(self.of_position(&position.play_unchecked(to), !mover_loses, rest)?);
        }
        Some(best.moves)
    }

    /// [`Self::of_position`] once both knights are placed.
    fn of(&mut self, placed: Placed<W>, mover_loses: bool, most: u32) -> Option<u32> {
        self.budget.spend()?;
        let [moves, theirs] = placed.moves(self.order.geometry);
        if let Some(moves) = soon(mover_loses, most, [moves, theirs]) {
            return Some(moves);
        }
        let geometry = self.order.geometry;
        let knights = [(placed.us, moves), (placed.them, theirs)]
            .map(|(from, moves)| LoneKnight { from, reach: geometry.flood(moves, placed.open) });
        if let Some(moves) = self.by_reach(placed.open, [moves, theirs], knights, mover_loses, most)
        {
            return Some(moves);
        }
        if most < SHORT {
            return self.by_moves(placed, moves, mover_loses, most, None).map(|(moves, _)| moves);
        }
        // Squares that neither can reach do not matter.
        let open = knights[0].reach | knights[1].reach;
        let key = BoundsTable::key(geometry.size(), Placed { open, ..placed }, mover_loses);
        let bounds = self.table.get(key);
        if bounds.least > most {
            return Some(bounds.least);
        }
        if bounds.most <= most {
            return Some(bounds.most);
        }
        let (found, best) = self.by_moves(placed, moves, mover_loses, most, bounds.best)?;
        let bounds = if found > most {
            Bounds { least: found, best, ..bounds }
        } else {
            Bounds { most: found, best, ..bounds }
        };
        self.table.put(key, bounds);
        Some(found)
    }

    /// The answer, if the players' reaches decide it.
    #[inline]
    fn by_reach(
        &mut self,
        open: Bitboard<W>,
        mut moves: [Bitboard<W>; 2],
        mut knights: [LoneKnight<W>; 2],
        mover_loses: bool,
        most: u32,
    ) -> Option<u32> {
        let geometry = self.order.geometry;
        if !mover_loses {
            moves.reverse();
            knights.reverse();
        }
        let ([losers, winners], [loser, winner]) = (moves, knights);
        // A winner who moves first has to make one move more than the loser.
        let lead = u32::from(!mover_loses);
        let bound = |knight: LoneKnight<W>| geometry.path_bound(Some(knight.from), knight.reach);
        // With this many moves the loser would be the winner.
        let never = bound(winner) + 1 - lead;
        let enough = never.min(most + 1);
        let certain = certain_moves(geometry, loser.from, winners, open, mover_loses, enough);
        if certain >= enough {
            return Some(if certain >= never { NEVER } else { certain });
        }
        let all = bound(loser);
        let needed = all + lead;
        if all <= most
            && certain_moves(geometry, winner.from, losers, open, !mover_loses, needed) >= needed
        {
            return Some(all);
        }
        if !(loser.reach & winner.reach).is_empty() {
            return None;
        }
        let longest = self.paths.longest(loser)?;
        let wins = self.paths.has(winner, longest + lead)?;
        Some(if wins { longest } else { NEVER })
    }

    /// The answer by trying the moves, `first` before the others, and the move that gave it.
    fn by_moves(
        &mut self,
        placed: Placed<W>,
        moves: Bitboard<W>,
        mover_loses: bool,
        most: u32,
        first: Option<Square>,
    ) -> Option<(u32, Option<Square>)> {
        let first = first.filter(|&to| moves.contains(to));
        let rest = first.map_or(moves, |to| moves - Bitboard::bit(to));
        let dark = self.order.geometry.dark();
        let ordered = if dark.contains(placed.us) == dark.contains(placed.them) {
            self.order.of::<Attacker>(placed, rest)
        } else {
            self.order.of::<Victim>(placed, rest)
        };
        let mut best = BestMoves::new(mover_loses, most);
        let mut by = None;
        for to in first.into_iter().chain(ordered) {
            let Some(rest) = best.rest() else { break };
            if best.add(self.of(placed.after(to), !mover_loses, rest)?) {
                by = Some(to);
            }
        }
        Some((best.moves, by))
    }
}

/// The answer, if the game ends within a move or `most` is 0.
#[inline]
fn soon<W: Word>(mover_loses: bool, most: u32, moves: [Bitboard<W>; 2]) -> Option<u32> {
    let [moves, theirs] = moves;
    if moves.is_empty() {
        return Some(if mover_loses { 0 } else { NEVER });
    }
    // The mover can take the other's last square.
    if theirs.is_at_most_one() && (theirs - moves).is_empty() {
        return Some(if mover_loses { NEVER } else { 0 });
    }
    (most == 0).then_some(1)
}

/// The best result among the moves tried so far.
struct BestMoves {
    mover_loses: bool,
    most: u32,
    moves: u32,
}

impl BestMoves {
    fn new(mover_loses: bool, most: u32) -> Self {
        Self { mover_loses, most, moves: if mover_loses { 0 } else { NEVER } }
    }

    /// The test for the position after the next move, or `None` if no further move is needed.
    fn rest(&self) -> Option<u32> {
        if self.mover_loses {
            (self.moves <= self.most).then(|| self.most - 1)
        } else {
            (self.moves > self.most).then_some(self.most)
        }
    }

    /// Adds the result of the position after a move and returns whether it is better.
    fn add(&mut self, moves: u32) -> bool {
        let best = if self.mover_loses {
            self.moves.max(NEVER.min(moves + 1))
        } else {
            self.moves.min(moves)
        };
        std::mem::replace(&mut self.moves, best) != best
    }
}

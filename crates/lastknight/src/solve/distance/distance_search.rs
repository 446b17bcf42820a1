//! The number of moves that the loser still makes against a winner who wins as soon as possible.
//!
//! The search tests whether it exceeds a given number and returns a bound: a lower one if it does, else
//! an upper one. A player who does not lose at all has [`NEVER`] moves, whatever the test.

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

/// Who loses: the player to move, or the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Loser {
    Mover,
    Other,
}

impl Loser {
    /// The same player after a move.
    fn after_move(self) -> Self {
        if self == Self::Mover { Self::Other } else { Self::Mover }
    }
}

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
        loser: Loser,
        most: u32,
    ) -> Option<u32> {
        if let Some(placed) = Placed::of(position) {
            return self.of(placed, loser, most);
        }
        self.budget.spend()?;
        let placements = position.placements();
        let mut best = BestMoves::new(loser, most);
        if loser == Loser::Mover && most == 0 && !placements.is_empty() {
            return Some(1);
        }
        for to in placements {
            let Some(rest) = best.rest() else { break };
            best.add(self.of_position(&position.play_unchecked(to), loser.after_move(), rest)?);
        }
        Some(best.moves)
    }

    /// [`Self::of_position`] once both knights are placed.
    fn of(&mut self, placed: Placed<W>, loser: Loser, most: u32) -> Option<u32> {
        self.budget.spend()?;
        let [moves, theirs] = placed.moves(self.order.geometry);
        if let Some(moves) = soon(loser, most, moves, theirs) {
            return Some(moves);
        }
        let geometry = self.order.geometry;
        let knights = [(placed.us, moves), (placed.them, theirs)]
            .map(|(from, moves)| LoneKnight { from, reach: geometry.flood(moves, placed.open) });
        if let Some(moves) = self.by_reach(placed.open, [moves, theirs], knights, loser, most) {
            return Some(moves);
        }
        if most < SHORT {
            return self.by_moves(placed, moves, loser, most, None).map(|(moves, _)| moves);
        }
        // Squares that neither can reach do not matter.
        let open = knights[0].reach | knights[1].reach;
        let key = BoundsTable::key(geometry.size(), Placed { open, ..placed }, loser);
        let bounds = self.table.get(key);
        if bounds.least > most {
            return Some(bounds.least);
        }
        if bounds.most <= most {
            return Some(bounds.most);
        }
        let (found, best) = self.by_moves(placed, moves, loser, most, bounds.best)?;
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
        loser: Loser,
        most: u32,
    ) -> Option<u32> {
        let geometry = self.order.geometry;
        let loses_first = loser == Loser::Mover;
        if !loses_first {
            moves.reverse();
            knights.reverse();
        }
        let ([losers, winners], [loser, winner]) = (moves, knights);
        // A winner who moves first has to make one move more than the loser.
        let lead = u32::from(!loses_first);
        let bound = |knight: LoneKnight<W>| geometry.path_bound(Some(knight.from), knight.reach);
        // With this many moves the loser would be the winner.
        let never = bound(winner) + 1 - lead;
        let enough = never.min(most + 1);
        let certain = certain_moves(geometry, loser.from, winners, open, loses_first, enough);
        if certain >= enough {
            return Some(if certain >= never { NEVER } else { certain });
        }
        let all = bound(loser);
        let needed = all + lead;
        if all <= most
            && certain_moves(geometry, winner.from, losers, open, !loses_first, needed) >= needed
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
        loser: Loser,
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
        let mut best = BestMoves::new(loser, most);
        let mut by = None;
        for to in first.into_iter().chain(ordered) {
            let Some(rest) = best.rest() else { break };
            if best.add(self.of(placed.after(to), loser.after_move(), rest)?) {
                by = Some(to);
            }
        }
        Some((best.moves, by))
    }
}

/// The answer, if the game ends within a move or `most` is 0.
#[inline]
fn soon<W: Word>(loser: Loser, most: u32, moves: Bitboard<W>, theirs: Bitboard<W>) -> Option<u32> {
    if moves.is_empty() {
        return Some(if loser == Loser::Mover { 0 } else { NEVER });
    }
    // The mover can take the other's last square.
    if theirs.is_at_most_one() && (theirs - moves).is_empty() {
        return Some(if loser == Loser::Mover { NEVER } else { 0 });
    }
    (most == 0).then_some(1)
}

/// The best result among the moves tried so far.
struct BestMoves {
    loser: Loser,
    most: u32,
    moves: u32,
}

impl BestMoves {
    fn new(loser: Loser, most: u32) -> Self {
        Self { loser, most, moves: if loser == Loser::Mover { 0 } else { NEVER } }
    }

    /// The test for the position after the next move, or `None` if no further move is needed.
    fn rest(&self) -> Option<u32> {
        match self.loser {
            Loser::Mover if self.moves <= self.most => Some(self.most - 1),
            Loser::Other if self.moves > self.most => Some(self.most),
            _ => None,
        }
    }

    /// Adds the result of the position after a move and returns whether it is better.
    fn add(&mut self, moves: u32) -> bool {
        let best = match self.loser {
            Loser::Mover => self.moves.max(NEVER.min(moves + 1)),
            Loser::Other => self.moves.min(moves),
        };
        std::mem::replace(&mut self.moves, best) != best
    }
}

//! How many moves a loser can still make, against a winner who hurries.
//!
//! The question to a position is whether there can be more than so many. The answer says more than yes
//! or no: where there can, at least how many; where there cannot, at most how many. So a player who
//! does not lose at all shows as [`NEVER`], whatever was asked.

use super::memory::{Known, Memory};
use crate::board::{Bitboard, Position, Square, Word};
use crate::control::Budget;
use crate::solve::bounds::certain_moves;
use crate::solve::order::Order;
use crate::solve::paths::{Alone, Paths};
use crate::solve::search::{Attacker, Placed, Victim};

/// More moves than any game has: the loser does not lose.
pub(super) const NEVER: u32 = 255;

/// Below so many moves of the loser nothing is remembered: looking is as quick.
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

/// A search: what it goes by, what it may spend and what it remembers.
pub(super) struct Holding<'a, W: Word, B> {
    pub(super) order: Order<'a, W>,
    pub(super) budget: &'a mut B,
    pub(super) paths: Paths<W>,
    pub(super) memory: Memory,
}

/// A player: the knight, where it can go, and all squares in its reach.
#[derive(Clone, Copy)]
struct Player<W: Word> {
    knight: Square,
    moves: Bitboard<W>,
    reach: Bitboard<W>,
}

impl<W: Word, B: Budget> Holding<'_, W, B> {
    /// The moves that the loser can still make: exactly or at most so many where that is not more than
    /// `most`, else at least so many. `None` where the budget ends first.
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
        let mut best = Best::new(loser, most);
        if loser == Loser::Mover && most == 0 && !placements.is_empty() {
            return Some(1);
        }
        for to in placements {
            let Some(rest) = best.rest() else { break };
            best.add(self.of_position(&position.play_unchecked(to), loser.after_move(), rest)?);
        }
        Some(best.moves)
    }

    /// The same once both knights stand.
    fn of(&mut self, placed: Placed<W>, loser: Loser, most: u32) -> Option<u32> {
        self.budget.spend()?;
        let [moves, theirs] = placed.moves(self.order.geometry);
        if let Some(moves) = soon(loser, most, moves, theirs) {
            return Some(moves);
        }
        let geometry = self.order.geometry;
        let player =
            |knight, moves| Player { knight, moves, reach: geometry.flood(moves, placed.open) };
        let players = [player(placed.us, moves), player(placed.them, theirs)];
        if let Some(moves) = self.by_reach(placed.open, players, loser, most) {
            return Some(moves);
        }
        if most < SHORT {
            return self.by_moves(placed, moves, loser, most, None).map(|(moves, _)| moves);
        }
        // Where neither can go does not matter.
        let open = players[0].reach | players[1].reach;
        let key = Memory::key(geometry.size(), Placed { open, ..placed }, loser);
        let known = self.memory.get(key);
        if known.least > most {
            return Some(known.least);
        }
        if known.most <= most {
            return Some(known.most);
        }
        let (found, best) = self.by_moves(placed, moves, loser, most, known.best)?;
        let known = if found > most {
            Known { least: found, best, ..known }
        } else {
            Known { most: found, best, ..known }
        };
        self.memory.put(key, known);
        Some(found)
    }

    /// The answer where what the players can reach tells.
    #[inline]
    fn by_reach(
        &mut self,
        open: Bitboard<W>,
        [us, them]: [Player<W>; 2],
        loser: Loser,
        most: u32,
    ) -> Option<u32> {
        let geometry = self.order.geometry;
        let loses_first = loser == Loser::Mover;
        let (loser, winner) = if loses_first { (us, them) } else { (them, us) };
        // A winner who begins has to make one move more than the loser.
        let lead = u32::from(!loses_first);
        let bound = |player: Player<W>| geometry.path_bound(Some(player.knight), player.reach);
        // With so many moves the loser would be the winner.
        let never = bound(winner) + 1 - lead;
        let enough = never.min(most + 1);
        let certain =
            certain_moves(geometry, loser.knight, winner.moves, open, loses_first, enough);
        if certain >= enough {
            return Some(if certain >= never { NEVER } else { certain });
        }
        let all = bound(loser);
        let needed = all + lead;
        let is_won = all <= most
            && certain_moves(geometry, winner.knight, loser.moves, open, !loses_first, needed)
                >= needed;
        if is_won {
            return Some(all);
        }
        if !(us.reach & them.reach).is_empty() {
            return None;
        }
        // They play alone.
        let alone = |player: Player<W>| Alone { from: player.knight, reach: player.reach };
        let longest = self.paths.longest(geometry, alone(loser))?;
        let wins = self.paths.has(geometry, alone(winner), longest + lead)?;
        Some(if wins { longest } else { NEVER })
    }

    /// The answer by trying moves, this one first, and the move that gave it.
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
        let mut best = Best::new(loser, most);
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

/// The answer where the end is near.
#[inline]
fn soon<W: Word>(loser: Loser, most: u32, moves: Bitboard<W>, theirs: Bitboard<W>) -> Option<u32> {
    if moves.is_empty() {
        return Some(if loser == Loser::Mover { 0 } else { NEVER });
    }
    // Whether the mover can leave the other without a move.
    if theirs.is_at_most_one() && (theirs - moves).is_empty() {
        return Some(if loser == Loser::Mover { NEVER } else { 0 });
    }
    (most == 0).then_some(1)
}

/// The best of the moves looked at, where the loser may make a move at all.
struct Best {
    loser: Loser,
    most: u32,
    moves: u32,
}

impl Best {
    fn new(loser: Loser, most: u32) -> Self {
        Self { loser, most, moves: if loser == Loser::Mover { 0 } else { NEVER } }
    }

    /// What to ask of the position after the next move, or `None` where no other move is needed.
    fn rest(&self) -> Option<u32> {
        match self.loser {
            Loser::Mover if self.moves <= self.most => Some(self.most - 1),
            Loser::Other if self.moves > self.most => Some(self.most),
            _ => None,
        }
    }

    /// Takes in the answer of the position after a move, and says whether that is better.
    fn add(&mut self, moves: u32) -> bool {
        let moves = match self.loser {
            Loser::Mover => NEVER.min(moves + 1),
            Loser::Other => moves,
        };
        let is_better = match self.loser {
            Loser::Mover => moves > self.moves,
            Loser::Other => moves < self.moves,
        };
        if is_better {
            self.moves = moves;
        }
        is_better
    }
}

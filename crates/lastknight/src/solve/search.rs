//! The boolean alpha-beta search below the first few plies.
//!
//! A knight changes square colour with every move, so attacker and victim stay the same
//! ([`Position::attacker`]), and the code is compiled for each:
//!
//! - only the attacker can take a square to which the other can move next; taking the last one wins;
//! - so a victim's move is searched only if it leaves two ways on, or one that the attacker cannot take;
//!   an attacker's, if it leaves any. That leaves half of all positions with one move or none.

use super::bounds;
use super::move_order::MoveOrder;
use super::paths::{LoneKnight, Paths, reaches};
use super::winner_table::WinnerTable;
use crate::board::{Bitboard, Geometry, Position, Square, Word};
use crate::control::Budget;

/// The player to move: attacker or victim.
pub(super) trait Mover {
    type Opponent: Mover<Opponent = Self>;
    const ATTACKS: bool;
}

/// The player to move whenever both knights stand on one colour.
pub(super) enum Attacker {}
/// The other player.
pub(super) enum Victim {}

impl Mover for Attacker {
    type Opponent = Victim;
    const ATTACKS: bool = true;
}

impl Mover for Victim {
    type Opponent = Attacker;
    const ATTACKS: bool = false;
}

/// Two placed knights, the mover's first, and the open squares.
#[derive(Clone, Copy)]
pub(super) struct Placed<W: Word> {
    pub(super) us: Square,
    pub(super) them: Square,
    pub(super) open: Bitboard<W>,
}

impl<W: Word> Placed<W> {
    /// The knights and open squares of a position, once both knights are placed.
    pub(super) fn of(position: &Position<W>) -> Option<Self> {
        let side = position.side();
        let (us, them) = (position.knight(side)?, position.knight(!side)?);
        Some(Self { us, them, open: position.open() })
    }

    #[inline]
    pub(super) fn after(self, to: Square) -> Self {
        Self { us: self.them, them: to, open: self.open - Bitboard::bit(to) }
    }

    /// The moves of the mover and of the other player.
    #[inline]
    pub(super) fn moves(self, geometry: &Geometry<W>) -> [Bitboard<W>; 2] {
        [self.us, self.them].map(|knight| geometry.knight_moves(knight) & self.open)
    }
}

/// A search, its budget and its caches.
pub(super) struct Search<'a, W: Word, B> {
    pub(super) order: MoveOrder<'a, W>,
    pub(super) budget: &'a mut B,
    pub(super) paths: &'a mut Paths<W>,
    pub(super) table: Option<&'a WinnerTable>,
}

impl<W: Word, B: Budget> Search<'_, W, B> {
    /// Returns whether the side to move wins, or `None` if the budget ends first. Checks the first
    /// `mirrored` plies for moves that win by mirroring.
    pub(super) fn wins(&mut self, position: &Position<W>, mirrored: u32) -> Option<bool> {
        if mirrored == 0
            && let Some(placed) = Placed::of(position)
        {
            let attacks = position.attacker() == Some(position.side());
            let attacker_wins = match attacks {
                true => self.attacker_wins::<Attacker>(placed),
                false => self.attacker_wins::<Victim>(placed),
            }?;
            return Some(attacker_wins == attacks);
        }
        self.budget.spend()?;
        let moves = self.order.of_position(position).into_iter();
        let next: Vec<Position<W>> = moves.map(|to| position.play_unchecked(to)).collect();
        if mirrored > 0 && next.iter().any(|next| next.mirror_win().is_some()) {
            return Some(true);
        }
        for next in &next {
            if !self.wins(next, mirrored.saturating_sub(1))? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn attacker_wins<M: Mover>(&mut self, placed: Placed<W>) -> Option<bool> {
        self.budget.spend()?;
        let [moves, theirs] = placed.moves(self.order.geometry);
        if moves.is_empty() {
            return Some(!M::ATTACKS);
        }
        let Some(good) = self.look_ahead::<M>(placed.open, moves, theirs) else {
            return Some(M::ATTACKS);
        };
        if good.is_at_most_one() {
            return match good.first() {
                Some(to) => self.attacker_wins::<M::Opponent>(placed.after(to)),
                None => Some(!M::ATTACKS),
            };
        }
        let open = placed.open.count();
        if self.order.techniques.apart.contains(open)
            && let Some(mover_wins) = self.apart(placed, [moves, theirs])
        {
            return Some(mover_wins == M::ATTACKS);
        }
        if self.order.techniques.bounds.contains(open)
            && let Some(mover_wins) = bounds::decide(self.order.geometry, placed)
        {
            return Some(mover_wins == M::ATTACKS);
        }
        if self.order.techniques.table.contains(open)
            && let Some(table) = self.table
        {
            let key = table.key(self.order.geometry, self.order.techniques, placed);
            if let Some(attacker_wins) = table.get(key) {
                return Some(attacker_wins);
            }
            let attacker_wins = self.try_moves::<M>(placed, good, open)?;
            table.put(key, attacker_wins);
            return Some(attacker_wins);
        }
        self.try_moves::<M>(placed, good, open)
    }

    /// The moves that do not lose at once, or `None` if one wins at once.
    #[inline]
    fn look_ahead<M: Mover>(
        &self,
        open: Bitboard<W>,
        moves: Bitboard<W>,
        theirs: Bitboard<W>,
    ) -> Option<Bitboard<W>> {
        if !self.order.techniques.look_ahead {
            return Some(moves);
        }
        if M::ATTACKS {
            let is_last = theirs.is_at_most_one() && (theirs - moves).is_empty();
            return (!is_last).then(|| moves & self.order.geometry.spread(open));
        }
        if theirs.is_empty() {
            return None;
        }
        let mut good = moves & self.order.geometry.spread(open - theirs);
        for to in moves - good {
            if !(self.order.geometry.knight_moves(to) & open).is_at_most_one() {
                good |= Bitboard::bit(to);
            }
        }
        Some(good)
    }

    /// Whether the mover wins, if the knights cannot meet again.
    #[inline]
    fn apart(&mut self, placed: Placed<W>, moves: [Bitboard<W>; 2]) -> Option<bool> {
        let [ours, theirs] = reaches(self.order.geometry, moves, placed.open)?;
        let mover = LoneKnight { from: placed.us, reach: ours };
        let other = LoneKnight { from: placed.them, reach: theirs };
        self.paths.is_longer(mover, other)
    }

    /// Whether the attacker wins, by searching these moves.
    #[inline]
    fn try_moves<M: Mover>(
        &mut self,
        placed: Placed<W>,
        moves: Bitboard<W>,
        open: u32,
    ) -> Option<bool> {
        let techniques = self.order.techniques;
        let span = if M::ATTACKS { techniques.attacker_order } else { techniques.victim_order };
        if !span.contains(open) {
            for to in moves {
                if self.attacker_wins::<M::Opponent>(placed.after(to))? == M::ATTACKS {
                    return Some(M::ATTACKS);
                }
            }
            return Some(!M::ATTACKS);
        }
        for to in self.order.of::<M>(placed, moves) {
            if self.attacker_wins::<M::Opponent>(placed.after(to))? == M::ATTACKS {
                return Some(M::ATTACKS);
            }
        }
        Some(!M::ATTACKS)
    }
}

//! The search itself: alpha-beta on yes and no, below the first few half-moves.
//!
//! A knight changes the colour of its square with every move, so the roles of attacker and victim
//! are fixed ([`Position::attacker`]), and each has a code of its own here:
//!
//! - only the attacker can take a square that the other is about to go to: it wins at once where it
//!   takes the last one;
//! - so a move of the victim is worth a look only where it leaves two ways on, or one that the
//!   attacker cannot take; a move of the attacker, where it leaves any.
//!
//! That look ahead leaves half of all positions with one move or none. There nothing is to be ordered,
//! and the search walks on.

use super::bounds;
use super::order::Order;
use super::paths::{Alone, Paths, reaches};
use super::winner_table::WinnerTable;
use crate::board::{Bitboard, Geometry, Position, Square, Word};
use crate::control::Budget;

/// The player to move: attacker or victim.
pub(super) trait Role {
    /// The other player.
    type Other: Role<Other = Self>;
    const ATTACKS: bool;
}

/// The player to move whenever both knights stand on one colour.
pub(super) enum Attacker {}
/// The other.
pub(super) enum Victim {}

impl Role for Attacker {
    type Other = Victim;
    const ATTACKS: bool = true;
}

impl Role for Victim {
    type Other = Attacker;
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
    /// A position as a search needs it, once both knights stand.
    pub(super) fn of(position: &Position<W>) -> Option<Self> {
        let side = position.side();
        let (us, them) = (position.knight(side)?, position.knight(!side)?);
        Some(Self { us, them, open: position.open() })
    }

    #[inline]
    pub(super) fn after(self, to: Square) -> Self {
        Self { us: self.them, them: to, open: self.open - Bitboard::bit(to) }
    }

    /// Where the mover and the other can go.
    #[inline]
    pub(super) fn moves(self, geometry: &Geometry<W>) -> [Bitboard<W>; 2] {
        [self.us, self.them].map(|knight| geometry.knight_moves(knight) & self.open)
    }
}

/// A search: what it goes by, what it may spend and what it remembers.
pub(super) struct Search<'a, W: Word, B> {
    pub(super) order: Order<'a, W>,
    pub(super) budget: &'a mut B,
    pub(super) paths: &'a mut Paths<W>,
    pub(super) table: Option<&'a WinnerTable>,
}

impl<W: Word, B: Budget> Search<'_, W, B> {
    /// Whether the side to move wins, or `None` where the budget ends first.
    ///
    /// For the first `mirrored` half-moves it looks for one after which its player wins by mirroring.
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
        let next: Vec<Position<W>> = self
            .order
            .of_position(position)
            .iter()
            .map(|&to| position.play_unchecked(to))
            .collect();
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

    /// Whether the attacker wins.
    fn attacker_wins<R: Role>(&mut self, placed: Placed<W>) -> Option<bool> {
        self.budget.spend()?;
        let [moves, theirs] = placed.moves(self.order.geometry);
        if moves.is_empty() {
            return Some(!R::ATTACKS);
        }
        let Some(good) = self.worth_a_look::<R>(placed.open, moves, theirs) else {
            return Some(R::ATTACKS);
        };
        if good.is_at_most_one() {
            return match good.first() {
                Some(to) => self.attacker_wins::<R::Other>(placed.after(to)),
                None => Some(!R::ATTACKS),
            };
        }
        let open = placed.open.count();
        if self.order.techniques.apart.contains(open)
            && let Some(mover_wins) = self.apart(placed, [moves, theirs])
        {
            return Some(mover_wins == R::ATTACKS);
        }
        if self.order.techniques.bounds.contains(open)
            && let Some(mover_wins) = bounds::decide(self.order.geometry, placed)
        {
            return Some(mover_wins == R::ATTACKS);
        }
        if self.order.techniques.table.contains(open)
            && let Some(table) = self.table
        {
            let key = table.key(self.order.geometry, self.order.techniques, placed);
            if let Some(attacker_wins) = table.get(key) {
                return Some(attacker_wins);
            }
            let attacker_wins = self.try_moves::<R>(placed, good, open)?;
            table.put(key, attacker_wins);
            return Some(attacker_wins);
        }
        self.try_moves::<R>(placed, good, open)
    }

    /// The moves that do not lose within a move, or `None` where one wins at once.
    #[inline]
    fn worth_a_look<R: Role>(
        &self,
        open: Bitboard<W>,
        moves: Bitboard<W>,
        theirs: Bitboard<W>,
    ) -> Option<Bitboard<W>> {
        if !self.order.techniques.look_ahead {
            return Some(moves);
        }
        if R::ATTACKS {
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

    /// Who wins, where the knights cannot meet again.
    #[inline]
    fn apart(&mut self, placed: Placed<W>, moves: [Bitboard<W>; 2]) -> Option<bool> {
        let [ours, theirs] = reaches(self.order.geometry, moves, placed.open)?;
        let mover = Alone { from: placed.us, reach: ours };
        let other = Alone { from: placed.them, reach: theirs };
        self.paths.is_longer(self.order.geometry, mover, other)
    }

    /// Whether the attacker wins, by trying these moves.
    #[inline]
    fn try_moves<R: Role>(
        &mut self,
        placed: Placed<W>,
        moves: Bitboard<W>,
        open: u32,
    ) -> Option<bool> {
        let techniques = self.order.techniques;
        let span = if R::ATTACKS { techniques.attacker_order } else { techniques.victim_order };
        if !span.contains(open) {
            for to in moves {
                if self.attacker_wins::<R::Other>(placed.after(to))? == R::ATTACKS {
                    return Some(R::ATTACKS);
                }
            }
            return Some(!R::ATTACKS);
        }
        for to in self.order.of::<R>(placed, moves) {
            if self.attacker_wins::<R::Other>(placed.after(to))? == R::ATTACKS {
                return Some(R::ATTACKS);
            }
        }
        Some(!R::ATTACKS)
    }
}

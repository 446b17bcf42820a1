//! Who wins: an exact search of the whole game below a position.
//!
//! Plain alpha-beta on yes and no: a position is won if some move leads to a lost one. What makes it
//! quick is the order of the moves. Tried on openings and middle games of 7x7, 9x9 and 11x9, by the
//! moves that a move leaves to both players:
//!
//! | first the move that … | nodes |
//! |---|---:|
//! | leaves the other the fewest moves, then oneself the most | 1.2 to 3.4 |
//! | has the best n - n' | 1.2 to 1.4 |
//! | has the best n2 - n2' | 1.0 to 1.3 |
//! | **has the best n2 - 2·n2'** | 1.0 |
//!
//! where n2 is the number of ways to move twice in a row. In time, n - n' comes close: its nodes cost less.

pub mod openings;
mod solver;

pub use solver::{Effort, MoveValue, Progress, Question, Settings, Solution, Solver};

use crate::board::{Bitboard, Position, Square, Word};

/// How many half-moves deep to look for a win by mirroring: it decides whole openings, and nothing
/// deeper down.
const MIRRORED: u32 = 3;

/// Whether the side to move wins, or `None` where the answer takes more nodes than the budget has.
///
/// Every position looked at takes one from the budget. `Some` is a proof.
///
/// ```
/// use lastknight::{Position, solve};
///
/// let position: Position = "7/7/7/3N3/1n5/7/7 w".parse()?;
/// assert_eq!(solve::wins(&position, &mut 1_000_000), Some(true));
/// assert_eq!(solve::wins(&position, &mut 1), None);
/// # Ok::<(), lastknight::ParsePositionError>(())
/// ```
#[must_use]
pub fn wins<W: Word>(position: &Position<W>, budget: &mut u64) -> Option<bool> {
    wins_within(position, budget)
}

/// What a search can spend.
pub(crate) trait Budget {
    /// Takes a position from the budget, or says with `None` that it is used up.
    fn spend(&mut self) -> Option<()>;
}

/// So many positions.
impl Budget for u64 {
    #[inline]
    fn spend(&mut self) -> Option<()> {
        *self = self.checked_sub(1)?;
        Some(())
    }
}

/// Whether the side to move wins, by a budget of another kind.
pub(crate) fn wins_within<W: Word>(
    position: &Position<W>,
    budget: &mut impl Budget,
) -> Option<bool> {
    search(position, MIRRORED, budget)
}

fn search<W: Word>(
    position: &Position<W>,
    mirrored: u32,
    budget: &mut impl Budget,
) -> Option<bool> {
    budget.spend()?;
    if mirrored > 0 && position.mirror_win().is_some() {
        return Some(false);
    }
    let mirrored = mirrored.saturating_sub(1);
    let mut other_wins = |to| search(&position.play_unchecked(to), mirrored, budget);
    if position.knight(position.side()).is_none() {
        for to in position.placements() {
            if !other_wins(to)? {
                return Some(true);
            }
        }
        return Some(false);
    }
    let mut moves = [(0, Square::from_bit(0)); 8];
    let Some(count) = order(position, &mut moves) else { return Some(true) };
    for &(_, to) in &moves[..count] {
        if !other_wins(to)? {
            return Some(true);
        }
    }
    Some(false)
}

/// Writes the moves worth a look, the most promising first, and returns their number; `None` where
/// one of them wins at once.
#[inline]
fn order<W: Word>(position: &Position<W>, moves: &mut [(i32, Square); 8]) -> Option<usize> {
    let geometry = position.geometry();
    let theirs = position.moves_of(!position.side());
    let mut count = 0;
    for to in position.legal_moves() {
        let square = Bitboard::from(to);
        let open = position.open() - square;
        let replies = theirs - square;
        if replies.is_empty() {
            return None;
        }
        let onward = geometry.knight_moves(to) & open;
        // Nowhere to go from there, or to one square that the other takes first.
        let is_last = onward.is_at_most_one();
        if onward.is_empty() || (is_last && !(onward & replies).is_empty()) {
            continue;
        }
        let key =
            2 * geometry.two_step(replies, open) as i32 - geometry.two_step(onward, open) as i32;
        moves[count] = (key, to);
        count += 1;
    }
    moves[..count].sort_unstable();
    Some(count)
}

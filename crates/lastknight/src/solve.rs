//! Who wins: an exact search of the whole game below a position.
//!
//! [`wins`] is the plain question on one thread. A [`Solver`] has more to offer: threads, limits on
//! time, progress, the value of each move and how soon the game ends. The [`Techniques`] tells which
//! techniques are used; none changes what is found. The [`tablebase`] knows who wins the placements of
//! solved boards.

mod bounds;
mod distance;
pub mod openings;
mod order;
mod paths;
mod search;
mod solver;
pub mod tablebase;
mod team;
mod techniques;
mod tree;
mod winner_table;

pub use solver::{MoveValue, Progress, Question, Solution, Solver, SolverSettings};
pub use techniques::{Span, Techniques};

use order::Order;
use paths::Paths;
use search::Search;

use crate::board::{Position, Word};
use crate::control::Budget;

/// Whether the side to move wins, or `None` where the answer takes more nodes than the budget has.
///
/// Every position looked at takes one from the budget. `Some` is a proof.
///
/// ```
/// use lastknight::{Position, solve};
///
/// let position: Position = "7/7/7/3N3/1n5/7/7 w".parse()?;
/// assert_eq!(solve::wins(&position, &mut 1_000_000), Some(true));
/// assert_eq!(solve::wins(&position, &mut 0), None);
/// # Ok::<(), lastknight::ParsePositionError>(())
/// ```
#[must_use]
pub fn wins<W: Word>(position: &Position<W>, budget: &mut u64) -> Option<bool> {
    wins_within(position, budget)
}

/// Whether the side to move wins, by a budget of another kind.
pub(crate) fn wins_within<W: Word>(
    position: &Position<W>,
    budget: &mut impl Budget,
) -> Option<bool> {
    if position.mirror_win().is_some() {
        budget.spend()?;
        return Some(false);
    }
    let techniques = Techniques::of(position.size());
    let order = Order { geometry: position.geometry(), techniques: &techniques };
    let mut paths = Paths::default();
    Search { order, budget, paths: &mut paths, table: None }.wins(position, techniques.mirrored)
}

//! The exact solver: searches the whole game below a position and proves who wins.
//!
//! [`wins`] does that on one thread. A [`Solver`] adds threads, time limits, progress, the value of each
//! move and the distance to the end. [`Techniques`] sets what the search uses; none changes the result.
//! The [`tablebase`] stores who wins the placements of solved boards.

mod bounds;
mod distance;
mod move_order;
pub mod openings;
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

use move_order::MoveOrder;
use paths::Paths;
use search::Search;

use crate::board::{Position, Word};
use crate::control::Budget;

/// Returns whether the side to move wins, or `None` if the proof takes more nodes than the budget has.
///
/// Every visited position takes one node from the budget.
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

/// [`wins`] with any kind of budget.
pub(crate) fn wins_within<W: Word>(
    position: &Position<W>,
    budget: &mut impl Budget,
) -> Option<bool> {
    if position.mirror_win().is_some() {
        budget.spend()?;
        return Some(false);
    }
    let techniques = Techniques::of(position.size());
    let order = MoveOrder { geometry: position.geometry(), techniques: &techniques };
    let mut paths = Paths::new(order.geometry);
    Search { order, budget, paths: &mut paths, table: None }.wins(position, techniques.mirrored)
}

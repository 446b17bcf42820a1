//! Searches, from the textbook's minimax to the engine.
//!
//! A search takes a position and a [`Task`], reports progress after each depth, and returns a [`SearchReport`].
//! [`Ladder`] has the searches of the course and its reports, each improvement a switch. [`Mcts`] searches by
//! playouts. [`Engine`] is the strongest.

pub mod engine;
pub mod ladder;
pub mod mcts;
mod pv_table;
mod report;
mod score;
mod task;
pub mod trace;

pub use engine::Engine;
pub use ladder::Ladder;
pub use mcts::Mcts;
pub use report::{SearchLine, SearchReport};
pub use score::Score;
pub use task::Task;

#[cfg(test)]
use crate::{board::Position, random::Random};

/// Returns the positions of a random game.
#[cfg(test)]
fn random_game(start: &str, random: &mut Random) -> impl Iterator<Item = Position> {
    let start = start.parse().expect("a position");
    std::iter::successors(Some(start), |position: &Position| {
        let moves: Vec<_> = position.legal_moves().into_iter().collect();
        random.pick(&moves).map(|to| position.play_unchecked(to))
    })
}

//! Looking ahead: from the textbook's minimax to the engine.
//!
//! A search is given a position, [`Limits`] and a [`Clock`], and gives back a [`Report`]; while it
//! thinks, it hands over a report after each depth. [`Ladder`] holds the searches of the course and
//! of the reports, each gain a switch of its own; [`Mcts`] looks ahead by playing games out.

pub mod clock;
pub mod engine;
pub mod ladder;
pub mod limits;
mod lines;
pub mod mcts;
mod meter;
pub mod report;
pub mod score;
mod stop_sign;
pub mod trace;

pub use clock::{Clock, Stopwatch};
pub use engine::Engine;
pub use ladder::Ladder;
pub use limits::Limits;
pub use mcts::Mcts;
pub(crate) use meter::Meter;
pub use report::{Line, Report};
pub use score::Score;
pub use stop_sign::StopSign;

use std::sync::atomic::AtomicBool;

/// What a search is told beside the position.
pub struct Task<'a> {
    /// When to stop.
    pub limits: Limits,
    /// The clock that measures [`Limits::time`].
    pub clock: Clock,
    /// How many of the best moves to give values and lines for.
    pub multi: usize,
    /// Whether somebody wants to know what the position is worth, so that time is not to be saved
    /// where the move is clear.
    pub is_analysis: bool,
    /// Tells the search to end soon; it still has a move.
    pub stop: &'a dyn StopSign,
    /// Called after each finished depth.
    pub on_depth: &'a mut dyn FnMut(&Report),
}

/// Runs `work` on a search with nobody watching it and no way to stop it but its limits.
pub fn alone<T>(limits: Limits, clock: Clock, work: impl FnOnce(&mut Task<'_>) -> T) -> T {
    let stop = AtomicBool::new(false);
    work(&mut Task {
        limits,
        clock,
        multi: 1,
        is_analysis: false,
        stop: &stop,
        on_depth: &mut |_| {},
    })
}

//! Looking ahead: from the textbook's minimax to the engine.
//!
//! A search is given a position and a [`Task`], and returns a [`SearchReport`]; while it runs, it hands over
//! a report after each depth. [`Ladder`] holds the searches of the course and of the reports, each gain
//! a switch of its own; [`Mcts`] looks ahead by playing games out.

pub mod engine;
pub mod ladder;
mod lines;
pub mod mcts;
pub mod report;
pub mod score;
mod task;
pub mod trace;

pub use engine::Engine;
pub use ladder::Ladder;
pub use mcts::Mcts;
pub use report::{Line, SearchReport};
pub use score::Score;
pub use task::Task;

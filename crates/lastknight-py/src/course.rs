//! The boards of the courses, so that existing agents run unchanged.

mod board;
mod cells;
mod compact;
mod fields;
mod grid;
mod parts;
mod shuffle;

pub(crate) use board::{Board, BoardA0b, BoardA0c};
pub(crate) use grid::grid_moves;
pub(crate) use shuffle::{exact_shuffle, set_exact_shuffle};

//! The native module of the Python package `lastknight`.
//!
//! Results cross the border as JSON, in the vocabulary of the command line and the server; `results.py` makes dataclasses
//! of it.

mod agent;
mod convert;
mod course;
mod game;
mod host;
mod laboratory;
mod limits;
mod position;
mod python_player;
mod questions;
mod statistics;
mod work;

use pyo3::prelude::*;

/// The native part of lastknight.
#[pymodule(name = "_native")]
mod native {
    #[pymodule_export]
    use crate::agent::{Agent, agents};
    #[pymodule_export]
    use crate::course::{Board, BoardA0b, BoardA0c, exact_shuffle, grid_moves, set_exact_shuffle};
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::laboratory::{oracle, play_match, studies, study, tournament};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::questions::{evaluate, heuristics, perft, solve};
    #[pymodule_export]
    use crate::statistics::{holm, share_interval, sign_test};

    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");

    /// The version of the JSON vocabulary.
    #[pymodule_export]
    const JSON_VERSION: u32 = lastknight::json::VERSION;
}

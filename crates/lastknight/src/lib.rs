//! Knight's Isolation: two knights on a board, every visited square is gone, a player who cannot move
//! loses. This library has the rules, an exact solver, heuristics, searches and the statistics of
//! matches. It never prints and never opens a file.
//!
//! # Play
//!
//! A [`Position`] is always legal. A move is the [`Square`] it goes to, and the board's [`Size`] names it.
//! A [`Game`] is a position with the moves after it; [`game`] reads and writes PGN, JSON lines and CSV.
//!
//! ```
//! use lastknight::{Color, Game, Position};
//!
//! let position: Position = "7/7/7/3N3/1n5/7/7 w".parse()?;
//! let size = position.size();
//! assert_eq!(size.names(position.legal_moves()).to_string(), "c2 e2 f3 b5 f5 c6 e6");
//! let next = position.play(size.square_named("f5")?)?;
//! assert_eq!((next.side(), next.winner()), (Color::Black, None));
//!
//! let mut game: Game = "7x7 moves d4 b3".parse()?;
//! game.play_named("f5")?;
//! assert_eq!(game.to_string(), "7/7/7/7/7/7/7 w moves d4 b3 f5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Solve
//!
//! [`solve`] proves who wins. The tablebase stores the placements of solved boards.
//!
#![cfg_attr(feature = "tablebase", doc = "```")]
#![cfg_attr(not(feature = "tablebase"), doc = "```ignore")]
//! use lastknight::solve::{self, tablebase};
//! use lastknight::{Color, Game};
//!
//! let game: Game = "7x7 moves d4 b3 f5 a1".parse()?;
//! assert_eq!(solve::wins(game.position(), &mut 1_000_000), Some(true));
//! assert_eq!(tablebase::probe(&"7x7".parse()?), Some(Color::Black));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Choose a move
//!
//! An [`Agent`] describes how to play, in one line of text. A [`Player`] is an agent in a game, or a type of
//! your own; a [`Duel`] plays games between two.
//!
#![cfg_attr(feature = "search", doc = "```")]
#![cfg_attr(not(feature = "search"), doc = "```ignore")]
//! use lastknight::{Agent, Limits, Position};
//!
//! let agent: Agent = "alphabeta(improved, depth=5)".parse()?;
//! let position: Position = "7/7/7/3N3/1n5/7/7 w".parse()?;
//! let report = agent.player(1).choose_at(&position, Limits::NONE)?;
//! assert!(report.best().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Evaluate
//!
//! A [`Heuristic`] has a name, is a formula, or is a [function](Heuristic::from_fn).
//!
#![cfg_attr(feature = "search", doc = "```")]
#![cfg_attr(not(feature = "search"), doc = "```ignore")]
//! use lastknight::{Color, Heuristic, Position};
//!
//! let position: Position = "7/7/7/3N3/1n5/7/7 w".parse()?;
//! let improved: Heuristic = "improved".parse()?;
//! let mine: Heuristic = "n - 2*n'".parse()?;
//! assert_eq!(improved.value(&position, Color::White), 2.0);
//! assert_eq!(mine.value(&position, Color::White), -3.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! | module | content | feature |
//! |---|---|---|
//! | [`board`] | sizes, squares, positions, symmetry, perft | |
//! | [`game`] | games, records, PGN, CSV, random openings | JSON lines: `serde` |
//! | [`control`] | limits, clocks, stopping | `solve` |
//! | [`solve`] | the exact solver, the tablebase of openings | `solve`; its data: `tablebase` |
//! | [`eval`] | features, heuristics, formulas | `search` |
//! | [`search`] | minimax, alpha-beta, the engine, playouts | `search` |
//! | [`agent`] | agents, players, games between them | `search` |
//! | [`oracle`] | how often an agent keeps a win, by exact solutions | `search` |
//! | [`json`], [`answer`] | positions, analyses and evaluations as JSON | `search` and `serde` |
//! | [`stats`] | intervals, tests, ratings | `stats` |
//!
//! # Features
//!
//! All are on by default. `search` implies `solve` and `stats`; `tablebase`, 84 KB, implies `solve`. `serde`
//! adds JSON, `parallel` several threads, `cpu-clock` limits by CPU time. Without any feature, `thiserror` is
//! the only dependency.

#[cfg(feature = "search")]
pub mod agent;
#[cfg(all(feature = "search", feature = "serde"))]
pub mod answer;
#[cfg(feature = "search")]
pub mod bench;
pub mod board;
#[cfg(feature = "solve")]
pub mod control;
#[cfg(feature = "search")]
pub mod eval;
pub mod game;
#[cfg(all(feature = "search", feature = "serde"))]
pub mod json;
#[cfg(feature = "search")]
pub mod oracle;
pub mod parallel;
pub mod quote;
mod random;
#[cfg(feature = "search")]
pub mod search;
#[cfg(feature = "solve")]
pub mod solve;
#[cfg(feature = "stats")]
pub mod stats;

#[cfg(feature = "search")]
pub use agent::{
    Agent, AgentError, AgentNameError, Agents, Duel, Forfeit, NoHeuristicError, Player,
};
pub use board::{
    Bitboard, ByColor, Color, Geometry, IllegalMove, Mirror, ParsePositionError, ParseSizeError,
    ParseSquareError, Position, Setup, SetupError, Size, SizeError, Square, SquareError, Symmetry,
    SymmetryError, Undo, perft,
};
#[cfg(feature = "solve")]
pub use control::{Checkpoint, Clock, Control, Limits};
#[cfg(feature = "search")]
pub use eval::{Constants, FormulaError, Heuristic, HeuristicNameError};
pub use game::{Game, GameRecord, MoveError, Outcome, ParseGameError, RecordError, Termination};
pub use quote::PlacedError;
pub use random::Random;
#[cfg(feature = "search")]
pub use search::{Score, SearchReport};

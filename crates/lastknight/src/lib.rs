//! Knight's Isolation: two knights on a board, every square stood on is gone, who cannot move loses.
//!
//! Pure library: nothing here prints, opens a file or keeps state between calls.
//! [`board`] knows the rules, [`solve`] who wins, [`eval`] what a position is worth, [`game`] whole
//! games and their file formats, [`oracle`] how often an agent keeps a win. [`control`] limits and
//! stops searches.
//!
//! ```
//! use lastknight::{Color, Game, Position};
//!
//! let position: Position = "7/7/7/3N3/1n5/7/7 w".parse()?;
//! assert_eq!(position.legal_moves().count(), 7);
//! let mirrored = position.play(position.size().square_named("f5")?)?;
//! // Black stands where White's knight would be after half a turn of the board: White mirrors and wins.
//! assert!(mirrored.mirror_win().is_some());
//!
//! let game: Game = "7x7 moves d4 b3 f5".parse()?;
//! assert_eq!(game.position(), &mirrored);
//! assert_eq!(game.position().side(), Color::Black);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod agent;
pub mod answer;
pub mod bench;
pub mod board;
pub mod control;
pub mod eval;
pub mod game;
pub mod json;
pub mod oracle;
pub mod parallel;
pub mod quote;
mod random;
pub mod search;
pub mod solve;
pub mod stats;

pub use agent::{
    Agent, AgentError, AgentNameError, Agents, Duel, Forfeit, NoHeuristicError, Player,
};
pub use board::{
    Bitboard, ByColor, Color, Geometry, IllegalMove, Mirror, ParsePositionError, ParseSizeError,
    ParseSquareError, Position, Setup, SetupError, Size, SizeError, Square, SquareError, Symmetry,
    SymmetryError, Undo, perft,
};
pub use control::{Checkpoint, Clock, Control, Limits};
pub use eval::{Constants, FormulaError, Heuristic, HeuristicNameError};
pub use game::{Game, GameRecord, MoveError, Outcome, ParseGameError, RecordError, Termination};
pub use quote::PlacedError;
pub use random::Random;
pub use search::{Report, Score};

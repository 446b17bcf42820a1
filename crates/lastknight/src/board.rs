//! The rules: boards, positions, moves and symmetries.
//!
//! [`geometry`] defines the knight's move, [`position`] the rules of play. Only fast searches need
//! [`word`].

pub mod bitboard;
pub mod color;
pub mod degrees;
pub mod geometry;
pub mod key;
mod knight;
pub mod mirror;
pub mod notation;
pub mod path;
pub mod perft;
mod placements;
pub mod position;
pub mod reach;
pub mod setup;
pub mod size;
pub mod square;
pub mod symmetry;
pub mod word;

pub use bitboard::Bitboard;
pub use color::{ByColor, Color};
pub use degrees::Degrees;
pub use geometry::Geometry;
pub use mirror::Mirror;
pub use notation::ParsePositionError;
pub use path::Path;
pub use position::{IllegalMove, Position, Undo};
pub use setup::{Setup, SetupError};
pub use size::{ParseSizeError, Size, SizeError};
pub use square::{ParseSquareError, Square, SquareError};
pub use symmetry::{Symmetry, SymmetryError};
#[cfg(feature = "solve")]
pub(crate) use word::Word;

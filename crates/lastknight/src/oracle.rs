//! Measures agents against exact play: does the move keep a won position won?
//!
//! A [`Sample`] holds positions from decent play with some noise, every move of each solved. One sample
//! serves any number of agents. They are tested in *critical* positions: those that the side to move wins,
//! but not with every move. A [`Puzzle`] is one that a single move wins.
//!
//! ```
//! use lastknight::oracle::{OracleConditions, SamplePlan, Sample};
//! use lastknight::{Agent, Limits, Position, Size};
//!
//! let board = Position::new(Size::new(5, 5).expect("a board"));
//! let mut sample = Sample::new(SamplePlan::new(board, 1));
//! sample.grow(20, &OracleConditions::new(Limits::NONE));
//! let agent: Agent = "alphabeta(improved)".parse()?;
//! let tally = sample.ask(&agent, &OracleConditions::new(Limits::depth(1)));
//! assert_eq!(tally.critical().of, 20);
//! assert!(tally.critical().hits < 20);
//! assert_eq!(sample.ask(&agent, &OracleConditions::new(Limits::NONE)).critical().hits, 20);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod case;
mod conditions;
mod puzzle;
mod puzzle_mine;
mod reviewer;
mod sample;
mod sample_plan;
mod tally;

pub use case::SolvedCase;
pub use conditions::OracleConditions;
pub use puzzle::{DEEPEST, Level, Puzzle, UnknownLevel};
pub use puzzle_mine::PuzzleMine;
pub use reviewer::{PROOF_NODES, ReviewedTurn, Reviewer};
pub use sample::{DrawnCase, Sample, SampleState};
pub use sample_plan::SamplePlan;
pub use tally::{Role, Tally};

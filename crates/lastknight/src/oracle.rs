//! How well an agent plays, by the truth: does its move keep a won position won?
//!
//! A [`Sample`] holds positions as decent play with some noise leads to them, every move of each
//! solved exactly. It is made once and serves any number of agents. What counts are *critical*
//! positions: those that the side to move wins, but not with every move. In other won positions any
//! move keeps the win; in lost ones there is nothing to keep, so nothing is measured there.
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
pub mod inspection;
mod sample;
mod sample_plan;
mod tally;

pub use case::SolvedCase;
pub use conditions::OracleConditions;
pub use inspection::{Inspector, ReviewedTurn};
pub use sample::Sample;
pub use sample_plan::SamplePlan;
pub use tally::{Role, Tally};

//! How well an agent plays, by the truth: does its move keep a won position won?
//!
//! A [`Sample`] holds positions as decent play with some noise leads to them, every move of each
//! solved exactly. It is made once and serves any number of agents. What counts are *critical*
//! positions: those that the side to move wins, but not with every move. In other won positions any
//! move keeps the win; in lost ones there is nothing to keep, so nothing is measured there.
//!
//! ```
//! use lastknight::oracle::{Conditions, Plan, Sample};
//! use lastknight::{Agent, Limits, Position, Size};
//!
//! let board = Position::new(Size::new(5, 5).expect("a board"));
//! let mut sample = Sample::new(Plan::new(board, 1));
//! sample.grow(20, &Conditions::new(Limits::NONE));
//! let agent: Agent = "alphabeta(improved)".parse()?;
//! let tally = sample.ask(&agent, &Conditions::new(Limits::depth(1)));
//! assert_eq!(tally.critical().of, 20);
//! assert!(tally.critical().hits < 20);
//! assert_eq!(sample.ask(&agent, &Conditions::new(Limits::NONE)).critical().hits, 20);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod case;
mod conditions;
pub mod inspection;
mod plan;
mod sample;
mod tally;

pub use case::Case;
pub use conditions::Conditions;
pub use inspection::{Inspector, Turn};
pub use plan::Plan;
pub use sample::Sample;
pub use tally::{Role, Tally};

//! Programs in any language as players of knight's Isolation.
//!
//! A [`Host`] adds two kinds of agents: `process("COMMAND", …)`, a program that speaks the line protocol `turns` or UGI,
//! and `python("FILE:CLASS", …)`, an agent of a course. A program is bounded in time, memory and reach; if it fails, it
//! loses that game with the reason. Programs need Linux; elsewhere the two kinds are errors.
//!
//! ```no_run
//! use lastknight::agent::Agents;
//! use lastknight::{Agent, ByColor, Constants, Duel, Limits};
//! use lastknight_host::Host;
//!
//! let host = Host::new();
//! let agents = host.agents(Agents::builtin());
//! let mine = agents.parse("process(\"python3 agent.py\")", &Constants::NONE)?;
//! let mut players = ByColor::new(mine.player(1), "greedy(improved)".parse::<Agent>()?.player(2));
//! let played = Duel::new(Limits::depth(3)).play("7x7".parse()?, ByColor::default(), &mut players);
//! println!("{:?}, {:?}", played.record.outcome(), played.forfeit);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check_item;
mod entries;
mod starters;

#[cfg(target_os = "linux")]
mod check;
#[cfg(target_os = "linux")]
mod host;
#[cfg(target_os = "linux")]
mod kind;
#[cfg(target_os = "linux")]
mod log;
#[cfg(target_os = "linux")]
mod process;
#[cfg(target_os = "linux")]
mod process_tree;
#[cfg(target_os = "linux")]
mod program;
#[cfg(target_os = "linux")]
mod program_player;
#[cfg(target_os = "linux")]
mod programs;
#[cfg(target_os = "linux")]
mod protocol;
#[cfg(target_os = "linux")]
mod sandbox;
#[cfg(target_os = "linux")]
mod supervisor;
#[cfg(target_os = "linux")]
mod turns;
#[cfg(target_os = "linux")]
mod ugi;
#[cfg(not(target_os = "linux"))]
mod unsupported;
#[cfg(target_os = "linux")]
mod words;

pub use check_item::CheckItem;
#[cfg(target_os = "linux")]
pub use host::Host;
pub use starters::{STARTERS, Starter};
#[cfg(not(target_os = "linux"))]
pub use unsupported::Host;

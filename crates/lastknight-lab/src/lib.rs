//! The laboratory of knight's Isolation: tournaments that lose nothing, measured honestly.
//!
//! A [`Spec`] says who plays whom from which openings. The [`Schedule`] turns it into pairs of games, the [runner](play)
//! plays them on any number of threads, the [`Store`] keeps every finished pair, and a report tells what they show.
//!
//! ```
//! use std::num::NonZeroUsize;
//! use std::sync::atomic::AtomicBool;
//! use lastknight_lab::{SpecFile, Store, play};
//!
//! let spec = SpecFile::parse("games = 10\ndepth = 2\nagents = ['alphabeta(improved)', 'random']")?.spec()?;
//! let mut store = Store::in_memory()?;
//! let mut run = store.begin(&spec)?;
//! let stop = AtomicBool::new(false);
//! let end = play(&mut store, &mut run, NonZeroUsize::MIN, &stop, &mut |_| {})?;
//! assert!(end.is_complete);
//! let mut games = 0;
//! store.each_game(&run, &mut |_| games += 1)?;
//! assert_eq!(games, 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod chart;
pub mod document;
mod examination;
mod export;
mod folder;
pub mod json;
mod pair;
pub mod report;
mod runner;
mod schedule;
mod spec;
mod store;
pub mod study;
pub mod tune;
mod whole_file;
pub mod words;

pub use examination::examine;
pub use export::{ExportError, GameFormat, export};
pub use folder::{Folder, has_store, open_store};
pub use pair::{Finished, Pair};
pub use runner::{End, Progress, play};
pub use schedule::{Done, Schedule, Unit};
pub use spec::{
    AgentEntry, Conditions, Entrant, Format, MOST_AGENTS, MOST_GAMES, OpeningsEntry, Source, Spec,
    SpecBuilder, SpecError, SpecFile,
};
pub use store::{PairResult, Round, Run, RunSummary, Store, StoreError, StoredGame};
pub use whole_file::WholeFile;

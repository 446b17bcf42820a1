//! The laboratory of knight's Isolation: tournaments, studies and tuning, with a store, statistics and reports.
//!
//! A [`Spec`] says who plays whom from which openings. A [`Session`] plays it on any number of threads. The [`Store`] holds
//! every finished pair of games, and a [report] shows the result. Studies and tuning run in a session too.
//!
//! ```
//! use lastknight::Limits;
//! use lastknight_lab::{Session, Spec, SpecFile};
//!
//! let spec = Spec::builder()
//!     .agent("alphabeta(improved)".parse()?)
//!     .agent("random".parse()?)
//!     .limits(Limits::depth(2))
//!     .games(10)
//!     .build()?;
//! assert_eq!(spec.games(), 10);
//! let text = "games = 10\ndepth = 2\nagents = ['alphabeta(improved)', 'random']";
//! assert_eq!(SpecFile::parse(text)?.spec()?, spec);
//!
//! let mut session = Session::in_memory()?;
//! let mut run = session.begin(&spec)?;
//! let end = session.play(&mut run, &mut |_| {})?;
//! assert!(end.is_complete);
//! assert_eq!(session.report(&run)?.games(), 10);
//! let mut games = 0;
//! session.store().each_game(&run, &mut |_| games += 1)?;
//! assert_eq!(games, 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod accuracy;
mod atomic_file;
pub mod chart;
pub mod document;
mod export;
pub mod format;
mod jobs;
pub mod json;
mod machine;
mod openings;
mod oracle_jobs;
mod oracle_result;
mod pair;
pub mod report;
mod results_directory;
mod runner;
mod schedule;
mod session;
mod spec;
mod store;
mod stored_sample;
pub mod study;
pub mod tune;
mod work;

pub use atomic_file::AtomicFile;
pub use export::{ExportError, GameFormat, export};
pub use jobs::{open_remote_job, play_identity};
pub use machine::machine;
pub use openings::{OpeningsEvent, OpeningsSolver};
pub use oracle_result::{OracleDifference, OracleJson, OracleResult};
pub use pair::{FinishedGame, Pair};
pub use results_directory::{has_store, open_store};
pub use runner::{GamesProgress, RunEnd, SprtProgress};
pub use session::{Session, SessionProgress};
pub use spec::{
    AgentEntry, AgentPlace, Conditions, Entrant, MOST_AGENTS, MOST_GAMES, OpeningsEntry,
    OpeningsSource, Spec, SpecBuilder, SpecError, SpecFile, TournamentFormat, course_field,
};
pub use store::{
    GameId, PairResult, Run, RunSummary, Store, StoreError, StoredForfeit, StoredGame,
};
pub use work::{
    Fleet, FleetEvent, FleetWorker, RemoteDone, RemoteJob, RemoteOutput, WorkError, Workers,
};

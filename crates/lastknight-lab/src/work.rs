//! Divides work: a job of many tasks, done by threads of this program or by a fleet of other machines.
//!
//! A [`Job`] is work of one kind, such as the pairs of a tournament. Its tasks depend on nothing but the job, so it does not
//! matter who does them. Two traits are the seam: [`LeaseWork`] gives tasks to workers and collects what they finish,
//! [`CommitResults`] stores it. [`Workers::run`] joins the two.

mod fleet;
pub(crate) mod game_text;
mod job;
mod search_conditions;
mod threads;
mod workers;

pub use fleet::{Fleet, FleetEvent, FleetWorker, RemoteDone, RemoteJob, RemoteOutput};
pub(crate) use job::{Job, OpenJob, ReadAgent, agent_texts, open_job, read_agents};
pub(crate) use search_conditions::SearchConditions;
pub(crate) use workers::{CommitResults, Done};
pub use workers::{WorkError, Workers};

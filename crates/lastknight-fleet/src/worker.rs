//! A worker of a fleet.

mod desk;
mod service;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use lastknight::{Agent, bench};

use crate::broker::{Broker, BrokerError};
use crate::names::FleetName;
use service::Service;

/// Reads the text of an agent.
pub type ReadAgent = Arc<dyn Fn(&str) -> Result<Agent, String> + Send + Sync>;

/// Is told what a worker does.
pub type OnEvent = Arc<dyn Fn(WorkerEvent) + Send + Sync>;

/// How to work.
#[derive(Clone)]
pub struct WorkerSettings {
    /// The broker.
    pub broker: Broker,
    /// The fleet to work for; all of the broker by default.
    pub fleet: Option<FleetName>,
    /// How many tasks are worked on at a time.
    pub threads: NonZeroUsize,
    /// Leave after this time without work.
    pub idle: Option<Duration>,
    /// The texts of the programs that may run here.
    pub programs: Vec<String>,
    /// Reads built-in agents and the programs above.
    pub read_agent: ReadAgent,
}

/// What a worker does, for its terminal.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum WorkerEvent {
    /// It has searched the bench: its version, the nodes, and the nodes per second of one thread.
    Bench {
        /// The version of the program.
        version: &'static str,
        /// The nodes.
        signature: String,
        /// The nodes per second.
        nps: f64,
    },
    /// It is connected to the broker.
    Connected,
    /// The connection was lost; it is repaired in the background.
    ConnectionLost,
    /// It has joined a fleet.
    Joined(String),
    /// A fleet does not let it work, with the reason.
    Refused(String, String),
    /// A fleet needs a program that is not allowed here.
    NeedsProgram(String, String),
    /// The coordinator of a fleet is gone.
    Gone(String),
    /// The tasks that it has finished, and the seconds since it began.
    Progress(u64, f64),
    /// Something failed; it goes on.
    Failed(String),
    /// It leaves and returns its tasks.
    Leaving,
}

/// What a worker has done.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worker {
    /// The tasks that it finished.
    pub tasks: u64,
    /// The seconds from its first to its last task.
    pub seconds: f64,
}

/// The speed of this machine, and whether its searches are as they should be.
#[derive(Clone, Debug)]
struct BenchResult {
    signature: String,
    nps: f64,
}

fn measure() -> BenchResult {
    let begin = Instant::now();
    let nodes = bench::signature();
    let seconds = begin.elapsed().as_secs_f64().max(1e-6);
    BenchResult { signature: nodes.to_string(), nps: nodes as f64 / seconds }
}

impl Worker {
    /// Works until it is stopped, by the flag or by SIGTERM, or for lack of work.
    ///
    /// # Errors
    /// Returns an error if the broker cannot be reached at first, or a coordinator found that the results are wrong.
    pub fn run(
        settings: WorkerSettings,
        stop: &AtomicBool,
        on_event: OnEvent,
    ) -> Result<Self, BrokerError> {
        let bench = measure();
        on_event(WorkerEvent::Bench {
            version: env!("CARGO_PKG_VERSION"),
            signature: bench.signature.clone(),
            nps: bench.nps,
        });
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| BrokerError(format!("cannot start: {error}")))?;
        runtime.block_on(async {
            let service = Service::start(settings, bench, on_event).await?;
            service.run(stop).await
        })
    }

    /// Returns the nodes per second of one thread of this machine.
    #[must_use]
    pub fn speed() -> f64 {
        measure().nps
    }
}

//! One run of knight's Isolation on many machines, over NATS JetStream.
//!
//! A [`Coordinator`] is a [`Fleet`](lastknight_lab::Fleet) for a [session](lastknight_lab::Session): it gives the session's
//! tasks to workers and collects what they finish. A [`Worker`] does tasks. Truth is in the session's store. The broker's
//! queue is disposable: what it loses is published again, and what arrives twice is stored once.

mod broker;
mod coordinator;
mod message;
mod names;
mod status;
mod worker;

pub use broker::{Broker, BrokerError};
pub use coordinator::{Coordinator, CoordinatorSettings};
pub use names::{FleetName, FleetNameError};
pub use status::{FleetStatus, TaskCounts, WorkerStatus};
pub use worker::{OnEvent, ReadAgent, Worker, WorkerEvent, WorkerSettings};

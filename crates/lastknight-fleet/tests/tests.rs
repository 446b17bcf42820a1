//! Fleets with a real broker.

/// Every kind of work on threads and on fleets of any size.
mod conformance;
/// Brokers that cannot be used.
mod brokers;
/// Workers, messages and a broker that behave badly.
mod faults;
/// What the tests share.
mod fleet;
mod nats_server;

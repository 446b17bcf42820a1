//! Fleets with a real broker.

/// Brokers that cannot be used.
mod brokers;
/// Every kind of work on threads and on fleets of any size.
mod conformance;
/// Workers, messages and a broker that behave badly.
mod faults;
/// What the tests share.
mod fleet;
mod nats_server;

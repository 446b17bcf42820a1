//! Integration tests of the laboratory, in one binary.

/// Charts: well-formed, readable, whatever the data.
mod charts;
/// Players of one's own in stored runs.
mod custom_agents;
/// Stores that are damaged, foreign, full or read-only.
mod damage;
/// Stores of an earlier version: read, found again, continued.
mod migration;
/// Made-up pairs of every kind, to be stored and read.
mod pairs;
/// The files of reports.
mod reports;
/// Whole runs: the same on any number of threads, resumed, stopped, extended.
mod runs;
/// Specifications: what they mean, and what is wrong with others.
mod specs;
/// What is stored is what is read, in Rust and in SQL.
mod store;
mod studies;
/// Searches that are played: interrupted and resumed, on any number of threads, shown.
mod tune;

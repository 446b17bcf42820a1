//! Integration tests of the laboratory, in one binary.

/// Charts: well-formed, readable, whatever the data.
mod charts;
/// The files of reports.
mod reports;
/// Whole runs: the same on any number of threads, resumed, stopped, extended.
mod runs;
/// Specifications: what they mean, and what is wrong with others.
mod specs;

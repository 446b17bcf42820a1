//! Integration tests of the laboratory, in one binary.

/// Charts of any data at all.
mod charts;

/// Whole runs: the same on any number of threads, resumed, stopped, extended.
mod runs;

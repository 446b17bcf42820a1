//! Integration tests of the laboratory, in one binary.

/// Whole runs: the same on any number of threads, resumed, stopped, extended.
mod runs;

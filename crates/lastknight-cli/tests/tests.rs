//! Integration tests of the program.

/// The sessions in `cmd/` and those that README and docs show.
mod documented;
/// What Ctrl-C does.
#[cfg(unix)]
mod interrupt;
/// Standard streams that are large, full, closed or no text.
mod streams;

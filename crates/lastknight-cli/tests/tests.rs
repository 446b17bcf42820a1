//! Integration tests of the program.

/// The sessions in `cmd/` and those that README and docs show.
mod documented;
/// One run on many machines.
#[cfg(all(unix, feature = "nats"))]
mod fleet;
/// What Ctrl-C does.
#[cfg(unix)]
mod interrupt;
/// Tournaments killed at any moment.
mod kills;
/// The broker of the fleets.
#[cfg(all(unix, feature = "nats"))]
#[path = "../../lastknight-fleet/tests/nats_server.rs"]
mod nats_server;
/// Openings solved on and on, however often that is ended.
mod openings;
/// Programs that play in every command.
#[cfg(target_os = "linux")]
mod programs;
/// Stored games replayed and exported.
mod replays;
/// The full screen of `play` on a pseudo terminal.
#[cfg(all(unix, feature = "tui"))]
mod screen;
/// `lastknight serve`, asked over real connections.
#[cfg(feature = "web")]
mod server;
/// Standard streams that are large, full, closed or no text.
mod streams;
/// Studies: all run, killed and resumed, as documented.
mod studies;
/// Tournaments and stored matches: resumed, on any number of threads, refused.
mod tournaments;
/// Searches for good numbers: each method, killed and resumed, on any number of threads.
mod tune;

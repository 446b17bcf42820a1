//! A real server, over real connections.

/// Requests with an immediate answer: good ones, then bad ones.
mod answers;
/// A class: what students, readers and the teacher may do, kills, and the ladder.
mod class;
/// Starting a server and talking to it.
mod client;
/// Answers against their OpenAPI description.
mod described;
/// Access control, and the headers of every answer.
mod guard;
/// Formulas and agents that try to do harm.
mod hostile;
/// Tournaments and studies: started, followed, stopped, read.
mod jobs;
/// Many clients at a time, and clients with many requests.
mod load;
/// Bad HTTP, bad JSON, long texts and foreign paths.
mod malformed;
/// Programs named at the start, and programs that visitors type.
#[cfg(target_os = "linux")]
mod programs;
/// The command line and the server give the same answers.
mod same;
/// Slow clients, and clients that leave.
mod slow;
/// Searches with streams of events.
mod streams;

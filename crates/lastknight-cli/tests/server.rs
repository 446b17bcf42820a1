//! A real server, asked over real connections.

/// Every address that answers at once: good requests, then bad ones.
mod answers;
/// Starting a server and talking to it.
mod client;
/// What the description says of answers.
mod described;
/// Who may ask, and the headers of every answer.
mod guard;
/// Formulas and agents that are meant to do harm.
mod hostile;
/// Tournaments and studies: started, followed, stopped, read.
mod jobs;
/// Many clients at a time, and clients that ask for much.
mod load;
/// What is no HTTP, no JSON, too long, or leads elsewhere.
mod malformed;
/// What the command line and the server say to the same question.
mod same;
/// Clients that are slow, and clients that leave.
mod slow;
/// Searches that tell as they go on.
mod streams;

//! Integration tests of the library, in one binary.

/// The rules written a second time, plainly, and brute force on top of them.
mod reference;

/// Random positions and games for the property tests.
mod random;

/// Agents as text, and what all of them do.
mod agents;
/// The engine, against the solver.
mod engine;
/// Features and heuristics.
mod evaluation;
/// The formula language.
mod formulas;
/// Monte-Carlo tree search, against the solver.
mod mcts;
/// Winning by mirroring, against brute force.
mod mirror;
/// Tables of openings, against brute force.
mod openings;
/// The oracle, against brute force and known agents.
mod oracle;
/// Perfect play, against solved positions.
mod perfect;
/// Counts of games, against files and the reference.
mod perft;
/// What holds for every position and game.
mod properties;
/// Searches, against plain minimax.
mod search;
/// The solver, against brute force.
mod solve;
/// The solver, against files of solved positions.
mod solved;
/// Intervals, tests and ratings, against numbers worked out elsewhere and simulated truth.
mod statistics;

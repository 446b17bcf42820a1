//! The laboratory of knight's Isolation: tournaments that lose nothing, measured honestly.
//!
//! A specification says who plays whom from which openings. The schedule turns it into pairs of games, the runner
//! plays them on any number of threads, the store keeps every finished pair, and a report tells what they show.

pub mod tune;

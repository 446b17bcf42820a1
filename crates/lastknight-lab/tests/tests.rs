//! Integration tests of the laboratory, in one binary.

mod charts;
mod custom_agents;
mod damage;
mod migration;
mod pairs;
mod reports;
mod runs;
mod specs;
mod store;
mod studies;
mod tune;

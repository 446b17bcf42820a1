//! Integration tests of hosted programs.

#![allow(clippy::unwrap_used, missing_docs)]
#![cfg(target_os = "linux")]

mod failures;
mod hosted;
mod sandbox;
mod starters;
mod storm;

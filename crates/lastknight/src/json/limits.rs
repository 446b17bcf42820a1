//! Limits of a search.

use serde::Serialize;

use crate::control;

/// Limits of a search; `null` means unlimited.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Limits {
    depth: Option<u32>,
    nodes: Option<u64>,
    seconds: Option<f64>,
}

impl From<control::Limits> for Limits {
    fn from(limits: control::Limits) -> Self {
        let seconds = limits.time.map(|time| time.as_secs_f64());
        Self { depth: limits.depth, nodes: limits.nodes, seconds }
    }
}

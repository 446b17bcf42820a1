//! How often an agent keeps a won position won.

use serde::Serialize;

use super::Share;
use crate::{oracle, stats};

/// The number of solved positions, and how often an agent kept the won ones won.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct OracleTally {
    positions: u64,
    lost: u64,
    won: KeptShare,
    critical: KeptShare,
    /// The share of critical positions in which a random move keeps the win.
    random: Option<f64>,
}

impl From<oracle::Tally> for OracleTally {
    fn from(tally: oracle::Tally) -> Self {
        let kept = |share: stats::Share| KeptShare { share: share.into(), kept: share.hits };
        Self {
            positions: tally.positions(),
            lost: tally.lost(),
            won: kept(tally.won()),
            critical: kept(tally.critical()),
            random: tally.random_share(),
        }
    }
}

/// A share, with `hits` also under its name before version 1.
#[derive(Clone, Copy, Debug, Serialize)]
struct KeptShare {
    #[serde(flatten)]
    share: Share,
    kept: u64,
}

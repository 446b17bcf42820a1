//! How often an agent keeps a win.

use serde::Serialize;

use super::Share;
use crate::oracle;

/// Solved positions, and how often an agent kept those that were won.
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
        Self {
            positions: tally.positions(),
            lost: tally.lost(),
            won: tally.won().into(),
            critical: tally.critical().into(),
            random: tally.random_share(),
        }
    }
}

/// A share with the name that `hits` had before version 1.
#[derive(Clone, Copy, Debug, Serialize)]
struct KeptShare {
    #[serde(flatten)]
    share: Share,
    kept: u64,
}

impl From<crate::stats::Share> for KeptShare {
    fn from(share: crate::stats::Share) -> Self {
        Self { share: share.into(), kept: share.hits }
    }
}

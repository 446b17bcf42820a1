//! The result of a study.

use std::num::NonZeroUsize;
use std::time::Duration;

use serde::{Serialize, Serializer};

use super::claim::JudgedClaim;
use super::grid::Grid;
use super::{Extent, Study};
use crate::machine::{counted, machine};

/// The result of a study, as far as it was run.
#[derive(Clone, Debug)]
pub struct StudyResult {
    /// The study.
    pub study: Study,
    /// How much was played.
    pub extent: Extent,
    /// The results of the study's measures, in their order; fewer if the study was stopped.
    pub measured: Vec<Measured>,
    /// How the figures were made.
    pub provenance: Provenance,
}

/// The result of one measurement.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The figures.
    pub grid: Grid,
    /// The published claims with our figures and verdicts.
    pub judged: Vec<JudgedClaim>,
    /// The conditions as labels and texts: board, openings, limits, games, seed.
    pub conditions: Vec<(&'static str, String)>,
    /// The total number of games, positions or lines.
    pub count: u64,
    /// Whether time was a limit or was measured, so that another run differs a little.
    pub is_timed: bool,
}

/// How the figures of a page were made.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Provenance {
    /// The command that makes the same figures.
    pub command: String,
    /// The program's version and signature.
    pub program: String,
    /// The commit it was built from, if known.
    pub commit: Option<String>,
    /// The day on which the page was made, in UTC.
    pub made: String,
    /// The CPU, its cores, and the number of threads.
    pub machine: String,
    /// The time that the missing measurements took, if any were missing.
    #[serde(rename = "seconds", serialize_with = "seconds")]
    pub time: Option<Duration>,
}

fn seconds<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    time.map(|time| time.as_secs_f64()).serialize(serializer)
}

impl Provenance {
    /// Describes figures made by a command with this program on this machine.
    pub(crate) fn here(
        command: String,
        commit: Option<String>,
        made: String,
        threads: NonZeroUsize,
        time: Option<Duration>,
    ) -> Self {
        let (version, signature) = (env!("CARGO_PKG_VERSION"), lastknight::bench::SIGNATURE);
        let machine = format!("{}, {}", machine(), counted(threads.get(), "thread"));
        let program = format!("lastknight {version}, bench {signature}");
        Self { command, program, commit, made, machine, time }
    }
}

impl StudyResult {
    /// Returns whether everything was measured.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.measured.len() == self.study.measures.len()
    }

    /// Returns the total number of games.
    pub(super) fn games(&self) -> u64 {
        self.measured.iter().filter(|it| it.grid.counted == "games").map(|it| it.count).sum()
    }
}

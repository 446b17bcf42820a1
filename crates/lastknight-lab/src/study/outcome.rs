//! What came of a study.

use std::time::Duration;

use super::claim::Judged;
use super::grid::Grid;
use super::{Extent, Study};

/// What came of a study, as far as it was run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The study.
    pub study: Study,
    /// How much was played.
    pub extent: Extent,
    /// What was measured, in the order of the study's measures; fewer where it was stopped.
    pub measured: Vec<Measured>,
    /// How it came about.
    pub origin: Origin,
}

/// What came of one measurement.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The figures.
    pub grid: Grid,
    /// What was published, with our figures beside it.
    pub judged: Vec<Judged>,
    /// What it was measured under, a name and words each: board, openings, limits, games, seed.
    pub conditions: Vec<(&'static str, String)>,
    /// Games, positions or lines in all.
    pub count: u64,
    /// Whether time was a limit or measured, so that another run differs a little.
    pub is_timed: bool,
}

/// What a page says about how its figures came about.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The command that makes the same figures.
    pub command: String,
    /// The program's version and signature.
    pub program: String,
    /// The commit it was built from, where that is known.
    pub commit: Option<String>,
    /// The processor and how many threads worked.
    pub machine: String,
    /// How long the missing part took, where anything was missing.
    pub time: Option<Duration>,
}

impl Outcome {
    /// Whether everything was measured.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.measured.len() == self.study.measures.len()
    }

    /// Games, positions or lines in all.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.measured.iter().filter(|it| it.grid.counted == "games").map(|it| it.count).sum()
    }
}

//! What came of a study.

use std::num::NonZeroUsize;
use std::time::Duration;
use std::{env, fs, thread};

use super::claim::Judged;
use super::grid::Grid;
use super::{Extent, Study};

/// What came of a study, as far as it was run.
#[derive(Clone, Debug)]
pub struct StudyResult {
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

impl Origin {
    /// Figures of this program, made by a command on this machine.
    #[must_use]
    pub fn here(
        command: String,
        commit: Option<String>,
        threads: NonZeroUsize,
        time: Option<Duration>,
    ) -> Self {
        let (version, signature) = (env!("CARGO_PKG_VERSION"), lastknight::bench::SIGNATURE);
        let program = format!("lastknight {version}, bench {signature}");
        Self { command, program, commit, machine: machine(threads.get()), time }
    }
}

/// The CPU as the system names it, and how many threads worked.
fn machine(threads: usize) -> String {
    let cpus = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpus.lines().find_map(|line| {
        let (name, model) = line.split_once(':')?;
        (name.trim() == "model name").then(|| model.trim().to_owned())
    });
    let model = model.unwrap_or_else(|| env::consts::ARCH.to_owned());
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let plural = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    };
    format!("{model}, {}, {}", plural(processors, "processor"), plural(threads, "thread"))
}

impl StudyResult {
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

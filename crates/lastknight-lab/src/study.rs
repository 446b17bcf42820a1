//! Studies: the experiments of the reports, and our own, each with what was published beside what is measured.
//!
//! A study asks one question. It has measurements, each of which comes to a [`Grid`] of figures with intervals, and
//! [claims](Claim) that the figures confirm, refute or leave open. Studies are files of TOML in `studies/`; those are
//! built in, and anybody's own file runs the same way.

mod claim;
mod conditions;
mod effort;
mod error;
mod exact;
mod file;
mod games;
mod grid;
mod halving;
mod keys;
mod leg;
mod list;
mod measure;
mod mirrors;
mod oracle;
mod outcome;
mod run;
pub mod show;

pub use claim::{Claim, Judged, Verdict};
pub use error::{InvalidStudy, StudyError};
pub use file::{ChartKind, EffortOf};
use file::{StudyFile, StudyHead};
pub use grid::{Axis, Cell, Grid, Unit};
pub use list::{BUILT_IN, BuiltIn};
pub use measure::Measure;
use measure::{ALL, read_measure};
pub use outcome::{Measured, Origin, StudyResult};
pub(crate) use run::Samples;
pub use run::{Runner, StudyProgress};

/// A study that can be run.
#[derive(Clone, Debug)]
pub struct Study {
    /// What users type.
    pub name: String,
    /// A line about it.
    pub title: String,
    /// What is to be found out.
    pub question: String,
    /// Whose question it is.
    pub source: String,
    /// How to read the answer.
    pub reading: String,
    /// What the figures say, and why they may differ from published ones.
    pub discussion: String,
    /// What is measured.
    pub measures: Vec<Measure>,
}

/// How much is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A first look, within minutes for all studies together.
    Quick,
    /// What pages are made with.
    Normal,
    /// As many as a night allows.
    Full,
    /// So many games of each pairing, positions or lines, in every measurement.
    Games(usize),
}

impl Extent {
    /// Returns the flag that asks for it, with a space before it; nothing for the usual extent.
    #[must_use]
    pub fn flag(self) -> String {
        match self {
            Self::Quick => " --quick".to_owned(),
            Self::Normal => String::new(),
            Self::Full => " --full".to_owned(),
            Self::Games(games) => format!(" --games {games}"),
        }
    }
}

impl Study {
    /// Reads a study and checks all of it.
    ///
    /// # Errors
    /// Where something is wrong, saying what and where.
    pub fn parse(name: &str, text: &str) -> Result<Self, InvalidStudy> {
        let file = StudyFile::parse(text)?;
        if file.measures.is_empty() {
            return Err(InvalidStudy::NoMeasures);
        }
        let mut measures: Vec<Measure> = Vec::new();
        for measure in &file.measures {
            let name = &measure.head.name;
            let is_known = measures.iter().any(|other| other.name == *name);
            let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
            if is_known || name.is_empty() || !name.chars().all(is_plain) {
                return Err(InvalidStudy::MeasureName.within(name));
            }
            measures.push(read_measure(measure).map_err(|error| error.within(name))?);
        }
        let StudyHead { title, question, source, reading, discussion, .. } = file.head;
        let name = name.to_owned();
        Ok(Self { name, title, question, source, reading, discussion, measures })
    }

    /// A built-in study.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let study = BUILT_IN.iter().find(|study| study.name == name)?;
        Some(Self::parse(study.name, study.text).expect("a study that is tested"))
    }
}

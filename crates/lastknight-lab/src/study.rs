//! Studies: the experiments of the reports, and our own, with published figures next to measured ones.
//!
//! Each measurement of a study gives a [`Grid`] of figures with intervals, which confirm, refute or leave open its
//! [claims](Claim). Studies are TOML files: those in `studies/` are built in, and other files run the same way.

mod claim;
mod conditions;
mod error;
mod exact;
mod file;
mod games;
mod grid;
mod halving;
mod leg;
mod list;
mod measure;
mod mirrors;
mod oracle;
mod positions;
mod quotes;
mod result;
mod run;
mod search_cost;
pub mod show;

use lastknight::Agents;
use serde::Serialize;

pub use claim::{Claim, ClaimKind, CorrectedP, JudgedClaim, Verdict, correct};
pub use error::{InvalidStudy, StudyError};
pub(crate) use exact::WinnerJob;
use file::StudyFile;
pub use file::{ChartKind, CostMetric};
pub use grid::{Axis, Cell, FigureUnit, Grid};
pub use list::{BUILT_IN, BuiltIn};
pub use measure::Measure;
use measure::read_measure;
pub(crate) use mirrors::MirrorsJob;
pub(crate) use positions::PositionsJob;
pub use quotes::report_words;
pub use result::{Measured, Provenance, StudyResult};
pub(crate) use run::Samples;
pub use run::{StudyProgress, StudyRunner};
pub(crate) use search_cost::CostJob;

/// A study that can be run.
#[derive(Clone, Debug, Serialize)]
pub struct Study {
    /// The name on the command line.
    pub name: String,
    /// A short title.
    pub title: String,
    /// The question to answer.
    pub question: String,
    /// Who asked the question.
    pub source: String,
    /// How to read the answer.
    pub reading: String,
    /// What the figures show, and why they may differ from published ones.
    pub discussion: String,
    /// The measurements.
    #[serde(skip)]
    pub measures: Vec<Measure>,
}

/// How much is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Extent {
    /// A first look, within minutes for all studies together.
    Quick,
    /// The extent of the published pages.
    Normal,
    /// A run overnight.
    Full,
    /// This number of games per pairing, positions or lines in every measurement.
    #[serde(untagged)]
    Games(usize),
}

impl Extent {
    /// Returns the command-line flag with a leading space, or an empty text for the normal extent.
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
    /// Parses and checks a study of built-in agents.
    ///
    /// # Errors
    /// Returns an error if the study is invalid, with the reason and the place.
    pub fn parse(name: &str, text: &str) -> Result<Self, InvalidStudy> {
        Self::parse_with(name, text, &Agents::builtin())
    }

    /// Parses and checks a study of these agents.
    ///
    /// # Errors
    /// Returns an error if the study is invalid, with the reason and the place.
    pub fn parse_with(name: &str, text: &str, agents: &Agents) -> Result<Self, InvalidStudy> {
        let file = StudyFile::parse(text)?;
        if file.measures.is_empty() {
            return Err(InvalidStudy::Rule("measures: there are none"));
        }
        let mut measures: Vec<Measure> = Vec::new();
        for measure in &file.measures {
            let name = &measure.name;
            let is_known = measures.iter().any(|other| other.name == *name);
            let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
            if is_known || name.is_empty() || !name.chars().all(is_plain) {
                return Err(InvalidStudy::Rule(
                    "names are letters, digits and '-', each for one measure",
                )
                .within(name));
            }
            measures.push(read_measure(measure, agents).map_err(|error| error.within(name))?);
        }
        let StudyFile { title, question, source, reading, discussion, .. } = file;
        let name = name.to_owned();
        Ok(Self { name, title, question, source, reading, discussion, measures })
    }

    /// Returns a built-in study.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let study = BUILT_IN.iter().find(|study| study.name == name)?;
        Some(Self::parse(study.name, study.text).expect("a study that is tested"))
    }
}

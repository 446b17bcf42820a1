//! Studies as written in TOML: the keys of each kind of measure, not checked any further.

use std::collections::BTreeMap;

use lastknight::stats::Z95;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::InvalidStudy;
use crate::spec::{AgentEntry, OpeningsEntry, SpecFile};

pub(super) struct StudyFile {
    pub(super) head: StudyHead,
    pub(super) measures: Vec<MeasureFile>,
}

/// The keys of a study, as documented in `docs/studies.md`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct StudyHead {
    pub(super) title: String,
    pub(super) question: String,
    pub(super) source: String,
    #[serde(default)]
    pub(super) reading: String,
    #[serde(default)]
    pub(super) discussion: String,
    /// Each is read by its kind.
    #[serde(rename = "measures")]
    _measures: Vec<BTreeMap<String, IgnoredAny>>,
}

/// One measurement. Keys that a tournament has too have the same names.
pub(super) struct MeasureFile {
    pub(super) head: MeasureHead,
    pub(super) kind: KindFile,
}

/// The keys that all measures have.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct MeasureHead {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) note: Option<String>,
    pub(super) chart: Option<ChartKind>,
    pub(super) x_axis: Option<String>,
    /// Games per pairing, positions or lines.
    pub(super) games: Option<usize>,
    pub(super) quick: Option<usize>,
    pub(super) full: Option<usize>,
    #[serde(default)]
    pub(super) published: Vec<PublishedFile>,
    #[serde(default)]
    pub(super) claims: Vec<ClaimFile>,
}

/// The keys of each kind.
pub(super) enum KindFile {
    Games(PlayFile, RowsFile, GamesFile),
    Oracle(PlayFile, RowsFile, OracleFile),
    SearchCost(PlayFile, RowsFile, SearchCostFile),
    Exact(ExactFile),
    Mirrors(MirrorsFile),
    Halving(PlayFile, HalvingFile),
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum KindName {
    #[default]
    Games,
    Oracle,
    #[serde(rename = "effort")]
    SearchCost,
    Exact,
    Mirrors,
    Halving,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KindKey {
    #[serde(default)]
    pub(super) kind: KindName,
}

/// The conditions of games and searches.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PlayFile {
    pub(super) format: Option<String>,
    pub(super) board: Option<String>,
    pub(super) openings: Option<OpeningsEntry>,
    pub(super) seed: Option<u64>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<String>,
    pub(super) clock: Option<String>,
    #[serde(default)]
    pub(super) constants: BTreeMap<String, f64>,
    #[serde(default, deserialize_with = "crate::spec::field")]
    pub(super) field: Vec<AgentEntry>,
}

/// The agents and the legs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RowsFile {
    #[serde(default)]
    pub(super) agents: Vec<AgentEntry>,
    #[serde(default)]
    pub(super) sweeps: Vec<SweepFile>,
    #[serde(default)]
    pub(super) legs: Vec<LegFile>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct GamesFile {
    #[serde(default)]
    pub(super) count_symmetry: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct OracleFile {
    pub(super) by: Option<OracleColumns>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SearchCostFile {
    pub(super) of: Option<CostMetric>,
    /// The agent that plays the lines.
    pub(super) line: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ExactFile {
    #[serde(default)]
    pub(super) lines: Vec<LineFile>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct MirrorsFile {
    #[serde(default)]
    pub(super) boards: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct HalvingFile {
    pub(super) agent: Option<String>,
    #[serde(default)]
    pub(super) parameters: Vec<String>,
    #[serde(default)]
    pub(super) points: Vec<Vec<f64>>,
    pub(super) halvings: Option<usize>,
}

/// The kind of chart.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum ChartKind {
    /// Rows against columns, coloured by figure.
    Heatmap,
    /// Lines with intervals.
    Curve,
    /// One bar per row, the best first.
    Bars,
}

/// The columns of solved positions.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum OracleColumns {
    /// Bands of plies.
    Ply,
    /// The attacker and the victim of the colour rule.
    Role,
}

/// A measure of the cost of searches.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum CostMetric {
    /// Nodes, relative to the first agent.
    Nodes,
    /// CPU time, relative to the first agent.
    Time,
    /// CPU time per node, relative to the first agent.
    TimePerNode,
    /// The depth of the first search of a line.
    FirstDepth,
    /// The mean depth.
    Depth,
    /// How often the move is the first agent's, at turns with a choice.
    SameMove,
}

/// Agents that differ in one place.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SweepFile {
    /// The agent's text with `{}` for the value.
    pub(super) agent: String,
    pub(super) values: Vec<SweepValue>,
    /// The names, with `{}` for the value.
    pub(super) label: Option<String>,
}

#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(untagged, expecting = "a value is a number or a text")]
pub(super) enum SweepValue {
    Number(f64),
    Text(String),
}

/// Other conditions for the same agents, as one column.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct LegFile {
    pub(super) label: Option<String>,
    /// The place on the axis of a curve.
    pub(super) x: Option<f64>,
    /// The factor for the number of games.
    pub(super) share: Option<f64>,
    pub(super) board: Option<String>,
    pub(super) openings: Option<OpeningsEntry>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<String>,
    pub(super) clock: Option<String>,
    #[serde(default)]
    pub(super) agents: Vec<AgentEntry>,
    #[serde(default, deserialize_with = "crate::spec::field")]
    pub(super) field: Vec<AgentEntry>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct LineFile {
    pub(super) name: String,
    pub(super) line: String,
}

/// Published figures of several rows.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PublishedFile {
    pub(super) source: String,
    /// The largest distance of the true figure from the published one.
    pub(super) margin: Option<f64>,
    /// Instead of a margin: the number of games behind each figure.
    pub(super) games: Option<u32>,
    pub(super) column: Option<String>,
    /// Compare the published leads over this row as well.
    pub(super) over: Option<String>,
    pub(super) figures: BTreeMap<String, f64>,
}

/// A published claim about one figure.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ClaimFile {
    pub(super) says: String,
    pub(super) source: String,
    pub(super) row: String,
    /// The figure is the lead of the row over this one.
    pub(super) over: Option<String>,
    pub(super) column: Option<String>,
    pub(super) published: Option<f64>,
    pub(super) margin: Option<f64>,
    pub(super) least: Option<f64>,
    pub(super) most: Option<f64>,
}

impl PublishedFile {
    /// The margin of a published figure.
    pub(super) fn margin(&self, figure: f64) -> Result<f64, InvalidStudy> {
        match (self.margin, self.games) {
            _ if !figure.is_finite() => Err(InvalidStudy::PublishedFigure),
            (Some(margin), None) if margin.is_finite() && margin >= 0.0 => Ok(margin),
            (None, Some(games @ 1..)) => {
                // One more win and one more loss, so that the margin is never 0.
                let games = f64::from(games) + 2.0;
                let share = ((figure / 100.0).clamp(0.0, 1.0) * (games - 2.0) + 1.0) / games;
                Ok(100.0 * Z95 * (share * (1.0 - share) / games).sqrt())
            }
            _ => Err(InvalidStudy::PublishedMargin),
        }
    }
}

impl PlayFile {
    /// The conditions of a leg.
    pub(super) fn of_leg(&self, leg: &LegFile) -> SpecFile {
        let has_limits = leg.depth.is_some() || leg.nodes.is_some() || leg.time.is_some();
        SpecFile {
            format: self.format.clone(),
            board: leg.board.clone().or_else(|| self.board.clone()),
            openings: leg.openings.clone().or_else(|| self.openings.clone()),
            seed: self.seed,
            depth: leg.depth.or(self.depth.filter(|_| !has_limits)),
            nodes: leg.nodes.or(self.nodes.filter(|_| !has_limits)),
            time: leg.time.clone().or_else(|| self.time.clone().filter(|_| !has_limits)),
            clock: leg.clock.clone().or_else(|| self.clock.clone()),
            constants: self.constants.clone(),
            ..SpecFile::default()
        }
    }
}

//! Studies as people write them: the keys of each kind of measure, nothing else checked yet.

use std::collections::BTreeMap;

use lastknight::stats::Z95;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::InvalidStudy;
use crate::spec::{AgentEntry, OpeningsEntry, SpecFile};

/// A study as it is written.
#[derive(Clone, Debug)]
pub(super) struct StudyFile {
    pub(super) head: StudyHead,
    pub(super) measures: Vec<MeasureFile>,
}

/// The keys of a study.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct StudyHead {
    pub(super) title: String,
    pub(super) question: String,
    /// Whose question it is: a report, or ours.
    pub(super) source: String,
    /// How to read the answer.
    #[serde(default)]
    pub(super) reading: String,
    /// What the figures say, and why they differ from published ones, paragraphs apart by empty lines.
    #[serde(default)]
    pub(super) discussion: String,
    /// Each is read by its kind.
    #[serde(rename = "measures")]
    _measures: Vec<BTreeMap<String, IgnoredAny>>,
}

/// One measurement of a study as it is written. What it shares with a tournament has the same names.
#[derive(Clone, Debug)]
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
    /// What the axis of a curve is called.
    pub(super) x_axis: Option<String>,
    /// Games of a pairing, positions to ask about, or lines to walk.
    pub(super) games: Option<usize>,
    pub(super) quick: Option<usize>,
    pub(super) full: Option<usize>,
    #[serde(default)]
    pub(super) published: Vec<PublishedFile>,
    #[serde(default)]
    pub(super) claims: Vec<ClaimFile>,
}

/// What is measured, with the keys of its own.
#[derive(Clone, Debug)]
pub(super) enum KindFile {
    /// Who wins how many games.
    Games(PlayFile, RowsFile, GamesFile),
    /// Who keeps won positions won.
    Oracle(PlayFile, RowsFile, OracleFile),
    /// What a search costs.
    SearchCost(PlayFile, RowsFile, SearchCostFile),
    /// Who wins lines of play, by the solver.
    Exact(ExactFile),
    /// Whether mirroring wins, in all positions of small boards.
    Mirrors(MirrorsFile),
    /// A search for the best numbers: a grid, then halving steps.
    Halving(PlayFile, HalvingFile),
}

/// The name of a kind.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum KindName {
    #[default]
    Games,
    Oracle,
    SearchCost,
    Exact,
    Mirrors,
    Halving,
}

/// The key that says which kind.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KindKey {
    #[serde(default)]
    pub(super) kind: KindName,
}

/// What games and searches are played under.
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

/// Who is measured, and how often.
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
    /// A column with the share of games in which a win by mirroring came up.
    #[serde(default)]
    pub(super) count_symmetry: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct OracleFile {
    /// Columns by what.
    pub(super) by: Option<OracleColumns>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SearchCostFile {
    /// What is measured.
    pub(super) of: Option<CostMetric>,
    /// Who plays the games that are walked along.
    pub(super) line: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ExactFile {
    /// A row each.
    #[serde(default)]
    pub(super) lines: Vec<LineFile>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct MirrorsFile {
    /// Boards whose positions are all visited.
    #[serde(default)]
    pub(super) boards: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct HalvingFile {
    /// The agent with places for numbers, the numbers, and the first points.
    pub(super) agent: Option<String>,
    #[serde(default)]
    pub(super) parameters: Vec<String>,
    #[serde(default)]
    pub(super) points: Vec<Vec<f64>>,
    pub(super) halvings: Option<usize>,
}

/// How figures are drawn.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum ChartKind {
    /// Rows against columns, by colour.
    Heatmap,
    /// A line with intervals.
    Curve,
    /// A bar a row, the best first.
    Bars,
}

/// What columns of solved positions are.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum OracleColumns {
    /// Bands of plies.
    Ply,
    /// The attacker and the victim of the colour rule.
    Role,
}

/// What a search costs.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum CostMetric {
    /// Positions looked at, as a part of the first agent's.
    Nodes,
    /// Time on the processor, as a part of the first agent's.
    Time,
    /// Time on the processor for a position looked at, as a part of the first agent's.
    TimePerNode,
    /// Half-moves looked ahead in the first search of a line.
    FirstDepth,
    /// Half-moves looked ahead, on average.
    Depth,
    /// How often the move is the first agent's, of the turns with a choice.
    SameMove,
}

impl CostMetric {
    /// Whether it differs from run to run.
    pub(super) const fn is_timed(self) -> bool {
        matches!(self, Self::Time | Self::TimePerNode)
    }
}

/// Agents that differ in one place.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SweepFile {
    /// The agent's text with `{}` for the place.
    pub(super) agent: String,
    /// What stands there.
    pub(super) values: Vec<SweepValue>,
    /// What tables call each, with `{}` for the value.
    pub(super) label: Option<String>,
}

/// What stands in the place of a sweep.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(untagged, expecting = "a value is a number or a text")]
pub(super) enum SweepValue {
    Number(f64),
    Text(String),
}

/// Other conditions for the same agents: a column.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct LegFile {
    pub(super) label: Option<String>,
    /// Where it stands on the axis of a curve.
    pub(super) x: Option<f64>,
    /// Games of this leg, as a part of the others'.
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

/// Lines of play of an exact measure.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct LineFile {
    pub(super) name: String,
    /// A board and moves; `*` is every legal move, `b3|b5` either of two.
    pub(super) line: String,
}

/// Published figures of several rows.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PublishedFile {
    pub(super) source: String,
    /// How far the true figure may be from the published one.
    pub(super) margin: Option<f64>,
    /// Instead: from how many games each figure is, which allows so much.
    pub(super) games: Option<u32>,
    pub(super) column: Option<String>,
    /// Leads over this row are compared as well, where both are published.
    pub(super) over: Option<String>,
    pub(super) figures: BTreeMap<String, f64>,
}

/// A published claim about one figure.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ClaimFile {
    /// What the report says, in our words or in quotation marks.
    pub(super) says: String,
    pub(super) source: String,
    pub(super) row: String,
    /// The figure is the lead of the row over this one: the difference, or the ratio where figures are ratios.
    pub(super) over: Option<String>,
    pub(super) column: Option<String>,
    pub(super) published: Option<f64>,
    pub(super) margin: Option<f64>,
    pub(super) least: Option<f64>,
    pub(super) most: Option<f64>,
}

impl PublishedFile {
    /// How far the truth may be from a published figure.
    pub(super) fn margins(&self) -> Result<impl Fn(f64) -> f64 + use<>, InvalidStudy> {
        let is_odd = |number: &f64| !number.is_finite();
        if self.figures.values().any(is_odd) {
            return Err(InvalidStudy::PublishedFigure);
        }
        let (margin, games) = (self.margin, self.games);
        match (margin, games) {
            (Some(margin), None) if margin.is_finite() && margin >= 0.0 => {}
            (None, Some(1..)) => {}
            _ => return Err(InvalidStudy::PublishedMargin),
        }
        Ok(move |figure: f64| match (margin, games) {
            (Some(margin), _) => margin,
            (None, games) => {
                // One win and one loss more, so that nothing is certain.
                let games = f64::from(games.unwrap_or(1)) + 2.0;
                let share = ((figure / 100.0).clamp(0.0, 1.0) * (games - 2.0) + 1.0) / games;
                100.0 * Z95 * (share * (1.0 - share) / games).sqrt()
            }
        })
    }
}

impl PlayFile {
    /// What games of a leg are played under.
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

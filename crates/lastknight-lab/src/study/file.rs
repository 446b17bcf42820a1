//! Studies as people write them: TOML, nothing checked yet.

use std::collections::BTreeMap;

use serde::Deserialize;

use lastknight::stats::Z95;

use crate::spec::{AgentEntry, OpeningsEntry, SpecError, SpecFile};

/// A study as it is written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct StudyFile {
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
    pub(super) measures: Vec<MeasureFile>,
}

/// One measurement of a study as it is written. What it shares with a tournament has the same names.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct MeasureFile {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) note: Option<String>,
    #[serde(default)]
    pub(super) kind: KindName,
    pub(super) chart: Option<ChartKind>,
    /// What the axis of a curve is called.
    pub(super) x_axis: Option<String>,

    /// Games of a pairing, positions to ask about, or lines to walk.
    pub(super) games: Option<usize>,
    pub(super) quick: Option<usize>,
    pub(super) full: Option<usize>,

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
    #[serde(default)]
    pub(super) agents: Vec<AgentEntry>,
    #[serde(default, deserialize_with = "crate::spec::field")]
    pub(super) field: Vec<AgentEntry>,
    #[serde(default)]
    pub(super) sweeps: Vec<SweepFile>,
    #[serde(default)]
    pub(super) legs: Vec<LegFile>,

    /// Games: a column with the share of games in which a win by mirroring came up.
    #[serde(default)]
    pub(super) count_symmetry: bool,
    /// Solved positions: columns by what.
    pub(super) by: Option<By>,
    /// Effort: what is measured.
    pub(super) of: Option<EffortOf>,
    /// Effort: who plays the games that are walked along.
    pub(super) line: Option<String>,
    /// Exact: a row each.
    #[serde(default)]
    pub(super) lines: Vec<LineFile>,
    /// Exact: boards whose positions are all looked at.
    #[serde(default)]
    pub(super) boards: Vec<String>,
    /// Halving: the agent with places for numbers, the numbers, and the first points.
    pub(super) agent: Option<String>,
    #[serde(default)]
    pub(super) parameters: Vec<String>,
    #[serde(default)]
    pub(super) points: Vec<Vec<f64>>,
    pub(super) halvings: Option<usize>,

    #[serde(default)]
    pub(super) published: Vec<PublishedFile>,
    #[serde(default)]
    pub(super) claims: Vec<ClaimFile>,
}

/// What is measured.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum KindName {
    /// Who wins how many games.
    #[default]
    Games,
    /// Who keeps won positions won.
    Oracle,
    /// What a search costs.
    Effort,
    /// Who wins lines of play, by the solver.
    Exact,
    /// Whether mirroring wins, in all positions of small boards.
    Mirrors,
    /// A search for the best numbers: a grid, then halving steps.
    Halving,
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
pub(super) enum By {
    /// Bands of plies.
    Ply,
    /// The attacker and the victim of the colour rule.
    Role,
}

/// What a search costs.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum EffortOf {
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

impl EffortOf {
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
    pub(super) fn margins(&self) -> Result<impl Fn(f64) -> f64 + use<>, SpecError> {
        let is_odd = |number: &f64| !number.is_finite();
        if self.figures.values().any(is_odd) {
            return Err(SpecError::new("published: a figure is not a number"));
        }
        let (margin, games) = (self.margin, self.games);
        match (margin, games) {
            (Some(margin), None) if margin.is_finite() && margin >= 0.0 => {}
            (None, Some(1..)) => {}
            _ => {
                let why = "published: say how good the figures are, by a margin or their games";
                return Err(SpecError::new(why));
            }
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

impl MeasureFile {
    /// The tournament of one leg, all rows in it.
    pub(super) fn spec_file(&self, leg: &LegFile, rows: &[(String, String)]) -> SpecFile {
        let or = |leg: &Vec<AgentEntry>, own: &Vec<AgentEntry>| {
            if leg.is_empty() { own.clone() } else { leg.clone() }
        };
        let entry = |(name, agent): &(String, String)| AgentEntry::Named {
            name: name.clone(),
            agent: agent.clone(),
        };
        let has_limits = leg.depth.is_some() || leg.nodes.is_some() || leg.time.is_some();
        SpecFile {
            name: Some(self.name.clone()),
            format: self.format.clone(),
            board: leg.board.clone().or_else(|| self.board.clone()),
            openings: leg.openings.clone().or_else(|| self.openings.clone()),
            games: None,
            seed: self.seed,
            depth: leg.depth.or(self.depth.filter(|_| !has_limits)),
            nodes: leg.nodes.or(self.nodes.filter(|_| !has_limits)),
            time: leg.time.clone().or_else(|| self.time.clone().filter(|_| !has_limits)),
            clock: leg.clock.clone().or_else(|| self.clock.clone()),
            oracle: None,
            sprt: None,
            constants: self.constants.clone(),
            agents: if leg.agents.is_empty() {
                rows.iter().map(entry).collect()
            } else {
                leg.agents.clone()
            },
            field: or(&leg.field, &self.field),
        }
    }
}

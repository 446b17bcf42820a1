//! Studies as written in TOML: the keys of each kind of measure, not checked any further.

use std::collections::BTreeMap;

use lastknight::quote::did_you_mean;
use lastknight::stats::Z95;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error as NoKind;
use toml::de::{DeTable, DeValue};

use super::InvalidStudy;
use crate::spec::{AgentEntry, OpeningsEntry, SpecFile, line_of, toml_error};

/// A study. `docs/studies.md` explains the keys.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct StudyFile {
    pub(super) title: String,
    pub(super) question: String,
    pub(super) source: String,
    #[serde(default)]
    pub(super) reading: String,
    #[serde(default)]
    pub(super) discussion: String,
    pub(super) measures: Vec<MeasureFile>,
}

/// A measure with the keys of all kinds. Keys that a tournament has too have the same names.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct MeasureFile {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) note: Option<String>,
    #[serde(default)]
    pub(super) kind: KindName,
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

    #[serde(default)]
    pub(super) agents: Vec<AgentEntry>,
    #[serde(default)]
    pub(super) sweeps: Vec<SweepFile>,
    #[serde(default)]
    pub(super) legs: Vec<LegFile>,

    #[serde(default)]
    pub(super) count_symmetry: bool,
    pub(super) by: Option<OracleColumns>,
    pub(super) of: Option<CostMetric>,
    /// The agent that plays the lines of a cost measurement.
    pub(super) line: Option<String>,
    #[serde(default)]
    pub(super) lines: Vec<LineFile>,
    #[serde(default)]
    pub(super) cases: Vec<CaseFile>,
    /// The games per pairing of one run, whose spread is measured.
    pub(super) run_games: Option<usize>,
    #[serde(default)]
    pub(super) boards: Vec<String>,
    pub(super) agent: Option<String>,
    #[serde(default)]
    pub(super) parameters: Vec<String>,
    #[serde(default)]
    pub(super) points: Vec<Vec<f64>>,
    pub(super) halvings: Option<usize>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum KindName {
    #[default]
    Games,
    Oracle,
    #[serde(rename = "effort")]
    SearchCost,
    Exact,
    Positions,
    Mirrors,
    Halving,
}

/// The keys of all kinds, of kinds that play, and of kinds with agents as rows.
const HEAD: &str = "name title note kind chart x-axis games quick full published claims";
const PLAY: &str = "format board openings seed depth nodes time clock constants field";
const ROWS: &str = "agents sweeps legs";

impl KindName {
    const ALL: [Self; 7] = [
        Self::Games,
        Self::Oracle,
        Self::SearchCost,
        Self::Exact,
        Self::Positions,
        Self::Mirrors,
        Self::Halving,
    ];

    fn keys(self) -> impl Iterator<Item = &'static str> {
        let groups = match self {
            Self::Games => [HEAD, PLAY, ROWS, "count-symmetry run-games"],
            Self::Oracle => [HEAD, PLAY, ROWS, "by"],
            Self::SearchCost => [HEAD, PLAY, ROWS, "of line"],
            Self::Exact => [HEAD, "", "", "lines"],
            Self::Positions => [HEAD, PLAY, "", "line cases"],
            Self::Mirrors => [HEAD, "", "", "boards"],
            Self::Halving => [HEAD, PLAY, "", "agent parameters points halvings"],
        };
        groups.into_iter().flat_map(str::split_whitespace)
    }
}

impl StudyFile {
    pub(super) fn parse(text: &str) -> Result<Self, InvalidStudy> {
        let wrong = |error: toml::de::Error| InvalidStudy::Spec(toml_error(text, &error));
        let root = DeTable::parse(text).map_err(wrong)?;
        if let Some(DeValue::Array(measures)) = value(root.get_ref(), "measures") {
            for measure in measures {
                if let DeValue::Table(table) = measure.get_ref() {
                    check_keys(text, table)?;
                }
            }
        }
        Self::deserialize(toml::Deserializer::from(root)).map_err(wrong)
    }
}

fn value<'a, 'i>(table: &'a DeTable<'i>, key: &str) -> Option<&'a DeValue<'i>> {
    table.iter().find(|(own, _)| own.get_ref() == key).map(|(_, value)| value.get_ref())
}

/// Refuses keys that do not belong to the kind of a measure. A measure without a valid name and kind is left to serde.
fn check_keys(text: &str, table: &DeTable<'_>) -> Result<(), InvalidStudy> {
    let Some(DeValue::String(name)) = value(table, "name") else {
        return Ok(());
    };
    let kind = match value(table, "kind") {
        Some(DeValue::String(kind)) => {
            KindName::deserialize(IntoDeserializer::<NoKind>::into_deserializer(kind.as_ref()))
        }
        _ => Ok(KindName::default()),
    };
    let Ok(kind) = kind else {
        return Ok(());
    };
    let is_foreign = |key: &&str| !kind.keys().any(|own| own == *key);
    let foreign = table.keys().filter(|key| is_foreign(&key.get_ref().as_ref()));
    let Some(key) = foreign.min_by_key(|key| key.span().start) else {
        return Ok(());
    };
    let (line, key) = (line_of(text, key.span()), key.get_ref().to_string());
    let error = match KindName::ALL.into_iter().flat_map(KindName::keys).any(|other| other == key) {
        true => InvalidStudy::MisplacedKey(key),
        false => {
            let hint = did_you_mean(&key, kind.keys());
            InvalidStudy::UnknownKey(line, key, hint)
        }
    };
    Err(error.within(name))
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
    /// Nodes of one player in a game.
    NodesPerGame,
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
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SweepFile {
    /// The agent's text with `{}` for the value.
    pub(super) agent: String,
    pub(super) values: Vec<SweepValue>,
    /// The names, with `{}` for the value.
    pub(super) label: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a value is a number or a text")]
pub(super) enum SweepValue {
    Number(f64),
    Text(String),
}

/// Other conditions for the same agents, as one column.
#[derive(Debug, Default, Deserialize)]
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

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct LineFile {
    pub(super) name: String,
    pub(super) line: String,
}

/// Positions with something in common.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct CaseFile {
    pub(super) name: String,
    /// A formula for the player, which applies unless it is 0.
    pub(super) when: Option<String>,
    /// The fewest and the most open squares.
    pub(super) open: Option<[u32; 2]>,
}

/// Published figures of several rows.
#[derive(Debug, Deserialize)]
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

/// A claim about one figure: a report's if it quotes the report, else an extension of ours.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ClaimFile {
    /// A sentence of the report, or a part of it, word for word.
    pub(super) quote: Option<String>,
    /// How we read it.
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
    /// The margin of "even", instead of the usual one.
    pub(super) even: Option<f64>,
}

impl PublishedFile {
    /// The margin of a published figure.
    pub(super) fn margin(&self, figure: f64) -> Result<f64, InvalidStudy> {
        match (self.margin, self.games) {
            _ if !figure.is_finite() => {
                Err(InvalidStudy::Rule("published: a figure is not a number"))
            }
            (Some(margin), None) if margin.is_finite() && margin >= 0.0 => Ok(margin),
            (None, Some(games @ 1..)) => {
                // One more win and one more loss, so that the margin is never 0.
                let games = f64::from(games) + 2.0;
                let share = ((figure / 100.0).clamp(0.0, 1.0) * (games - 2.0) + 1.0) / games;
                Ok(100.0 * Z95 * (share * (1.0 - share) / games).sqrt())
            }
            _ => Err(InvalidStudy::Rule(
                "published: give the precision of the figures, by a margin or their games",
            )),
        }
    }
}

impl MeasureFile {
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

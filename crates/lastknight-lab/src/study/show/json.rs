//! A study as JSON, everything in it.

use std::collections::BTreeMap;

use serde::Serialize;

use super::parts;
use super::verdicts::{Scale, Tally, all_judged};
use crate::study::{
    Axis, BUILT_IN, Cell, Extent, Grid, Judged, Measure, Measured, Study, StudyResult, Unit,
    Verdict,
};

/// The whole study.
#[must_use]
pub fn json(outcome: &StudyResult) -> impl Serialize + use<'_> {
    let (study, origin) = (&outcome.study, &outcome.origin);
    let Tally { confirmed, refuted, undecided } = Tally::of(all_judged(outcome));
    StudyJson {
        name: &study.name,
        title: &study.title,
        question: &study.question,
        source: &study.source,
        reading: &study.reading,
        discussion: &study.discussion,
        extent: match outcome.extent {
            Extent::Quick => ExtentJson::Name("quick"),
            Extent::Normal => ExtentJson::Name("normal"),
            Extent::Full => ExtentJson::Name("full"),
            Extent::Games(games) => ExtentJson::Games(games),
        },
        complete: outcome.is_complete(),
        games: outcome.games(),
        command: &origin.command,
        program: &origin.program,
        commit: origin.commit.as_deref(),
        machine: &origin.machine,
        seconds: origin.time.map(|time| time.as_secs_f64()),
        verdicts: VerdictCounts { confirmed, refuted, undecided },
        measures: parts(outcome).map(measure).collect(),
    }
}

#[derive(Serialize)]
struct StudyJson<'a> {
    name: &'a str,
    title: &'a str,
    question: &'a str,
    source: &'a str,
    reading: &'a str,
    discussion: &'a str,
    extent: ExtentJson,
    complete: bool,
    games: u64,
    command: &'a str,
    program: &'a str,
    commit: Option<&'a str>,
    machine: &'a str,
    seconds: Option<f64>,
    verdicts: VerdictCounts,
    measures: Vec<MeasureJson<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum ExtentJson {
    Name(&'static str),
    Games(usize),
}

#[derive(Serialize)]
struct VerdictCounts {
    confirmed: usize,
    refuted: usize,
    undecided: usize,
}

#[derive(Serialize)]
struct MeasureJson<'a> {
    name: &'a str,
    title: &'a str,
    note: &'a str,
    conditions: BTreeMap<&'a str, &'a str>,
    unit: &'static str,
    measure: &'a str,
    counted: &'a str,
    count: u64,
    timed: bool,
    rows: Vec<AxisLabel<'a>>,
    columns: Vec<AxisLabel<'a>>,
    /// A figure for each row and column.
    figures: Vec<Vec<Option<Figure>>>,
    claims: Vec<ClaimJson<'a>>,
}

fn measure<'a>((measure, measured): (&'a Measure, &'a Measured)) -> MeasureJson<'a> {
    let Grid { unit, rows, columns, cells, .. } = &measured.grid;
    let axes = |axes: &'a [Axis]| axes.iter().map(|Axis { name, x }| AxisLabel { name, x: *x });
    let figure = |cell: &Option<Cell>| Some(Figure::new(cell.as_ref()?, Scale::of(*unit)));
    let conditions = measured.conditions.iter().map(|(name, value)| (*name, value.as_str()));
    MeasureJson {
        name: &measure.name,
        title: &measure.title,
        note: &measure.note,
        conditions: conditions.collect(),
        unit: match unit {
            Unit::Percent => "percent",
            Unit::Ratio => "ratio",
            Unit::Plies => "plies",
        },
        measure: &measured.grid.measure,
        counted: measured.grid.counted,
        count: measured.count,
        timed: measured.is_timed,
        rows: axes(rows).collect(),
        columns: axes(columns).collect(),
        figures: cells.iter().map(|row| row.iter().map(figure).collect()).collect(),
        claims: measured.judged.iter().map(|judged| claim(judged, *unit)).collect(),
    }
}

#[derive(Serialize)]
struct AxisLabel<'a> {
    name: &'a str,
    x: Option<f64>,
}

/// A figure; the interval is missing where it says nothing.
#[derive(Serialize)]
struct Figure {
    value: f64,
    interval: Option<[f64; 2]>,
    count: u64,
}

impl Figure {
    fn new(cell: &Cell, scale: Scale) -> Self {
        let interval = scale.known(cell.estimate).map(Into::into);
        Self { value: cell.estimate.value, interval, count: cell.count }
    }
}

#[derive(Serialize)]
struct ClaimJson<'a> {
    says: &'a str,
    source: &'a str,
    row: &'a str,
    over: Option<&'a str>,
    column: Option<&'a str>,
    listed: bool,
    published: Option<f64>,
    least: Option<f64>,
    most: Option<f64>,
    ours: Option<Figure>,
    verdict: &'static str,
    would_decide: Option<u64>,
}

fn claim(judged: &Judged, unit: Unit) -> ClaimJson<'_> {
    let claim = &judged.claim;
    let finite = |value: f64| value.is_finite().then_some(value);
    let scale = Scale::about(claim, unit);
    ClaimJson {
        says: &claim.says,
        source: &claim.source,
        row: &claim.row,
        over: claim.over.as_deref(),
        column: claim.column.as_deref(),
        listed: claim.is_listed,
        published: claim.published,
        least: finite(claim.least),
        most: finite(claim.most),
        ours: judged.ours.as_ref().map(|cell| Figure::new(cell, scale)),
        verdict: judged.verdict.word(),
        would_decide: match judged.verdict {
            Verdict::Undecided { would_decide } => would_decide,
            _ => None,
        },
    }
}

/// A study that comes with the program.
#[derive(Clone, Debug, Serialize)]
pub struct StudyDescription {
    name: String,
    title: String,
    question: String,
    source: String,
    measures: Vec<MeasureDescription>,
}

/// A measurement of a study, and how many games it takes.
#[derive(Clone, Debug, Serialize)]
pub struct MeasureDescription {
    name: String,
    title: String,
    games: usize,
    quick: usize,
    full: usize,
    claims: usize,
}

impl StudyDescription {
    /// All studies that come with the program.
    #[must_use]
    pub fn all() -> Vec<Self> {
        BUILT_IN.iter().filter_map(|study| Study::named(study.name)).map(Self::from).collect()
    }
}

impl From<Study> for StudyDescription {
    fn from(study: Study) -> Self {
        let measure = |measure: &Measure| MeasureDescription {
            name: measure.name.clone(),
            title: measure.title.clone(),
            games: measure.games(Extent::Normal),
            quick: measure.games(Extent::Quick),
            full: measure.games(Extent::Full),
            claims: measure.claims.len(),
        };
        let measures = study.measures.iter().map(measure).collect();
        let Study { name, title, question, source, .. } = study;
        Self { name, title, question, source, measures }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::show::sample;

    #[test]
    fn everything_is_there() {
        let value = serde_json::to_value(json(&sample::outcome())).unwrap();
        assert_eq!(value["name"], "sample");
        assert_eq!(value["extent"], 100);
        assert_eq!(value["games"], 1000);
        let forms = &value["measures"][0];
        assert_eq!(forms["rows"][1]["name"], sample::ODD);
        assert_eq!(forms["figures"][1][0]["value"], 90.0);
        let claims = forms["claims"].as_array().unwrap();
        assert_eq!(claims.len(), 8);
        assert_eq!(claims[5]["least"], 0.0);
        assert!(claims[5]["most"].is_null());
        assert_eq!(claims[5]["verdict"], "confirmed");
        assert_eq!(value["measures"][1]["rows"][1]["x"], 0.5);
    }
}

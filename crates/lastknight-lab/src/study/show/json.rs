//! A study as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use super::parts;
use super::verdicts::{FigureFormat, VerdictCounts, all_judged};
use crate::study::{
    Axis, BUILT_IN, Cell, Claim, ClaimKind, CorrectedP, Extent, FigureUnit, Grid, JudgedClaim,
    Measure, Measured, Provenance, Study, StudyResult,
};

/// Returns the whole study.
#[must_use]
pub fn json(outcome: &StudyResult) -> impl Serialize + use<'_> {
    StudyJson {
        study: &outcome.study,
        extent: outcome.extent,
        complete: outcome.is_complete(),
        games: outcome.games(),
        provenance: &outcome.provenance,
        verdicts: VerdictCounts::of(all_judged(outcome)),
        measures: parts(outcome).map(measure).collect(),
    }
}

#[derive(Serialize)]
struct StudyJson<'a> {
    #[serde(flatten)]
    study: &'a Study,
    extent: Extent,
    complete: bool,
    games: u64,
    #[serde(flatten)]
    provenance: &'a Provenance,
    verdicts: VerdictCounts,
    measures: Vec<MeasureJson<'a>>,
}

#[derive(Serialize)]
struct MeasureJson<'a> {
    name: &'a str,
    title: &'a str,
    note: &'a str,
    conditions: BTreeMap<&'a str, &'a str>,
    unit: FigureUnit,
    measure: &'a str,
    counted: &'a str,
    count: u64,
    timed: bool,
    rows: &'a [Axis],
    columns: &'a [Axis],
    figures: Vec<Vec<Option<Figure>>>,
    claims: Vec<ClaimJson<'a>>,
}

fn measure<'a>((measure, measured): (&'a Measure, &'a Measured)) -> MeasureJson<'a> {
    let Grid { unit, rows, columns, cells, .. } = &measured.grid;
    let figure = |cell: &Option<Cell>| Some(Figure::new(cell.as_ref()?, FigureFormat::of(*unit)));
    let conditions = measured.conditions.iter().map(|(name, value)| (*name, value.as_str()));
    MeasureJson {
        name: &measure.name,
        title: &measure.title,
        note: &measure.note,
        conditions: conditions.collect(),
        unit: *unit,
        measure: &measured.grid.measure,
        counted: measured.grid.counted,
        count: measured.count,
        timed: measured.is_timed,
        rows,
        columns,
        figures: cells.iter().map(|row| row.iter().map(figure).collect()).collect(),
        claims: measured.judged.iter().map(|judged| claim(judged, *unit)).collect(),
    }
}

/// A figure, with the interval if it is meaningful.
#[derive(Serialize)]
struct Figure {
    value: f64,
    interval: Option<[f64; 2]>,
    count: u64,
}

impl Figure {
    fn new(cell: &Cell, format: FigureFormat) -> Self {
        let interval = format.meaningful(cell.estimate).map(Into::into);
        Self { value: cell.estimate.value, interval, count: cell.count }
    }
}

/// A claim. Infinite ends of its range become null.
#[derive(Serialize)]
struct ClaimJson<'a> {
    #[serde(flatten)]
    claim: &'a Claim,
    listed: bool,
    ours: Option<Figure>,
    verdict: &'static str,
    would_decide: Option<u64>,
    p: Option<f64>,
    corrected: Option<CorrectedP>,
}

fn claim(judged: &JudgedClaim, unit: FigureUnit) -> ClaimJson<'_> {
    let (claim, verdict) = (&judged.claim, judged.verdict());
    let format = FigureFormat::about(claim, unit);
    ClaimJson {
        claim,
        listed: claim.kind == ClaimKind::Figure,
        ours: judged.ours.as_ref().map(|cell| Figure::new(cell, format)),
        verdict: verdict.word(),
        would_decide: verdict.would_decide(),
        p: judged.p,
        corrected: judged.corrected,
    }
}

/// A built-in study.
#[derive(Clone, Debug, Serialize)]
pub struct StudyDescription {
    name: String,
    title: String,
    question: String,
    source: String,
    measures: Vec<MeasureDescription>,
}

#[derive(Clone, Debug, Serialize)]
struct MeasureDescription {
    name: String,
    title: String,
    games: usize,
    quick: usize,
    full: usize,
    claims: usize,
}

impl StudyDescription {
    /// Returns all built-in studies.
    #[must_use]
    pub fn all() -> Vec<Self> {
        BUILT_IN.iter().filter_map(|study| Study::named(study.name).map(Self::of)).collect()
    }

    fn of(study: Study) -> Self {
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

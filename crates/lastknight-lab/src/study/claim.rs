//! Published claims and the verdicts of our figures.

use lastknight::stats::{self, Estimate, Z95};
use serde::Serialize;

use super::file::{ClaimFile, PublishedFile};
use super::grid::{Cell, FigureUnit, Grid};
use super::quotes::stands_in;
use super::{InvalidStudy, StudyResult};

/// What a claim is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ClaimKind {
    /// A sentence of a report, under its own conditions and read in its favour. Only these are counted.
    Report,
    /// A question that we add: other boards, depths or heuristics.
    Extension,
    /// A figure of a published table.
    Figure,
}

/// A claim: a figure lies in a range.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Claim {
    /// What it is.
    pub kind: ClaimKind,
    /// The sentence of the report.
    pub quote: Option<String>,
    /// The claim in words.
    pub says: String,
    /// Where it was published.
    pub source: String,
    /// The row of the figure.
    pub row: String,
    /// For a lead: the row that it is over.
    pub over: Option<String>,
    /// The column; by default that of all opponents, or the last one.
    pub column: Option<String>,
    /// The published figure, if there is one.
    pub published: Option<f64>,
    /// The smallest figure that confirms the claim.
    pub least: f64,
    /// The largest figure that confirms it.
    pub most: f64,
    /// The margin of "even", if the claim has its own.
    #[serde(skip)]
    pub(super) even: Option<f64>,
}

/// The verdict on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Our whole interval is inside the claimed range.
    Confirmed,
    /// It is not, but the whole interval is so close to equality that the difference does not matter.
    Even,
    /// Our whole interval is outside.
    Refuted,
    /// Neither.
    Undecided {
        /// The total number that would probably decide, if the figure stays the same.
        would_decide: Option<u64>,
    },
}

impl Verdict {
    /// Returns the verdict as a word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Even => "even",
            Self::Refuted => "refuted",
            Self::Undecided { .. } => "undecided",
        }
    }

    /// Returns the number that would probably decide, if the verdict is open.
    pub(super) const fn would_decide(self) -> Option<u64> {
        match self {
            Self::Undecided { would_decide } => would_decide,
            _ => None,
        }
    }

    const fn is_open(self) -> bool {
        matches!(self, Self::Undecided { .. })
    }
}

/// A claim with our figure and the verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedClaim {
    /// The claim.
    pub claim: Claim,
    /// Our figure; `None` if it was not measured.
    pub ours: Option<Cell>,
    /// The verdict by our interval alone.
    pub alone: Verdict,
    /// The p-value of that verdict, if it is decided: how often luck alone would decide as clearly.
    pub p: Option<f64>,
    /// The same among all claims of reports that were judged together.
    pub corrected: Option<CorrectedP>,
}

/// A p-value among many.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CorrectedP {
    /// Corrected by Holm: the chance of even one wrong decision among all.
    pub holm: f64,
    /// Corrected by Benjamini and Hochberg: the share of wrong decisions among those made.
    pub benjamini_hochberg: f64,
    /// The number of claims.
    pub claims: usize,
}

impl JudgedClaim {
    /// Returns the verdict: that of the interval, unless Holm's correction leaves it open.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match self.corrected {
            Some(corrected) if corrected.holm > LEVEL && !self.alone.is_open() => {
                Verdict::Undecided { would_decide: None }
            }
            _ => self.alone,
        }
    }

    /// Returns the verdict that only the correction leaves open.
    #[must_use]
    pub fn lost_by_correction(&self) -> Option<Verdict> {
        (self.verdict() != self.alone).then_some(self.alone)
    }
}

/// Corrects the verdicts on the reports' claims for their number.
pub fn correct(outcomes: &mut [StudyResult]) {
    let claims = outcomes.iter_mut().flat_map(|outcome| &mut outcome.measured);
    let mut claims: Vec<&mut JudgedClaim> = claims
        .flat_map(|measured| &mut measured.judged)
        .filter(|judged| judged.claim.kind == ClaimKind::Report)
        .collect();
    let values: Vec<f64> = claims.iter().map(|judged| judged.p.unwrap_or(1.0)).collect();
    let (holm, rates) = (stats::holm(&values), stats::benjamini_hochberg(&values));
    for ((judged, holm), benjamini_hochberg) in claims.iter_mut().zip(holm).zip(rates) {
        judged.corrected = Some(CorrectedP { holm, benjamini_hochberg, claims: values.len() });
    }
}

/// The error rate of the verdicts.
pub(super) const LEVEL: f64 = 0.05;

/// Differences of this many points, of scores or leads, count as none.
pub(super) const EVEN: f64 = 2.0;

/// Larger numbers of games are not worth reporting.
const MOST: f64 = 1e12;

impl Claim {
    pub(super) fn read(file: &ClaimFile) -> Result<Self, InvalidStudy> {
        let wrong = |why: &str| InvalidStudy::Claim(file.says.clone(), why.to_owned());
        let (least, most) = match (file.least, file.most, file.published, file.margin) {
            (None, None, Some(published), Some(margin)) if margin >= 0.0 => {
                (published - margin, published + margin)
            }
            (None, None, _, _) => {
                let why = "say what would confirm it: least, most, or published with a margin";
                return Err(wrong(why));
            }
            (least, most, _, None) => {
                (least.unwrap_or(f64::NEG_INFINITY), most.unwrap_or(f64::INFINITY))
            }
            _ => return Err(wrong("a margin goes with a published figure alone")),
        };
        let numbers = [file.least, file.most, file.published, file.margin, file.even];
        if numbers.into_iter().flatten().any(|number| !number.is_finite()) {
            return Err(wrong("a figure is not a number"));
        }
        if least > most {
            return Err(wrong("the least figure is larger than the most"));
        }
        let report = file.source.strip_prefix("report ").and_then(|name| name.get(..3));
        if let Some(quote) = &file.quote
            && !report.is_some_and(|report| stands_in(quote, report))
        {
            let why = "the quote does not stand in its source, such as 'report 001'";
            return Err(wrong(why));
        }
        Ok(Self {
            kind: if file.quote.is_some() { ClaimKind::Report } else { ClaimKind::Extension },
            quote: file.quote.clone(),
            even: file.even,
            says: file.says.clone(),
            source: file.source.clone(),
            row: file.row.clone(),
            over: file.over.clone(),
            column: file.column.clone(),
            published: file.published,
            least,
            most,
        })
    }

    /// The claims of a table of published figures, in the order of the rows: each figure, then its lead over one of them.
    pub(super) fn listed(file: &PublishedFile, rows: &[String]) -> Result<Vec<Self>, InvalidStudy> {
        let unknown = file.figures.keys().chain(&file.over).find(|name| !rows.contains(name));
        if let Some(name) = unknown {
            return Err(InvalidStudy::PublishedRow(name.clone()));
        }
        // Checked even if there are no figures.
        file.margin(0.0)?;
        let claim = |row: &String, over: Option<&String>, figure: f64, margin: f64| Self {
            kind: ClaimKind::Figure,
            quote: None,
            even: None,
            says: match over {
                None => row.clone(),
                Some(over) => format!("{row} over {over}"),
            },
            source: file.source.clone(),
            row: row.clone(),
            over: over.cloned(),
            column: file.column.clone(),
            published: Some(figure),
            least: figure - margin,
            most: figure + margin,
        };
        let figures = || rows.iter().filter_map(|row| Some((row, *file.figures.get(row)?)));
        let mut claims = Vec::new();
        for (row, figure) in figures() {
            claims.push(claim(row, None, figure, file.margin(figure)?));
        }
        let base = file.over.as_ref().and_then(|over| Some((over, *file.figures.get(over)?)));
        if let Some((over, base)) = base {
            for (row, figure) in figures().filter(|(row, _)| *row != over) {
                // The difference varies with both figures.
                let margin = libm::hypot(file.margin(figure)?, file.margin(base)?);
                claims.push(claim(row, Some(over), figure - base, margin));
            }
        }
        Ok(claims)
    }

    /// Judges the claim by our figure.
    pub(super) fn judge(&self, grid: &Grid) -> JudgedClaim {
        let column = self.column.as_deref();
        let ours = match &self.over {
            None => grid.cell(&self.row, column).cloned(),
            Some(over) => grid.lead(&self.row, over, column),
        };
        let (alone, p) = match &ours {
            None => (Verdict::Undecided { would_decide: None }, None),
            Some(cell) => {
                verdict(cell.estimate, cell.count, [self.least, self.most], self.equality(grid))
            }
        };
        JudgedClaim { claim: self.clone(), ours, alone, p, corrected: None }
    }

    /// The figures that count as even, for a claim that one thing is better than another.
    fn equality(&self, grid: &Grid) -> Option<[f64; 2]> {
        let border = match (self.least.is_finite(), self.most.is_finite()) {
            (true, false) => self.least,
            (false, true) => self.most,
            _ => return None,
        };
        let equal = match (&self.over, grid.counted) {
            (Some(_), _) => 0.0,
            (None, "games") => 50.0,
            _ => return None,
        };
        let margin = self.even.unwrap_or(EVEN);
        let is_comparison = grid.unit == FigureUnit::Percent && border == equal && margin > 0.0;
        is_comparison.then_some([equal - margin, equal + margin])
    }
}

/// The verdict by our interval and its p-value: by the nearest end of a range, how often luck alone leads as far from it.
fn verdict(
    ours: Estimate,
    count: u64,
    range: [f64; 2],
    equality: Option<[f64; 2]>,
) -> (Verdict, Option<f64>) {
    let Estimate { value, low, high } = ours;
    // In standard errors, as far as the interval reaches to that side.
    let distance = |end: f64| match end < value {
        true => Z95 * (value - end) / (value - low),
        false => Z95 * (end - value) / (high - value),
    };
    let p = |ends: [f64; 2]| {
        let nearest = ends.into_iter().map(distance).fold(f64::INFINITY, f64::min);
        // An exact figure on the border of a range is inside.
        Some(if nearest.is_nan() { 0.0 } else { libm::erfc(nearest / std::f64::consts::SQRT_2) })
    };
    let is_inside = |[least, most]: [f64; 2]| least <= low && high <= most;
    let [least, most] = range;
    if is_inside(range) {
        return (Verdict::Confirmed, p(range));
    }
    if let Some(equality) = equality
        && is_inside(equality)
    {
        return (Verdict::Even, p(equality));
    }
    if high < least || low > most {
        return (Verdict::Refuted, p(range));
    }
    // Intervals shrink with the root of the number, until this end of the range is no longer inside.
    let needed = |end: f64| (Z95 / distance(end)).powi(2);
    // A figure inside the range must exclude both ends, one outside only the nearer end.
    let factor = match value {
        value if value < least => needed(least),
        value if value > most => needed(most),
        _ => needed(least).max(needed(most)),
    };
    // Or it shrinks into equality.
    let even = equality.map_or(f64::INFINITY, |[least, most]| {
        if (least..=most).contains(&value) {
            needed(least).max(needed(most))
        } else {
            f64::INFINITY
        }
    });
    let all = factor.min(even).max(1.0) * count as f64;
    (Verdict::Undecided { would_decide: (all < MOST).then_some(all.ceil() as u64) }, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(value: f64, margin: f64, least: f64, most: f64) -> Verdict {
        let estimate = Estimate { value, low: value - margin, high: value + margin };
        verdict(estimate, 1000, [least, most], None).0
    }

    #[test]
    fn intervals_decide() {
        assert_eq!(judged(51.0, 0.5, 50.0, f64::INFINITY), Verdict::Confirmed);
        assert_eq!(judged(49.0, 0.5, 50.0, f64::INFINITY), Verdict::Refuted);
        assert_eq!(judged(60.0, 2.0, 30.0, 50.0), Verdict::Refuted);
        assert_eq!(judged(100.0, 0.0, 100.0, 100.0), Verdict::Confirmed);
    }

    /// An interval twice as wide as the distance to the border takes four times the games.
    #[test]
    fn open_verdicts_report_the_number_that_would_decide() {
        let open = |would_decide| Verdict::Undecided { would_decide };
        assert_eq!(judged(51.0, 2.0, 50.0, f64::INFINITY), open(Some(4000)));
        assert_eq!(judged(49.0, 2.0, 50.0, f64::INFINITY), open(Some(4000)));
        assert_eq!(judged(51.0, 4.0, 50.0, 55.0), open(Some(16_000)));
        assert_eq!(judged(49.0, 2.0, 50.0, 55.0), open(Some(4000)));
        assert_eq!(judged(56.0, 2.0, 50.0, 55.0), open(Some(4000)));
        assert_eq!(judged(50.0, 2.0, 50.0, f64::INFINITY), open(None));
    }

    #[test]
    fn close_to_equality_is_even() {
        let better = |value: f64, margin: f64| {
            let estimate = Estimate { value, low: value - margin, high: value + margin };
            verdict(estimate, 1000, [50.0, f64::INFINITY], Some([48.0, 52.0]))
        };
        assert_eq!(better(51.0, 0.5).0, Verdict::Confirmed);
        assert_eq!(better(50.2, 0.5).0, Verdict::Even);
        assert_eq!(better(49.0, 0.5).0, Verdict::Even);
        assert_eq!(better(47.0, 0.5).0, Verdict::Refuted);
        // Half the width would exclude 48.
        assert_eq!(better(49.0, 2.0).0, Verdict::Undecided { would_decide: Some(4000) });
        // As far from the border as the interval reaches: the usual 5 %.
        let p = [better(50.5, 0.5), better(49.0, 1.0), better(49.0, 0.5)].map(|it| it.1.unwrap());
        assert!((p[0] - 0.05).abs() < 1e-3 && (p[1] - 0.05).abs() < 1e-3 && p[2] < 1e-3, "{p:?}");
        assert_eq!(better(50.0, 0.0), (Verdict::Confirmed, Some(0.0)));
    }
}

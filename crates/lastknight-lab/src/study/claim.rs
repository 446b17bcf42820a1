//! Published claims and the verdicts of our figures.

use lastknight::stats::Estimate;
use serde::Serialize;

use super::InvalidStudy;
use super::file::{ClaimFile, PublishedFile};
use super::grid::{Cell, Grid};

/// A published claim: a figure lies in a range.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Claim {
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
    /// Whether it comes from a table of figures and is not a sentence.
    #[serde(rename = "listed")]
    pub is_listed: bool,
    /// The published figure, if there is one.
    pub published: Option<f64>,
    /// The smallest figure that confirms the claim.
    pub least: f64,
    /// The largest figure that confirms it.
    pub most: f64,
}

/// The verdict on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Our whole interval is inside the claimed range.
    Confirmed,
    /// Our whole interval is outside.
    Refuted,
    /// The interval is partly inside and partly outside.
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
}

/// A claim with our figure and the verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedClaim {
    /// The claim.
    pub claim: Claim,
    /// Our figure; `None` if it was not measured.
    pub ours: Option<Cell>,
    /// The verdict.
    pub verdict: Verdict,
}

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
        let numbers = [file.least, file.most, file.published, file.margin];
        if numbers.into_iter().flatten().any(|number| !number.is_finite()) {
            return Err(wrong("a figure is not a number"));
        }
        if least > most {
            return Err(wrong("the least figure is larger than the most"));
        }
        Ok(Self {
            says: file.says.clone(),
            source: file.source.clone(),
            row: file.row.clone(),
            over: file.over.clone(),
            column: file.column.clone(),
            published: file.published,
            least,
            most,
            is_listed: false,
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
            is_listed: true,
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
        let verdict = match &ours {
            None => Verdict::Undecided { would_decide: None },
            Some(cell) => verdict(cell.estimate, cell.count, self.least, self.most),
        };
        JudgedClaim { claim: self.clone(), ours, verdict }
    }
}

fn verdict(Estimate { value, low, high }: Estimate, count: u64, least: f64, most: f64) -> Verdict {
    if least <= low && high <= most {
        return Verdict::Confirmed;
    }
    if high < least || low > most {
        return Verdict::Refuted;
    }
    // Intervals shrink with the root of the number, until this end of the range is no longer inside.
    let needed = |end: f64| {
        let (margin, distance) = match end < value {
            true => (value - low, value - end),
            false => (high - value, end - value),
        };
        (margin / distance) * (margin / distance)
    };
    // A figure inside the range must exclude both ends, one outside only the nearer end.
    let factor = match value {
        value if value < least => needed(least),
        value if value > most => needed(most),
        _ => needed(least).max(needed(most)),
    };
    let all = factor.max(1.0) * count as f64;
    Verdict::Undecided { would_decide: (all < MOST).then_some(all.ceil() as u64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(value: f64, margin: f64, least: f64, most: f64) -> Verdict {
        let estimate = Estimate { value, low: value - margin, high: value + margin };
        verdict(estimate, 1000, least, most)
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
}

//! Published claims, and what our figures say of them.

use lastknight::stats::Estimate;

use super::InvalidStudy;
use super::file::{ClaimFile, PublishedFile};
use super::grid::{Cell, Grid};

/// A published claim: some figure lies in some range.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// What is claimed, in words.
    pub says: String,
    /// Where.
    pub source: String,
    /// Whose figure it is.
    pub row: String,
    /// Where it is a lead: over whom.
    pub over: Option<String>,
    /// Of which column; the last one where it is not said.
    pub column: Option<String>,
    /// The published figure, where there is one.
    pub published: Option<f64>,
    /// The least figure with which the claim holds.
    pub least: f64,
    /// The largest one.
    pub most: f64,
    /// Whether it is one of a table of figures, not a sentence of its own.
    pub is_listed: bool,
}

/// What our figure says of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Our whole interval is within the claimed range.
    Confirmed,
    /// Our whole interval is outside.
    Refuted,
    /// It is partly inside and partly outside.
    Undecided {
        /// So many in all would probably decide, if the figure stays as it is.
        would_decide: Option<u64>,
    },
}

impl Verdict {
    /// The word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Refuted => "refuted",
            Self::Undecided { .. } => "undecided",
        }
    }
}

/// A claim with our figure beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// What was claimed.
    pub claim: Claim,
    /// Our figure; `None` where nothing was measured yet.
    pub ours: Option<Cell>,
    /// What it says.
    pub verdict: Verdict,
}

/// More than anybody will play.
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

    /// The claims of a table of published figures, in the order of the rows: each figure, and its lead over one of them.
    pub(super) fn listed(file: &PublishedFile, rows: &[String]) -> Result<Vec<Self>, InvalidStudy> {
        let unknown = file.figures.keys().chain(&file.over).find(|name| !rows.contains(name));
        if let Some(name) = unknown {
            return Err(InvalidStudy::PublishedRow(name.clone()));
        }
        let margins = file.margins()?;
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
        let mut claims: Vec<Self> =
            figures().map(|(row, figure)| claim(row, None, figure, margins(figure))).collect();
        let base = file.over.as_ref().and_then(|over| Some((over, *file.figures.get(over)?)));
        if let Some((over, base)) = base {
            let others = figures().filter(|(row, _)| *row != over);
            // Both figures vary.
            let margin = |figure| libm::hypot(margins(figure), margins(base));
            let lead = |(row, figure)| claim(row, Some(over), figure - base, margin(figure));
            claims.extend(others.map(lead));
        }
        Ok(claims)
    }

    /// Sets our figure beside the claim.
    #[must_use]
    pub fn judge(&self, grid: &Grid) -> Judged {
        let column = self.column.as_deref();
        let ours = match &self.over {
            None => grid.cell(&self.row, column).cloned(),
            Some(over) => grid.lead(&self.row, over, column),
        };
        let verdict = match &ours {
            None => Verdict::Undecided { would_decide: None },
            Some(cell) => verdict(cell.estimate, cell.count, self.least, self.most),
        };
        Judged { claim: self.clone(), ours, verdict }
    }
}

/// Inside, outside, or how many more it would take.
fn verdict(Estimate { value, low, high }: Estimate, count: u64, least: f64, most: f64) -> Verdict {
    if least <= low && high <= most {
        return Verdict::Confirmed;
    }
    if high < least || low > most {
        return Verdict::Refuted;
    }
    // Intervals shrink with the root of the number: until the nearest end of the range is no longer inside.
    let needed = |end: f64| {
        let (margin, distance) = match end < value {
            true => (value - low, value - end),
            false => (high - value, end - value),
        };
        (margin / distance) * (margin / distance)
    };
    // From inside both ends must be left out, from outside the nearer one.
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

    /// Twice as far as the border takes four times the games.
    #[test]
    fn the_games_that_would_decide_are_told() {
        let open = |would_decide| Verdict::Undecided { would_decide };
        assert_eq!(judged(51.0, 2.0, 50.0, f64::INFINITY), open(Some(4000)));
        assert_eq!(judged(49.0, 2.0, 50.0, f64::INFINITY), open(Some(4000)));
        assert_eq!(judged(51.0, 4.0, 50.0, 55.0), open(Some(16_000)));
        assert_eq!(judged(49.0, 2.0, 50.0, 55.0), open(Some(4000)));
        assert_eq!(judged(56.0, 2.0, 50.0, 55.0), open(Some(4000)));
        assert_eq!(judged(50.0, 2.0, 50.0, f64::INFINITY), open(None));
    }
}

//! The texts of figures, claims and verdicts.

use lastknight::stats::Estimate;
use serde::Serialize;

use crate::format::grouped;
use crate::study::claim::LEVEL;
use crate::study::{Cell, Claim, ClaimKind, FigureUnit, JudgedClaim, StudyResult, Verdict};

/// The text of a missing figure.
pub(super) const NOTHING: &str = "-";

/// The text of an interval that is not meaningful.
pub(super) const NOT_ENOUGH: &str = "not enough";

/// How numbers are written: figures of a unit, or leads, which have a sign.
#[derive(Clone, Copy)]
pub(super) struct FigureFormat {
    unit: FigureUnit,
    is_lead: bool,
}

impl FigureFormat {
    /// For the figures of a table.
    pub(super) const fn of(unit: FigureUnit) -> Self {
        Self { unit, is_lead: false }
    }

    /// For the figure of a claim. A lead in ratios is a ratio as well.
    pub(super) fn about(claim: &Claim, unit: FigureUnit) -> Self {
        Self { unit, is_lead: claim.over.is_some() && unit != FigureUnit::Ratio }
    }

    /// A number without its unit.
    pub(super) fn number(self, value: f64) -> String {
        let text = self.size(value.abs());
        let is_zero = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
        match value {
            _ if is_zero => text,
            value if value < 0.0 => format!("-{text}"),
            _ if self.is_lead => format!("+{text}"),
            _ => text,
        }
    }

    fn size(self, size: f64) -> String {
        match self.unit {
            FigureUnit::Ratio if size >= 1000.0 => format!("{size:.0}"),
            FigureUnit::Percent | FigureUnit::Ratio => format!("{size:.1}"),
            FigureUnit::Plies => format!("{size:.2}"),
            FigureUnit::Nodes => grouped(size.round() as u64),
        }
    }

    /// The text after a number.
    pub(super) const fn sign(self) -> &'static str {
        match self.unit {
            FigureUnit::Percent if self.is_lead => "points",
            unit => unit.sign(),
        }
    }

    /// A number with its unit.
    pub(super) fn shown(self, value: f64) -> String {
        format!("{} {}", self.number(value), self.sign())
    }

    /// The interval, unless it is too wide to be meaningful, as for a single sample.
    pub(super) fn meaningful(self, Estimate { value, low, high }: Estimate) -> Option<(f64, f64)> {
        let is_meaningful = match self.unit {
            FigureUnit::Percent => high - low < 200.0,
            FigureUnit::Ratio => high < 100.0 * value,
            FigureUnit::Plies => high - low < 100.0,
            FigureUnit::Nodes => high - low < 100.0 * value,
        };
        is_meaningful.then_some((low, high))
    }

    /// The text of the interval with this between its ends; none for an exact figure.
    pub(super) fn interval(self, cell: &Cell, between: &str) -> Option<String> {
        if cell.is_exact() {
            return None;
        }
        Some(match self.meaningful(cell.estimate) {
            Some((low, high)) => format!("{}{between}{}", self.number(low), self.number(high)),
            None => NOT_ENOUGH.to_owned(),
        })
    }

    /// A figure with its unit and, unless it is exact, its interval between these texts.
    pub(super) fn with_interval(self, cell: &Cell, before: &str, after: &str) -> String {
        let interval = self.interval(cell, " to ").map(|ends| format!("{before}{ends}{after}"));
        self.shown(cell.estimate.value) + &interval.unwrap_or_default()
    }

    /// The published figure with its margin, or the range that confirms the claim.
    pub(super) fn published(self, claim: &Claim) -> String {
        let Claim { least, most, .. } = *claim;
        let range = |shown: &dyn Fn(f64) -> String| match (least.is_finite(), most.is_finite()) {
            (true, true) if least == most => shown(least),
            (true, true) => format!("{} to {}", self.number(least), shown(most)),
            (true, false) => format!("at least {}", shown(least)),
            (false, true) => format!("at most {}", shown(most)),
            (false, false) => "any figure".to_owned(),
        };
        let Some(published) = claim.published else {
            return range(&|value| self.shown(value));
        };
        let (below, above) = (published - least, most - published);
        match below {
            0.0 if above == 0.0 => self.shown(published),
            below if below.is_finite() && (below - above).abs() < 1e-9 => {
                format!("{} ± {} {}", self.number(published), self.size(below), self.sign())
            }
            _ => format!("{} ({})", self.shown(published), range(&|value| self.number(value))),
        }
    }
}

/// The verdict in a word. Figures of tables agree or differ.
pub(super) fn word(judged: &JudgedClaim) -> &'static str {
    match (judged.claim.kind, judged.verdict()) {
        (ClaimKind::Figure, Verdict::Confirmed | Verdict::Even) => "agrees",
        (ClaimKind::Figure, Verdict::Refuted) => "differs",
        (ClaimKind::Figure, Verdict::Undecided { .. }) => "open",
        (_, verdict) => verdict.word(),
    }
}

/// The verdict on a claim, with the reason if it is open.
pub(super) fn verdict(judged: &JudgedClaim, unit: FigureUnit, counted: &str) -> String {
    let Verdict::Undecided { would_decide } = judged.verdict() else {
        return word(judged).to_owned();
    };
    let format = FigureFormat::about(&judged.claim, unit);
    let why = match (&judged.ours, would_decide) {
        (None, _) => "not measured".to_owned(),
        (Some(_), _) if judged.lost_by_correction().is_some() => by_luck(judged),
        (Some(_), Some(count)) => format!("about {} {counted} would decide", about(count)),
        (Some(cell), None) if format.meaningful(cell.estimate).is_none() => {
            format!("not enough {counted}")
        }
        (Some(_), None) => "on the border of the range".to_owned(),
    };
    format!("{}: {why}", word(judged))
}

/// Why a verdict that looks decided is open.
fn by_luck(judged: &JudgedClaim) -> String {
    let alone = judged.alone.word();
    let (Some(p), Some(corrected)) = (judged.p, judged.corrected) else {
        return alone.to_owned();
    };
    let rate = corrected.benjamini_hochberg;
    let other = if rate <= LEVEL { "still" } else { "not" };
    format!("{alone} taken alone, p = {p:.3}; {other} so by Benjamini and Hochberg ({rate:.3})")
}

/// The same in a narrow column.
pub(super) fn short_verdict(judged: &JudgedClaim, counted: &str) -> String {
    let open = judged.verdict().would_decide().map(|count| format!(", {} {counted}", about(count)));
    word(judged).to_owned() + &open.unwrap_or_default()
}

/// A number rounded up to two significant digits.
fn about(number: u64) -> String {
    let mut step = 1;
    while number / step >= 100 {
        step *= 10;
    }
    grouped(number.div_ceil(step) * step)
}

/// The number of claims by verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct VerdictCounts {
    pub(super) confirmed: usize,
    pub(super) even: usize,
    pub(super) refuted: usize,
    pub(super) undecided: usize,
}

impl VerdictCounts {
    /// Counts the reports' claims.
    pub(super) fn of<'a>(judged: impl IntoIterator<Item = &'a JudgedClaim>) -> Self {
        Self::of_kind(judged, ClaimKind::Report)
    }

    fn of_kind<'a>(judged: impl IntoIterator<Item = &'a JudgedClaim>, kind: ClaimKind) -> Self {
        let mut counts = Self::default();
        for judged in judged.into_iter().filter(|it| it.claim.kind == kind) {
            *match judged.verdict() {
                Verdict::Confirmed => &mut counts.confirmed,
                Verdict::Even => &mut counts.even,
                Verdict::Refuted => &mut counts.refuted,
                Verdict::Undecided { .. } => &mut counts.undecided,
            } += 1;
        }
        counts
    }

    pub(super) fn claims(self) -> usize {
        self.confirmed + self.even + self.refuted + self.undecided
    }

    /// `12 claims of reports: 3 confirmed, 1 even, 5 refuted, 3 undecided`.
    pub(super) fn summary(self) -> String {
        match self.claims() {
            0 => "no claims of reports".to_owned(),
            1 => format!("1 claim of a report: {}", self.verdicts()),
            claims => format!("{claims} claims of reports: {}", self.verdicts()),
        }
    }

    fn verdicts(self) -> String {
        let Self { confirmed, even, refuted, undecided } = self;
        format!("{confirmed} confirmed, {even} even, {refuted} refuted, {undecided} undecided")
    }
}

/// The verdicts of a study, those on further questions as well.
pub(super) fn summary(outcome: &StudyResult) -> String {
    let reports = VerdictCounts::of(all_judged(outcome));
    let further = VerdictCounts::of_kind(all_judged(outcome), ClaimKind::Extension);
    let questions = match further.claims() {
        0 => return reports.summary(),
        1 => "1 further question".to_owned(),
        claims => format!("{claims} further questions"),
    };
    let questions = format!("{questions}: {}", further.verdicts());
    if reports.claims() == 0 { questions } else { format!("{}\n{questions}", reports.summary()) }
}

/// All claims of a study.
pub(super) fn all_judged(outcome: &StudyResult) -> impl Iterator<Item = &JudgedClaim> {
    outcome.measured.iter().flat_map(|measured| &measured.judged)
}

/// The figure that a claim is about: `a over b, all`.
pub(super) fn subject(claim: &Claim) -> String {
    let over = claim.over.iter().map(|over| format!(" over {over}"));
    let column = claim.column.iter().map(|column| format!(", {column}"));
    [claim.row.clone()].into_iter().chain(over).chain(column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::show::sample;

    #[test]
    fn numbers_have_the_digits_of_their_unit() {
        let percent = FigureFormat::of(FigureUnit::Percent);
        let points = FigureFormat { is_lead: true, ..percent };
        assert_eq!([53.26, 0.0, 100.0].map(|x| percent.shown(x)), ["53.3 %", "0.0 %", "100.0 %"]);
        let leads = [3.21, -3.21, -0.01].map(|x| points.shown(x));
        assert_eq!(leads, ["+3.2 points", "-3.2 points", "0.0 points"]);
        assert_eq!(FigureFormat::of(FigureUnit::Plies).shown(3.214), "3.21 plies");
        assert_eq!(
            [85.0, 1234.5].map(|x| FigureFormat::of(FigureUnit::Ratio).number(x)),
            ["85.0", "1234"]
        );
        assert_eq!(
            [99, 100, 101, 11_901, 1_000_000].map(about),
            ["99", "100", "110", "12,000", "1,000,000"]
        );
    }

    #[test]
    fn intervals_are_shown_if_meaningful() {
        let percent = FigureFormat::of(FigureUnit::Percent);
        assert_eq!(percent.interval(&Cell::exact(50.0, 1), " - "), None);
        let one = Cell::mean(vec![3.0], 1).unwrap();
        assert_eq!(
            FigureFormat::of(FigureUnit::Plies).interval(&one, " to ").as_deref(),
            Some("not enough")
        );
        let ratio = Cell::ratio(vec![0.5], 1).unwrap();
        assert_eq!(
            FigureFormat::of(FigureUnit::Ratio).interval(&ratio, " to ").as_deref(),
            Some("not enough")
        );
        let some = Cell::percent([0.0, 100.0].repeat(50), 100).unwrap();
        let interval = percent.interval(&some, " - ").unwrap();
        assert!(interval.starts_with("40.") && interval.contains(" - 59."), "{interval}");
    }

    #[test]
    fn claims_say_what_would_confirm_them() {
        let outcome = sample::outcome();
        let claim = outcome.measured[0].judged[0].claim.clone();
        let percent = FigureFormat::of(FigureUnit::Percent);
        let published = |published, least, most| {
            percent.published(&Claim { published, least, most, ..claim.clone() })
        };
        let infinite = f64::INFINITY;
        assert_eq!(published(Some(65.0), 63.0, 67.0), "65.0 ± 2.0 %");
        assert_eq!(published(Some(65.0), 65.0, 65.0), "65.0 %");
        assert_eq!(published(Some(65.0), 50.0, infinite), "65.0 % (at least 50.0)");
        assert_eq!(published(None, 50.0, infinite), "at least 50.0 %");
        assert_eq!(published(None, -infinite, 50.0), "at most 50.0 %");
        assert_eq!(published(None, 40.0, 50.0), "40.0 to 50.0 %");
    }

    #[test]
    fn verdicts_say_what_would_decide() {
        let judged = |samples: &[f64], would_decide| JudgedClaim {
            ours: Cell::mean(samples.to_vec(), 1),
            alone: Verdict::Undecided { would_decide },
            ..sample::outcome().measured[0].judged[5].clone()
        };
        let words = |judged: JudgedClaim| verdict(&judged, FigureUnit::Plies, "lines");
        assert_eq!(words(judged(&[], None)), "undecided: not measured");
        assert_eq!(words(judged(&[1.0], None)), "undecided: not enough lines");
        assert_eq!(words(judged(&[1.0, 2.0], None)), "undecided: on the border of the range");
        let decided = words(judged(&[1.0, 2.0], Some(11_901)));
        assert_eq!(decided, "undecided: about 12,000 lines would decide");
    }

    #[test]
    fn claims_are_counted() {
        let outcome = sample::outcome();
        let counts = VerdictCounts::of(all_judged(&outcome));
        assert!(counts.confirmed > 0 && counts.refuted > 0 && counts.undecided > 0);
        assert_eq!(VerdictCounts::default().summary(), "no claims of reports");
        let one = VerdictCounts { refuted: 1, ..VerdictCounts::default() };
        assert_eq!(
            one.summary(),
            "1 claim of a report: 0 confirmed, 0 even, 1 refuted, 0 undecided"
        );
    }
}

//! Cells of tables: what people read, and what programs get.

use lastknight::stats::{Estimate, Pairs, Rating, Share, Z95};

use crate::format::{chance, elo, grouped, mean_time, percent, probability};

/// What stands where nothing is known.
const MISSING: &str = "-";

/// What stands in a place of a [`DataTable`](super::DataTable).
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct DataCell {
    /// What people read.
    pub(super) text: String,
    pub(super) note: CellNote,
    /// The page that the text links to, by its name without an extension.
    pub(super) page: Option<String>,
    /// What programs get, one for each name of the column; those that are missing are empty.
    pub(super) figures: Vec<Figure>,
}

/// Small print in a cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum CellNote {
    #[default]
    None,
    Words(String),
    /// Both ends of an interval, and their unit.
    Interval(String, String, &'static str),
}

/// A value for programs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Figure {
    Text(String),
    Count(u64),
    Number(f64),
    /// A part of one.
    Share(f64),
    /// A probability that may be very small.
    Probability(f64),
    Nothing,
}

impl DataCell {
    /// Nothing is known.
    pub fn missing() -> Self {
        Self { text: MISSING.to_owned(), ..Self::default() }
    }

    /// A value with its text.
    pub(crate) fn figure(text: impl Into<String>, figure: Figure) -> Self {
        Self { text: text.into(), figures: vec![figure], ..Self::default() }
    }

    /// The same with small print.
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.note = CellNote::Words(note.into());
        self
    }

    /// The same with an interval as small print: its ends as text, and their unit.
    pub(crate) fn with_interval(mut self, ends: [String; 2], unit: &'static str) -> Self {
        let [low, high] = ends;
        self.note = CellNote::Interval(low, high, unit);
        self
    }

    /// The same with more values for programs.
    pub(crate) fn with_figures(mut self, figures: impl IntoIterator<Item = Figure>) -> Self {
        self.figures.extend(figures);
        self
    }

    /// Text that links to a page of the same directory, by its name without an extension.
    pub fn link(text: &str, page: &str) -> Self {
        Self { page: Some(page.to_owned()), ..text.into() }
    }

    /// A part of one, in percent.
    pub fn share(part: f64) -> Self {
        Self::figure(percent(part), Figure::Share(part))
    }

    fn share_within(part: Option<f64>, (low, high): (f64, f64)) -> Self {
        let ends = [low, high].map(|end| format!("{:.1}", 100.0 * end));
        let with_ends = |cell: Self| {
            cell.with_interval(ends, " %").with_figures([low, high].map(Figure::Share))
        };
        part.map(Self::share).map_or_else(Self::missing, with_ends)
    }

    /// The score of pairs with its 95 % interval.
    pub fn score(pairs: Pairs) -> Self {
        Self::share_within(pairs.score(), pairs.interval(Z95))
    }

    /// The share of hits with its 95 % interval.
    pub fn hit_rate(hits: Share) -> Self {
        Self::share_within(hits.part(), hits.interval(Z95))
    }

    /// Hits of trials: `3 of 5`. Programs get the trials, then the hits.
    pub fn hits(Share { hits, of }: Share) -> Self {
        let text = match of {
            0 => MISSING.to_owned(),
            of => format!("{} of {}", grouped(hits), grouped(of)),
        };
        Self::figure(text, Figure::Count(of)).with_figures([Figure::Count(hits)])
    }

    /// A rating with its error.
    pub fn rating(rating: Rating) -> Self {
        let text = format!("{} ± {:.0}", elo(rating.elo), rating.error);
        Self::figure(text, Figure::Number(rating.elo))
            .with_figures([rating.low, rating.high].map(Figure::Number))
    }

    /// Elo with its interval.
    pub fn elo(Estimate { value, low, high }: Estimate) -> Self {
        let text = format!("{} ({} to {})", elo(value), elo(low), elo(high));
        Self::figure(text, Figure::Number(value)).with_figures([low, high].map(Figure::Number))
    }

    /// A probability that is often near one or zero, in percent.
    pub fn chance(p: f64) -> Self {
        Self::figure(chance(p), Figure::Share(p))
    }

    /// A probability that may be very small.
    pub fn probability(p: f64) -> Self {
        Self::figure(probability(p), Figure::Probability(p))
    }

    /// A mean that people read as a whole number.
    pub fn mean(mean: f64) -> Self {
        Self::figure(grouped(mean.round() as u64), Figure::Number(mean))
    }

    /// A mean time.
    pub fn seconds(seconds: f64) -> Self {
        Self::figure(mean_time(seconds), Figure::Number(seconds))
    }

    /// A number with all its digits.
    pub fn number(number: f64) -> Self {
        Self::figure(number.to_string(), Figure::Number(number))
    }

    /// A part of one in percent, with this many digits; the sign stands in the heading.
    pub fn percent(part: f64, digits: usize) -> Self {
        Self::figure(format!("{:.digits$}", 100.0 * part), Figure::Share(part))
    }

    /// A mark for people, which is nothing to programs.
    pub fn mark(mark: &str) -> Self {
        Self::figure(mark, Figure::Nothing)
    }

    /// The small print as people read it; mostly empty.
    pub(super) fn small_print(&self) -> String {
        match &self.note {
            CellNote::None => String::new(),
            CellNote::Words(words) => words.clone(),
            CellNote::Interval(low, high, unit) => format!("{low} to {high}{unit}"),
        }
    }
}

impl From<String> for DataCell {
    fn from(text: String) -> Self {
        Self::figure(text.clone(), Figure::Text(text))
    }
}

impl From<&str> for DataCell {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<u64> for DataCell {
    fn from(count: u64) -> Self {
        Self::figure(grouped(count), Figure::Count(count))
    }
}

impl From<usize> for DataCell {
    fn from(count: usize) -> Self {
        (count as u64).into()
    }
}

impl<T: Into<Self>> From<Option<T>> for DataCell {
    fn from(cell: Option<T>) -> Self {
        cell.map_or_else(Self::missing, Into::into)
    }
}

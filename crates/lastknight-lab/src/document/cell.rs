//! Cells of tables: text for people and values for programs.

use lastknight::stats::{Estimate, Pairs, Rating, Share, Z95};

use crate::chart::Drawing;
use crate::format::{chance, elo, grouped, mean_time, percent, probability};

/// The text of an unknown value.
const MISSING: &str = "-";

/// A cell of a [`DataTable`](super::DataTable).
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct DataCell {
    pub(super) text: String,
    /// Small print, such as an interval.
    pub(super) note: String,
    /// The same for the terminal, where intervals have no unit.
    pub(super) terminal_note: String,
    /// The page that the text links to, without an extension.
    pub(super) page: Option<String>,
    /// A small chart, which only pages show.
    pub(super) drawing: Option<Drawing>,
    /// The values for programs, one for each name of the column; missing ones are empty.
    pub(super) figures: Vec<Figure>,
}

/// A value for programs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Figure {
    Text(String),
    Count(u64),
    Number(f64),
    /// A fraction, shown in percent.
    Share(f64),
    /// A probability that may be very small.
    Probability(f64),
    Nothing,
}

impl DataCell {
    /// Returns the cell of an unknown value.
    pub fn missing() -> Self {
        Self { text: MISSING.to_owned(), ..Self::default() }
    }

    /// Creates a cell of a value and its text.
    pub(crate) fn figure(text: impl Into<String>, figure: Figure) -> Self {
        Self { text: text.into(), figures: vec![figure], ..Self::default() }
    }

    /// Adds small print.
    pub fn with_note(self, note: impl Into<String>) -> Self {
        let note = note.into();
        Self { note: note.clone(), terminal_note: note, ..self }
    }

    /// Adds an interval as small print.
    pub(crate) fn with_interval(self, [low, high]: [String; 2], unit: &str) -> Self {
        let note = format!("{low} to {high}{unit}");
        Self { note, terminal_note: format!("{low} - {high}"), ..self }
    }

    /// Adds values for programs.
    pub(crate) fn with_figures(mut self, figures: impl IntoIterator<Item = Figure>) -> Self {
        self.figures.extend(figures);
        self
    }

    /// Creates text that links to a page of the same directory, named without its extension.
    pub fn link(text: &str, page: &str) -> Self {
        Self { page: Some(page.to_owned()), ..text.into() }
    }

    /// Creates a small chart, which only pages show.
    pub fn chart(drawing: Drawing) -> Self {
        Self { drawing: Some(drawing), ..Self::default() }
    }

    /// Creates a fraction, shown in percent.
    pub fn share(part: f64) -> Self {
        Self::figure(percent(part), Figure::Share(part))
    }

    fn share_within(part: Option<f64>, (low, high): (f64, f64)) -> Self {
        let Some(part) = part else { return Self::missing() };
        let ends = [low, high].map(|end| format!("{:.1}", 100.0 * end));
        Self::share(part).with_interval(ends, " %").with_figures([low, high].map(Figure::Share))
    }

    /// Creates the score of pairs with its 95 % interval.
    pub fn score(pairs: Pairs) -> Self {
        Self::share_within(pairs.score(), pairs.interval(Z95))
    }

    /// Creates the share of hits with its 95 % interval.
    pub fn hit_rate(hits: Share) -> Self {
        Self::share_within(hits.part(), hits.interval(Z95))
    }

    /// Creates `3 of 5`. Programs get the trials, then the hits.
    pub fn hits(Share { hits, of }: Share) -> Self {
        let text = format!("{} of {}", grouped(hits), grouped(of));
        let text = if of == 0 { MISSING.to_owned() } else { text };
        Self::figure(text, Figure::Count(of)).with_figures([Figure::Count(hits)])
    }

    /// Creates a rating with its error.
    pub fn rating(rating: Rating) -> Self {
        let text = format!("{} ± {:.0}", elo(rating.elo), rating.error);
        Self::figure(text, Figure::Number(rating.elo))
            .with_figures([rating.low, rating.high].map(Figure::Number))
    }

    /// Creates an Elo difference with its interval.
    pub fn elo(Estimate { value, low, high }: Estimate) -> Self {
        let text = format!("{} ({} to {})", elo(value), elo(low), elo(high));
        Self::figure(text, Figure::Number(value)).with_figures([low, high].map(Figure::Number))
    }

    /// Creates a probability in percent, often near 0 or 100.
    pub fn chance(p: f64) -> Self {
        Self::figure(chance(p), Figure::Share(p))
    }

    /// Creates a probability that may be very small.
    pub fn probability(p: f64) -> Self {
        Self::figure(probability(p), Figure::Probability(p))
    }

    /// Creates a mean that is shown as a whole number.
    pub fn mean(mean: f64) -> Self {
        Self::figure(grouped(mean.round() as u64), Figure::Number(mean))
    }

    /// Creates a mean time.
    pub fn seconds(seconds: f64) -> Self {
        Self::figure(mean_time(seconds), Figure::Number(seconds))
    }

    /// Creates a number with all its digits.
    pub fn number(number: f64) -> Self {
        Self::figure(number.to_string(), Figure::Number(number))
    }

    /// Creates a fraction in percent with this many decimals; the heading has the percent sign.
    pub fn percent(part: f64, digits: usize) -> Self {
        Self::figure(format!("{:.digits$}", 100.0 * part), Figure::Share(part))
    }

    /// Creates a mark for people that has no value for programs.
    pub fn mark(mark: &str) -> Self {
        Self::figure(mark, Figure::Nothing)
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

//! What error messages show: offending input on one line, the place in it, and what was meant.
//!
//! Public for clients with parsers of their own.

use std::fmt;

/// `text` in quotes, escaped, and cut where it is long.
#[must_use]
pub fn quote(text: &str) -> String {
    format!("'{}'", one_line(text, 24))
}

/// `text` escaped where it would not print on one line, and cut after about `longest` characters.
#[must_use]
pub fn one_line(text: &str, longest: usize) -> String {
    let mut line = String::new();
    let mut length = 0;
    for c in text.chars() {
        if length >= longest {
            line.push('…');
            break;
        }
        let before = line.len();
        match c {
            '\'' | '"' => line.push(c),
            _ => line.extend(c.escape_debug()),
        }
        length += line[before..].chars().count();
    }
    line
}

/// What the JSON parser says, without the place: that is told in our own words.
pub(crate) fn json_message(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let end = message.rfind(" at line ").unwrap_or(message.len());
    one_line(&message[..end], 160)
}

/// How much of an unknown name is compared with the known ones: more than the longest of them has.
pub(crate) const LONGEST_NAME: usize = 40;

/// The nearest of some names, if it is near enough to have been meant.
pub(crate) fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    let lower: String = name.chars().take(LONGEST_NAME).collect::<String>().to_lowercase();
    let has_digit = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    names
        .map(|known| (strsim::damerau_levenshtein(&lower, &known.to_lowercase()), known))
        .filter(|&(distance, known)| {
            let length = known.chars().count();
            distance <= 1 + length / 4 && distance < length
        })
        // `ab1` is rather meant to be `ab01` than `abs`.
        .min_by_key(|&(distance, known)| (distance, has_digit(known) != has_digit(name)))
        .map(|(_, known)| known.to_owned())
}

/// The end of a message about an unknown name.
pub(crate) fn suggestion(name: Option<&str>) -> String {
    name.map_or(String::new(), |name| format!("; did you mean {}?", quote(name)))
}

/// The end of a message about an unknown name: the nearest of the known ones, if it is near enough to have been meant.
#[must_use]
pub fn did_you_mean<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> String {
    suggestion(nearest(name, names).as_deref())
}

/// The most characters of a text that are shown beside an error.
const SHOWN: usize = 72;

/// The part of a text around a place; it prints as two lines, the second with a caret below the place.
#[derive(Clone, Debug, PartialEq)]
struct Excerpt {
    text: String,
    caret: usize,
}

impl Excerpt {
    /// The part around a column, counted from 1.
    fn of(text: &str, column: usize) -> Self {
        let start = (column - 1).saturating_sub(SHOWN / 2);
        // What does not show, or changes how the rest shows, would lead the caret astray.
        let is_visible = |c: char| ['\'', '"', '\\'].contains(&c) || c.escape_debug().len() == 1;
        let visible = |c| if is_visible(c) { c } else { '\u{fffd}' };
        let text = text.chars().skip(start).take(SHOWN).map(visible).collect();
        Self { text, caret: column - 1 - start }
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{:>width$}", self.text, '^', width = self.caret + 1)
    }
}

/// Why a text is not what it should be, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedError<P> {
    column: usize,
    problem: P,
    excerpt: Excerpt,
}

impl<P> PlacedError<P> {
    /// The problem at a character of the text, counted from 1.
    ///
    /// # Panics
    /// At column 0, which does not exist.
    #[must_use]
    pub fn new(text: &str, column: usize, problem: P) -> Self {
        Self { column, problem, excerpt: Excerpt::of(text, column) }
    }

    /// The character where it is wrong, counted from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }

    /// What is wrong.
    #[must_use]
    pub fn problem(&self) -> &P {
        &self.problem
    }

    /// Two lines: the text, or the part of it around the place, and a caret below the place.
    #[must_use]
    pub fn picture(&self) -> String {
        self.excerpt.to_string()
    }
}

impl<P: fmt::Display> fmt::Display for PlacedError<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.problem)
    }
}

impl<P: fmt::Debug + fmt::Display> std::error::Error for PlacedError<P> {}

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn is_short_and_on_one_line() {
        assert_eq!(quote("a\nb"), r"'a\nb'");
        assert_eq!(quote("n - n' \"é\""), "'n - n' \"é\"'");
        assert_eq!(quote(&"7".repeat(10_000_000)), format!("'{}…'", "7".repeat(24)));
        assert_eq!(quote(&"\u{7f}".repeat(100)), format!("'{}…'", r"\u{7f}".repeat(4)));
    }
}

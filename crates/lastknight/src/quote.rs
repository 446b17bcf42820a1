//! Building blocks of error messages: quoted input, the place of an error, and suggestions.
//!
//! Public for clients with parsers of their own.

use std::fmt;

/// Returns `text` in quotes, escaped and truncated.
#[must_use]
pub fn quote(text: &str) -> String {
    format!("'{}'", one_line(text, 24))
}

/// Returns `text` on one line, escaped where necessary and truncated to about `longest` characters.
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

/// The JSON parser's message without the place, which callers report themselves.
#[cfg(feature = "serde")]
pub(crate) fn json_message(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let end = message.rfind(" at line ").unwrap_or(message.len());
    one_line(&message[..end], 160)
}

/// The number of characters of an unknown name that are compared; longer than any known name.
#[cfg(feature = "search")]
pub(crate) const LONGEST_NAME: usize = 40;

/// The most similar of the names, if it is close enough to be a likely typo.
#[cfg(feature = "search")]
pub(crate) fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    let lower: String = name.chars().take(LONGEST_NAME).collect::<String>().to_lowercase();
    let has_digit = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    names
        .map(|known| (strsim::damerau_levenshtein(&lower, &known.to_lowercase()), known))
        .filter(|&(distance, known)| {
            let length = known.chars().count();
            distance <= 1 + length / 4 && distance < length
        })
        // `ab1` more likely means `ab01` than `abs`.
        .min_by_key(|&(distance, known)| (distance, has_digit(known) != has_digit(name)))
        .map(|(_, known)| known.to_owned())
}

/// The suffix `; did you mean 'NAME'?`, or nothing.
#[cfg(feature = "search")]
pub(crate) fn suggestion(name: Option<&str>) -> String {
    name.map_or(String::new(), |name| format!("; did you mean {}?", quote(name)))
}

/// Returns the suffix `; did you mean 'NAME'?` with the most similar name, or nothing if none is
/// close.
#[cfg(feature = "search")]
#[must_use]
pub fn did_you_mean<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> String {
    suggestion(nearest(name, names).as_deref())
}

/// The maximum number of characters in a picture of an error.
const SHOWN: usize = 72;

/// An error in a text, and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedError<P> {
    column: usize,
    problem: P,
    picture: String,
}

impl<P> PlacedError<P> {
    /// Creates an error at a character of the text, counted from 1.
    ///
    /// # Panics
    /// Panics if the column is 0.
    #[must_use]
    pub fn new(text: &str, column: usize, problem: P) -> Self {
        let before = column.checked_sub(1).expect("columns count from 1");
        let start = before.saturating_sub(SHOWN / 2);
        // Invisible and combining characters would misplace the caret.
        let is_visible = |c: char| ['\'', '"', '\\'].contains(&c) || c.escape_debug().len() == 1;
        let visible = |c| if is_visible(c) { c } else { '\u{fffd}' };
        let shown: String = text.chars().skip(start).take(SHOWN).map(visible).collect();
        let picture = format!("{shown}\n{:>width$}", '^', width = column - start);
        Self { column, problem, picture }
    }

    /// Returns the column of the error, counted in characters from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }

    /// Returns the error itself.
    #[must_use]
    pub fn problem(&self) -> &P {
        &self.problem
    }

    /// Returns two lines: the text, or the part around the place, and a caret below the place.
    #[must_use]
    pub fn picture(&self) -> String {
        self.picture.clone()
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
    use super::*;

    #[test]
    fn is_short_and_on_one_line() {
        assert_eq!(quote("a\nb"), r"'a\nb'");
        assert_eq!(quote("n - n' \"é\""), "'n - n' \"é\"'");
        assert_eq!(quote(&"7".repeat(10_000_000)), format!("'{}…'", "7".repeat(24)));
        assert_eq!(quote(&"\u{7f}".repeat(100)), format!("'{}…'", r"\u{7f}".repeat(4)));
    }

    #[test]
    #[should_panic(expected = "columns count from 1")]
    fn there_is_no_column_0() {
        let _ = PlacedError::new("text", 0, "a problem");
    }
}

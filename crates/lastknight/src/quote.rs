//! Offending input, quoted for an error message: one line, short, no control characters.

/// The longest piece of input that an error message repeats, in characters.
const LONGEST: usize = 24;

/// `text` in quotes, escaped, and cut where it is long.
pub(crate) fn quote(text: &str) -> String {
    let mut quoted = String::from("'");
    let mut chars = text.chars();
    for c in chars.by_ref().take(LONGEST) {
        if c == '\'' || c == '"' {
            quoted.push(c);
        } else {
            quoted.extend(c.escape_debug());
        }
    }
    if chars.next().is_some() {
        quoted.push('…');
    }
    quoted.push('\'');
    quoted
}

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn is_short_and_on_one_line() {
        assert_eq!(quote("a\nb"), r"'a\nb'");
        assert_eq!(quote("é"), "'é'");
        assert_eq!(
            quote(&"7".repeat(10_000_000)),
            format!("'{}…'", "7".repeat(24))
        );
    }
}

//! Offending input, quoted for an error message: one line, short, no control characters.

/// `text` in quotes, escaped, and cut where it is long.
pub(crate) fn quote(text: &str) -> String {
    format!("'{}'", one_line(text, 24))
}

/// `text` escaped where it would not print on one line, and cut after about `longest` characters.
pub(crate) fn one_line(text: &str, longest: usize) -> String {
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

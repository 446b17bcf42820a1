//! Limits of a search, and times as text.

use std::time::Duration;

/// Limits of a search, which ends at the first one it reaches.
///
/// With limits on depth and nodes only, a search on one thread is the same on every machine. With a limit
/// of zero it returns a legal move at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The maximum depth, in plies.
    pub depth: Option<u32>,
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
    /// The maximum time.
    pub time: Option<Duration>,
}

impl Limits {
    /// No limits: the search ends when the position is decided.
    pub const NONE: Self = Self { depth: None, nodes: None, time: None };

    /// Limits only the depth.
    #[must_use]
    pub const fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::NONE }
    }

    /// Limits only the nodes.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::NONE }
    }

    /// Limits only the time.
    #[must_use]
    pub const fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::NONE }
    }

    /// Returns these limits, or `others` if none is set.
    #[must_use]
    pub fn or(self, others: Self) -> Self {
        if self == Self::NONE { others } else { self }
    }
}

/// The longest time that [`parse_time`] accepts.
const LONGEST: Duration = Duration::from_secs(30 * 24 * 3600);

/// Units of time in nanoseconds, the largest first.
const UNITS: [(&str, u128); 5] = [
    ("h", 3_600_000_000_000),
    ("min", 60_000_000_000),
    ("s", 1_000_000_000),
    ("ms", 1_000_000),
    ("us", 1_000),
];

/// Parses a time such as `150ms`, `1.5s` or `2min`, up to 30 days; `0` needs no unit.
///
/// ```
/// use std::time::Duration;
/// use lastknight::control::limits::{parse_time, shown_time};
///
/// assert_eq!(parse_time("0.15s"), Some(Duration::from_millis(150)));
/// assert_eq!(parse_time("150"), None);
/// assert_eq!(shown_time(Duration::from_millis(150)), "150ms");
/// assert_eq!(shown_time(Duration::from_millis(1500)), "1500ms");
/// ```
#[must_use]
pub fn parse_time(text: &str) -> Option<Duration> {
    if text == "0" {
        return Some(Duration::ZERO);
    }
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic())?);
    let &(_, unit) = UNITS.iter().find(|&&(name, _)| name == unit)?;
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    if !is_digits(whole) || !is_digits(fraction) || fraction.len() > 18 {
        return None;
    }
    let (whole, parts): (u64, u64) = (whole.parse().ok()?, fraction.parse().ok()?);
    let nanoseconds =
        u128::from(whole) * unit + u128::from(parts) * unit / 10_u128.pow(fraction.len() as u32);
    let time = Duration::from_nanos(u64::try_from(nanoseconds).ok()?);
    (time <= LONGEST).then_some(time)
}

/// Returns whether the text is one or more ASCII digits.
pub(crate) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Formats a time for [`parse_time`], in the largest unit that makes it a whole number.
#[must_use]
pub fn shown_time(time: Duration) -> String {
    let nanoseconds = time.as_nanos();
    if nanoseconds == 0 {
        return "0".to_owned();
    }
    match UNITS.iter().find(|&&(_, unit)| nanoseconds.is_multiple_of(unit)) {
        Some(&(name, unit)) => format!("{}{name}", nanoseconds / unit),
        None => format!("{}.{:03}us", nanoseconds / 1000, nanoseconds % 1000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_round_trip() {
        for text in ["0", "150ms", "2s", "3min", "36h", "5us", "1.234us", "720h"] {
            assert_eq!(parse_time(text).map(shown_time).as_deref(), Some(text));
        }
        assert_eq!(parse_time("1000ms").map(shown_time).as_deref(), Some("1s"));
    }

    #[test]
    fn odd_times_are_refused() {
        for text in ["", "s", ".s", "1.s", ".5s", "-1s", "1e3s", "5", "5 s", "721h", "1d", "+1s"] {
            assert_eq!(parse_time(text), None, "{text}");
        }
        assert_eq!(parse_time(&format!("{}s", "9".repeat(60))), None);
        assert_eq!(parse_time(&format!("0.{}s", "9".repeat(60))), None);
    }
}

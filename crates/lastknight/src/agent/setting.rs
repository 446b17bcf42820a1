//! The settings of agents: names, what they can be, and what they are where nobody sets them.

use std::time::Duration;

use crate::control::limits::{parse_time, shown_time};

/// A setting of an agent, written `name=value`.
#[derive(Debug)]
pub struct Setting {
    /// The name that users type.
    pub name: &'static str,
    /// What it can be.
    pub domain: Domain,
    /// What it is where nobody sets it, as text; `None` where it is then not set.
    pub default: Option<&'static str>,
    /// What it does, in a few words.
    pub about: &'static str,
}

/// What a setting can be.
#[derive(Clone, Copy, Debug)]
pub enum Domain {
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number from one to another.
    Whole(u64, u64),
    /// A number from one to another, written without an exponent.
    Number(f64, f64),
    /// A time.
    Time,
}

/// `off` or `on`.
pub const SWITCH: Domain = Domain::Choice(&["off", "on"]);

/// What a setting is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Which of the words.
    Choice(usize),
    /// The number.
    Whole(u64),
    /// The number, which need not be whole.
    Number(f64),
    /// The time.
    Time(Duration),
}

impl Value {
    pub(super) fn choice(self) -> usize {
        if let Self::Choice(choice) = self { choice } else { 0 }
    }

    pub(super) fn whole(self) -> Option<u64> {
        if let Self::Whole(number) = self { Some(number) } else { None }
    }

    pub(super) fn number(self) -> Option<f64> {
        if let Self::Number(number) = self { Some(number) } else { None }
    }

    pub(super) fn time(self) -> Option<Duration> {
        if let Self::Time(time) = self { Some(time) } else { None }
    }
}

impl Setting {
    /// What a text sets it to, if it can be that.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<Value> {
        match self.domain {
            Domain::Choice(words) => words.iter().position(|&w| w == text).map(Value::Choice),
            Domain::Whole(least, most) => {
                let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
                let number = text.parse().ok().filter(|_| is_number);
                number.filter(|n| (least..=most).contains(n)).map(Value::Whole)
            }
            Domain::Number(least, most) => {
                let number = parse_number(text);
                number.filter(|n| (least..=most).contains(n)).map(Value::Number)
            }
            Domain::Time => parse_time(text).map(Value::Time),
        }
    }

    /// What it is where nobody sets it.
    #[must_use]
    pub fn default(&self) -> Option<Value> {
        self.default.and_then(|text| self.read(text))
    }

    /// A value as text.
    #[must_use]
    pub fn shown(&self, value: Value) -> String {
        match (self.domain, value) {
            (Domain::Choice(words), Value::Choice(choice)) => words[choice].to_owned(),
            (_, Value::Whole(number)) => number.to_string(),
            // The shortest text that reads as the same number.
            (_, Value::Number(number)) => number.to_string(),
            (_, Value::Time(time)) => shown_time(time),
            (_, Value::Choice(_)) => unreachable!("a choice belongs to a choice"),
        }
    }
}

impl Domain {
    /// What it can be, in words.
    #[must_use]
    pub fn shown(&self) -> String {
        match *self {
            Self::Choice(words) => words.join("|"),
            Self::Whole(least, u64::MAX) => format!("a whole number from {least} on"),
            Self::Whole(least, most) => format!("a whole number from {least} to {most}"),
            Self::Number(least, most) => format!("a number from {least} to {most}"),
            Self::Time => "a time such as 150ms or 2s, up to 720h".to_owned(),
        }
    }
}

/// Reads digits, perhaps with a sign, a point and more digits.
fn parse_number(text: &str) -> Option<f64> {
    let size = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = size.split_once('.').unwrap_or((size, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    // Adding zero turns a negative zero into the ordinary one.
    (is_number(whole) && is_number(fraction)).then(|| text.parse().ok().map(|n: f64| n + 0.0))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_round_trip() {
        let domain = Domain::Number(-2.0, 1000.0);
        let setting = Setting { name: "x", domain, default: None, about: "" };
        for text in ["0", "1", "-2", "0.1", "0.30000000000000004", "0.000001", "1000", "999.5"] {
            let value = setting.read(text).unwrap();
            assert_eq!(setting.shown(value), text);
            assert_eq!(setting.read(&setting.shown(value)), Some(value));
        }
        assert_eq!(setting.read("-0").map(|value| setting.shown(value)).as_deref(), Some("0"));
        for text in ["", "-", ".5", "5.", "1e2", "inf", "NaN", "+1", "1 ", "--1", "-2.1", "1000.1"]
        {
            assert_eq!(setting.read(text), None, "{text}");
        }
        assert_eq!(setting.read(&"9".repeat(400)), None);
    }
}

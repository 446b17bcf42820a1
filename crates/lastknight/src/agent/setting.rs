//! Settings of agents.

use std::time::Duration;

use crate::control::limits::{is_digits, parse_time, shown_time};

/// A setting of an agent, written `name=value`.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Setting {
    /// The name that users type.
    pub name: &'static str,
    /// One line on what it does.
    pub summary: &'static str,
    /// The default as text, or `None` if it is unset by default.
    pub default: Option<&'static str>,
    /// The values it takes.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub domain: SettingDomain,
}

/// The values that a setting takes.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "type", rename_all = "lowercase"))]
pub enum SettingDomain {
    /// One of some words.
    Choice {
        /// The words.
        values: &'static [&'static str],
    },
    /// An integer.
    Whole {
        /// The minimum.
        min: u64,
        /// The maximum, if there is one.
        max: Option<u64>,
    },
    /// A number, written without an exponent.
    Number {
        /// The minimum.
        min: f64,
        /// The maximum.
        max: f64,
    },
    /// A time with its unit.
    Time,
    /// A text, in quotation marks unless it is a plain word.
    Text,
}

/// The value of a setting.
#[derive(Clone, Debug, PartialEq)]
pub enum SettingValue {
    /// The index of the word.
    Choice(usize),
    /// An integer.
    Whole(u64),
    /// A number.
    Number(f64),
    /// A time.
    Time(Duration),
    /// A text.
    Text(String),
}

impl Setting {
    /// Parses a value, or returns `None` if the setting does not take it.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<SettingValue> {
        match self.domain {
            SettingDomain::Choice { values } => {
                values.iter().position(|&value| value == text).map(SettingValue::Choice)
            }
            SettingDomain::Whole { min, max } => {
                let number = text.parse().ok().filter(|_| is_digits(text))?;
                let is_inside = (min..=max.unwrap_or(u64::MAX)).contains(&number);
                is_inside.then_some(SettingValue::Whole(number))
            }
            SettingDomain::Number { min, max } => {
                let number = parse_number(text)?;
                (min..=max).contains(&number).then_some(SettingValue::Number(number))
            }
            SettingDomain::Time => parse_time(text).map(SettingValue::Time),
            SettingDomain::Text => {
                let text = unquoted(text).unwrap_or(text);
                let is_text = !text.is_empty() && !text.contains(['"', '\n']);
                is_text.then(|| SettingValue::Text(text.to_owned()))
            }
        }
    }

    /// Returns the default value, if there is one.
    #[must_use]
    pub fn default(&self) -> Option<SettingValue> {
        self.default.and_then(|text| self.read(text))
    }

    /// Formats a value of this setting.
    #[must_use]
    pub fn shown(&self, value: &SettingValue) -> String {
        match (self.domain, value) {
            (SettingDomain::Choice { values }, &SettingValue::Choice(index)) => {
                values[index].to_owned()
            }
            (_, SettingValue::Choice(_)) => unreachable!("the setting has no choices"),
            (_, SettingValue::Whole(number)) => number.to_string(),
            (_, SettingValue::Number(number)) => number.to_string(),
            (_, SettingValue::Time(time)) => shown_time(*time),
            (_, SettingValue::Text(text)) => format!("\"{text}\""),
        }
    }
}

impl SettingDomain {
    /// Describes the values in words.
    #[must_use]
    pub fn shown(&self) -> String {
        match *self {
            Self::Choice { values } => values.join("|"),
            Self::Whole { min, max: None } => format!("a whole number from {min} on"),
            Self::Whole { min, max: Some(max) } => format!("a whole number from {min} to {max}"),
            Self::Number { min, max } => format!("a number from {min} to {max}"),
            Self::Time => "a time such as 150ms or 2s, up to 720h".to_owned(),
            Self::Text => "a text in quotation marks".to_owned(),
        }
    }
}

/// Returns what is between quotation marks.
pub(super) fn unquoted(text: &str) -> Option<&str> {
    text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'))
}

/// Parses digits with an optional sign and an optional fraction.
fn parse_number(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    let number: f64 = text.parse().ok().filter(|_| is_digits(whole) && is_digits(fraction))?;
    // Turns a negative zero into zero.
    Some(number + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_round_trip() {
        let domain = SettingDomain::Number { min: -2.0, max: 1000.0 };
        let setting = Setting { name: "x", summary: "", default: None, domain };
        for text in ["0", "1", "-2", "0.1", "0.30000000000000004", "0.000001", "1000", "999.5"] {
            let value = setting.read(text).unwrap();
            assert_eq!(setting.shown(&value), text);
            assert_eq!(setting.read(&setting.shown(&value)), Some(value));
        }
        assert_eq!(setting.read("-0").map(|value| setting.shown(&value)).as_deref(), Some("0"));
        for text in ["", "-", ".5", "5.", "1e2", "inf", "NaN", "+1", "1 ", "--1", "-2.1", "1000.1"]
        {
            assert_eq!(setting.read(text), None, "{text}");
        }
        assert_eq!(setting.read(&"9".repeat(400)), None);
    }
}

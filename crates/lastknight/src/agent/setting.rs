//! The settings of agents: names, what they can be, and what they are where nobody sets them.

use std::time::Duration;

use crate::search::limits::{parse_time, shown_time};

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
    /// A time.
    Time,
}

/// `off` or `on`.
pub const SWITCH: Domain = Domain::Choice(&["off", "on"]);

/// What a setting is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Which of the words.
    Choice(usize),
    /// The number.
    Whole(u64),
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
            Self::Time => "a time such as 150ms or 2s".to_owned(),
        }
    }
}

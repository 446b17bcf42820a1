//! The limits and the clock of searches.

use std::time::Duration;

use lastknight::control::limits::parse_time;
use lastknight::{Clock, Limits};
use pyo3::prelude::*;

use crate::convert::bad_value;

/// The most plies that a depth limit can have.
const MOST_DEPTH: u32 = 255;

/// A time: seconds, or a text such as `150ms`.
#[derive(FromPyObject)]
pub(crate) enum Time {
    Seconds(f64),
    Text(String),
}

impl Time {
    fn duration(&self) -> PyResult<Duration> {
        let time = match self {
            Self::Seconds(seconds) => Duration::try_from_secs_f64(*seconds).ok(),
            Self::Text(text) => parse_time(text),
        };
        let shown = match self {
            Self::Seconds(seconds) => seconds.to_string(),
            Self::Text(text) => format!("'{text}'"),
        };
        let time = time.filter(|time| !time.is_zero());
        time.ok_or_else(|| {
            bad_value(format!("time is seconds or a text such as '150ms', not {shown}"))
        })
    }
}

/// Reads limits; those that are `None` do not limit.
pub(crate) fn limits(
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<Time>,
) -> PyResult<Limits> {
    if depth.is_some_and(|depth| depth > MOST_DEPTH) {
        return Err(bad_value(format!("depth is at most {MOST_DEPTH}")));
    }
    let time = time.map(|time| time.duration()).transpose()?;
    Ok(Limits { depth, nodes, time })
}

/// Reads a clock: `wall` or `cpu`.
pub(crate) fn clock(name: &str) -> PyResult<Clock> {
    let clock = Clock::ALL.into_iter().find(|clock| clock.name() == name);
    clock.ok_or_else(|| bad_value(format!("clock is 'wall' or 'cpu', not '{name}'")))
}

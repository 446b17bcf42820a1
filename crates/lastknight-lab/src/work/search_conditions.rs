//! The limits and the seed of searches, as they travel to other machines.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use lastknight::{Clock, Control, Limits};
use serde::{Deserialize, Serialize};

use crate::spec::Conditions;

/// The conditions of searches whose positions are given.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "Message", try_from = "Message")]
pub(crate) struct SearchConditions {
    /// The seed of all random choices.
    pub(crate) seed: u64,
    /// The limits of agents without their own.
    pub(crate) limits: Limits,
    pub(crate) clock: Clock,
}

impl From<&Conditions> for SearchConditions {
    fn from(&Conditions { seed, limits, clock, .. }: &Conditions) -> Self {
        Self { seed, limits, clock }
    }
}

impl SearchConditions {
    pub(crate) fn control<'a>(&self, stop: &'a AtomicBool) -> Control<'a> {
        Control::from(self.limits).clock(self.clock).checkpoint(stop)
    }

    /// The same with the time limit multiplied.
    pub(crate) fn scaled(mut self, scale: f64) -> Self {
        self.limits.time = self.limits.time.map(|time| time.mul_f64(scale));
        self
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Message {
    seed: u64,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// The time per move.
    nanoseconds: Option<u64>,
    clock: String,
}

impl From<SearchConditions> for Message {
    fn from(SearchConditions { seed, limits, clock }: SearchConditions) -> Self {
        let Limits { depth, nodes, time } = limits;
        let nanoseconds = time.map(|time| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX));
        Self { seed, depth, nodes, nanoseconds, clock: clock.name().to_owned() }
    }
}

impl TryFrom<Message> for SearchConditions {
    type Error = String;

    fn try_from(message: Message) -> Result<Self, String> {
        let Message { seed, depth, nodes, nanoseconds, clock } = message;
        let limits = Limits { depth, nodes, time: nanoseconds.map(Duration::from_nanos) };
        let clock = Clock::ALL.into_iter().find(|known| known.name() == clock);
        Ok(Self { seed, limits, clock: clock.ok_or("the clock is neither wall nor cpu")? })
    }
}

//! What agents are asked under, and who does the work.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Case;
use crate::agent::Agent;
use crate::control::{Clock, Control, Limits};
use crate::game::Game;
use crate::search::Task;

/// What agents have to keep to that have no limits and no clock of their own, and how the work is done.
#[derive(Clone, Copy, Debug)]
pub struct Conditions<'a> {
    /// When each search ends.
    pub limits: Limits,
    /// The clock of the searches.
    pub clock: Clock,
    /// How many positions are worked on at a time.
    pub threads: NonZeroUsize,
    /// Set by anybody to end soon with what is done.
    pub stop: &'a AtomicBool,
}

/// A sign that nobody sets.
static NEVER: AtomicBool = AtomicBool::new(false);

impl Conditions<'static> {
    /// One thread that nobody stops.
    #[must_use]
    pub fn alone(limits: Limits) -> Self {
        Self { limits, clock: Clock::Wall, threads: NonZeroUsize::MIN, stop: &NEVER }
    }
}

impl Conditions<'_> {
    /// Whether the sign to stop is set.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether an agent keeps the win of a position, or `None` where it was stopped. Only in critical
    /// positions is it asked.
    pub(super) fn is_kept(&self, case: &Case, agent: &Agent, seed: u64) -> Option<bool> {
        if !case.is_critical() {
            return Some(case.is_won());
        }
        let &Self { limits, clock, stop, .. } = self;
        let control = Control::new().limits(limits).clock(clock).checkpoint(stop);
        let game = Game::new(*case.position());
        let found = agent.player(seed).choose_guarded(&game, &mut Task::new(control));
        let best = found.ok().and_then(|report| report.best());
        // A move that was cut short by the sign is nobody's choice.
        (!self.is_stopped()).then(|| best.is_some_and(|to| case.is_winning(to)))
    }
}

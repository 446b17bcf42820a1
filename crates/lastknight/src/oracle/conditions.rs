//! What agents are asked under, and who does the work.

use std::num::NonZeroUsize;

use super::SolvedCase;
use crate::agent::Agent;
use crate::control::Control;
use crate::game::Game;
use crate::search::Task;

/// Limits, a clock and a checkpoint for agents that have none of their own, and the number of threads.
///
/// ```
/// use std::num::NonZeroUsize;
/// use lastknight::Limits;
/// use lastknight::oracle::OracleConditions;
///
/// let two = NonZeroUsize::new(2).expect("not zero");
/// let conditions = OracleConditions::new(Limits::depth(3)).threads(two);
/// assert_eq!(conditions.control.limits, Limits::depth(3));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct OracleConditions<'a> {
    /// When each search ends. The checkpoint ends all of the work soon, with what is done.
    pub control: Control<'a>,
    /// How many positions are worked on at a time; one by default.
    pub threads: NonZeroUsize,
}

impl<'a> OracleConditions<'a> {
    /// Asks on one thread.
    #[must_use]
    pub fn new(control: impl Into<Control<'a>>) -> Self {
        Self { control: control.into(), threads: NonZeroUsize::MIN }
    }

    /// Sets the number of threads.
    #[must_use]
    pub fn threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }

    /// Whether an agent keeps the win of a position, or `None` where it was stopped. Only in critical
    /// positions is it asked.
    pub(super) fn is_kept(&self, case: &SolvedCase, agent: &Agent, seed: u64) -> Option<bool> {
        if !case.is_critical() {
            return Some(case.is_won());
        }
        let game = Game::new(*case.position());
        let found = agent.player(seed).choose_guarded(&game, &mut Task::new(self.control));
        let best = found.ok().and_then(|report| report.best());
        // A move that was cut short is nobody's choice.
        self.control
            .pass_checkpoint()
            .is_continue()
            .then(|| best.is_some_and(|to| case.is_winning(to)))
    }
}

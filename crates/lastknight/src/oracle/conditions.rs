//! The conditions under which agents are tested.

use std::num::NonZeroUsize;

use super::SolvedCase;
use crate::agent::Agent;
use crate::control::Control;
use crate::game::Game;
use crate::search::Task;

/// The control of agents without limits of their own, and the number of threads.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct OracleConditions<'a> {
    /// When each search ends. The checkpoint stops all of the work.
    pub control: Control<'a>,
    /// The number of positions worked on at a time; one by default.
    pub threads: NonZeroUsize,
}

impl<'a> OracleConditions<'a> {
    /// Creates conditions with one thread.
    #[must_use]
    pub fn new(control: impl Into<Control<'a>>) -> Self {
        Self { control: control.into(), threads: NonZeroUsize::MIN }
    }

    /// Sets the number of threads.
    #[must_use]
    pub fn threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }

    /// Returns for each agent whether it keeps the win, or `None` if it was stopped.
    #[must_use]
    pub fn answers(&self, case: &SolvedCase, agents: &[Agent], seed: u64) -> Option<Vec<bool>> {
        agents.iter().map(|agent| self.is_kept(case, agent, seed)).collect()
    }

    /// Returns whether an agent keeps the win, or `None` if it was stopped.
    fn is_kept(&self, case: &SolvedCase, agent: &Agent, seed: u64) -> Option<bool> {
        if !case.is_critical() {
            return Some(case.is_won());
        }
        let game = Game::new(*case.position());
        let found = agent.player(seed).choose_guarded(&game, &mut Task::new(self.control));
        let best = found.ok().and_then(|report| report.best());
        // The move of a search that was stopped does not count.
        let is_stopped = self.control.pass_checkpoint().is_break();
        (!is_stopped).then(|| best.is_some_and(|to| case.is_winning(to)))
    }
}

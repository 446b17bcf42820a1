//! The host on systems where programs cannot play.

use std::path::Path;

use lastknight::agent::{AgentKind, Agents, PlayerFactory, RegisteredAgent};
use lastknight::{Agent, Game, Limits};

use crate::check_item::CheckItem;
use crate::entries::{PROCESS, PYTHON};

/// Hosts programs as players, on Linux only.
#[derive(Clone, Debug, Default)]
pub struct Host(());

impl Host {
    /// Creates a host.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns whether programs run in a sandbox here.
    #[must_use]
    pub fn has_sandbox() -> bool {
        false
    }

    /// Refuses to open programs that would not run in a sandbox.
    pub fn require_sandbox(&self) {}

    /// Bounds programs that strangers use.
    pub fn share_with_strangers(&self, _: usize) {}

    /// Sets the interpreter of `python("…")`.
    pub fn run_python_with(&self, _: &Path) {}

    /// Sets the directory where logs of programs are written.
    pub fn log_to(&self, _: &Path) {}

    /// Adds `process("…")` and `python("…")` to agents, as errors.
    ///
    /// # Panics
    /// Panics if the agents have one of these names already.
    #[must_use]
    pub fn agents(&self, agents: Agents) -> Agents {
        let agents = agents.with_kind(Unsupported(&PROCESS));
        let agents = agents.and_then(|agents| agents.with_kind(Unsupported(&PYTHON)));
        agents.expect("no agent is named process or python")
    }

    /// Checks nothing: there are no programs.
    ///
    /// # Errors
    /// Returns none.
    pub fn check_protocols<'a>(
        &self,
        _: impl IntoIterator<Item = &'a Agent>,
        _: &Game,
    ) -> Result<(), String> {
        Ok(())
    }

    /// Checks nothing: there are no programs.
    ///
    /// # Errors
    /// Returns none.
    pub fn check_all_protocols(&self, _: &Game) -> Result<(), String> {
        Ok(())
    }

    /// Returns `None`: there are no programs.
    #[must_use]
    pub fn check(&self, _: &Agent, _: Limits) -> Option<Vec<CheckItem>> {
        None
    }

    /// Ends all programs: there are none.
    pub fn shut_down(&self) {}
}

/// A kind of agents that cannot be opened.
struct Unsupported(&'static RegisteredAgent);

impl AgentKind for Unsupported {
    fn entry(&self) -> &'static RegisteredAgent {
        self.0
    }

    fn open(&self, _: &Agent) -> Result<PlayerFactory, String> {
        Err("programs can play on Linux only".to_owned())
    }
}

//! The host of programs that play, shared by all commands.

use std::path::Path;
use std::sync::LazyLock;

use lastknight::{Agent, Agents, Game, Limits};
use lastknight_host::{CheckItem, Host};

use crate::failure::Failure;

static HOST: LazyLock<Host> = LazyLock::new(Host::new);

/// Returns the agents that users can name: the built-in ones and programs.
pub(crate) fn agents() -> Agents {
    HOST.agents(Agents::builtin())
}

/// Refuses programs that would run outside a sandbox.
pub(crate) fn require_sandbox() {
    HOST.require_sandbox();
}

/// The most games that a program plays at a time with visitors of the page.
#[cfg(feature = "web")]
const MOST_VISITORS: usize = 8;

/// Bounds the programs that visitors of the page use.
#[cfg(feature = "web")]
pub(crate) fn share_with_visitors() {
    HOST.share_with_strangers(MOST_VISITORS);
}

/// Writes the logs of programs to a directory of results.
pub(crate) fn log_to(results: &Path) {
    HOST.log_to(&results.join("logs"));
}

/// Checks before the first game that the programs speak the protocols of their texts.
pub(crate) fn check_programs<'a>(
    agents: impl IntoIterator<Item = &'a Agent>,
    game: &Game,
) -> Result<(), Failure> {
    check_protocols(agents, game).map_err(|why| Failure::input("agent", why))
}

/// The same for all programs that were named.
pub(crate) fn check_all_programs(game: &Game) -> Result<(), Failure> {
    HOST.check_all_protocols(game).map_err(|why| Failure::input("agent", why))
}

/// The same for some agents, with one line on what is wrong.
pub(crate) fn check_protocols<'a>(
    agents: impl IntoIterator<Item = &'a Agent>,
    game: &Game,
) -> Result<(), String> {
    HOST.check_protocols(agents, game)
}

/// Checks whether the program of an agent follows its protocol.
pub(crate) fn check(agent: &Agent, limits: Limits) -> Option<Vec<CheckItem>> {
    HOST.check(agent, limits)
}

/// Ends all programs.
pub(crate) fn shut_down() {
    HOST.shut_down();
}

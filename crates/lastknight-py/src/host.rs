//! The host of programs that play, shared by all calls.

use std::sync::LazyLock;

use lastknight::Agents;
use lastknight_host::Host;

pub(crate) static HOST: LazyLock<Host> = LazyLock::new(Host::new);

/// Returns the agents that a text can name: the built-in ones and programs.
pub(crate) fn known_agents() -> Agents {
    HOST.agents(Agents::builtin())
}

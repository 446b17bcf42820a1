//! The host of programs that play, shared by all calls.

use std::path::PathBuf;
use std::sync::LazyLock;

use lastknight::Agents;
use lastknight_host::Host;
use pyo3::prelude::*;

pub(crate) static HOST: LazyLock<Host> = LazyLock::new(|| {
    let host = Host::new();
    // The Python that runs this has the package, which others may not have.
    if let Some(interpreter) = Python::attach(|py| executable(py).ok()) {
        host.run_python_with(&interpreter);
    }
    host
});

fn executable(py: Python<'_>) -> PyResult<PathBuf> {
    py.import("sys")?.getattr("executable")?.extract()
}

/// Returns the agents that a text can name: the built-in ones and programs.
pub(crate) fn known_agents() -> Agents {
    HOST.agents(Agents::builtin())
}

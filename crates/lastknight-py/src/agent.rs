//! Agents.

use lastknight::agent::Resources;
use lastknight::answer::AgentQuery;
use lastknight::{Constants, Control, json};
use pyo3::prelude::*;

use crate::convert::{self, bad_value, failed};
use crate::game::Game;
use crate::host::known_agents;
use crate::limits::{Time, clock, limits};
use crate::python_player::{factory, heuristic};
use crate::work::{Callbacks, interruptible};

/// Something that plays, named by one line of text.
#[pyclass(frozen, eq, module = "lastknight._native", from_py_object)]
#[derive(Clone, PartialEq)]
pub(crate) struct Agent {
    pub(crate) agent: lastknight::Agent,
    /// Whether Python code plays in it, which only one thread at a time can run.
    pub(crate) is_python: bool,
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (text, heuristic_name = None, heuristic_function = None))]
    fn new(
        text: &str,
        heuristic_name: Option<&str>,
        heuristic_function: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let agent = known_agents().parse(text, &Constants::NONE).map_err(bad_value)?;
        let Some((name, function)) = heuristic_name.zip(heuristic_function) else {
            return Ok(Self { agent, is_python: false });
        };
        let heuristic = heuristic(name, function).map_err(bad_value)?;
        Ok(Self { agent: agent.with_heuristic(heuristic).map_err(bad_value)?, is_python: true })
    }

    /// Creates an agent of a Python function that makes players.
    #[staticmethod]
    fn python(name: &str, hash: &str, make: Py<PyAny>) -> PyResult<Self> {
        let agent = lastknight::Agent::from_factory(name, factory(make).hash(hash));
        Ok(Self { agent: agent.map_err(bad_value)?, is_python: true })
    }

    #[getter]
    fn is_python(&self) -> bool {
        self.is_python
    }

    /// Chooses a move, and returns the analysis as JSON.
    #[pyo3(signature = (game, depth, nodes, time, clock, seed, lines, on_interrupt = None))]
    #[expect(clippy::too_many_arguments, reason = "called by one Python function with keywords")]
    fn analyze(
        &self,
        py: Python<'_>,
        game: &Game,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<Time>,
        clock: &str,
        seed: u64,
        lines: usize,
        on_interrupt: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let limits = limits(depth, nodes, time)?;
        let clock = self::clock(clock)?;
        let game = game.lock().clone();
        let resources = Resources { threads: u64::MAX, megabytes: u64::MAX };
        let query =
            AgentQuery { game: &game, agent: &self.agent, resources, seed, multi: lines.max(1) };
        let callbacks = Callbacks { on_progress: None, on_interrupt };
        let analysis = interruptible(py, callbacks, |stop, _| {
            let control = Control::from(limits).clock(clock).checkpoint(stop);
            match lines {
                0 | 1 => query.chosen_move(control),
                _ => query.analysis(control, &mut |_| {}),
            }
        })?;
        convert::json(&analysis.map_err(failed)?)
    }

    fn __str__(&self) -> String {
        self.agent.to_string()
    }
}

/// Returns the agents that a text can name, as JSON.
#[pyfunction]
pub(crate) fn agents() -> PyResult<String> {
    convert::json(&json::AgentDescription::all(&known_agents()))
}

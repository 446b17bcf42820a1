//! Players and heuristics written in Python.

use std::panic;

use lastknight::agent::PlayerFactory;
use lastknight::search::Task;
use lastknight::{Color, Forfeit, Heuristic, HeuristicNameError, Player, SearchReport};
use pyo3::prelude::*;

use crate::convert::{QUOTED, square};
use crate::game::Game;
use crate::position::Position;

/// Creates players by a Python function of the seed. What it returns has a method
/// `choose(game, depth, nodes, seconds, clock)`.
pub(crate) fn factory(make: Py<PyAny>) -> PlayerFactory {
    PlayerFactory::new(move |seed| {
        let player = Python::attach(|py| {
            let player = make.call1(py, (seed,));
            player.map_err(|error| Forfeit::crash(described(py, &error)))
        });
        Box::new(PythonPlayer(player))
    })
}

/// A player written in Python, or why it could not be created.
struct PythonPlayer(Result<Py<PyAny>, Forfeit>);

impl Player for PythonPlayer {
    fn choose(
        &mut self,
        game: &lastknight::Game,
        task: &mut Task<'_>,
    ) -> Result<SearchReport, Forfeit> {
        let player = self.0.as_ref().map_err(Clone::clone)?;
        let limits = task.control.limits;
        Python::attach(|py| {
            let seconds = limits.time.map(|time| time.as_secs_f64());
            let (game_now, clock) = (Game::from_game(game.clone()), task.control.clock.name());
            let arguments = (game_now, limits.depth, limits.nodes, seconds, clock);
            let answer = player.bind(py).call_method1("choose", arguments);
            let answer = answer.map_err(|error| Forfeit::crash(described(py, &error)))?;
            if answer.is_none() {
                return Err(Forfeit::resignation("returned no move"));
            }
            let to = square(game.start().size(), &answer).map_err(|_| {
                let shown = answer.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
                let shown: String = shown.chars().take(QUOTED).collect();
                Forfeit::illegal_move(format!("returned {shown}, which is no square"))
            })?;
            Ok(SearchReport::from(to))
        })
    }
}

/// Creates a heuristic of a Python function of a position and a side.
pub(crate) fn heuristic(name: &str, value: Py<PyAny>) -> Result<Heuristic, HeuristicNameError> {
    let text = name.to_owned();
    Heuristic::from_fn(name, move |position, player: Color| {
        let value = Python::attach(|py| {
            let value = value.call1(py, (Position(*position), player.name()));
            let value = value.and_then(|value| value.extract::<f64>(py));
            value.map_err(|error| format!("heuristic {text}: {}", described(py, &error)))
        });
        let value = value.and_then(|value| match value.is_nan() {
            true => Err(format!("heuristic {text}: returned nan, which cannot be compared")),
            false => Ok(value),
        });
        // The game is lost by a crash with this text; the hook for panics is not called.
        value.unwrap_or_else(|why| panic::resume_unwind(Box::new(Forfeit::crash(why))))
    })
}

/// Returns an exception on one line, then where it came from.
pub(crate) fn described(py: Python<'_>, error: &PyErr) -> String {
    let line: Vec<String> = error.to_string().split_whitespace().map(str::to_owned).collect();
    let trace = error.traceback(py).and_then(|trace| trace.format().ok()).unwrap_or_default();
    format!("{}\n{trace}", line.join(" ")).trim_end().to_owned()
}

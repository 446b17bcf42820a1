//! Analyses, reviews and solutions as [`json`], for the server and other front ends.

mod difficulty;
mod solution;

pub use difficulty::difficulty;
pub use solution::{SolutionEvent, solution};

use std::time::Duration;

use crate::agent::{Agent, Forfeit, Resources};
use crate::board::Position;
use crate::control::{Control, Limits};
use crate::eval::Heuristic;
use crate::eval::registry::HEURISTICS;
use crate::game::Game;
use crate::json::{self, HeuristicMove, Iteration, ReviewedMove};
use crate::oracle::Reviewer;
use crate::search::ladder::{Ladder, Rungs};
use crate::search::{SearchReport, Task};

/// The time of the short first search of an analysis.
const FIRST_SEARCH: Duration = Duration::from_millis(20);

/// A game, and the agent that searches its last position.
#[derive(Clone, Copy, Debug)]
pub struct AgentQuery<'a> {
    /// The game.
    pub game: &'a Game,
    /// The agent.
    pub agent: &'a Agent,
    /// The maximum threads and memory.
    pub resources: Resources,
    /// The seed of random choices.
    pub seed: u64,
    /// The number of lines to find.
    pub multi: usize,
}

impl AgentQuery<'_> {
    /// Chooses a move.
    ///
    /// # Errors
    /// Returns an error if the agent forfeits, crashes or chooses an illegal move.
    pub fn chosen_move(&self, control: Control<'_>) -> Result<json::Analysis, Forfeit> {
        let report = self.search(&mut Task::new(control))?;
        Ok(json::Analysis::new(self.game.position(), self.agent, &report, 1))
    }

    /// Finds the best lines. `on_iteration` is called after each depth.
    ///
    /// # Errors
    /// Returns an error if the agent forfeits, crashes or chooses an illegal move.
    pub fn analysis(
        &self,
        control: Control<'_>,
        on_iteration: &mut dyn FnMut(&Iteration),
    ) -> Result<json::Analysis, Forfeit> {
        let position = self.game.position();
        let mut deepest = 0;
        let mut on_progress = |report: &SearchReport| {
            if report.depth > deepest {
                deepest = report.depth;
                on_iteration(&Iteration::new(position, report, self.multi));
            }
        };
        let mut search = |limits| {
            let task = Task::new(control.limits(limits)).multi(self.multi).analysis(true);
            self.search(&mut task.on_progress(&mut on_progress))
        };
        let limits = control.limits;
        let is_long = limits.time.is_some_and(|time| time > 10 * FIRST_SEARCH);
        // A long search starts by allocating much memory; a short one before it finds a line at once.
        if !self.agent.has_own_limits() && is_long {
            search(Limits { time: Some(FIRST_SEARCH), ..limits })?;
        }
        let report = search(limits)?;
        Ok(json::Analysis::new(position, self.agent, &report, self.multi))
    }

    fn search(&self, task: &mut Task<'_>) -> Result<SearchReport, Forfeit> {
        let position = self.game.position();
        if position.winner().is_some() {
            return Ok(SearchReport::default());
        }
        let mut player = self.agent.clone().within(self.resources).player(self.seed);
        let report = player.choose_guarded(self.game, task)?;
        match report.best() {
            Some(to) if position.legal_moves().contains(to) => Ok(report),
            Some(to) => {
                Err(Forfeit::illegal_move(format!("{} is illegal", position.size().name(to))))
            }
            None => Err(Forfeit::illegal_move("no move")),
        }
    }
}

/// Evaluates a position with a heuristic, and chooses a move with it by alpha-beta.
#[must_use]
pub fn heuristic_move(
    name: &str,
    heuristic: &Heuristic,
    position: &Position,
    control: Control<'_>,
) -> HeuristicMove {
    let mut ladder = Ladder::new(heuristic.clone(), Rungs::default(), 0);
    let report = ladder.search(position, &mut Task::new(control).analysis(true));
    HeuristicMove::new(name, heuristic, position, &report)
}

/// Calls [`heuristic_move`] for every registered heuristic, until the checkpoint stops it.
pub fn heuristic_moves(
    position: &Position,
    control: Control<'_>,
    on_heuristic: &mut dyn FnMut(HeuristicMove),
) {
    for entry in HEURISTICS {
        if control.pass_checkpoint().is_break() {
            break;
        }
        on_heuristic(heuristic_move(entry.name, &Heuristic::of(entry), position, control));
    }
}

/// Reviews every move of a game with an agent and the solver, from the last to the first.
pub fn review(
    game: &Game,
    agent: &Agent,
    control: Control<'_>,
    on_move: &mut dyn FnMut(ReviewedMove),
) -> json::Review {
    let mut looked_at = 0;
    Reviewer::new(agent, control).turns(game, 0, &mut |turn| {
        looked_at += 1;
        on_move(ReviewedMove::new(&turn, None));
    });
    json::Review { moves: game.moves().len(), looked_at }
}

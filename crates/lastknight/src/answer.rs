//! Answers to questions about positions and games, as shapes of [`json`].
//!
//! The server calls these functions, and so can any other front end: they print nothing and need no thread.

mod solution;

pub use solution::{SolutionEvent, solution};

use std::time::Duration;

use crate::agent::{Agent, Forfeit, Needs};
use crate::board::Position;
use crate::control::{Control, Limits};
use crate::eval::Heuristic;
use crate::eval::registry::HEURISTICS;
use crate::game::Game;
use crate::json::{self, HeuristicMove, Iteration, ReviewedMove};
use crate::oracle::Reviewer;
use crate::search::ladder::{Ladder, Rungs};
use crate::search::{SearchReport, Task};

/// The time of an analysis's first short search.
const FIRST_LOOK: Duration = Duration::from_millis(20);

/// A game, and the agent that searches its last position.
#[derive(Clone, Copy, Debug)]
pub struct AgentQuery<'a> {
    /// The game.
    pub game: &'a Game,
    /// The agent, as answers name it.
    pub agent: &'a Agent,
    /// The most threads and memory that it gets.
    pub needs: Needs,
    /// The seed of its random choices.
    pub seed: u64,
    /// How many lines to find.
    pub multi: usize,
}

impl AgentQuery<'_> {
    /// The move that the agent chooses.
    ///
    /// # Errors
    ///
    /// Returns an error if the agent gives up, crashes or chooses an illegal move.
    pub fn chosen_move(&self, control: Control<'_>) -> Result<json::Analysis, Forfeit> {
        let report = self.search(&mut Task::new(control))?;
        Ok(json::Analysis::new(self.game.position(), self.agent, &report, 1))
    }

    /// The best lines. `on_iteration` is called for each depth.
    ///
    /// # Errors
    ///
    /// Returns an error if the agent gives up, crashes or chooses an illegal move.
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
        let is_long = limits.time.is_some_and(|time| time > 10 * FIRST_LOOK);
        // A long search allocates much memory first; a short one before it has a line at once.
        if self.agent.limits() == Limits::NONE && is_long {
            search(Limits { time: Some(FIRST_LOOK), ..limits })?;
        }
        let report = search(limits)?;
        Ok(json::Analysis::new(position, self.agent, &report, self.multi))
    }

    fn search(&self, task: &mut Task<'_>) -> Result<SearchReport, Forfeit> {
        let position = self.game.position();
        if position.winner().is_some() {
            return Ok(SearchReport::default());
        }
        let mut player = self.agent.clone().within(self.needs).player(self.seed);
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

/// The value of a heuristic, and the move that alpha-beta chooses with it.
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

/// [`heuristic_move`] of every registered heuristic, until the checkpoint stops it.
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

/// Every move of a game from the last to the first, with what an agent and the solver say of it.
///
/// Returns how many moves were reviewed.
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

//! Reviews of games: the score of each position, the moves that threw a win away and those that keep it.

use crate::agent::Agent;
use crate::board::{Color, Position, Square};
use crate::control::{Control, Limits};
use crate::game::Game;
use crate::search::{Score, Task};
use crate::solve::{Question, Solver, SolverSettings};

/// The most nodes of the solver for one position.
pub const PROOF_NODES: u64 = 1_000_000;

const SOLVER_MEGABYTES: usize = 64;

/// The seed of agents, so that reviews are repeatable.
const SEED: u64 = 0;

/// A turn of a game, with an evaluation of the position before the move.
#[derive(Clone, Debug)]
pub struct ReviewedTurn {
    /// The position before the move.
    pub position: Position,
    /// The number of the ply, from 1.
    pub ply: usize,
    /// The move.
    pub to: Square,
    /// Whether the move belongs to the opening, which is not evaluated.
    pub is_opening: bool,
    /// The agent's score for the side to move.
    pub score: Option<Score>,
    /// The agent's move.
    pub best: Option<Square>,
    /// Whether the side to move was winning, if known.
    pub wins: Option<bool>,
    /// Whether the move turned a win into a loss.
    pub throws_away: bool,
    /// A move that keeps the win, if the one played threw it away.
    pub keeps: Option<Square>,
}

impl ReviewedTurn {
    /// Returns the player who moved.
    #[must_use]
    pub fn side(&self) -> Color {
        self.position.side()
    }

    /// Returns the name of a square.
    #[must_use]
    pub fn name(&self, square: Square) -> String {
        self.position.size().name(square).to_string()
    }
}

/// Reviews games with an agent and the solver.
pub struct Reviewer<'a> {
    agent: &'a Agent,
    control: Control<'a>,
    solver: Solver,
}

impl<'a> Reviewer<'a> {
    /// Creates a reviewer. The agent's own limits take precedence over `control`.
    #[must_use]
    pub fn new(agent: &'a Agent, control: Control<'a>) -> Self {
        let settings = SolverSettings { megabytes: SOLVER_MEGABYTES, ..SolverSettings::default() };
        Self { agent, control, solver: Solver::new(settings) }
    }

    /// Calls `on_turn` with every turn of a game, from last to first, until it is stopped. The first
    /// `opening` moves are not evaluated.
    pub fn turns(mut self, game: &Game, opening: usize, on_turn: &mut dyn FnMut(ReviewedTurn)) {
        let mut game = game.clone();
        let mut after = self.wins(game.position());
        while let Some(to) = game.undo() {
            let turn = self.turn(&game, to, after, game.moves().len() < opening);
            if self.control.pass_checkpoint().is_break() {
                return;
            }
            after = turn.wins;
            on_turn(turn);
        }
    }

    /// Reviews a move; `after` is whether the other player wins after it.
    fn turn(
        &mut self,
        game: &Game,
        to: Square,
        after: Option<bool>,
        is_opening: bool,
    ) -> ReviewedTurn {
        let (position, ply) = (*game.position(), game.moves().len() + 1);
        let (mut score, mut best, mut wins) = (None, None, None);
        if !is_opening {
            let mut task = Task::new(self.control).analysis(true);
            let found = self.agent.player(SEED).choose_guarded(game, &mut task);
            let report = found.unwrap_or_default();
            (score, best) = (report.score(), report.best());
            wins = match (after, score) {
                (Some(false), _) | (_, Some(Score::Win(_))) => Some(true),
                (_, Some(Score::Loss(_))) => Some(false),
                _ => self.wins(&position),
            };
        }
        let throws_away = wins == Some(true) && after == Some(true);
        let keeps = if throws_away { self.winning_move(&position, best) } else { None };
        ReviewedTurn { position, ply, to, is_opening, score, best, wins, throws_away, keeps }
    }

    /// Whether the side to move wins, if the solver can prove it.
    fn wins(&mut self, position: &Position) -> Option<bool> {
        let control = self.control.limits(Limits::nodes(PROOF_NODES));
        self.solver.solve(position, Question::Winner, control).wins
    }

    /// A move that wins, preferably `best`.
    fn winning_move(&mut self, position: &Position, best: Option<Square>) -> Option<Square> {
        let others = position.legal_moves().into_iter().filter(|&to| Some(to) != best);
        best.into_iter().chain(others).find(|&to| {
            let next = position.play(to).expect("a legal move");
            self.wins(&next) == Some(false)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn turns(game: &str, opening: usize, is_stopped: bool) -> Vec<ReviewedTurn> {
        let agent = "alphabeta(improved, depth=2)".parse().unwrap();
        let stop = AtomicBool::new(is_stopped);
        let reviewer = Reviewer::new(&agent, Control::new().checkpoint(&stop));
        let mut turns = Vec::new();
        reviewer.turns(&game.parse().unwrap(), opening, &mut |turn| turns.push(turn));
        turns
    }

    #[test]
    fn wins_thrown_away_are_found() {
        // Only f5 wins, by mirroring.
        let turns = turns("7x7 moves d4 b3 c6", 2, false);
        let names: Vec<_> = turns.iter().map(|turn| (turn.ply, turn.is_opening)).collect();
        assert_eq!(names, [(3, false), (2, true), (1, true)]);
        let blunder = &turns[0];
        assert!(blunder.throws_away);
        assert_eq!(blunder.keeps.map(|to| blunder.name(to)).as_deref(), Some("f5"));
        assert_eq!((blunder.wins, blunder.side()), (Some(true), Color::White));
    }

    #[test]
    fn a_review_can_be_stopped() {
        assert!(turns("7x7 moves d4 b3 c6", 0, true).is_empty());
    }
}

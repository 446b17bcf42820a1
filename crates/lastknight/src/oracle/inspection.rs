//! What the positions of a game were worth, by an agent and by the solver: where a win was thrown away, and what
//! would have kept it.

use crate::agent::Agent;
use crate::board::{Color, Position, Square};
use crate::control::{Control, Limits};
use crate::game::Game;
use crate::search::{Score, Task};
use crate::solve::{Question, Solver, SolverSettings};

/// The most positions that the solver looks at for the winner of one.
pub const PROOF: u64 = 1_000_000;

/// The memory of the solver, in megabytes, on boards where it has any.
const MEMORY: usize = 64;

/// What an agent does by chance is the same each time.
const SEED: u64 = 0;

/// A half-move of a game, and what is known about the position before it.
#[derive(Clone, Debug)]
pub struct ReviewedTurn {
    /// The position before it.
    pub position: Position,
    /// Its number, from 1.
    pub ply: usize,
    /// Where it went.
    pub to: Square,
    /// Whether nobody chose it, so that nobody asked what it is worth.
    pub is_opening: bool,
    /// What the agent says the position was worth to whoever was to move.
    pub score: Option<Score>,
    /// The move that the agent would have made.
    pub best: Option<Square>,
    /// Whether whoever was to move was winning, where that was found out.
    pub wins: Option<bool>,
    /// Whether the move made a won position a lost one.
    pub throws_away: bool,
    /// A move that wins, where the one made does not.
    pub keeps: Option<Square>,
}

impl ReviewedTurn {
    /// Who moved.
    #[must_use]
    pub fn side(&self) -> Color {
        self.position.side()
    }

    /// The name of a square.
    #[must_use]
    pub fn name(&self, square: Square) -> String {
        self.position.size().name(square).to_string()
    }
}

/// Who says what positions are worth.
pub struct Inspector<'a> {
    agent: &'a Agent,
    control: Control<'a>,
    solver: Solver,
}

impl<'a> Inspector<'a> {
    /// An agent for the values, under limits that come after its own, and a solver for the truth.
    #[must_use]
    pub fn new(agent: &'a Agent, control: Control<'a>) -> Self {
        let solver = Solver::new(SolverSettings { megabytes: MEMORY, ..SolverSettings::default() });
        Self { agent, control, solver }
    }

    /// Looks at every move of a game but the first `opening`, from the last to the first, and hands each over; fewer where
    /// it is stopped.
    ///
    /// The end is solved at once, and a move into a position that is lost for the other needs no search.
    pub fn turns(mut self, game: &Game, opening: usize, on_turn: &mut dyn FnMut(ReviewedTurn)) {
        let mut game = game.clone();
        let mut after = self.wins(game.position());
        while let Some(to) = game.undo() {
            let at = game.moves().len();
            let turn = self.turn(&game, to, after, at < opening);
            if self.control.pass_checkpoint().is_break() {
                return;
            }
            after = turn.wins;
            on_turn(turn);
        }
    }

    /// A move; `after` tells whether the other wins then.
    fn turn(
        &mut self,
        game: &Game,
        to: Square,
        after: Option<bool>,
        is_opening: bool,
    ) -> ReviewedTurn {
        let position = game.position();
        let mut turn = ReviewedTurn {
            position: *position,
            ply: game.moves().len() + 1,
            to,
            is_opening,
            score: None,
            best: None,
            wins: None,
            throws_away: false,
            keeps: None,
        };
        if is_opening {
            return turn;
        }
        let mut task = Task::new(self.control).analysis(true);
        let found = self.agent.player(SEED).choose_guarded(game, &mut task);
        let report = found.unwrap_or_default();
        (turn.score, turn.best) = (report.score(), report.best());
        turn.wins = match (after, turn.score) {
            (Some(false), _) | (_, Some(Score::Win(_))) => Some(true),
            (_, Some(Score::Loss(_))) => Some(false),
            _ => self.wins(position),
        };
        turn.throws_away = turn.wins == Some(true) && after == Some(true);
        if turn.throws_away {
            turn.keeps = self.winning_move(position, turn.best);
        }
        turn
    }

    /// Whether the side to move wins, where that is found out.
    fn wins(&mut self, position: &Position) -> Option<bool> {
        let control = self.control.limits(Limits::nodes(PROOF));
        self.solver.solve(position, Question::Winner, control).wins
    }

    /// A move that wins: this one if it does.
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
        let inspector = Inspector::new(&agent, Control::new().checkpoint(&stop));
        let mut turns = Vec::new();
        inspector.turns(&game.parse().unwrap(), opening, &mut |turn| turns.push(turn));
        turns
    }

    #[test]
    fn wins_thrown_away_are_found() {
        // White mirrors and wins with f5 alone.
        let turns = turns("7x7 moves d4 b3 c6", 2, false);
        let names: Vec<_> = turns.iter().map(|turn| (turn.ply, turn.is_opening)).collect();
        assert_eq!(names, [(3, false), (2, true), (1, true)]);
        let blunder = &turns[0];
        assert!(blunder.throws_away);
        assert_eq!(blunder.keeps.map(|to| blunder.name(to)).as_deref(), Some("f5"));
        assert_eq!((blunder.wins, blunder.side()), (Some(true), Color::White));
    }

    #[test]
    fn it_ends_when_it_is_told_to() {
        assert!(turns("7x7 moves d4 b3 c6", 0, true).is_empty());
    }
}

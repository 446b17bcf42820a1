//! What the positions of a game were worth, by an agent and by the solver.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use lastknight::search::Task;
use lastknight::solve::{Effort, Question, Settings, Solver};
use lastknight::{Agent, Clock, Color, Limits, Position, Score, Square};
use lastknight_lab::StoredGame;

/// The most positions that the solver looks at for the winner of one.
pub(super) const PROOF: u64 = 1_000_000;

/// The memory of the solver, in megabytes, on boards where it has any.
const MEMORY: usize = 64;

/// What an agent does by chance is the same each time.
const SEED: u64 = 0;

/// A half-move of a game, and what is known about the position before it.
pub(super) struct Turn {
    pub(super) position: Position,
    /// Its number, from 1.
    pub(super) ply: usize,
    pub(super) to: Square,
    /// Whether nobody chose it.
    pub(super) is_opening: bool,
    pub(super) time: Option<Duration>,
    /// What the agent says the position was worth to whoever was to move, and the move it would have made.
    pub(super) score: Option<Score>,
    pub(super) best: Option<Square>,
    /// Whether whoever was to move was winning, where that was found out.
    pub(super) wins: Option<bool>,
    /// Whether the move made a won position a lost one.
    pub(super) throws_away: bool,
    /// A move that wins, where the one made does not.
    pub(super) keeps: Option<Square>,
}

impl Turn {
    /// Who moved.
    pub(super) fn side(&self) -> Color {
        self.position.side()
    }

    /// The name of a square.
    pub(super) fn name(&self, square: Square) -> String {
        self.position.size().name(square).to_string()
    }
}

/// Who says what positions are worth.
pub(super) struct Inspector<'a> {
    agent: &'a Agent,
    limits: Limits,
    clock: Clock,
    solver: Solver,
    never: AtomicBool,
}

impl<'a> Inspector<'a> {
    pub(super) fn new(agent: &'a Agent, limits: Limits, clock: Clock) -> Self {
        let solver = Solver::new(Settings { megabytes: MEMORY, ..Settings::default() });
        Self { agent, limits, clock, solver, never: AtomicBool::new(false) }
    }

    /// Every move of a game. `watch` is told how many are done, of how many.
    ///
    /// They are looked at from the last to the first: the end is solved at once, and a move into a position that is lost
    /// for the other needs no search.
    pub(super) fn turns(
        mut self,
        game: &StoredGame,
        watch: &mut dyn FnMut(usize, usize),
    ) -> Vec<Turn> {
        let mut record = game.record.game().clone();
        let (all, mut turns) = (record.moves().len(), Vec::new());
        let mut after = self.wins(record.position());
        while let Some(to) = record.undo() {
            let at = record.moves().len();
            let time = at.checked_sub(game.opening_plies).map(|at| (at, game.times.as_ref()));
            let time = time.and_then(|(at, times)| times?.get(at).copied());
            let turn = if at < game.opening_plies {
                Turn {
                    position: *record.position(),
                    ply: at + 1,
                    to,
                    is_opening: true,
                    time,
                    score: None,
                    best: None,
                    wins: None,
                    throws_away: false,
                    keeps: None,
                }
            } else {
                self.turn(record.position(), at + 1, to, time, after)
            };
            after = turn.wins;
            turns.push(turn);
            watch(turns.len(), all);
        }
        turns.reverse();
        turns
    }

    /// A move that a player chose; `after` tells whether the other wins then.
    fn turn(
        &mut self,
        position: &Position,
        ply: usize,
        to: Square,
        time: Option<Duration>,
        after: Option<bool>,
    ) -> Turn {
        let mut task = Task {
            is_analysis: true,
            limits: self.limits,
            clock: self.clock,
            multi: 1,
            stop: &self.never,
            on_depth: &mut |_| {},
        };
        let report = self.agent.player(SEED).choose(position, &mut task);
        let (score, best) = (report.score(), report.best());
        let wins = match (after, score) {
            (Some(false), _) | (_, Some(Score::Win(_))) => Some(true),
            (_, Some(Score::Loss(_))) => Some(false),
            _ => self.wins(position),
        };
        let throws_away = wins == Some(true) && after == Some(true);
        let keeps = if throws_away { self.winning_move(position, best) } else { None };
        Turn {
            position: *position,
            ply,
            to,
            is_opening: false,
            time,
            score,
            best,
            wins,
            throws_away,
            keeps,
        }
    }

    /// Whether the side to move wins, where that is found out.
    fn wins(&mut self, position: &Position) -> Option<bool> {
        let mut effort = Effort {
            limits: Limits::nodes(PROOF),
            clock: Clock::Wall,
            stop: &self.never,
            on_progress: &mut |_| {},
        };
        self.solver.solve(position, Question::Winner, &mut effort).wins
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

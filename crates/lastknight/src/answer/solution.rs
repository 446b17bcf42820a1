//! Solves the moves of a position one by one, the easy ones first.

use std::collections::HashMap;

use crate::board::{Position, Square};
use crate::control::{Control, Limits};
use crate::json::{self, MoveVerdict, SolutionProgress};
use crate::solve::{MoveValue, Question, Solution, Solver, SolverSettings, tablebase};

/// The nodes per move in the first round, and the factor from round to round.
const FIRST_ROUND: u64 = 20_000;
const GROWTH: u64 = 8;

/// The nodes for the plies to the end.
const DISTANCES: u64 = 1_000_000;

/// The maximum number of open squares for computing plies to the end before a knight is placed.
const MOST_TO_PLACE: u32 = 24;

/// The progress of a solution.
#[derive(Clone, Debug)]
pub enum SolutionEvent {
    /// A move is solved. It can be reported again with its distance.
    Verdict(MoveVerdict),
    /// A round is over.
    Progress(SolutionProgress),
}

/// Solves a position within the time limit of `control`; its other limits are ignored.
///
/// `on_event` is called as soon as a move is solved.
///
/// ```
/// use lastknight::answer::solution;
/// use lastknight::control::Control;
/// use lastknight::solve::SolverSettings;
///
/// let game: lastknight::Game = "5x5 moves c3 d5".parse()?;
/// let mut events = 0;
/// solution(game.position(), SolverSettings::default(), Control::new(), &mut |_| events += 1);
/// assert!(events > 0);
/// # Ok::<(), lastknight::ParseGameError>(())
/// ```
pub fn solution(
    position: &Position,
    settings: SolverSettings,
    control: Control<'_>,
    on_event: &mut dyn FnMut(SolutionEvent),
) -> json::Solution {
    let solver = Solver::new(settings);
    let (solved, total) = (HashMap::new(), Solution::default());
    let mut solver = MoveSolver { position, solver, control, solved, total };
    solver.run(on_event);
    json::Solution::new(position, Question::Distances, &solver.total)
}

struct MoveSolver<'a> {
    position: &'a Position,
    solver: Solver,
    control: Control<'a>,
    /// Whether the side to move wins, by canonical position.
    solved: HashMap<Position, bool>,
    total: Solution,
}

impl MoveSolver<'_> {
    fn run(&mut self, on_event: &mut dyn FnMut(SolutionEvent)) {
        let position = self.position;
        let value = |to| MoveValue { to, wins: None, plies: None };
        let mut moves: Vec<MoveValue> = position.legal_moves().into_iter().map(value).collect();
        let (all, mut done, mut round) = (moves.len(), 0, FIRST_ROUND);
        while done < all && !self.is_over() {
            for value in moves.iter_mut().filter(|value| value.wins.is_none()) {
                value.wins = self.wins(value.to, round);
                if value.wins.is_some() {
                    done += 1;
                    on_event(SolutionEvent::Verdict(MoveVerdict::new(position, value, false)));
                }
            }
            let nodes = self.total.nodes;
            on_event(SolutionEvent::Progress(SolutionProgress { done, all, nodes }));
            round = round.saturating_mul(GROWTH);
        }
        let won = moves.iter().any(|value| value.wins == Some(true));
        self.total.wins = (won || done == all).then_some(won);
        if self.total.wins.is_some() {
            self.add_distances(&mut moves, on_event);
            let is_known = !moves.is_empty() && tablebase::probe(position).is_some();
            self.total.by_tablebase = is_known && self.total.nodes == 0;
        }
        self.total.moves = moves;
    }

    fn is_over(&self) -> bool {
        self.control.limits.time.is_some_and(|left| left.is_zero())
            || self.control.pass_checkpoint().is_break()
    }

    /// Whether a move wins, if that is solved within these nodes.
    fn wins(&mut self, to: Square, nodes: u64) -> Option<bool> {
        let next = self.position.play(to).expect("a legal move");
        let class = next.canonical().0;
        if let Some(&wins) = self.solved.get(&class) {
            return Some(!wins);
        }
        if self.is_over() {
            return None;
        }
        let wins = self.solve(&next, Question::Winner, nodes).wins?;
        self.solved.insert(class, wins);
        Some(!wins)
    }

    /// Adds the plies to the end that are solved in time.
    fn add_distances(&mut self, moves: &mut [MoveValue], on_event: &mut dyn FnMut(SolutionEvent)) {
        let is_placing = self.position.knight(self.position.side()).is_none();
        if is_placing && self.position.open().count() > MOST_TO_PLACE {
            return;
        }
        let solution = self.solve(self.position, Question::Distances, DISTANCES);
        self.total.plies = solution.plies;
        let is_known = |found: &&MoveValue| found.wins.is_some() && found.plies.is_some();
        for found in solution.moves.iter().filter(is_known) {
            if let Some(value) = moves.iter_mut().find(|value| value.to == found.to) {
                *value = *found;
                on_event(SolutionEvent::Verdict(MoveVerdict::new(self.position, found, true)));
            }
        }
    }

    fn solve(&mut self, position: &Position, question: Question, nodes: u64) -> Solution {
        let left = self.control.limits.time;
        let limits = Limits { nodes: Some(nodes), time: left, depth: None };
        let solution = self.solver.solve(position, question, self.control.limits(limits));
        self.total.nodes += solution.nodes;
        self.total.time += solution.time;
        self.control.limits.time = left.map(|left| left.saturating_sub(solution.time));
        solution
    }
}

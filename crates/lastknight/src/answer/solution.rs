//! Solves the moves of a position one by one, the easy ones first.

use std::collections::HashMap;

use crate::board::{Position, Square};
use crate::control::{Control, Limits};
use crate::json::{self, MoveVerdict, ProvedLine, SolutionProgress};
use crate::solve::{MoveValue, Question, Solution, Solver, SolverSettings, tablebase};

/// The nodes per move in the first round, and the factor from round to round.
const FIRST_ROUND: u64 = 20_000;
const GROWTH: u64 = 8;

/// The nodes for the plies to the end.
const DISTANCES: u64 = 1_000_000;

/// The maximum number of open squares for computing plies to the end before a knight is placed.
const MOST_TO_PLACE: u32 = 24;

/// The maximum number of open squares for computing them within the proved line.
const MOST_IN_LINE: u32 = 30;

/// The nodes for the proved line, after which it ends early, and for a reply within it.
const LINE: u64 = 8_000_000;
const REPLY: u64 = 2_000_000;

/// The progress of a solution.
#[derive(Clone, Debug)]
pub enum SolutionEvent {
    /// A move is solved. It can be reported again with its distance.
    Verdict(MoveVerdict),
    /// A round is over.
    Progress(SolutionProgress),
    /// The proved line is longer.
    Line(ProvedLine),
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
    let line = solver.total.wins.and_then(|_| solver.line(on_event));
    json::Solution::new(position, Question::Distances, &solver.total).with_line(line)
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

    /// The winner's proved moves against the longest resistance, as far as it is found. With known distances both play
    /// them; before, the winner plays the move that is proved soonest and the loser the one that takes most to refute.
    fn line(&mut self, on_event: &mut dyn FnMut(SolutionEvent)) -> Option<ProvedLine> {
        let (mut position, mut moves) = (*self.position, Vec::new());
        let mut wins = self.total.wins?;
        let most = self.total.nodes.saturating_add(LINE);
        while position.winner().is_none() && self.total.nodes < most && !self.is_over() {
            let values = if moves.is_empty() { self.total.moves.clone() } else { Vec::new() };
            let Some(to) = self.line_move(&position, wins, &values) else { break };
            moves.push(to);
            position = position.play(to).expect("a legal move");
            wins = !wins;
            let is_complete = position.winner().is_some();
            let line = ProvedLine::new(self.position, &moves, is_complete);
            on_event(SolutionEvent::Line(line));
        }
        let is_complete = position.winner().is_some();
        (!moves.is_empty()).then(|| ProvedLine::new(self.position, &moves, is_complete))
    }

    /// The next move of the line in a position whose winner is known.
    fn line_move(
        &mut self,
        position: &Position,
        wins: bool,
        known: &[MoveValue],
    ) -> Option<Square> {
        let longest = |values: &[MoveValue]| {
            let plies = values.iter().filter(|value| value.wins == Some(wins));
            let plies = plies.map(|value| Some((value.plies?, value.to)));
            let plies: Vec<_> = plies.collect::<Option<_>>()?;
            if wins { plies.into_iter().min() } else { plies.into_iter().max() }
        };
        let is_placing = position.knight(position.side()).is_none();
        let open = position.open().count();
        let mut best = longest(known);
        if best.is_none() && open <= if is_placing { MOST_TO_PLACE } else { MOST_IN_LINE } {
            let solution = self.solve(position, Question::Distances, DISTANCES);
            best = longest(&solution.moves);
        }
        if let Some((_, to)) = best {
            return Some(to);
        }
        if let Some(winning) = known.iter().find(|value| wins && value.wins == Some(true)) {
            return Some(winning.to);
        }
        let moves = position.legal_moves();
        if wins {
            // The move that is proved soonest.
            let mut round = FIRST_ROUND;
            while round <= REPLY && !self.is_over() {
                let winning = moves.into_iter().find(|&to| {
                    let next = position.play(to).expect("a legal move");
                    self.solve(&next, Question::Winner, round).wins == Some(false)
                });
                if winning.is_some() {
                    return winning;
                }
                round *= GROWTH;
            }
            return None;
        }
        let effort = |to: Square| {
            let next = position.play(to).expect("a legal move");
            (self.solve(&next, Question::Winner, REPLY).nodes, to)
        };
        moves.into_iter().map(effort).max().map(|(_, to)| to)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    /// Each question begins with an empty table, and a large one takes long to empty.
    fn small() -> SolverSettings {
        SolverSettings { megabytes: 4, ..SolverSettings::default() }
    }

    /// Returns the winner's line and the last event.
    fn line(game: &str) -> (Game, Vec<String>, bool) {
        let game: Game = game.parse().unwrap();
        let mut lengths = Vec::new();
        let found = solution(game.position(), small(), Control::new(), &mut |event| {
            if let SolutionEvent::Line(line) = event {
                lengths.push(line.moves().len());
            }
        });
        let line = found.line().cloned().expect("a line");
        assert_eq!(lengths, Vec::from_iter(1..=line.moves().len()));
        (game, line.moves().to_vec(), line.is_complete())
    }

    #[test]
    fn the_line_is_won_at_every_ply() {
        for text in
            ["7x7 moves d4 b3 f5 a1", "7x7 moves a1 b3", "9x9 moves e5 d3 f3 c5 g5 d7 e6 f6 c7 e8"]
        {
            let (mut game, moves, _) = line(text);
            let mut solver = Solver::new(small());
            let wins = |solver: &mut Solver, game: &Game| {
                solver
                    .solve(game.position(), Question::Winner, Control::new())
                    .winner(game.position())
            };
            let winner = wins(&mut solver, &game);
            for to in moves.iter().take(4) {
                game.play(game.position().size().square_named(to).unwrap()).unwrap();
                assert_eq!(wins(&mut solver, &game), winner, "{text}, after {to}");
            }
        }
    }

    #[test]
    fn a_late_line_goes_to_the_end_in_the_best_number_of_plies() {
        for text in ["5x5 moves c3 d5", "7x7 moves d4 b3 f5 c5 e3 b7 g4 d6 f6 c4 e4 d2 c3 f1"] {
            let (mut game, moves, is_complete) = line(text);
            let mut solver = Solver::new(small());
            let best = solver.solve(game.position(), Question::Distances, Control::new()).plies;
            assert_eq!((is_complete, Some(moves.len() as u32)), (true, best), "{text}");
            for to in &moves {
                game.play(game.position().size().square_named(to).unwrap()).unwrap();
            }
            assert!(game.position().winner().is_some());
        }
    }
}

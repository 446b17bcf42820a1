//! How hard a position is: how many replies refute each move, and how deep a student's search must look.

use crate::agent::Agent;
use crate::board::{Position, Square};
use crate::control::{Control, Limits};
use crate::game::Game;
use crate::json::{self, MoveReplies};
use crate::search::Task;
use crate::solve::{Question, Solver, SolverSettings};

/// The search of a student of the courses.
const STUDENT: &str = "alphabeta(improved)";

/// The greatest depth that is tried.
const DEEPEST: u32 = 9;

/// The nodes of the solver for one reply.
const REPLY: u64 = 2_000_000;

/// Measures how hard a position is, within the time limit of `control`; its other limits are ignored.
///
/// `on_move` is called with each move as soon as its replies are solved.
pub fn difficulty(
    position: &Position,
    settings: SolverSettings,
    control: Control<'_>,
    on_move: &mut dyn FnMut(MoveReplies),
) -> json::Difficulty {
    let mut search = DifficultySearch { solver: Solver::new(settings), control };
    let mut difficulty = json::Difficulty { agent: STUDENT.to_owned(), ..Default::default() };
    let moves: Vec<(Square, Option<bool>)> = position
        .legal_moves()
        .into_iter()
        .map(|to| {
            let (wins, refuting, replies) = search.replies(position, to);
            on_move(MoveReplies::new(position, to, wins, refuting, replies));
            (to, wins)
        })
        .collect();
    let has = |wanted| moves.iter().any(|(_, wins)| *wins == Some(wanted));
    let is_solved = moves.iter().all(|(_, wins)| wins.is_some());
    let is_critical = has(true) && has(false);
    difficulty.critical = (is_critical || is_solved).then_some(is_critical);
    if is_critical {
        let wins = |to| moves.contains(&(to, Some(true)));
        search.find_depth(position, &wins, &mut difficulty);
    }
    difficulty
}

struct DifficultySearch<'a> {
    solver: Solver,
    control: Control<'a>,
}

impl DifficultySearch<'_> {
    /// Whether a move wins, the number of replies that refute it, and the number of replies.
    fn replies(&mut self, position: &Position, to: Square) -> (Option<bool>, Option<usize>, usize) {
        let next = position.play(to).expect("a legal move");
        let replies = next.legal_moves();
        let all = replies.count() as usize;
        let wins = self.side_to_move_wins(&next).map(|wins| !wins);
        if wins != Some(false) {
            return (wins, wins.map(|_| 0), all);
        }
        let refutes = |reply: Square| {
            let after = next.play(reply).expect("a legal move");
            self.side_to_move_wins(&after).map(|wins| !wins)
        };
        let refuting: Option<Vec<bool>> = replies.into_iter().map(refutes).collect();
        (wins, refuting.map(|all| all.into_iter().filter(|&is| is).count()), all)
    }

    fn side_to_move_wins(&mut self, position: &Position) -> Option<bool> {
        let left = self.control.limits.time;
        if left.is_some_and(|left| left.is_zero()) || self.control.pass_checkpoint().is_break() {
            return None;
        }
        let limits = Limits { nodes: Some(REPLY), time: left, depth: None };
        let solution = self.solver.solve(position, Question::Winner, self.control.limits(limits));
        self.control.limits.time = left.map(|left| left.saturating_sub(solution.time));
        solution.wins
    }

    /// Finds the least depth from which every deeper search plays a winning move.
    fn find_depth(
        &mut self,
        position: &Position,
        wins: &dyn Fn(Square) -> bool,
        difficulty: &mut json::Difficulty,
    ) {
        let student: Agent = STUDENT.parse().expect("an agent");
        let game = Game::new(*position);
        for depth in 1..=DEEPEST {
            let left = self.control.limits.time;
            let limits = Limits { depth: Some(depth), time: left, nodes: None };
            let mut task = Task::new(self.control.limits(limits));
            let report = student.player(0).choose_guarded(&game, &mut task);
            let Ok(report) = report else { return };
            self.control.limits.time = left.map(|left| left.saturating_sub(report.time));
            let is_late = self.control.limits.time.is_some_and(|left| left.is_zero());
            if is_late || self.control.pass_checkpoint().is_break() {
                return;
            }
            difficulty.deepest = depth;
            if !report.best().is_some_and(wins) {
                (difficulty.depth, difficulty.nodes) = (None, None);
            } else if difficulty.depth.is_none() {
                (difficulty.depth, difficulty.nodes) = (Some(depth), Some(report.nodes));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measure(game: &str) -> (json::Difficulty, Vec<String>) {
        let game: Game = game.parse().unwrap();
        let mut moves = Vec::new();
        let settings = SolverSettings::default();
        let difficulty = difficulty(game.position(), settings, Control::new(), &mut |replies| {
            moves.push(serde_json::to_string(&replies).unwrap());
        });
        (difficulty, moves)
    }

    #[test]
    fn the_mirror_is_the_only_winning_move() {
        let (difficulty, moves) = measure("7x7 moves d4 b3");
        assert_eq!((difficulty.critical, difficulty.deepest), (Some(true), DEEPEST));
        assert_eq!(moves.len(), 7);
        let mirror = r#"{"to":"f5","wins":true,"refuting":0,"replies":"#;
        assert!(moves.iter().any(|text| text.starts_with(mirror)), "{moves:?}");
        assert_eq!(moves.iter().filter(|text| text.contains(r#""refuting":0"#)).count(), 1);
    }

    #[test]
    fn the_tables_know_how_many_answers_win_each_first_square() {
        let (difficulty, moves) = measure("7x7");
        assert_eq!((difficulty.critical, moves.len()), (Some(false), 49));
        // Black wins on 7x7 whatever White's first square.
        assert!(moves.iter().all(|text| text.contains(r#""wins":false"#)));
    }
}

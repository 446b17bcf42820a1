//! The agent `perfect`, against positions solved by brute force.

use lastknight::agent::ArgumentKind;
use lastknight::agent::{AGENTS, Duel};
use lastknight::control::Limits;
use lastknight::search::{Score, SearchReport, Task};
use lastknight::{Agent, ByColor, Color, Game, Position};
use proptest::prelude::*;

use crate::random;
use crate::solved::{Solved, openings, standard};

fn perfect() -> Agent {
    "perfect(memory=2)".parse().expect("an agent")
}

fn choose(position: &Position, limits: Limits) -> SearchReport {
    perfect().player(1).choose_at(position, limits).expect("a move")
}

/// A win is kept, and the score is true.
fn check(solved: &Solved, limits: Limits) {
    let position = &solved.position;
    let report = choose(position, limits);
    let to = report.best().expect("a move");
    let value = solved.moves.iter().find(|value| value.to == to).expect("a legal move");
    assert_eq!(value.wins, Some(solved.wins()), "{position}");
    // A single legal move is played without a search.
    if solved.moves.len() > 1 {
        match report.score().expect("a value") {
            Score::Win(_) => assert!(solved.wins(), "{position}"),
            Score::Loss(_) => assert!(!solved.wins(), "{position}"),
            Score::Value(_) => panic!("{position} is within reach"),
        }
    }
}

#[test]
fn small_boards_are_played_perfectly() {
    for solved in openings().filter(|solved| !solved.moves.is_empty()) {
        check(&solved, Limits::nodes(300_000));
    }
}

#[test]
fn small_boards_are_played_perfectly_without_limits() {
    for solved in openings().filter(|solved| solved.moves.len() > 1).step_by(40) {
        check(&solved, Limits::NONE);
    }
}

#[test]
fn positions_of_7x7_are_played_perfectly() {
    for solved in standard().step_by(61) {
        check(&solved, Limits::nodes(3_000_000));
    }
}

/// In a lost position no other move holds out longer, and the score says how long.
#[test]
fn lost_positions_are_held_out_longest() {
    let is_lost = |solved: &Solved| !solved.wins() && solved.moves.len() > 1;
    for solved in standard().filter(is_lost).step_by(37) {
        let position = &solved.position;
        for limits in [Limits::nodes(3_000_000), Limits::NONE] {
            let report = choose(position, limits);
            assert!(report.nodes <= limits.nodes.unwrap_or(u64::MAX), "{position}");
            let plies = solved.plies();
            assert_eq!(report.score(), Some(Score::Loss(plies)), "{position}");
            let value = solved.moves.iter().find(|value| Some(value.to) == report.best());
            assert_eq!(value.expect("a legal move").plies, plies, "{position}");
        }
    }
}

/// Node limits hold in lost positions too, even if the distance is not found.
#[test]
fn node_limits_hold_in_lost_positions() {
    let is_lost = |solved: &Solved| !solved.wins() && solved.moves.len() > 1;
    for solved in standard().filter(is_lost).step_by(41) {
        for nodes in [0, 1, 30, 300, 3000, 30_000] {
            let [first, second] = [(); 2].map(|()| choose(&solved.position, Limits::nodes(nodes)));
            assert!(first.nodes <= nodes, "{}", solved.position);
            assert_eq!((first.lines, first.nodes), (second.lines, second.nodes));
        }
    }
}

/// Several lines are the best moves with true scores.
#[test]
fn several_lines_are_true() {
    for solved in standard().step_by(101) {
        let position = &solved.position;
        let mut task = Task::new(Limits::nodes(10_000_000)).multi(3).analysis(true);
        let report = perfect().player(1).choose(&Game::new(*position), &mut task).expect("lines");
        assert_eq!(report.lines.len(), solved.moves.len().min(3), "{position}");
        assert!(report.lines.is_sorted_by(|a, b| a.score >= b.score), "{position}");
        for line in &report.lines {
            let value = solved.moves.iter().find(|value| value.to == line.moves[0]);
            let wins = matches!(line.score, Some(Score::Win(_)));
            assert!(line.score.is_some_and(Score::is_decided), "{position}");
            assert_eq!(value.expect("a legal move").wins, Some(wins), "{position}");
        }
    }
}

/// From the won side it beats every agent.
#[test]
fn won_games_are_won_against_every_agent() {
    let own: Agent = "perfect(nodes=3000000, memory=2)".parse().expect("an agent");
    let duel = Duel::new(Limits::nodes(1000));
    for entry in AGENTS {
        let text = match entry.argument {
            ArgumentKind::Agent => format!("{}(greedy)", entry.name),
            _ => entry.name.to_owned(),
        };
        let other: Agent = text.parse().expect("an agent");
        for solved in standard().step_by(700) {
            let side = solved.position.side();
            let winner = if solved.wins() { side } else { !side };
            let agents = match winner {
                Color::White => ByColor::new(&own, &other),
                Color::Black => ByColor::new(&other, &own),
            };
            let mut players = agents.map(|agent| agent.player(1));
            let names = agents.map(ToString::to_string);
            let record = duel.play(Game::new(solved.position), names, &mut players).record;
            let won = record.outcome().map(|outcome| outcome.winner);
            assert_eq!(won, Some(winner), "{} against {text}", solved.position);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// The same nodes give the same choice on every board, and the limit holds.
    #[test]
    fn node_limits_hold_and_repeat(position in random::position(), nodes in 0..20_000_u64) {
        prop_assume!(position.winner().is_none());
        let [first, second] = [(), ()].map(|()| choose(&position, Limits::nodes(nodes)));
        prop_assert!(first.nodes <= nodes);
        prop_assert_eq!((first.lines, first.nodes), (second.lines, second.nodes));
    }

    /// With a depth limit alone it is the engine.
    #[test]
    fn depth_limits_are_the_engines(position in random::position(), depth in 0..5_u32) {
        let engine: Agent = "engine".parse().expect("an agent");
        let expected = engine.player(1).choose_at(&position, Limits::depth(depth)).expect("a move");
        prop_assert_eq!(choose(&position, Limits::depth(depth)).lines, expected.lines);
    }
}

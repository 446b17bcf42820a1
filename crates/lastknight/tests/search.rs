//! The searches of the ladder against a minimax of a few lines.

use lastknight::control::{Clock, Control, Limits};
use lastknight::eval::registry::HEURISTICS;
use lastknight::search::ladder::{Ladder, MoveOrdering, Rungs, Ties};
use lastknight::search::{Score, SearchReport, Task};
use lastknight::{Color, Heuristic, Position, Square};
use proptest::prelude::*;

use crate::random;

/// Plain minimax for the player.
fn plain(position: &Position, heuristic: &Heuristic, player: Color, depth: u32, ply: u32) -> Score {
    if let Some(winner) = position.winner() {
        return if winner == player { Score::Win(Some(ply)) } else { Score::Loss(Some(ply)) };
    }
    if depth == 0 {
        return Score::Value(heuristic.value(position, player));
    }
    let next =
        |to| plain(&position.play(to).expect("legal"), heuristic, player, depth - 1, ply + 1);
    let scores = position.legal_moves().into_iter().map(next);
    let order = |a: &Score, b: &Score| a.partial_cmp(b).expect("values are finite");
    let best = if position.side() == player { scores.max_by(order) } else { scores.min_by(order) };
    best.expect("the game is not over")
}

/// The value of each move at the root.
fn plain_moves(position: &Position, heuristic: &Heuristic, depth: u32) -> Vec<(Square, Score)> {
    let value = |to| {
        let next = position.play(to).expect("legal");
        plain(&next, heuristic, position.side(), depth - 1, 1)
    };
    position.legal_moves().into_iter().map(|to| (to, value(to))).collect()
}

/// A position with the knights placed, so that it has few moves, and not over.
fn middle_game() -> impl Strategy<Value = Position> {
    random::position().prop_filter("placed and not over", |position| {
        Color::ALL.iter().all(|&color| position.knight(color).is_some())
            && position.winner().is_none()
    })
}

fn heuristic() -> impl Strategy<Value = Heuristic> {
    // Heuristics that search for paths take too long.
    let names: Vec<_> = HEURISTICS.iter().filter(|entry| !entry.form.contains("path")).collect();
    prop::sample::select(names).prop_map(Heuristic::of)
}

fn rungs() -> impl Strategy<Value = Rungs> {
    let orders = [MoveOrdering::None, MoveOrdering::Full, MoveOrdering::Best];
    let order = (prop::sample::select(orders.to_vec()), prop_oneof![Just(u32::MAX), 1..4_u32]);
    let switches = any::<[bool; 4]>();
    (order, switches).prop_map(|((order, ordered), [prune, deepen, unmake, is_random])| Rungs {
        prune,
        deepen,
        order,
        ordered,
        unmake,
        ties: if is_random { Ties::Random } else { Ties::First },
        ..Rungs::default()
    })
}

fn at_depth(ladder: &mut Ladder, position: &Position, depth: u32) -> SearchReport {
    ladder.search(position, &mut Task::new(Limits::depth(depth)))
}

/// The line is playable, and its end has the score of the report.
fn check_line(position: &Position, report: &SearchReport, heuristic: &Heuristic, depth: u32) {
    let line = &report.lines[0];
    let mut end = *position;
    for &to in &line.moves {
        end = end.play(to).expect("a playable line");
    }
    let plies = line.moves.len() as u32;
    match line.score.expect("a value") {
        Score::Value(value) => {
            assert_eq!(plies, depth, "{position}");
            assert_eq!(heuristic.value(&end, position.side()), value, "{position}");
        }
        decided => {
            assert_eq!(decided.plies(), Some(plies), "{position}");
            let is_won = end.winner() == Some(position.side());
            assert_eq!(matches!(decided, Score::Win(_)), is_won, "{position}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// With any switches the value, the move and the line are those of minimax.
    #[test]
    fn every_rung_finds_the_value_of_minimax(
        position in middle_game(),
        heuristic in heuristic(),
        rungs in rungs(),
        depth in 1..5_u32,
    ) {
        let moves = plain_moves(&position, &heuristic, depth);
        let best = moves.iter().map(|(_, score)| *score).reduce(|a, b| if b > a { b } else { a });
        let mut ladder = Ladder::new(heuristic.clone(), rungs, 7);
        let report = at_depth(&mut ladder, &position, depth);
        prop_assert_eq!(report.score(), best);
        let to = report.best().expect("a move");
        prop_assert!(moves.contains(&(to, best.expect("a move"))));
        check_line(&position, &report, &heuristic, depth.min(position.open().count()));
    }

    /// Kept results do not change the value of the next turn.
    #[test]
    fn kept_results_change_no_value(
        position in middle_game(),
        heuristic in heuristic(),
        rungs in rungs(),
        replies in any::<[prop::sample::Index; 3]>(),
    ) {
        let mut keeping = Ladder::new(heuristic.clone(), Rungs { keep: true, ..rungs.clone() }, 7);
        let mut position = position;
        for reply in replies {
            let kept = at_depth(&mut keeping, &position, 4);
            let fresh = at_depth(&mut Ladder::new(heuristic.clone(), rungs.clone(), 7), &position, 4);
            prop_assert_eq!(kept.score(), fresh.score());
            position = position.play(kept.best().expect("a move")).expect("legal");
            let moves: Vec<Square> = position.legal_moves().into_iter().collect();
            if moves.is_empty() {
                break;
            }
            position = position.play(*reply.get(&moves)).expect("legal");
            if position.winner().is_some() {
                break;
            }
        }
    }

    /// The values of the best few moves are exact, the best first.
    #[test]
    fn several_lines_have_exact_values(
        position in middle_game(),
        heuristic in heuristic(),
        rungs in rungs(),
        multi in 1..9_usize,
    ) {
        let mut moves = plain_moves(&position, &heuristic, 3);
        moves.sort_by(|a, b| b.1.partial_cmp(&a.1).expect("finite"));
        let mut task = Task::new(Limits::depth(3)).multi(multi);
        let report = Ladder::new(heuristic, rungs, 7).search(&position, &mut task);
        let scores: Vec<_> = report.lines.iter().map(|line| line.score.expect("a value")).collect();
        let expected: Vec<_> = moves.iter().map(|(_, score)| *score).take(multi).collect();
        prop_assert_eq!(scores, expected);
        for line in &report.lines {
            prop_assert!(moves.contains(&(line.moves[0], line.score.expect("a value"))));
        }
    }

    /// With symmetry, alpha-beta still finds the value of minimax, and decisions are correct.
    #[test]
    fn mirror_wins_are_wins(position in random::small_position(), rungs in rungs(), depth in 1..5_u32) {
        let improved: Heuristic = "improved".parse().expect("a heuristic");
        let search = |prune| {
            let rungs = Rungs { prune, symmetry: true, ..rungs.clone() };
            at_depth(&mut Ladder::new(improved.clone(), rungs, 7), &position, depth).score()
        };
        let score = search(true);
        prop_assert_eq!(score, search(false));
        if let Some(Score::Win(_) | Score::Loss(_)) = score {
            let wins = lastknight::solve::wins(&position, &mut u64::MAX.clone());
            prop_assert_eq!(wins, Some(matches!(score, Some(Score::Win(_)))));
        }
    }
}

/// A node limit is exact, and a search is repeatable.
#[test]
fn node_limits_are_exact_and_repeatable() {
    let position: Position = "7/7/7/3N3/1n5/7/7 w".parse().expect("a position");
    for nodes in [0, 1, 100, 9000, 200_000] {
        let search = || {
            let rungs = Rungs { order: MoveOrdering::Best, ..Rungs::default() };
            let mut ladder = Ladder::new("improved".parse().expect("a heuristic"), rungs, 3);
            let control = Control::from(Limits::nodes(nodes)).clock(Clock::Cpu);
            ladder.search(&position, &mut Task::new(control))
        };
        let (first, second) = (search(), search());
        assert_eq!(first.nodes, nodes);
        assert_eq!(first.lines, second.lines);
        assert!(first.best().is_some());
    }
}

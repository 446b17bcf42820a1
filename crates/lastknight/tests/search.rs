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

/// What students' programs do.
mod programs {
    use lastknight::agent::Forfeit;
    use lastknight::game::Openings;
    use lastknight::search::ladder::{CourseBudget, Pick, WhenLost};
    use lastknight::{Agent, Termination};

    use super::*;

    fn choose(agent: &str, position: &Position) -> Result<SearchReport, Forfeit> {
        agent.parse::<Agent>().expect("an agent").player(7).choose_at(position, Limits::NONE)
    }

    /// A score without the distance of wins and losses.
    fn flat(score: Score) -> Score {
        match score {
            Score::Win(_) => Score::Win(None),
            Score::Loss(_) => Score::Loss(None),
            value => value,
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        /// Without distances a search finds the same values, and once all moves lose it plays any or none.
        #[test]
        fn programs_without_distances_see_the_same_values(
            position in middle_game(),
            depth in 1..5_u32,
            prune in any::<bool>(),
        ) {
            let heuristic: Heuristic = "improved".parse().expect("a heuristic");
            let moves = plain_moves(&position, &heuristic, depth);
            let best = moves.iter().map(|(_, score)| *score).reduce(|a, b| if b > a { b } else { a });
            let best = flat(best.expect("a move"));
            for lost in [WhenLost::Any, WhenLost::Resign] {
                let rungs = Rungs { prune, lost, ..Rungs::default() };
                let report = at_depth(&mut Ladder::new(heuristic.clone(), rungs, 7), &position, depth);
                if best == Score::Loss(None) && lost == WhenLost::Resign {
                    prop_assert!(report.lines.is_empty());
                    continue;
                }
                prop_assert_eq!(report.score().map(flat), Some(best));
                let to = report.best().expect("a move");
                prop_assert!(moves.iter().any(|&(other, score)| other == to && flat(score) == best));
            }
        }

        /// The move with the best score over all depths, the shallowest of equal ones.
        #[test]
        fn the_best_score_over_depths_is_picked(position in middle_game(), most in 1..6_u32) {
            let heuristic: Heuristic = "chase".parse().expect("a heuristic");
            let rungs = |pick| Rungs { pick, deepen: true, lost: WhenLost::Any, ..Rungs::default() };
            let mut picking = Ladder::new(heuristic.clone(), rungs(Pick::BestScore), 7);
            let picked = at_depth(&mut picking, &position, most);
            let mut best: Option<SearchReport> = None;
            for depth in 1..=most {
                let mut ladder = Ladder::new(heuristic.clone(), rungs(Pick::Deepest), 7);
                let report = at_depth(&mut ladder, &position, depth);
                if best.as_ref().is_none_or(|best| report.score() > best.score()) {
                    best = Some(report);
                }
            }
            prop_assert_eq!(picked.lines, best.expect("a depth").lines);
        }

        /// The last of equal moves; of pruned ones, any that cannot be better.
        #[test]
        fn ties_go_to_the_last_square(position in middle_game(), depth in 1..5_u32) {
            let heuristic: Heuristic = "improved".parse().expect("a heuristic");
            let moves = plain_moves(&position, &heuristic, depth);
            let place = |to: Square| position.size().row_col(to);
            let order = |a: &Score, b: &Score| a.partial_cmp(b).expect("values are finite");
            let best = moves.iter().map(|it| it.1).max_by(order).expect("a move");
            let last = moves.iter().filter(|it| it.1 == best).map(|it| place(it.0)).max();
            for prune in [false, true] {
                let rungs = Rungs { prune, ties: Ties::Bound, ..Rungs::default() };
                let report = at_depth(&mut Ladder::new(heuristic.clone(), rungs, 7), &position, depth);
                prop_assert_eq!(report.score(), Some(best));
                let to = place(report.best().expect("a move"));
                let is_right = if prune { Some(to) >= last } else { Some(to) == last };
                prop_assert!(is_right);
            }
        }
    }

    /// A worse move is played because its bound equals the best score.
    #[test]
    fn a_bound_can_pass_for_a_score() {
        let heuristic: Heuristic = "improved".parse().expect("a heuristic");
        let openings = Openings::new("7x7".parse().expect("a position"), 6, 1).take(100);
        let worse = openings.filter(|opening| {
            let position = opening.position();
            let moves = plain_moves(position, &heuristic, 3);
            let rungs = Rungs { ties: Ties::Bound, ..Rungs::default() };
            let report = at_depth(&mut Ladder::new(heuristic.clone(), rungs, 7), position, 3);
            let to = report.best().expect("a move");
            moves.iter().any(|&(other, score)| other == to && Some(score) < report.score())
        });
        let worse = worse.count();
        assert!((3..50).contains(&worse), "{worse}");
    }

    #[test]
    fn a_lost_game_is_resigned() {
        // White moves to b3, Black to a3, and White has no move left.
        let lost: Position = "2/2/Nn w".parse().expect("a position");
        assert!(choose("alphabeta(improved, depth=6)", &lost).is_ok());
        assert!(choose("alphabeta(improved, depth=6, lost=any)", &lost).is_ok());
        for agent in ["alphabeta(depth=6, lost=resign)", "minimax(depth=6, lost=resign)"] {
            let forfeit = choose(agent, &lost).expect_err("a resignation");
            assert_eq!(forfeit.termination, Termination::Resignation);
            assert_eq!(forfeit.to_string(), "found no move that does not lose");
        }
    }

    #[test]
    fn the_course_has_few_nodes() {
        let position: Position = "7/7/7/3N3/1n5/7/7 w".parse().expect("a position");
        let nodes = |agent: &str| choose(agent, &position).expect("a move").nodes;
        let first = nodes("alphabeta(improved, budget=course-2017-01)");
        assert!((2900..3600).contains(&first), "{first}");
        let second = nodes("alphabeta(improved, budget=course-2017-04)");
        assert!((6000..9000).contains(&second), "{second}");
        // A flood from each knight leaves a tenth, and other limits count as well.
        assert!(nodes("alphabeta(in-isolation(0), budget=course-2017-01)") < first / 10);
        assert_eq!(nodes("alphabeta(improved, nodes=50, budget=course-2017-01)"), 50);
        assert_eq!(CourseBudget::ALL.len(), 2);
    }

    #[test]
    fn slow_evaluations_lose_on_time() {
        let position: Position = "7/7/7/3N3/1n5/7/7 w".parse().expect("a position");
        let ends = |cost: &str| {
            let agent = format!(
                "alphabeta(drilldown-program, lost=resign, budget=course-2017-01, cost={cost})"
            );
            choose(&agent, &position).map_err(|forfeit| forfeit.termination).err()
        };
        assert_eq!(ends("0.1"), None);
        assert_eq!(ends("20"), Some(Termination::Time));
    }
}

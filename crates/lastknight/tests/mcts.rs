//! Monte Carlo tree search against the solver.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use lastknight::control::{Clock, Control, Limits, Stopwatch};
use lastknight::search::mcts::{Mcts, MctsSettings, Policy};
use lastknight::search::{Score, SearchReport, Task};
use lastknight::{Agent, Color, Game, Heuristic, Player, Position, Random, Square, solve};
use proptest::prelude::*;

use crate::random;

fn improved() -> Heuristic {
    "improved".parse().expect("a heuristic")
}

fn options() -> impl Strategy<Value = MctsSettings> {
    let policy = prop::sample::select(vec![Policy::Random, Policy::Light, Policy::Greedy]);
    let cut = prop_oneof![Just(255), 0..5_u32];
    let explore = prop::sample::select(vec![0.0, 0.3, 0.7, 2.0]);
    let urgency = prop::sample::select(vec![-1.0, 0.0, 1.0, 100.0]);
    (policy, cut, explore, urgency, any::<bool>()).prop_map(
        |(policy, cut, explore, urgency, symmetry)| MctsSettings {
            policy,
            cut,
            explore,
            urgency,
            symmetry,
            ..MctsSettings::default()
        },
    )
}

fn wins(position: &Position) -> bool {
    solve::wins(position, &mut u64::MAX.clone()).expect("a budget without end")
}

fn within(mcts: &mut Mcts, position: &Position, limits: Limits) -> SearchReport {
    mcts.search(position, &mut Task::new(limits))
}

/// Lines are playable, and proved scores are correct.
fn check(position: &Position, report: &SearchReport) {
    for line in &report.lines {
        let mut end = *position;
        for &to in &line.moves {
            end = end.play(to).expect("a playable line");
        }
        let next = position.play(line.moves[0]).expect("legal");
        match line.score {
            Some(Score::Value(value)) => assert!((-1.0..=1.0).contains(&value)),
            Some(Score::Win(length)) => {
                assert!(!wins(&next), "{position}");
                assert_eq!(length, next.winner().map(|_| 1));
            }
            Some(Score::Loss(_)) => assert!(wins(&next), "{position}"),
            None => {}
        }
    }
}

/// A random legal move, if there is one.
fn any_move(position: &Position, choice: prop::sample::Index) -> Option<Square> {
    let moves: Vec<Square> = position.legal_moves().into_iter().collect();
    (!moves.is_empty()).then(|| *choice.get(&moves))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// With enough nodes it proves the solver's result, with any settings.
    #[test]
    fn small_positions_are_proved(
        position in random::small_position(),
        options in options(),
        with_heuristic in any::<bool>(),
        seed in any::<u64>(),
    ) {
        let mut mcts = Mcts::new(with_heuristic.then(improved), options, seed);
        let report = within(&mut mcts, &position, Limits::NONE);
        let score = report.score().expect("a score");
        prop_assert!(score.is_decided());
        prop_assert_eq!(matches!(score, Score::Win(_)), wins(&position));
        check(&position, &report);
    }

    /// Every move of a small position is proved if all are requested.
    #[test]
    fn every_move_is_proved(position in random::small_position(), options in options()) {
        let mut task = Task::new(Limits::NONE).multi(128);
        let report = Mcts::new(None, options, 1).search(&position, &mut task);
        prop_assert_eq!(report.lines.len(), position.legal_moves().count() as usize);
        for line in &report.lines {
            prop_assert!(line.score.is_some_and(Score::is_decided));
        }
        check(&position, &report);
    }

    /// A kept tree leads to legal moves and correct proofs with any replies and any memory, and is repeatable.
    #[test]
    fn kept_trees_are_sound_and_repeatable(
        position in random::small_position(),
        options in options(),
        memory in prop_oneof![Just(0_usize), 1000..20_000_usize, Just(1 << 20)],
        nodes in 0..3000_u64,
        replies in any::<[prop::sample::Index; 6]>(),
    ) {
        let options = MctsSettings { memory, ..options };
        let mut twins = [0; 2].map(|_| Mcts::new(Some(improved()), options.clone(), 5));
        let mut position = position;
        for reply in replies {
            let [report, again] =
                twins.each_mut().map(|mcts| within(mcts, &position, Limits::nodes(nodes)));
            prop_assert_eq!(&report.lines, &again.lines);
            prop_assert_eq!((report.nodes, report.depth), (again.nodes, again.depth));
            prop_assert!(report.nodes <= nodes);
            check(&position, &report);
            position = position.play(report.best().expect("a move")).expect("legal");
            let Some(to) = any_move(&position, reply) else { break };
            position = position.play(to).expect("legal");
            if position.winner().is_some() {
                break;
            }
        }
    }
}

/// A node limit is exact, and every report of a search is repeatable.
#[test]
fn node_limits_are_exact_and_repeatable() {
    for text in ["7x7", "7/7/7/3N3/1n5/7/7 w", "11/11/11/4N6/11/6n4/11/11/11 b"] {
        let position: Position = text.parse().expect("a position");
        for agent in ["mcts", "mcts(improved)", "mcts(improved, rollout=greedy)"] {
            for nodes in [0, 1, 2, 100, 9000] {
                let search = || {
                    let mut reports = Vec::new();
                    let mut player = agent.parse::<Agent>().expect("an agent").player(3);
                    let mut on_progress = |report: &SearchReport| reports.push(report.clone());
                    let task = Task::new(Control::from(Limits::nodes(nodes)).clock(Clock::Cpu));
                    let mut task = task.multi(3).on_progress(&mut on_progress);
                    let report = player.choose(&Game::new(position), &mut task).expect("a move");
                    reports.push(report);
                    for report in &mut reports {
                        report.time = Duration::ZERO;
                    }
                    reports
                };
                let reports = search();
                assert_eq!(reports, search());
                let last = reports.last().expect("a report");
                assert_eq!(last.nodes, nodes, "{agent} {text}");
                assert!(last.best().is_some_and(|to| position.legal_moves().contains(to)));
                assert!(nodes < 9000 || reports.len() > 5);
            }
        }
    }
}

/// With no room for a tree the playouts go on.
#[test]
fn a_full_memory_is_no_end() {
    let position: Position = "7/7/7/3N3/1n5/7/7 w".parse().expect("a position");
    let options = MctsSettings { memory: 2000, ..MctsSettings::default() };
    let report = within(&mut Mcts::new(None, options, 1), &position, Limits::nodes(100_000));
    assert_eq!(report.nodes, 100_000);
    // Without a limit it ends, since nothing more can be proved.
    let options = MctsSettings { memory: 20_000, ..MctsSettings::default() };
    let report = within(&mut Mcts::new(None, options, 1), &position, Limits::NONE);
    assert!(matches!(report.score(), Some(Score::Value(_))));
}

/// A stop flag ends a search without limits, and a depth limit counts the principal variation.
#[test]
fn it_stops_when_told() {
    let position = Position::new("9x9".parse().expect("a size"));
    let stop = AtomicBool::new(false);
    let mut seen = 0;
    let mut on_progress = |_: &SearchReport| {
        seen += 1;
        stop.store(seen == 10, Ordering::Relaxed);
    };
    let mut player = "mcts".parse::<Agent>().expect("an agent").player(1);
    let task = Task::new(Control::new().checkpoint(&stop));
    let mut task = task.on_progress(&mut on_progress);
    assert!(player.choose(&Game::new(position), &mut task).expect("a move").best().is_some());
    assert_eq!(seen, 10);
    let report = player.choose_at(&position, Limits::depth(3)).expect("a move");
    assert!(report.depth >= 3 && report.lines[0].moves.len() >= 3);
    assert!(report.nodes < 100_000);
}

/// Time limits are kept, also when a large tree is kept.
#[test]
fn time_limits_are_met() {
    let mut position: Position = "11/11/11/4N6/11/6n4/11/11/11 b".parse().expect("a position");
    let mut player = "mcts".parse::<Agent>().expect("an agent").player(1);
    for milliseconds in [200, 1, 10, 1, 2] {
        let limit = Duration::from_millis(milliseconds);
        let watch = Stopwatch::start(Clock::Cpu);
        let report = player
            .choose_at(&position, Control::from(Limits::time(limit)).clock(Clock::Cpu))
            .expect("a move");
        let taken = watch.elapsed();
        // A busy machine slows even the CPU clock; on an idle one the excess is next to nothing.
        assert!(taken <= limit + Duration::from_millis(5), "{taken:?} of {limit:?}");
        position = position.play(report.best().expect("a move")).expect("legal");
        // How strong it plays depends on the machine: the opponent may be out of moves already.
        let Some(reply) = position.legal_moves().first() else {
            break;
        };
        position = position.play(reply).expect("legal");
    }
}

/// Returns the winner of a game.
fn winner(mut position: Position, players: &mut [Box<dyn Player>; 2], nodes: u64) -> Color {
    loop {
        let player = &mut players[usize::from(position.side() == Color::Black)];
        let report = player.choose_at(&position, Limits::nodes(nodes)).expect("a move");
        let Some(to) = report.best() else { return !position.side() };
        position = position.play(to).expect("legal");
    }
}

#[test]
fn it_beats_random_play() {
    for text in ["mcts", "mcts(improved)", "mcts(rollout=random)"] {
        let [mcts, random] = [text, "random"].map(|text| text.parse::<Agent>().expect("an agent"));
        let mut won = 0;
        for game in 0..100 {
            let start = Position::new("7x7".parse().expect("a size"));
            // The first knight is placed at random, so that the games differ.
            let square = Random::numbered(1, game).below(49);
            let start = start.play(Square::new(square).expect("a square")).expect("legal");
            let (color, players) = match game % 2 {
                0 => (Color::White, [mcts.player(game), random.player(game)]),
                _ => (Color::Black, [random.player(game), mcts.player(game)]),
            };
            won += u32::from(winner(start, &mut { players }, 1000) == color);
        }
        assert!(won >= 95, "{text}: {won} of 100");
    }
}

//! The engine against the solver and against itself.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use lastknight::control::{Clock, Control, Limits};
use lastknight::search::engine::{Engine, EngineSettings};
use lastknight::search::{Score, SearchReport, Task};
use lastknight::{Agent, Position, Random, Size, Square, solve};
use proptest::prelude::*;

use crate::random;

fn engine() -> EngineSettings {
    EngineSettings::new("linear-model".parse().expect("a heuristic"))
}

fn search(settings: EngineSettings, position: &Position, limits: Limits) -> SearchReport {
    Engine::new(settings).search(position, &mut Task::new(limits))
}

fn wins(position: &Position) -> bool {
    let no_end = &mut u64::MAX.clone();
    let narrow = position.narrow().map(|narrow| solve::wins(&narrow, no_end));
    narrow.unwrap_or_else(|| solve::wins(position, no_end)).expect("no end to the budget")
}

/// A decided score is correct, and the move keeps it.
fn check_decision(position: &Position, report: &SearchReport) {
    let to = report.best().expect("a move");
    assert!(position.legal_moves().contains(to), "{position}");
    match report.score() {
        Some(Score::Win(_)) => assert!(!wins(&position.play_unchecked(to)), "{position}"),
        Some(Score::Loss(_)) => assert!(!wins(position), "{position}"),
        _ => {}
    }
}

/// A late position of a larger board, so that it can be solved.
fn late_position() -> impl Strategy<Value = Position> {
    let boards =
        prop::sample::select(vec![((7, 7), 20), ((9, 9), 42), ((11, 9), 58), ((8, 8), 30)]);
    (boards, any::<u64>()).prop_filter_map("not over", |(((width, height), plies), seed)| {
        let mut position = Position::new(Size::new(width, height).expect("a board"));
        let mut random = Random::new(seed);
        while position.ply() < plies {
            let moves: Vec<Square> = position.legal_moves().into_iter().collect();
            // Away from dead ends, so that games last.
            let freedom =
                |to: &&Square| position.play_unchecked(**to).moves_of(position.side()).count();
            let most = moves.iter().max_by_key(freedom).copied();
            let to = if random.below(3) == 0 { random.pick(&moves) } else { most };
            position = position.play_unchecked(to?);
        }
        position.winner().is_none().then_some(position)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Wins and losses are proved at any depth, with any heuristic and number of lines.
    #[test]
    fn decisions_are_proofs(position in late_position(), depth in 1..12_u32, multi in 1..4_usize) {
        for name in ["linear-model", "improved", "openmove-div"] {
            let settings = EngineSettings::new(name.parse().expect("a heuristic"));
            let mut task = Task::new(Limits::depth(depth)).multi(multi);
            let report = Engine::new(settings).search(&position, &mut task);
            check_decision(&position, &report);
            for line in &report.lines {
                let mut end = position;
                for &to in &line.moves {
                    end = end.play(to).expect("a playable line");
                }
                let is_lost = wins(&position.play_unchecked(line.moves[0]));
                match line.score.expect("a value") {
                    Score::Win(_) => prop_assert!(!is_lost),
                    Score::Loss(_) => prop_assert!(is_lost),
                    Score::Value(_) => {}
                }
            }
        }
    }

    /// The same if a limit ends the search at any node.
    #[test]
    fn decisions_are_proofs_when_cut_short(position in late_position(), nodes in 1..20_000_u64) {
        check_decision(&position, &search(engine(), &position, Limits::nodes(nodes)));
        check_decision(&position, &search(engine(), &position, Limits::nodes(nodes / 100)));
    }

    /// A limit on depth holds beside others.
    #[test]
    fn depth_limits_hold(position in late_position(), depth in 1..8_u32) {
        let alone = search(engine(), &position, Limits::depth(depth));
        let limits = Limits { nodes: Some(10_000_000), ..Limits::depth(depth) };
        let beside = search(engine(), &position, limits);
        prop_assert_eq!((alone.nodes, alone.depth), (beside.nodes, beside.depth));
    }

    /// With enough nodes small boards are solved and played perfectly.
    #[test]
    fn small_boards_are_solved(position in random::small_position()) {
        let report = search(engine(), &position, Limits::nodes(2_000_000));
        prop_assert!(report.score().is_some_and(Score::is_decided));
        check_decision(&position, &report);
    }

    /// On one thread, a search with a node limit is repeatable.
    #[test]
    fn node_limits_repeat(position in random::position(), nodes in 0..20_000_u64) {
        prop_assume!(position.winner().is_none());
        let [first, second] = [(), ()].map(|()| search(engine(), &position, Limits::nodes(nodes)));
        prop_assert!(first.nodes <= nodes);
        prop_assert_eq!((first.lines, first.nodes), (second.lines, second.nodes));
    }

    /// Several threads and little memory change no decision.
    #[test]
    fn threads_agree_on_decisions(position in late_position()) {
        let settings = EngineSettings {
            threads: NonZeroUsize::new(3).expect("not zero"),
            megabytes: 1,
            ..engine()
        };
        let report = search(settings, &position, Limits::NONE);
        prop_assert!(report.score().is_some_and(Score::is_decided));
        check_decision(&position, &report);
    }
}

/// Without a limit the search ends with a decision, the same as that of alpha-beta.
#[test]
fn without_limits_all_is_decided() {
    for text in ["3/1n1/N2 w", "2xx2/6/2N1n1/x5/6 w", "4x/x1N2/2n2/1x3/4x b"] {
        let position: Position = text.parse().expect("a position");
        let mut ladder =
            "alphabeta(improved, order=best)".parse::<Agent>().expect("an agent").player(0);
        let exact = ladder.choose_at(&position, Limits::NONE).expect("a move");
        let report = search(engine(), &position, Limits::NONE);
        let (own, other) = (report.score().expect("a score"), exact.score().expect("a score"));
        assert_eq!(std::mem::discriminant(&own), std::mem::discriminant(&other), "{text}");
    }
}

/// A won game is won, and a lost one is played to its end.
#[test]
fn games_from_both_sides() {
    for seed in 0..6 {
        let mut random = Random::new(seed);
        let mut position = Position::new(Size::STANDARD);
        while position.ply() < 12 {
            let moves: Vec<Square> = position.legal_moves().into_iter().collect();
            let Some(to) = random.pick(&moves) else { break };
            position = position.play_unchecked(to);
        }
        let Some(side) = position.winner().is_none().then_some(position.side()) else { continue };
        let is_won = wins(&position);
        let mut players = ["engine", "alphabeta(improved, depth=4)"]
            .map(|text| text.parse::<Agent>().expect("an agent").player(seed));
        while position.winner().is_none() {
            let player = &mut players[usize::from(position.side() != side)];
            let report = player.choose_at(&position, Limits::nodes(300_000)).expect("a move");
            position = position.play(report.best().expect("a move")).expect("legal");
        }
        assert!(!is_won || position.winner() == Some(side), "seed {seed}");
    }
}

/// A stopped search returns a move soon.
#[test]
fn a_stop_flag_is_seen() {
    let position: Position = "11/11/11/4N6/11/6n4/11/11/11 b".parse().expect("a position");
    let stop = AtomicBool::new(false);
    let settings = EngineSettings { threads: NonZeroUsize::new(2).expect("not zero"), ..engine() };
    let mut seen = 0;
    let mut stop_at_eight = |report: &SearchReport| {
        seen = report.depth;
        if report.depth == 8 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let task = Task::new(Control::new().checkpoint(&stop));
    let mut task = task.on_progress(&mut stop_at_eight);
    let report = Engine::new(settings).search(&position, &mut task);
    assert_eq!((report.depth, seen), (8, 8));
    assert!(report.best().is_some());
}

/// Time limits end searches by either clock. How closely is measured elsewhere: tests may run on a busy
/// machine.
#[test]
fn time_limits_end_searches() {
    let position = Position::new(Size::new(9, 9).expect("a board"));
    for clock in Clock::ALL {
        let control = Control::from(Limits::time(Duration::from_millis(5))).clock(clock);
        let report = Engine::new(engine()).search(&position, &mut Task::new(control));
        assert!(report.best().is_some() && report.time > Duration::ZERO);
    }
}

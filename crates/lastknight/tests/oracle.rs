//! The oracle, against brute force and against agents that are known to be right or wrong.

use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use lastknight::oracle::{OracleConditions, Role, Sample, SamplePlan, SolvedCase};
use lastknight::{Agent, Control, Game, Limits, Position, Size};

use crate::reference::Reference;

fn plan(text: &str, seed: u64) -> SamplePlan {
    SamplePlan::new(*text.parse::<Game>().expect("a board").position(), seed)
}

fn sample(plan: SamplePlan, critical: usize, threads: usize) -> Sample {
    let mut sample = Sample::new(plan);
    sample.grow(critical, &conditions(Limits::NONE, threads));
    sample
}

fn conditions(limits: Limits, threads: usize) -> OracleConditions<'static> {
    let threads = NonZeroUsize::new(threads).expect("not zero");
    let conditions = OracleConditions::new(limits).threads(threads);
    assert_eq!((conditions.control.limits, conditions.threads), (limits, threads));
    conditions
}

fn agent(text: &str) -> Agent {
    text.parse().expect("an agent")
}

/// Every move of the sample agrees with brute force.
#[test]
fn agrees_with_the_reference() {
    for (board, critical) in [("4x4", 100), ("5x3", 30), ("3x7", 30), ("5x4", 60)] {
        let sample = sample(plan(board, 1), critical, 1);
        assert_eq!(sample.critical(), critical, "{board}");
        let mut known = HashMap::new();
        for case in sample.cases() {
            let position = case.position();
            for &(to, wins) in case.moves() {
                let next = Reference::from(&position.play_unchecked(to));
                assert_eq!(wins, !next.wins(&mut known), "{position}");
            }
            assert_eq!(case.moves().len(), Reference::from(position).moves().len());
            assert_eq!(case.is_won(), Reference::from(position).wins(&mut known), "{position}");
        }
    }
}

/// After these placements only mirroring wins.
#[test]
fn a_known_position() {
    let game: Game = "7x7 moves d4 b3".parse().expect("a game");
    let case = SolvedCase::solve(*game.position(), 20_000_000).expect("within reach");
    let f5 = case.position().size().square_named("f5").expect("a square");
    assert!(case.winning().eq([f5]) && case.is_winning(f5) && case.is_critical());
    assert_eq!((case.random_share(), case.role()), (1.0 / 7.0, Some(Role::Victim)));
}

/// Positions follow the plan, are not over, and no two are symmetric.
#[test]
fn positions_are_as_planned() {
    let plan = SamplePlan { plies: 9..=20, ..plan("7x7", 3) };
    let sample = sample(plan.clone(), 60, 2);
    let mut seen = HashSet::new();
    let mut plies = HashSet::new();
    for case in sample.cases() {
        let position = case.position();
        assert!(plan.plies.contains(&position.ply()) && position.winner().is_none());
        assert!(seen.insert(position.canonical().0), "{position}");
        plies.insert(position.ply());
    }
    assert_eq!(plies.len(), 12);
    assert!(plan.bands().into_iter().flatten().eq(9..=20));
}

/// Neither threads nor steps change the sample or the answers, those of random agents included.
#[test]
fn threads_and_steps_change_nothing() {
    let plan = SamplePlan { plies: 12..=30, ..plan("7x7", 5) };
    let one = sample(plan.clone(), 40, 1);
    let mut three = Sample::new(plan);
    for critical in [7, 8, 40] {
        three.grow(critical, &conditions(Limits::NONE, 3));
        assert_eq!(three.critical(), critical);
    }
    assert_eq!(one.cases(), three.cases());
    for text in ["random", "alphabeta(improved, ties=random)", "mcts", "engine"] {
        let ask = |threads| one.ask(&agent(text), &conditions(Limits::nodes(300), threads));
        assert_eq!(ask(1), ask(3), "{text}");
    }
}

/// With enough nodes the engine keeps every win; random moves keep their expected share.
#[test]
fn the_engine_keeps_more_than_random_moves() {
    let sample = sample(SamplePlan { plies: 8..=39, ..plan("7x7", 2) }, 150, 2);
    let engine = sample.ask(&agent("engine"), &conditions(Limits::nodes(5_000_000), 2));
    assert_eq!(engine.critical().hits, 150);
    assert_eq!(engine.won().hits, engine.won().of);
    assert_eq!(engine.positions(), sample.cases().len() as u64);
    assert_eq!(engine.lost() + engine.won().of, engine.positions());
    let random = sample.ask(&agent("random"), &conditions(Limits::NONE, 2));
    let (low, high) = random.critical().interval(4.0);
    let share = random.random_share().expect("some positions");
    assert!(low < share && share < high && share < 0.7, "{low} {share} {high}");
}

/// Small boards run out of positions; some have none.
#[test]
fn small_boards_are_exhausted() {
    let all = sample(plan("3x3", 0), 1000, 2);
    assert!(all.is_exhausted() && all.critical() < 1000);
    for board in ["1x1", "1x5", "2x2"] {
        let none = sample(plan(board, 0), 1, 1);
        assert_eq!((none.critical(), none.is_exhausted()), (0, true), "{board}");
    }
}

/// Positions that take too many nodes are counted and left out.
#[test]
fn what_is_too_hard_is_left_out() {
    let plan = SamplePlan { plies: 10..=30, nodes: 20, ..plan("7x7", 4) };
    let easy = sample(plan, 10, 2);
    assert!(easy.too_hard().len() > 0);
    let left_out: HashSet<&Position> = easy.too_hard().collect();
    assert!(easy.cases().iter().all(|case| !left_out.contains(case.position())));
}

/// Games may start from any position, with holes too; on large boards later plies are sampled.
#[test]
fn plans_for_other_boards() {
    let plies = |text: &str| plan(text, 0).plies;
    assert_eq!(plies("7x7"), 2..=39);
    assert_eq!(plies("xx5/7/7/7/7/7/7 w"), 4..=39);
    assert_eq!(plies("7x7 moves d4 b3 f5"), 3..=39);
    assert_eq!(*plies("9x9").start(), 24);
    assert_eq!(*plies("11x9").start(), 38);
    let size: Size = "7x7".parse().expect("a size");
    let holes = "xx5/7/3x3/7/7/7/7 w";
    let sample = sample(SamplePlan { plies: 14..=30, ..plan(holes, 0) }, 10, 1);
    let is_hole =
        |case: &SolvedCase| !case.position().open().contains(size.square(0, 6).expect("a7"));
    assert!(sample.critical() == 10 && sample.cases().iter().all(is_hole));
}

/// After a stop the results so far are returned.
#[test]
fn it_can_be_stopped() {
    let stop = AtomicBool::new(true);
    let conditions = OracleConditions::new(Control::new().checkpoint(&stop));
    let mut none = Sample::new(plan("5x5", 0));
    none.grow(10, &conditions);
    assert!(none.cases().is_empty() && !none.is_exhausted());
    let some = sample(plan("5x5", 0), 10, 1);
    assert_eq!(some.ask(&agent("alphabeta"), &conditions).critical().of, 0);
}

//! Whole runs: the same on any number of threads, resumed, stopped, extended.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use lastknight::game::pgn;
use lastknight_lab::{Run, RunEnd, Spec, SpecFile, Store, play};

fn spec(text: &str) -> Spec {
    SpecFile::parse(text).expect("TOML").spec().expect("a specification")
}

/// Plays a run to its end.
fn run(store: &mut Store, spec: &Spec, threads: usize) -> (Run, RunEnd) {
    let mut run = store.begin(spec).expect("a run");
    let threads = NonZeroUsize::new(threads).expect("a thread");
    let end = play(store, &mut run, threads, &AtomicBool::new(false), &mut |_| {}).expect("an end");
    (run, end)
}

fn games(store: &Store, run: &Run) -> String {
    let mut text = String::new();
    store.each_game(run, &mut |game| text += &pgn::write(&game.record)).expect("games");
    text
}

const THREE: &str =
    "games = 10\nnodes = 300\nagents = ['alphabeta(ab15, ties=random, keep=on)', 'random', 'mcts']";

#[test]
fn games_do_not_depend_on_the_threads() {
    let spec = spec(THREE);
    let mut all = Vec::new();
    for threads in [1, 2, 5] {
        let mut store = Store::in_memory().unwrap();
        let (run, end) = run(&mut store, &spec, threads);
        assert_eq!((end.is_complete, end.played, end.resumed), (true, 15, 0));
        all.push(games(&store, &run));
    }
    assert_eq!(all[0].matches("[Round ").count(), 30);
    assert!(all.iter().all(|games| *games == all[0]));
}

#[test]
fn a_stopped_run_goes_on() {
    let spec = spec(THREE);
    let mut whole = Store::in_memory().unwrap();
    let (run_whole, _) = run(&mut whole, &spec, 2);
    let mut store = Store::in_memory().unwrap();
    let mut begun = store.begin(&spec).unwrap();
    let mut played = 0;
    // Stopped as soon as something is finished, again and again.
    for _ in 0..100 {
        let stop = AtomicBool::new(false);
        let watch = &mut |progress: &lastknight_lab::GamesProgress<'_>| {
            if progress.played > 0 {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let end = play(&mut store, &mut begun, NonZeroUsize::MIN, &stop, watch).unwrap();
        assert_eq!(end.resumed, played);
        played += end.played;
        if end.is_complete {
            break;
        }
    }
    assert_eq!(played, 15);
    assert_eq!(games(&store, &begun), games(&whole, &run_whole));
}

/// Another agent, more games, another order: only what is new is played.
#[test]
fn what_is_known_is_not_played_again() {
    let mut store = Store::in_memory().unwrap();
    let text =
        |games: usize, agents: &str| format!("games = {games}\nnodes = 200\nagents = [{agents}]");
    let (_, end) = run(&mut store, &spec(&text(4, "'greedy', 'random'")), 2);
    assert_eq!((end.played, end.resumed), (2, 0));
    let (_, end) = run(&mut store, &spec(&text(10, "'greedy', 'random'")), 2);
    assert_eq!((end.played, end.resumed), (3, 2));
    let (_, end) = run(&mut store, &spec(&text(10, "'random', 'mcts', 'greedy'")), 2);
    assert_eq!((end.played, end.resumed), (10, 5));
    let (_, end) = run(&mut store, &spec(&text(10, "'mcts', 'greedy'")), 2);
    assert_eq!((end.played, end.resumed), (0, 5));
    // Another seed is another thing.
    let other = format!("seed = 1\n{}", text(10, "'greedy', 'random'"));
    let (_, end) = run(&mut store, &spec(&other), 2);
    assert_eq!((end.played, end.resumed), (5, 0));
    assert_eq!(store.runs().unwrap().len(), 4);
}

/// Whatever order the agents are named in, a game is the same.
#[test]
fn games_do_not_depend_on_who_is_named_first() {
    let text = |agents: &str| format!("games = 6\nnodes = 200\nagents = [{agents}]");
    let mut one = Store::in_memory().unwrap();
    let mut other = Store::in_memory().unwrap();
    let (run_one, _) = run(&mut one, &spec(&text("'mcts', 'random'")), 2);
    let (run_other, _) = run(&mut other, &spec(&text("'random', 'mcts'")), 2);
    let moves = |store: &Store, run: &Run| {
        let mut games = Vec::new();
        store
            .each_game(run, &mut |game| {
                let white = game.record.players()[lastknight::Color::White].clone();
                games.push((game.round.opening, white, game.record.game().to_string()));
            })
            .unwrap();
        games.sort();
        games
    };
    assert_eq!(moves(&one, &run_one), moves(&other, &run_other));
}

/// A sequential test ends at the same pair on any number of threads, and stays ended.
#[test]
fn a_test_ends_where_it_is_decided() {
    let text = "games = 2000\nsprt = [0, 50]\nagents = ['greedy', 'random']";
    let mut all = Vec::new();
    for threads in [1, 4] {
        let mut store = Store::in_memory().expect("a store");
        let (decided, end) = run(&mut store, &spec(text), threads);
        assert!(end.is_complete && decided.pairs() < 1000);
        let (again, end) = run(&mut store, &spec(text), threads);
        assert_eq!((end.is_complete, end.played, again.pairs()), (true, 0, decided.pairs()));
        let read = store.run(decided.id()).expect("a run");
        all.push((decided.pairs(), games(&store, &read)));
    }
    assert_eq!(all[0], all[1]);
}

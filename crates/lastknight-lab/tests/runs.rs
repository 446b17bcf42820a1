//! Whole runs: the same on any number of threads, stopped, continued, extended.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use lastknight::game::pgn;
use lastknight_lab::{Run, RunEnd, Session, SessionProgress, Spec, SpecFile};

fn spec(text: &str) -> Spec {
    SpecFile::parse(text).expect("TOML").spec().expect("a specification")
}

fn session(threads: usize) -> Session<'static> {
    let threads = NonZeroUsize::new(threads).expect("a thread");
    Session::in_memory().expect("a session").threads(threads)
}

/// Plays a run to its end.
fn run(session: &mut Session<'_>, spec: &Spec) -> (Run, RunEnd) {
    let mut run = session.begin(spec).expect("a run");
    let end = session.play(&mut run, &mut |_| {}).expect("an end");
    (run, end)
}

fn games(session: &Session<'_>, run: &Run) -> String {
    let mut text = String::new();
    let games = session.store().each_game(run, &mut |game| text += &pgn::write(&game.record));
    games.expect("games");
    text
}

const THREE: &str =
    "games = 10\nnodes = 300\nagents = ['alphabeta(ab15, ties=random, keep=on)', 'random', 'mcts']";

#[test]
fn games_do_not_depend_on_the_threads() {
    let spec = spec(THREE);
    let mut all = Vec::new();
    for threads in [1, 2, 5] {
        let mut session = session(threads);
        let (run, end) = run(&mut session, &spec);
        assert_eq!((end.is_complete, end.played, end.resumed), (true, 15, 0));
        all.push(games(&session, &run));
    }
    assert_eq!(all[0].matches("[Round ").count(), 30);
    assert!(all.iter().all(|games| *games == all[0]));
}

#[test]
fn a_stopped_run_is_continued() {
    let spec = spec(THREE);
    let mut whole = session(2);
    let (run_whole, _) = run(&mut whole, &spec);
    let stop = AtomicBool::new(false);
    let mut session = session(1).stop_flag(&stop);
    let mut begun = session.begin(&spec).unwrap();
    let mut played = 0;
    // Stopped as soon as a pair is finished, again and again.
    for _ in 0..100 {
        stop.store(false, Ordering::Relaxed);
        let end = session.play(&mut begun, &mut |progress| {
            if matches!(progress, SessionProgress::Games(games) if games.played > 0) {
                stop.store(true, Ordering::Relaxed);
            }
        });
        let end = end.unwrap();
        assert_eq!(end.resumed, played);
        played += end.played;
        if end.is_complete {
            break;
        }
    }
    assert_eq!(played, 15);
    assert_eq!(games(&session, &begun), games(&whole, &run_whole));
}

/// With another agent, more games or another order, only new games are played.
#[test]
fn stored_games_are_not_played_again() {
    let mut session = session(2);
    let text =
        |games: usize, agents: &str| format!("games = {games}\nnodes = 200\nagents = [{agents}]");
    let (_, end) = run(&mut session, &spec(&text(4, "'greedy', 'random'")));
    assert_eq!((end.played, end.resumed), (2, 0));
    let (_, end) = run(&mut session, &spec(&text(10, "'greedy', 'random'")));
    assert_eq!((end.played, end.resumed), (3, 2));
    let (_, end) = run(&mut session, &spec(&text(10, "'random', 'mcts', 'greedy'")));
    assert_eq!((end.played, end.resumed), (10, 5));
    let (_, end) = run(&mut session, &spec(&text(10, "'mcts', 'greedy'")));
    assert_eq!((end.played, end.resumed), (0, 5));
    // Another seed means other games.
    let other = format!("seed = 1\n{}", text(10, "'greedy', 'random'"));
    let (_, end) = run(&mut session, &spec(&other));
    assert_eq!((end.played, end.resumed), (5, 0));
    assert_eq!(session.store().runs().unwrap().len(), 4);
}

/// Games are the same in whatever order the agents are listed.
#[test]
fn games_do_not_depend_on_who_is_named_first() {
    let text = |agents: &str| format!("games = 6\nnodes = 200\nagents = [{agents}]");
    let (mut one, mut other) = (session(2), session(2));
    let (run_one, _) = run(&mut one, &spec(&text("'mcts', 'random'")));
    let (run_other, _) = run(&mut other, &spec(&text("'random', 'mcts'")));
    let moves = |session: &Session<'_>, run: &Run| {
        let mut games = Vec::new();
        session
            .store()
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

/// A sequential test ends at the same pair on any number of threads, and does not start again.
#[test]
fn a_test_ends_where_it_is_decided() {
    let text = "games = 2000\nsprt = [0, 50]\nagents = ['greedy', 'random']";
    let mut all = Vec::new();
    for threads in [1, 4] {
        let mut session = session(threads);
        let (decided, end) = run(&mut session, &spec(text));
        assert!(end.is_complete && decided.pairs() < 1000);
        let (again, end) = run(&mut session, &spec(text));
        assert_eq!((end.is_complete, end.played, again.pairs()), (true, 0, decided.pairs()));
        let read = session.store().run(decided.id()).expect("a run");
        all.push((decided.pairs(), games(&session, &read)));
    }
    assert_eq!(all[0], all[1]);
}

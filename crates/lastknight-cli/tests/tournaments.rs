//! Tournaments and stored matches as their users run them: resumed, on any number of threads, refused.

use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

fn run(directory: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lastknight"))
        .current_dir(directory)
        .args(arguments)
        .output()
        .expect("the program runs")
}

/// What a command that succeeds prints.
fn text(directory: &Path, arguments: &[&str]) -> String {
    let output = run(directory, arguments);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).expect("text")
}

fn json(directory: &Path, arguments: &[&str]) -> serde_json::Value {
    let arguments = [arguments, &["--json"]].concat();
    serde_json::from_str(&text(directory, &arguments)).expect("an object")
}

const THREE: [&str; 11] = [
    "tournament",
    "--agent",
    "greedy",
    "--agent",
    "random",
    "--agent",
    "mcts",
    "--nodes",
    "200",
    "--games",
    "8",
];

#[test]
fn the_same_command_goes_on() {
    let directory = TempDir::new().expect("a directory");
    let first = json(directory.path(), &THREE);
    assert_eq!((&first["games"], &first["complete"]), (&24.into(), &true.into()));
    assert!(directory.path().join("results/tournament/games.sqlite").exists());
    // Nothing is left to do, and the numbers are the same; more games begin with these.
    assert_eq!(json(directory.path(), &THREE), first);
    assert_eq!(json(directory.path(), &["report", "results/tournament"]), first);
    let more = json(directory.path(), &[&THREE[..10], &["12"]].concat());
    assert_eq!((&more["games"], &more["run"]), (&36.into(), &first["run"]));
}

#[test]
fn threads_change_nothing() {
    let directory = TempDir::new().expect("a directory");
    let with = |threads: &str, out: &str| {
        let arguments = [&THREE[..], &["--threads", threads, "--out", out]].concat();
        let mut report = json(directory.path(), &arguments);
        for agent in report["agents"].as_array_mut().expect("a list") {
            agent["seconds_per_move"] = 0.into();
        }
        for date in ["created", "played"] {
            report[date] = "".into();
        }
        report
    };
    assert_eq!(with("1", "one"), with("3", "three"));
}

#[test]
fn a_gauntlet_has_the_table_of_the_course() {
    let directory = TempDir::new().expect("a directory");
    let arguments = [
        "tournament",
        "--agent",
        "greedy",
        "--field",
        "random",
        "--field",
        "greedy(open)",
        "--games",
        "4",
        "--out",
        "here",
    ];
    let shown = text(directory.path(), &arguments);
    assert!(shown.contains("Won | Lost") && shown.contains("Win Rate:"), "{shown}");
    let report = json(directory.path(), &["report", "here"]);
    assert_eq!(report["pairings"].as_array().map(Vec::len), Some(2));
    assert!(shown.lines().all(|line| line.chars().count() <= 100), "{shown}");
}

#[test]
fn a_stored_match_agrees_with_one_that_is_not() {
    let directory = TempDir::new().expect("a directory");
    let arguments = ["match", "greedy", "random", "--games", "30", "--pgn"];
    let plain = [&arguments[..], &["plain.pgn"]].concat();
    let stored = [&arguments[..], &["stored.pgn", "--out", "here"]].concat();
    let (plain, stored) = (json(directory.path(), &plain), json(directory.path(), &stored));
    assert_eq!((&plain["pairs"], &plain["games"]), (&stored["pairs"], &stored["games"]));
    let games = |name: &str| std::fs::read(directory.path().join(name)).expect("games");
    assert_eq!(games("plain.pgn"), games("stored.pgn"));
}

/// A test that is decided stays decided, and its match goes no further.
#[test]
fn a_sequential_test_ends_a_match() {
    let directory = TempDir::new().expect("a directory");
    let arguments =
        ["match", "greedy", "random", "--sprt", "0,50", "--games", "2000", "--out", "here"];
    let first = json(directory.path(), &arguments);
    assert_eq!(first["sprt"]["verdict"], "accepted");
    assert!(first["games"].as_u64() < Some(2000));
    let again = json(directory.path(), &arguments);
    assert_eq!((&again["games"], &again["sprt"]), (&first["games"], &first["sprt"]));
}

#[test]
fn two_at_a_time_are_refused() {
    let directory = TempDir::new().expect("a directory");
    let session = lastknight_lab::Session::open(&directory.path().join("here"));
    let _session = session.expect("a results directory");
    let output = run(directory.path(), &[&THREE[..], &["--out", "here"]].concat());
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).expect("text");
    assert_eq!(message, "lastknight: 'here': another program is writing to it\n");
}

/// The default tournament can be played, and says who takes part.
#[test]
fn the_default_tournament_is_sound() {
    let directory = TempDir::new().expect("a directory");
    let printed = text(directory.path(), &["tournament", "--print"]);
    let report = {
        let arguments = ["tournament", "--games", "2", "--nodes", "50", "--oracle", "5"];
        json(directory.path(), &arguments)
    };
    let agents = report["agents"].as_array().expect("a list");
    assert!(agents.len() >= 15);
    for agent in agents {
        let name = agent["name"].as_str().expect("a name");
        assert!(printed.contains(name), "{name}");
        assert_eq!(agent["oracle"]["of"], 5, "{name}");
    }
}

//! Searches for good numbers as their users run them: each method, killed and resumed, on any number of threads.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

const AGENT: &str = "alphabeta(\"n - {c}*n' + {k}*dc\", depth=1)";

/// A search of two numbers in small games, into this directory.
fn command(directory: &Path, method: &[&str], more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lastknight"));
    command.current_dir(directory).args(["tune", AGENT, "--board", "5x5", "--games", "10"]);
    command.args(["--parameter", "c=1 in 0..4 step 2", "--parameter", "k=0 in -1..1 step 1"]);
    command.args(["--retest", "20", "--json", "--method"]).args(method).args(more);
    command
}

fn json(command: &mut Command) -> serde_json::Value {
    let output = command.output().expect("the program runs");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{error}");
    serde_json::from_slice(&output.stdout).expect("an object")
}

const METHODS: [&[&str]; 3] = [
    &["halving", "--halvings", "1"],
    &["spsa", "--iterations", "12"],
    &["cmaes", "--generations", "3", "--population", "6"],
];

#[test]
fn every_method_finds_a_winner_and_tests_it() {
    let directory = TempDir::new().expect("a directory");
    for (method, rounds) in METHODS.iter().zip([2, 12, 3]) {
        let out = method[0];
        let shown = json(&mut command(directory.path(), method, &["--out", out]));
        assert_eq!(shown["method"]["name"], method[0]);
        assert_eq!(shown["complete"], true);
        assert_eq!(shown["rounds"].as_array().map(Vec::len), Some(rounds), "{method:?}");
        assert_eq!(shown["start"]["point"], serde_json::json!([1.0, 0.0]));
        let is_start = shown["winner"]["agent"] == shown["start"]["agent"];
        assert_eq!(shown["retest"].is_null(), is_start, "{shown}");
        if !is_start {
            assert_eq!(shown["retest"]["games"], 20);
        }
        let trials: usize = shown["rounds"]
            .as_array()
            .expect("rounds")
            .iter()
            .fold(0, |sum, r| sum + r["trials"].as_array().map_or(0, Vec::len));
        let table = fs::read_to_string(directory.path().join(out).join("tune.csv"));
        assert_eq!(table.expect("a table").lines().count(), trials + 1);
        let page = fs::read_to_string(directory.path().join(out).join("tune.html"));
        assert!(page.expect("a page").contains("<svg "));
    }
    // The last run is what a report shows.
    let mut report = Command::new(env!("CARGO_BIN_EXE_lastknight"));
    report.current_dir(directory.path()).args(["report", "cmaes", "--json"]);
    assert_eq!(json(&mut report)["spec"]["name"], "tune re-test");
}

#[test]
fn threads_change_nothing() {
    let directory = TempDir::new().expect("a directory");
    for method in METHODS {
        let with = |threads: &str| {
            let out = format!("{}-{threads}", method[0]);
            let more = ["--threads", threads, "--out", &out];
            let shown = json(&mut command(directory.path(), method, &more));
            let read = |name| fs::read(directory.path().join(&out).join(name)).expect("a file");
            (shown, read("tune.html"), read("tune.csv"))
        };
        assert!(with("1") == with("3"), "{method:?}");
    }
}

/// Killed at any moment, the same command comes to the same in the end.
#[test]
fn kills_lose_nothing() {
    let directory = TempDir::new().expect("a directory");
    for method in METHODS {
        let whole = json(&mut command(directory.path(), method, &["--out", "whole"]));
        for wait in [5, 10, 15, 20, 30, 40, 60] {
            let mut child = command(directory.path(), method, &["--out", "killed"]);
            let mut child = child.stdout(Stdio::null()).spawn().expect("the program runs");
            std::thread::sleep(Duration::from_millis(wait));
            child.kill().expect("a child of ours");
            child.wait().expect("an end");
        }
        let resumed = json(&mut command(directory.path(), method, &["--out", "killed"]));
        assert_eq!(resumed, whole);
        let read = |out: &str| fs::read(directory.path().join(out).join("tune.html"));
        assert_eq!(read("killed").expect("a page"), read("whole").expect("a page"));
    }
}

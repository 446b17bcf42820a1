//! What Ctrl-C does: end with a result.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_lastknight"))
        .args(arguments)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// As Ctrl-C does.
fn interrupt(child: &Child) {
    let command = format!("kill -INT {}", child.id());
    let status = Command::new("sh").args(["-c", &command]).status().expect("a shell");
    assert!(status.success());
}

#[test]
fn an_analysis_still_has_its_best_move() {
    let mut child = start(&["analyze", "11x9", "moves", "f5", "d4", "--depth", "90"]);
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut text = String::new();
    // The first depth is there, so the sign is watched.
    for _ in 0..2 {
        out.read_line(&mut text).expect("a line");
    }
    interrupt(&child);
    out.read_to_string(&mut text).expect("the rest");
    assert_eq!(child.wait().expect("an end").code(), Some(0));
    assert!(text.lines().last().is_some_and(|line| line.starts_with("best move: ")), "{text}");
}

#[test]
fn a_match_reports_what_was_finished() {
    let file =
        std::env::temp_dir().join(format!("lastknight-interrupt-{}.pgn", std::process::id()));
    let name = file.to_str().expect("a name");
    // One move of these takes for ever.
    let arguments = ["match", "alphabeta", "minimax", "--depth", "40", "--json", "--pgn", name];
    let mut child = start(&arguments);
    // The file is made once the sign is watched.
    while !file.exists() {
        assert!(child.try_wait().expect("a child").is_none(), "it ended");
        std::thread::sleep(Duration::from_millis(10));
    }
    interrupt(&child);
    let mut text = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut text).expect("text");
    std::fs::remove_file(&file).expect("the file is there");
    assert!(child.wait().expect("an end").success());
    let result: serde_json::Value = serde_json::from_str(&text).expect("an object");
    assert_eq!((&result["stopped"], &result["games"]), (&true.into(), &0.into()), "{text}");
}

#[test]
fn the_oracle_reports_what_was_asked() {
    // One move of this takes for ever. Nothing shows when the sign is watched: before that Ctrl-C ends
    // the program without a result, and the next try waits longer.
    for wait in [50, 200, 800, 3200, 12_800].map(Duration::from_millis) {
        let mut child = start(&["oracle", "minimax", "--depth", "40", "--json"]);
        std::thread::sleep(wait);
        interrupt(&child);
        let mut text = String::new();
        child.stdout.take().expect("a pipe").read_to_string(&mut text).expect("text");
        if child.wait().expect("an end").success() {
            let result: serde_json::Value = serde_json::from_str(&text).expect("an object");
            assert_eq!(result["stopped"], true, "{text}");
            return;
        }
    }
    panic!("no result after a stop");
}

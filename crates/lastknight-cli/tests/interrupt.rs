//! What Ctrl-C does: end with a result.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_lastknight"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
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

#[cfg(target_os = "linux")]
#[test]
fn a_match_reports_what_was_finished() {
    let file =
        std::env::temp_dir().join(format!("lastknight-interrupt-{}.pgn", std::process::id()));
    let name = file.to_str().expect("a name");
    // One move of these takes for ever.
    let arguments = ["match", "alphabeta", "minimax", "--depth", "40", "--json", "--pgn", name];
    let mut child = start(&arguments);
    wait_for_the_sign(&mut child);
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

/// Waits until the program has asked to be told of Ctrl-C.
#[cfg(target_os = "linux")]
fn wait_for_the_sign(child: &mut Child) {
    const SIGINT: u64 = 1 << 1;
    let watches = |id: u32| {
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        caught.is_some_and(|mask| mask & SIGINT != 0)
    };
    while !watches(child.id()) {
        assert!(child.try_wait().expect("a child").is_none(), "it ended");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_position_that_is_not_solved_says_so() {
    let mut child = start(&["solve", "11x9", "moves", "a1", "b2", "--json"]);
    wait_for_the_sign(&mut child);
    interrupt(&child);
    let mut text = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut text).expect("text");
    assert!(child.wait().expect("an end").success());
    let result: serde_json::Value = serde_json::from_str(&text).expect("an object");
    assert_eq!((&result["solved"], &result["winner"]), (&false.into(), &().into()), "{text}");
    let moves = result["moves"].as_array().expect("a list");
    assert!(!moves.is_empty() && moves.iter().all(|value| value["wins"].is_null()), "{text}");
}

#[test]
fn openings_that_are_solved_are_written() {
    let name = format!("lastknight-interrupt-openings-{}", std::process::id());
    let directory = std::env::temp_dir().join(name);
    let out = directory.to_str().expect("a name");
    let mut child = start(&["solve", "--openings", "9x9", "--out", out, "--json"]);
    // The journal is made once the sign is watched.
    while !directory.join("9x9.jsonl").exists() {
        assert!(child.try_wait().expect("a child").is_none(), "it ended");
        std::thread::sleep(Duration::from_millis(10));
    }
    interrupt(&child);
    let mut text = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut text).expect("text");
    let mut message = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut message).expect("text");
    assert_eq!(child.wait().expect("an end").code(), Some(1), "{message}");
    let end = "openings solved; run the same command to resume\n";
    assert!(
        message.starts_with("lastknight: stopped with ") && message.ends_with(end),
        "{message}"
    );
    let file = std::fs::read_to_string(directory.join("9x9.json")).expect("a table");
    let page = std::fs::read_to_string(directory.join("9x9.md")).expect("a page");
    std::fs::remove_dir_all(&directory).expect("the directory is there");
    assert_eq!(file.replace('\n', ""), text.trim_end());
    assert!(page.contains("the table is unfinished"), "{page}");
    let result: serde_json::Value = serde_json::from_str(&text).expect("an object");
    assert_eq!((&result["board"], &result["solved"]), (&"9x9".into(), &false.into()));
}

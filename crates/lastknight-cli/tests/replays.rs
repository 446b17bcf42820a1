//! Stored games replayed and exported: what is said of them is so.

use std::path::Path;
use std::process::Command;

use lastknight::{Game, Square, solve};
use tempfile::TempDir;

fn print(directory: &Path, arguments: &[&str]) -> Vec<u8> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lastknight"));
    let output = command.current_dir(directory).args(arguments).output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// Whether the side to move wins.
fn wins(game: &Game) -> bool {
    solve::wins(game.position(), &mut u64::MAX.clone()).expect("enough nodes")
}

/// Who was winning, which moves threw that away and which would not have: all as the solver says.
#[test]
fn verdicts_are_exact() {
    let directory = TempDir::new().expect("a directory");
    let arguments = ["match", "random", "greedy", "--board", "5x4", "--games", "12", "--out", "."];
    print(directory.path(), &arguments);
    let mut mistakes = 0;
    for round in (1..=6).flat_map(|opening| [format!("{opening}.1"), format!("{opening}.2")]) {
        let text = print(directory.path(), &["replay", ".", &round, "--json", "--nodes", "50"]);
        let replayed: serde_json::Value = serde_json::from_slice(&text).expect("an object");
        let start = replayed["start"].as_str().expect("a position");
        let mut game: Game = start.parse().expect("a position");
        for turn in replayed["moves"].as_array().expect("a list") {
            let size = game.start().size();
            let square = |key: &str| -> Option<Square> {
                turn[key].as_str().map(|name| size.square_named(name).expect("a square"))
            };
            let after = |to: Square| {
                let mut game = game.clone();
                game.play(to).expect("a legal move");
                !wins(&game)
            };
            let to = square("to").expect("a move");
            if turn["opening"] == false {
                let was_won = wins(&game);
                assert_eq!(turn["wins"], was_won, "{round}: {game}");
                assert_eq!(turn["throws_away"], was_won && !after(to), "{round}: {game}");
                assert_eq!(square("keeps").is_some(), turn["throws_away"] == true);
                assert!(square("keeps").is_none_or(after), "{round}: {game}");
                mistakes += usize::from(turn["throws_away"] == true);
            }
            game.play(to).expect("a legal move");
        }
        assert!(game.position().winner().is_some());
    }
    assert!(mistakes > 3, "{mistakes}");
}

/// A replay prints the same text each time.
#[test]
fn a_replay_is_the_same_each_time() {
    let directory = TempDir::new().expect("a directory");
    print(directory.path(), &["match", "random", "greedy", "--games", "2", "--out", "."]);
    let arguments = ["replay", ".", "1.2", "--boards"];
    let text = print(directory.path(), &arguments);
    assert_eq!(print(directory.path(), &arguments), text);
    let text = String::from_utf8(text).expect("text");
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
}

/// The formats hold the same games, a workbook too.
#[test]
fn formats_agree() {
    let directory = TempDir::new().expect("a directory");
    let path = directory.path();
    let agents = ["--agent", "random", "--agent", "greedy", "--agent", "mcts", "--nodes", "50"];
    print(path, &[&["tournament", "--games", "6", "--out", "."], &agents[..]].concat());
    for format in ["csv", "jsonl", "pgn", "xlsx"] {
        let out = format!("games.{format}");
        print(path, &["export", ".", "--format", format, "--out", &out]);
        let file = std::fs::read(path.join(&out)).expect("a file");
        assert_eq!(print(path, &["export", ".", "--format", format]), file, "{format}");
    }
    let converted = print(path, &["convert", "games.pgn", "--to", "jsonl"]);
    assert_eq!(converted, std::fs::read(path.join("games.jsonl")).expect("a file"));
    let csv =
        String::from_utf8(print(path, &["convert", "games.pgn", "--to", "csv"])).expect("text");
    let whole = std::fs::read_to_string(path.join("games.csv")).expect("a file");
    for (line, whole) in csv.lines().zip(whole.lines()) {
        assert!(whole.ends_with(line), "{whole}");
    }
    assert_eq!((csv.lines().count(), whole.lines().count()), (19, 19));
    // Nothing is left of the files on the way.
    let names = std::fs::read_dir(path).expect("a directory");
    let mut names = names.map(|entry| entry.expect("an entry").file_name());
    assert!(names.all(|name| !name.to_string_lossy().starts_with('.')));
}

/// An export ends if its reader is gone or nothing can be written, for a large run too.
#[cfg(target_os = "linux")]
#[test]
fn exports_end_with_their_reader() {
    let directory = TempDir::new().expect("a directory");
    print(directory.path(), &["match", "random", "greedy", "--games", "2000", "--out", "."]);
    for format in ["csv", "jsonl", "pgn", "xlsx"] {
        let export = |out: std::process::Stdio| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_lastknight"));
            command.current_dir(directory.path()).args(["export", ".", "--format", format]);
            let output = command.stdout(out).output().expect("the program runs");
            (output.status.code(), String::from_utf8(output.stderr).expect("text"))
        };
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        assert_eq!(export(writer.into()), (Some(0), String::new()), "{format}");
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let (code, message) = export(full.into());
        assert_eq!(code, Some(1), "{format}: {message}");
        assert!(message.starts_with("lastknight: cannot write the output: "), "{message}");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_lastknight"));
    command.current_dir(directory.path()).args(["export", ".", "--format", "pgn"]);
    let output = command.args(["--out", "/dev/full"]).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).expect("text");
    assert!(message.starts_with("lastknight: cannot write '/dev/full': "), "{message}");
}

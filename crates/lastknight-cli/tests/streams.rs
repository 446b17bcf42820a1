//! Standard streams that are large, full, closed or no text.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs the program with this on standard input.
fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lastknight"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The program may end without having read all of it.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the program ends")
}

/// The message of a run that must fail on its input.
fn message(arguments: &[&str], input: &[u8]) -> String {
    let output = run(arguments, input);
    let message = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(output.stdout.is_empty());
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(message.starts_with("lastknight: ") && message.len() < 450, "{message}");
    message
}

#[test]
fn ten_megabytes_of_garbage_are_one_line_of_error() {
    const LENGTH: usize = 10_000_000;
    for piece in [
        "7",
        "7/",
        "x",
        "N",
        "/",
        " ",
        "é",
        "\n",
        "[",
        "{",
        "(",
        "\"",
        "moves ",
        "[White \"",
        "1. a1 ",
    ] {
        let garbage = piece.repeat(LENGTH / piece.len());
        message(&["show", "-"], garbage.as_bytes());
        if !piece.trim().is_empty() {
            message(&["convert", "--to", "pgn"], garbage.as_bytes());
            message(&["perft", "--check", "-"], garbage.as_bytes());
            message(&["solve", "--verify", "-"], garbage.as_bytes());
        }
    }
    assert_eq!(
        message(&["show", "-"], &[b"7/7".as_slice(), &[0xff; LENGTH]].concat()),
        "lastknight: standard input: byte 4 is not UTF-8 text\n"
    );
}

#[test]
fn a_position_is_read_from_standard_input() {
    for input in ["3x3 moves a1 b3", "3x3 moves a1 b3\n", "3x3 moves a1 b3\r\n"] {
        let output = run(&["show", "-", "--json"], input.as_bytes());
        assert!(output.status.success());
        assert!(String::from_utf8_lossy(&output.stdout).contains("\"position\":\"1n1/3/N2 w\""));
    }
}

/// Many different tags are read as fast as many equal ones are refused.
#[test]
fn ten_megabytes_of_tags_are_a_game() {
    let tags: String = (0..600_000).map(|i| format!("[T{i} \"\"]\n")).collect();
    let game = format!("[Board \"3x3\"]\n{tags}\n1. b2 a1 0-1\n");
    let output = run(&["convert", "--to", "csv"], game.as_bytes());
    assert_eq!(output.status.code(), Some(0));
    let twice = format!("[{0} \"\"]\n[{0} \"\"]\n", "T".repeat(5_000_000));
    message(&["convert", "--to", "csv"], twice.as_bytes());
}

/// PGN to JSON lines and back gives the same file.
#[test]
fn conversions_round_trip() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/games.pgn");
    let pgn = std::fs::read(file).expect("the example");
    let jsonl = run(&["convert", "--to", "jsonl"], &pgn).stdout;
    assert!(jsonl.starts_with(br#"{"white":"alphabeta(\"n - n'\", depth=5)","black":"random","#));
    assert_eq!(run(&["convert", "--to", "pgn"], &jsonl).stdout, pgn);
    let marked = ["\u{feff}".as_bytes(), &jsonl].concat();
    assert_eq!(run(&["convert", "--to", "pgn"], &marked).stdout, pgn);
    let commented = [b"{a comment}\n".as_slice(), &pgn].concat();
    assert_eq!(run(&["convert", "--to", "pgn"], &commented).stdout, pgn);
}

/// Whatever an argument holds, the message about it is one line.
#[test]
fn odd_arguments_are_quoted() {
    let long = "x".repeat(100_000);
    for argument in ["a\nb", "\u{1b}]0;title\u{7}", "", &long, "é"] {
        message(&["show", argument], b"");
        message(&["perft", "--check", argument], b"");
        message(&["convert", "--to", argument], b"");
        message(&["solve", argument], b"");
        message(&["solve", "--openings", argument], b"");
        message(&["solve", "--openings", "3x3", "--only", argument], b"");
        message(&["solve", "--verify", argument], b"");
        message(&["match", "random", "random", "--board", argument], b"");
        message(&["play", "--seed", argument], b"");
        message(&[argument], b"");
    }
}

/// `lastknight … | head` is no failure.
#[test]
fn a_reader_that_leaves_is_no_failure() {
    for arguments in [
        &["show", "128x1"][..],
        &["perft", "3", "--divide"],
        &["completions", "zsh"],
        &["man"],
        &["agents"],
        &["analyze", "7x7 moves d4 b3", "--depth", "200"],
        &["match", "random", "random", "--games", "2"],
        &["play"],
        &["bench"],
        &["solve", "4x4 moves a1 b1"],
        &["solve", "--openings", "3x3"],
        &["--help"],
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = Command::new(env!("CARGO_BIN_EXE_lastknight"))
            .args(arguments)
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .expect("the program runs");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    }
}

/// A check that fails says so by its exit code, read or not.
#[test]
fn a_failed_check_is_told_without_a_reader() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let status = Command::new(env!("CARGO_BIN_EXE_lastknight"))
        .args(["perft", "--check", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/wrong.txt")])
        .stdout(writer)
        .status()
        .expect("the program runs");
    assert_eq!(status.code(), Some(3));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said() {
    for arguments in [
        &["show"][..],
        &["perft", "3"],
        &["perft", "3", "--json"],
        &["analyze", "--depth", "2"],
        &["analyze", "--depth", "200", "--json"],
        &["match", "random", "random", "--games", "2"],
        &["play"],
        &["man"],
        &["solve", "4x4 moves a1 b1"],
        &["solve", "--openings", "3x3", "--json"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let output = Command::new(env!("CARGO_BIN_EXE_lastknight"))
            .args(arguments)
            .stdout(full)
            .output()
            .expect("the program runs");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(message.starts_with("lastknight: cannot write the output: "), "{message}");
    }
}

/// Colours are for terminals, unless they are asked for.
#[test]
fn color_respects_the_environment() {
    let colored = |variables: &[(&str, &str)]| {
        let output = Command::new(env!("CARGO_BIN_EXE_lastknight"))
            .args(["show", "3x3 moves a1 b3"])
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .envs(variables.iter().copied())
            .output()
            .expect("the program runs");
        output.stdout.contains(&0x1b)
    };
    assert!(!colored(&[]));
    assert!(colored(&[("CLICOLOR_FORCE", "1")]));
    assert!(!colored(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
}

/// Whatever is typed, a game goes on; its end is the end of the input.
#[test]
fn garbage_ends_no_game() {
    for piece in ["7", "é", "\n", "undo\n", "board \n", "\u{1b}[2J\n", "\0"] {
        let output = run(&["play", "--against", "random"], piece.repeat(5000).as_bytes());
        assert_eq!(output.status.code(), Some(0));
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(text.ends_with("\nstartpos\n"), "{text}");
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'));
    }
    let output = run(&["play", "--against", "random"], &[0xff; 10_000]);
    assert_eq!(output.status.code(), Some(0));
}

/// What is played can be played on: the last line is a position.
#[test]
fn a_game_is_continued_where_it_was_left() {
    let options = ["--against", "greedy", "--color", "white", "--position"];
    let mut position = "5x5".to_owned();
    for (to, length) in [("c3", 2), ("a2", 4), ("c1", 6)] {
        let arguments = [&["play"], &options[..], &[&position]].concat();
        let output = run(&arguments, format!("{to}\n").as_bytes());
        let text = String::from_utf8(output.stdout).expect("text");
        position = text.lines().last().expect("a line").to_owned();
        let words: Vec<&str> = position.split(' ').collect();
        assert_eq!((words[0], words[1], words.len()), ("5x5", "moves", 2 + length), "{position}");
    }
}

/// The games of a match as a file that other commands read.
#[test]
fn games_of_a_match_are_kept() {
    let file = std::env::temp_dir().join(format!("lastknight-match-{}.pgn", std::process::id()));
    let name = file.to_str().expect("a name");
    let output = run(&["match", "greedy", "random", "--games", "6", "--pgn", name], b"");
    assert_eq!(output.status.code(), Some(0));
    let table = run(&["convert", name, "--to", "csv"], b"");
    std::fs::remove_file(&file).expect("the file is there");
    let table = String::from_utf8(table.stdout).expect("text");
    assert_eq!(table.lines().count(), 1 + 6, "{table}");
}

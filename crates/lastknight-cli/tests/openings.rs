//! Openings solved on and on, however often that is ended: nothing that was solved is lost.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use lastknight::{Random, Size};

/// A board that takes a while, for a computer.
const BOARD: &str = "5x7";

/// A directory that is gone when the test is.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let name = format!("lastknight-openings-{name}-{}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_default()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn command(board: &str, directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lastknight"));
    command.args(["solve", "--openings", board, "--out"]).arg(directory);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(command: &mut Command) -> Output {
    let output = command.output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// The lines that are written to their end, in order.
fn whole_lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').filter(|line| line.ends_with('\n')).collect()
}

/// Killed at any moment, it goes on, and ends with what it would have ended with.
#[test]
fn a_kill_loses_no_opening() {
    let whole = Directory::new("whole");
    run(command(BOARD, &whole.0).args(["--threads", "1"]));
    let killed = Directory::new("killed");
    let mut random = Random::new(5);
    let name = format!("{BOARD}.jsonl");
    for _ in 0..12 {
        let before = killed.read(&name);
        let mut child = command(BOARD, &killed.0).spawn().expect("the program starts");
        sleep(Duration::from_millis(random.below(120) as u64));
        child.kill().expect("a child that can be killed");
        child.wait().expect("an end");
        let after = killed.read(&name);
        assert!(whole_lines(&after).starts_with(&whole_lines(&before)), "{after}");
    }
    run(&mut command(BOARD, &killed.0));
    for extension in ["json", "csv"] {
        let name = format!("{BOARD}.{extension}");
        assert_eq!(killed.read(&name), whole.read(&name));
    }
    assert!(killed.read(&format!("{BOARD}.md")).starts_with("# Every opening of 5x7\n"));
    assert_eq!(whole_lines(&killed.read(&name)).len(), whole_lines(&whole.read(&name)).len());
}

/// A line that was not written to its end is dropped, and said; everything else stays.
#[test]
fn a_torn_line_is_dropped() {
    let directory = Directory::new("torn");
    run(&mut command("3x4", &directory.0));
    let journal = directory.read("3x4.jsonl");
    let table = directory.read("3x4.json");
    for cut in (0..journal.len()).step_by(97) {
        fs::write(directory.0.join("3x4.jsonl"), &journal[..cut]).expect("a file");
        for table in ["3x4.json", "3x4.csv"] {
            fs::remove_file(directory.0.join(table)).expect("a table");
        }
        let output = run(&mut command("3x4", &directory.0));
        let note = String::from_utf8(output.stderr).expect("text");
        let header = journal.find('\n').expect("a first line") + 1;
        if cut < header || journal[..cut].ends_with('\n') {
            assert_eq!(note, "");
        } else {
            let line = journal[..cut].lines().count();
            let end = format!("line {line} is incomplete and was dropped\n");
            assert!(note.ends_with(&end), "{note}");
        }
        assert_eq!(directory.read("3x4.json"), table);
        assert!(directory.read("3x4.jsonl").starts_with(&journal[..cut.min(header)]));
    }
}

/// What was given up is tried again, and the number of threads shows nowhere.
#[test]
fn what_was_given_up_is_tried_again() {
    let directory = Directory::new("limits");
    run(command("4x4", &directory.0).args(["--nodes", "0"]));
    assert!(directory.read("4x4.json").contains("\"solved\":false,\"winner\":null"));
    let page = directory.read("4x4.md");
    assert!(page.contains("the table is unfinished") && !page.contains("Made by"), "{page}");
    run(command("4x4", &directory.0).args(["--threads", "3"]));
    let table = directory.read("4x4.json");
    assert!(table.contains("\"solved\":true,\"winner\":\"black\""), "{table}");
    for threads in ["1", "2"] {
        let output = run(Command::new(env!("CARGO_BIN_EXE_lastknight")).args([
            "solve",
            "--openings",
            "4x4",
            "--json",
            "--threads",
            threads,
        ]));
        assert_eq!(String::from_utf8_lossy(&output.stdout), table.replace('\n', "") + "\n");
    }
    for form in ["json", "csv", "jsonl"] {
        let file = directory.0.join(format!("4x4.{form}"));
        let output = run(Command::new(env!("CARGO_BIN_EXE_lastknight"))
            .args(["solve", "--verify"])
            .arg(file));
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.starts_with("4x4: 33 of 33 openings checked, 0 wrong, in "), "{text}");
    }
}

/// What a table knows is not lost, though its journal is: not all of it, nor a part.
#[test]
fn a_table_without_its_journal_stays() {
    let directory = Directory::new("table");
    run(&mut command("3x4", &directory.0));
    let (journal, table) = (directory.read("3x4.jsonl"), directory.read("3x4.json"));
    let lines = whole_lines(&journal);
    for kept in [0, 1, 5, lines.len()] {
        fs::write(directory.0.join("3x4.jsonl"), lines[..kept].concat()).expect("a file");
        let output = run(command("3x4", &directory.0).args(["--only", "a1", "--nodes", "0"]));
        let note = String::from_utf8(output.stderr).expect("text");
        let new = lines.len() - kept.max(1);
        if new == 0 {
            assert_eq!(note, "");
        } else {
            let end = format!("3x4.json': uses {new} of 36 openings solved there\n");
            assert!(note.ends_with(&end) && note.lines().count() == 1, "{note}");
        }
        assert_eq!(directory.read("3x4.json"), table);
        assert_eq!(whole_lines(&directory.read("3x4.jsonl")).len(), lines.len());
    }
    for (text, message) in [
        (directory.read("3x4.json").replace("3x4", "4x3"), "3x4.json': "),
        ("{".to_owned(), "3x4.json': "),
    ] {
        fs::write(directory.0.join("3x4.json"), &text).expect("a file");
        let output = command("3x4", &directory.0).output().expect("the program runs");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(message), "{error}");
        assert_eq!(directory.read("3x4.json"), text);
    }
}

/// A journal begun by another version is continued with a note.
#[test]
fn the_journal_of_another_version_is_noted() {
    let directory = Directory::new("version");
    run(&mut command("3x4", &directory.0));
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    let journal = directory.read("3x4.jsonl").replacen(&version, "\"version\":\"0.0.1\"", 1);
    fs::write(directory.0.join("3x4.jsonl"), &journal).expect("a file");
    let output = run(&mut command("3x4", &directory.0));
    let note = String::from_utf8(output.stderr).expect("text");
    let end = "begun by version 0.0.1: node counts of two versions may be mixed\n";
    assert!(note.ends_with(end) && note.lines().count() == 1, "{note}");
    assert_eq!(directory.read("3x4.jsonl"), journal);
}

/// Two programs cannot write one journal.
#[test]
fn a_journal_has_one_writer() {
    let directory = Directory::new("writer");
    let mut first = command("9x9", &directory.0).spawn().expect("the program starts");
    // The file is locked once it has its first line.
    while directory.read("9x9.jsonl").is_empty() {
        assert!(first.try_wait().expect("a child").is_none(), "it ended");
        sleep(Duration::from_millis(10));
    }
    let second = command("9x9", &directory.0).output().expect("the program runs");
    first.kill().expect("a child that can be killed");
    first.wait().expect("an end");
    let message = String::from_utf8_lossy(&second.stderr);
    assert_eq!(second.status.code(), Some(1), "{message}");
    assert!(message.ends_with("9x9.jsonl' is in use by another lastknight\n"), "{message}");
}

/// The committed tables are right: small boards as a whole, larger ones as far as there is time.
#[test]
fn committed_tables_are_verified() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lastknight/tablebase");
    let mut tables = 0;
    for entry in fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "csv") {
            continue;
        }
        let name = path.file_stem().expect("a name").to_string_lossy();
        let size: Size = name.parse().expect("named like its board");
        let sample: &[&str] = match size.area() {
            ..=30 => &[],
            31..=49 => &["--sample", "10", "--seed", "1"],
            _ => continue,
        };
        let arguments = ["solve", "--memory", "16", "--verify"];
        let mut command = Command::new(env!("CARGO_BIN_EXE_lastknight"));
        let output = run(command.args(arguments).arg(&path).args(sample));
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains(&format!("{size}: ")) && text.contains(", 0 wrong, "), "{text}");
        tables += 1;
    }
    assert!(tables >= 30, "{tables}");
}

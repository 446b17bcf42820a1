//! Programs that play in every command, are checked, started from nothing and graded.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// Returns the agent that behaves as its argument says.
pub(crate) fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../lastknight-host/tests/scripts/agent.py")
}

fn command(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lastknight"));
    command.current_dir(directory).args(arguments);
    command
}

fn run(directory: &Path, arguments: &[&str]) -> Output {
    command(directory, arguments).output().expect("the program runs")
}

fn text(directory: &Path, arguments: &[&str]) -> String {
    let output = run(directory, arguments);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).expect("text")
}

fn json(directory: &Path, arguments: &[&str]) -> Value {
    let arguments = [arguments, &["--json"]].concat();
    serde_json::from_str(&text(directory, &arguments)).expect("an object")
}

/// A directory with an agent that plays the first legal move.
fn directory() -> TempDir {
    let directory = TempDir::new().expect("a directory");
    fs::copy(script(), directory.path().join("agent.py")).expect("a copy");
    directory
}

const GOOD: &str = "process(\"python3 agent.py good\")";

#[test]
fn programs_play_in_every_command() {
    let directory = directory();
    let run = |arguments: &[&str]| json(directory.path(), arguments);
    let games = ["match", GOOD, "greedy(improved)", "--games", "6"];
    let won = |result: &Value| result["pairs"].clone();
    assert_eq!(won(&run(&games)), won(&run(&[&games[..], &["--threads", "1"]].concat())));
    let analysis =
        ["analyze", "7x7", "moves", "d4", "b3", "--agent", GOOD, "--depth", "3", "--json"];
    let found = text(directory.path(), &analysis);
    assert!(found.lines().last().expect("a line").contains("\"best\":\"c2\""), "{found}");
    let oracle = run(&["oracle", GOOD, "--board", "5x5", "--positions", "5"]);
    assert!(oracle["agents"][0]["agent"].as_str().expect("a text").starts_with("process("));
    let moves = "c3\n";
    let mut child =
        command(directory.path(), &["play", "--lines", "--against", GOOD, "--color", "white"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
    child.stdin.take().expect("a pipe").write_all(moves.as_bytes()).expect("a line");
    let output = String::from_utf8(child.wait_with_output().expect("an end").stdout).expect("text");
    assert!(output.contains("a1"), "{output}");
    let study = format!(
        "title = 't'\nquestion = 'q'\nsource = 's'\nreading = 'r'\n[[measures]]\nname = 'm'\ntitle = 'm'\nkind = 'games'\n\
         games = 2\nboard = '5x5'\nagents = ['{GOOD}']\nfield = ['random']\n"
    );
    fs::write(directory.path().join("own.toml"), study).expect("a file");
    let output = self::run(directory.path(), &["study", "own.toml", "--games", "2", "--out", "s"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
}

/// A changed agent is another entrant, and the games of the former one stay.
#[test]
fn the_content_is_part_of_the_identity() {
    let directory = directory();
    let games = ["match", GOOD, "random", "--games", "4", "--out", "r"];
    let agent = |result: &Value| result["agents"][0].to_string();
    let first = json(directory.path(), &games);
    let again = json(directory.path(), &games);
    assert_eq!(agent(&first), agent(&again));
    let file = directory.path().join("agent.py");
    let text =
        fs::read_to_string(&file).expect("a file").replace("return legal[0]", "return legal[-1]");
    fs::write(&file, text).expect("a file");
    json(directory.path(), &games);
    let runs = json(directory.path(), &["report", "r", "--list"]);
    assert_eq!(runs.as_array().map(Vec::len), Some(2), "{runs}");
    let old = json(directory.path(), &["report", "r", "--run", "1"]);
    let new = json(directory.path(), &["report", "r", "--run", "2"]);
    let texts = |report: &Value| {
        let agents = report["agents"].as_array().expect("agents");
        agents.iter().map(|agent| agent["agent"].to_string()).find(|text| text.contains("hash="))
    };
    assert!(texts(&old).is_some() && texts(&old) != texts(&new));
}

#[test]
fn failures_are_reported_and_timed_games_name_the_machine() {
    let directory = directory();
    let crash = GOOD.replace("good", "crash 1");
    let report = json(
        directory.path(),
        &[
            "tournament",
            "--agent",
            &crash,
            "--agent",
            "random",
            "--games",
            "4",
            "--time",
            "100ms",
            "--out",
            "r",
        ],
    );
    let failure = &report["failures"][0];
    assert_eq!((&failure["termination"], &failure["games"]), (&"crash".into(), &4.into()));
    assert!(failure["detail"].as_str().expect("a text").starts_with("ended with exit code 1\n"));
    assert!(report["machines"][0].as_str().expect("a text").contains("core"));
    let page = fs::read_to_string(directory.path().join("r/report.md")).expect("a page");
    assert!(page.contains("ended with exit code 1: ValueError: on purpose"));
    let logs = fs::read_dir(directory.path().join("r/logs")).expect("logs");
    assert_eq!(logs.count(), 1);
}

#[test]
fn bad_commands_are_one_line_before_the_first_game() {
    let directory = directory();
    fs::write(directory.path().join("plain.py"), "").expect("a file");
    for (agent, wanted) in [
        (
            "process(\"pyhton3 agent.py\")",
            "agent: column 9: command not found: 'pyhton3'; did you mean 'python3'?",
        ),
        (
            "process(\"./plain.py\")",
            "agent: column 9: cannot run './plain.py': it is not executable; use \"python3 ./plain.py\"",
        ),
        ("process(\"python3 'agent.py\")", "agent: column 9: a ' is never closed"),
        (
            "process(\"python3 agent.py good\", protocol=ugi)",
            "agent: process(\"python3 agent.py good\", protocol=ugi) speaks turns, not UGI: leave out protocol=ugi",
        ),
    ] {
        let output = run(directory.path(), &["match", agent, "random"]);
        assert_eq!(output.status.code(), Some(2), "{agent}");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(error.lines().next(), Some(format!("lastknight: {wanted}").as_str()));
    }
    let off = GOOD.replace(')', ", sandbox=off)");
    let output = run(directory.path(), &["--require-sandbox", "match", &off, "random"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn starters_are_written_and_checked() {
    let directory = TempDir::new().expect("a directory");
    let made = json(directory.path(), &["agent", "new", "--lang", "python", "--out", "mine"]);
    assert_eq!(made["file"], "mine/agent.py");
    let again = run(directory.path(), &["agent", "new", "--lang", "python", "--out", "mine"]);
    assert_eq!(again.status.code(), Some(2));
    let checked = json(&directory.path().join("mine"), &["agent", "check", "python3 agent.py"]);
    assert_eq!(checked["ok"], true);
    let bad = script();
    let bad = format!("python3 {} garbage 3", bad.display());
    let output = run(directory.path(), &["agent", "check", &bad]);
    assert_eq!(output.status.code(), Some(3));
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(
        shown.contains("WRONG  ") && shown.contains("hint: answer one of the words after 'legal'"),
        "{shown}"
    );
}

#[test]
fn submissions_are_graded_and_one_bad_one_stops_nothing() {
    let directory = TempDir::new().expect("a directory");
    let hand_in = |name: &str, mode: &str| {
        let folder = directory.path().join(name);
        fs::create_dir(&folder).expect("a directory");
        let text = fs::read_to_string(script()).expect("a script");
        let text = text.replacen("sys.argv[1]", &format!("\"{mode}\""), 1);
        fs::write(folder.join("agent.py"), text).expect("a file");
    };
    hand_in("anna", "good");
    hand_in("ben", "crash");
    let arguments = [
        "grade",
        "anna",
        "ben",
        "nobody",
        "--against",
        "random",
        "--against",
        "greedy(open)",
        "--games",
        "4",
        "--out",
        "g",
    ];
    let grades = json(directory.path(), &arguments);
    let of = |name: &str| {
        let all = grades["submissions"].as_array().expect("a list");
        all.iter().find(|grade| grade["name"] == name).expect("a grade").clone()
    };
    assert_eq!(
        (&of("anna")["games"], &of("anna")["failures"]),
        (&8.into(), &Value::Array(Vec::new()))
    );
    assert_eq!(
        (&of("ben")["points"], &of("ben")["failures"][0]["games"]),
        (&0.0.into(), &8.into())
    );
    assert_eq!(of("nobody")["problem"], "there is no such file or directory");
    let gradescope = fs::read_to_string(directory.path().join("g/submissions/anna/results.json"))
        .expect("a file");
    let gradescope: Value = serde_json::from_str(&gradescope).expect("JSON");
    assert_eq!(gradescope["score"], of("anna")["points"]);
    assert_eq!(gradescope["tests"].as_array().map(Vec::len), Some(2));
    assert_eq!(gradescope["leaderboard"][0]["value"], of("anna")["points"]);
    // Nothing is played again.
    assert_eq!(json(directory.path(), &arguments), grades);
    let table = fs::read_to_string(directory.path().join("g/grades.csv")).expect("a table");
    assert!(table.starts_with("name,points,won,games,failures,agent\nanna,"), "{table}");
}

/// A host that is killed takes its programs with it.
#[test]
fn a_kill_leaves_no_program_behind() {
    let directory = directory();
    for sandbox in ["", ", sandbox=off"] {
        let marker = directory.path().file_name().expect("a name").to_str().expect("text");
        let agent = format!("process(\"python3 agent.py stall 1 1 {marker}\"{sandbox})");
        let mut child = command(directory.path(), &["match", &agent, "random", "--games", "2"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        let is_running = || {
            let processes = fs::read_dir("/proc").expect("processes").flatten();
            let lines = processes.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
            lines
                .filter(|line| {
                    line.starts_with(b"python3\0")
                        || line.windows(8).any(|part| part == b"/python3")
                })
                .any(|line| {
                    String::from_utf8_lossy(&line).contains(marker)
                        && !line.starts_with(env!("CARGO_BIN_EXE_lastknight").as_bytes())
                })
        };
        while !is_running() {
            thread::sleep(Duration::from_millis(5));
        }
        child.kill().expect("a process");
        child.wait().expect("an end");
        let until = Instant::now() + Duration::from_secs(20);
        while is_running() && Instant::now() < until {
            thread::sleep(Duration::from_millis(5));
        }
        assert!(!is_running(), "{sandbox}");
    }
}

#[test]
fn an_agent_is_an_engine() {
    let mut child = command(Path::new("."), &["ugi", "--agent", "alphabeta(improved)"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let session = "ugi\nisready\nsetoption name agent value greedy(open)\nuginewgame\nposition startpos moves d4 b3\n\
                   query p1turn\nquery gameover\nquery result\ngo depth 3\nposition fen 3/3/3 w moves b2 a1\n\
                   query gameover\nquery result\ngo movetime 5\nnonsense\nposition fen x\ngo depth\n";
    child.stdin.take().expect("a pipe").write_all(session.as_bytes()).expect("lines");
    let output = String::from_utf8(child.wait_with_output().expect("an end").stdout).expect("text");
    let lines: Vec<&str> = output.lines().filter(|line| !line.starts_with("info depth")).collect();
    let after_ok = lines.iter().position(|line| *line == "ugiok").expect("an answer");
    assert!(lines[0].starts_with("id name lastknight "));
    let rest = &lines[after_ok + 1..];
    assert_eq!(rest[..4], ["readyok", "response true", "response false", "response none"]);
    assert!(rest[4].starts_with("bestmove "), "{output}");
    assert_eq!(rest[5..8], ["response true", "response p2win", "bestmove none"]);
    assert_eq!(rest[8], "info string unknown command 'nonsense'");
    assert!(rest[9].starts_with("info string position: "));
    assert_eq!(rest[10], "info string go: 'depth' needs a number");
}

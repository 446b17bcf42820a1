//! Fleets as users run them: processes that are killed at any moment, paused, and told to leave.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use lastknight::Random;
use lastknight_lab::{StoredGame, open_store};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::nats_server::NatsServer;

/// What a storm has at the least.
const WORKER_KILLS: usize = 100;
const COORDINATOR_KILLS: usize = 20;
const WIPES: usize = 5;

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(300);

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_lastknight"))
}

/// A child that is killed when it is dropped.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Process {
    fn signal(&self, signal: Signal) {
        let pid = Pid::from_raw(self.0.id() as i32).expect("a process");
        kill_process(pid, signal).expect("a signal");
    }

    /// Waits for the end, and returns whether it was a success and what was written to standard error.
    fn end(mut self) -> (bool, String) {
        let begin = Instant::now();
        let status = loop {
            if let Some(status) = self.0.try_wait().expect("a child") {
                break status;
            }
            assert!(begin.elapsed() < PATIENCE, "it does not end");
            sleep(Duration::from_millis(20));
        };
        let mut text = String::new();
        if let Some(mut stderr) = self.0.stderr.take() {
            stderr.read_to_string(&mut text).expect("text");
        }
        (status.success(), text)
    }
}

fn worker(url: &str) -> Process {
    let mut command = program();
    command.args(["worker", "--nats", url, "--fleet", "test", "--threads", "1"]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    Process(command.spawn().expect("a worker"))
}

const FLEET: [&str; 6] = ["--fleet", "test", "--lease", "1", "--verify-share", "5%"];

fn tournament(directory: &Path, games: usize) -> Command {
    let mut command = program();
    command.arg("tournament").args(["--agent", "mcts", "--agent", "alphabeta(ab15, ties=random)"]);
    command.args(["--agent", "engine", "--nodes", "800", "--games", &games.to_string()]);
    command.arg("--out").arg(directory).stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

fn coordinator(url: &str, directory: &Path, games: usize) -> Process {
    let mut command = tournament(directory, games);
    Process(command.args(["--nats", url]).args(FLEET).spawn().expect("a coordinator"))
}

fn succeeds(command: &mut Command) -> Output {
    let output = command.output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

fn exported(directory: &Path) -> String {
    let output = succeeds(program().arg("export").arg(directory).args(["--format", "pgn"]));
    String::from_utf8(output.stdout).expect("text")
}

/// The games of the same tournament on this machine alone.
fn alone(games: usize) -> String {
    let directory = TempDir::new().expect("a directory");
    succeeds(&mut tournament(directory.path(), games));
    exported(directory.path())
}

/// Checks that a store has each pair whole.
fn check_pairs(directory: &Path) {
    let store = open_store(directory).expect("a store");
    for summary in store.runs().expect("runs") {
        let run = store.run(summary.id).expect("a run");
        let (mut games, mut pairs) = (BTreeSet::new(), 0);
        let add = &mut |game: &StoredGame| {
            games.insert(game.name().to_owned());
        };
        store.each_game(&run, add).expect("games");
        store.each_result(&run, &mut |_| pairs += 1).expect("results");
        assert_eq!(games.len(), 2 * pairs, "half a pair, or one twice");
    }
}

/// Workers, the coordinator and the broker are killed again and again; the broker loses all it has.
#[test]
fn a_storm_loses_nothing() {
    let directory = TempDir::new().expect("a directory");
    let results = directory.path().join("results");
    let mut server = NatsServer::start();
    let url = server.url();
    let mut random = Random::new(11);
    let mut games = 400;
    let mut workers: Vec<Process> = (0..4).map(|_| worker(&url)).collect();
    let mut boss = Some(coordinator(&url, &results, games));
    let (mut worker_kills, mut boss_kills, mut wipes, mut ends) = (0, 0, 0, 0);
    while worker_kills < WORKER_KILLS || boss_kills < COORDINATOR_KILLS || wipes < WIPES {
        sleep(Duration::from_millis(50 + random.below(200) as u64));
        let at = random.below(workers.len());
        workers[at] = worker(&url);
        worker_kills += 1;
        if worker_kills % 5 == 0 {
            boss = Some(coordinator_after(boss.take(), &url, &results, games));
            boss_kills += 1;
        }
        if worker_kills % 20 == 10 {
            server.wipe();
            wipes += 1;
        }
        if boss.as_mut().is_some_and(|boss| boss.0.try_wait().expect("a child").is_some()) {
            let (is_over, _) = boss.take().expect("a coordinator").end();
            // It may have met a broker that was down.
            if is_over {
                (ends, games) = (ends + 1, 2 * games);
            }
            boss = Some(coordinator(&url, &results, games));
        }
    }
    let begin = Instant::now();
    while let Some(last) = boss.take() {
        let (is_over, text) = last.end();
        if !is_over {
            assert!(begin.elapsed() < PATIENCE, "{text}");
            boss = Some(coordinator(&url, &results, games));
        }
    }
    check_pairs(&results);
    assert_eq!(exported(&results), alone(games), "{ends} runs ended before");
}

/// Kills a coordinator and starts the next.
fn coordinator_after(last: Option<Process>, url: &str, results: &Path, games: usize) -> Process {
    drop(last);
    coordinator(url, results, games)
}

/// A worker that stands still for longer than its lease comes back with results that nobody waits for.
#[test]
fn slow_workers_hold_nothing_up() {
    let directory = TempDir::new().expect("a directory");
    let server = NatsServer::start();
    let (slow, _other) = (worker(&server.url()), worker(&server.url()));
    let boss = coordinator(&server.url(), directory.path(), 600);
    for _ in 0..3 {
        sleep(Duration::from_millis(700));
        slow.signal(Signal::STOP);
        sleep(Duration::from_millis(1800));
        slow.signal(Signal::CONT);
    }
    let (is_over, text) = boss.end();
    assert!(is_over, "{text}");
    check_pairs(directory.path());
    assert_eq!(exported(directory.path()), alone(600));
}

/// A disk that is full ends the coordinator with one line. With room, the same command goes on.
#[test]
fn a_full_disk_loses_nothing() {
    let directory = TempDir::new().expect("a directory");
    let server = NatsServer::start();
    let _workers: Vec<Process> = (0..2).map(|_| worker(&server.url())).collect();
    // No file may be larger than this.
    let mut limited = Command::new("bash");
    limited.args(["-c", "ulimit -f 250; trap '' XFSZ; exec \"$@\"", "limited"]);
    let command = {
        let mut command = tournament(directory.path(), 1200);
        command.args(["--nats", &server.url()]).args(FLEET);
        command
    };
    limited.arg(command.get_program()).args(command.get_args());
    let output = limited.output().expect("a coordinator");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.lines().last().is_some_and(|line| line.starts_with("lastknight: '")), "{text}");
    let (is_over, text) = coordinator(&server.url(), directory.path(), 1200).end();
    assert!(is_over, "{text}");
    check_pairs(directory.path());
    assert_eq!(exported(directory.path()), alone(1200));
}

/// The lines that a process writes to standard error, as they come.
fn lines(process: &mut Process) -> std::sync::mpsc::Receiver<String> {
    let (sender, receiver) = std::sync::mpsc::channel();
    let stderr = BufReader::new(process.0.stderr.take().expect("standard error"));
    thread::spawn(move || stderr.lines().map_while(Result::ok).try_for_each(|it| sender.send(it)));
    receiver
}

fn wait_for(lines: &std::sync::mpsc::Receiver<String>, start: &str) -> String {
    let begin = Instant::now();
    while begin.elapsed() < PATIENCE {
        match lines.recv_timeout(PATIENCE) {
            Ok(line) if line.starts_with(start) => return line,
            Ok(_) => {}
            Err(error) => panic!("no line '{start}': {error}"),
        }
    }
    panic!("no line '{start}'");
}

/// A worker says what it does, and returns its work when it is told to leave.
#[test]
fn workers_say_what_they_do_and_leave() {
    let directory = TempDir::new().expect("a directory");
    let server = NatsServer::start();
    let mut command = program();
    command.args(["worker", "--nats", &server.url(), "--threads", "2"]).stderr(Stdio::piped());
    let mut worker = Process(command.spawn().expect("a worker"));
    let said = lines(&mut worker);
    let version = format!("lastknight {}, bench ", env!("CARGO_PKG_VERSION"));
    assert!(wait_for(&said, &version).ends_with(" nodes/s on one thread"));
    wait_for(&said, "connected, waiting for work");
    let boss = coordinator(&server.url(), directory.path(), 4000);
    wait_for(&said, "joined the fleet 'test'");
    let status = || {
        let url = server.url();
        succeeds(program().args(["fleet", "status", "--nats", &url, "--fleet", "test", "--json"]))
    };
    let finished = || {
        let status: serde_json::Value =
            serde_json::from_slice(&status().stdout).expect("a JSON object");
        status["tasks"]["finished"].as_u64().expect("a number")
    };
    while finished() < 20 {
        sleep(Duration::from_millis(50));
    }
    worker.signal(Signal::TERM);
    wait_for(&said, "leaving, unfinished work goes to others");
    wait_for(&said, "");
    let (is_success, _) = worker.end();
    assert!(is_success);
    drop(boss);
}

/// Programs run only on workers that allow them.
#[cfg(target_os = "linux")]
#[test]
fn programs_run_where_they_are_allowed() {
    const AGENT: &str = "process(\"python3 agent.py good\")";
    let directory = TempDir::new().expect("a directory");
    fs::copy(crate::programs::script(), directory.path().join("agent.py")).expect("a copy");
    let server = NatsServer::start();
    let worker = |more: &[&str]| {
        let mut command = program();
        command.args(["worker", "--nats", &server.url(), "--threads", "1"]).args(more);
        command.current_dir(directory.path()).stderr(Stdio::piped());
        Process(command.spawn().expect("a worker"))
    };
    let games = |out: &str| {
        let mut command = program();
        command.args(["match", AGENT, "random", "--games", "6", "--board", "5x5", "--out", out]);
        command.current_dir(directory.path()).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    };
    let mut strict = worker(&[]);
    let said = lines(&mut strict);
    let mut command = games("fleet");
    let boss = Process(command.args(["--nats", &server.url()]).spawn().expect("a coordinator"));
    let line = wait_for(&said, "the fleet 'default' needs a program: allow it with --allow '");
    assert!(line.contains("agent.py good"), "{line}");
    let mut open = worker(&["--allow", AGENT]);
    let _said = lines(&mut open);
    let (is_over, text) = boss.end();
    assert!(is_over, "{text}");
    succeeds(&mut games("alone"));
    let [fleet, alone] = ["fleet", "alone"].map(|name| exported(&directory.path().join(name)));
    assert_eq!(fleet, alone);
}

/// Results with a time limit name the machines.
#[test]
fn timed_games_name_the_machine() {
    let directory = TempDir::new().expect("a directory");
    let server = NatsServer::start();
    let _worker = worker(&server.url());
    let mut command = program();
    command.args(["match", "engine", "random", "--games", "4", "--time", "2ms", "--json"]);
    command.args(["--nats", &server.url(), "--fleet", "test", "--scale-time"]);
    let output = succeeds(command.arg("--out").arg(directory.path()));
    drop(output);
    let report = succeeds(program().arg("report").arg(directory.path()).arg("--json"));
    let report: serde_json::Value = serde_json::from_slice(&report.stdout).expect("JSON");
    let machine = report["machines"][0].as_str().expect("a machine");
    assert!(machine.contains(", time x "), "{machine}");
}

/// Openings that a fleet solves are those that this machine solves.
#[test]
fn openings_are_solved_by_a_fleet() {
    let directory = TempDir::new().expect("a directory");
    let server = NatsServer::start();
    let _workers: Vec<Process> = (0..2).map(|_| worker(&server.url())).collect();
    let solve = |name: &str, more: &[&str]| -> PathBuf {
        let out = directory.path().join(name);
        let mut command = program();
        command.args(["solve", "--openings", "5x5", "--out"]).arg(&out).args(more);
        succeeds(&mut command);
        out.join("5x5.csv")
    };
    let (url, alone) = (server.url(), solve("alone", &[]));
    let fleet = solve("fleet", &["--nats", &url, "--fleet", "test", "--verify-share", "100%"]);
    assert_eq!(fs::read(alone).expect("a table"), fs::read(fleet).expect("a table"));
}

/// Mistakes are one line.
#[test]
fn mistakes_are_named() {
    let port = crate::nats_server::free_port();
    let nowhere = format!("nats://127.0.0.1:{port}");
    for (arguments, code, message) in [
        (vec!["worker", "--nats", &nowhere], 1, "lastknight: NATS: no broker at nats://127.0.0.1:"),
        (
            vec!["fleet", "status", "--nats", "ftp://x"],
            1,
            "lastknight: NATS: 'ftp://x' is no address",
        ),
        (vec!["worker", "--nats", "nats://a:b@c"], 1, "lastknight: NATS: the address has an '@': "),
        (
            vec!["match", "random", "greedy", "--nats", &nowhere, "--fleet", "a b"],
            2,
            "lastknight: --fleet: a fleet's name has ",
        ),
        (vec!["worker", "--nats", &nowhere, "--allow", "nobody"], 2, "lastknight: agent: "),
        (
            vec!["match", "random", "greedy", "--nats", &nowhere, "--credentials", "/none"],
            1,
            "lastknight: '/none': ",
        ),
    ] {
        let output = program().args(&arguments).output().expect("the program runs");
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
        assert!(text.lines().any(|line| line.starts_with(message)), "{arguments:?}: {text}");
    }
}

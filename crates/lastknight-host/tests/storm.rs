//! Tournaments among programs that fail in every way and programs that do not.

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use lastknight::agent::Agents;
use lastknight::{Color, Constants, Limits, Termination};
use lastknight_host::Host;
use lastknight_lab::{Session, Spec};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tempfile::TempDir;

use crate::hosted::script;

/// Agents that never fail.
const GOOD: &[&str] =
    &["greedy(improved)", "alphabeta(open, depth=2)", "SCRIPT good", "SCRIPT comments"];

/// Modes of the script, which fail in some of their games, and how these end.
const BAD: &[(&str, &str, Termination)] = &[
    ("crash 1", "", Termination::Crash),
    ("exit 2", "", Termination::Crash),
    ("kill 1", "", Termination::Crash),
    ("stall 1", ", stall=300ms", Termination::Time),
    ("late 1", ", time=100ms", Termination::Time),
    ("garbage 1", "", Termination::IllegalMove),
    ("illegal 1", "", Termination::IllegalMove),
    ("flood 1", "", Termination::IllegalMove),
    ("flood-stderr 1", "", Termination::NoMoves),
    ("slow-start 0", ", startup=400ms", Termination::Crash),
    ("exit-at-start 0", "", Termination::Crash),
    ("resign 3", "", Termination::Resignation),
    ("sleep 1", "", Termination::NoMoves),
];

/// A mode whose processes are killed from outside.
const VICTIM: (&str, Termination) = ("good 0 1 victim", Termination::Crash);

fn python() -> String {
    let print = ["-c", "import sys; print(sys.executable)"];
    let output = Command::new("python3").args(print).output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// Plays a round robin of these agents, and returns how each game ended and its moves, by players and opening.
fn play(agents: &[(String, String)], games: usize) -> BTreeMap<String, (Termination, String)> {
    let host = Host::new();
    let known = host.agents(Agents::builtin());
    let mut spec =
        Spec::builder().games(games).limits(Limits::depth(2)).board("5x5".parse().unwrap());
    for (name, text) in agents {
        spec = spec.agent_named(name, known.parse(text, &Constants::NONE).unwrap());
    }
    let mut session = Session::in_memory().unwrap().threads(NonZeroUsize::new(4).unwrap());
    let mut run = session.begin(&spec.build().unwrap()).unwrap();
    assert!(session.play(&mut run, &mut |_| {}).unwrap().is_complete);
    host.shut_down();
    let mut found = BTreeMap::new();
    session
        .store()
        .each_game(&run, &mut |game| {
            let players = game.record.players();
            let [white, black] = Color::ALL.map(|color| &players[color]);
            let key = format!("{white} - {black} from {}", game.round.opening);
            let outcome = game.record.outcome().unwrap();
            let loser = &players[!outcome.winner];
            let moves = format!("{loser} loses: {}", game.record.game());
            assert!(found.insert(key, (outcome.termination, moves)).is_none());
        })
        .unwrap();
    found
}

/// Kills processes of the victim now and then.
fn hunt(marker: &str, stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(150));
        for entry in fs::read_dir("/proc").unwrap().flatten() {
            let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            let words: Vec<&[u8]> = line.split(|&byte| byte == 0).collect();
            let is_program = words.first().is_some_and(|word| {
                word.ends_with(b"python3")
                    || word.ends_with(b"python3.11")
                    || word.ends_with(b"python")
            });
            if is_program
                && words.contains(&b"victim".as_slice())
                && words.iter().any(|word| word == &marker.as_bytes())
                && let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok())
            {
                let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
            }
        }
    }
}

fn storm(games: usize) {
    let directory = TempDir::new().unwrap();
    let marker = directory.path().file_name().unwrap().to_str().unwrap().to_owned();
    let (python, file) = (python(), script("agent.py"));
    let text = |mode: &str, settings: &str| {
        format!("process(\"{python} {} {mode} {marker}\"{settings})", file.display())
    };
    let mut agents: Vec<(String, String)> = Vec::new();
    for agent in GOOD {
        let named = match agent.strip_prefix("SCRIPT ") {
            Some(mode) => (format!("good {mode}"), text(&format!("{mode} 0 1"), "")),
            None => (format!("good {agent}"), (*agent).to_owned()),
        };
        agents.push(named);
    }
    let alone = play(&agents, games);
    for (mode, settings, _) in BAD {
        // Every one of these fails always, or in a tenth of its games.
        for (rate, how) in [(1, "always"), (10, "rarely")] {
            agents.push((format!("{how} {mode}"), text(&format!("{mode} {rate}"), settings)));
        }
    }
    agents.push(("victim".to_owned(), text(VICTIM.0, "")));
    let stop = AtomicBool::new(false);
    let all = thread::scope(|scope| {
        scope.spawn(|| hunt(&marker, &stop));
        let all = play(&agents, games);
        stop.store(true, Ordering::Relaxed);
        all
    });
    let pairings = agents.len() * (agents.len() - 1) / 2;
    assert_eq!(all.len(), pairings * games);
    for (key, game) in &alone {
        assert_eq!(all.get(key), Some(game), "{key}");
    }
    let mut failures: BTreeMap<&str, usize> = BTreeMap::new();
    for (key, (termination, moves)) in &all {
        if *termination == Termination::NoMoves {
            continue;
        }
        let (loser, _) = moves.split_once(" loses: ").unwrap();
        let mode = loser.split_once(' ').map_or(loser, |(_, mode)| mode);
        let expected = match loser {
            "victim" => VICTIM.1,
            _ => {
                BAD.iter()
                    .find(|(name, ..)| *name == mode)
                    .unwrap_or_else(|| panic!("{key}: {moves}"))
                    .2
            }
        };
        assert_eq!(*termination, expected, "{key}: {moves}");
        *failures
            .entry(BAD.iter().map(|bad| bad.0).find(|name| *name == mode).unwrap_or("victim"))
            .or_default() += 1;
    }
    for (mode, _, termination) in BAD {
        assert_eq!(
            failures.contains_key(mode),
            *termination != Termination::NoMoves,
            "{mode}: {failures:?}"
        );
    }
    let left = fs::read_dir("/proc").unwrap().flatten().filter(|entry| {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(&marker)
    });
    assert_eq!(left.count(), 0);
}

#[test]
fn bad_programs_lose_for_the_right_reason_and_disturb_nobody() {
    storm(2);
}

/// The same with ten thousand games, which takes minutes.
#[test]
#[ignore = "takes minutes"]
fn ten_thousand_games() {
    storm(22);
}

//! Tournaments killed at any moment: nothing that was finished is lost, and the end is the same.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use lastknight::Random;
use lastknight_lab::{StoreError, open_store};
use tempfile::TempDir;

/// How often a run is killed at the least.
const KILLS: usize = 24;

/// How many kills must have found something new in the store.
const GROWN: usize = 8;

fn tournament(directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lastknight"));
    command.arg("tournament").args(["--agent", "mcts", "--agent", "alphabeta(ab15, ties=random)"]);
    command.args(["--agent", "engine", "--nodes", "1500", "--games", "40", "--threads", "2"]);
    command.arg("--out").arg(directory).stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

fn exported(directory: &Path) -> Vec<u8> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lastknight"));
    let output = command.arg("export").arg(directory).args(["--format", "pgn"]).output();
    let output = output.expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// The games in a store, as a copy of its files shows them: the store itself is left as the kill left it.
fn games(directory: &Path) -> BTreeSet<String> {
    let copy = TempDir::new().expect("a directory");
    for name in ["games.sqlite", "games.sqlite-wal"] {
        let file = directory.join(name);
        if file.exists() {
            fs::copy(file, copy.path().join(name)).expect("a copy");
        }
    }
    let mut games = BTreeSet::new();
    let store = match open_store(copy.path()) {
        Ok(store) => store,
        // Killed before there was a store, or anything in it.
        Err(StoreError::File(..) | StoreError::Empty(_)) => return games,
        Err(error) => panic!("{error}"),
    };
    for summary in store.runs().expect("runs") {
        let run = store.run(summary.id).expect("a run");
        store
            .each_game(&run, &mut |game| {
                games.insert(format!("{} {}", game.name(), game.record.game()));
            })
            .expect("games");
        let mut pairs = 0;
        store.each_result(&run, &mut |_| pairs += 1).expect("results");
        assert_eq!(games.len(), 2 * pairs, "half a pair");
    }
    games
}

#[test]
fn a_kill_loses_no_finished_pair() {
    let directory = TempDir::new().expect("a directory");
    let (whole, killed) = (directory.path().join("whole"), directory.path().join("killed"));
    let output = tournament(&whole).output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let all = games(&whole);

    let mut random = Random::new(7);
    let mut before = BTreeSet::new();
    let (mut kills, mut grown) = (0, 0);
    while kills < KILLS || grown < GROWN {
        let mut child = tournament(&killed).spawn().expect("the program starts");
        sleep(Duration::from_millis(random.below(250) as u64));
        child.kill().expect("a child that can be killed");
        let output = child.wait_with_output().expect("an end");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(message, "", "whatever a kill left, the next run goes on");
        kills += 1;
        let after = games(&killed);
        assert!(after.is_superset(&before) && after.is_subset(&all), "kill {kills}");
        grown += usize::from(after.len() > before.len());
        if after.len() == all.len() {
            // All is played, so what grows no more is begun anew.
            fs::remove_dir_all(&killed).expect("a directory");
            before = BTreeSet::new();
        } else {
            before = after;
        }
    }
    let output = tournament(&killed).output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(exported(&killed), exported(&whole));
}

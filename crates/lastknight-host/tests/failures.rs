//! Programs that fail: each loses its game for the right reason, and nothing of it remains.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use lastknight::Termination;
use lastknight::control::Control;
use lastknight_host::Host;

use crate::hosted::{LIMIT, forfeit, play, scripted};

/// Modes of the script, from which of its moves on, further settings, how the game ends and the first line of why.
const CASES: &[(&str, &str, Termination, &str)] = &[
    ("slow-start", ", startup=1s", Termination::Crash, "no first answer within 1s"),
    ("busy-start", ", startup=1s", Termination::Crash, "no first answer within 1s"),
    ("exit-at-start", "", Termination::Crash, "ended with exit code 1"),
    ("banner", "", Termination::IllegalMove, "wrote 'Welcome!' when it was not its turn"),
    ("stall", ", startup=1s, stall=1s", Termination::Crash, "no first answer within 1s"),
    ("stall 2", ", stall=1s", Termination::Time, "stalled: sent no answer and was killed"),
    ("crash 1", "", Termination::Crash, "ended with exit code 1"),
    ("exit 1", "", Termination::Crash, "ended with exit code 7"),
    ("kill 1", "", Termination::Crash, "ended by signal 9 (SIGKILL)"),
    ("close 1", "", Termination::Crash, "closed its standard output"),
    ("burn 1", "", Termination::Time, "of CPU time, the limit is 100ms"),
    ("burn-in-child 1", "", Termination::Time, "of CPU time, the limit is 100ms"),
    ("endless-comments 1", "", Termination::Time, "of CPU time, the limit is 100ms"),
    ("late", "", Termination::Time, "of CPU time, the limit is 100ms"),
    ("late 1", "", Termination::Time, "of CPU time, the limit is 100ms"),
    ("sleep 1", ", clock=wall", Termination::Time, ", the limit is 100ms"),
    (
        "garbage 1",
        "",
        Termination::IllegalMove,
        "answered '\\u{1b}[31mhello world', which is not a square",
    ),
    ("illegal 1", "", Termination::IllegalMove, "answered 'a1', which is not a legal move"),
    ("long-line 1", "", Termination::IllegalMove, "answered a line of more than 4096 bytes: 'xxxx"),
    // Its second answer comes before the turn, or answers it.
    ("flood 1", "", Termination::IllegalMove, ""),
    ("resign 1", "", Termination::Resignation, "resigned"),
    ("memory 1", ", memory=200, time=9s", Termination::Crash, ""),
    (
        "forks 1",
        ", time=9s, memory=100000",
        Termination::Crash,
        "started more than 512 processes and threads",
    ),
];

#[test]
fn failures_lose_for_the_right_reason() {
    let host = Host::new();
    for sandbox in ["", ", sandbox=off"] {
        for (mode, settings, termination, detail) in CASES {
            // On a busy machine, a start that seems to be over may count as a part of the first turn.
            let is_timed = *termination == Termination::Time || !settings.is_empty();
            let time = if is_timed { "" } else { ", time=2s" };
            let agent = scripted(&host, mode, &format!("{settings}{time}{sandbox}"));
            let begin = Instant::now();
            let found = forfeit(&agent);
            assert_eq!(found.termination, *termination, "{mode}{settings}{sandbox}: {found:?}");
            let first = found.detail.lines().next().unwrap();
            assert!(first.contains(detail), "{mode}{settings}{sandbox}: {first}");
            assert!(begin.elapsed() < Duration::from_secs(30), "{mode}");
        }
    }
    host.shut_down();
}

/// Work that others do is work of the program, in a sandbox even if they have lost their parent.
#[test]
fn orphans_do_not_work_for_free() {
    if Host::has_sandbox() {
        let found = forfeit(&scripted(&Host::new(), "orphan 1", ""));
        assert_eq!(found.termination, Termination::Time, "{found:?}");
    }
}

/// Programs that write without end are stopped, whatever they were asked.
#[test]
fn endless_output_ends() {
    for text in ["process(\"yes\")", "process(\"yes info\", protocol=ugi, startup=1s)"] {
        let host = Host::new();
        let agent = crate::hosted::parse(&host, text).unwrap();
        assert_eq!(host.check_protocols([&agent], &"7x7".parse().unwrap()), Ok(()), "{text}");
        assert_ne!(forfeit(&agent).termination, Termination::NoMoves, "{text}");
    }
}

#[test]
fn a_crash_shows_the_end_of_standard_error() {
    let host = Host::new();
    let found = forfeit(&scripted(&host, "crash", ""));
    assert!(found.detail.ends_with("ValueError: on purpose"), "{}", found.detail);
    assert!((3000..4300).contains(&found.detail.len()), "{}", found.detail.len());
}

/// After three failures in a row a program is not started again; a game that goes well starts the count again.
#[test]
fn three_failures_in_a_row_are_enough() {
    let host = Host::new();
    let agent = scripted(&host, "exit 1", ", time=5s");
    for _ in 0..3 {
        assert_eq!(forfeit(&agent).detail, "ended with exit code 7");
    }
    let last = forfeit(&agent);
    assert_eq!(last.termination, Termination::Crash);
    assert_eq!(last.detail, "not started after 3 failed games in a row; ended with exit code 7");
    // It fails in its first game only.
    let directory = tempfile::TempDir::new().unwrap();
    let file = directory.path().join("sometimes.py");
    fs::write(&file, "import sys\nfor line in sys.stdin:\n    if 'seed=1 ' in line: sys.exit(3)\n    print(line.split(' legal ')[1].split()[0], flush=True)\n").unwrap();
    let text = format!("process(\"python3 {}\", time=5s)", file.display());
    let agent = crate::hosted::parse(&host, &text).unwrap();
    for seed in [1, 1, 2, 1, 1, 2, 1] {
        let mut players = lastknight::ByColor::new(agent.player(seed), agent.player(2));
        let duel = lastknight::Duel::new(LIMIT);
        let played =
            duel.play("5x5".parse().unwrap(), lastknight::ByColor::default(), &mut players);
        let detail = played.forfeit.map(|forfeit| forfeit.detail);
        assert_eq!(detail.as_deref(), (seed == 1).then_some("ended with exit code 3"));
    }
}

/// Returns the processes of this test that still run.
fn left(marker: &str) -> Vec<String> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|entry| fs::read_to_string(entry.path().join("cmdline")).ok());
    lines.filter(|line| line.contains(marker)).collect()
}

#[test]
fn nothing_is_left_behind() {
    let directory = tempfile::TempDir::new().unwrap();
    let marker = directory.path().file_name().unwrap().to_str().unwrap().to_owned();
    for sandbox in ["", ", sandbox=off"] {
        let host = Host::new();
        for mode in ["grandchild", "stall 1", "forks 1", "good"] {
            let after = if mode.contains(' ') { "" } else { " 1" };
            let agent = scripted(
                &host,
                &format!("{mode}{after} 1 {marker}"),
                &format!(", stall=1s{sandbox}"),
            );
            play(&agent, LIMIT);
        }
        host.shut_down();
        assert_eq!(left(&marker), Vec::<String>::new(), "{sandbox}");
    }
}

#[test]
fn a_cancelled_game_ends_soon_and_is_no_failure() {
    let host = Host::new();
    let agent = scripted(&host, "stall 1", "");
    let stop = AtomicBool::new(false);
    let begin = Instant::now();
    let played = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(500));
            stop.store(true, Ordering::Relaxed);
        });
        play(&agent, Control::from(LIMIT).checkpoint(&stop))
    });
    assert_eq!(played.record.outcome(), None);
    assert!(begin.elapsed() < Duration::from_secs(4));
}

#[test]
fn logs_have_what_programs_write() {
    let directory = tempfile::TempDir::new().unwrap();
    let host = Host::new();
    host.log_to(directory.path());
    forfeit(&scripted(&host, "crash 1", ""));
    play(&scripted(&host, "comments", ""), LIMIT);
    host.shut_down();
    let logs = fs::read_dir(directory.path()).unwrap().flatten();
    let texts: Vec<String> = logs.map(|file| fs::read_to_string(file.path()).unwrap()).collect();
    assert_eq!(texts.len(), 2);
    assert!(texts.iter().any(|text| text.contains("something broke")
        && text.contains("-- lost by crash: ended with exit code 1")));
    assert!(
        texts
            .iter()
            .any(|text| text.contains("# thinking\n# about it\n") && text.contains("goodbye"))
    );
}

//! What a hosted program costs per move, beside a bare pipe: `cargo bench -p lastknight-host`.
//!
//! The agents are those of `docs/turns.md`. The overhead of a move is the wall-clock time of the host's call without the CPU
//! time of the program; medians are of 2,000 moves.

#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

#[cfg(target_os = "linux")]
fn main() {
    linux::main();
}

#[cfg(not(target_os = "linux"))]
fn main() {}

#[cfg(target_os = "linux")]
mod linux {
    use std::io::{BufRead, BufReader, Write};
    use std::path::Path;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    use std::{env, fs};

    use lastknight::agent::Agents;
    use lastknight::search::Task;
    use lastknight::{Constants, Game, Limits};
    use lastknight_host::{Host, STARTERS};

    const MOVES: usize = 2000;

    pub(super) fn main() {
        println!(
            "{:<28} {:>10} {:>10} {:>10}",
            "median per move, in µs", "call", "CPU", "overhead"
        );
        let pipe = bare_pipe();
        println!("{:<28} {:>10} {:>10} {pipe:>10.1}", "bare pipe (cat)", "", "");
        let directory = tempfile::TempDir::new().unwrap();
        env::set_current_dir(directory.path()).unwrap();
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/turns.md");
        let page = fs::read_to_string(page).unwrap();
        for starter in STARTERS {
            let info = if starter.language == "rust" { "rust,ignore" } else { starter.language };
            let (_, rest) = page.split_once(&format!("\n```{info}\n")).unwrap();
            fs::write(starter.file, rest.split_once("\n```\n").unwrap().0).unwrap();
            if let Some(build) = starter.build {
                let mut words = build.split(' ');
                let status = Command::new(words.next().unwrap()).args(words).status();
                if !status.is_ok_and(|status| status.success()) {
                    println!("{}: cannot build", starter.language);
                    continue;
                }
            }
            for settings in ["", ", sandbox=off"] {
                measure(&format!("{}{settings}", starter.language), starter.command, settings);
            }
        }
    }

    /// Measures a line to another process and back.
    fn bare_pipe() -> f64 {
        let mut child =
            Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (mut input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (mut output, mut line) = (BufReader::new(output), String::new());
        let times = (0..MOVES).map(|_| {
            let begin = Instant::now();
            input.write_all(b"turn game=1 ply=2 side=w ms=150 legal c2\n").unwrap();
            line.clear();
            output.read_line(&mut line).unwrap();
            begin.elapsed()
        });
        let median = median(times.collect());
        drop(input);
        child.wait().unwrap();
        median
    }

    fn measure(name: &str, command: &str, settings: &str) {
        let host = Host::new();
        let text = format!("process(\"{command}\", restart=failure{settings})");
        let agent = host.agents(Agents::builtin()).parse(&text, &Constants::NONE).unwrap();
        let game: Game = "7x7 moves d4 b3".parse().unwrap();
        let mut player = agent.player(1);
        let (mut calls, mut times, mut overheads) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..MOVES {
            let begin = Instant::now();
            let limits = Limits::time(Duration::from_millis(150));
            let report = player.choose(&game, &mut Task::new(limits)).unwrap();
            let call = begin.elapsed();
            calls.push(call);
            times.push(report.time);
            overheads.push(call.saturating_sub(report.time));
        }
        let [call, cpu, overhead] = [calls, times, overheads].map(median);
        println!("{name:<28} {call:>10.1} {cpu:>10.1} {overhead:>10.1}");
        drop(player);
        host.shut_down();
    }

    fn median(mut times: Vec<Duration>) -> f64 {
        times.sort();
        1e6 * times[times.len() / 2].as_secs_f64()
    }
}

//! The starters and the agents of `docs/turns.md`, built and played. `./check` installs the compilers.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use lastknight::game::Openings;
use lastknight::search::Task;
use lastknight::{Agent, ByColor, Duel, Limits};
use lastknight_host::{Host, STARTERS, Starter};
use tempfile::TempDir;

use crate::hosted::parse;

/// A limit that a virtual machine keeps in its first moves on a busy machine too.
const LIMIT: Limits = Limits::time(Duration::from_secs(2));

/// Writes a program to a directory, builds it, and returns its agent. The commands name files in the directory.
fn build(host: &Host, starter: &Starter, text: &str, directory: &Path) -> Agent {
    fs::write(directory.join(starter.file), text).unwrap();
    if let Some(build) = starter.build {
        let mut words = build.split(' ');
        let mut command = Command::new(words.next().unwrap());
        let built = command.args(words).current_dir(directory).output();
        let built = built.unwrap_or_else(|error| panic!("{build}: {error}; ./check installs it"));
        assert!(built.status.success(), "{build}: {}", String::from_utf8_lossy(&built.stderr));
    }
    let shown = directory.display();
    let command = match starter.language {
        "java" => format!("java -cp {shown} Agent"),
        "python" => format!("python3 {shown}/agent.py"),
        "js" => format!("node {shown}/agent.js"),
        _ => format!("{shown}/agent"),
    };
    parse(host, &format!("process(\"{command}\", restart=failure)")).unwrap()
}

/// All starters play like `greedy(improved)`.
#[test]
fn starters_agree() {
    let host = Host::new();
    let greedy: Agent = "greedy(improved)".parse().unwrap();
    for starter in STARTERS {
        let directory = TempDir::new().unwrap();
        let agent = build(&host, starter, starter.text, directory.path());
        for board in ["7x7", "11x9", "5x6"] {
            for (plies, seed) in [(0, 1), (1, 2), (2, 3), (6, 4), (10, 5)] {
                let opening = Openings::new(board.parse().unwrap(), plies, seed).next().unwrap();
                let ask = |agent: &Agent| {
                    let report = agent.player(1).choose(&opening, &mut Task::new(LIMIT));
                    report.unwrap_or_else(|forfeit| panic!("{}: {forfeit}", starter.file)).best()
                };
                assert_eq!(ask(&agent), ask(&greedy), "{} at {opening}", starter.file);
            }
        }
        let items = host.check(&agent, LIMIT).unwrap();
        let wrong = items.iter().find(|item| item.problem.is_some());
        assert_eq!(wrong, None, "{}", starter.file);
        host.shut_down();
    }
}

/// Returns the program of a language on the page about the protocol.
fn on_page<'a>(page: &'a str, language: &str) -> &'a str {
    let info = if language == "rust" { "rust,ignore" } else { language };
    let (_, rest) = page.split_once(&format!("\n```{info}\n")).unwrap();
    rest.split_once("\n```\n").unwrap().0
}

/// The agents of the page are short, play whole games, and do what the page says.
#[test]
fn agents_of_the_page_play() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/turns.md");
    let (page, host) = (fs::read_to_string(path).unwrap(), Host::new());
    for starter in STARTERS {
        let directory = TempDir::new().unwrap();
        let text = on_page(&page, starter.language);
        let most = match starter.language {
            "python" | "js" => 4,
            "java" => 11,
            _ => 15,
        };
        let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
        assert!(lines <= most, "{}: {lines} lines", starter.language);
        let agent = build(&host, starter, text, directory.path());
        let random: Agent = "random".parse().unwrap();
        for opening in Openings::new("7x7".parse().unwrap(), 2, 7).take(2) {
            let mut players = ByColor::new(agent.player(1), random.player(2));
            let played = Duel::new(LIMIT).play(opening, ByColor::default(), &mut players);
            assert_eq!(played.forfeit, None, "{}", starter.language);
        }
        host.shut_down();
    }
}

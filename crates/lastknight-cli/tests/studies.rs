//! Studies: all of them run, the documented one runs as written, and however often one is ended it comes to the same.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use lastknight::Random;
use lastknight_lab::study::BUILT_IN;
use serde_json::Value;
use tempfile::TempDir;

fn study(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lastknight"));
    command.arg("study").args(arguments).args(["--json", "--out"]).arg(directory);
    command
}

fn objects(output: &Output) -> Vec<Value> {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout.clone()).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
}

/// What has to be the same whenever and wherever a study is run.
fn figures(output: &Output) -> Vec<Value> {
    objects(output).into_iter().map(|mut study| study["measures"].take()).collect()
}

#[test]
fn every_study_runs_at_quick() {
    let list = Command::new(env!("CARGO_BIN_EXE_lastknight")).args(["studies", "--json"]).output();
    let list: Vec<Value> =
        serde_json::from_slice(&list.expect("the program runs").stdout).expect("a list");
    let directory = TempDir::new().expect("a directory");
    let output = study(directory.path(), &["all", "--quick"]).output().expect("the program runs");
    let studies = objects(&output);
    assert_eq!(studies.len(), list.len());
    for (study, entry) in studies.iter().zip(&list) {
        let name = entry["name"].as_str().expect("a name");
        assert_eq!(study["name"], name);
        assert_eq!(study["complete"], true, "{name}");
        let count = |study: &Value| study["measures"].as_array().expect("a list").len();
        assert_eq!(count(study), count(entry), "{name}");
        for end in ["html", "md", "csv", "json"] {
            assert!(directory.path().join(format!("{name}.{end}")).exists(), "{name}.{end}");
        }
    }
    for page in ["index.html", "README.md"] {
        assert!(directory.path().join(page).exists(), "{page}");
    }
}

/// Every study has a page with the figures of a whole run, which says how they came about; nothing else lies there.
#[test]
fn every_study_has_its_page() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/studies");
    let mut pages = 0;
    for study in BUILT_IN {
        let name = study.name;
        let page = fs::read_to_string(directory.join(format!("{name}.md"))).expect(name);
        let command = format!("```sh\nlastknight study {name}\n```\n");
        for part in [&command, "## Findings\n", "\n- commit: ", "\n- machine: ", "- extent: normal"]
        {
            assert!(page.contains(part), "{name}: {part}");
        }
        assert!(!page.contains("Not finished"), "{name}");
        pages += 1;
    }
    let is_page = |path: &Path| path.extension().is_some_and(|extension| extension == "md");
    let files = fs::read_dir(directory).expect("a directory");
    let files = files.map(|entry| entry.expect("an entry").path()).filter(|path| is_page(path));
    assert_eq!(files.count(), pages + 1, "a page a study, and the overview");
}

/// A study that is over in a second or two.
const SMALL: &str = r#"
title = "A small study"
question = "Is it the same in the end?"
source = "ours"

[[measures]]
name = "games"
title = "Games"
games = 100
nodes = 400
agents = ["alphabeta(ab15)", "alphabeta(territory)"]
field = ["alphabeta(improved, ties=random)"]

[[measures]]
name = "oracle"
title = "Solved positions"
kind = "oracle"
games = 40
board = "5x6"
depth = 2
by = "role"
agents = ["alphabeta(improved)", "random"]

[[measures]]
name = "effort"
title = "Nodes"
kind = "effort"
of = "nodes"
games = 40
depth = 6
agents = ["alphabeta(improved)", "alphabeta(improved, order=best)"]

[[measures]]
name = "exact"
title = "Lines"
kind = "exact"
lines = [{ name = "centre", line = "5x5 moves c3 *" }]

[[measures]]
name = "mirrors"
title = "Mirrors"
kind = "mirrors"
boards = ["4x4", "3x5"]
"#;

#[test]
fn a_killed_study_comes_to_the_same() {
    let directory = TempDir::new().expect("a directory");
    let file = directory.path().join("small.toml");
    fs::write(&file, SMALL).expect("a file");
    let file = file.to_str().expect("a plain name");
    let (whole, killed) = (directory.path().join("whole"), directory.path().join("killed"));
    let wanted =
        figures(&study(&whole, &[file, "--threads", "1"]).output().expect("the program runs"));
    let mut random = Random::new(3);
    for _ in 0..12 {
        let mut command = study(&killed, &[file, "--threads", "2"]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        sleep(Duration::from_millis(20 + random.below(150) as u64));
        child.kill().expect("a child that can be killed");
        child.wait().expect("an end");
    }
    let output = study(&killed, &[file, "--threads", "2"]).output().expect("the program runs");
    assert_eq!(figures(&output), wanted);
    // Nothing is left to do, and the figures are those of the store.
    let again = study(&killed, &[file, "--threads", "1"]).output().expect("the program runs");
    assert_eq!(figures(&again), wanted);
}

/// The blocks of a language in the page about studies.
fn blocks(language: &str) -> Vec<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/studies.md");
    let text = fs::read_to_string(page).expect("a page");
    let begin = format!("```{language}\n");
    let parts = text.split(&begin).skip(1);
    parts.map(|part| part.split("```").next().unwrap_or_default().to_owned()).collect()
}

/// The study of the page is ten lines, and runs with the line below it; the claim that it adds is judged.
#[test]
fn the_documented_study_runs_as_written() {
    let directory = TempDir::new().expect("a directory");
    let toml = blocks("toml");
    assert_eq!(toml[0].lines().count(), 10);
    let line = blocks("sh").into_iter().find(|block| block.contains("near.toml")).expect("a line");
    let program = Path::new(env!("CARGO_BIN_EXE_lastknight")).parent().expect("a directory");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let others = std::env::split_paths(&path);
    let paths = std::env::join_paths([program.to_owned()].into_iter().chain(others));
    let paths = paths.expect("a list of directories");
    for (text, words) in [(toml[0].clone(), "200 games"), (toml.concat(), "1 further question")] {
        fs::write(directory.path().join("near.toml"), text).expect("a file");
        let output = Command::new("sh")
            .args(["-e", "-c", &line])
            .current_dir(directory.path())
            .env("PATH", &paths)
            .output()
            .expect("a shell");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(text.contains(words) && text.contains("near"), "{text}");
        assert!(directory.path().join("results/near/near.html").exists());
    }
}

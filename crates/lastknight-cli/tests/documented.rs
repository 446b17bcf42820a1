//! The sessions in `cmd/` and those that README and docs show.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Every command line does what the text below it says.
#[test]
fn sessions_run_as_shown() {
    let cases = trycmd::TestCases::new();
    // The day of a report, as its title has it.
    cases.insert_var("[DATE]", today()).expect("a variable");
    cases
        .register_bin("lastknight", Path::new(env!("CARGO_BIN_EXE_lastknight")))
        .case("tests/cmd/*.trycmd")
        .case("tests/cmd/*.toml")
        .case("../../README.md")
        .case("../../docs/*.md")
        .case("../../docs/solved/*.md");
}

/// Today in UTC, in words.
fn today() -> String {
    let date = Command::new("date").env("LC_ALL", "C").args(["-u", "+%-d %B %Y"]).output();
    String::from_utf8(date.expect("a date").stdout).expect("text").trim().to_owned()
}

fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = Vec::new();
    for directory in ["", "docs", "docs/solved", "docs/studies"].map(|name| root.join(name)) {
        for entry in fs::read_dir(directory).expect("a directory") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages
}

/// What links call a heading: small letters and hyphens.
fn anchor(line: &str) -> Option<String> {
    let heading = line.strip_prefix('#')?.trim_start_matches('#').trim();
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    Some(kept.collect::<String>().to_lowercase().replace(' ', "-"))
}

/// Every link to a file of the project, or to a heading in it, leads somewhere.
#[test]
fn links_lead_somewhere() {
    let mut links = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        assert!(!text.trim().is_empty(), "{} is empty", page.display());
        for (_, rest) in text.match_indices("](").map(|(at, open)| text.split_at(at + open.len())) {
            let target = rest.split(')').next().unwrap_or_default();
            if target.contains("://") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let path = match file {
                "" => page.clone(),
                file => page.parent().expect("in a directory").join(file),
            };
            assert!(path.exists(), "{} links to {target}", page.display());
            if !heading.is_empty() {
                let text = fs::read_to_string(&path).expect("a page");
                let has = text.lines().any(|line| anchor(line).as_deref() == Some(heading));
                assert!(has, "{} links to {target}", page.display());
            }
            links += 1;
        }
    }
    assert!(links > 0);
}

/// The page of heuristics is what the program prints.
#[test]
fn the_page_of_heuristics_is_up_to_date() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/heuristics.md");
    let printed = Command::new(env!("CARGO_BIN_EXE_lastknight"))
        .args(["heuristics", "--markdown"])
        .output()
        .expect("the program runs");
    let remedy = "cargo run -- heuristics --markdown > docs/heuristics.md";
    assert!(fs::read(page).expect("a page") == printed.stdout, "to bring it up to date: {remedy}");
}

/// What is printed for people fits a terminal of 100 columns.
#[test]
fn lists_and_explanations_fit_the_terminal() {
    let print = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_lastknight")).args(arguments).output();
        String::from_utf8(output.expect("the program runs").stdout).expect("text")
    };
    let list: Vec<serde_json::Value> =
        serde_json::from_str(&print(&["heuristics", "--json"])).expect("a list");
    let names: Vec<&str> = list.iter().filter_map(|entry| entry["name"].as_str()).collect();
    assert!(names.contains(&"improved"));
    let mut texts = vec![
        print(&["heuristics"]),
        print(&["heuristics", "--features"]),
        print(&["evaluate", "7x7", "moves", "d4", "b3"]),
        print(&["agents"]),
        print(&["analyze", "7x7", "moves", "d4", "b3", "--depth", "16", "--multi", "2"]),
        print(&["bench"]),
        print(&["oracle", "random", "--board", "5x5", "--positions", "20"]),
        print(&["oracle", "random", "greedy", "--board", "5x5", "--positions", "20"]),
        print(&["solve", "5x5", "moves", "c3", "d5", "--distance"]),
        print(&["solve", "--openings", "4x4"]),
        print(&["stats", "--pairs", "1000000000,1000000000,1000000000", "--sprt", "-1.75,0.25"]),
        print(&["stats", "--games", "1000000000,999999999"]),
    ];
    texts.extend(names.iter().map(|name| print(&["heuristics", "--explain", name])));
    for line in texts.iter().flat_map(|text| text.lines()) {
        assert!(line.chars().count() <= 100, "{line}");
    }
}

/// The file of constants that the documentation names does what it says.
#[test]
fn constants_are_read_from_the_example() {
    let output = Command::new(env!("CARGO_BIN_EXE_lastknight"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .args(["evaluate", "7x7", "moves", "d4", "b3", "--constants", "examples/constants.toml"])
        .args(["--heuristic", "if(ply < early, n, n - alpha*n')", "--json"])
        .output()
        .expect("the program runs");
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).expect("an object");
    assert_eq!(result["values"]["if(ply < early, n, n - alpha*n')"], 7.0);
}

/// The compiler that is asked for is the oldest that is promised.
#[test]
fn one_compiler_version_is_named() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let toolchain = fs::read_to_string(root.join("rust-toolchain.toml")).expect("a file");
    let channel = format!("channel = \"{}.0\"", env!("CARGO_PKG_RUST_VERSION"));
    assert!(toolchain.contains(&channel), "{channel}");
}

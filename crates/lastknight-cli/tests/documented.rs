//! The sessions in `cmd/` and those that README and docs show.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Every command line does what the text below it says.
#[test]
fn sessions_run_as_shown() {
    trycmd::TestCases::new()
        .register_bin("lastknight", Path::new(env!("CARGO_BIN_EXE_lastknight")))
        .case("tests/cmd/*.trycmd")
        .case("../../README.md")
        .case("../../docs/*.md");
}

fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = Vec::new();
    for directory in [root.clone(), root.join("docs")] {
        for entry in fs::read_dir(directory).expect("a directory") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages
}

/// Every link to a file of the project leads somewhere.
#[test]
fn links_lead_somewhere() {
    let mut links = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        assert!(!text.trim().is_empty(), "{} is empty", page.display());
        for (_, rest) in text.match_indices("](").map(|(at, open)| text.split_at(at + open.len())) {
            let target = rest.split([')', '#']).next().unwrap_or_default();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            let path = page.parent().expect("in a directory").join(target);
            assert!(path.exists(), "{} links to {target}", page.display());
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
    ];
    texts.extend(names.iter().map(|name| print(&["heuristics", "--explain", name])));
    for line in texts.iter().flat_map(|text| text.lines()) {
        assert!(line.chars().count() <= 100, "{line}");
    }
}

/// The compiler that is asked for is the oldest that is promised.
#[test]
fn one_compiler_version_is_named() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let toolchain = fs::read_to_string(root.join("rust-toolchain.toml")).expect("a file");
    let channel = format!("channel = \"{}.0\"", env!("CARGO_PKG_RUST_VERSION"));
    assert!(toolchain.contains(&channel), "{channel}");
}

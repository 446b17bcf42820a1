//! Puts the git revision and its date into the program, for `--version`.

use std::path::Path;
use std::process::Command;

/// What git prints, if there is a git and a repository.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}

fn main() {
    let revision = git(&["log", "-1", "--format=%h %cs", "--abbrev=12"]);
    let revision = revision.map_or(String::new(), |revision| format!(" ({revision})"));
    println!("cargo::rustc-env=LASTKNIGHT_REVISION={revision}");
    println!("cargo::rerun-if-changed=build.rs");
    // The log of HEAD changes with every commit and checkout.
    if let Some(log) = git(&["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"])
        && Path::new(&log).exists()
    {
        println!("cargo::rerun-if-changed={log}");
    }
}

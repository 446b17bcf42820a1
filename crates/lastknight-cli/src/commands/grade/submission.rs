//! Submissions: what was handed in, and the agents that they are.

use std::path::{Path, PathBuf};

use lastknight::Agent;
use lastknight::eval::Constants;

use crate::host;

/// The files of a directory that can be an agent, the first that exists, and the agent: {} stands for the directory.
const FILES: &[(&str, &str)] = &[
    ("run", "process(\"{}/run\", files=\"{}\")"),
    ("agent.py", "process(\"python3 {}/agent.py\", files=\"{}\")"),
    ("agent.js", "process(\"node {}/agent.js\", files=\"{}\")"),
    ("Agent.class", "process(\"java -cp {} Agent\", files=\"{}\")"),
    ("agent.jar", "process(\"java -jar {}/agent.jar\", files=\"{}\")"),
    ("agent", "process(\"{}/agent\", files=\"{}\")"),
];

/// Names of files that say nothing about who wrote them.
const PLAIN_NAMES: &[&str] = &[
    "agent",
    "Agent",
    "custom_player",
    "game_agent",
    "main",
    "my_custom_player",
    "run",
    "submission",
];

/// What was handed in.
pub(super) struct Submission {
    pub(super) name: String,
    /// The agent, or why there is none.
    pub(super) agent: Result<Agent, String>,
}

impl Submission {
    /// Reads submissions. Each has a name of its own.
    pub(super) fn read_all(texts: &[String], template: Option<&str>) -> Vec<Self> {
        let mut submissions: Vec<Self> = Vec::new();
        for text in texts {
            let (name, agent) = read(text, template);
            let is_taken = |name: &str| submissions.iter().any(|other| other.name == name);
            let numbered = (2..).map(|number| format!("{name}-{number}"));
            let free = [name.clone()].into_iter().chain(numbered).find(|name| !is_taken(name));
            submissions.push(Self { name: free.unwrap_or(name), agent });
        }
        submissions
    }
}

fn read(text: &str, template: Option<&str>) -> (String, Result<Agent, String>) {
    let path = Path::new(text);
    let is_agent = text.contains('(') && !path.exists();
    let (name, agent) = match (is_agent, template) {
        (true, _) => (plain(text), Ok(text.to_owned())),
        (false, Some(template)) => (name_of(path), exists(path).map(|()| fill(template, text))),
        (false, None) => (name_of(path), exists(path).and_then(|()| agent_of(path))),
    };
    let parse = |text: String| {
        host::agents().parse(&text, &Constants::NONE).map_err(|error| format!("{text}: {error}"))
    };
    (name, agent.and_then(parse))
}

fn exists(path: &Path) -> Result<(), String> {
    let is_quotable = !path.to_string_lossy().contains(['"', '\'', '\\', '\n']);
    match path.exists() {
        false => Err("there is no such file or directory".to_owned()),
        true if !is_quotable => Err("the path has quotation marks: rename it".to_owned()),
        true => Ok(()),
    }
}

/// Puts a path into a template. In a command, quotation marks keep its spaces.
fn fill(template: &str, path: &str) -> String {
    let is_command = template.trim_start().starts_with("process");
    template.replace("{}", &if is_command { word(path) } else { path.to_owned() })
}

/// A word of a command keeps its spaces between quotation marks.
fn word(text: &str) -> String {
    if text.contains(' ') { format!("'{text}'") } else { text.to_owned() }
}

/// Refuses a file that is a link out of the directory: the work of another one.
fn check_inside(directory: &Path, file: &Path) -> Result<(), String> {
    let inside = directory
        .canonicalize()
        .and_then(|directory| Ok(file.canonicalize()?.starts_with(directory)));
    if inside.unwrap_or(false) {
        Ok(())
    } else {
        Err(format!("'{}' is a link to a file outside", file.display()))
    }
}

/// The agent of a file or a directory.
fn agent_of(path: &Path) -> Result<String, String> {
    let shown = path.display().to_string();
    if path.is_dir() {
        let found = FILES.iter().find(|(file, _)| path.join(file).is_file());
        let directory = word(shown.trim_end_matches('/'));
        let Some((file, agent)) = found else {
            let files: Vec<&str> = FILES.iter().map(|(file, _)| *file).collect();
            return Err(format!("it has none of {}; --as names the agent", files.join(", ")));
        };
        check_inside(path, &path.join(file))?;
        return Ok(agent.replace("{}", &directory));
    }
    let command = match path.extension().and_then(|extension| extension.to_str()) {
        Some("py") => format!("python3 {}", word(&shown)),
        Some("js" | "mjs") => format!("node {}", word(&shown)),
        Some("jar") => format!("java -jar {}", word(&shown)),
        _ if path.components().count() == 1 => word(&format!("./{shown}")),
        _ => word(&shown),
    };
    Ok(format!("process(\"{command}\")"))
}

/// The name of a submission: that of its directory, or of its file if that says more.
fn name_of(path: &Path) -> String {
    let full: PathBuf = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let part =
        |part: Option<&std::ffi::OsStr>| part.map(|name| name.to_string_lossy().into_owned());
    let stem = if full.is_dir() { part(full.file_name()) } else { part(full.file_stem()) };
    let stem = stem.unwrap_or_default();
    let name = match PLAIN_NAMES.contains(&stem.as_str()) {
        true => part(full.parent().and_then(Path::file_name)).unwrap_or(stem),
        false => stem,
    };
    plain(&name)
}

/// A name that can be a directory.
fn plain(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let name: String = name.chars().map(plain).take(80).collect();
    let name = name.trim_matches(['-', '.']).to_owned();
    if name.is_empty() { "submission".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_students() {
        for (path, name) in [
            ("hand-ins/anna/agent.py", "anna"),
            ("hand-ins/ben.py", "ben"),
            ("hand-ins/dora lee", "dora-lee"),
            ("../x/..", "submission"),
        ] {
            assert_eq!(name_of(Path::new(path)), name, "{path}");
        }
        let texts = ["a/agent.py", "b/a.py", "c/a.py"].map(str::to_owned);
        let names: Vec<String> =
            Submission::read_all(&texts, None).into_iter().map(|it| it.name).collect();
        assert_eq!(names, ["a", "a-2", "a-3"]);
    }
}

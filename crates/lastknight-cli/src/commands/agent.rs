//! `lastknight agent`: checks programs that play, and writes starters.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lastknight::eval::Constants;
use lastknight::quote::quote;
use lastknight::{Agent, Limits};
use lastknight_host::{CheckItem, STARTERS, Starter};
use serde::Serialize;

use crate::cli::{AgentArgs, AgentCommand};
use crate::failure::Failure;
use crate::output::{self, item};
use crate::{host, input};

pub(crate) fn run(args: &AgentArgs) -> Result<(), Failure> {
    match &args.command {
        AgentCommand::Check { command, time, json } => check(command, *time, *json),
        AgentCommand::New { lang, out, json } => new(lang, out, *json),
    }
}

/// Reads a command, or the agent that hosts it.
fn program(text: &str) -> Result<Agent, Failure> {
    let is_agent = host::agents().kinds().any(|kind| {
        text.trim_start()
            .strip_prefix(kind.name)
            .is_some_and(|rest| rest.trim_start().starts_with('('))
    });
    if is_agent {
        return input::agent(text, &Constants::NONE);
    }
    if text.trim().is_empty() {
        return Err(Failure::Input("the command is empty".to_owned()));
    }
    if text.contains('"') {
        let why = "write single quotation marks in a command";
        return Err(Failure::Input(format!("command {}: {why}", quote(text))));
    }
    let agent = host::agents().parse(&format!("process(\"{text}\")"), &Constants::NONE);
    agent.map_err(|error| Failure::input("command", error.problem()))
}

#[derive(Serialize)]
struct CheckJson<'a> {
    agent: String,
    ok: bool,
    checks: Vec<ItemJson<'a>>,
}

#[derive(Serialize)]
struct ItemJson<'a> {
    name: &'a str,
    ok: bool,
    problem: Option<&'a str>,
    note: &'a str,
}

fn check(command: &str, time: Duration, json: bool) -> Result<(), Failure> {
    let agent = program(command)?;
    let start = "7x7".parse().expect("a game");
    host::check_programs([&agent], &start)?;
    let items = host::check(&agent, Limits::time(time));
    let items = items.ok_or_else(|| Failure::Input(format!("{agent} is not a program")))?;
    let is_ok = items.iter().all(|item| item.problem.is_none());
    let shape = || CheckJson {
        agent: agent.to_string(),
        ok: is_ok,
        checks: items.iter().map(shape).collect(),
    };
    output::result(json, shape, || text(&agent, &items, is_ok))?;
    if is_ok { Ok(()) } else { Err(Failure::Check) }
}

fn shape(item: &CheckItem) -> ItemJson<'_> {
    let CheckItem { name, problem, note, .. } = item;
    ItemJson { name, ok: problem.is_none(), problem: problem.as_deref(), note }
}

/// The width of the column of verdicts.
const VERDICT: usize = 7;

fn text(agent: &Agent, items: &[CheckItem], is_ok: bool) -> String {
    let mut text = format!("{}\n\n", agent.label());
    for CheckItem { name, problem, note, .. } in items {
        match problem {
            None if note.is_empty() => text += &item("ok", VERDICT, name),
            None => text += &item("ok", VERDICT, &format!("{name}: {note}")),
            Some(problem) => {
                let mut lines = problem.lines();
                let first = lines.next().unwrap_or_default();
                text += &item("WRONG", VERDICT, &format!("{name}: {first}"));
                let rest: Vec<&str> = lines.collect();
                for line in &rest[rest.len().saturating_sub(8)..] {
                    text += &format!("{:VERDICT$}| {line}\n", "");
                }
                if !note.is_empty() {
                    text += &item("", VERDICT, &format!("hint: {note}"));
                }
            }
        }
    }
    if agent.hash().is_none() {
        let why = "No file of the command belongs to the agent, so its versions look the same. Name them with files=\"…\".";
        text += &format!("\n{}\n", output::wrapped(why));
    }
    text + if is_ok { "\nall checks passed\n" } else { "\nsome checks failed\n" }
}

#[derive(Serialize)]
struct NewJson<'a> {
    file: PathBuf,
    build: Option<&'a str>,
    command: &'a str,
    agent: String,
}

fn new(language: &str, out: &Path, json: bool) -> Result<(), Failure> {
    let starter = STARTERS.iter().find(|starter| starter.language == language);
    let Starter { file, text, build, command, .. } = starter.expect("a language of the list");
    let path = out.join(file);
    std::fs::create_dir_all(out).map_err(Failure::cannot_write(out))?;
    let created = OpenOptions::new().write(true).create_new(true).open(&path);
    created.and_then(|mut file| file.write_all(text.as_bytes())).map_err(|error| {
        match error.kind() {
            std::io::ErrorKind::AlreadyExists => Failure::Input(format!(
                "'{}' exists already; --out names another directory",
                path.display()
            )),
            _ => Failure::cannot_write(&path)(error),
        }
    })?;
    let agent = format!("process(\"{command}\")");
    let shape = || NewJson { file: path.clone(), build: *build, command, agent: agent.clone() };
    output::result(json, shape, || {
        let mut text = format!("wrote {}\n\n", path.display());
        if out != Path::new(".") {
            text += &format!("  cd {}\n", out.display());
        }
        if let Some(build) = build {
            text += &format!("  {build}\n");
        }
        text += &format!("  lastknight agent check '{command}'\n");
        text + &format!("  lastknight match '{agent}' 'alphabeta(improved, depth=3)'\n")
    })
}

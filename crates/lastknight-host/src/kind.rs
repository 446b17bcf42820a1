//! `process("COMMAND", …)` and `python("FILE:CLASS", …)` as texts of agents.

use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;

use lastknight::Agent;
use lastknight::agent::{AgentKind, PlayerFactory, RegisteredAgent, SettingValue};
use lastknight::quote::quote;

use crate::entries::{PROCESS, PYTHON};
use crate::log::Log;
use crate::program::{Program, ProgramSettings};
use crate::program_player::ProgramPlayer;
use crate::programs::Programs;
use crate::protocol::Protocol;
use crate::sandbox::{self, Isolation};
use crate::words::{AgentFiles, find_program, split};

/// The shim that plays for an agent of a course.
const SHIM: &str = include_str!("../python/course_agent.py");

/// Programs that speak a protocol.
pub(crate) struct ProcessKind(pub(crate) Arc<Programs>);

impl AgentKind for ProcessKind {
    fn entry(&self) -> &'static RegisteredAgent {
        &PROCESS
    }

    fn open(&self, agent: &Agent) -> Result<PlayerFactory, String> {
        let words = split(agent.text())?;
        let program = find_program(&words[0])?;
        let files = AgentFiles::find(&words, text(agent, "files").as_deref())?;
        let mut command: Vec<OsString> = words.into_iter().map(Into::into).collect();
        command[0] = program.into();
        let protocol =
            if agent.word("protocol") == Some("ugi") { Protocol::Ugi } else { Protocol::Turns };
        open(&self.0, agent, command, files, protocol)
    }
}

/// Agents of courses, behind the shim.
pub(crate) struct PythonKind(pub(crate) Arc<Programs>);

impl AgentKind for PythonKind {
    fn entry(&self) -> &'static RegisteredAgent {
        &PYTHON
    }

    fn open(&self, agent: &Agent) -> Result<PlayerFactory, String> {
        let text = agent.text();
        let file = text.rsplit_once(':').map_or(text, |(file, _)| file);
        if !std::path::Path::new(file).is_file() {
            return Err(format!("there is no file {}; write FILE:CLASS", quote(file)));
        }
        let declared = self::text(agent, "files");
        let mut files =
            AgentFiles::find(&["python3".to_owned(), file.to_owned()], declared.as_deref())?;
        let board = agent.word("board").unwrap_or("own");
        if board == "own" {
            // The board beside the agent decides its games too.
            let beside = std::path::Path::new(file).with_file_name("isolation");
            files.named.extend(
                [beside.with_extension("py"), beside].into_iter().find(|path| path.exists()),
            );
        }
        let clock = agent.word("clock").unwrap_or("cpu");
        let mut command: Vec<OsString> =
            ["python3", "-u", "-c", SHIM, text, "--board", board, "--clock", clock]
                .map(Into::into)
                .into();
        command[0] = self.0.python()?.into();
        open(&self.0, agent, command, files, Protocol::Turns)
    }
}

/// Opens a program, or finds it again.
fn open(
    programs: &Programs,
    agent: &Agent,
    words: Vec<OsString>,
    files: AgentFiles,
    protocol: Protocol,
) -> Result<PlayerFactory, String> {
    let isolation = match agent.word("sandbox") {
        _ if programs.needs_sandbox() && !sandbox::is_available() => {
            return Err("no sandbox: install bubblewrap (Debian package bubblewrap)".to_owned());
        }
        Some("off") if programs.needs_sandbox() => {
            return Err("sandbox=off, but a sandbox is required".to_owned());
        }
        Some("off") => Isolation::Off,
        _ if sandbox::is_available() => Isolation::Sandbox,
        _ => Isolation::Limits,
    };
    let hash = files.hash()?;
    let label = agent.label();
    // The text of the agent that is opened.
    let text = match (&hash, label.strip_suffix(')')) {
        (Some(hash), Some(start)) => format!("{start}, hash={hash})"),
        _ => label.clone(),
    };
    let program = programs.open(&text, || {
        let settings = ProgramSettings {
            words,
            files,
            protocol,
            startup: time(agent, "startup").unwrap_or(Duration::from_secs(10)),
            stall: time(agent, "stall"),
            is_new_each_game: agent.word("restart") == Some("game"),
            megabytes: agent.resources().megabytes,
            isolation,
            has_one_core: agent.word("affinity") == Some("on"),
            is_paused: agent.word("pause") == Some("on"),
        };
        let log = Log::new(&label, hash.as_deref());
        Program::new(label.clone(), settings, Arc::clone(&programs.supervisor), log)
    });
    let factory =
        PlayerFactory::new(move |seed| Box::new(ProgramPlayer::new(Arc::clone(&program), seed)));
    Ok(match &hash {
        Some(hash) => factory.hash(hash),
        None => factory,
    })
}

fn text(agent: &Agent, name: &str) -> Option<String> {
    if let Some(SettingValue::Text(text)) = agent.setting(name) { Some(text) } else { None }
}

fn time(agent: &Agent, name: &str) -> Option<Duration> {
    if let Some(SettingValue::Time(time)) = agent.setting(name) { Some(time) } else { None }
}

//! `process("COMMAND", …)` and `python("FILE:CLASS", …)` as texts of agents.

use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;

use lastknight::Agent;
use lastknight::agent::{
    AgentKind, LIMITS, PlayerFactory, RegisteredAgent, Setting, SettingDomain, SettingValue,
};
use lastknight::quote::quote;

use crate::host::HostState;
use crate::log::Log;
use crate::program::{Program, ProgramPlayer, ProgramSettings, Protocol};
use crate::sandbox::{self, Isolation};
use crate::words::{AgentFiles, find_program, split};

/// The entry of `process`.
pub(crate) static PROCESS: RegisteredAgent = RegisteredAgent::external(
    "process",
    "a program in any language, started by a command in quotation marks",
    &[OWN_LIMITS, CLOCK, PROTOCOL, HOSTING],
);

/// The entry of `python`.
pub(crate) static PYTHON: RegisteredAgent = RegisteredAgent::external(
    "python",
    "an agent of a course, named FILE:CLASS, as in python(\"game_agent.py:AlphaBetaPlayer\")",
    &[OWN_LIMITS, CLOCK, BOARD, HOSTING],
);

const OWN_LIMITS: &[Setting] = LIMITS.split_at(3).0;

const CLOCK: &[Setting] = &[Setting {
    name: "clock",
    summary: "measure time as CPU time of the program or by the wall clock",
    default: Some("cpu"),
    domain: SettingDomain::Choice { values: &["wall", "cpu"] },
}];

const PROTOCOL: &[Setting] = &[Setting {
    name: "protocol",
    summary: "the protocol that the program speaks",
    default: Some("turns"),
    domain: SettingDomain::Choice { values: &["turns", "ugi"] },
}];

const BOARD: &[Setting] = &[Setting {
    name: "board",
    summary: "the board that the agent sees: the one beside it, or that of the Python package lastknight",
    default: Some("own"),
    domain: SettingDomain::Choice { values: &["own", "drop-in"] },
}];

const HOSTING: &[Setting] = &[
    Setting {
        name: "startup",
        summary: "time to start and to send the first answer",
        default: Some("10s"),
        domain: SettingDomain::Time,
    },
    Setting {
        name: "stall",
        summary: "wall-clock time after which a silent program is killed; by default 10 times the limit, at least 5s",
        default: None,
        domain: SettingDomain::Time,
    },
    Setting {
        name: "restart",
        summary: "start the program again for every game, or only after a failure",
        default: Some("game"),
        domain: SettingDomain::Choice { values: &["game", "failure"] },
    },
    Setting {
        name: "memory",
        summary: "maximum memory of the program, in MB",
        default: Some("2048"),
        domain: SettingDomain::Whole { min: 16, max: Some(1 << 20) },
    },
    Setting {
        name: "sandbox",
        summary: "without network and files of users, if bubblewrap is installed, or not",
        default: Some("auto"),
        domain: SettingDomain::Choice { values: &["auto", "off"] },
    },
    Setting {
        name: "affinity",
        summary: "let the program use one core only",
        default: Some("off"),
        domain: SettingDomain::Choice { values: &["off", "on"] },
    },
    Setting {
        name: "pause",
        summary: "stop the program while its opponent thinks",
        default: Some("off"),
        domain: SettingDomain::Choice { values: &["off", "on"] },
    },
    Setting {
        name: "files",
        summary: "further files or directories that belong to the program, separated by spaces",
        default: None,
        domain: SettingDomain::Text,
    },
];

/// The shim that plays for an agent of a course.
const SHIM: &str = include_str!("../python/course_agent.py");

/// Programs that speak a protocol.
pub(crate) struct ProcessKind(pub(crate) Arc<HostState>);

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
        self.0.open(agent, command, files, protocol)
    }
}

/// Agents of courses, behind the shim.
pub(crate) struct PythonKind(pub(crate) Arc<HostState>);

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
        command[0] = find_program("python3")?.into();
        self.0.open(agent, command, files, Protocol::Turns)
    }
}

impl HostState {
    /// Opens a program, or finds it again.
    fn open(
        self: &Arc<Self>,
        agent: &Agent,
        words: Vec<OsString>,
        files: AgentFiles,
        protocol: Protocol,
    ) -> Result<PlayerFactory, String> {
        let isolation = match agent.word("sandbox") {
            _ if self.needs_sandbox() && !sandbox::is_available() => {
                return Err("no sandbox: install bubblewrap (Debian package bubblewrap)".to_owned());
            }
            Some("off") if self.needs_sandbox() => {
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
        let program = self.program(&text, || {
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
            Program::new(label.clone(), settings, Arc::clone(&self.supervisor), log)
        });
        let factory = PlayerFactory::new(move |seed| {
            Box::new(ProgramPlayer::new(Arc::clone(&program), seed))
        });
        Ok(match &hash {
            Some(hash) => factory.hash(hash),
            None => factory,
        })
    }
}

fn text(agent: &Agent, name: &str) -> Option<String> {
    if let Some(SettingValue::Text(text)) = agent.setting(name) { Some(text) } else { None }
}

fn time(agent: &Agent, name: &str) -> Option<Duration> {
    if let Some(SettingValue::Time(time)) = agent.setting(name) { Some(time) } else { None }
}

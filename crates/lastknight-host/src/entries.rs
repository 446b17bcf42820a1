//! The entries of `process` and `python` in the list of agents.

use lastknight::agent::{LIMITS, RegisteredAgent, Setting, SettingDomain};

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

//! Agents to build on, one for each language.

/// An agent to build on.
#[derive(Debug)]
pub struct Starter {
    /// The language, as users type it.
    pub language: &'static str,
    /// The name of the file.
    pub file: &'static str,
    /// The program.
    pub text: &'static str,
    /// The command that builds it, if it has to be built.
    pub build: Option<&'static str>,
    /// The command that runs it.
    pub command: &'static str,
}

/// The starters. All choose the same moves.
pub static STARTERS: &[Starter] = &[
    Starter {
        language: "python",
        file: "agent.py",
        text: include_str!("../starters/agent.py"),
        build: None,
        command: "python3 agent.py",
    },
    Starter {
        language: "java",
        file: "Agent.java",
        text: include_str!("../starters/Agent.java"),
        build: Some("javac Agent.java"),
        command: "java Agent",
    },
    Starter {
        language: "cpp",
        file: "agent.cpp",
        text: include_str!("../starters/agent.cpp"),
        build: Some("g++ -O2 -std=c++17 agent.cpp -o agent"),
        command: "./agent",
    },
    Starter {
        language: "js",
        file: "agent.js",
        text: include_str!("../starters/agent.js"),
        build: None,
        command: "node agent.js",
    },
    Starter {
        language: "rust",
        file: "agent.rs",
        text: include_str!("../starters/agent.rs"),
        build: Some("rustc -O --edition 2021 agent.rs"),
        command: "./agent",
    },
];

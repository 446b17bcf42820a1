//! The list of agents: one entry each, from which the parser, the help and the tests come.

use std::num::NonZeroUsize;

use super::setting::{Domain, SWITCH, Setting};
use super::{Agent, Player, Subject};
use super::{greedy::Greedy, mirror::Mirroring, perfect::Perfect, random::AnyMove};
use crate::eval::Heuristic;
use crate::search::engine::{Engine, EngineSettings};
use crate::search::ladder::{Ladder, MoveOrdering, Rungs};
use crate::search::mcts::{Mcts, MctsSettings, Policy};

/// An agent of the list.
#[derive(Debug)]
pub struct RegisteredAgent {
    /// The name that users type.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// What it is made from, written before its settings.
    pub subject: Takes,
    groups: &'static [&'static [Setting]],
    pub(super) make: fn(&Agent, seed: u64) -> Box<dyn Player>,
}

impl RegisteredAgent {
    /// The settings that it takes, those that belong together in one group.
    #[must_use]
    pub fn groups(&self) -> &'static [&'static [Setting]] {
        self.groups
    }

    /// The settings that it takes.
    pub fn settings(&self) -> impl Iterator<Item = &'static Setting> + use<> {
        self.groups.iter().flat_map(|group| group.iter())
    }

    /// The agent with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        AGENTS.iter().find(|entry| entry.name == name)
    }
}

/// What an agent is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Nothing.
    Nothing,
    /// A heuristic, this one where none is given.
    Heuristic(&'static str),
    /// A heuristic if one likes; where there is one by default, it goes without saying.
    OptionalHeuristic(Option<&'static str>),
    /// Another agent.
    Agent,
}

impl Takes {
    /// The heuristic that is not printed.
    pub(super) fn hidden(self) -> Option<&'static str> {
        if let Self::OptionalHeuristic(name) = self { name } else { None }
    }
}

/// Every agent.
pub static AGENTS: &[RegisteredAgent] = &[
    RegisteredAgent {
        name: "random",
        about: "any legal move, each as likely",
        subject: Takes::Nothing,
        groups: &[],
        make: |_, seed| Box::new(AnyMove::new(seed)),
    },
    RegisteredAgent {
        name: "greedy",
        about: "the move after which the heuristic is best, without looking further",
        subject: Takes::Heuristic("improved"),
        groups: &[TIES],
        make: |agent, seed| {
            Box::new(Greedy::new(heuristic(agent), agent.choice("ties") == 1, seed))
        },
    },
    RegisteredAgent {
        name: "minimax",
        about: "the textbook's search of every line",
        subject: Takes::Heuristic("improved"),
        groups: &[LIMITS, DEEPEN, SYMMETRY, RULES, TIES],
        make: |agent, seed| ladder(agent, false, seed),
    },
    RegisteredAgent {
        name: "alphabeta",
        about: "minimax without the lines that cannot matter, and the reports' ways to speed it up",
        subject: Takes::Heuristic("improved"),
        groups: &[LIMITS, DEEPEN, LADDER, SYMMETRY, RULES, TIES],
        make: |agent, seed| ladder(agent, true, seed),
    },
    RegisteredAgent {
        name: "engine",
        about: "the strongest: looks deep where it matters, solves what it can, sets traps when lost",
        subject: Takes::OptionalHeuristic(Some("linear-model")),
        groups: &[LIMITS, ENGINE],
        make: |agent, _| Box::new(Engine::new(engine_settings(agent))),
    },
    RegisteredAgent {
        name: "perfect",
        about: "proves a win and plays it, holds out where all is lost; as engine where no proof comes in time",
        subject: Takes::Nothing,
        groups: &[BUDGET, PERFECT],
        make: |agent, _| Box::new(Perfect::new(megabytes(agent), threads(agent))),
    },
    RegisteredAgent {
        name: "mcts",
        about: "Monte-Carlo tree search: playouts, to the end or as far as a heuristic takes over",
        subject: Takes::OptionalHeuristic(None),
        groups: &[BUDGET, PLAYOUTS, SYMMETRY],
        make: mcts,
    },
    RegisteredAgent {
        name: "mirror",
        about: "answers with the mirror image wherever that wins or keeps a symmetry, else as another agent",
        subject: Takes::Agent,
        groups: &[],
        make: |agent, seed| match &agent.subject {
            Subject::Agent(other) => Box::new(Mirroring::new(other.player(seed))),
            _ => unreachable!("the parser gives it an agent"),
        },
    },
];

/// Stands for an entry in custom agents, which have no settings.
pub(super) static CUSTOM: RegisteredAgent = RegisteredAgent {
    name: "custom",
    about: "a player of your own",
    subject: Takes::Nothing,
    groups: &[],
    make: |agent, seed| match &agent.subject {
        Subject::Custom(custom) => custom.player(seed),
        _ => unreachable!("a custom agent is made with one"),
    },
};

/// When to stop.
const LIMITS: &[Setting] = &[
    Setting {
        name: "depth",
        domain: Domain::Whole(0, 255),
        default: None,
        about: "the most half-moves to look ahead",
    },
    Setting {
        name: "nodes",
        domain: Domain::Whole(0, u64::MAX),
        default: None,
        about: "the most positions to look at, a move",
    },
    Setting {
        name: "time",
        domain: Domain::Time,
        default: None,
        about: "the most time to take, a move",
    },
    Setting {
        name: "clock",
        domain: Domain::Choice(&["wall", "cpu"]),
        default: None,
        about: "what measures the time: the clock on the wall, or the thread's time on the processor",
    },
];

/// When to stop, for those that do not look ahead by depth.
const BUDGET: &[Setting] = LIMITS.split_at(1).1;

/// How playouts are made.
const PLAYOUTS: &[Setting] = &[
    Setting {
        name: "explore",
        domain: Domain::Number(0.0, 100.0),
        default: Some("0.7"),
        about: "how much to try moves that were tried little",
    },
    Setting {
        name: "urgency",
        domain: Domain::Number(-100.0, 100.0),
        default: Some("1"),
        about: "what a move that was never tried promises beyond the average of its position",
    },
    Setting {
        name: "rollout",
        domain: Domain::Choice(&["random", "light", "greedy"]),
        default: Some("light"),
        about: "how to play on: random by any moves, light by any but blunders, greedy mostly as the \
                heuristic likes it",
    },
    Setting {
        name: "cut",
        domain: Domain::Whole(0, 255),
        default: Some("0"),
        about: "half-moves to play on before the heuristic, if there is one, says who stands better",
    },
    Setting {
        name: "keep",
        domain: SWITCH,
        default: Some("on"),
        about: "begin the next turn with what this one has found out about it",
    },
    Setting {
        name: "memory",
        domain: Domain::Whole(1, 65_536),
        default: Some("64"),
        about: "the most megabytes that the tree may take",
    },
];

const DEEPEN: &[Setting] = &[Setting {
    name: "deepen",
    domain: SWITCH,
    default: Some("off"),
    about: "search depth 1, 2, 3 … even where depth is the only limit and nothing else needs it",
}];

/// The reports' ways to speed up alpha-beta.
const LADDER: &[Setting] = &[
    Setting {
        name: "order",
        domain: Domain::Choice(&["none", "full", "best"]),
        default: Some("none"),
        about: "try moves by the values of the depth before, or its best move first",
    },
    Setting {
        name: "ordered",
        domain: Domain::Whole(1, 255),
        default: Some("255"),
        about: "half-moves from the root on at which moves are tried in that order",
    },
    Setting {
        name: "keep",
        domain: SWITCH,
        default: Some("off"),
        about: "begin the next turn at the depth that this one has reached already",
    },
    Setting {
        name: "moves",
        domain: Domain::Choice(&["copy", "unmake"]),
        default: Some("copy"),
        about: "copy positions, or make moves in place and take them back",
    },
];

const THREADS: Setting = Setting {
    name: "threads",
    domain: Domain::Whole(1, 256),
    default: Some("1"),
    about: "how many threads search together, at most one for each processor",
};

const PERFECT: &[Setting] = &[
    Setting {
        name: "memory",
        domain: Domain::Whole(2, 1 << 20),
        default: Some("256"),
        about: "the most megabytes for tables of positions, a quarter of it the engine's",
    },
    THREADS,
];

const ENGINE: &[Setting] = &[
    Setting {
        name: "memory",
        domain: Domain::Whole(1, 1 << 20),
        default: Some("64"),
        about: "the most megabytes for the table of positions",
    },
    THREADS,
    Setting {
        name: "solve",
        domain: SWITCH,
        default: Some("on"),
        about: "solve positions within reach",
    },
    Setting {
        name: "swindle",
        domain: SWITCH,
        default: Some("on"),
        about: "in lost positions, look for moves after which the opponent will go wrong",
    },
];

const SYMMETRY: &[Setting] = &[Setting {
    name: "symmetry",
    domain: SWITCH,
    default: Some("off"),
    about: "count a position as won for the player who just moved and can mirror from there on",
}];

/// The quick rules of reports 002 and 003.
const RULES: &[Setting] = &[
    Setting {
        name: "single",
        domain: SWITCH,
        default: Some("off"),
        about: "play the only legal move at once",
    },
    Setting {
        name: "trap",
        domain: SWITCH,
        default: Some("off"),
        about: "take the opponent's only move where one's own knight can",
    },
    Setting {
        name: "center",
        domain: SWITCH,
        default: Some("off"),
        about: "place the knight on the centre while it is open",
    },
    Setting {
        name: "reflect",
        domain: SWITCH,
        default: Some("off"),
        about: "play the image of the opponent's square through the centre whenever that is legal",
    },
];

const TIES: &[Setting] = &[Setting {
    name: "ties",
    domain: Domain::Choice(&["first", "random"]),
    default: Some("first"),
    about: "which of equally good moves to play",
}];

fn heuristic(agent: &Agent) -> Heuristic {
    agent.heuristic().expect("the parser gives it a heuristic").clone()
}

fn ladder(agent: &Agent, prune: bool, seed: u64) -> Box<dyn Player> {
    let rungs = Rungs {
        prune,
        deepen: agent.is_on("deepen"),
        order: [MoveOrdering::None, MoveOrdering::Full, MoveOrdering::Best][agent.choice("order")],
        ordered: agent.whole("ordered").map_or(u32::MAX, |plies| plies as u32),
        keep: agent.is_on("keep"),
        unmake: agent.is_on("moves"),
        symmetry: agent.is_on("symmetry"),
        single: agent.is_on("single"),
        trap: agent.is_on("trap"),
        center: agent.is_on("center"),
        reflect: agent.is_on("reflect"),
        random_ties: agent.is_on("ties"),
    };
    Box::new(Ladder::new(heuristic(agent), rungs, seed))
}

fn engine_settings(agent: &Agent) -> EngineSettings {
    EngineSettings {
        heuristic: heuristic(agent),
        megabytes: megabytes(agent),
        threads: threads(agent),
        solve: agent.is_on("solve"),
        swindle: agent.is_on("swindle"),
    }
}

fn megabytes(agent: &Agent) -> usize {
    agent.whole("memory").and_then(|number| usize::try_from(number).ok()).unwrap_or(64)
}

fn threads(agent: &Agent) -> NonZeroUsize {
    let number = agent.whole("threads").and_then(|number| usize::try_from(number).ok());
    number.and_then(NonZeroUsize::new).unwrap_or(NonZeroUsize::MIN)
}

fn mcts(agent: &Agent, seed: u64) -> Box<dyn Player> {
    Box::new(Mcts::new(agent.heuristic().cloned(), playouts(agent), seed))
}

fn playouts(agent: &Agent) -> MctsSettings {
    let default = MctsSettings::default();
    MctsSettings {
        explore: agent.number("explore").unwrap_or(default.explore),
        urgency: agent.number("urgency").unwrap_or(default.urgency),
        policy: [Policy::Random, Policy::Light, Policy::Greedy][agent.choice("rollout")],
        cut: agent.whole("cut").map_or(default.cut, |plies| plies as u32),
        symmetry: agent.is_on("symmetry"),
        keep: agent.is_on("keep"),
        memory: agent.whole("memory").map_or(default.memory, |count| (count as usize) << 20),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_of_the_list_are_those_of_the_search() {
        assert_eq!(playouts(&"mcts".parse().unwrap()), MctsSettings::default());
    }
}

//! The list of agents. The parser, the help and the tests are driven by it.

use std::num::NonZeroUsize;

use super::setting::{Setting, SettingDomain};
use super::{Agent, Argument, Player};
use super::{greedy::Greedy, mirror::MirrorPlayer, perfect::Perfect, random::RandomPlayer};
use crate::eval::Heuristic;
use crate::search::engine::{Engine, EngineSettings};
use crate::search::ladder::{CourseBudget, Ladder, MoveOrdering, Pick, Rungs, Ties, WhenLost};
use crate::search::mcts::{Mcts, MctsSettings, Policy};

/// An entry in the list of agents.
#[derive(Debug)]
pub struct RegisteredAgent {
    /// The name that users type.
    pub name: &'static str,
    /// One line on how it plays.
    pub summary: &'static str,
    /// The argument it takes before its settings.
    pub argument: ArgumentKind,
    /// Its settings, by group.
    pub groups: &'static [&'static [Setting]],
    pub(super) make: fn(&Agent, seed: u64) -> Box<dyn Player>,
}

impl RegisteredAgent {
    /// Returns its settings.
    pub fn settings(&self) -> impl Iterator<Item = &'static Setting> + use<> {
        self.groups.iter().copied().flatten()
    }

    /// Describes a kind of agents that the library does not have, for [`AgentKind`](super::AgentKind). They take a
    /// text in quotation marks before their settings. Settings named `depth`, `nodes`, `time` and `clock` are the limits
    /// of their players.
    #[must_use]
    pub const fn external(
        name: &'static str,
        summary: &'static str,
        groups: &'static [&'static [Setting]],
    ) -> Self {
        let make = |agent: &Agent, seed| agent.external_player(seed);
        Self { name, summary, argument: ArgumentKind::Text, groups, make }
    }

    /// Returns the agent with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        AGENTS.iter().find(|entry| entry.name == name)
    }
}

/// The argument that an agent takes before its settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// No argument.
    None,
    /// A heuristic, with its default.
    Heuristic(&'static str),
    /// An optional heuristic. A default, if there is one, is not printed.
    OptionalHeuristic(Option<&'static str>),
    /// Another agent.
    Agent,
    /// A text in quotation marks, such as a command.
    Text,
}

/// All built-in agents.
pub static AGENTS: &[RegisteredAgent] = &[
    RegisteredAgent {
        name: "random",
        summary: "plays a random legal move",
        argument: ArgumentKind::None,
        groups: &[],
        make: |_, seed| Box::new(RandomPlayer::new(seed)),
    },
    RegisteredAgent {
        name: "greedy",
        summary: "plays the move with the best heuristic value, without further search",
        argument: ArgumentKind::Heuristic("improved"),
        groups: &[TIES],
        make: |agent, seed| Box::new(Greedy::new(heuristic(agent), agent.is_on("ties"), seed)),
    },
    RegisteredAgent {
        name: "minimax",
        summary: "plain minimax over every line",
        argument: ArgumentKind::Heuristic("improved"),
        groups: &[LIMITS, DEEPEN, SYMMETRY, RULES, LADDER_TIES, PROGRAM],
        make: |agent, seed| ladder(agent, false, seed),
    },
    RegisteredAgent {
        name: "alphabeta",
        summary: "minimax with alpha-beta pruning, and the improvements of the reports as settings",
        argument: ArgumentKind::Heuristic("improved"),
        groups: &[LIMITS, DEEPEN, LADDER, SYMMETRY, RULES, LADDER_TIES, PROGRAM],
        make: |agent, seed| ladder(agent, true, seed),
    },
    RegisteredAgent {
        name: "engine",
        summary: "the strongest: searches critical lines deeply, solves what it can, sets traps when lost",
        argument: ArgumentKind::OptionalHeuristic(Some("linear-model")),
        groups: &[LIMITS, ENGINE],
        make: |agent, _| Box::new(Engine::new(engine_settings(agent))),
    },
    RegisteredAgent {
        name: "perfect",
        summary: "plays a proved win, or the longest loss; plays like engine if it finds no proof in time",
        argument: ArgumentKind::None,
        groups: &[BUDGET, PERFECT],
        make: |agent, _| Box::new(Perfect::new(megabytes(agent), threads(agent))),
    },
    RegisteredAgent {
        name: "mcts",
        summary: "Monte Carlo tree search, with playouts to the end or up to a heuristic evaluation",
        argument: ArgumentKind::OptionalHeuristic(None),
        groups: &[BUDGET, PLAYOUTS, SYMMETRY],
        make: |agent, seed| {
            let heuristic = agent.heuristic().cloned();
            Box::new(Mcts::new(heuristic, mcts_settings(agent), seed))
        },
    },
    RegisteredAgent {
        name: "mirror",
        summary: "mirrors the opponent if that wins or makes the position symmetric, else plays like another agent",
        argument: ArgumentKind::Agent,
        groups: &[],
        make: |agent, seed| match &agent.argument {
            Argument::Agent(other) => Box::new(MirrorPlayer { other: other.player(seed) }),
            _ => unreachable!("the parser requires an agent"),
        },
    },
];

/// The entry of custom agents.
pub(super) static CUSTOM: RegisteredAgent = RegisteredAgent {
    name: "custom",
    summary: "a custom agent",
    argument: ArgumentKind::None,
    groups: &[],
    make: |agent, seed| agent.external_player(seed),
};

/// The limits of agents that search: `depth`, `nodes`, `time`, and the `clock` of the time.
pub const LIMITS: &[Setting] = &[
    unset("depth", whole(0, 255), "maximum search depth, in plies"),
    unset("nodes", SettingDomain::Whole { min: 0, max: None }, "maximum number of nodes per move"),
    unset("time", SettingDomain::Time, "maximum time per move"),
    unset("clock", one_of(&["wall", "cpu"]), "measure time by the wall clock or as CPU time"),
];

/// The limits of agents without a depth.
const BUDGET: &[Setting] = LIMITS.split_at(1).1;

const PLAYOUTS: &[Setting] = &[
    setting("explore", "0.7", number(0.0, 100.0), "exploration constant of UCB1"),
    setting(
        "urgency",
        "1",
        number(-100.0, 100.0),
        "score of untried moves above the average of their position",
    ),
    setting(
        "rollout",
        "light",
        one_of(&["random", "light", "greedy"]),
        "playout moves: random, light (random without blunders), or greedy (mostly by the heuristic)",
    ),
    setting("cut", "0", whole(0, 255), "plies of a playout before the heuristic evaluates it"),
    switch("keep", "on", "reuse the tree in the next turn"),
    setting("memory", "64", whole(1, 65_536), "maximum size of the tree, in MB"),
];

const DEEPEN: &[Setting] =
    &[switch("deepen", "off", "deepen iteratively even if depth is the only limit")];

const LADDER: &[Setting] = &[
    setting(
        "order",
        "none",
        one_of(&["none", "full", "best"]),
        "order moves by their values at the previous depth, or only try its best move first",
    ),
    setting("ordered", "255", whole(1, 255), "plies from the root at which moves are ordered"),
    switch("keep", "off", "start the next turn at the depth that this one reached"),
    setting(
        "moves",
        "copy",
        one_of(&["copy", "unmake"]),
        "copy positions or make and unmake moves",
    ),
];

const THREADS: Setting =
    setting("threads", "1", whole(1, 256), "number of search threads, at most one per core");

const PERFECT: &[Setting] = &[
    setting("memory", "256", whole(2, 1 << 20), "maximum MB of tables, a quarter for the engine"),
    THREADS,
];

const ENGINE: &[Setting] = &[
    setting("memory", "64", whole(1, 1 << 20), "maximum size of the transposition table, in MB"),
    THREADS,
    switch("solve", "on", "solve positions that are close to the end"),
    switch("swindle", "on", "in lost positions, set traps for the opponent"),
];

const SYMMETRY: &[Setting] =
    &[switch("symmetry", "off", "score positions as won for a player who can mirror to the end")];

/// The quick rules of reports 002 and 003.
const RULES: &[Setting] = &[
    switch("single", "off", "play the only legal move at once"),
    switch("trap", "off", "take the opponent's only move if possible"),
    switch("center", "off", "place the knight on the centre while it is open"),
    switch("reflect", "off", "reflect the opponent's square through the centre if that is legal"),
];

const TIES: &[Setting] = &[setting(
    "ties",
    "first",
    one_of(&["first", "random"]),
    "which of equally good moves to play",
)];

const LADDER_TIES: &[Setting] = &[setting(
    "ties",
    "first",
    one_of(&["first", "random", "bound"]),
    "which of equally good moves to play; bound: the last, pruned moves with an equal bound included",
)];

/// What students' programs do.
const PROGRAM: &[Setting] = &[
    setting(
        "lost",
        "resist",
        one_of(&["resist", "any", "resign"]),
        "once every move loses: play the one that loses last, any, or none, which forfeits",
    ),
    setting(
        "pick",
        "deepest",
        one_of(&["deepest", "best-score"]),
        "play the move of the deepest search, or the one with the best score over all depths",
    ),
    unset(
        "budget",
        one_of(&["course-2017-01", "course-2017-04"]),
        "150 ms of the course's Python, modelled: about 3,000 or 7,000 nodes, fewer if evaluations are slow",
    ),
    setting("cost", "1", number(0.0, 1000.0), "factor for the modelled time of evaluations"),
];

const fn unset(name: &'static str, domain: SettingDomain, summary: &'static str) -> Setting {
    Setting { name, summary, default: None, domain }
}

const fn setting(
    name: &'static str,
    default: &'static str,
    domain: SettingDomain,
    summary: &'static str,
) -> Setting {
    Setting { name, summary, default: Some(default), domain }
}

const fn switch(name: &'static str, default: &'static str, summary: &'static str) -> Setting {
    setting(name, default, one_of(&["off", "on"]), summary)
}

const fn one_of(values: &'static [&'static str]) -> SettingDomain {
    SettingDomain::Choice { values }
}

const fn whole(min: u64, max: u64) -> SettingDomain {
    SettingDomain::Whole { min, max: Some(max) }
}

const fn number(min: f64, max: f64) -> SettingDomain {
    SettingDomain::Number { min, max }
}

fn heuristic(agent: &Agent) -> Heuristic {
    agent.heuristic().expect("the parser sets a heuristic").clone()
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
        ties: [Ties::First, Ties::Random, Ties::Bound][agent.choice("ties")],
        lost: [WhenLost::Resist, WhenLost::Any, WhenLost::Resign][agent.choice("lost")],
        pick: [Pick::Deepest, Pick::BestScore][agent.choice("pick")],
        budget: agent.setting("budget").map(|_| CourseBudget::ALL[agent.choice("budget")]),
        cost: agent.number("cost"),
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
    agent.whole("memory").expect("memory has a default") as usize
}

fn threads(agent: &Agent) -> NonZeroUsize {
    let threads = agent.whole("threads").and_then(|threads| NonZeroUsize::new(threads as usize));
    threads.unwrap_or(NonZeroUsize::MIN)
}

fn mcts_settings(agent: &Agent) -> MctsSettings {
    MctsSettings {
        explore: agent.number("explore"),
        urgency: agent.number("urgency"),
        policy: [Policy::Random, Policy::Light, Policy::Greedy][agent.choice("rollout")],
        cut: agent.whole("cut").expect("cut has a default") as u32,
        symmetry: agent.is_on("symmetry"),
        keep: agent.is_on("keep"),
        memory: megabytes(agent) << 20,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_of_the_list_are_those_of_the_search() {
        assert_eq!(mcts_settings(&"mcts".parse().unwrap()), MctsSettings::default());
    }
}

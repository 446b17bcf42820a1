//! The catalog of boards, agents and heuristics.

use lastknight::json::{self, AgentDescription, FormulaLanguage, HeuristicDescription};
use serde::Serialize;

use crate::problem::Problem;
use crate::request::MOST;
use crate::{Reply, Request, Settings, tree};

/// The boards that the page offers.
const BOARDS: [&str; 8] = ["5x5", "5x6", "6x6", "7x7", "8x8", "7x9", "9x9", "11x9"];

/// The opponents that the page offers, the weakest first: each keeps more won positions won on 7x7 than the one before
/// (docs/page.md). All but the last have limits of their own, so their strength does not depend on the machine.
const OPPONENTS: [Opponent<'static>; 9] = [
    Opponent {
        agent: "random",
        title: "Random: any legal move",
        name: "Pip",
        level: Some(1),
        character: "Jumps to any square that is still there, and is happy with all of them.",
    },
    Opponent {
        agent: "alphabeta(null, depth=3)",
        title: "Alpha-beta, 3 plies deep, without a heuristic",
        name: "Milo",
        level: Some(2),
        character: "Sees the end coming three plies ahead, and has no opinion before that.",
    },
    Opponent {
        agent: "greedy(open)",
        title: "Greedy: the most moves right now",
        name: "Greta",
        level: Some(3),
        character: "Goes where she has the most next moves, and never looks at yours.",
    },
    Opponent {
        agent: "alphabeta(improved, depth=3)",
        title: "Alpha-beta, 3 plies deep",
        name: "Nora",
        level: Some(4),
        character: "Looks three plies ahead, and wants more moves than you have.",
    },
    Opponent {
        agent: "alphabeta(drilldown, depth=3)",
        title: "Alpha-beta with drilldown, 3 plies deep",
        name: "Otto",
        level: Some(5),
        character: "Counts every path that is left to him, and guards the longest.",
    },
    Opponent {
        agent: "mcts(nodes=9000)",
        title: "Monte Carlo tree search with 9,000 nodes",
        name: "Carla",
        level: Some(6),
        character: "Plays thousands of games to the end in her head, and trusts the statistics.",
    },
    Opponent {
        agent: "alphabeta(edges, depth=7)",
        title: "Alpha-beta with territories, 7 plies deep",
        name: "Tessa",
        level: Some(7),
        character: "Claims the squares that she reaches first, and then shuts the door.",
    },
    Opponent {
        agent: "engine(nodes=1000)",
        title: "The engine with 1,000 nodes",
        name: "Hector",
        level: Some(8),
        character: "Solves what he can, and sets traps where he cannot.",
    },
    Opponent {
        agent: "perfect",
        title: "Perfect: solves what it can",
        name: "Caissa",
        level: Some(9),
        character: "Proves her moves: a won position stays won, and a lost one is made long.",
    },
];

/// What can be asked for.
#[derive(Debug, Serialize)]
pub struct Catalog<'a> {
    version: &'static str,
    json_version: u32,
    boards: [&'static str; 8],
    opponents: Vec<Opponent<'a>>,
    agents: Vec<AgentDescription>,
    heuristics: Vec<HeuristicDescription>,
    formulas: FormulaLanguage,
    limits: Limits,
}

/// An opponent; one that the user named has no level.
#[derive(Clone, Copy, Debug, Serialize)]
struct Opponent<'a> {
    agent: &'a str,
    title: &'a str,
    name: &'a str,
    level: Option<u8>,
    character: &'a str,
}

impl<'a> Opponent<'a> {
    fn custom(name: &'a str) -> Self {
        Self { agent: name, title: name, name, level: None, character: "An agent of this server." }
    }
}

/// The maximum of what a request can use.
#[derive(Debug, Serialize)]
struct Limits {
    seconds: f64,
    megabytes: u64,
    squares: usize,
    tree_nodes: usize,
}

impl<'a> From<Settings<'a>> for Catalog<'a> {
    fn from(Settings { agents, most_time }: Settings<'a>) -> Self {
        let own = agents.custom().iter().map(|agent| Opponent::custom(agent.name()));
        Self {
            version: env!("CARGO_PKG_VERSION"),
            json_version: json::VERSION,
            boards: BOARDS,
            opponents: OPPONENTS.into_iter().chain(own).collect(),
            agents: AgentDescription::all(agents),
            heuristics: HeuristicDescription::all(),
            formulas: FormulaLanguage::all(),
            limits: Limits {
                seconds: most_time.as_secs_f64(),
                megabytes: MOST.megabytes,
                squares: 128,
                tree_nodes: tree::MOST_NODES,
            },
        }
    }
}

pub(crate) fn catalog(_: Request<'_>, settings: Settings<'_>) -> Result<Reply, Problem> {
    Ok(Reply::json(&Catalog::from(settings)))
}

#[cfg(test)]
mod tests {
    use lastknight::{Agents, Position};

    use super::*;

    #[test]
    fn what_is_offered_exists() {
        for board in BOARDS {
            assert!(board.parse::<Position>().is_ok(), "{board}");
        }
        for (Opponent { agent, level, .. }, expected) in OPPONENTS.into_iter().zip(1..) {
            assert!(crate::request::agent(agent, &Agents::builtin()).is_ok(), "{agent}");
            assert_eq!(level, Some(expected), "{agent}");
        }
    }
}

//! The catalog of boards, agents and heuristics.

use lastknight::json::{self, AgentDescription, FormulaLanguage, HeuristicDescription};
use serde::Serialize;

use crate::problem::Problem;
use crate::request::MOST;
use crate::{Reply, Request, Settings, tree};

/// The boards that the page offers.
const BOARDS: [&str; 8] = ["5x5", "5x6", "6x6", "7x7", "8x8", "7x9", "9x9", "11x9"];

/// The opponents that the page offers, the weakest first, with their titles.
const OPPONENTS: [(&str, &str); 8] = [
    ("random", "Random: any legal move"),
    ("greedy(improved)", "Greedy: the most moves right now"),
    ("alphabeta(improved, depth=3)", "Alpha-beta, 3 plies deep"),
    ("alphabeta(improved, depth=5)", "Alpha-beta, 5 plies deep"),
    ("alphabeta(drilldown)", "Alpha-beta with drilldown"),
    ("mcts", "Monte-Carlo tree search"),
    ("engine", "The engine: strongest"),
    ("perfect", "Perfect: solves what it can"),
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

#[derive(Debug, Serialize)]
struct Opponent<'a> {
    agent: &'a str,
    title: &'a str,
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
        let builtin = OPPONENTS.map(|(agent, title)| Opponent { agent, title });
        let own = agents.custom().iter();
        let own = own.map(|agent| Opponent { agent: agent.name(), title: agent.name() });
        Self {
            version: env!("CARGO_PKG_VERSION"),
            json_version: json::VERSION,
            boards: BOARDS,
            opponents: builtin.into_iter().chain(own).collect(),
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
        for (agent, _) in OPPONENTS {
            assert!(crate::request::agent(agent, &Agents::builtin()).is_ok(), "{agent}");
        }
    }
}

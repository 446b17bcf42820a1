//! The tables of `docs/oracle.md`: how often every heuristic, searched to several depths, keeps a win.
//!
//! ```sh
//! cargo xtask oracle-table 7x7 2000 1,2,3,4,5,6,7
//! ```
//!
//! prints a Markdown table for a board, with so many critical positions and these depths, and under
//! it, for some heuristics, one by ply and role. The same comes out on every machine.

use std::error::Error;
use std::num::NonZeroUsize;
use std::thread;

use lastknight::eval::registry::HEURISTICS;
use lastknight::oracle::{OracleConditions, Role, Sample, SamplePlan, SolvedCase, Tally};
use lastknight::stats::{Share, Z95};
use lastknight::{Agent, Limits, Position, Size};

use crate::Arguments;

const SEED: u64 = 0;

/// What is shown by ply and role: a heuristic and a depth.
const BY_PLY: [(&str, u32); 5] =
    [("improved", 1), ("improved", 5), ("territory", 5), ("linear-model", 1), ("linear-model", 5)];

pub(crate) fn run(mut arguments: Arguments) -> Result<(), Box<dyn Error>> {
    let mut next = |default: &str| arguments.next().unwrap_or_else(|| default.to_owned());
    let size: Size = next("7x7").parse()?;
    let count: usize = next("2000").parse()?;
    let depths = next("1,2,3,4,5,6,7");
    let depths = depths.split(',').map(str::parse).collect::<Result<Vec<u32>, _>>()?;
    let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let conditions = OracleConditions::new(Limits::NONE).threads(threads);
    let mut sample = Sample::new(SamplePlan::new(Position::new(size), SEED));
    sample.grow(count, &conditions);
    let table = Table { sample, depths, conditions };
    table.print_sample();
    table.print_heuristics();
    table.print_by_ply();
    Ok(())
}

/// What the tables are made from.
struct Table {
    sample: Sample,
    depths: Vec<u32>,
    conditions: OracleConditions<'static>,
}

impl Table {
    fn print_sample(&self) {
        let mut tally = Tally::default();
        self.sample.cases().iter().for_each(|case| tally.add(case, false));
        let plan = self.sample.plan();
        println!(
            "{}, plies {} to {}: {} positions, {} lost, {} won, {} critical, {} too hard\n",
            plan.start.size(),
            plan.plies.start(),
            plan.plies.end(),
            tally.positions(),
            tally.lost(),
            tally.won().of,
            tally.critical().of,
            self.sample.too_hard().len()
        );
        let chance = 100.0 * tally.random_share().unwrap_or_default();
        println!("a random move keeps {chance:.1} %\n");
    }

    fn print_heuristics(&self) {
        let titles: Vec<String> = self.depths.iter().map(|d| format!("depth {d}")).collect();
        println!("| heuristic | {} |", titles.join(" | "));
        println!("|---|{}", "---:|".repeat(titles.len()));
        for entry in HEURISTICS {
            let agents: Vec<Agent> = self.depths.iter().map(|&d| agent(entry.name, d)).collect();
            let kept = self.kept(&agents);
            let shares = (0..agents.len()).map(|i| self.tally(&kept, i, |_| true).critical());
            let cells: Vec<String> = shares.map(shown).collect();
            println!("| `{}` | {} |", entry.name, cells.join(" | "));
        }
    }

    fn print_by_ply(&self) {
        let agents = BY_PLY.map(|(name, depth)| agent(name, depth));
        let titles = BY_PLY.map(|(name, depth)| format!("`{name}`, depth {depth}"));
        println!("\n| plies | to move | positions | random | {} |", titles.join(" | "));
        println!("|---|---|---:|---:|{}", "---:|".repeat(titles.len()));
        let kept = self.kept(&agents);
        for band in self.sample.plan().bands() {
            for role in Role::ALL {
                let is_here = |case: &SolvedCase| {
                    band.contains(&case.position().ply()) && case.role() == Some(role)
                };
                let tallies: [Tally; BY_PLY.len()] =
                    std::array::from_fn(|i| self.tally(&kept, i, is_here));
                let Some(chance) = tallies[0].random_share() else {
                    continue;
                };
                let (from, to, name) = (band.start(), band.end(), role.name());
                let (count, chance) = (tallies[0].critical().of, 100.0 * chance);
                let cells = tallies.map(|tally| shown(tally.critical())).join(" | ");
                println!("| {from} to {to} | {name} | {count} | {chance:.1} | {cells} |");
            }
        }
    }

    /// For each position, whether each agent keeps the win.
    fn kept(&self, agents: &[Agent]) -> Vec<Vec<bool>> {
        self.sample.answers(0..self.sample.cases().len(), agents, &self.conditions)
    }

    /// What that comes to for one of the agents, in positions of one kind.
    fn tally(
        &self,
        kept: &[Vec<bool>],
        agent: usize,
        is_here: impl Fn(&SolvedCase) -> bool,
    ) -> Tally {
        let mut tally = Tally::default();
        let here = self.sample.cases().iter().zip(kept).filter(|(case, _)| is_here(case));
        here.for_each(|(case, kept)| tally.add(case, kept[agent]));
        tally
    }
}

fn agent(heuristic: &str, depth: u32) -> Agent {
    format!("alphabeta({heuristic}, depth={depth})").parse().expect("a heuristic of the list")
}

/// A share in per cent, with its interval.
fn shown(share: Share) -> String {
    let (low, high) = share.interval(Z95);
    let [part, low, high] = [share.part().unwrap_or_default(), low, high].map(|x| 100.0 * x);
    format!("{part:.1} ({low:.1}–{high:.1})")
}

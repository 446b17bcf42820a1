//! The tables of `docs/oracle.md`: how often every heuristic keeps a win, by search depth.
//!
//! `cargo xtask oracle-table 7x7 2000 1,2,3,4,5,6,7` prints a Markdown table for a board, with 2,000 critical positions
//! and these depths, and for some heuristics one by ply and role. The output is the same on every machine.

use std::error::Error;

use lastknight::eval::registry::HEURISTICS;
use lastknight::oracle::{OracleConditions, Role, Sample, SamplePlan, SolvedCase, Tally};
use lastknight::stats::Share;
use lastknight::{Agent, Limits, Position, Size};

use crate::fit_linear_model::measure;
use crate::{Arguments, parallel};

const SEED: u64 = 0;

/// The heuristics and depths of the table by ply and role.
const BY_PLY: [(&str, u32); 5] =
    [("improved", 1), ("improved", 5), ("territory", 5), ("linear-model", 1), ("linear-model", 5)];

pub(crate) fn run(mut arguments: Arguments) -> Result<(), Box<dyn Error>> {
    let mut next = |default: &str| arguments.next().unwrap_or_else(|| default.to_owned());
    let size: Size = next("7x7").parse()?;
    let count: usize = next("2000").parse()?;
    let depths = next("1,2,3,4,5,6,7");
    let depths = depths.split(',').map(str::parse).collect::<Result<Vec<u32>, _>>()?;
    let conditions = OracleConditions::new(Limits::NONE).threads(parallel::threads());
    let mut sample = Sample::new(SamplePlan::new(Position::new(size), SEED));
    sample.grow(count, &conditions);
    let tables = OracleTables { sample, depths, conditions };
    tables.print_sample();
    tables.print_heuristics();
    tables.print_by_ply();
    Ok(())
}

struct OracleTables {
    sample: Sample,
    depths: Vec<u32>,
    conditions: OracleConditions<'static>,
}

impl OracleTables {
    fn print_sample(&self) {
        let mut tally = Tally::default();
        self.sample.cases().iter().for_each(|case| tally.add(case, false));
        let plan = self.sample.plan();
        let (size, from, to) = (plan.start.size(), plan.plies.start(), plan.plies.end());
        let (positions, lost, won) = (tally.positions(), tally.lost(), tally.won().of);
        let (critical, too_hard) = (tally.critical().of, self.sample.too_hard().len());
        print!("{size}, plies {from} to {to}: {positions} positions, {lost} lost, {won} won, ");
        println!("{critical} critical, {too_hard} too hard\n");
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
                let Some(chance) = tallies[0].random_share() else { continue };
                let (from, to, name) = (band.start(), band.end(), role.name());
                let (count, chance) = (tallies[0].critical().of, 100.0 * chance);
                let cells = tallies.map(|tally| shown(tally.critical())).join(" | ");
                println!("| {from} to {to} | {name} | {count} | {chance:.1} | {cells} |");
            }
        }
    }

    /// Returns whether each agent keeps the win, for each position.
    fn kept(&self, agents: &[Agent]) -> Vec<Vec<bool>> {
        self.sample.answers(0..self.sample.cases().len(), agents, &self.conditions)
    }

    /// Counts the kept wins of one agent in some of the positions.
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

fn shown(share: Share) -> String {
    measure::shown(share.hits as f64, share.of as f64)
}

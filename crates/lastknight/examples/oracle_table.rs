//! The tables of `docs/oracle.md`: how often every heuristic, searched to several depths, keeps a win.
//!
//! ```sh
//! cargo run --release --example oracle_table -- 7x7 2000 1,2,3,4,5,6,7
//! ```
//!
//! prints a Markdown table for a board, with so many critical positions and these depths, and under
//! it, for some heuristics, one by ply and role. The same comes out on every machine.

#![expect(clippy::print_stdout, reason = "a program that prints its result")]

use std::error::Error;
use std::num::NonZeroUsize;
use std::thread;

use lastknight::eval::registry::HEURISTICS;
use lastknight::oracle::{Case, Conditions, Plan, Role, Sample, Tally};
use lastknight::stats::{Share, Z95};
use lastknight::{Agent, Limits, Position, Size};

const SEED: u64 = 0;

/// Heuristics that take long get a part of the positions, one in so many.
const SLOW: [(&str, usize); 1] = [("path", 10)];

/// What is shown by ply and role.
const BY_PLY: [&str; 4] = ["open", "improved", "territory", "linear-model"];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = |default: &str| arguments.next().unwrap_or_else(|| default.to_owned());
    let size: Size = next("7x7").parse()?;
    let count: usize = next("2000").parse()?;
    let depths = next("1,2,3,4,5,6,7");
    let depths = depths.split(',').map(str::parse).collect::<Result<Vec<u32>, _>>()?;
    let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let conditions = Conditions { threads, ..Conditions::alone(Limits::NONE) };
    let mut sample = Sample::new(Plan::new(Position::new(size), SEED));
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
    conditions: Conditions<'static>,
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
        let chance = 100.0 * tally.chance().unwrap_or_default();
        println!("a random move keeps {chance:.1} %\n");
    }

    fn print_heuristics(&self) {
        let titles: Vec<String> = self.depths.iter().map(|d| format!("depth {d}")).collect();
        println!("| heuristic | positions | {} |", titles.join(" | "));
        println!("|---|---:|{}", "---:|".repeat(titles.len()));
        for entry in HEURISTICS {
            let name = entry.name;
            let part = SLOW.iter().find(|(slow, _)| name.contains(slow)).map_or(1, |slow| slow.1);
            let kept = self.kept(name, self.sample.cases().len() / part);
            let tallies = self.tallies(&kept, |_| true);
            let cells: Vec<String> = tallies.iter().map(|tally| shown(tally.critical())).collect();
            println!("| `{name}` | {} | {} |", tallies[0].critical().of, cells.join(" | "));
        }
    }

    /// The first and last but one of the depths, by band and role.
    fn print_by_ply(&self) {
        println!("\n| plies | to move | positions | random | {} |", BY_PLY.join(" | "));
        println!("|---|---|---:|---:|{}", "---:|".repeat(BY_PLY.len()));
        let all = self.sample.cases().len();
        let kept: Vec<_> = BY_PLY.iter().map(|name| self.kept(name, all)).collect();
        for band in self.sample.plan().bands() {
            for role in Role::ALL {
                let is_here = |case: &Case| {
                    band.contains(&case.position().ply()) && case.role() == Some(role)
                };
                let tallies: Vec<_> = kept.iter().map(|kept| self.tallies(kept, is_here)).collect();
                let Some(chance) = tallies[0][0].chance() else {
                    continue;
                };
                let cell = |tallies: &Vec<Tally>| {
                    let parts = tallies.iter().filter_map(|tally| tally.critical().part());
                    parts.map(|part| format!("{:.0}", 100.0 * part)).collect::<Vec<_>>().join(" ")
                };
                let cells: Vec<String> = tallies.iter().map(cell).collect();
                println!(
                    "| {} to {} | {} | {} | {:.0} | {} |",
                    band.start(),
                    band.end(),
                    role.name(),
                    tallies[0][0].critical().of,
                    100.0 * chance,
                    cells.join(" | ")
                );
            }
        }
    }

    /// For each of the first positions, whether the win is kept, by depth.
    fn kept(&self, heuristic: &str, count: usize) -> Vec<Vec<bool>> {
        let agent = |depth: &u32| {
            let text = format!("alphabeta({heuristic}, depth={depth})");
            text.parse::<Agent>().expect("a heuristic of the list")
        };
        let agents: Vec<Agent> = self.depths.iter().map(agent).collect();
        self.sample.answers(0..count, &agents, &self.conditions)
    }

    /// What that comes to, by depth, in positions of one kind.
    fn tallies(&self, kept: &[Vec<bool>], is_here: impl Fn(&Case) -> bool) -> Vec<Tally> {
        let mut tallies = vec![Tally::default(); self.depths.len()];
        let here = self.sample.cases().iter().zip(kept).filter(|(case, _)| is_here(case));
        for (case, kept) in here {
            tallies.iter_mut().zip(kept).for_each(|(tally, kept)| tally.add(case, *kept));
        }
        tallies
    }
}

/// A share in per cent, with its interval.
fn shown(share: Share) -> String {
    let (low, high) = share.interval(Z95);
    let [part, low, high] = [share.part().unwrap_or_default(), low, high].map(|x| 100.0 * x);
    format!("{part:.1} ({low:.1}–{high:.1})")
}

//! `lastknight bench`: the node count and speed of fixed searches.

use std::io::Write;
use std::time::Instant;

use lastknight::bench::{self, BenchCase};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{self, grouped};

pub(crate) fn run(json: bool) -> Result<(), Failure> {
    let mut cases = Vec::new();
    let mut out = output::stdout();
    let mut agent = "";
    for case in bench::cases() {
        let begin = Instant::now();
        let nodes = case.nodes();
        let seconds = begin.elapsed().as_secs_f64();
        if !json {
            if agent != case.agent {
                agent = case.agent;
                writeln!(out, "{agent}")?;
            }
            writeln!(out, "  {:<20}{:>12}", case.title, grouped(nodes))?;
            out.flush()?;
        }
        let BenchCase { agent, title, position, .. } = case;
        cases.push(BenchCaseJson { agent, title, position, nodes, seconds });
    }
    let nodes: u64 = cases.iter().map(|case| case.nodes).sum();
    let seconds: f64 = cases.iter().map(|case| case.seconds).sum();
    let nps = (seconds > 0.0).then(|| (nodes as f64 / seconds).round() as u64);
    if json {
        return output::json(&BenchJson { nodes, nps, seconds, cases });
    }
    let speed = nps.map_or(String::new(), |nps| format!(", {} nodes/s", grouped(nps)));
    writeln!(out, "\n{} nodes in {seconds:.3} s{speed}", grouped(nodes))?;
    Ok(out.flush()?)
}

#[derive(Serialize)]
struct BenchJson {
    nodes: u64,
    nps: Option<u64>,
    seconds: f64,
    cases: Vec<BenchCaseJson>,
}

#[derive(Serialize)]
struct BenchCaseJson {
    agent: &'static str,
    title: &'static str,
    position: &'static str,
    nodes: u64,
    seconds: f64,
}

//! Simulates large fleets, with the costs that `cargo bench -p lastknight-fleet` measures on small ones.
//!
//! `cargo run --release -p lastknight-fleet --example plan`. Each core has a batch in work and one at hand. The coordinator
//! takes results one after another; a core whose results are not taken yet gets no new batch. Times of pairs are
//! exponential, so batches differ.

#![allow(clippy::print_stdout)]

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::atomic::AtomicBool;

use lastknight::game::Openings;
use lastknight::{Agent, Game, Position, Random, Size};
use lastknight_lab::open_remote_job;

/// Measured CPU seconds of the coordinator and its store: for each pair, and for each batch.
const PAIR: f64 = 13e-6;
const BATCH: f64 = 146e-6;

/// Measured CPU seconds of the broker for each batch: work, results, receipts, acknowledgements.
const BROKER: f64 = 223e-6;

/// From the end of a batch to the coordinator and back, in seconds.
const ROUND_TRIP: f64 = 0.02;

/// The batches that each core does.
const BATCHES: f64 = 50.0;

/// A fleet.
struct Fleet {
    cores: usize,
    /// The mean seconds of a pair.
    pair: f64,
    /// The seconds of a batch.
    batch: f64,
    /// The coordinators that share the work.
    coordinators: usize,
}

struct Outcome {
    /// The share of time in which cores work.
    efficiency: f64,
    pairs_per_second: f64,
    batches_per_second: f64,
    /// The share of time in which a coordinator works.
    coordinator: f64,
}

fn simulate(fleet: &Fleet) -> Outcome {
    let Fleet { cores, pair, batch, coordinators } = *fleet;
    let mut random = Random::new(1);
    let seconds = BATCHES * batch;
    let size = (batch / pair).round().max(1.0);
    // The sum of `size` exponential times: for many, a normal distribution.
    let mut work = || {
        let mut uniform = || (random.next() >> 11) as f64 / (1_u64 << 53) as f64;
        if size > 30.0 {
            let normal = (0..12).map(|_| uniform()).sum::<f64>() - 6.0;
            return pair * (size + size.sqrt() * normal).max(1.0);
        }
        (0..size as usize).map(|_| -pair * (1.0 - uniform()).ln()).sum()
    };
    let service = BATCH + size * PAIR;
    // The ends of batches: when, which core, and how long it worked.
    let nanos = |time: f64| (time * 1e9) as u64;
    let mut ends = BinaryHeap::new();
    for core in 0..cores {
        // Cores join over the first batch.
        let begin = batch * core as f64 / cores as f64;
        ends.push(Reverse((nanos(begin + work()), core)));
    }
    let mut free = vec![0.0_f64; coordinators];
    // When the batch at hand of a core has come.
    let mut at_hand = vec![0.0_f64; cores];
    let (mut busy, mut batches, mut idle) = (0.0, 0_u64, 0.0);
    while let Some(Reverse((end, core))) = ends.pop() {
        let now = end as f64 / 1e9;
        if now > seconds {
            break;
        }
        let server = core % coordinators;
        let begin = free[server].max(now + ROUND_TRIP / 2.0);
        free[server] = begin + service;
        busy += service;
        batches += u64::from(free[server] <= seconds);
        // The batch at hand begins at once if it is there; the next comes after the receipt.
        let next = now.max(at_hand[core]);
        idle += next.min(seconds) - now;
        at_hand[core] = free[server] + ROUND_TRIP / 2.0;
        ends.push(Reverse((nanos(next + work()), core)));
    }
    let per_second = batches as f64 / seconds;
    Outcome {
        efficiency: 1.0 - idle / (seconds * cores as f64),
        pairs_per_second: per_second * size,
        batches_per_second: per_second,
        coordinator: busy / (seconds * coordinators as f64),
    }
}

/// The mean bytes of a task and its result, by playing some on 7x7.
fn bytes() -> f64 {
    let about = r#"{"conditions":{"seed":0,"depth":3,"nodes":null,"nanoseconds":null,"clock":"wall"},
        "agents":[["alphabeta(improved)",0],["alphabeta(open)",0]]}"#;
    let read = |text: &str| text.parse::<Agent>().map_err(|error| error.to_string());
    let job = open_remote_job("pairs", about, &read, 1.0).expect("a job");
    let openings = Openings::new(Position::new(Size::STANDARD), 4, 0).take(100).enumerate();
    let length = |(number, opening): (usize, Game)| {
        let task = format!(r#"{{"opening":{number},"opening_game":"{opening}","players":[0,1]}}"#);
        let output = job.perform(&task, &AtomicBool::new(false)).expect("a task");
        (task.len() + output.expect("an output").len()) as f64
    };
    openings.map(length).sum::<f64>() / 100.0
}

fn main() {
    let bytes = bytes();
    println!("{bytes:.0} bytes for a task and its result");
    println!(
        "  cores   a pair  a batch  coordinators  pairs/s  batches/s  broker cores  MB/s  coordinator  cores at work"
    );
    for (cores, pair, batch, coordinators) in [
        (10, 0.02, 1.0, 1),
        (10, 1.0, 1.0, 1),
        (1_000, 0.02, 1.0, 1),
        (1_000, 1.0, 1.0, 1),
        (100_000, 0.02, 1.0, 1),
        (100_000, 0.02, 10.0, 1),
        (100_000, 0.02, 10.0, 100),
        (100_000, 1.0, 10.0, 1),
        (100_000, 1.0, 60.0, 2),
        (100_000, 10.0, 60.0, 1),
    ] {
        let outcome = simulate(&Fleet { cores, pair, batch, coordinators });
        println!(
            "{cores:>7}  {:>4} ms  {batch:>5} s  {coordinators:>12}  {:>7.0}  {:>9.1}  {:>12.2}  {:>4.1}  {:>9.0} %  {:>11.1} %",
            1000.0 * pair,
            outcome.pairs_per_second,
            outcome.batches_per_second,
            outcome.batches_per_second * BROKER,
            outcome.pairs_per_second * bytes / 1e6,
            100.0 * outcome.coordinator.min(1.0),
            100.0 * outcome.efficiency,
        );
    }
}

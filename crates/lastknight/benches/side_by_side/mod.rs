//! Times pieces of code against each other in one run.
//!
//! Rounds are interleaved, so that a noisy moment of the machine hits all contestants alike, and
//! what is reported is a ratio to the first: the median over the rounds.

use std::time::{Duration, Instant};

/// A piece of code under its name. It returns how much it did, which must be the same for all.
pub(crate) struct Contestant<'a> {
    name: &'a str,
    run: Box<dyn Fn() -> u64 + 'a>,
}

impl<'a> Contestant<'a> {
    pub(crate) fn new(name: &'a str, run: impl Fn() -> u64 + 'a) -> Self {
        Self { name, run: Box::new(run) }
    }
}

/// Runs the contestants in turn, `rounds` times, and prints a table.
#[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
pub(crate) fn compare(title: &str, unit: &str, rounds: usize, contestants: &[Contestant<'_>]) {
    let done = (contestants[0].run)();
    let mut times = vec![Vec::with_capacity(rounds); contestants.len()];
    for _ in 0..rounds {
        for (contestant, times) in contestants.iter().zip(&mut times) {
            let begin = Instant::now();
            let result = (contestant.run)();
            times.push(begin.elapsed());
            assert_eq!(result, done, "{} did something else", contestant.name);
        }
    }
    println!("\n{title}");
    println!("{:<48} {:>14} {:>18}", "", format!("M {unit}/s"), "speed, first = 1");
    for (contestant, own) in contestants.iter().zip(&times) {
        let ratios =
            times[0].iter().zip(own).map(|(first, own)| first.as_secs_f64() / own.as_secs_f64());
        let rates = own.iter().map(|time: &Duration| done as f64 / time.as_secs_f64() / 1e6);
        println!("{:<48} {:>14.1} {:>18.2}", contestant.name, median(rates), median(ratios));
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

//! Times pieces of code against each other in one run.
//!
//! Rounds are interleaved, so that a noisy moment of the machine hits all contestants alike, and
//! what is reported is a ratio to the first: the median over the rounds.

use lastknight::Clock;
use lastknight::control::Stopwatch;

pub(crate) mod markdown;

/// A piece of code under its name. It returns how much it did, which must be the same every time.
pub(crate) struct Contestant<'a> {
    name: &'a str,
    run: Box<dyn Fn() -> u64 + 'a>,
}

impl<'a> Contestant<'a> {
    pub(crate) fn new(name: &'a str, run: impl Fn() -> u64 + 'a) -> Self {
        Self { name, run: Box::new(run) }
    }
}

/// What a contestant did in every round, and the seconds it took in each.
pub(crate) struct Runs {
    pub(crate) done: u64,
    times: Vec<f64>,
}

impl Runs {
    /// How much it did in a second.
    pub(crate) fn rate(&self) -> f64 {
        median(self.times.iter().map(|time| self.done as f64 / time))
    }

    /// How much it did in the time that another took to do one.
    pub(crate) fn speed(&self, other: &Self) -> f64 {
        self.done as f64 / other.done as f64 / self.time(other)
    }

    /// How long it took, where another took one.
    pub(crate) fn time(&self, other: &Self) -> f64 {
        median(self.times.iter().zip(&other.times).map(|(own, other)| own / other))
    }
}

/// Runs the contestants in turn, `rounds` times.
pub(crate) fn race(clock: Clock, rounds: usize, contestants: &[Contestant<'_>]) -> Vec<Runs> {
    let begin = |contestant: &Contestant<'_>| Runs { done: (contestant.run)(), times: Vec::new() };
    let mut runs: Vec<Runs> = contestants.iter().map(begin).collect();
    for _ in 0..rounds {
        for (contestant, runs) in contestants.iter().zip(&mut runs) {
            let stopwatch = Stopwatch::start(clock);
            let done = (contestant.run)();
            runs.times.push(stopwatch.elapsed().as_secs_f64());
            assert_eq!(done, runs.done, "{} did something else", contestant.name);
        }
    }
    runs
}

/// Runs contestants that all do the same in turn, `rounds` times, and prints a table.
pub(crate) fn compare(title: &str, unit: &str, rounds: usize, contestants: &[Contestant<'_>]) {
    let runs = race(Clock::Wall, rounds, contestants);
    let row = |(contestant, own): (&Contestant<'_>, &Runs)| {
        assert_eq!(own.done, runs[0].done, "{} did something else", contestant.name);
        let (rate, speed) = (own.rate() / 1e6, own.speed(&runs[0]));
        vec![contestant.name.to_owned(), format!("{rate:.1}"), format!("{speed:.2}")]
    };
    let rows = contestants.iter().zip(&runs).map(row);
    markdown::table(&[title, &format!("M {unit}/s"), "speed, first = 1"], rows);
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

//! What keeping games costs: the same games with and without schedule, store and statistics, and on one and two threads.
//!
//! `cargo bench -p lastknight-lab --bench runner`. All figures are ratios within one run, of rounds that take turns.

#![allow(clippy::print_stdout)]

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use cpu_time::ProcessTime;
use lastknight::agent::Duel;
use lastknight::{ByColor, Color};
use lastknight_lab::report::Report;
use lastknight_lab::{DonePairs, ResultsDirectory, Schedule, Spec, SpecFile, play};

/// How often each way is measured.
const ROUNDS: usize = 3;

fn main() {
    println!("agents                                games    a game   overhead   two threads");
    for depth in [8, 9] {
        let text = format!(
            "games = {}\nagents = ['alphabeta(improved, depth={depth})', 'alphabeta(mixed, depth={depth})']",
            8000 >> (depth - 7)
        );
        let spec = SpecFile::parse(&text).and_then(|file| file.spec()).expect("a specification");
        let (mut alone, mut kept, mut walls) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            alone.push(plain(&spec));
            kept.push(laboratory(&spec, 1).0);
            walls.push(laboratory(&spec, 1).1 / laboratory(&spec, 2).1);
        }
        let (alone, kept, speedup) = (middle(alone), middle(kept), middle(walls));
        println!(
            "improved against mixed at depth {depth:<2}{:>9}{:>7.2} ms{:>9.1} %{speedup:>13.2}x",
            spec.games(),
            1000.0 * alone / spec.games() as f64,
            100.0 * (kept / alone - 1.0),
        );
    }
}

/// The seconds on the processor that the games take by themselves.
fn plain(spec: &Spec) -> f64 {
    let begin = ProcessTime::now();
    let (conditions, stop) = (spec.conditions(), AtomicBool::new(false));
    let duel = Duel::new(conditions.control(&stop));
    for unit in Schedule::new(spec, &DonePairs::default()) {
        for color in Color::ALL {
            let agent =
                |side: Color| &spec.entrants()[unit.players[usize::from(side != color)]].agent;
            let mut players = ByColor::from_fn(|side| agent(side).player(0));
            let played = duel.play((*unit.game).clone(), ByColor::default(), &mut players);
            assert!(played.record.outcome().is_some());
        }
    }
    begin.elapsed().as_secs_f64()
}

/// The seconds on the processor and on the wall that the same takes with a store and a report.
fn laboratory(spec: &Spec, threads: usize) -> (f64, f64) {
    let directory = tempfile::TempDir::new().expect("a directory");
    let (begin, wall) = (ProcessTime::now(), Instant::now());
    let folder = ResultsDirectory::create(directory.path()).expect("a directory of results");
    let mut store = folder.store().expect("a store");
    let mut run = store.begin(spec).expect("a run");
    let threads = NonZeroUsize::new(threads).expect("not zero");
    let end = play(&mut store, &mut run, threads, &AtomicBool::new(false), &mut |_| {});
    assert!(end.expect("an end").is_complete);
    let report = Report::new(&store, &run).expect("a report");
    assert_eq!(report.games(), spec.games());
    (begin.elapsed().as_secs_f64(), wall.elapsed().as_secs_f64())
}

fn middle(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

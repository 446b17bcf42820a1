//! The overhead of a session: the same games with and without schedule, store and report, and on one and two threads.
//!
//! `cargo bench -p lastknight-lab --bench runner`. All figures are ratios within one process, with the variants in turn.

#![allow(clippy::print_stdout)]

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use cpu_time::ProcessTime;
use lastknight::agent::Duel;
use lastknight::{ByColor, Color};
use lastknight_lab::{Session, Spec, SpecFile};

/// How often each variant is measured.
const ROUNDS: usize = 3;

fn main() {
    println!("agents                                games    a game   overhead   two threads");
    for depth in [8, 9] {
        let text = format!(
            "games = {}\nagents = ['alphabeta(improved, depth={depth})', 'alphabeta(mixed, depth={depth})']",
            8000 >> (depth - 7)
        );
        let spec = SpecFile::parse(&text).and_then(|file| file.spec()).expect("a specification");
        let (mut alone, mut stored, mut walls) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            alone.push(plain(&spec));
            stored.push(laboratory(&spec, 1).0);
            walls.push(laboratory(&spec, 1).1 / laboratory(&spec, 2).1);
        }
        let (alone, stored, speedup) = (median(alone), median(stored), median(walls));
        println!(
            "improved against mixed at depth {depth:<2}{:>9}{:>7.2} ms{:>9.1} %{speedup:>13.2}x",
            spec.games(),
            1000.0 * alone / spec.games() as f64,
            100.0 * (stored / alone - 1.0),
        );
    }
}

/// The CPU seconds of the games alone.
fn plain(spec: &Spec) -> f64 {
    let begin = ProcessTime::now();
    let (conditions, stop) = (spec.conditions(), AtomicBool::new(false));
    let duel = Duel::new(conditions.control(&stop));
    for opening in conditions.openings().take(spec.pairs()) {
        for color in Color::ALL {
            let agent = |side: Color| &spec.entrants()[usize::from(side != color)].agent;
            let mut players = ByColor::from_fn(|side| agent(side).player(0));
            let played = duel.play(opening.clone(), ByColor::default(), &mut players);
            assert!(played.record.outcome().is_some());
        }
    }
    begin.elapsed().as_secs_f64()
}

/// The CPU and wall-clock seconds of the same games with a store and a report.
fn laboratory(spec: &Spec, threads: usize) -> (f64, f64) {
    let directory = tempfile::TempDir::new().expect("a directory");
    let (begin, wall) = (ProcessTime::now(), Instant::now());
    let threads = NonZeroUsize::new(threads).expect("not zero");
    let mut session = Session::open(directory.path()).expect("a session").threads(threads);
    let mut run = session.begin(spec).expect("a run");
    assert!(session.play(&mut run, &mut |_| {}).expect("an end").is_complete);
    assert_eq!(session.report(&run).expect("a report").games(), spec.games());
    (begin.elapsed().as_secs_f64(), wall.elapsed().as_secs_f64())
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

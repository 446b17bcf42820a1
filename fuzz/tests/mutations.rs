//! Every fuzz target over its seeds and random mutations.
//!
//! The mutations have a fixed seed, so a failure repeats.

use std::fs;
use std::path::Path;

use lastknight_fuzz::{TARGETS, Target};

/// Mutated inputs for each target.
const ROUNDS: usize = 300_000;

/// The maximum length of an input, in bytes.
const LONGEST: usize = 4096;

/// Tokens of the parsers.
const WORDS: [&str; 58] = [
    "7",
    "0",
    "x",
    "N",
    "n",
    "/",
    " ",
    "w",
    "b",
    "moves",
    "startpos",
    "7x7",
    "128",
    "a1",
    "d4",
    "aa1",
    "[",
    "]",
    "\"",
    "\\",
    "{",
    "}",
    "(",
    ")",
    ";",
    "%",
    "\n",
    "1.",
    "1-0",
    "*",
    "é",
    "\u{7f}",
    "n'",
    "dp",
    "terr",
    "opp.",
    "if(",
    "min(",
    "H(",
    "^",
    "<=",
    "==",
    ",",
    "-",
    "1e9",
    "improved",
    "chase(",
    "sb-program",
    "alphabeta(",
    "mirror(",
    "depth=",
    "order=best",
    "150ms",
    "=",
    "2x1",
    "null",
    "\"winner\":\"black\"",
    "board,first,second,winner,nodes\n",
];

/// Knuth's linear congruential generator, which is good enough here.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// Makes one mutation: inserts, removes, repeats or changes bytes, or copies some from another input.
fn mutate(random: &mut Random, input: &mut Vec<u8>, other: &[u8]) {
    let at = random.below(input.len() + 1);
    let end = (at + 1 + random.below(16)).min(input.len());
    match random.below(7) {
        0 => input.insert(at, random.next() as u8),
        1 => drop(input.splice(at..at, random.pick(&WORDS).bytes())),
        2 => drop(input.drain(at..end)),
        3 => {
            let piece = input[at..end].repeat(1 + random.below(3));
            drop(input.splice(at..at, piece));
        }
        4 if !other.is_empty() => {
            let from = random.below(other.len());
            let to = (from + 1 + random.below(32)).min(other.len());
            drop(input.splice(at..end, other[from..to].iter().copied()));
        }
        5 => input.truncate(at),
        _ => {
            if let Some(byte) = input.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
    }
    input.truncate(LONGEST);
}

fn run(name: &str, target: Target) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(name);
    let mut paths: Vec<_> = fs::read_dir(&directory)
        .expect("a directory of seeds")
        .map(|entry| entry.expect("a seed").path())
        .collect();
    paths.sort();
    let seeds: Vec<Vec<u8>> = paths.iter().map(|path| fs::read(path).expect("a seed")).collect();
    for seed in &seeds {
        target(seed);
    }
    let mut random = Random(0);
    for round in 0..ROUNDS {
        let mut input = random.pick(&seeds).clone();
        for _ in 0..=random.below(6) {
            let other = random.pick(&seeds).clone();
            mutate(&mut random, &mut input, &other);
        }
        let result = std::panic::catch_unwind(|| target(&input));
        assert!(result.is_ok(), "{name}, round {round}: {}", input.escape_ascii());
    }
}

macro_rules! mutations {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                let (name, target) = TARGETS.iter().find(|(name, _)| *name == stringify!($name)).expect("a target");
                run(name, *target);
            }
        )*

        #[test]
        fn every_target_has_its_test() {
            let names: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
            assert_eq!(names, [$(stringify!($name)),*]);
        }
    };
}

mutations!(squares position game pgn jsonl perft_case play formula agent openings sprt tune spec study);

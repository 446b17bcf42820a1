//! Counts of games, against files and the reference.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use lastknight::perft::{PerftCase, divide, perft};

use crate::reference::Reference;

fn cases() -> Vec<PerftCase> {
    let cases: Vec<PerftCase> = PerftCase::read(include_str!("data/perft.txt"))
        .map(|(line, case)| case.unwrap_or_else(|error| panic!("line {line}: {error}")))
        .collect();
    assert!(cases.len() > 60);
    cases
}

/// Checks the counts of a case with `count`, up to the depth where the tree has `most` nodes.
fn check(case: &PerftCase, most: u64, count: impl Fn(u32) -> u64) {
    let mut tree = 0;
    for (depth, &nodes) in (1..).zip(&case.counts) {
        tree += nodes;
        if tree <= most {
            assert_eq!(count(depth), nodes, "{} depth {depth}", case.position);
        }
    }
}

#[test]
fn every_count_is_that_of_the_file() {
    let threads = NonZeroUsize::new(2).expect("not zero");
    for case in cases() {
        check(&case, u64::MAX, |depth| {
            let go_on = |_, _| ControlFlow::Continue(());
            divide(&case.position, depth, threads, &go_on).expect("never given up").nodes
        });
    }
}

#[test]
fn wide_counts_are_those_of_the_file() {
    for case in cases() {
        check(&case, 20_000_000, |depth| perft(&case.position, depth));
    }
}

#[test]
fn reference_counts_are_those_of_the_file() {
    for case in cases() {
        let reference = Reference::from(&case.position);
        check(&case, 50_000, |depth| reference.perft(depth));
    }
}

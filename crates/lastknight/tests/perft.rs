//! Counts of games, against files and the reference.

use lastknight::perft::{Case, perft};
use lastknight::{Position, Size};

use crate::reference::Reference;

const FILE: &str = include_str!("data/perft.txt");

/// Checks the counts of each line with `count`, up to the depth where the tree has this many nodes.
fn check(most: u64, count: impl Fn(&Case, u32) -> u64) {
    let mut checked = 0;
    for (line, case) in Case::read(FILE) {
        let case = case.unwrap_or_else(|error| panic!("line {line}: {error}"));
        let mut tree = 0;
        for (depth, &nodes) in (1..).zip(&case.counts) {
            tree += nodes;
            if tree > most {
                break;
            }
            assert_eq!(
                count(&case, depth),
                nodes,
                "{} depth {depth}",
                case.position
            );
            checked += 1;
        }
    }
    assert!(checked > 100);
}

#[test]
fn wide_counts_are_those_of_the_file() {
    check(20_000_000, |case, depth| perft(&case.position, depth));
}

#[test]
fn narrow_counts_are_those_of_the_file() {
    check(20_000_000, |case, depth| match case.position.narrow() {
        Some(narrow) => perft(&narrow, depth),
        None => case.counts[depth as usize - 1],
    });
}

#[test]
fn reference_counts_are_those_of_the_file() {
    check(50_000, |case, depth| {
        Reference::from(&case.position).perft(depth)
    });
}

#[test]
fn the_standard_board_to_depth_9() {
    let start = Position::new(Size::STANDARD).narrow().expect("49 squares");
    assert_eq!(perft(&start, 9), 66_815_328);
}

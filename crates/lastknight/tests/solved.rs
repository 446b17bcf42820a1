//! The solver, against files of positions solved by a plain brute-force program.

use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;

use lastknight::control::Limits;
use lastknight::solve::{
    self, MoveValue, Question, Solution, Solver, SolverSettings, Span, Techniques,
};
use lastknight::{Position, Size};

use crate::reference::Reference;
use crate::solve::wins_by;

/// Every opening of every board of at most 25 squares.
const OPENINGS: &str = include_str!("data/solved-openings.txt");
/// Positions of 7x7 with ten or more squares taken.
const STANDARD: &str = include_str!("data/solved-7x7.txt");
/// Late positions of larger boards, with holes and without.
const LATE: &str = include_str!("data/solved-late.txt");

/// A position and its solution by brute force.
pub(crate) struct Solved {
    pub(crate) position: Position,
    /// In the order of the squares.
    pub(crate) moves: Vec<MoveValue>,
}

impl Solved {
    pub(crate) fn wins(&self) -> bool {
        self.moves.iter().any(|value| value.wins == Some(true))
    }

    pub(crate) fn plies(&self) -> Option<u32> {
        let of = |wins| self.moves.iter().filter(move |value| value.wins == Some(wins));
        let quickest = of(true).filter_map(|value| value.plies).min();
        quickest.or(of(false).filter_map(|value| value.plies).max()).or(Some(0))
    }
}

/// The lines of a file.
fn solved(file: &str) -> impl Iterator<Item = Solved> {
    file.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (text, values) = line.split_once(" ;").expect("a position and its moves");
        let position: Position = text.parse().expect("a position");
        assert_eq!(position.to_string(), text);
        let value = |text: &str| {
            let (name, value) = text.split_once('=').expect("a move and its value");
            let to = position.size().square_named(name).expect("a square");
            let (wins, plies) = value.split_at(1);
            assert!(["W", "L"].contains(&wins), "{line}");
            MoveValue { to, wins: Some(wins == "W"), plies: plies.parse().ok() }
        };
        let mut moves: Vec<_> = values.split_whitespace().map(value).collect();
        moves.sort_by_key(|value| value.to);
        Solved { position, moves }
    })
}

/// The positions of 7x7.
pub(crate) fn standard() -> impl Iterator<Item = Solved> {
    solved(STANDARD)
}

/// The positions of small boards.
pub(crate) fn openings() -> impl Iterator<Item = Solved> {
    solved(OPENINGS)
}

/// Each file lists every legal move of its positions once, no position twice, and possible values.
#[test]
fn the_files_are_whole() {
    for file in [OPENINGS, STANDARD, LATE] {
        let mut seen = HashSet::new();
        for Solved { position, moves } in solved(file) {
            assert!(seen.insert(position.to_string()), "{position} comes twice");
            let legal: Vec<_> = position.legal_moves().into_iter().collect();
            let named: Vec<_> = moves.iter().map(|value| value.to).collect();
            assert_eq!(named, legal, "{position}");
            for value in moves {
                // The last move is the winner's.
                let plies = value.plies.expect("a length");
                assert_eq!(value.wins, Some(plies % 2 == 1), "{position}");
                assert!(plies <= position.open().count(), "{position}");
            }
        }
    }
}

/// Every board of at most 25 squares is listed, and every pair of placements up to symmetry.
#[test]
fn the_openings_are_all_there() {
    let mut empty = HashSet::new();
    let mut openings: HashMap<Size, HashSet<String>> = HashMap::new();
    for Solved { position, moves } in solved(OPENINGS) {
        let size = position.size();
        if position == Position::new(size) {
            empty.insert(size);
        } else {
            let image = |to| position.play_unchecked(to).canonical().0.to_string();
            openings.entry(size).or_default().extend(moves.iter().map(|value| image(value.to)));
        }
    }
    let small = |size: &Size| size.area() <= 25 && size.width() <= size.height();
    assert_eq!(empty, Size::all().filter(small).collect());
    for size in empty {
        let start = Position::new(size);
        for first in start.legal_moves() {
            let placed = start.play_unchecked(first);
            for second in placed.legal_moves() {
                let image = placed.play_unchecked(second).canonical().0;
                assert!(openings[&size].contains(&image.to_string()), "{image}");
            }
        }
    }
}

#[test]
fn the_positions_are_as_the_files_say() {
    let positions: Vec<Position> = solved(STANDARD).map(|solved| solved.position).collect();
    assert_eq!(positions.len(), 2000);
    assert!(positions.iter().all(|position| position.size() == Size::STANDARD));
    assert!(positions.iter().all(|position| position.ply() >= 10));
    let mut counts: HashMap<String, usize> = HashMap::new();
    for Solved { position, .. } in solved(LATE) {
        *counts.entry(position.size().to_string()).or_default() += 1;
    }
    for (size, count) in [("9x9", 250), ("11x9", 250), ("8x8", 100), ("16x8", 100), ("3x20", 50)] {
        assert_eq!(counts[size], count, "{size}");
    }
    assert_eq!(counts.values().sum::<usize>(), 1006);
}

/// The plies to the end, by brute force with an independent implementation of the rules.
pub(crate) fn length(reference: &Reference, known: &mut HashMap<Reference, u32>) -> u32 {
    if let Some(&plies) = known.get(reference) {
        return plies;
    }
    let moves = reference.moves();
    let lengths: Vec<u32> =
        moves.into_iter().map(|to| 1 + length(&reference.play(to), known)).collect();
    // An odd number is a win.
    let quickest = lengths.iter().filter(|&&plies| plies % 2 == 1).min();
    let plies = quickest.or(lengths.iter().max()).copied().unwrap_or(0);
    known.insert(reference.clone(), plies);
    plies
}

/// A sample of the positions that are quickly checked.
#[test]
fn the_reference_agrees_with_the_files() {
    for (file, most_open, every, least) in
        [(OPENINGS, 12, 1, 80), (STANDARD, 26, 5, 70), (LATE, 26, 3, 40)]
    {
        let is_quick = |solved: &Solved| solved.position.open().count() <= most_open;
        let sample: Vec<Solved> = solved(file).filter(is_quick).step_by(every).collect();
        assert!(sample.len() >= least, "{} lines", sample.len());
        for Solved { position, moves } in sample {
            let mut known = HashMap::new();
            for value in moves {
                let next = Reference::from(&position.play_unchecked(value.to));
                assert_eq!(Some(1 + length(&next, &mut known)), value.plies, "{position}");
            }
        }
    }
}

fn ask(solver: &mut Solver, position: &Position, question: Question) -> Solution {
    ask_within(solver, position, question, Limits::NONE)
}

pub(crate) fn ask_within(
    solver: &mut Solver,
    position: &Position,
    question: Question,
    limits: Limits,
) -> Solution {
    solver.solve(position, question, limits)
}

/// The solver's answers to every question are those of the file.
fn check(solver: &mut Solver, solved: &Solved) {
    let position = &solved.position;
    for question in [Question::Winner, Question::Moves, Question::Distances] {
        let solution = ask(solver, position, question);
        assert_eq!(solution.wins, Some(solved.wins()), "{position} {question:?}");
        if question == Question::Winner {
            continue;
        }
        let has_lengths = question == Question::Distances;
        assert_eq!(solution.plies, solved.plies().filter(|_| has_lengths), "{position}");
        assert_eq!(solution.moves.len(), solved.moves.len(), "{position}");
        for (found, value) in solution.moves.iter().zip(&solved.moves) {
            assert_eq!((found.to, found.wins), (value.to, value.wins), "{position} {question:?}");
            assert_eq!(found.plies, value.plies.filter(|_| has_lengths), "{position}");
        }
    }
}

/// `wins` in either word.
fn check_wins(solved: &Solved) {
    let position = &solved.position;
    let expected = Some(solved.wins());
    assert_eq!(solve::wins(position, &mut u64::MAX.clone()), expected, "{position}");
    if let Some(narrow) = position.narrow() {
        assert_eq!(solve::wins(&narrow, &mut u64::MAX.clone()), expected, "{position}");
    }
}

/// All lines of a file, by one solver for all boards; some also with two threads and little memory.
fn check_file(file: &str) {
    let mut solver = Solver::new(SolverSettings { tablebase: false, ..SolverSettings::default() });
    let two = NonZeroUsize::new(2).expect("two threads");
    let small = SolverSettings {
        megabytes: 1,
        threads: two,
        tablebase: false,
        ..SolverSettings::default()
    };
    let mut small = Solver::new(small);
    for (i, solved) in solved(file).enumerate() {
        check_wins(&solved);
        check(&mut solver, &solved);
        if i % 10 == 0 {
            check(&mut small, &solved);
        }
    }
}

#[test]
fn openings_of_small_boards_are_solved() {
    check_file(OPENINGS);
}

#[test]
fn positions_of_7x7_are_solved() {
    check_file(STANDARD);
}

/// With techniques that are off by default.
#[test]
fn other_techniques_agree_with_the_files() {
    for file in [STANDARD, LATE] {
        for solved in solved(file).step_by(40) {
            let usual = Techniques::of(solved.position.size());
            let (apart, bounds, table) = (Span::ALWAYS, Span::ALWAYS, Span::ALWAYS);
            for techniques in [
                Techniques { apart, ..usual },
                Techniques { bounds, ..usual },
                Techniques { table, normalize: true, symmetric: true, ..usual },
            ] {
                let found = wins_by(&solved.position, techniques, 1);
                assert_eq!(found, Some(solved.wins()), "{} {techniques:?}", solved.position);
            }
        }
    }
}

#[test]
fn late_positions_are_solved() {
    check_file(LATE);
}

/// Under limits all results are still true, one node too few leaves some out, and the quickest win is
/// found first.
#[test]
fn lengths_within_limits_are_true() {
    let mut with_the_quickest = 0;
    for solved in standard().filter(|solved| solved.moves.len() > 1).step_by(19) {
        let position = &solved.position;
        let within = |limits| {
            let mut solver = Solver::new(SolverSettings {
                megabytes: 1,
                tablebase: false,
                ..SolverSettings::default()
            });
            ask_within(&mut solver, position, Question::Distances, limits)
        };
        let all = within(Limits::NONE).nodes;
        for nodes in [all / 2, all * 9 / 10, all - 1, all] {
            let solution = within(Limits::nodes(nodes));
            let mut again = within(Limits::nodes(nodes));
            again.time = solution.time;
            assert_eq!(again, solution, "{position}");
            assert!(solution.nodes <= nodes, "{position}");
            for (found, value) in solution.moves.iter().zip(&solved.moves) {
                assert!(found.plies.is_none() || found.plies == value.plies, "{position}");
            }
            let is_whole = solution.moves.iter().all(|value| value.plies.is_some());
            assert_eq!(is_whole, nodes == all, "{position} within {nodes} of {all} nodes");
            assert!(solution.plies.is_none() || solution.plies == solved.plies(), "{position}");
            assert!(!is_whole || solution.plies.is_some(), "{position}");
            with_the_quickest += u32::from(!is_whole && solution.plies.is_some());
        }
    }
    assert!(with_the_quickest > 0);
}

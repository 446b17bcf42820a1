//! Positions as play leads to them, each solved exactly.

use std::collections::HashSet;

use lastknight::board::word::Word;
use lastknight::oracle::SolvedCase;
use lastknight::{Position, Size, Square, solve};

use super::random::{Random, of_game};
use super::search::Evaluation;
use crate::parallel;

/// A board to take positions from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) games: usize,
    /// The most open squares with which the solver is quick enough.
    pub(crate) most_open: u32,
}

/// How many positions of one game are looked at.
const FROM_EACH: usize = 4;

/// How many nodes the solver may spend on one position.
const BUDGET: u64 = 4_000_000;

/// One game in so many is held out.
const HELD_OUT: usize = 5;

/// How many random ways to play on from a position are tried, each of so many half-moves.
const WAYS: usize = 10;
const LENGTH: usize = 6;

/// What the players of the games go by.
const PLAYERS: [&str; 4] = ["improved", "two-step", "territory", "edges"];

/// What was sampled on one board.
pub(crate) struct Sample {
    pub(crate) size: Size,
    /// To fit: in each group, positions that some ways to play on from one position lead to.
    pub(crate) groups: Vec<Vec<Solved>>,
    /// To measure, from other games.
    pub(crate) cases: Vec<SolvedCase>,
    /// How many positions, to fit or to measure, took the solver too long and were left out.
    pub(crate) given_up: usize,
}

/// A position that is not over, and its solution.
#[derive(Clone, Copy)]
pub(crate) struct Solved {
    pub(crate) position: Position,
    /// Whether the side to move wins.
    pub(crate) wins: bool,
}

impl Solved {
    fn new(position: Position) -> Option<Self> {
        let mut budget = BUDGET;
        let wins = match position.narrow() {
            Some(narrow) => solve::wins(&narrow, &mut budget),
            None => solve::wins(&position, &mut budget),
        }?;
        Some(Self { position, wins })
    }
}

/// The position of a case and those that its moves lead to.
pub(crate) fn all(case: &SolvedCase) -> impl Iterator<Item = Solved> {
    let position = case.position();
    let next =
        |&(to, wins): &(_, bool)| Solved { position: position.play_unchecked(to), wins: !wins };
    let own = Solved { position: *position, wins: case.is_won() };
    let next = case.moves().iter().map(next).filter(|next| next.position.winner().is_none());
    std::iter::once(own).chain(next)
}

impl Source {
    /// Plays games and solves positions of them. No position is taken twice, turned or flipped.
    pub(crate) fn sample(self, seed: u64) -> Sample {
        let size = Size::new(self.width, self.height).expect("a board");
        let start = Position::new(size);
        let chosen = parallel::map(self.games, |game| {
            let mut random = of_game(seed ^ size.area() as u64, game);
            let played = match start.narrow() {
                Some(narrow) => play(narrow, &mut random).iter().map(Position::widen).collect(),
                None => play(start, &mut random),
            };
            let is_held_out = game % HELD_OUT == 0;
            let later = if is_held_out { 0 } else { LENGTH as u32 };
            let is_quick = |p: &Position| p.open().count() <= self.most_open + later;
            let mut quick: Vec<Position> = played.into_iter().filter(is_quick).collect();
            random.shuffle(&mut quick);
            quick.truncate(FROM_EACH);
            if is_held_out {
                return (Vec::new(), quick);
            }
            let groups = quick.iter().map(|position| ways(position, &mut random));
            (groups.collect(), Vec::new())
        });

        let mut seen = HashSet::new();
        let mut is_new = |p: &Position| seen.insert(p.canonical().0.wide_key());
        let (mut groups, mut cases) = (Vec::new(), Vec::new());
        for (ways, positions) in chosen {
            cases.extend(positions.into_iter().filter(&mut is_new));
            for group in ways {
                groups.push(group.into_iter().filter(&mut is_new).collect::<Vec<Position>>());
            }
        }
        let groups = parallel::map(groups.len(), |i| {
            groups[i].iter().map(|&position| Solved::new(position)).collect::<Vec<_>>()
        });
        let cases = parallel::map(cases.len(), |i| SolvedCase::solve(cases[i], BUDGET));
        let given_up = cases.iter().filter(|case| case.is_none()).count()
            + groups.iter().flatten().filter(|solved| solved.is_none()).count();
        let groups = groups.into_iter().map(|group| group.into_iter().flatten().collect());
        let cases = cases.into_iter().flatten().collect();
        Sample { size, groups: groups.collect(), cases, given_up }
    }
}

/// Where some random ways to play on lead to, unless the game ends before.
fn ways(position: &Position, random: &mut Random) -> Vec<Position> {
    let mut way = || {
        let mut position = *position;
        for _ in 0..LENGTH {
            position = position.play_unchecked(any_move(&position, random)?);
        }
        position.winner().is_none().then_some(position)
    };
    (0..WAYS).filter_map(|_| way()).collect()
}

/// A random legal move.
pub(crate) fn any_move<W: Word>(position: &Position<W>, random: &mut Random) -> Option<Square> {
    let moves = position.legal_moves();
    let count = moves.count() as usize;
    if count == 0 { None } else { moves.into_iter().nth(random.below(count)) }
}

/// The positions of a game, from both placements on, that are not over.
///
/// Each player has a heuristic and looks one or three half-moves ahead; now and then, in some games
/// often, a move is random.
fn play<W: Word>(start: Position<W>, random: &mut Random) -> Vec<Position<W>> {
    let mut player = || {
        let name = random.pick(&PLAYERS).expect("there are players");
        (Evaluation::named(name), random.pick(&[1, 3]).expect("one of two"))
    };
    let players = [player(), player()];
    let noise = random.pick(&[10, 25, 50, 100]).expect("one of four");
    let mut position = start;
    let mut played = Vec::new();
    while let Some(any) = any_move(&position, random) {
        if position.attacker().is_some() {
            played.push(position);
        }
        let (player, depth) = &players[position.side() as usize];
        let is_placed = position.knight(position.side()).is_some();
        let to = if is_placed && random.below(100) >= noise {
            player.choose(&position, *depth, random)
        } else {
            any
        };
        position = position.play_unchecked(to);
    }
    played
}

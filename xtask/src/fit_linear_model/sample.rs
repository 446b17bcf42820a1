//! Positions from games, each solved exactly.

use std::collections::HashSet;

use lastknight::board::word::Word;
use lastknight::oracle::SolvedCase;
use lastknight::{Position, Random, Size, Square, solve};

use super::search::Evaluation;
use crate::parallel;

/// A board to take positions from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) games: usize,
    /// The maximum number of open squares for which the solver is fast enough.
    pub(crate) most_open: u32,
}

/// Positions from each game.
const FROM_EACH: usize = 4;

/// The solver's nodes for one position.
const BUDGET: u64 = 4_000_000;

/// One in this many games is held out.
const HELD_OUT: usize = 5;

/// Random continuations of a position, and their plies.
const CONTINUATIONS: usize = 10;
const LENGTH: usize = 6;

/// The heuristics of the players.
const PLAYERS: [&str; 4] = ["improved", "two-step", "territory", "edges"];

/// The positions of one board.
pub(crate) struct Sample {
    pub(crate) size: Size,
    /// To fit: each group holds the ends of random continuations of one position.
    pub(crate) groups: Vec<Vec<Solved>>,
    /// To measure: positions of other games.
    pub(crate) cases: Vec<SolvedCase>,
    /// Positions that the solver gave up.
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

/// Returns the position of a case and those after each move.
pub(crate) fn all(case: &SolvedCase) -> impl Iterator<Item = Solved> {
    let position = case.position();
    let next =
        |&(to, wins): &(_, bool)| Solved { position: position.play_unchecked(to), wins: !wins };
    let own = Solved { position: *position, wins: case.is_won() };
    let next = case.moves().iter().map(next).filter(|next| next.position.winner().is_none());
    std::iter::once(own).chain(next)
}

/// Returns the random numbers of one game: every game has its own.
pub(crate) fn of_game(seed: u64, game: usize) -> Random {
    Random::new(seed ^ (game as u64) << 32)
}

impl Source {
    /// Plays games and solves some of their positions, each once up to symmetry.
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
            let mut group = |position: &Position| -> Vec<Position> {
                let ends = (0..CONTINUATIONS).map(|_| play_random(*position, LENGTH, &mut random));
                ends.flatten().collect()
            };
            (quick.iter().map(&mut group).collect::<Vec<_>>(), Vec::new())
        });

        let mut seen = HashSet::new();
        let mut is_new = |p: &Position| seen.insert(p.canonical().0.wide_key());
        let (mut groups, mut cases) = (Vec::new(), Vec::new());
        for (of_game, positions) in chosen {
            cases.extend(positions.into_iter().filter(&mut is_new));
            for group in of_game {
                groups.push(group.into_iter().filter(&mut is_new).collect::<Vec<Position>>());
            }
        }
        let tried = groups.iter().flatten().count() + cases.len();
        let groups: Vec<Vec<Solved>> = parallel::map(groups.len(), |i| {
            groups[i].iter().filter_map(|&position| Solved::new(position)).collect()
        });
        let cases = parallel::map(cases.len(), |i| SolvedCase::solve(cases[i], BUDGET));
        let cases: Vec<SolvedCase> = cases.into_iter().flatten().collect();
        let given_up = tried - groups.iter().flatten().count() - cases.len();
        Sample { size, groups, cases, given_up }
    }
}

/// Plays random moves, unless they end the game.
pub(crate) fn play_random<W: Word>(
    mut position: Position<W>,
    plies: usize,
    random: &mut Random,
) -> Option<Position<W>> {
    for _ in 0..plies {
        position = position.play_unchecked(any_move(&position, random)?);
    }
    position.winner().is_none().then_some(position)
}

/// Returns a random legal move.
pub(crate) fn any_move<W: Word>(position: &Position<W>, random: &mut Random) -> Option<Square> {
    let moves = position.legal_moves();
    let count = moves.count() as usize;
    if count == 0 { None } else { moves.into_iter().nth(random.below(count)) }
}

/// Returns the positions of a game between the placements and its end.
///
/// Each player has a heuristic and searches one or three plies. Now and then, in some games often, a move is random.
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

//! Positions.

use serde::Serialize;

use super::{name, names};
use crate::board::{self, Bitboard, Color, Symmetry};
use crate::eval::territory::Territories;
use crate::game::Game;

/// A value for each side.
#[derive(Clone, Debug, Serialize)]
struct BySide<T> {
    white: T,
    black: T,
}

impl<T> BySide<T> {
    fn new(of: impl Fn(Color) -> T) -> Self {
        Self { white: of(Color::White), black: of(Color::Black) }
    }
}

/// A win by mirroring.
#[derive(Clone, Copy, Debug, Serialize)]
struct MirrorWin {
    winner: &'static str,
    symmetry: &'static str,
    /// Whether the mirroring player is one move behind.
    behind: bool,
}

/// A position with the game that led to it, and what follows from the rules.
#[derive(Clone, Debug, Serialize)]
pub struct Position {
    position: String,
    board: String,
    white: Option<String>,
    black: Option<String>,
    to_move: &'static str,
    ply: usize,
    /// The number of open squares.
    open: u32,
    moves: Vec<String>,
    winner: Option<&'static str>,
    attacker: Option<&'static str>,
    symmetries: Vec<&'static str>,
    mirror_win: Option<MirrorWin>,
    width: usize,
    height: usize,
    /// The position at the start of the game.
    start: String,
    played: Vec<String>,
    /// The game as text.
    notation: String,
    /// The closed squares without those of the knights.
    blocked: Vec<String>,
    /// The squares each knight could move to.
    targets: BySide<Vec<String>>,
    /// The squares each knight can reach if the other does not move.
    reach: BySide<Vec<String>>,
    /// The squares each knight reaches before the other.
    territory: BySide<Vec<String>>,
    /// An upper bound on the moves left to each knight.
    bound: BySide<Option<u32>>,
}

impl From<&Game> for Position {
    fn from(game: &Game) -> Self {
        let position = game.position();
        let size = position.size();
        let knight = |color| position.knight(color);
        let is_placed = |color| knight(color).is_some();
        let sides = |of: &dyn Fn(Color) -> Bitboard| {
            BySide::new(|color| {
                let squares = if is_placed(color) { of(color) } else { Bitboard::EMPTY };
                names(position, squares)
            })
        };
        let territories = Territories::of(position);
        let territory = |color: Color| match (is_placed(!color), color == position.side()) {
            (false, _) => Bitboard::EMPTY,
            (true, true) => territories.mover,
            (true, false) => territories.other,
        };
        let is_blocked = |square: &board::Square| {
            !position.open().contains(*square)
                && Color::ALL.iter().all(|&color| knight(color) != Some(*square))
        };
        let mirror_win = position.mirror_win().map(|mirror| MirrorWin {
            winner: (!position.side()).name(),
            symmetry: mirror.symmetry().name(),
            behind: mirror.is_behind(),
        });
        let start = shortest_notation(game.start());
        let played: Vec<String> = game.move_names().collect();
        let notation = match played[..] {
            [] => start.clone(),
            _ => format!("{start} moves {}", played.join(" ")),
        };
        Self {
            position: position.to_string(),
            board: size.to_string(),
            white: knight(Color::White).map(|square| name(position, square)),
            black: knight(Color::Black).map(|square| name(position, square)),
            to_move: position.side().name(),
            ply: position.ply(),
            open: position.open().count(),
            moves: names(position, position.legal_moves()),
            winner: position.winner().map(Color::name),
            attacker: position.attacker().map(Color::name),
            symmetries: position.symmetries().map(Symmetry::name).collect(),
            mirror_win: mirror_win.filter(|_| position.winner().is_none()),
            width: size.width(),
            height: size.height(),
            notation,
            start,
            played,
            blocked: names(position, size.squares().filter(is_blocked)),
            targets: sides(&|color| position.moves_of(color)),
            reach: sides(&|color| position.reach(color)),
            territory: sides(&territory),
            bound: BySide::new(|color| is_placed(color).then(|| position.path_bound(color))),
        }
    }
}

/// Returns the shortest text for a position: the size of an empty board, or the notation.
#[must_use]
pub fn shortest_notation(position: &board::Position) -> String {
    let size = position.size();
    if *position == board::Position::new(size) { size.to_string() } else { position.to_string() }
}

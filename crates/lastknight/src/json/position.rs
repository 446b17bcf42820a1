//! A position, and what follows from the rules.

use serde::Serialize;

use super::{name, names};
use crate::board::{self, Bitboard, Color, Symmetry};
use crate::eval::territory::Territories;
use crate::game::Game;

/// Something of each side.
#[derive(Clone, Debug, Serialize)]
pub struct BySide<T> {
    white: T,
    black: T,
}

impl<T> BySide<T> {
    fn new(of: impl Fn(Color) -> T) -> Self {
        Self { white: of(Color::White), black: of(Color::Black) }
    }
}

/// A position with the game that led to it.
#[derive(Clone, Debug, Serialize)]
pub struct Position {
    position: String,
    board: String,
    white: Option<String>,
    black: Option<String>,
    to_move: &'static str,
    ply: usize,
    /// How many squares are open.
    open: u32,
    moves: Vec<String>,
    winner: Option<&'static str>,
    attacker: Option<&'static str>,
    symmetries: Vec<&'static str>,
    mirror_win: Option<MirrorWin>,
    width: usize,
    height: usize,
    /// Where the game began.
    start: String,
    /// The moves since.
    played: Vec<String>,
    /// The game as every command takes it.
    notation: String,
    /// The squares that are closed, those under the knights left out.
    blocked: Vec<String>,
    /// Where each knight could go if it were its turn.
    targets: BySide<Vec<String>>,
    /// What each knight can still reach if the other stood still.
    reach: BySide<Vec<String>>,
    /// What each knight reaches sooner than the other.
    territory: BySide<Vec<String>>,
    /// The most moves that each knight can make in what it reaches.
    bound: BySide<Option<u32>>,
}

impl From<&Game> for Position {
    fn from(game: &Game) -> Self {
        let position = game.position();
        let size = position.size();
        let knight = |color| position.knight(color);
        let is_placed = |color| knight(color).is_some();
        let both = Color::ALL.into_iter().all(is_placed);
        let sides = |of: &dyn Fn(Color) -> Bitboard| {
            BySide::new(|color| {
                let squares = if is_placed(color) { of(color) } else { Bitboard::EMPTY };
                names(position, squares)
            })
        };
        let territories = Territories::of(position);
        let territory = |color| match (both, color == position.side()) {
            (false, _) => Bitboard::EMPTY,
            (true, true) => territories.mover,
            (true, false) => territories.other,
        };
        let is_blocked = |square: &board::Square| {
            !position.open().contains(*square)
                && Color::ALL.iter().all(|&color| knight(color) != Some(*square))
        };
        let start = shortest_notation(game.start());
        let played: Vec<String> = game.move_names().collect();
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
            mirror_win: MirrorWin::find(position),
            width: size.width(),
            height: size.height(),
            notation: notation(&start, &played),
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

fn notation(start: &str, played: &[String]) -> String {
    if played.is_empty() { start.to_owned() } else { format!("{start} moves {}", played.join(" ")) }
}

/// The shortest text that means a position: a board's size, or the notation.
#[must_use]
pub fn shortest_notation(position: &board::Position) -> String {
    let size = position.size();
    if *position == board::Position::new(size) { size.to_string() } else { position.to_string() }
}

/// A win by mirroring.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct MirrorWin {
    winner: &'static str,
    symmetry: &'static str,
    /// Whether the mirrored move comes one move later.
    behind: bool,
}

impl MirrorWin {
    fn find(position: &board::Position) -> Option<Self> {
        let mirror = position.mirror_win().filter(|_| position.winner().is_none())?;
        Some(Self {
            winner: (!position.side()).name(),
            symmetry: mirror.symmetry().name(),
            behind: mirror.is_behind(),
        })
    }
}

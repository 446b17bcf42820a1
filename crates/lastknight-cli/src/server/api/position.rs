//! A position as a board shows it: the page knows no rules.

use axum::Json;
use lastknight::eval::territory::Territories;
use lastknight::{Bitboard, Color, Game, Position};
use serde::{Deserialize, Serialize};

use super::super::asked::{self, Asked};
use super::super::problem::Problem;
use crate::commands::show::Description;
use crate::output;

/// Where a game stands.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::server) struct At {
    at: String,
}

/// What stands where, and what follows from it.
#[derive(Serialize)]
pub(in crate::server) struct Shape {
    #[serde(flatten)]
    description: Description,
    width: usize,
    height: usize,
    /// Where the game began, and what was played since.
    start: String,
    played: Vec<String>,
    /// The game as every command takes it.
    notation: String,
    blocked: Vec<String>,
    /// Where each knight could go if it were its turn.
    targets: Sides,
    /// What each knight can still reach if the other stood still.
    reach: Sides,
    /// What each knight reaches sooner than the other.
    territory: Sides,
    /// The most moves that each knight can make in what it reaches.
    bound: Bounds,
}

#[derive(Serialize)]
struct Sides {
    white: Vec<String>,
    black: Vec<String>,
}

#[derive(Serialize)]
struct Bounds {
    white: Option<u32>,
    black: Option<u32>,
}

impl Shape {
    fn of(game: &Game) -> Self {
        let position = game.position();
        let size = position.size();
        let names = |squares: Bitboard| {
            squares.into_iter().map(|square| size.name(square).to_string()).collect()
        };
        let sides = |of: &dyn Fn(Color) -> Bitboard| Sides {
            white: names(of(Color::White)),
            black: names(of(Color::Black)),
        };
        let is_placed = |color| position.knight(color).is_some();
        let both = is_placed(Color::White) && is_placed(Color::Black);
        let territories = Territories::of(position);
        let territory = |color| match (both, color == position.side()) {
            (false, _) => Bitboard::EMPTY,
            (true, true) => territories.mover,
            (true, false) => territories.other,
        };
        let bound = |color| is_placed(color).then(|| position.path_bound(color));
        let played: Vec<String> = game.move_names().collect();
        let start = output::named_board(game.start());
        Self {
            description: Description::of(position),
            width: size.width(),
            height: size.height(),
            notation: notation(&start, &played),
            start,
            played,
            blocked: blocked(position),
            targets: sides(&|color| {
                if is_placed(color) { position.moves_of(color) } else { Bitboard::EMPTY }
            }),
            reach: sides(&|color| {
                if is_placed(color) { position.reach(color) } else { Bitboard::EMPTY }
            }),
            territory: sides(&territory),
            bound: Bounds { white: bound(Color::White), black: bound(Color::Black) },
        }
    }
}

fn notation(start: &str, played: &[String]) -> String {
    if played.is_empty() { start.to_owned() } else { format!("{start} moves {}", played.join(" ")) }
}

/// The squares that nobody can enter any more, those under the knights left out.
fn blocked(position: &Position) -> Vec<String> {
    let size = position.size();
    let knights = Color::ALL.map(|color| position.knight(color));
    let squares = size.squares().filter(|&square| !position.open().contains(square));
    squares
        .filter(|&square| !knights.contains(&Some(square)))
        .map(|square| size.name(square).to_string())
        .collect()
}

pub(in crate::server) async fn position(Asked(at): Asked<At>) -> Result<Json<Shape>, Problem> {
    Ok(Json(Shape::of(&asked::game(&at.at)?)))
}

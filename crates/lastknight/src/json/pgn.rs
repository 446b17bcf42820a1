//! Requests for games as PGN.

use serde::Deserialize;

use crate::board::{ByColor, ParsePositionError, Position};
use crate::game::{AnnotatedGame, Outcome, ParseTreeError, Termination, VariationTree, pgn};

/// The maximum length of a player's name, in characters.
const LONGEST_NAME: usize = 200;

/// A game to be written as PGN with its variations.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PgnRequest {
    start: String,
    tree: String,
    white: Option<String>,
    black: Option<String>,
}

/// Why a [`PgnRequest`] has no PGN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum PgnRequestError {
    /// The start is invalid.
    Start(#[from] ParsePositionError),
    /// The tree is invalid.
    Tree(#[from] ParseTreeError),
}

impl PgnRequestError {
    /// Returns the field that is wrong.
    #[must_use]
    pub fn field(&self) -> &'static str {
        match self {
            Self::Start(_) => "start",
            Self::Tree(_) => "tree",
        }
    }
}

impl PgnRequest {
    /// Formats the game as PGN.
    ///
    /// # Errors
    /// Returns an error if the start or the tree is invalid.
    pub fn pgn(&self) -> Result<String, PgnRequestError> {
        let start = self.start.parse::<Position>()?;
        let tree = VariationTree::parse(start, &self.tree)?;
        Ok(annotated_pgn(tree, self.white.as_deref(), self.black.as_deref()))
    }
}

/// Formats the moves of a tree as PGN, with the names of the players if they are known.
#[must_use]
pub fn annotated_pgn(tree: VariationTree, white: Option<&str>, black: Option<&str>) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let name = |name: Option<&str>| {
        name.unwrap_or("?").chars().map(plain).take(LONGEST_NAME).collect::<String>()
    };
    let winner = tree.main_line().position().winner();
    let outcome = winner.map(|winner| Outcome { winner, termination: Termination::NoMoves });
    let game = AnnotatedGame::new(tree, ByColor::new(name(white), name(black)), outcome);
    pgn::write_annotated(&game.expect("the outcome follows from the moves"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pgn(text: &str) -> Result<String, String> {
        let request: PgnRequest = serde_json::from_str(text).unwrap();
        request.pgn().map_err(|error| format!("{}: {error}", error.field()))
    }

    #[test]
    fn games_have_their_variations() {
        let text = pgn(r#"{"start":"3x3","tree":"b2(a1!-b3)-a1","white":"a\nb"}"#).unwrap();
        assert!(text.contains("[White \"a b\"]\n[Black \"?\"]\n[Result \"0-1\"]"), "{text}");
        assert!(text.ends_with("\n\n1. b2 (1. a1! b3) 1... a1 0-1\n\n"), "{text}");
    }

    #[test]
    fn errors_name_the_field() {
        let error =
            |start, tree| pgn(&format!(r#"{{"start":"{start}","tree":"{tree}"}}"#)).unwrap_err();
        assert_eq!(error("3x3", "b2-b2"), "tree: column 4: no move to b2: the square is blocked");
        assert!(error("3x", "b2").starts_with("start: "));
    }
}

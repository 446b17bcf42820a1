//! Reads games from PGN.

use super::lexer::{Lexer, Place, Token};
use super::tags::Tags;
use super::{VARIANT, result_value};
use crate::board::{Color, ParsePositionError, ParseSizeError, Size};
use crate::game::{Game, GameRecord, MoveError, RecordError, TreeError, VariationTree};
use crate::quote::quote;

/// Reads the games of a text, one after the other. Stops at the first error.
pub fn read(text: &str) -> Reader<'_> {
    Reader { lexer: Lexer::new(text), has_failed: false }
}

/// An iterator over the games of a text, from [`read`].
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    lexer: Lexer<'a>,
    has_failed: bool,
}

/// Why a text is not PGN, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {kind}")]
#[non_exhaustive]
pub struct PgnError {
    /// Where.
    pub place: Place,
    /// The error.
    pub kind: PgnErrorKind,
}

/// What is wrong with a game in PGN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PgnErrorKind {
    /// An opening delimiter that is never closed.
    #[error("this {0} is never closed")]
    Unclosed(char),
    /// Text that is not allowed here.
    #[error("{} does not belong here", quote(.0))]
    Unexpected(String),
    /// A different character was expected.
    #[error("expected {expected}, found {}", .found.as_deref().map_or("the end".to_owned(), quote))]
    Expected {
        /// The expected character.
        expected: char,
        /// The character found, or `None` at the end.
        found: Option<String>,
    },
    /// An invalid escape sequence.
    #[error("not an escape: \\\", \\\\, \\n, \\r, \\t or \\u{{…}}")]
    Escape,
    /// A tag occurs twice.
    #[error("a second tag {}", quote(.0))]
    SecondTag(String),
    /// Neither `Board` nor `FEN` gives the board.
    #[error("the game has no tag Board and no tag FEN")]
    NoBoard,
    /// The tag `Board` is invalid.
    #[error("tag Board: {0}")]
    Board(ParseSizeError),
    /// The tag `Board` contradicts `FEN`.
    #[error("tag Board: {0}, but the position of tag FEN is {1}")]
    BoardSize(Size, Size),
    /// The tag `SetUp` is 1, but there is no tag `FEN`.
    #[error("tag SetUp: 1, but there is no tag FEN")]
    NoFen,
    /// The tag `Variant` names another game.
    #[error("tag Variant: {} is not {VARIANT}", quote(.0))]
    Variant(String),
    /// The tag `FEN` is invalid.
    #[error("tag FEN: {0}")]
    Fen(ParsePositionError),
    /// The tag `Termination` is not one of PGN's values.
    #[error("tag Termination: {} is not normal, rules infraction, time forfeit, abandoned or unterminated", quote(.0))]
    Termination(String),
    /// A tag cannot be stored, or the result contradicts the moves.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A move is invalid.
    #[error("move {number}: {error}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The error.
        error: MoveError,
    },
    /// A comment is too long, or the game has too many moves.
    #[error(transparent)]
    Tree(TreeError),
    /// Variations inside variations.
    #[error("variations are nested more than {} deep", VariationTree::DEEPEST)]
    Nested,
    /// The text ends before the result.
    #[error("the game has no result at its end: 1-0, 0-1 or *")]
    NoResult,
    /// A draw, which does not exist in this game.
    #[error("1/2-1/2: there are no draws in this game")]
    Draw,
    /// The result differs from the tag `Result`.
    #[error("result {result}, but tag Result says {}", quote(.tag))]
    ResultTag {
        /// The result after the moves.
        result: &'static str,
        /// The tag's value.
        tag: String,
    },
    /// The result contradicts the tag `Termination`.
    #[error("result {result} does not go with tag Termination {tag}")]
    ResultAndTermination {
        /// The result after the moves.
        result: &'static str,
        /// The tag's value.
        tag: String,
    },
}

impl Iterator for Reader<'_> {
    type Item = Result<GameRecord, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        let game = self.game().map_err(|(place, kind)| PgnError { place, kind }).transpose();
        self.has_failed = matches!(game, Some(Err(_)));
        game
    }
}

pub(super) type Failure = (Place, PgnErrorKind);

impl<'a> Reader<'a> {
    /// Reads the next game; `None` at the end of the text.
    fn game(&mut self) -> Result<Option<GameRecord>, Failure> {
        let mut tags = Tags::default();
        let mut word = None;
        while let Some((place, token)) = self.lexer.next()? {
            match token {
                Token::Tag(name, value) => tags.insert(place, name, value)?,
                Token::Word(first) => {
                    word = Some((place, first));
                    break;
                }
                _ => {}
            }
        }
        if tags.is_empty() && word.is_none() {
            return Ok(None);
        }

        let begin = word.map_or(self.lexer.place(), |(place, _)| place);
        let mut game = Game::new(tags.start(begin)?);
        let (place, result) = self.moves(&mut game, word)?;
        tags.record(game, place, result).map(Some)
    }

    /// Plays the moves from `word` on and returns the result and its place.
    fn moves(
        &mut self,
        game: &mut Game,
        mut word: Option<(Place, &'a str)>,
    ) -> Result<(Place, Option<Color>), Failure> {
        while let Some((place, text)) = word {
            match winner_of(text) {
                Some(winner) => return Ok((place, winner)),
                None if text == "1/2-1/2" => return Err((place, PgnErrorKind::Draw)),
                None => {
                    let number = game.moves().len() + 1;
                    let failure = |error| (place, PgnErrorKind::Move { number, error });
                    game.play_named(text).map_err(failure)?;
                }
            }
            word = match self.lexer.next()? {
                Some((place, Token::Word(text))) => Some((place, text)),
                Some((place, _)) => return Err((place, PgnErrorKind::NoResult)),
                None => None,
            };
        }
        Err((self.lexer.place(), PgnErrorKind::NoResult))
    }
}

/// The winner that a result states; `None` if the text is not a result.
pub(super) fn winner_of(result: &str) -> Option<Option<Color>> {
    [None, Some(Color::White), Some(Color::Black)]
        .into_iter()
        .find(|&winner| result_value(winner) == result)
}

#[cfg(test)]
mod tests {
    use super::super::write;
    use super::*;
    use crate::board::{ByColor, Position};
    use crate::game::{Outcome, Termination};

    const GAME: &str = "\
[Event \"?\"]
[Site \"?\"]
[Date \"2026.01.02\"]
[Round \"?\"]
[White \"alphabeta(\\\"n - n'\\\", depth=5)\"]
[Black \"random\"]
[Result \"0-1\"]
[Variant \"Knight's Isolation\"]
[Board \"3x3\"]
[Termination \"normal\"]
[Seed \"42\"]

1. b2 a1 0-1

";

    const SET_UP: &str = "\
[Event \"?\"]
[Site \"?\"]
[Date \"????.??.??\"]
[Round \"?\"]
[White \"a\"]
[Black \"b\"]
[Result \"1-0\"]
[Variant \"Knight's Isolation\"]
[Board \"3x3\"]
[SetUp \"1\"]
[FEN \"3/3/N1x b\"]
[Termination \"time forfeit\"]

1... c3 2. b3 1-0

";

    fn error(text: &str) -> String {
        read(text).find_map(Result::err).expect("an error").to_string()
    }

    #[test]
    fn games_round_trip() {
        let text = format!("{GAME}{SET_UP}");
        let records: Vec<_> = read(&text).map(Result::unwrap).collect();
        assert_eq!(records.len(), 2);
        assert_eq!(records.iter().map(write).collect::<String>(), text);
        assert_eq!(records[0].players()[Color::White], "alphabeta(\"n - n'\", depth=5)");
        assert_eq!(records[1].outcome().unwrap().termination, Termination::Time);
    }

    #[test]
    fn what_other_programs_add_is_read_over() {
        let text = "\u{feff}% escaped\n[Board \"3x3\"]\r\n\r\n1.b2!? {best (of all)} $14 (1. a1 (1. c1) b2) ; so\r\na1 ?? 0-1";
        let record = read(text).next().unwrap().unwrap();
        assert_eq!(record.game().to_string(), "3/3/3 w moves b2 a1");
        assert_eq!(read("  \n% nothing\n").count(), 0);
    }

    #[test]
    fn long_games_are_wrapped() {
        let mut game = Game::new(Position::new(Size::STANDARD));
        while let Some(to) = game.position().legal_moves().into_iter().last() {
            game.play(to).unwrap();
        }
        let winner = game.position().winner().unwrap();
        let outcome = Outcome { winner, termination: Termination::NoMoves };
        let record = GameRecord::new(game, ByColor::default(), Some(outcome)).unwrap();
        let text = write(&record);
        assert!(text.lines().all(|line| line.len() <= 80));
        assert_eq!(read(&text).next(), Some(Ok(record)));
    }

    /// Text of [`GAME`], its replacement and the error. `\n` is a line end in the first two.
    const ERRORS: &str = r#"
1. b2 a1 => 1. b2 b2 => line 13, column 7: move 2: no move to b2: the square is blocked
1. b2 a1 => 1.b2 a9 => line 13, column 6: move 2: square 'a9' is off the 3x3 board
1. b2 => 1. Nb2 => line 13, column 4: move 1: 'Nb2' is not a square such as d4
a1 0-1\n => a1\n => line 15, column 1: the game has no result at its end: 1-0, 0-1 or *
a1 0-1 => a1 1-0 => line 13, column 10: result 1-0, but tag Result says '0-1'
"0-1" => "1/2-1/2" => line 13, column 10: result 0-1, but tag Result says '1/2-1/2'
0-1 => 1-0 => line 13, column 10: the winner is Black: the other was to move
0-1 => * => line 13, column 10: result * does not go with tag Termination normal
a1 0-1 => a1 1/2-1/2 => line 13, column 10: 1/2-1/2: there are no draws in this game
Knight's Isolation => Atomic => line 8, column 1: tag Variant: 'Atomic' is not Knight's Isolation
[Seed "42 => [SetUp "1 => line 11, column 1: tag SetUp: 1, but there is no tag FEN
\n1. b2 a1 0-1\n\n => [Seed2 => line 12, column 7: expected ", found the end
a1 0-1 => 0-1 => line 13, column 7: the game is not over: Black has a legal move
"normal" => "abandoned" => line 13, column 10: the game ended otherwise: White had no legal move
"normal" => "bored" => line 10, column 1: tag Termination: 'bored' is not normal, rules infraction, time forfeit, abandoned or unterminated
[Board "3x3"] =>  => line 1, column 1: the game has no tag Board and no tag FEN
3x3 => 3 => line 9, column 1: tag Board: '3' is not a board size such as 7x7
[Seed => [Board => line 11, column 1: a second tag 'Board'
[Seed => [See d => line 11, column 6: expected ", found 'd'
"42" => "42 => line 11, column 8: this " is never closed
"42" => "4\2" => line 11, column 9: not an escape: \", \\, \n, \r, \t or \u{…}
1. b2 => {1. b2 => line 13, column 1: this { is never closed
1. b2 => (1. b2 => line 13, column 1: this ( is never closed
1. b2 => ) 1. b2 => line 13, column 1: ')' does not belong here
0-1\n\n => \n[Event "?"] => line 14, column 1: the game has no result at its end: 1-0, 0-1 or *
"#;

    #[test]
    fn errors_name_the_place() {
        for case in ERRORS.trim().lines() {
            let [from, to, message] = case.split(" => ").collect::<Vec<_>>()[..] else { panic!() };
            let [from, to] = [from, to].map(|text| text.replace("\\n", "\n"));
            assert!(GAME.contains(&from), "{case}");
            assert_eq!(error(&GAME.replace(&from, &to)), message);
        }
        let wrong_size = SET_UP.replace("3x3", "3x4");
        assert_eq!(
            error(&wrong_size),
            "line 9, column 1: tag Board: 3x4, but the position of tag FEN is 3x3"
        );
        let wrong_fen = SET_UP.replace("N1x b", "N1x w");
        assert_eq!(
            error(&wrong_fen),
            "line 11, column 1: tag FEN: column 9: Black is to move here: its knight is placed next"
        );
    }
}

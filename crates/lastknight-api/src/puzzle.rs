//! Puzzles: found by a search, or a position that is graded as one.

use std::time::Duration;

use lastknight::oracle::{Level, Puzzle, PuzzleMine};
use lastknight::{Limits, Size, json};
use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use crate::request::{self, LimitTexts};
use crate::{Reply, Request, Settings};

/// The default time.
const TIME: Duration = Duration::from_secs(10);

/// Extra time for the position that is graded when the time is over.
const MARGIN: Duration = Duration::from_secs(2);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleQuery {
    at: Option<String>,
    seed: Option<u64>,
    board: Option<String>,
    level: Option<String>,
    time: Option<String>,
}

/// A puzzle, or why there is none.
#[derive(Serialize)]
#[serde(untagged)]
enum PuzzleAnswer {
    Puzzle(json::Puzzle),
    None { error: Problem },
}

impl PuzzleAnswer {
    fn new(puzzle: Option<Puzzle>, otherwise: Problem) -> Self {
        puzzle.map_or(Self::None { error: otherwise }, |puzzle| Self::Puzzle((&puzzle).into()))
    }
}

/// Answers with a puzzle: the first one of a seed, or the position `at` if it is one.
pub(crate) fn puzzle(request: Request<'_>, settings: Settings<'_>) -> Result<Reply, Problem> {
    let query: PuzzleQuery = request.query()?;
    let texts = LimitTexts { time: query.time.as_deref(), ..LimitTexts::default() };
    let limits = texts.or(Limits::time(TIME), settings.most_time)?;
    let most_time = limits.time.unwrap_or(TIME) + MARGIN;
    if let Some(at) = &query.at {
        if query.seed.is_some() || query.board.is_some() || query.level.is_some() {
            return Err(Problem::bad_field("at", "a position needs no seed, board or level"));
        }
        let position = *request::game(at)?.position();
        let none = Problem::bad_field("at", "no single move is proved to be the only one to win");
        return Ok(Reply::search(most_time, false, move |search| {
            Ok(PuzzleAnswer::new(Puzzle::of(&position, search.control(limits)), none))
        }));
    }
    let board = query.board.as_deref().unwrap_or("7x7").parse::<Size>();
    let board = board.map_err(|error| Problem::bad_field("board", error))?;
    let level = query.level.as_deref().map(str::parse::<Level>).transpose();
    let level = level.map_err(|error| Problem::bad_field("level", error))?;
    let mine = PuzzleMine::new(board, query.seed.unwrap_or_default());
    let none = Problem::bad_field("board", "no puzzle found in this time");
    Ok(Reply::search(most_time, false, move |search| {
        Ok(PuzzleAnswer::new(mine.find(level, search.control(limits)), none))
    }))
}

#[cfg(test)]
mod tests {
    use lastknight::agent::Resources;
    use lastknight::{Agents, Control};

    use super::*;
    use crate::{Method, Search, ask};

    struct Alone;

    impl Search for Alone {
        fn control(&self, limits: Limits) -> Control<'_> {
            limits.into()
        }

        fn resources(&self) -> Resources {
            crate::MOST
        }

        fn send(&self, _: &'static str, _: String) {}
    }

    fn answer(query: &str) -> Result<String, String> {
        let agents = Agents::builtin();
        let settings = Settings { agents: &agents, most_time: Duration::from_secs(60) };
        match ask(Request { method: Method::Get, path: "/puzzle", query, body: "" }, settings) {
            Ok(Reply::Search(question)) => Ok(question.answer(&Alone).expect("an answer").text),
            Ok(Reply::Answer(answer)) => Ok(answer.text),
            Err(problem) => Err(problem.message),
        }
    }

    #[test]
    fn a_found_puzzle_is_graded_the_same() {
        let found = answer("board=5x5&seed=3&level=medium").unwrap();
        assert!(found.contains("\"level\":\"medium\""), "{found}");
        let position = found.split('"').nth(3).unwrap().replace(' ', "+");
        assert_eq!(answer(&format!("at={position}")), Ok(found.clone()));
        assert_eq!(answer("board=5x5&seed=3&level=medium"), Ok(found));
    }

    #[test]
    fn bad_requests_are_refused() {
        for (query, message) in [
            ("level=tricky", "level: a level is easy, medium, hard or expert"),
            ("at=7x7&seed=1", "at: a position needs no seed, board or level"),
            ("time=61s", "time: at most 60 seconds here"),
        ] {
            assert_eq!(answer(query), Err(message.to_owned()), "{query}");
        }
        assert!(answer("board=99").unwrap_err().starts_with("board: "));
        assert!(answer("at=7x7").unwrap().contains("error"));
        assert!(answer("board=2x2").unwrap().contains("no puzzle found"));
    }
}

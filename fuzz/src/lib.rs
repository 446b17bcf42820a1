//! One function for each parser, which takes any bytes and panics if an invariant is broken.
//!
//! cargo-fuzz runs them through `fuzz_targets/`; `tests/mutations.rs` runs them over `seeds/` and random mutations.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use lastknight::eval::formula::{Expr, Problem};
use lastknight::eval::{MOST, Scene};
use lastknight::game::{jsonl, pgn};
use lastknight::perft::{PerftCase, perft as count};
use lastknight::solve::openings::{Journal, OpeningsTable};
use lastknight::stats::{Pairs, Sprt};
use lastknight::{
    Agent, Agents, Bitboard, Color, Constants, Game, GameRecord, Heuristic, Limits, Position, Size,
    Square, Symmetry,
};
use lastknight_lab::SpecFile;
use lastknight_lab::study::Study;
use lastknight_lab::tune::{Parameter, Space, Template, TemplateError};

/// A function that takes any bytes.
pub type Target = fn(&[u8]);

/// Every target with its name, which is also that of its seeds.
pub const TARGETS: [(&str, Target); 14] = [
    ("squares", squares),
    ("position", position),
    ("game", game),
    ("pgn", pgn),
    ("jsonl", jsonl),
    ("perft_case", perft_case),
    ("play", play),
    ("formula", formula),
    ("agent", agent),
    ("openings", openings),
    ("sprt", sprt),
    ("tune", tune),
    ("spec", spec),
    ("study", study),
];

/// The maximum length of an error message, in characters.
const LONGEST_MESSAGE: usize = 300;

fn check_message(error: &impl Display) {
    let message = error.to_string();
    assert!(!message.is_empty() && !message.contains(char::is_control), "{message:?}");
    assert!(message.chars().count() <= LONGEST_MESSAGE, "{message:?}");
}

/// Checks that the picture of an error is two lines, with a caret in the second.
fn check_picture(picture: &str) {
    let (shown, caret) = picture.split_once('\n').expect("two lines");
    assert!(!shown.contains(char::is_control) && !caret.contains('\n'));
    assert!(caret.chars().count() <= shown.chars().count() + 1, "{picture}");
}

/// Checks that a parsed value survives printing and parsing, and that an error is one short line.
fn check_round_trip<T>(text: &str) -> Option<T>
where
    T: FromStr<Err: Display + Debug> + Display + Debug + PartialEq,
{
    match text.parse::<T>() {
        Ok(value) => {
            assert_eq!(value.to_string().parse::<T>().as_ref().ok(), Some(&value), "{text:?}");
            Some(value)
        }
        Err(error) => {
            check_message(&error);
            None
        }
    }
}

/// Sequential tests: two numbers, and a ratio that is always finite.
pub fn sprt(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    if let Some(sprt) = check_round_trip::<Sprt>(text) {
        for (won, split, lost) in [(0, 0, 0), (9, 0, 0), (0, 9, 0), (0, 0, 9), (3, 4, 5)] {
            assert!(sprt.llr(Pairs { won, split, lost }).is_finite(), "{text:?}");
        }
    }
}

/// Sizes and squares: a size, a space, a square.
pub fn squares(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let (size, square) = text.split_once(' ').unwrap_or((text, ""));
    if let Some(size) = check_round_trip::<Size>(size) {
        match size.square_named(square) {
            Ok(found) => assert_eq!(size.name(found).to_string(), square.to_ascii_lowercase()),
            Err(error) => check_message(&error),
        }
    }
}

/// Positions: a full notation prints as it was read.
pub fn position(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    if let Some(position) = check_round_trip::<Position>(text) {
        check_position(&position);
        if text.contains(' ') {
            assert_eq!(position.to_string(), text);
        }
    }
}

fn check_position(position: &Position) {
    assert_eq!(position.setup().position().as_ref(), Ok(position));
    assert_eq!(position.winner().is_some(), position.legal_moves().is_empty());
    let (canonical, symmetry) = position.canonical();
    assert_eq!(canonical.transformed(symmetry.inverse()), Ok(*position));
    for &symmetry in Symmetry::of(position.size()) {
        let image = position.transformed(symmetry).expect("a symmetry of the board");
        assert_eq!(count(&image, 2), count(position, 2));
    }
    if let Some(mirror) = position.mirror_win() {
        for to in position.legal_moves() {
            let reply = mirror.reply(position, to).expect("a reply to every move");
            position.play_unchecked(to).play(reply).expect("a legal reply");
        }
    }
}

/// Games in notation.
pub fn game(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    if let Some(game) = check_round_trip::<Game>(text) {
        check_position(game.position());
    }
}

/// Games as PGN.
pub fn pgn(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let mut records: Vec<GameRecord> = Vec::new();
    for record in pgn::read(text) {
        match record {
            Ok(record) => records.push(record),
            Err(error) => check_message(&error),
        }
    }
    let text: String = records.iter().map(pgn::write).collect();
    let back: Vec<GameRecord> =
        pgn::read(&text).map(|record| record.expect("as written")).collect();
    assert_eq!(back, records);
}

/// Games as JSON lines.
pub fn jsonl(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    for record in jsonl::read(text) {
        match record {
            Ok(record) => {
                let back = jsonl::read_line(&jsonl::write(&record)).expect("as written");
                assert_eq!(back, record);
            }
            Err(error) => check_message(&error),
        }
    }
}

/// Files of perft counts.
pub fn perft_case(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    for (_, case) in PerftCase::read(text) {
        if let Err(error) = case {
            check_message(&error);
        }
    }
}

/// Moves, legal or not: a width, a height, sixteen bytes of holes, then squares.
pub fn play(data: &[u8]) {
    let Some((&[width, height], rest)) = data.split_first_chunk() else {
        return;
    };
    let Some((&holes, moves)) = rest.split_first_chunk() else {
        return;
    };
    let Ok(size) = Size::new(width.into(), height.into()) else {
        return;
    };
    let start = Position::with_holes(size, Bitboard::from_bits(u128::from_le_bytes(holes)));
    let mut game = Game::new(start);
    for &to in moves {
        let Ok(to) = Square::new(to.into()) else {
            game.undo();
            continue;
        };
        let is_legal = game.position().legal_moves().contains(to);
        match game.play(to) {
            Ok(()) => assert!(is_legal),
            Err(error) => {
                assert!(!is_legal);
                check_message(&error);
            }
        }
    }
    check_position(game.position());
    while game.undo().is_some() {}
    assert_eq!(*game.position(), start);
    assert_eq!(game.position().ply(), 0);
}

/// Heuristics and formulas: they survive printing and parsing, and every value is finite.
pub fn formula(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let mut constants = Constants::NONE;
    constants.set("alpha", 1.5).expect("a free name");
    if let Err(error) = constants.set(text, 0.5) {
        check_message(&error);
    }
    let heuristic = match Heuristic::parse(text, &constants) {
        Ok(heuristic) => heuristic,
        Err(error) => {
            check_message(&error);
            check_picture(&error.picture());
            return;
        }
    };
    let form = heuristic.form().expect("a text is no function");
    if heuristic.entry().is_none()
        && let Some(printed) = read_again(&format!("({form})"), &constants)
    {
        assert_eq!(printed.form(), Some(form.clone()));
    }
    let twin = heuristic.twin().expect("a text is no function");
    let twin = read_again(&twin.to_string(), &constants).unwrap_or(twin);
    // Slow features run only on small boards.
    for text in ["4/1x2/1N2/2n1 w", "3/3/N2 b", "7/7/7/3N3/1n5/7/7 b"] {
        let position: Position = text.parse().expect("a position");
        let narrow = position.narrow().expect("at most 64 squares");
        let is_slow = form.features().iter().any(|leaf| !leaf.feature().is_cheap());
        if is_slow && position.open().count() > 20 {
            continue;
        }
        for player in Color::ALL {
            let value = heuristic.estimate(&position, player);
            assert!(value.abs() <= MOST);
            assert_eq!(value.to_bits(), heuristic.estimate(&narrow, player).to_bits());
            assert_eq!(value.to_bits(), twin.estimate(&position, player).to_bits());
            let steps = form.steps(Scene::new(&position).view(player));
            let Some(Expr::Number(last)) = steps.last() else {
                panic!("the last step is no number");
            };
            let last = if last.is_nan() { 0.0 } else { last.clamp(-MOST, MOST) };
            assert_eq!(value, last, "{form}");
        }
    }
}

/// Parses a printed formula, unless printed parentheses or signs made it too deep or too long.
fn read_again(text: &str, constants: &Constants) -> Option<Heuristic> {
    match Heuristic::parse(text, constants) {
        Ok(heuristic) => Some(heuristic),
        Err(error) => {
            let is_beyond = matches!(error.problem(), Problem::TooDeep | Problem::TooLong);
            assert!(is_beyond, "{text}: {error}");
            None
        }
    }
}

/// Agents: they survive printing and parsing, and find a legal move within 20 nodes.
pub fn agent(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let mut constants = Constants::NONE;
    constants.set("alpha", 1.5).expect("a free name");
    let agent = match Agent::parse(text, &constants) {
        Ok(agent) => agent,
        Err(error) => {
            check_message(&error);
            check_picture(&error.picture());
            return;
        }
    };
    // Printed parentheses may make a formula too deep.
    match Agent::parse(&agent.to_string(), &constants) {
        Ok(again) => assert_eq!(again.to_string(), agent.to_string(), "{text}"),
        Err(error) => {
            use lastknight::agent::AgentProblem::Heuristic;
            let is_beyond =
                matches!(error.problem(), Heuristic(Problem::TooDeep | Problem::TooLong));
            assert!(is_beyond, "{text}: {error}");
        }
    }
    let position: Position = "4/1x2/1N2/2n1 w".parse().expect("a position");
    // Limits of its own could take days.
    if agent.limits() == Limits::NONE && !text.contains("mirror") {
        let report = agent.player(1).choose_at(&position, Limits::nodes(20)).expect("a move");
        assert!(report.best().is_some_and(|to| position.legal_moves().contains(to)));
    }
}

/// Tables of openings as JSON, CSV and journals: they survive printing and parsing.
pub fn openings(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    if let Ok(journal) = Journal::read(text) {
        assert!(text.is_char_boundary(journal.length));
        assert_eq!(Journal::read(&text[..journal.length]).as_ref(), Ok(&journal));
    }
    match OpeningsTable::read(text) {
        Ok(table) => {
            for text in [table.to_json(), table.to_csv()] {
                assert_eq!(OpeningsTable::read(&text).as_ref(), Ok(&table));
            }
        }
        Err(error) => check_message(&error),
    }
}

/// Tuning: a parameter in the first line, the template of an agent in the others.
pub fn tune(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let (parameter, agent) = text.split_once('\n').unwrap_or((text, ""));
    let Some(parameter) = check_round_trip::<Parameter>(parameter) else {
        return;
    };
    assert!(parameter.grid().iter().all(|&value| parameter.takes(value)), "{parameter}");
    assert!(parameter.takes(parameter.start()), "{parameter}");
    let space = Space::new(vec![parameter]).expect("one parameter");
    let template = Template::parse(agent, &space);
    match template.and_then(|template| template.check(&space, &Agents::builtin(), &Constants::NONE))
    {
        Ok(()) => {}
        Err(error) => {
            check_message(&error);
            if let TemplateError::Place(error) = &error {
                check_picture(&error.picture());
            }
        }
    }
}

/// Specifications of tournaments, in TOML.
pub fn spec(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    match SpecFile::parse(text).and_then(|file| file.spec()) {
        Ok(spec) => {
            let again = SpecFile::parse(&spec.file().to_toml()).and_then(|file| file.spec());
            assert_eq!(again.as_ref(), Ok(&spec), "{text:?}");
            assert_eq!(again.map(|again| again.hash()), Ok(spec.hash()), "{text:?}");
        }
        Err(error) => check_message(&error),
    }
}

/// Studies, in TOML.
pub fn study(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    match Study::parse("fuzz", text) {
        Ok(study) => assert!(!study.measures.is_empty(), "{text:?}"),
        Err(error) => check_message(&error),
    }
}

//! Input from arguments, files and standard input.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use lastknight::eval::Constants;
use lastknight::{Agent, Game, Heuristic};
use serde::Deserialize;

use crate::failure::Failure;
use crate::host;

/// The name that stands for standard input.
const STDIN: &str = "-";

const LONGEST_BYTES: u64 = 1 << 30;

/// Returns whether a name stands for standard input.
pub(crate) fn is_stdin(name: impl AsRef<Path>) -> bool {
    name.as_ref() == STDIN
}

/// Returns the name of an input for messages.
pub(crate) fn shown(name: &Path) -> String {
    if is_stdin(name) { "standard input".to_owned() } else { format!("'{}'", name.display()) }
}

/// Reads a file, or standard input for `-`.
pub(crate) fn read(name: &Path) -> Result<String, Failure> {
    let open = || -> io::Result<Box<dyn Read>> {
        Ok(if is_stdin(name) { Box::new(io::stdin()) } else { Box::new(File::open(name)?) })
    };
    let mut bytes = Vec::new();
    open()
        .and_then(|source| source.take(LONGEST_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| Failure::input(&shown(name), error))?;
    if bytes.len() as u64 > LONGEST_BYTES {
        return Err(Failure::input(&shown(name), "longer than 1 GiB"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to() + 1;
        Failure::input(&shown(name), format!("byte {place} is not UTF-8 text"))
    })
}

/// Parses a position or a game, given in one or more words or, for `-`, as a line on standard input.
pub(crate) fn game(words: &[String]) -> Result<Game, Failure> {
    let mut text = words.join(" ");
    if is_stdin(&text) {
        text = read(STDIN.as_ref())?;
        let line = text.strip_suffix('\n').unwrap_or(&text);
        text.truncate(line.strip_suffix('\r').unwrap_or(line).len());
    }
    text.parse().map_err(|error| Failure::input("position", error))
}

pub(crate) fn heuristic(text: &str, constants: &Constants) -> Result<Heuristic, Failure> {
    Heuristic::parse(text, constants).map_err(|error| match text.trim() {
        "" => Failure::input("heuristic", error),
        _ => Failure::Pictured(format!("heuristic: {error}"), error.picture()),
    })
}

pub(crate) fn agent(text: &str, constants: &Constants) -> Result<Agent, Failure> {
    host::agents().parse(text, constants).map_err(|error| match text.trim() {
        "" => Failure::input("agent", error),
        _ => Failure::Pictured(format!("agent: {error}"), error.picture()),
    })
}

/// Reads a game and the constants of formulas. Only one of them can come from standard input.
pub(crate) fn game_and_constants(
    words: &[String],
    file: Option<&Path>,
) -> Result<(Game, Constants), Failure> {
    if file.is_some_and(is_stdin) && is_stdin(words.join(" ")) {
        let why = "cannot read both the position and the constants from standard input";
        return Err(Failure::Input(why.to_owned()));
    }
    Ok((game(words)?, constants(file)?))
}

/// The part of a file that holds constants.
#[derive(Deserialize)]
struct WithConstants {
    constants: Option<BTreeMap<String, toml::Value>>,
}

/// Reads the constants of a file, if there is one.
pub(crate) fn constants(file: Option<&Path>) -> Result<Constants, Failure> {
    let Some(name) = file else {
        return Ok(Constants::NONE);
    };
    let text = read(name)?;
    let failure = |why: String| Failure::input(&shown(name), why);
    let read: WithConstants = toml::from_str(&text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        failure(format!("line {}: {}", before.matches('\n').count() + 1, error.message()))
    })?;
    let table = read.constants.ok_or_else(|| failure("no [constants] table".to_owned()))?;
    let mut constants = Constants::NONE;
    for (constant, value) in table {
        let number = value.as_float().or(value.as_integer().map(|whole| whole as f64));
        let number =
            number.ok_or_else(|| failure(format!("constant '{constant}' is not a number")))?;
        constants.set(&constant, number).map_err(|error| failure(error.to_string()))?;
    }
    Ok(constants)
}

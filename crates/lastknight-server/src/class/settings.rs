//! The settings of a class, which the teacher writes: `class.toml`.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use lastknight::{Agent, Agents, Constants, Limits, Position};
use lastknight_lab::{AgentEntry, MOST_AGENTS, course_field};
use serde::{Deserialize, Serialize};
use toml::value::{Datetime, Offset};

use super::ClassError;

/// The maximum length of a name, in characters.
const LONGEST_NAME: usize = 200;

/// The bounds of numbers.
const MOST_GAMES: usize = 2000;
const MOST_POSITIONS: usize = 2000;
const MOST_PER_HOUR: usize = 1000;
const DEEPEST: u32 = 12;
const MOST_NODES: u64 = 10_000_000;

/// The file as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct ClassFile {
    title: String,
    students: Vec<String>,
    board: String,
    depth: Option<u32>,
    nodes: Option<u64>,
    games: usize,
    field: FieldSetting,
    oracle: usize,
    agents: EntryKind,
    per_hour: usize,
    auto: bool,
    deadline: Option<Datetime>,
    address: Option<String>,
}

impl Default for ClassFile {
    fn default() -> Self {
        Self {
            title: "Knight's Isolation".to_owned(),
            students: Vec::new(),
            board: "7x7".to_owned(),
            depth: None,
            nodes: None,
            games: 20,
            field: FieldSetting::Course("course-deepening".to_owned()),
            oracle: 100,
            agents: EntryKind::Formulas,
            per_hour: 20,
            auto: true,
            deadline: None,
            address: None,
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a field is the name of a field of the course, or a list of agents")]
enum FieldSetting {
    Course(String),
    Agents(Vec<AgentEntry>),
}

/// What students may submit.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EntryKind {
    /// Heuristics and formulas, with which alpha-beta plays.
    Formulas,
    /// These, and agents of the library.
    Library,
}

/// When the last entry is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Deadline {
    pub(crate) text: String,
    /// The seconds since 1970.
    pub(crate) seconds: u64,
}

/// Checked settings.
#[derive(Clone, Debug)]
pub(crate) struct ClassSettings {
    pub(crate) title: String,
    pub(crate) students: Vec<String>,
    pub(crate) board: Position,
    pub(crate) board_text: String,
    pub(crate) limits: Limits,
    pub(crate) games: usize,
    /// The opponents with their names.
    pub(crate) field: Vec<(String, Agent)>,
    pub(crate) oracle: usize,
    pub(crate) agents: EntryKind,
    pub(crate) per_hour: usize,
    pub(crate) auto: bool,
    pub(crate) deadline: Option<Deadline>,
    pub(crate) address: Option<String>,
}

impl ClassSettings {
    /// A new file, which explains itself.
    pub(super) const TEMPLATE: &str = include_str!("class.toml");

    /// Reads and checks the file.
    pub(super) fn read(path: &Path, agents: &Agents) -> Result<Self, ClassError> {
        let text = fs::read_to_string(path).map_err(|error| ClassError::new(path, error))?;
        Self::parse(&text, agents).map_err(|why| ClassError::new(path, why))
    }

    fn parse(text: &str, agents: &Agents) -> Result<Self, String> {
        let file: ClassFile = toml::from_str(text).map_err(|error| one_line(text, &error))?;
        let students: Vec<String> =
            file.students.iter().map(|name| name.trim().to_owned()).collect();
        students.iter().try_for_each(|name| check_name(name))?;
        let field = field(&file.field, agents)?;
        let mut names = HashSet::new();
        for name in students.iter().chain(field.iter().map(|(name, _)| name)) {
            if !names.insert(name.to_lowercase()) {
                return Err(format!("the name '{name}' appears twice"));
            }
        }
        if students.len() + field.len() > MOST_AGENTS {
            return Err(format!("at most {MOST_AGENTS} students and opponents"));
        }
        let board: Position = file.board.parse().map_err(|error| format!("board: {error}"))?;
        if board.winner().is_some() {
            return Err("board: the game is over".to_owned());
        }
        let numbers = [
            ("games", file.games, (2, MOST_GAMES)),
            ("oracle", file.oracle, (0, MOST_POSITIONS)),
            ("per-hour", file.per_hour, (1, MOST_PER_HOUR)),
            ("depth", file.depth.unwrap_or(1) as usize, (1, DEEPEST as usize)),
            ("nodes", file.nodes.unwrap_or(1) as usize, (1, MOST_NODES as usize)),
        ];
        for (key, number, (least, most)) in numbers {
            if number < least || number > most {
                return Err(format!("{key}: {number} is not {least} to {most}"));
            }
        }
        let limits = Limits { depth: file.depth, nodes: file.nodes, time: None };
        if let Some(address) = &file.address {
            let is_web = address.starts_with("https://") || address.starts_with("http://");
            if !is_web || address.contains(|c: char| c.is_whitespace() || c.is_control()) {
                return Err("address: begins with https:// or http://".to_owned());
            }
        }
        Ok(Self {
            title: checked_title(&file.title)?,
            students,
            board,
            board_text: file.board,
            limits: limits.or(Limits::nodes(2000)),
            games: file.games,
            field,
            oracle: file.oracle,
            agents: file.agents,
            per_hour: file.per_hour,
            auto: file.auto,
            deadline: file.deadline.map(deadline).transpose()?,
            address: file.address,
        })
    }
}

/// Returns the message of an error of TOML with its line.
fn one_line(text: &str, error: &toml::de::Error) -> String {
    let message = error.message().replace('\n', " ");
    let line = error.span().map(|span| 1 + text[..span.start].matches('\n').count());
    line.map_or(message.clone(), |line| format!("line {line}: {message}"))
}

fn checked_title(title: &str) -> Result<String, String> {
    let title = title.trim();
    match title.is_empty() || title.chars().count() > LONGEST_NAME || title.contains(is_hidden) {
        true => Err(format!("title: up to {LONGEST_NAME} printable characters")),
        false => Ok(title.to_owned()),
    }
}

/// Checks the name of a student.
fn check_name(name: &str) -> Result<(), String> {
    if name.is_empty() {
        return Err("students: a name is empty".to_owned());
    }
    if name.chars().count() > LONGEST_NAME {
        return Err(format!("students: a name has more than {LONGEST_NAME} characters"));
    }
    if name.contains(is_hidden) {
        return Err(format!("students: {name:?} has a character that cannot be seen"));
    }
    Ok(())
}

/// Whether a character is a control, or turns the direction of a text so that it reads like another one.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

fn field(field: &FieldSetting, agents: &Agents) -> Result<Vec<(String, Agent)>, String> {
    let entries = match field {
        FieldSetting::Course(name) => &course_field(name).map_err(|why| format!("field: {why}"))?,
        FieldSetting::Agents(entries) => entries,
    };
    let named = |entry: &AgentEntry| {
        let (name, text) = entry.parts();
        let agent = agents.parse(text, &Constants::NONE);
        Ok((name.to_owned(), agent.map_err(|error| format!("field: {name}: {error}"))?))
    };
    entries.iter().map(named).collect()
}

/// Returns the moment that a date of TOML names.
fn deadline(date: Datetime) -> Result<Deadline, String> {
    let why = "deadline: a time with its offset from UTC, as in 2027-01-31T18:00:00+01:00";
    let (Some(day), Some(time), Some(offset)) = (date.date, date.time, date.offset) else {
        return Err(why.to_owned());
    };
    let minutes = match offset {
        Offset::Z => 0,
        Offset::Custom { minutes } => i64::from(minutes),
    };
    let days = days_since_1970(i64::from(day.year), i64::from(day.month), i64::from(day.day));
    let clock = 3600 * i64::from(time.hour) + 60 * i64::from(time.minute);
    let clock = clock + i64::from(time.second.unwrap_or_default());
    let seconds = 86_400 * days + clock - 60 * minutes;
    let seconds = u64::try_from(seconds).map_err(|_| why.to_owned())?;
    Ok(Deadline { text: date.to_string(), seconds })
}

/// Returns the number of days from 1 January 1970 to a date of the Gregorian calendar. Years begin in March here, so the
/// leap day is the last one.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    365 * year + leap_days + (153 * month + 2) / 5 + day - 1 - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<ClassSettings, String> {
        ClassSettings::parse(text, &Agents::builtin())
    }

    #[test]
    fn the_template_is_valid_and_says_the_defaults() {
        let [template, none] = [ClassSettings::TEMPLATE, ""].map(|text| parse(text).unwrap());
        assert_eq!(template.field.len(), 7);
        let shown = |settings: &ClassSettings| format!("{settings:?}");
        assert_eq!(shown(&template), shown(&none));
        let commented = ClassSettings::TEMPLATE.replace("# deadline", "deadline");
        let commented = commented.replace("# \"", "\"").replace("# address", "address");
        let settings = parse(&commented).unwrap();
        assert_eq!(settings.students, ["Anna Meier", "Ben Koh"]);
        assert_eq!(settings.deadline.unwrap().seconds, 1_801_414_800);
    }

    #[test]
    fn mistakes_are_named() {
        let long = format!("students = ['{}']", "a".repeat(201));
        for (text, wanted) in [
            ("studnets = []", "line 1: unknown field `studnets`"),
            ("games = 1", "games: 1 is not 2 to 2000"),
            ("nodes = 0", "nodes: 0 is not 1"),
            ("students = ['Anna', 'anna']", "the name 'anna' appears twice"),
            ("students = ['Random']", "the name 'Random' appears twice"),
            ("students = [' ']", "a name is empty"),
            ("students = [\"a\\nb\"]", "cannot be seen"),
            ("students = [\"a\\u202eb\"]", "cannot be seen"),
            (&long, "more than 200 characters"),
            ("field = 'nobody'", "field: there is no field"),
            ("field = ['nobody']", "field: nobody: "),
            ("board = '99x99'", "board: "),
            ("deadline = 2027-01-31", "deadline: a time with its offset"),
            ("address = 'javascript:1'", "address: begins with"),
            ("agents = 'programs'", "unknown variant `programs`"),
        ] {
            let why = parse(text).map(|_| ()).unwrap_err();
            assert!(why.contains(wanted), "{text}: {why}");
            assert_eq!(why.lines().count(), 1, "{why}");
        }
    }

    #[test]
    fn dates_are_counted() {
        for (date, days) in [
            ((1970, 1, 1), 0),
            ((2000, 2, 29), 11_016),
            ((2000, 3, 1), 11_017),
            ((2026, 11, 18), 20_775),
        ] {
            assert_eq!(days_since_1970(date.0, date.1, date.2), days);
        }
    }
}

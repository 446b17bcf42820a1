//! Tables of openings as JSON: what follows from the openings, then an opening on each line.
//!
//! ```json
//! {"board":"2x1","solved":true,"winner":"black","won":{"white":0,"black":1},"unsolved":0,"nodes":1,
//! "first_squares":[{"first":"a1","white":0,"black":1,"unsolved":0}],
//! "color_rule":{"attacker_wins":1,"exceptions":[]},
//! "openings":[
//! {"first":"a1","second":"b1","winner":"black","nodes":1}
//! ]}
//! ```

use serde::{Deserialize, Serialize};

use super::reading::{collect, opening, winner};
use super::{Entry, OpeningsTable, Place, TableError, TableProblem};
use crate::board::{Color, Size};

#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Whole {
    board: String,
    solved: bool,
    // Null has to be said: a field that is missing is a mistake.
    #[serde(deserialize_with = "Option::deserialize")]
    winner: Option<String>,
    won: Won,
    unsolved: usize,
    nodes: u64,
    first_squares: Vec<First>,
    color_rule: ColorRule,
    openings: Vec<Line>,
}

#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Won {
    white: usize,
    black: usize,
}

#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct First {
    first: String,
    white: usize,
    black: usize,
    unsolved: usize,
}

#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ColorRule {
    attacker_wins: usize,
    exceptions: Vec<Line>,
}

/// An opening, in a whole table and in a journal.
#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Line {
    first: String,
    second: String,
    #[serde(deserialize_with = "Option::deserialize")]
    winner: Option<String>,
    nodes: u64,
}

impl Line {
    pub(super) fn of(size: Size, entry: &Entry) -> Self {
        Self {
            first: size.name(entry.opening.first).to_string(),
            second: size.name(entry.opening.second).to_string(),
            winner: entry.winner.map(|winner| winner.name().to_owned()),
            nodes: entry.nodes,
        }
    }

    pub(super) fn text(&self) -> String {
        serde_json::to_string(self).expect("strings and numbers always have a JSON form")
    }

    pub(super) fn entry(&self, size: Size) -> Result<Entry, TableProblem> {
        let opening = opening(size, &self.first, &self.second)?;
        let winner = self.winner.as_deref().map(winner).transpose()?;
        Ok(Entry { opening, winner, nodes: self.nodes })
    }
}

impl Whole {
    fn of(table: &OpeningsTable) -> Self {
        let size = table.size();
        let won = table.won();
        let first_squares = table.by_first().into_iter().map(|square| First {
            first: size.name(square.first).to_string(),
            white: square.won[Color::White],
            black: square.won[Color::Black],
            unsolved: square.unsolved,
        });
        let lines = |entries: &[Entry]| entries.iter().map(|entry| Line::of(size, entry)).collect();
        Self {
            board: size.to_string(),
            solved: table.winner().is_some(),
            winner: table.winner().map(|winner| winner.name().to_owned()),
            won: Won { white: won[Color::White], black: won[Color::Black] },
            unsolved: table.unsolved(),
            nodes: table.nodes(),
            first_squares: first_squares.collect(),
            color_rule: ColorRule {
                attacker_wins: table.attacker_wins(),
                exceptions: lines(&table.exceptions()),
            },
            openings: lines(table.entries()),
        }
    }

    /// The first field in which two differ, the openings apart.
    fn difference(&self, other: &Self) -> Option<&'static str> {
        let fields = [
            ("solved", self.solved == other.solved),
            ("winner", self.winner == other.winner),
            ("won", self.won == other.won),
            ("unsolved", self.unsolved == other.unsolved),
            ("nodes", self.nodes == other.nodes),
            ("first_squares", self.first_squares == other.first_squares),
            ("color_rule", self.color_rule == other.color_rule),
        ];
        fields.into_iter().find(|(_, is_same)| !is_same).map(|(name, _)| name)
    }
}

impl OpeningsTable {
    /// The table as JSON, an opening on each line. It ends with a line end.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut whole = Whole::of(self);
        let openings: Vec<String> = whole.openings.drain(..).map(|line| line.text()).collect();
        let head = serde_json::to_string(&whole).expect("strings and numbers have a JSON form");
        let head = head.strip_suffix("]}").expect("the list of openings comes last");
        let head = head.replace(",\"first_squares\"", ",\n\"first_squares\"");
        let head = head.replace(",\"color_rule\"", ",\n\"color_rule\"");
        let head = head.replace(",\"openings\"", ",\n\"openings\"");
        format!("{head}\n{}\n]}}\n", openings.join(",\n"))
    }

    /// Reads what [`to_json`](Self::to_json) prints, in any layout.
    ///
    /// # Errors
    /// Where the text is no such object, an opening is missing, not legal, not the one that stands for
    /// its kind or there twice, and where the rest does not follow from the openings.
    pub fn from_json(text: &str) -> Result<Self, TableError> {
        let whole: Whole = serde_json::from_str(text).map_err(|error| TableError::json(&error))?;
        let error = |problem| TableError::new(Place::Whole, problem);
        let size: Size =
            whole.board.parse().map_err(|problem| error(TableProblem::Size(problem)))?;
        let lines = whole.openings.iter().enumerate();
        let table =
            collect(size, lines.map(|(i, line)| (Place::Opening(i + 1), line.entry(size))))?;
        match whole.difference(&Whole::of(&table)) {
            Some(field) => Err(error(TableProblem::Contradiction(field))),
            None => Ok(table),
        }
    }

    /// Reads a table in any of its forms: JSON, CSV, or a [journal](super::Journal), of which what is
    /// complete counts.
    ///
    /// # Errors
    /// Where it has none of these forms, or contradicts itself.
    pub fn read(text: &str) -> Result<Self, TableError> {
        let first = text.lines().next().unwrap_or_default();
        if !text.trim_start().starts_with('{') {
            Self::from_csv(text)
        } else if super::Journal::is_begun_by(first) {
            Ok(super::Journal::read(text)?.table)
        } else {
            Self::from_json(text)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Journal;
    use super::*;

    /// A table with something of everything.
    fn table(size: &str) -> OpeningsTable {
        let mut table = OpeningsTable::new(size.parse().unwrap());
        for (i, entry) in table.clone().entries().iter().enumerate() {
            let winner = [Some(Color::White), Some(Color::Black), None][i % 3];
            table.record(Entry { winner, nodes: 1000 * i as u64, ..*entry });
        }
        table
    }

    #[test]
    fn tables_round_trip_in_every_form() {
        for size in ["1x1", "2x1", "3x3", "4x3", "7x7", "128x1"] {
            let table = table(size);
            let mut journal = Journal::header(table.size());
            journal.extend(table.entries().iter().map(|e| Journal::line(table.size(), e)));
            for text in
                [table.to_json(), table.to_json().replace('\n', ""), table.to_csv(), journal]
            {
                assert_eq!(OpeningsTable::read(&text).as_ref(), Ok(&table));
            }
        }
    }

    #[test]
    fn the_form_is_stable() {
        let mut table = OpeningsTable::new("2x1".parse().unwrap());
        let entry = table.entries()[0];
        table.record(Entry { winner: Some(Color::Black), nodes: 1, ..entry });
        let expected = r#"{"board":"2x1","solved":true,"winner":"black","won":{"white":0,"black":1},"unsolved":0,"nodes":1,
"first_squares":[{"first":"a1","white":0,"black":1,"unsolved":0}],
"color_rule":{"attacker_wins":1,"exceptions":[]},
"openings":[
{"first":"a1","second":"b1","winner":"black","nodes":1}
]}
"#;
        assert_eq!(table.to_json(), expected);
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let text = table("3x1").to_json();
        for (from, to, message) in [
            ("\"3x1\"", "\"3\"", "board: '3' is not a board size such as 7x7"),
            ("\"3x1\"", "\"2x1\"", "opening 2: square 'c1' is off the 2x1 board"),
            ("\"3x1\"", "\"4x1\"", "opening a1 d1 is missing"),
            ("\"second\":\"c1\"", "\"second\":\"a1\"", "opening 2: both knights on a1"),
            ("\"second\":\"c1\"", "\"second\":\"b1\"", "opening 2: a1 b1 for the second time"),
            (
                "{\"first\":\"a1\",\"second\":\"c1\"",
                "{\"first\":\"c1\",\"second\":\"a1\"",
                "opening 2: c1 a1 is a1 c1 turned or flipped, which stands for it",
            ),
            (
                "\"c1\",\"winner\":\"black\"",
                "\"c1\",\"winner\":\"both\"",
                "opening 2: winner 'both' is not white or black",
            ),
            (
                "\"c1\",\"winner\":\"black\"",
                "\"c1\",\"winner\":\"white\"",
                "\"solved\" does not agree with the openings",
            ),
            ("\"white\":1", "\"white\":2", "\"first_squares\" does not agree with the openings"),
            (",\"solved\":false", "", "line 8: column 2: missing field `solved`"),
        ] {
            // Exceptions to the colour rule come before the list.
            let at = text.rfind(from).unwrap();
            let changed = text[..at].to_owned() + &text[at..].replacen(from, to, 1);
            let error = OpeningsTable::from_json(&changed).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    }
}

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

use super::{Journal, OpeningEntry, OpeningsTable, TableError, TablePlace, TableProblem};
use crate::board::{Color, Size};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonTable {
    board: String,
    solved: bool,
    // Requires the field, which may be null.
    #[serde(deserialize_with = "Option::deserialize")]
    winner: Option<String>,
    won: JsonWon,
    unsolved: usize,
    nodes: u64,
    first_squares: Vec<JsonFirstSquare>,
    color_rule: JsonColorRule,
    openings: Vec<JsonOpening>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonWon {
    white: usize,
    black: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonFirstSquare {
    first: String,
    white: usize,
    black: usize,
    unsolved: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonColorRule {
    attacker_wins: usize,
    exceptions: Vec<JsonOpening>,
}

/// An opening, in a table and in a journal.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonOpening {
    first: String,
    second: String,
    #[serde(deserialize_with = "Option::deserialize")]
    winner: Option<String>,
    nodes: u64,
}

impl JsonOpening {
    pub(super) fn new(size: Size, entry: &OpeningEntry) -> Self {
        Self {
            first: size.name(entry.opening.first).to_string(),
            second: size.name(entry.opening.second).to_string(),
            winner: entry.winner.map(|winner| winner.name().to_owned()),
            nodes: entry.nodes,
        }
    }

    pub(super) fn parse(&self, size: Size) -> Result<OpeningEntry, TableProblem> {
        let entry = OpeningEntry::parse(size, [&self.first, &self.second], self.winner.as_deref())?;
        Ok(OpeningEntry { nodes: self.nodes, ..entry })
    }
}

impl JsonTable {
    fn new(table: &OpeningsTable) -> Self {
        let size = table.size();
        let won = table.won();
        let first_squares = table.by_first().into_iter().map(|square| JsonFirstSquare {
            first: size.name(square.first).to_string(),
            white: square.won[Color::White],
            black: square.won[Color::Black],
            unsolved: square.unsolved,
        });
        let openings = |entries: &[OpeningEntry]| {
            entries.iter().map(|entry| JsonOpening::new(size, entry)).collect()
        };
        Self {
            board: size.to_string(),
            solved: table.winner().is_some(),
            winner: table.winner().map(|winner| winner.name().to_owned()),
            won: JsonWon { white: won[Color::White], black: won[Color::Black] },
            unsolved: table.unsolved(),
            nodes: table.nodes(),
            first_squares: first_squares.collect(),
            color_rule: JsonColorRule {
                attacker_wins: table.attacker_wins(),
                exceptions: openings(&table.exceptions()),
            },
            openings: openings(table.entries()),
        }
    }
}

pub(super) fn to_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings and numbers have a JSON form")
}

impl OpeningsTable {
    /// Returns the table as JSON, an opening on each line. It ends with a line end.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut table = JsonTable::new(self);
        let openings: Vec<String> = table.openings.drain(..).map(|line| to_text(&line)).collect();
        let mut head = to_text(&table);
        head.truncate(head.len() - "]}".len());
        for field in ["first_squares", "color_rule", "openings"] {
            head = head.replace(&format!(",\"{field}\""), &format!(",\n\"{field}\""));
        }
        format!("{head}\n{}\n]}}\n", openings.join(",\n"))
    }

    /// Parses the output of [`to_json`](Self::to_json), in any layout.
    ///
    /// # Errors
    /// Returns an error if the text is not such an object, an opening is missing, illegal, not canonical
    /// or listed twice, or another field does not follow from the openings.
    pub fn from_json(text: &str) -> Result<Self, TableError> {
        let found: JsonTable = serde_json::from_str(text)
            .map_err(|error| TableProblem::json(&error).at(TablePlace::Line(error.line())))?;
        let whole = |problem: TableProblem| problem.at(TablePlace::Whole);
        let size: Size = found.board.parse().map_err(TableProblem::from).map_err(whole)?;
        let places = (1..).map(TablePlace::Opening);
        let table =
            Self::collect(size, places.zip(found.openings.iter().map(|line| line.parse(size))))?;
        let value = |table| serde_json::to_value(table).expect("a table has a JSON form");
        let [found, expected] = [found, JsonTable::new(&table)].map(value);
        let fields =
            ["solved", "winner", "won", "unsolved", "nodes", "first_squares", "color_rule"];
        match fields.into_iter().find(|&field| found[field] != expected[field]) {
            Some(field) => Err(whole(TableProblem::Contradiction(field))),
            None => Ok(table),
        }
    }

    /// Parses a table in any format: JSON, CSV, or the complete part of a [journal](Journal).
    ///
    /// # Errors
    /// Returns an error if the text has none of these formats or contradicts itself.
    pub fn read(text: &str) -> Result<Self, TableError> {
        if !text.trim_start().starts_with('{') {
            Self::from_csv(text)
        } else if text.starts_with("{\"format\"") {
            Ok(Journal::read(text)?.table)
        } else {
            Self::from_json(text)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table with won, lost and unsolved openings.
    fn table(size: &str) -> OpeningsTable {
        let mut table = OpeningsTable::new(size.parse().unwrap());
        for (i, entry) in table.clone().entries().iter().enumerate() {
            let winner = [Some(Color::White), Some(Color::Black), None][i % 3];
            table.record(OpeningEntry { winner, nodes: 1000 * i as u64, ..*entry });
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
        table.record(OpeningEntry { winner: Some(Color::Black), nodes: 1, ..entry });
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
            ("\"second\":\"c1\"", "\"second\":\"b1\"", "opening 2: a1 b1 is listed twice"),
            (
                "{\"first\":\"a1\",\"second\":\"c1\"",
                "{\"first\":\"c1\",\"second\":\"a1\"",
                "opening 2: c1 a1 is a1 c1 rotated or reflected; list that instead",
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

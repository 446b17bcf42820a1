//! The fields of the course's own tournaments, by name: Random, and minimax and alpha-beta with three heuristics each.
//!
//! The course's tournament plays against instances of the student's own classes, so a report's opponents share the habits of
//! its author's program. `docs/studies/students-programs.md` shows how much that matters.

use lastknight::quote::quote;

use super::AgentEntry;

/// A field of the course.
struct CourseField {
    name: &'static str,
    heuristics: [&'static str; 3],
    /// The settings of minimax to depth 3 and of alpha-beta.
    minimax: &'static str,
    alphabeta: &'static str,
}

/// The heuristics of January to March 2017, and from April 2017 on.
const FIRST: [&str; 3] = ["null", "open", "improved"];
const SECOND: [&str; 3] = ["open", "center", "improved"];

/// The course's fields with sound searches, then those of the reports.
const FIELDS: [CourseField; 6] = [
    CourseField {
        name: "course-fixed",
        heuristics: FIRST,
        minimax: "ties=random",
        alphabeta: "depth=5, ties=random",
    },
    CourseField {
        name: "course-deepening",
        heuristics: SECOND,
        minimax: "ties=random",
        alphabeta: "ties=random",
    },
    CourseField {
        name: "report-001",
        heuristics: FIRST,
        minimax: "lost=resign, budget=course-2017-01",
        alphabeta: "depth=5, lost=resign, budget=course-2017-01",
    },
    CourseField {
        name: "report-002",
        heuristics: SECOND,
        minimax: "ties=random, lost=any, budget=course-2017-04",
        alphabeta: "order=best, ordered=1, trap=on, ties=random, lost=any, budget=course-2017-04",
    },
    CourseField {
        name: "report-003",
        heuristics: SECOND,
        minimax: "ties=bound, lost=any, budget=course-2017-04",
        alphabeta: "single=on, center=on, reflect=on, ties=bound, lost=any, budget=course-2017-04",
    },
    CourseField {
        name: "report-004",
        heuristics: FIRST,
        minimax: "lost=any, budget=course-2017-01",
        alphabeta: "depth=5, lost=any, budget=course-2017-01",
    },
];

/// Returns the agents of a field of the course, such as `course-deepening`.
///
/// # Errors
/// Returns the names of the fields if there is none with this name.
pub fn course_field(name: &str) -> Result<Vec<AgentEntry>, String> {
    let Some(field) = FIELDS.iter().find(|field| field.name == name) else {
        let names = FIELDS.map(|field| field.name).join(", ");
        return Err(format!("there is no field {}; there are {names}", quote(name)));
    };
    let random = AgentEntry::Named { name: "Random".to_owned(), agent: "random".to_owned() };
    let searching = |prefix: &'static str, agent: &'static str, settings: String| {
        field.heuristics.map(move |heuristic| {
            let (first, rest) = heuristic.split_at(1);
            AgentEntry::Named {
                name: format!("{prefix}_{}{rest}", first.to_uppercase()),
                agent: format!("{agent}({heuristic}, {settings})"),
            }
        })
    };
    let minimax = searching("MM", "minimax", format!("depth=3, {}", field.minimax));
    let alphabeta = searching("AB", "alphabeta", field.alphabeta.to_owned());
    Ok([random].into_iter().chain(minimax).chain(alphabeta).collect())
}

//! The fields of the course's own tournaments, by name.
//!
//! The course shuffles moves, so equally good ones are played at random. Its searches had 150 ms a move; here they have the
//! limits of the tournament, by default 9,000 nodes.

use lastknight::quote::quote;

use super::AgentEntry;

/// The name of a field, and the names and texts of its agents.
type CourseField = (&'static str, &'static [(&'static str, &'static str)]);

/// January to March 2017: alpha-beta to depth 5. From April 2017: alpha-beta with iterative deepening.
const FIELDS: [CourseField; 2] = [
    (
        "course-fixed",
        &[
            ("Random", "random"),
            ("MM_Null", "minimax(null, depth=3, ties=random)"),
            ("MM_Open", "minimax(open, depth=3, ties=random)"),
            ("MM_Improved", "minimax(improved, depth=3, ties=random)"),
            ("AB_Null", "alphabeta(null, depth=5, ties=random)"),
            ("AB_Open", "alphabeta(open, depth=5, ties=random)"),
            ("AB_Improved", "alphabeta(improved, depth=5, ties=random)"),
        ],
    ),
    (
        "course-deepening",
        &[
            ("Random", "random"),
            ("MM_Open", "minimax(open, depth=3, ties=random)"),
            ("MM_Center", "minimax(center, depth=3, ties=random)"),
            ("MM_Improved", "minimax(improved, depth=3, ties=random)"),
            ("AB_Open", "alphabeta(open, ties=random)"),
            ("AB_Center", "alphabeta(center, ties=random)"),
            ("AB_Improved", "alphabeta(improved, ties=random)"),
        ],
    ),
];

/// Returns the agents of a field.
pub(super) fn field(name: &str) -> Result<Vec<AgentEntry>, String> {
    let Some((_, agents)) = FIELDS.iter().find(|(own, _)| *own == name) else {
        let names = FIELDS.map(|(name, _)| name).join(", ");
        return Err(format!("there is no field {}; there are {names}", quote(name)));
    };
    let entry = |&(name, agent): &(&str, &str)| AgentEntry::Named {
        name: name.to_owned(),
        agent: agent.to_owned(),
    };
    Ok(agents.iter().map(entry).collect())
}

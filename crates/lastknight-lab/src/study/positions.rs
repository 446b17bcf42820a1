//! What is true of positions from games, by the solver.
//!
//! A line is a game that one agent plays against itself. Of each line, one position and one of its players are chosen at
//! random among those to which a case applies, so that the observations are independent.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use lastknight::search::ladder::{Ladder, Rungs};
use lastknight::search::{Score, Task};
use lastknight::solve::{Question, Solver, SolverSettings};
use lastknight::{Agent, Color, Constants, Control, Heuristic, Limits, Position, Random};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::InvalidStudy;
use super::file::CaseFile;
use super::grid::{Axis, Cell, Grid};
use super::leg::Leg;
use super::run::{Figures, StudyRunner};
use super::search_cost::{LineTask, played_line};
use crate::spec::PLAY_VERSION;
use crate::work::{Job, ReadAgent, SearchConditions};

/// The columns: how often the player has lost, will have lost within a few plies, and would get another result if the
/// other player were to move.
pub(super) const COLUMNS: [&str; 3] = ["lost", "lost within 4 plies", "decided by the turn"];

/// The plies of the second column.
const SOON: u32 = 4;

/// The largest number of open squares: more would take the solver too long.
const MOST_OPEN: u32 = 28;

/// The positions of a row.
#[derive(Clone, Debug)]
pub(super) struct PositionCase {
    pub(super) name: String,
    /// A formula for the player, which applies unless it is 0.
    when: Heuristic,
    /// The fewest and the most open squares.
    open: [u32; 2],
}

/// What the solver says of a position and a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SolvedCase([bool; COLUMNS.len()]);

impl PositionCase {
    pub(super) fn read(file: &CaseFile) -> Result<Self, InvalidStudy> {
        let wrong = |why: String| InvalidStudy::Case(file.name.clone(), why);
        let when = file.when.as_deref().unwrap_or("1");
        let when =
            Heuristic::parse(when, &Constants::NONE).map_err(|error| wrong(error.to_string()))?;
        let open = file.open.unwrap_or([1, MOST_OPEN]);
        if open[0] > open[1] || open[1] > MOST_OPEN {
            return Err(wrong(format!(
                "open: the fewest and the most open squares, up to {MOST_OPEN}"
            )));
        }
        Ok(Self { name: file.name.clone(), when, open })
    }

    fn applies(&self, position: &Position, player: Color) -> bool {
        (self.open[0]..=self.open[1]).contains(&position.open().count())
            && self.when.estimate(position, player) != 0.0
    }
}

/// Measures the cases along lines of play.
pub(super) fn measure(
    runner: &mut StudyRunner<'_>,
    leg: &Leg,
    line: &Agent,
    cases: &[PositionCase],
    lines: usize,
) -> Figures {
    let conditions = &leg.conditions;
    let texts = cases.iter().map(|case| format!("{} {:?}\n", case.when, case.open));
    let texts: String = texts.collect();
    let key = format!("positions\n{PLAY_VERSION}\n{}\n{lines}\n{line}\n{texts}", conditions.hash());
    let solved: Vec<Vec<Option<SolvedCase>>> = runner.stored(&key, |runner| {
        let tasks = LineTask::of(conditions, lines);
        let (line, cases) = (line.clone(), cases.to_vec());
        let job = PositionsJob { conditions: conditions.into(), line, cases };
        runner.map("", "lines", job, &tasks)
    })?;
    let cell = |case: usize, column: usize| {
        let found = solved.iter().filter_map(|line| line[case]);
        let samples: Vec<f64> =
            found.map(|SolvedCase(facts)| if facts[column] { 100.0 } else { 0.0 }).collect();
        let count = samples.len() as u64;
        Cell::percent(samples, count)
    };
    let cells: Vec<Vec<_>> = (0..cases.len())
        .map(|case| (0..COLUMNS.len()).map(|at| cell(case, at)).collect())
        .collect();
    let count = solved.iter().flatten().flatten().count() as u64;
    let rows = cases.iter().map(|case| Axis::named(&case.name)).collect();
    let columns = COLUMNS.map(Axis::named).to_vec();
    Ok((Grid::percent("of the positions, %", "positions", rows, columns, cells), count))
}

/// Solves positions of lines.
pub(crate) struct PositionsJob {
    conditions: SearchConditions,
    /// The agent that plays both sides of the lines.
    line: Agent,
    cases: Vec<PositionCase>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionsAbout {
    conditions: SearchConditions,
    line: String,
    /// The formula of each case, and its fewest and most open squares.
    cases: Vec<(String, [u32; 2])>,
}

impl Job for PositionsJob {
    const KIND: &'static str = "positions";
    type Task = LineTask;
    /// What is true of the position of each case, if the line has one.
    type Output = Vec<Option<SolvedCase>>;

    fn about(&self) -> Value {
        let case = |case: &PositionCase| (case.when.to_string(), case.open);
        let (line, cases) = (self.line.to_string(), self.cases.iter().map(case).collect());
        json!(PositionsAbout { conditions: self.conditions, line, cases })
    }

    fn open(about: Value, read_agent: ReadAgent<'_>, scale: f64) -> Result<Self, String> {
        let PositionsAbout { conditions, line, cases } =
            serde_json::from_value(about).map_err(|error| error.to_string())?;
        let case = |(when, open): (String, [u32; 2])| {
            let file = CaseFile { name: String::new(), when: Some(when), open: Some(open) };
            PositionCase::read(&file).map_err(|error| error.to_string())
        };
        let cases = cases.into_iter().map(case).collect::<Result<_, _>>()?;
        Ok(Self { conditions: conditions.scaled(scale), line: read_agent(&line)?, cases })
    }

    fn agents(&self) -> Vec<&Agent> {
        vec![&self.line]
    }

    fn is_timed(&self) -> bool {
        self.conditions.limits.time.is_some() || self.line.has_time_limit()
    }

    fn perform(&self, task: &LineTask, stop: &AtomicBool) -> Option<Self::Output> {
        let game = played_line(&self.line, &self.conditions, stop, task)?;
        let skipped = task.opening.moves().len();
        let next = |position: &mut Position, to| {
            *position = position.play_unchecked(to);
            Some(*position)
        };
        let positions: Vec<Position> =
            game.moves().scan(*game.start(), next).skip(skipped).collect();
        let solve = |(number, case)| {
            let number = task.number.wrapping_mul(self.cases.len()).wrapping_add(number) as u64;
            let seed = Random::numbered(self.conditions.seed, number).next();
            solved_case(&positions, case, seed, stop)
        };
        self.cases.iter().enumerate().map(solve).collect()
    }

    fn check(&self, _: &LineTask, output: &Self::Output) -> Result<(), String> {
        match output.len() == self.cases.len() {
            true => Ok(()),
            false => Err("there is not one result for each case".to_owned()),
        }
    }

    fn same(&self, one: &Self::Output, other: &Self::Output) -> bool {
        one == other
    }
}

/// Solves one position of a line, or returns `None` if stopped. Some lines have no such position.
fn solved_case(
    positions: &[Position],
    case: &PositionCase,
    seed: u64,
    stop: &AtomicBool,
) -> Option<Option<SolvedCase>> {
    let open = positions.iter().filter(|position| position.winner().is_none());
    let all = open.flat_map(|position| Color::ALL.map(|player| (position, player)));
    let all: Vec<_> = all.filter(|(position, player)| case.applies(position, *player)).collect();
    let Some((position, player)) = Random::new(seed).pick(&all) else {
        return Some(None);
    };
    let is_lost = winner(position, stop)? != player;
    let other_turn = with_other_turn(position);
    let is_turn = winner(&other_turn, stop)? != winner(position, stop)?;
    let is_soon = loser_soon(position) == Some(player);
    Some(Some(SolvedCase([is_lost, is_soon, is_turn])))
}

/// The winner, or `None` if stopped.
fn winner(position: &Position, stop: &AtomicBool) -> Option<Color> {
    if let Some(winner) = position.winner() {
        return Some(winner);
    }
    let settings = SolverSettings {
        threads: NonZeroUsize::MIN,
        megabytes: 16,
        tablebase: false,
        ..SolverSettings::default()
    };
    let solution =
        Solver::new(settings).solve(position, Question::Winner, Control::new().checkpoint(stop));
    let side = position.side();
    Some(if solution.wins? { side } else { !side })
}

/// The player who loses within [`SOON`] plies whatever it does, if there is one.
fn loser_soon(position: &Position) -> Option<Color> {
    let null = "null".parse().expect("a heuristic");
    let mut search = Ladder::new(null, Rungs::default(), 0);
    let report = search.search(position, &mut Task::new(Limits::depth(SOON)));
    match report.score()? {
        Score::Win(_) => Some(!position.side()),
        Score::Loss(_) => Some(position.side()),
        Score::Value(_) => None,
    }
}

/// The same squares and knights with the other player to move.
fn with_other_turn(position: &Position) -> Position {
    let text = position.to_string();
    let other = match text.strip_suffix('w') {
        Some(rest) => format!("{rest}b"),
        None => format!("{}w", text.trim_end_matches('b')),
    };
    other.parse().expect("either player may be to move")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_follow_from_the_position() {
        let stop = AtomicBool::new(false);
        let facts = |text: &str, when: &str, open: [u32; 2]| {
            let case = PositionCase { name: String::new(), when: when.parse().unwrap(), open };
            solved_case(&[text.parse().unwrap()], &case, 1, &stop).unwrap().map(|it| it.0)
        };
        // Both have one square left, in turn: whoever moves first runs out of moves first.
        let position = "2/2/Nn w";
        assert_eq!(facts(position, "active", [1, 9]), Some([true, true, true]));
        assert_eq!(facts(position, "1 - active", [1, 9]), Some([false, false, true]));
        assert_eq!(facts(position, "nb == 8", [1, 9]), None);
        assert_eq!(facts(position, "1", [5, 9]), None);
        // White has a move and Black has none, whoever begins.
        let position = "N1x/xx1/xxx/nxx w";
        assert_eq!(facts(position, "active", [0, 9]), Some([false; 3]));
        assert_eq!(facts(position, "active'", [0, 9]), Some([true, true, false]));
    }

    #[test]
    fn the_turn_can_be_swapped() {
        let position: Position = "7/7/7/3N3/1n5/7/7 w".parse().unwrap();
        let other = with_other_turn(&position);
        assert_eq!((other.side(), other.open()), (Color::Black, position.open()));
        assert_eq!(with_other_turn(&other), position);
    }
}

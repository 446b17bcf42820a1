//! `lastknight grade`: submitted agents against a field, with points.

mod gradescope;
mod submission;

use std::cmp::Reverse;
use std::fs;
use std::path::Path;

use lastknight::Agent;
use lastknight_lab::document::{DataTable, figures, numbers, words};
use lastknight_lab::report::Report;
use lastknight_lab::{AtomicFile, Session, TournamentFormat, course_field};
use serde::Serialize;

use super::laboratory::{GameInputs, builder, built, play, read_inputs, session};
use crate::cli::GradeArgs;
use crate::failure::Failure;
use crate::{host, input, output, progress};
use gradescope::{Gradescope, hundredths};
use submission::Submission;

/// The grade of a submission.
#[derive(Serialize)]
struct Grade {
    name: String,
    agent: Option<String>,
    points: f64,
    won: u64,
    games: u64,
    /// Why it could not be graded.
    problem: Option<String>,
    opponents: Vec<Opponent>,
    failures: Vec<FailureCount>,
}

#[derive(Serialize)]
struct Opponent {
    name: String,
    won: u64,
    games: u64,
}

#[derive(Serialize)]
struct FailureCount {
    termination: &'static str,
    games: u64,
    detail: String,
}

#[derive(Serialize)]
struct GradesJson<'a> {
    points: u32,
    submissions: &'a [Grade],
}

pub(crate) fn run(args: &GradeArgs) -> Result<(), Failure> {
    if args.gradescope.is_some() && args.submissions.len() > 1 {
        return Err(Failure::Input("--gradescope is for a single submission".to_owned()));
    }
    let inputs = read_inputs(&args.games)?;
    let field = field(&args.against, &inputs)?;
    let submissions = Submission::read_all(&args.submissions, args.template.as_deref());
    let mut session = session(Some(&args.out), args.games.threads, None)?;
    let mut grades = Vec::new();
    let all = submissions.len();
    for (number, submission) in (1..).zip(submissions) {
        if all > 1 {
            progress::note(&format!("{} ({number} of {all})", submission.name));
        }
        let grade = grade(args, &inputs, &field, submission, &mut session)?;
        write_files(args, &grade)?;
        grades.push(grade);
    }
    grades.sort_by_key(|grade| Reverse((100.0 * grade.points) as u64));
    let path = args.out.join("grades.csv");
    AtomicFile::write(&path, table(&grades).csv().as_bytes())
        .map_err(Failure::cannot_write(&path))?;
    let json = || GradesJson { points: args.points, submissions: &grades };
    output::result(args.json, json, || text(args, &grades, &path))
}

/// Reads the opponents: agents, and fields of the course by name.
fn field(texts: &[String], inputs: &GameInputs) -> Result<Vec<(String, Agent)>, Failure> {
    let mut field: Vec<(String, Agent)> = Vec::new();
    for text in texts {
        let is_field = text.starts_with("course-") || text.starts_with("report-");
        if is_field {
            let entries = course_field(text).map_err(|why| Failure::input("--against", why))?;
            for entry in &entries {
                let (name, text) = entry.parts();
                field.push((name.to_owned(), input::agent(text, &inputs.constants)?));
            }
        } else {
            let agent = input::agent(text, &inputs.constants)?;
            field.push((agent.label(), agent));
        }
    }
    Ok(field)
}

/// Plays what is missing of a submission's games.
fn grade(
    args: &GradeArgs,
    inputs: &GameInputs,
    field: &[(String, Agent)],
    submission: Submission,
    session: &mut Session<'_>,
) -> Result<Grade, Failure> {
    let Submission { name, agent } = submission;
    let checked = agent.and_then(|agent| {
        let start = "7x7".parse().expect("a game");
        host::check_protocols([&agent], &start).map(|()| agent)
    });
    let agent = match checked {
        Ok(agent) => agent,
        Err(problem) => {
            let (opponents, failures) = (Vec::new(), Vec::new());
            let problem = Some(problem);
            return Ok(Grade {
                name,
                agent: None,
                points: 0.0,
                won: 0,
                games: 0,
                problem,
                opponents,
                failures,
            });
        }
    };
    let text = agent.to_string();
    let mut spec = builder(&args.games, inputs, None)?;
    spec = spec.name(format!("grade of {name}")).format(TournamentFormat::Gauntlet);
    spec = spec.agent_named(name.clone(), agent);
    for (opponent, agent) in field {
        let opponent =
            if *opponent == name { format!("{opponent} (field)") } else { opponent.clone() };
        spec = spec.opponent_named(opponent, agent.clone());
    }
    let mut run = session.begin(&built(spec)?)?;
    let end = play(session, &mut run)?;
    let report = session.report(&run)?;
    if !end.is_complete {
        let why = format!("stopped at the submission '{name}'; run the same command to resume");
        return Err(Failure::Run(why));
    }
    Ok(Grade::new(&report, name, text, args.points))
}

impl Grade {
    fn new(report: &Report, name: String, agent: String, points: u32) -> Self {
        let opponents: Vec<Opponent> = (1..report.spec.entrants().len())
            .filter_map(|number| {
                let pairs = report.pairs(0, number)?;
                let (won, games) = (2 * pairs.won + pairs.split, 2 * pairs.count());
                Some(Opponent { name: report.spec.entrants()[number].name.clone(), won, games })
            })
            .collect();
        let (won, games) =
            opponents.iter().fold((0, 0), |sum, it| (sum.0 + it.won, sum.1 + it.games));
        let failures = report.failures.iter().filter(|failure| failure.entrant == 0);
        let failures = failures.map(|failure| FailureCount {
            termination: failure.termination.name(),
            games: failure.games,
            detail: failure.detail.clone(),
        });
        let share = won as f64 / games.max(1) as f64;
        Self {
            name,
            agent: Some(agent),
            points: hundredths(f64::from(points) * share),
            won,
            games,
            problem: None,
            opponents,
            failures: failures.collect(),
        }
    }

    /// Returns why it could not be graded, or how it failed.
    fn notes(&self) -> String {
        let count =
            |failure: &FailureCount| format!("{} by {}", failure.games, failure.termination);
        let failures = || self.failures.iter().map(count).collect::<Vec<_>>().join(", ");
        self.problem.clone().unwrap_or_else(failures)
    }
}

/// Writes what Gradescope reads.
fn write_files(args: &GradeArgs, grade: &Grade) -> Result<(), Failure> {
    let gradescope = Gradescope::new(grade, args.points);
    let text =
        serde_json::to_string_pretty(&gradescope).expect("results have only string keys") + "\n";
    let path = args.out.join("submissions").join(&grade.name).join("results.json");
    let write = |path: &Path| {
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(Failure::cannot_write(parent))?;
        }
        AtomicFile::write(path, text.as_bytes()).map_err(Failure::cannot_write(path))
    };
    write(&path)?;
    args.gradescope.as_deref().map_or(Ok(()), write)
}

fn text(args: &GradeArgs, grades: &[Grade], path: &Path) -> String {
    let (table, points) = (table(grades).text(output::width()), args.points);
    format!("{table}\n{points} points for winning every game\ngrades: {}\n", path.display())
}

fn table(grades: &[Grade]) -> DataTable {
    DataTable::of("Grades", grades)
        .column(words("submission").in_terminal(12).named("name"), |grade| grade.name.clone())
        .column(numbers("points").in_terminal(8).named("points"), |grade| {
            format!("{:.2}", grade.points)
        })
        .column(numbers("won").in_terminal(6).named("won"), |grade| grade.won)
        .column(numbers("games").in_terminal(7).named("games"), |grade| grade.games)
        .column(words("failures").in_terminal(10).after(2).named("failures"), |grade| grade.notes())
        .column(figures("agent"), |grade| grade.agent.clone().unwrap_or_default())
        .finish()
}

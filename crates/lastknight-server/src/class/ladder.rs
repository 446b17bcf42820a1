//! The ladder: every entry against the field and every other entry, and what the games say about them.

use lastknight::json::{Interval, PairScore, Share};
use lastknight::{Agent, Agents, Constants, Heuristic};
use lastknight_api::{Problem, allowed};
use lastknight_lab::report::Report;
use lastknight_lab::{Run, Spec, Store, StoreError, TournamentFormat, has_store, open_store};
use serde::Serialize;

use super::Class;
use super::settings::{ClassSettings, EntryKind};
use crate::api_error::ApiError;

/// The maximum length of an entry, in bytes.
const LONGEST: usize = 4096;

/// The maximum memory of an entry, in megabytes, and its threads.
const MOST_MEMORY: u64 = 256;
const MOST_THREADS: u64 = 1;

/// The standings of the ladder.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Standings {
    /// The run in the store; `None` before the first game.
    run: Option<i64>,
    games: usize,
    games_planned: usize,
    complete: bool,
    /// When the last games were played, in UTC.
    played: Option<String>,
    standings: Vec<ClassStanding>,
    /// Students whose entry is new or changed, and has no games yet.
    waiting: Vec<String>,
}

/// The result of an entry or an opponent.
#[derive(Clone, Debug, Serialize)]
struct ClassStanding {
    name: String,
    /// Whether it is a student's; the others are the field.
    student: bool,
    rank: usize,
    tier: usize,
    rating: f64,
    rating_interval: Interval,
    games: u64,
    #[serde(flatten)]
    score: PairScore,
    /// How often it keeps a won position won.
    oracle: Option<Share>,
}

/// Reads an entry: a formula, or an agent of the library if the class allows that.
pub(super) fn agent(
    text: &str,
    settings: &ClassSettings,
    agents: &Agents,
) -> Result<Agent, Problem> {
    if text.is_empty() {
        return Err(Problem::bad_field("text", "it is empty"));
    }
    if text.len() > LONGEST {
        let why = format!("{} bytes, of at most {LONGEST}", text.len());
        return Err(Problem::bad_field("text", why));
    }
    let name = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').next();
    let is_agent = name.is_some_and(|name| agents.names().any(|known| known == name));
    let is_heuristic = || Heuristic::parse(text, &Constants::NONE).is_ok();
    if !is_agent || is_heuristic() {
        let heuristic = Heuristic::parse(text, &Constants::NONE);
        let heuristic = heuristic.map_err(|error| Problem::placed("text", &error))?;
        let agent = Agent::parse("alphabeta(improved)", &Constants::NONE).expect("an agent");
        return allowed(agent.with_heuristic(heuristic).expect("alpha-beta has a heuristic"));
    }
    if settings.agents == EntryKind::Formulas {
        let why = "this class takes formulas and heuristics, such as n - 2*n'";
        return Err(Problem::bad_field("text", why));
    }
    let agent = agents.parse(text, &Constants::NONE);
    let agent = allowed(agent.map_err(|error| Problem::placed("text", &error))?)?;
    let parts: Vec<&Agent> = std::iter::successors(Some(&agent), |agent| agent.inner()).collect();
    let bad = |why: String| Err(Problem::bad_field("text", why));
    if parts.iter().any(|part| part.has_own_limits()) {
        return bad(
            "leave out depth, nodes and time: all entries have the limit of the class".into()
        );
    }
    if parts.iter().any(|part| part.name() == "perfect") {
        return bad("perfect solves every position, whatever the limit".into());
    }
    let needs = agent.resources();
    if needs.threads > MOST_THREADS || needs.megabytes > MOST_MEMORY {
        return bad(format!("at most {MOST_THREADS} thread and {MOST_MEMORY} megabytes"));
    }
    Ok(agent)
}

impl Class {
    /// Returns the agents of all students who have a valid entry, in the order of the class.
    pub(super) fn players(&self) -> Vec<(String, Agent)> {
        let settings = self.settings();
        let player = |name: &String| {
            let agent = agent(&self.entry(name)?, &settings, &self.agents).ok()?;
            Some((name.clone(), agent))
        };
        settings.students.iter().filter_map(player).collect()
    }

    /// Returns why an entry that was accepted cannot play: the settings may have changed since.
    pub(crate) fn entry_problem(&self, text: &str) -> Option<String> {
        agent(text, &self.settings(), &self.agents).err().map(|problem| problem.message)
    }

    /// Returns the tournament of all entries and the field.
    pub(crate) fn ladder(&self) -> Result<Spec, ApiError> {
        let settings = self.settings();
        let builder = Spec::builder()
            .name(settings.title.clone())
            .format(TournamentFormat::RoundRobin)
            .board(settings.board)
            .limits(settings.limits)
            .games(settings.games)
            .oracle(settings.oracle);
        let entrants = self.players().into_iter().chain(settings.field.iter().cloned());
        let builder =
            entrants.fold(builder, |builder, (name, agent)| builder.agent_named(name, agent));
        builder.build().map_err(|error| ApiError::bad_request(format!("class.toml: {error}")))
    }

    /// Computes the standings of a run, or of the last one.
    pub(super) fn compute(&self, run: Option<i64>) -> Result<Standings, ApiError> {
        let directory = self.ladder_directory();
        let played = if has_store(&directory) {
            match open_store(&directory) {
                Ok(store) => {
                    self.run(&store, run)?.map(|run| Report::new(&store, &run)).transpose()?
                }
                // The first job is just beginning.
                Err(StoreError::Empty(_)) => None,
                Err(error) => return Err(error.into()),
            }
        } else {
            None
        };
        let players = self.players();
        let students = self.settings().students.clone();
        let Some(report) = played else {
            let waiting = players.into_iter().map(|(name, _)| name).collect();
            return Ok(Standings { waiting, ..Standings::default() });
        };
        let entrants = report.spec.entrants();
        let is_new = |(name, agent): &(String, Agent)| {
            let number = entrants.iter().position(|it| it.name == *name && it.agent == *agent);
            number.is_none_or(|number| report.standings[number].pairs.count() == 0)
        };
        let waiting = players.iter().filter(|player| is_new(player)).map(|(name, _)| name.clone());
        let waiting = waiting.collect();
        // Names of students who have left, or withdrawn their entry, do not stay on the page.
        let is_here = |name: &String| {
            players.iter().any(|(player, _)| player == name)
                || self.settings().field.iter().any(|(opponent, _)| opponent == name)
        };
        let here = report.order.iter().filter(|&&number| is_here(&entrants[number].name));
        let standings = (1..).zip(here).map(|(rank, &number)| {
            let standing = &report.standings[number];
            let name = entrants[number].name.clone();
            ClassStanding {
                student: students.contains(&name),
                name,
                rank,
                tier: report.tiers[number],
                rating: standing.rating.elo,
                rating_interval: [standing.rating.low, standing.rating.high],
                games: 2 * standing.pairs.count(),
                score: standing.pairs.into(),
                oracle: standing.oracle.map(Into::into),
            }
        });
        Ok(Standings {
            run: Some(report.run),
            games: report.games(),
            games_planned: 2 * report.pairs_planned,
            complete: report.is_complete(),
            played: Some(report.played.clone()).filter(|played| !played.is_empty()),
            standings: standings.collect(),
            waiting,
        })
    }

    /// Finds a run; without a number the one that was played last.
    fn run(&self, store: &Store, number: Option<i64>) -> Result<Option<Run>, StoreError> {
        let number = match number {
            None => store.runs()?.last().map(|summary| summary.id),
            number => number,
        };
        number.map(|number| store.run_with(number, &self.agents)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;
    use crate::role::Role;

    #[test]
    fn entries_are_what_the_class_allows() {
        let directory = TempDir::new().unwrap();
        let check = |kind: &str, text: &str| {
            fs::write(directory.path().join("class.toml"), format!("agents = '{kind}'")).unwrap();
            let class = Class::open(directory.path(), Agents::builtin()).unwrap();
            agent(text, &class.settings(), &class.agents)
                .map_or_else(|problem| problem.message, |agent| agent.to_string())
        };
        for kind in ["formulas", "library"] {
            assert_eq!(check(kind, "n - 2*n'"), "alphabeta(\"n - 2*n'\")");
            assert_eq!(check(kind, "improved"), "alphabeta(improved)");
            for (text, part) in [
                ("", "text: it is empty"),
                ("n +", "text: column 4"),
                (&"n+".repeat(4000), "of at most 4096"),
                ("process(\"id\")", "text: "),
                (
                    "longest(8)+longest(7)'+drill(8)+drill'(8)-drill(8)+drill(8)'+drill(7)+drill(6)*longest(8)'",
                    "text: ",
                ),
            ] {
                let found = check(kind, text);
                assert!(!found.starts_with("alphabeta") && found.contains(part), "{text}: {found}");
            }
        }
        assert!(check("formulas", "engine").contains("this class takes formulas"));
        assert_eq!(check("library", "mcts(memory=16)"), "mcts(memory=16)");
        for (text, part) in [
            ("engine(time=2s)", "leave out depth, nodes and time"),
            ("alphabeta(improved, depth=9)", "leave out"),
            ("mirror(engine(nodes=5))", "leave out"),
            ("perfect", "perfect solves"),
            ("mirror(perfect)", "perfect solves"),
            ("engine(threads=4)", "at most 1 thread"),
            ("engine(memory=100000)", "256 megabytes"),
            ("engine(dept=1)", "text: column"),
        ] {
            let found = check("library", text);
            assert!(found.contains(part), "{text}: {found}");
        }
    }

    #[test]
    fn submissions_are_bounded() {
        let directory = TempDir::new().unwrap();
        let write = |text: &str| fs::write(directory.path().join("class.toml"), text).unwrap();
        write("students = ['Anna', 'Ben']\nper-hour = 2");
        let class = Class::open(directory.path(), Agents::builtin()).unwrap();
        let anna = Role::Student("Anna".to_owned());
        let submit = |class: &Class, text: &str| {
            class.submit("Anna", Some(text), &anna).map_err(|error| error.0.message)
        };
        assert_eq!(submit(&class, "n"), Ok(()));
        assert_eq!(submit(&class, " n "), Ok(()), "the same again is no submission");
        assert_eq!(submit(&class, "n'"), Ok(()));
        assert_eq!(submit(&class, "n*2"), Err("at most 2 submissions an hour".to_owned()));
        assert_eq!(class.entry("Anna").as_deref(), Some("n'"));
        assert_eq!((class.entry("Ben"), class.players().len()), (None, 1));
        assert_eq!(class.ladder().unwrap().entrants().len(), 8);
        drop(class);
        write("students = ['Anna']\ndeadline = 2020-01-01T00:00:00Z");
        let class = Class::open(directory.path(), Agents::builtin()).unwrap();
        assert_eq!(submit(&class, "n"), Err("the deadline was 2020-01-01T00:00:00Z".to_owned()));
        assert_eq!(class.entry("Anna").as_deref(), Some("n'"));
    }
}

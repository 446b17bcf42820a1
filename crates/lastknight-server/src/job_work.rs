//! What jobs do: tournaments and studies that a page requests, checked, and the ladder of a class.

use std::sync::Arc;

use lastknight::{Agents, Constants};
use lastknight_api::{MOST, Problem, allowed};
use lastknight_lab::study::{Extent, Study};
use lastknight_lab::{Spec, SpecFile};
use serde::Deserialize;

use super::api_error::ApiError;
use super::class::Class;

/// The maximum of what a tournament of the page can request.
const MOST_AGENTS: usize = 40;
const MOST_GAMES: usize = 20_000;
const MOST_POSITIONS: usize = 2_000;
const MOST_SECONDS: f64 = 10.0;

/// The maximum memory of an agent in a tournament, in megabytes: the default and some more.
const MOST_MEMORY: u64 = 256;

/// A job as a client requests it.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum JobRequest {
    Tournament {
        spec: Box<SpecFile>,
    },
    Study {
        name: String,
        #[serde(default)]
        extent: ExtentName,
    },
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ExtentName {
    #[default]
    Quick,
    Normal,
    Full,
}

/// A checked request, or the ladder of a class.
#[derive(Debug)]
pub(super) enum JobWork {
    Tournament(Box<Spec>),
    Study(Box<Study>, Extent),
    Ladder(Arc<Class>),
}

impl JobWork {
    pub(super) fn new(request: JobRequest, agents: &Agents) -> Result<Self, ApiError> {
        let (name, extent) = match request {
            JobRequest::Tournament { spec } => {
                return Ok(Self::Tournament(Box::new(checked(&spec, agents)?)));
            }
            JobRequest::Study { name, extent: ExtentName::Quick } => (name, Extent::Quick),
            JobRequest::Study { name, extent: ExtentName::Normal } => (name, Extent::Normal),
            JobRequest::Study { name, extent: ExtentName::Full } => (name, Extent::Full),
        };
        let study = Study::named(&name);
        let study = study.ok_or_else(|| ApiError::bad_field("name", "there is no such study"))?;
        Ok(Self::Study(Box::new(study), extent))
    }

    /// Returns its kind and title.
    pub(super) fn name(&self) -> (&'static str, String) {
        match self {
            Self::Tournament(spec) => ("tournament", spec.name().to_owned()),
            Self::Study(study, _) => ("study", study.title.clone()),
            Self::Ladder(class) => ("ladder", class.title()),
        }
    }

    /// Whether it measures wall-clock time, which a low priority would falsify.
    pub(super) fn is_timed(&self) -> bool {
        matches!(self, Self::Tournament(spec) if spec.is_timed())
    }

    pub(super) fn is_ladder(&self) -> bool {
        matches!(self, Self::Ladder(_))
    }
}

/// Checks a tournament: it reads no file, and its agents use only a part of the machine.
fn checked(file: &SpecFile, known: &Agents) -> Result<Spec, Problem> {
    let bad = |message: String| Problem::bad_field("spec", message);
    let too_many_games = format!("games: at most {MOST_GAMES} per pairing");
    let agents = file.agents.len() + file.field.len();
    let no_files = "openings: the page reads no files; give a list of games";
    let checks = [
        (file.openings_file().is_none(), no_files.to_owned()),
        (agents <= MOST_AGENTS, format!("agents: {agents}, of at most {MOST_AGENTS}")),
        (file.games.is_none_or(|games| games <= MOST_GAMES), too_many_games.clone()),
        (
            file.oracle.is_none_or(|positions| positions <= MOST_POSITIONS),
            format!("oracle: at most {MOST_POSITIONS} positions"),
        ),
    ];
    if let Some((_, why)) = checks.into_iter().find(|(is_fine, _)| !is_fine) {
        return Err(bad(why));
    }
    // A sequential test without a number of games has the most that are allowed here.
    let games = file.games.or(file.sprt.map(|_| MOST_GAMES));
    let spec = SpecFile { games, ..file.clone() }
        .spec_with(known, &Constants::NONE)
        .map_err(|error| bad(error.to_string()).with_picture(error.picture()))?;
    // By default the listed openings decide the number of games.
    if 2 * spec.pairs() > MOST_GAMES {
        return Err(bad(too_many_games));
    }
    let own = spec.entrants().iter().map(|entrant| entrant.agent.limits().time);
    let times = own.chain([spec.conditions().limits.time]).flatten();
    if times.map(|time| time.as_secs_f64()).any(|seconds| seconds > MOST_SECONDS) {
        return Err(bad(format!("time: at most {MOST_SECONDS} seconds a move")));
    }
    for entrant in spec.entrants() {
        let needs = allowed(entrant.agent.clone())?.resources();
        if needs.threads > MOST.threads || needs.megabytes > MOST_MEMORY {
            return Err(bad(format!(
                "{}: at most {} thread and {MOST_MEMORY} megabytes here",
                entrant.name, MOST.threads
            )));
        }
    }
    Ok(spec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tournaments_are_bounded() {
        let message = |toml: &str| {
            let spec = checked(&SpecFile::parse(toml).unwrap(), &Agents::builtin());
            spec.map_or_else(|error| error.message, |_| "fine".to_owned())
        };
        let cases = [
            ("", "fine"),
            (
                "openings = { file = '/etc/passwd' }",
                "spec: openings: the page reads no files; give a list of games",
            ),
            ("games = 1000000", "spec: games: at most 20000 per pairing"),
            ("time = '1h'", "spec: time: at most 10 seconds a move"),
            ("oracle = 100000", "spec: oracle: at most 2000 positions"),
        ];
        for (line, wanted) in cases {
            assert_eq!(message(&format!("{line}\nagents = ['random', 'greedy']")), wanted);
        }
        let many: Vec<String> =
            (0..50).map(|seed| format!("'alphabeta(chase({seed},1))'")).collect();
        let cases = [
            (
                "'random', 'engine(memory=1000000)'",
                "spec: engine(memory=1000000): at most 1 thread and 256 megabytes here",
            ),
            ("'random', 'engine(time=1h)'", "spec: time: at most 10 seconds a move"),
            (&many.join(","), "spec: agents: 50, of at most 40"),
        ];
        for (agents, wanted) in cases {
            assert_eq!(message(&format!("agents = [{agents}]")), wanted);
        }
        assert!(message("agents = ['random', 'nobody']").contains("unknown agent"));
    }
}

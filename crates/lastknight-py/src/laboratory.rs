//! Matches, tournaments, studies and the oracle.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use lastknight::oracle::SamplePlan;
use lastknight::quote::{did_you_mean, quote};
use lastknight::stats::Sprt;
use lastknight::{Constants, Game};
use lastknight_lab::document::Document;
use lastknight_lab::report::json::ReportJson;
use lastknight_lab::report::{self, MatchSummary};
use lastknight_lab::study::show::{self, StudyDescription};
use lastknight_lab::study::{BUILT_IN, Extent, Study};
use lastknight_lab::{
    GamesProgress, OpeningsSource, RunEnd, Session, SessionProgress, Spec, SpecBuilder, SpecFile,
    StoreError, TournamentFormat,
};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::agent::Agent;
use crate::convert::{self, bad_value, failed};
use crate::host::{HOST, known_agents};
use crate::limits::{Time, clock, limits};
use crate::position::Position;
use crate::work::{Callbacks, Reporter, interruptible};

/// An entrant: its name, if it has one of its own, and its agent.
type Entry = (Option<String>, Agent);

/// A result: JSON, the titles and SVG of its charts, and the path of its page.
type Answer = (String, Vec<(String, String)>, Option<PathBuf>);

/// The conditions of games.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Conditions {
    board: Option<Position>,
    openings: Option<Openings>,
    games: Option<usize>,
    seed: Option<u64>,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<Time>,
    clock: Option<String>,
    sprt: Option<(f64, f64, f64, f64)>,
    oracle: Option<usize>,
    name: Option<String>,
}

/// Openings: a number of random plies, or games.
#[derive(FromPyObject)]
enum Openings {
    Random(usize),
    Word(String),
    List(Vec<String>),
}

impl Conditions {
    fn builder(self) -> PyResult<SpecBuilder> {
        let mut spec = Spec::builder();
        let limits = limits(self.depth, self.nodes, self.time)?;
        if limits != lastknight::Limits::NONE {
            spec = spec.limits(limits);
        }
        if let Some(name) = self.clock {
            spec = spec.clock(clock(&name)?);
        }
        if let Some(board) = self.board {
            spec = spec.board(board.0);
        }
        if let Some(openings) = self.openings {
            spec = spec.openings(openings.source()?);
        }
        if let Some(games) = self.games {
            spec = spec.games(games);
        }
        if let Some(seed) = self.seed {
            spec = spec.seed(seed);
        }
        if let Some((elo0, elo1, alpha, beta)) = self.sprt {
            spec = spec.sprt(Sprt::new(elo0, elo1, alpha, beta).map_err(bad_value)?);
        }
        if let Some(positions) = self.oracle {
            spec = spec.oracle(positions);
        }
        if let Some(name) = self.name {
            spec = spec.name(name);
        }
        Ok(spec)
    }
}

impl Openings {
    fn source(self) -> PyResult<OpeningsSource> {
        match self {
            Self::Random(plies) => Ok(OpeningsSource::Random(plies)),
            Self::Word(word) if word == "all" => Ok(OpeningsSource::All),
            Self::Word(word) => Err(bad_value(format!(
                "openings are a number of plies, 'all' or a list, not '{word}'"
            ))),
            Self::List(games) => OpeningsSource::read(&games.join("\n")).map_err(bad_value),
        }
    }
}

/// Opens a session in a directory or in memory.
fn session<'a>(
    out: Option<&Path>,
    threads: NonZeroUsize,
    stop: &'a AtomicBool,
) -> PyResult<Session<'a>> {
    let session =
        out.map_or_else(Session::in_memory, Session::open).map_err(|error| match error {
            StoreError::File(..) => PyOSError::new_err(error.to_string()),
            _ => failed(error),
        })?;
    if let Some(out) = out {
        HOST.log_to(&out.join("logs"));
    }
    Ok(session.threads(threads).stop_flag(stop))
}

fn show_games(reporter: &mut Reporter, games: &GamesProgress<'_>) {
    let speed = 2.0 * games.played as f64 / games.elapsed.as_secs_f64().max(0.001);
    // The number of games of a sequential test is unknown.
    let all = if games.sprt.is_some() { 0 } else { 2 * games.all };
    reporter.show(2 * games.done, all, || {
        let test = games.sprt.map(|sprt| format!(", LLR {:.2}", sprt.llr)).unwrap_or_default();
        format!("{speed:.0} games/s{test}")
    });
}

/// Plays a specification and makes its answer.
fn play(
    py: Python<'_>,
    spec: &Spec,
    out: Option<&Path>,
    threads: NonZeroUsize,
    callbacks: Callbacks<'_, '_>,
    json: impl Fn(&report::Report, RunEnd, f64) -> PyResult<String> + Sync,
) -> PyResult<Answer> {
    interruptible(py, callbacks, |stop, reporter| {
        let mut session = session(out, threads, stop)?;
        let mut run = session.begin(spec).map_err(failed)?;
        if let Some(opening) = run.spec().conditions().openings().next() {
            let agents = run.spec().entrants().iter().map(|entrant| &entrant.agent);
            HOST.check_protocols(agents, &opening).map_err(bad_value)?;
        }
        let begin = Instant::now();
        let end = session.play(&mut run, &mut |progress| match progress {
            SessionProgress::Games(games) => show_games(reporter, games),
            SessionProgress::Oracle { done, all } => {
                reporter.show(*done, *all, || "testing on solved positions".to_owned());
            }
            _ => {}
        });
        let end = end.map_err(failed)?;
        let seconds = begin.elapsed().as_secs_f64();
        let report = session.report(&run).map_err(failed)?;
        let page = session.write_report(&report).map_err(failed)?;
        let charts = charts(&report::document(&report));
        Ok((json(&report, end, seconds)?, charts, page))
    })?
}

fn charts(document: &Document) -> Vec<(String, String)> {
    document.charts().map(|(title, drawing)| (title.to_owned(), drawing.file())).collect()
}

/// Plays a match.
#[pyfunction]
pub(crate) fn play_match(
    py: Python<'_>,
    agents: [Entry; 2],
    conditions: Conditions,
    out: Option<PathBuf>,
    threads: NonZeroUsize,
    on_progress: Option<&Bound<'_, PyAny>>,
    on_interrupt: Option<&Bound<'_, PyAny>>,
) -> PyResult<Answer> {
    let callbacks = Callbacks { on_progress, on_interrupt };
    let spec = conditions.builder()?.format(TournamentFormat::Match);
    let spec = agents.into_iter().fold(spec.name("match"), add_agent);
    let spec = spec.build().map_err(bad_value)?;
    play(py, &spec, out.as_deref(), threads, callbacks, |report, end, seconds| {
        convert::json(&MatchSummary::new(report, end, seconds).json())
    })
}

fn add_agent(spec: SpecBuilder, (name, agent): Entry) -> SpecBuilder {
    match name {
        Some(name) => spec.agent_named(name, agent.agent),
        None => spec.agent(agent.agent),
    }
}

fn add_opponent(spec: SpecBuilder, (name, agent): Entry) -> SpecBuilder {
    match name {
        Some(name) => spec.opponent_named(name, agent.agent),
        None => spec.opponent(agent.agent),
    }
}

/// Plays a tournament. What is not given comes from the TOML text, if there is one.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "called by one Python function with keywords")]
pub(crate) fn tournament(
    py: Python<'_>,
    agents: Vec<Entry>,
    field: Vec<Entry>,
    toml: Option<&str>,
    conditions: Conditions,
    out: Option<PathBuf>,
    threads: NonZeroUsize,
    on_progress: Option<&Bound<'_, PyAny>>,
    on_interrupt: Option<&Bound<'_, PyAny>>,
) -> PyResult<Answer> {
    let callbacks = Callbacks { on_progress, on_interrupt };
    let mut spec = conditions.builder()?;
    spec = agents.into_iter().fold(spec, add_agent);
    spec = field.into_iter().fold(spec, add_opponent);
    if let Some(text) = toml {
        let file = SpecFile::parse(text).map_err(bad_value)?;
        let filled = spec.or_file(&file, &known_agents(), &Constants::NONE);
        spec = filled.map_err(|error| bad_value(error.located(text)))?;
    }
    let spec = spec.build().map_err(bad_value)?;
    play(py, &spec, out.as_deref(), threads, callbacks, |report, _, _| {
        convert::json(&ReportJson::from(report))
    })
}

/// Tests agents on solved positions.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "called by one Python function with keywords")]
pub(crate) fn oracle(
    py: Python<'_>,
    agents: Vec<Agent>,
    positions: usize,
    plies: Option<(usize, usize)>,
    conditions: Conditions,
    out: Option<PathBuf>,
    threads: NonZeroUsize,
    on_progress: Option<&Bound<'_, PyAny>>,
    on_interrupt: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let callbacks = Callbacks { on_progress, on_interrupt };
    let conditions = conditions.builder()?.conditions().map_err(bad_value)?;
    let start = conditions.start;
    let mut plan = SamplePlan::new(start, conditions.seed);
    if let Some((first, last)) = plies {
        let (least, most) = (start.ply(), start.size().area() - 1);
        if first > last || last < least || first > most {
            return Err(bad_value(format!("plies: this board has plies {least} to {most}")));
        }
        plan.plies = first..=last;
    }
    let agents: Vec<lastknight::Agent> = agents.into_iter().map(|agent| agent.agent).collect();
    let limits = (conditions.limits, conditions.clock);
    let result = interruptible(py, callbacks, |stop, reporter| {
        HOST.check_protocols(&agents, &Game::new(start)).map_err(bad_value)?;
        let mut session = session(out.as_deref(), threads, stop)?;
        let result = session.oracle(&plan, positions, agents.clone(), limits, &mut |progress| {
            if let SessionProgress::Sample { done, all, solved, .. } = progress {
                reporter.show(*done, *all, || format!("{solved} positions solved"));
            }
        });
        result.map_err(failed)
    })??;
    convert::json(&result.json())
}

/// Runs a study: one that is built in by its name, or a TOML text.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "called by one Python function with keywords")]
pub(crate) fn study(
    py: Python<'_>,
    name: &str,
    toml: Option<&str>,
    extent: &str,
    games: Option<usize>,
    out: Option<PathBuf>,
    threads: NonZeroUsize,
    on_progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Answer> {
    let text =
        toml.or_else(|| BUILT_IN.iter().find(|study| study.name == name).map(|study| study.text));
    let text = text.ok_or_else(|| {
        let known = BUILT_IN.iter().map(|study| study.name);
        let meant = match did_you_mean(name, known) {
            meant if meant.is_empty() => "; lastknight.studies() lists them".to_owned(),
            meant => meant,
        };
        bad_value(format!("unknown study {}{meant}", quote(name)))
    })?;
    let study = Study::parse_with(name, text, &known_agents()).map_err(bad_value)?;
    let extent = match (games, extent) {
        (Some(games), _) => Extent::Games(games),
        (None, "quick") => Extent::Quick,
        (None, "normal") => Extent::Normal,
        (None, "full") => Extent::Full,
        _ => return Err(bad_value("an extent is 'quick', 'normal' or 'full'")),
    };
    let command = format!("lastknight study {name}{}", extent.flag());
    let callbacks = Callbacks { on_progress, on_interrupt: None };
    interruptible(py, callbacks, |stop, reporter| {
        let mut session = session(out.as_deref(), threads, stop)?;
        let result = session.study(&study, extent, &command, &mut |progress| {
            if let SessionProgress::Study(step) = progress {
                reporter.show(step.done, step.all, || {
                    format!("{}, measurement {} of {}", step.counted, step.number, step.of)
                });
            }
        });
        let result = result.map_err(failed)?;
        let page = session.write_study(&result).map_err(failed)?;
        Ok((convert::json(&show::json(&result))?, charts(&show::document(&result)), page))
    })?
}

/// Returns the built-in studies as JSON.
#[pyfunction]
pub(crate) fn studies() -> PyResult<String> {
    convert::json(&StudyDescription::all())
}

//! Moves, analyses, exact solutions and reviews.

use std::time::Duration;

use lastknight::agent::Forfeit;
use lastknight::answer::{self, AgentQuery, SolutionEvent};
use lastknight::solve::SolverSettings;
use lastknight::{Agent, Game, Limits, Position};
use serde::Deserialize;

use crate::problem::Problem;
use crate::request::{self, LimitTexts};
use crate::{Reply, Request, Search, Settings, to_json};

/// The default agent, and the default limits of its searches in a review.
const DEFAULT_AGENT: &str = "engine";
const DEFAULT_LIMITS: Limits = Limits::nodes(9000);

/// The default time of a move, and of an analysis.
const MOVE_TIME: Duration = Duration::from_secs(1);
const ANALYSIS_TIME: Duration = Duration::from_secs(10);

/// The maximum number of lines of an analysis.
const MOST_LINES: usize = 16;

/// Extra time for everything but the search itself.
const MARGIN: Duration = Duration::from_millis(500);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AnalysisQuery {
    at: String,
    agent: Option<String>,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<String>,
    multi: Option<usize>,
    seed: Option<u64>,
}

impl AnalysisQuery {
    fn game_and_agent(&self, settings: Settings<'_>) -> Result<(Game, Agent), Problem> {
        let agent = self.agent.as_deref().unwrap_or(DEFAULT_AGENT);
        Ok((request::game(&self.at)?, request::agent(agent, settings.agents)?))
    }

    fn without_lines(&self) -> Result<(), Problem> {
        match self.multi {
            Some(_) => Err(Problem::bad_field("multi", "only an analysis has several lines")),
            None => Ok(()),
        }
    }

    fn limits(&self, default: Limits, settings: Settings<'_>) -> Result<Limits, Problem> {
        let Self { depth, nodes, ref time, .. } = *self;
        LimitTexts { depth, nodes, time: time.as_deref() }.or(default, settings.most_time)
    }
}

/// Answers with the move that an agent chooses.
pub(crate) fn choose(request: Request<'_>, settings: Settings<'_>) -> Result<Reply, Problem> {
    let query: AnalysisQuery = request.query()?;
    let (game, agent) = query.game_and_agent(settings)?;
    query.without_lines()?;
    let limits = query.limits(Limits::time(MOVE_TIME), settings)?;
    // No player is stored, so random choices follow from the seed and the ply.
    let ply = game.position().ply() as u64;
    let seed = query.seed.unwrap_or_default().wrapping_add(ply);
    Ok(Reply::search(settings.most_time + MARGIN, false, move |search| {
        let (game, agent, resources) = (&game, &agent, search.resources());
        let query = AgentQuery { game, agent, resources, seed, multi: 1 };
        query.chosen_move(search.control(limits)).map_err(|why| gave_up(agent, &why))
    }))
}

/// Streams the analysis of an agent, depth by depth.
pub(crate) fn analysis(request: Request<'_>, settings: Settings<'_>) -> Result<Reply, Problem> {
    let query: AnalysisQuery = request.query()?;
    let (game, agent) = query.game_and_agent(settings)?;
    let limits = query.limits(Limits::time(ANALYSIS_TIME), settings)?;
    let multi = request::within("multi", query.multi.unwrap_or(1), (1, MOST_LINES))?;
    let seed = query.seed.unwrap_or_default();
    Ok(Reply::search(settings.most_time + MARGIN, true, move |search| {
        let (game, agent, resources) = (&game, &agent, search.resources());
        let query = AgentQuery { game, agent, resources, seed, multi };
        let mut on_iteration = |iteration: &_| search.send("depth", to_json(iteration));
        let found = query.analysis(search.control(limits), &mut on_iteration);
        found.map_err(|why| gave_up(agent, &why))
    }))
}

fn gave_up(agent: &Agent, why: &Forfeit) -> Problem {
    Problem::internal(format!("{agent} gives up: {why}"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SolutionQuery {
    at: String,
    time: Option<String>,
}

fn solved_position(
    request: Request<'_>,
    settings: Settings<'_>,
) -> Result<(Position, Limits), Problem> {
    let query: SolutionQuery = request.query()?;
    let position = *request::game(&query.at)?.position();
    let texts = LimitTexts { time: query.time.as_deref(), ..LimitTexts::default() };
    Ok((position, texts.or(Limits::time(ANALYSIS_TIME), settings.most_time)?))
}

fn solver_settings(search: &dyn Search) -> SolverSettings {
    let megabytes = search.resources().megabytes as usize;
    SolverSettings { megabytes, ..SolverSettings::default() }
}

/// Streams who wins with each move, as soon as it is proved.
pub(crate) fn solution(request: Request<'_>, settings: Settings<'_>) -> Result<Reply, Problem> {
    let (position, limits) = solved_position(request, settings)?;
    Ok(Reply::search(limits.time.unwrap_or(ANALYSIS_TIME) + MARGIN, true, move |search| {
        let (settings, control) = (solver_settings(search), search.control(limits));
        Ok(answer::solution(&position, settings, control, &mut |event| match event {
            SolutionEvent::Verdict(verdict) => search.send("verdict", to_json(&verdict)),
            SolutionEvent::Progress(progress) => search.send("progress", to_json(&progress)),
            SolutionEvent::Line(line) => search.send("line", to_json(&line)),
        }))
    }))
}

/// Streams how many replies refute each move, and answers with how hard a winning move is to find.
pub(crate) fn difficulty(request: Request<'_>, settings: Settings<'_>) -> Result<Reply, Problem> {
    let (position, limits) = solved_position(request, settings)?;
    Ok(Reply::search(limits.time.unwrap_or(ANALYSIS_TIME) + MARGIN, true, move |search| {
        let on_move = &mut |replies| search.send("replies", to_json(&replies));
        let (settings, control) = (solver_settings(search), search.control(limits));
        Ok(answer::difficulty(&position, settings, control, on_move))
    }))
}

/// Streams a review of every move of a game, placements included, from the last to the first.
pub(crate) fn review(request: Request<'_>, settings: Settings<'_>) -> Result<Reply, Problem> {
    let query: AnalysisQuery = request.query()?;
    let (game, agent) = query.game_and_agent(settings)?;
    query.without_lines()?;
    if query.seed.is_some() {
        return Err(Problem::bad_field("seed", "nothing here is random"));
    }
    let limits = query.limits(DEFAULT_LIMITS, settings)?;
    Ok(Reply::search(settings.most_time, true, move |search| {
        let agent = agent.within(search.resources());
        Ok(answer::review(&game, &agent, search.control(limits), &mut |turn| {
            search.send("turn", to_json(&turn));
        }))
    }))
}

//! Results of tournaments and studies.

use std::ops::ControlFlow;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use lastknight::Color;
use lastknight_lab::report::{self, Report};
use lastknight_lab::{GameFormat, Round, open_store};
use serde::{Deserialize, Serialize};

use super::super::Server;
use super::super::asked::{Asked, within};
use super::super::guard::REPORT_POLICY;
use super::super::problem::Problem;
use super::super::results::{Shelf, failed, shown};
use crate::commands::replay::list::GameShape;
use crate::output;

/// The most games of a list.
const LISTED: usize = 500;

/// The most games that are exported over the network.
const EXPORTED: usize = 200_000;

/// Does something that reads from disk, beside other requests; a few at a time, since it takes memory and time as well.
pub(super) async fn beside<T: Send + 'static>(
    server: Arc<Server>,
    work: impl FnOnce(&Server) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let place = Arc::clone(&server.readers).acquire_owned().await;
    let result = tokio::task::spawn_blocking(move || {
        let _place = place;
        work(&server)
    });
    let result = result.await;
    result.map_err(|_| Problem::failed("reading failed; that is a mistake of ours"))?
}

#[derive(Serialize)]
pub(in crate::server) struct Results {
    directories: Vec<Directory>,
}

#[derive(Serialize)]
struct Directory {
    directory: String,
    runs: Vec<RunShape>,
    studies: Vec<String>,
    /// Why there are no runs, where they cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Serialize)]
struct RunShape {
    run: i64,
    name: String,
    agents: usize,
    board: String,
    games: usize,
    games_planned: usize,
    played: String,
}

/// What there is to look at.
pub(in crate::server) async fn results(
    State(server): State<Arc<Server>>,
) -> Result<Json<Results>, Problem> {
    beside(server, move |server| {
        let directory = |path: &std::path::PathBuf| {
            let (runs, error) = match runs(path) {
                Ok(runs) => (runs, None),
                Err(problem) => (Vec::new(), Some(problem.message)),
            };
            Directory { directory: shown(path), runs, studies: Shelf::studies(path), error }
        };
        let directories = server.shelf.directories().iter().map(directory).collect();
        Ok(Json(Results { directories }))
    })
    .await
}

fn runs(path: &std::path::Path) -> Result<Vec<RunShape>, Problem> {
    let store = open_store(path).map_err(|error| failed(&error))?;
    let mut shapes = Vec::new();
    for summary in store.runs().map_err(|error| failed(&error))? {
        let run = store.run(summary.id).map_err(|error| failed(&error))?;
        let played = store.played(&run).map_err(|error| failed(&error))?;
        shapes.push(RunShape {
            run: summary.id,
            name: summary.name,
            agents: run.spec().entrants().len(),
            board: output::named_board(&run.spec().conditions().start),
            games: 2 * played,
            games_planned: 2 * run.pairs() * run.spec().pairings().len(),
            played: summary.played,
        });
    }
    shapes.reverse();
    Ok(shapes)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::server) struct RunAt {
    directory: String,
    run: i64,
}

/// What a run shows, in numbers.
pub(in crate::server) async fn report(
    State(server): State<Arc<Server>>,
    Asked(at): Asked<RunAt>,
) -> Result<Response, Problem> {
    let report = beside(server, move |server| read_report(server, &at)).await?;
    Ok(Json(report::json::shape(&report)).into_response())
}

fn read_report(server: &Server, at: &RunAt) -> Result<Report, Problem> {
    let (store, run) = server.shelf.run(&at.directory, at.run)?;
    Report::new(&store, &run).map_err(|error| failed(&error))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::server) struct PageAt {
    directory: String,
    run: i64,
    theme: Option<Theme>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Theme {
    Light,
    Dark,
}

/// A page that was made to stand alone, in the colours that are asked for.
fn page(text: &str, theme: Option<Theme>) -> Response {
    let root = match theme {
        None => "<html ",
        Some(Theme::Light) => "<html data-theme=\"light\" ",
        Some(Theme::Dark) => "<html data-theme=\"dark\" ",
    };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(REPORT_POLICY)),
        (HeaderName::from_static("x-frame-options"), HeaderValue::from_static("SAMEORIGIN")),
    ];
    (headers, text.replacen("<html ", root, 1)).into_response()
}

/// The page of a report, with all its charts.
pub(in crate::server) async fn report_page(
    State(server): State<Arc<Server>>,
    Asked(at): Asked<PageAt>,
) -> Result<Response, Problem> {
    let theme = at.theme;
    let run = RunAt { directory: at.directory, run: at.run };
    let html = move |server: &Server| Ok(report::html::html(&read_report(server, &run)?));
    let text = beside(server, html).await?;
    Ok(page(&text, theme))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::server) struct StudyAt {
    directory: String,
    name: String,
    theme: Option<Theme>,
}

/// The page of a study.
pub(in crate::server) async fn study_page(
    State(server): State<Arc<Server>>,
    Asked(at): Asked<StudyAt>,
) -> Result<Response, Problem> {
    let theme = at.theme;
    let study = move |server: &Server| server.shelf.study(&at.directory, &at.name);
    let text = beside(server, study).await?;
    Ok(page(&text, theme))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::server) struct GamesOf {
    directory: String,
    run: i64,
    /// Only games of these two, or of the first.
    a: Option<String>,
    b: Option<String>,
    skip: Option<usize>,
    count: Option<usize>,
}

impl GamesOf {
    fn has(&self, game: &lastknight_lab::StoredGame) -> bool {
        let players = game.record.players();
        let plays = |name: &Option<String>| {
            name.as_ref().is_none_or(|name| Color::ALL.iter().any(|&color| players[color] == *name))
        };
        plays(&self.a) && plays(&self.b)
    }
}

#[derive(Serialize)]
pub(in crate::server) struct Games {
    games: Vec<GameShape>,
    more: bool,
}

/// Games of a run.
pub(in crate::server) async fn games(
    State(server): State<Arc<Server>>,
    Asked(of): Asked<GamesOf>,
) -> Result<Json<Games>, Problem> {
    let count = within("count", of.count.unwrap_or(50), (1, LISTED))?;
    let mut skip = of.skip.unwrap_or_default();
    beside(server, move |server| {
        let (store, run) = server.shelf.run(&of.directory, of.run)?;
        let (mut games, mut more) = (Vec::new(), false);
        let read = store.each_game_until(&run, &mut |game| {
            if !of.has(game) {
                return ControlFlow::Continue(());
            }
            if skip > 0 {
                skip -= 1;
                return ControlFlow::Continue(());
            }
            if games.len() == count {
                more = true;
                return ControlFlow::Break(());
            }
            games.push(GameShape::of(game));
            ControlFlow::Continue(())
        });
        read.map_err(|error| failed(&error))?;
        Ok(Json(Games { games, more }))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::server) struct GameAt {
    directory: String,
    run: i64,
    round: String,
}

#[derive(Serialize)]
pub(in crate::server) struct StoredShape {
    round: String,
    white: String,
    black: String,
    start: String,
    moves: Vec<String>,
    opening: usize,
    winner: Option<&'static str>,
    termination: Option<&'static str>,
    seconds: Option<Vec<f64>>,
}

/// A game of a run.
pub(in crate::server) async fn game(
    State(server): State<Arc<Server>>,
    Asked(at): Asked<GameAt>,
) -> Result<Json<StoredShape>, Problem> {
    let round = at.round.parse::<Round>();
    let round = round.map_err(|error| Problem::bad_field("round", error.to_string()))?;
    beside(server, move |server| {
        let (store, run) = server.shelf.run(&at.directory, at.run)?;
        let game = store.game(&run, round).map_err(|error| failed(&error))?;
        let game = game.ok_or_else(|| Problem::missing("the run has no such game"))?;
        let (record, players) = (game.record.game(), game.record.players());
        let outcome = game.record.outcome();
        Ok(Json(StoredShape {
            round: game.name().to_owned(),
            white: players[Color::White].clone(),
            black: players[Color::Black].clone(),
            start: output::named_board(record.start()),
            moves: record.move_names().collect(),
            opening: game.opening_plies,
            winner: outcome.map(|outcome| outcome.winner.name()),
            termination: outcome.map(|outcome| outcome.termination.name()),
            seconds: game
                .times
                .as_ref()
                .map(|times| times.iter().map(std::time::Duration::as_secs_f64).collect()),
        }))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::server) struct ExportOf {
    directory: String,
    run: i64,
    format: FormatName,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FormatName {
    Pgn,
    Jsonl,
    Csv,
    Xlsx,
}

/// The games of a run as a file.
pub(in crate::server) async fn export(
    State(server): State<Arc<Server>>,
    Asked(of): Asked<ExportOf>,
) -> Result<Response, Problem> {
    let (format, ending, kind) = match of.format {
        FormatName::Pgn => (GameFormat::Pgn, "pgn", "application/x-chess-pgn"),
        FormatName::Jsonl => (GameFormat::Jsonl, "jsonl", "application/jsonl"),
        FormatName::Csv => (GameFormat::Csv, "csv", "text/csv; charset=utf-8"),
        FormatName::Xlsx => (
            GameFormat::Xlsx,
            "xlsx",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        ),
    };
    let number = of.run;
    let bytes = beside(server, move |server| {
        let (store, run) = server.shelf.run(&of.directory, of.run)?;
        let games = 2 * store.played(&run).map_err(|error| failed(&error))?;
        if games > EXPORTED {
            let why = format!(
                "{games} games, of at most {EXPORTED} here: 'lastknight export' writes all"
            );
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, why));
        }
        let mut bytes = Vec::new();
        lastknight_lab::export(&store, &run, format, &mut bytes, &mut |_| {})
            .map_err(|error| failed(&error))?;
        Ok(bytes)
    })
    .await?;
    let name = format!("attachment; filename=\"run-{number}.{ending}\"");
    Ok(([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)], bytes)
        .into_response())
}

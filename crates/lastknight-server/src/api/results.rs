//! Results of tournaments and studies.

use std::ops::ControlFlow;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use lastknight::Color;
use lastknight_lab::report::{self, Report};
use lastknight_lab::{GameFormat, GameId, json, open_store};
use serde::{Deserialize, Serialize};

use crate::Server;
use crate::guard::REPORT_POLICY;
use crate::problem::Problem;
use crate::request::{QueryParams, within};
use crate::results::{ResultDirectories, failed, shown};

/// The most games of a list.
const LISTED: usize = 500;

/// The most games that are exported over the network.
const EXPORTED: usize = 200_000;

/// Reads from disk on a thread of its own; only a few requests at a time, since that takes memory and time.
pub(super) async fn blocking<T: Send + 'static>(
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
pub(crate) struct Results {
    directories: Vec<Directory>,
}

#[derive(Serialize)]
struct Directory {
    directory: String,
    runs: Vec<ListedRun>,
    studies: Vec<String>,
    /// Why there are no runs, where they cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// A run in a list.
#[derive(Serialize)]
struct ListedRun {
    #[serde(flatten)]
    run: json::Run,
    /// Deprecated: the number of `entrants`.
    agents: usize,
}

/// What there is to look at.
pub(crate) async fn results(State(server): State<Arc<Server>>) -> Result<Json<Results>, Problem> {
    blocking(server, move |server| {
        let directory = |path: &std::path::PathBuf| {
            let (runs, error) = match runs(path) {
                Ok(runs) => (runs, None),
                Err(problem) => (Vec::new(), Some(problem.message)),
            };
            Directory {
                directory: shown(path),
                runs,
                studies: ResultDirectories::studies(path),
                error,
            }
        };
        let directories = server.results.directories().iter().map(directory).collect();
        Ok(Json(Results { directories }))
    })
    .await
}

/// The runs of a directory, the newest first.
fn runs(path: &std::path::Path) -> Result<Vec<ListedRun>, Problem> {
    let store = open_store(path).map_err(|error| failed(&error))?;
    let runs = json::Run::all(&store).map_err(|error| failed(&error))?;
    let listed = |run: json::Run| ListedRun { agents: run.entrants.len(), run };
    Ok(runs.into_iter().rev().map(listed).collect())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunAt {
    directory: String,
    run: i64,
}

/// What a run shows, in numbers.
pub(crate) async fn report(
    State(server): State<Arc<Server>>,
    QueryParams(at): QueryParams<RunAt>,
) -> Result<Response, Problem> {
    let report = blocking(server, move |server| read_report(server, &at)).await?;
    Ok(Json(report::json::ReportJson::from(&report)).into_response())
}

fn read_report(server: &Server, at: &RunAt) -> Result<Report, Problem> {
    let (store, run) = server.results.run(&at.directory, at.run)?;
    Report::new(&store, &run).map_err(|error| failed(&error))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PageAt {
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
pub(crate) async fn report_page(
    State(server): State<Arc<Server>>,
    QueryParams(at): QueryParams<PageAt>,
) -> Result<Response, Problem> {
    let theme = at.theme;
    let run = RunAt { directory: at.directory, run: at.run };
    let html = move |server: &Server| Ok(report::document(&read_report(server, &run)?).html());
    let text = blocking(server, html).await?;
    Ok(page(&text, theme))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StudyAt {
    directory: String,
    name: String,
    theme: Option<Theme>,
}

/// The page of a study.
pub(crate) async fn study_page(
    State(server): State<Arc<Server>>,
    QueryParams(at): QueryParams<StudyAt>,
) -> Result<Response, Problem> {
    let theme = at.theme;
    let study = move |server: &Server| server.results.study(&at.directory, &at.name);
    let text = blocking(server, study).await?;
    Ok(page(&text, theme))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GamesOf {
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
pub(crate) struct Games {
    games: Vec<json::GameSummary>,
    more: bool,
}

/// Games of a run.
pub(crate) async fn games(
    State(server): State<Arc<Server>>,
    QueryParams(of): QueryParams<GamesOf>,
) -> Result<Json<Games>, Problem> {
    let count = within("count", of.count.unwrap_or(50), (1, LISTED))?;
    let mut skip = of.skip.unwrap_or_default();
    blocking(server, move |server| {
        let (store, run) = server.results.run(&of.directory, of.run)?;
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
            games.push(game.into());
            ControlFlow::Continue(())
        });
        read.map_err(|error| failed(&error))?;
        Ok(Json(Games { games, more }))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameAt {
    directory: String,
    run: i64,
    round: String,
}

/// A game of a run.
pub(crate) async fn game(
    State(server): State<Arc<Server>>,
    QueryParams(at): QueryParams<GameAt>,
) -> Result<Json<json::StoredGame>, Problem> {
    let round = at.round.parse::<GameId>();
    let round = round.map_err(|error| Problem::bad_field("round", error.to_string()))?;
    blocking(server, move |server| {
        let (store, run) = server.results.run(&at.directory, at.run)?;
        let game = store.game(&run, round).map_err(|error| failed(&error))?;
        let game = game.ok_or_else(|| Problem::missing("the run has no such game"))?;
        Ok(Json((&game).into()))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExportOf {
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
pub(crate) async fn export(
    State(server): State<Arc<Server>>,
    QueryParams(of): QueryParams<ExportOf>,
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
    let bytes = blocking(server, move |server| {
        let (store, run) = server.results.run(&of.directory, of.run)?;
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

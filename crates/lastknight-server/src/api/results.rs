//! Results of tournaments and studies.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use lastknight::Color;
use lastknight_api::within;
use lastknight_lab::report::{self, Report};
use lastknight_lab::{GameFormat, GameId, json, open_store};
use serde::{Deserialize, Serialize};

use crate::Server;
use crate::api_error::ApiError;
use crate::guard::REPORT_POLICY;
use crate::request::QueryParams;
use crate::results::{ResultDirectories, shown};

/// The maximum number of games in a list, and in an export.
const LISTED: usize = 500;
const EXPORTED: usize = 200_000;

/// Reads from disk on a thread of its own, for a few requests at a time: it takes memory and time.
pub(super) async fn blocking<T: Send + 'static>(
    server: Arc<Server>,
    work: impl FnOnce(&Server) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let permit = Arc::clone(&server.readers).acquire_owned().await;
    let result = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        work(&server)
    });
    result.await.map_err(|_| ApiError::internal("reading failed: this is a bug in lastknight"))?
}

#[derive(Serialize)]
struct ListedDirectory {
    directory: String,
    runs: Vec<ListedRun>,
    studies: Vec<String>,
    /// Why the runs cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Serialize)]
struct ListedRun {
    #[serde(flatten)]
    run: json::Run,
    /// Deprecated: the number of `entrants`.
    agents: usize,
}

impl ListedDirectory {
    fn new(path: &Path) -> Self {
        let runs = open_store(path).and_then(|store| json::Run::all(&store));
        let runs = runs.map_err(|error| ApiError::from(error).0.message);
        let error = runs.as_ref().err().cloned();
        let listed = |run: json::Run| ListedRun { agents: run.entrants.len(), run };
        // The newest first.
        let runs = runs.unwrap_or_default().into_iter().rev().map(listed).collect();
        Self { directory: shown(path), runs, studies: ResultDirectories::studies(path), error }
    }
}

/// Answers with the directories of results, their runs and studies.
pub(crate) async fn results(
    State(server): State<Arc<Server>>,
) -> Result<impl IntoResponse, ApiError> {
    blocking(server, move |server| {
        let directories = server.results.directories();
        let listed: Vec<_> = directories.iter().map(|path| ListedDirectory::new(path)).collect();
        Ok(Json(BTreeMap::from([("directories", listed)])))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunQuery {
    directory: String,
    run: i64,
}

/// Answers with the report of a run, as JSON.
pub(crate) async fn report(
    State(server): State<Arc<Server>>,
    QueryParams(query): QueryParams<RunQuery>,
) -> Result<Response, ApiError> {
    let read = move |server: &Server| read_report(server, &query.directory, query.run);
    let report = blocking(server, read).await?;
    Ok(Json(report::json::ReportJson::from(&report)).into_response())
}

fn read_report(server: &Server, directory: &str, run: i64) -> Result<Report, ApiError> {
    let (store, run) = server.results.run(directory, run)?;
    Ok(Report::new(&store, &run)?)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReportPageQuery {
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

/// Answers with a standalone page in the requested colours.
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

/// Answers with the report of a run, as a page with all its charts.
pub(crate) async fn report_page(
    State(server): State<Arc<Server>>,
    QueryParams(query): QueryParams<ReportPageQuery>,
) -> Result<Response, ApiError> {
    let html = move |server: &Server| {
        Ok(report::document(&read_report(server, &query.directory, query.run)?).html())
    };
    Ok(page(&blocking(server, html).await?, query.theme))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StudyQuery {
    directory: String,
    name: String,
    theme: Option<Theme>,
}

pub(crate) async fn study_page(
    State(server): State<Arc<Server>>,
    QueryParams(query): QueryParams<StudyQuery>,
) -> Result<Response, ApiError> {
    let html = move |server: &Server| server.results.study(&query.directory, &query.name);
    Ok(page(&blocking(server, html).await?, query.theme))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GamesQuery {
    directory: String,
    run: i64,
    /// The players: games of both, or of the one that is given.
    a: Option<String>,
    b: Option<String>,
    skip: Option<usize>,
    count: Option<usize>,
}

impl GamesQuery {
    fn matches(&self, game: &lastknight_lab::StoredGame) -> bool {
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

/// Answers with some games of a run.
pub(crate) async fn games(
    State(server): State<Arc<Server>>,
    QueryParams(query): QueryParams<GamesQuery>,
) -> Result<Json<Games>, ApiError> {
    let count = within("count", query.count.unwrap_or(50), (1, LISTED))?;
    let mut skip = query.skip.unwrap_or_default();
    blocking(server, move |server| {
        let (store, run) = server.results.run(&query.directory, query.run)?;
        let (mut games, mut more) = (Vec::new(), false);
        let read = store.each_game_until(&run, &mut |game| {
            if query.matches(game) {
                if skip > 0 {
                    skip -= 1;
                } else if games.len() < count {
                    games.push(game.into());
                } else {
                    more = true;
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        read?;
        Ok(Json(Games { games, more }))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameQuery {
    directory: String,
    run: i64,
    round: String,
}

pub(crate) async fn game(
    State(server): State<Arc<Server>>,
    QueryParams(query): QueryParams<GameQuery>,
) -> Result<Json<json::StoredGame>, ApiError> {
    let round = query.round.parse::<GameId>();
    let round = round.map_err(|error| ApiError::bad_field("round", error))?;
    blocking(server, move |server| {
        let (store, run) = server.results.run(&query.directory, query.run)?;
        let game = store.game(&run, round)?;
        let game = game.ok_or_else(|| ApiError::not_found("the run has no such game"))?;
        Ok(Json((&game).into()))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExportQuery {
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

/// Answers with the games of a run as a file.
pub(crate) async fn export(
    State(server): State<Arc<Server>>,
    QueryParams(query): QueryParams<ExportQuery>,
) -> Result<Response, ApiError> {
    let (format, ending, kind) = match query.format {
        FormatName::Pgn => (GameFormat::Pgn, "pgn", "application/x-chess-pgn"),
        FormatName::Jsonl => (GameFormat::Jsonl, "jsonl", "application/jsonl"),
        FormatName::Csv => (GameFormat::Csv, "csv", "text/csv; charset=utf-8"),
        FormatName::Xlsx => (
            GameFormat::Xlsx,
            "xlsx",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        ),
    };
    let bytes = blocking(server, move |server| {
        let (store, run) = server.results.run(&query.directory, query.run)?;
        let games = 2 * store.played(&run)?;
        if games > EXPORTED {
            let why = format!("{games} games, of at most {EXPORTED} here: use 'lastknight export'");
            return Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, why));
        }
        let mut bytes = Vec::new();
        lastknight_lab::export(&store, &run, format, &mut bytes, &mut |_| {})
            .map_err(ApiError::internal)?;
        Ok(bytes)
    })
    .await?;
    let name = format!("attachment; filename=\"run-{}.{ending}\"", query.run);
    Ok(([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)], bytes)
        .into_response())
}

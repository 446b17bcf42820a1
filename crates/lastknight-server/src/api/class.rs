//! A class: entries, standings and tokens.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};

use super::results::blocking;
use crate::Server;
use crate::api_error::ApiError;
use crate::class::{Class, EntryKind, Standings, Submission, now};
use crate::jobs::{JobStatus, Requester};
use crate::request::{Body, QueryParams};
use crate::role::Role;

impl Server {
    fn class(&self) -> Result<&Arc<Class>, ApiError> {
        self.class.as_ref().ok_or_else(|| ApiError::not_found("this server has no class"))
    }
}

/// The class, as everybody may see it.
#[derive(Serialize)]
pub(crate) struct ClassInfo {
    title: String,
    role: &'static str,
    /// The name of the student who asks.
    name: Option<String>,
    board: String,
    depth: Option<u32>,
    nodes: Option<u64>,
    games: usize,
    oracle: usize,
    field: Vec<String>,
    agents: EntryKind,
    per_hour: usize,
    auto: bool,
    deadline: Option<String>,
    /// Whether the deadline has passed.
    closed: bool,
    students: usize,
    /// What is wrong with the settings, for the teacher.
    problem: Option<String>,
}

pub(crate) async fn class(
    State(server): State<Arc<Server>>,
    role: Role,
) -> Result<Json<ClassInfo>, ApiError> {
    blocking(server, move |server| {
        let class = server.class()?;
        if class.refresh() && class.is_due() {
            // Other settings, other games.
            let _ = server.jobs.ladder(class, "");
        }
        let settings = class.settings();
        let deadline = settings.deadline.as_ref();
        let name = if let Role::Student(name) = &role { Some(name.clone()) } else { None };
        Ok(Json(ClassInfo {
            title: settings.title.clone(),
            role: role.name(),
            name,
            board: settings.board_text.clone(),
            depth: settings.limits.depth,
            nodes: settings.limits.nodes,
            games: settings.games,
            oracle: settings.oracle,
            field: settings.field.iter().map(|(name, _)| name.clone()).collect(),
            agents: settings.agents,
            per_hour: settings.per_hour,
            auto: settings.auto,
            deadline: deadline.map(|deadline| deadline.text.clone()),
            closed: deadline.is_some_and(|deadline| deadline.seconds < now()),
            students: settings.students.len(),
            problem: class.problem().filter(|_| role == Role::Teacher),
        }))
    })
    .await
}

/// The entry of a student, with what was submitted before.
#[derive(Serialize)]
pub(crate) struct ClassEntry {
    student: String,
    text: Option<String>,
    /// Why it cannot play, if the settings have changed since.
    problem: Option<String>,
    history: Vec<PastEntry>,
}

#[derive(Serialize)]
struct PastEntry {
    /// The seconds since 1970.
    time: u64,
    text: Option<String>,
}

impl ClassEntry {
    fn new(class: &Class, student: String) -> Self {
        let submissions = class.submissions(&student);
        let text = submissions.last().and_then(|last| last.text.clone());
        let problem = text.as_deref().and_then(|text| class.entry_problem(text));
        let past = |Submission { time, text, .. }| PastEntry { time, text };
        // The newest first.
        let history = submissions.into_iter().rev().map(past).collect();
        Self { student, text, problem, history }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EntryQuery {
    student: Option<String>,
}

/// Returns whose entry a request is about: a student's own, or that which the teacher names.
fn whose(class: &Class, role: &Role, query: EntryQuery) -> Result<String, ApiError> {
    let forbidden = |why| Err(ApiError::new(StatusCode::FORBIDDEN, why));
    match (role, query.student) {
        (Role::Student(name), None) => Ok(name.clone()),
        (Role::Teacher, Some(name)) if class.settings().students.contains(&name) => Ok(name),
        (Role::Teacher, Some(_)) => Err(ApiError::not_found("there is no such student")),
        (Role::Teacher, None) => Err(ApiError::bad_field("student", "name a student")),
        (Role::Student(_), Some(_)) => forbidden("students have their own entry only"),
        _ => forbidden("only students have an entry"),
    }
}

pub(crate) async fn entry(
    State(server): State<Arc<Server>>,
    role: Role,
    QueryParams(query): QueryParams<EntryQuery>,
) -> Result<Json<ClassEntry>, ApiError> {
    let class = server.class()?;
    let student = whose(class, &role, query)?;
    Ok(Json(ClassEntry::new(class, student)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EntryText {
    text: String,
}

pub(crate) async fn submit(
    State(server): State<Arc<Server>>,
    role: Role,
    requester: Requester,
    QueryParams(query): QueryParams<EntryQuery>,
    Body(EntryText { text }): Body<EntryText>,
) -> Result<Json<ClassEntry>, ApiError> {
    if !matches!(role, Role::Student(_)) {
        return Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "only students submit, and for themselves",
        ));
    }
    change(server, requester, query, Some(text)).await
}

pub(crate) async fn withdraw(
    State(server): State<Arc<Server>>,
    requester: Requester,
    QueryParams(query): QueryParams<EntryQuery>,
) -> Result<Json<ClassEntry>, ApiError> {
    change(server, requester, query, None).await
}

/// Replaces or withdraws an entry, and lets the ladder begin.
async fn change(
    server: Arc<Server>,
    requester: Requester,
    query: EntryQuery,
    text: Option<String>,
) -> Result<Json<ClassEntry>, ApiError> {
    blocking(server, move |server| {
        let class = server.class()?;
        let student = whose(class, &requester.role, query)?;
        let before = class.entry(&student);
        class.submit(&student, text.as_deref(), &requester.role)?;
        if class.entry(&student) != before && class.is_due() {
            // The entry is stored; if no job can start now, a later one plays it.
            let _ = server.jobs.ladder(class, &requester.client);
        }
        Ok(Json(ClassEntry::new(class, student)))
    })
    .await
}

/// The standings, and whether games are being played.
#[derive(Serialize)]
pub(crate) struct ClassStandings {
    #[serde(flatten)]
    standings: Standings,
    /// The job that plays the ladder or waits to do so.
    job: Option<JobStatus>,
}

pub(crate) async fn standings(
    State(server): State<Arc<Server>>,
    role: Role,
) -> Result<impl IntoResponse, ApiError> {
    blocking(server, move |server| {
        let job = server.jobs.active_ladder();
        let standings = server.class()?.standings(job.is_some())?;
        let job = job.map(|job| job.shown_to(&role));
        Ok(Json(ClassStandings { standings: Standings::clone(&standings), job }))
    })
    .await
}

/// Plays the ladder now, or as soon as the running job has ended.
pub(crate) async fn run(
    State(server): State<Arc<Server>>,
    requester: Requester,
) -> Result<impl IntoResponse, ApiError> {
    if requester.role != Role::Teacher {
        return Err(ApiError::new(StatusCode::FORBIDDEN, "only the teacher starts jobs"));
    }
    blocking(server, move |server| {
        let class = server.class()?;
        if !class.has_entries() {
            return Err(ApiError::bad_request("there are no entries yet"));
        }
        class.ladder()?;
        Ok((StatusCode::CREATED, Json(server.jobs.ladder(class, &requester.client)?)))
    })
    .await
}

/// The students with their tokens, for the teacher.
#[derive(Serialize)]
pub(crate) struct ClassStudents {
    /// The token of the link to the standings.
    reader: String,
    /// The address for links, if the settings have one.
    address: Option<String>,
    students: Vec<ClassStudent>,
}

#[derive(Serialize)]
struct ClassStudent {
    name: String,
    token: String,
    text: Option<String>,
    /// When it was submitted or withdrawn, in seconds since 1970.
    time: Option<u64>,
    submissions: usize,
    problem: Option<String>,
}

pub(crate) async fn students(
    State(server): State<Arc<Server>>,
    role: Role,
) -> Result<Json<ClassStudents>, ApiError> {
    if role != Role::Teacher {
        return Err(ApiError::new(StatusCode::FORBIDDEN, "only the teacher sees the tokens"));
    }
    blocking(server, move |server| {
        let class = server.class()?;
        let settings = class.settings();
        let student = |name: &String| {
            let submissions = class.submissions(name);
            let last = submissions.last();
            let text = last.and_then(|last| last.text.clone());
            ClassStudent {
                name: name.clone(),
                token: class.token(Some(name)).unwrap_or_default(),
                problem: text.as_deref().and_then(|text| class.entry_problem(text)),
                text,
                time: last.map(|last| last.time),
                submissions: submissions.len(),
            }
        };
        Ok(Json(ClassStudents {
            reader: class.token(None).unwrap_or_default(),
            address: settings.address.clone(),
            students: settings.students.iter().map(student).collect(),
        }))
    })
    .await
}

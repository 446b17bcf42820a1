//! Tournaments and studies that are started from the page.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::IntoResponse;
use tokio::sync::mpsc::unbounded_channel;

use super::results::blocking;
use crate::Server;
use crate::api_error::ApiError;
use crate::job_work::{JobRequest, JobWork};
use crate::jobs::{JobStatus, Requester};
use crate::request::{self, Body, Name};
use crate::role::Role;
use crate::search::{Events, ServerEvent};

/// The minimum time between two progress events of a job.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

pub(crate) async fn jobs(State(server): State<Arc<Server>>, role: Role) -> impl IntoResponse {
    let jobs = server.jobs.list().into_iter().map(|status| status.shown_to(&role));
    Json(BTreeMap::from([("jobs", jobs.collect::<Vec<_>>())]))
}

/// The role and the client's name.
impl FromRequestParts<Arc<Server>> for Requester {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Result<Self, ApiError> {
        let role = Role::from_request_parts(parts, server).await?;
        Ok(Self { role, client: request::client(parts)? })
    }
}

pub(crate) async fn start(
    State(server): State<Arc<Server>>,
    requester: Requester,
    Body(request): Body<JobRequest>,
) -> Result<impl IntoResponse, ApiError> {
    let start = move |server: &Server| {
        server.jobs.start(JobWork::new(request, &server.agents)?, &requester.client)
    };
    Ok((StatusCode::CREATED, Json(blocking(server, start).await?)))
}

pub(crate) async fn stop(
    State(server): State<Arc<Server>>,
    requester: Requester,
    Name(id): Name,
) -> Result<Json<JobStatus>, ApiError> {
    Ok(Json(server.jobs.stop(&id, &requester)?))
}

pub(crate) async fn first(
    State(server): State<Arc<Server>>,
    requester: Requester,
    Name(id): Name,
) -> Result<Json<JobStatus>, ApiError> {
    Ok(Json(server.jobs.first(&id, &requester)?))
}

/// Streams the progress of a job until its end.
pub(crate) async fn progress(
    State(server): State<Arc<Server>>,
    role: Role,
    Name(id): Name,
) -> Result<Events, ApiError> {
    let mut updates = server.jobs.subscribe(&id)?;
    let (sender, receiver) = unbounded_channel();
    tokio::spawn(async move {
        loop {
            let status = updates.borrow_and_update().clone().shown_to(&role);
            let name = if status.is_active() { "progress" } else { "done" };
            let sent = sender.send(Ok(ServerEvent::new(name, &status)));
            if sent.is_err() || !status.is_active() {
                return;
            }
            tokio::select! {
                changed = updates.changed() => if changed.is_err() { return },
                () = sender.closed() => return,
            }
            tokio::time::sleep(PROGRESS_INTERVAL).await;
        }
    });
    Ok(Events::of_job(receiver))
}

//! Tournaments and studies that are started from the page.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use tokio::sync::mpsc::unbounded_channel;

use super::results::blocking;
use crate::Server;
use crate::api_error::ApiError;
use crate::jobs::{JobRequest, JobStatus};
use crate::request::{Body, Name};
use crate::search::{Events, ServerEvent};

/// The minimum time between two progress events of a job.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

pub(crate) async fn jobs(State(server): State<Arc<Server>>) -> impl IntoResponse {
    Json(BTreeMap::from([("jobs", server.jobs.list())]))
}

pub(crate) async fn start(
    State(server): State<Arc<Server>>,
    Body(request): Body<JobRequest>,
) -> Result<impl IntoResponse, ApiError> {
    let status = blocking(server, move |server| server.jobs.start(request, &server.agents)).await?;
    Ok((StatusCode::CREATED, Json(status)))
}

pub(crate) async fn stop(
    State(server): State<Arc<Server>>,
    Name(id): Name,
) -> Result<Json<JobStatus>, ApiError> {
    Ok(Json(server.jobs.stop(&id)?))
}

/// Streams the progress of a job until its end.
pub(crate) async fn progress(
    State(server): State<Arc<Server>>,
    Name(id): Name,
) -> Result<Events, ApiError> {
    let mut updates = server.jobs.subscribe(&id)?;
    let (sender, receiver) = unbounded_channel();
    tokio::spawn(async move {
        loop {
            let status = updates.borrow_and_update().clone();
            let name = if status.is_running() { "progress" } else { "done" };
            let sent = sender.send(Ok(ServerEvent::new(name, &status)));
            if sent.is_err() || !status.is_running() {
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

//! Tournaments and studies that are started from the page.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::Event;
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde::Serialize;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::results::blocking;
use crate::Server;
use crate::jobs::{Order, State as JobState};
use crate::problem::Problem;
use crate::request::{Body, Name};
use crate::search;

/// The least time between two pieces of news of a job.
const PAUSE: Duration = Duration::from_millis(100);

#[derive(Serialize)]
pub(crate) struct JobList {
    jobs: Vec<JobState>,
}

/// What was started.
pub(crate) async fn jobs(State(server): State<Arc<Server>>) -> Json<JobList> {
    Json(JobList { jobs: server.jobs.states() })
}

/// Starts a tournament or a study.
pub(crate) async fn start(
    State(server): State<Arc<Server>>,
    Body(order): Body<Order>,
) -> Result<Response, Problem> {
    let state = blocking(server, move |server| server.jobs.start(order, &server.agents)).await?;
    Ok((StatusCode::CREATED, Json(state)).into_response())
}

/// Ends one.
pub(crate) async fn stop(
    State(server): State<Arc<Server>>,
    Name(id): Name,
) -> Result<Json<JobState>, Problem> {
    Ok(Json(server.jobs.stop(number(&id)?)?))
}

fn number(id: &str) -> Result<usize, Problem> {
    id.parse().map_err(|_| Problem::missing("nothing was started under this number"))
}

/// How far one is, until its end.
pub(crate) async fn progress(
    State(server): State<Arc<Server>>,
    Name(id): Name,
) -> Result<Response, Problem> {
    let mut states = server.jobs.watch(number(&id)?)?;
    let (sender, receiver) = unbounded_channel();
    tokio::spawn(async move {
        loop {
            let state = states.borrow_and_update().clone();
            let data = serde_json::to_string(&state).expect("a state has no maps with odd keys");
            let name = if state.is_running() { "progress" } else { "done" };
            if sender.send(Event::default().event(name).data(data)).is_err() || !state.is_running()
            {
                return;
            }
            tokio::select! {
                changed = states.changed() => if changed.is_err() { return },
                () = sender.closed() => return,
            }
            // A run that flies tells no more often than somebody can see.
            tokio::time::sleep(PAUSE).await;
        }
    });
    Ok(search::stream(Told(receiver)))
}

/// Events as a stream.
struct Told(UnboundedReceiver<Event>);

impl Stream for Told {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|event| event.map(Ok))
    }
}

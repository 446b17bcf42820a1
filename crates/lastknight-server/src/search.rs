//! Requests that search: each on a thread of its own, with events while it runs. A closed connection cancels it.

use std::convert::Infallible;
use std::panic::{self, AssertUnwindSafe};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::thread;
use std::time::Duration;

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use lastknight::agent::Resources;
use lastknight::{Clock, Control, Limits};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::api_error::ApiError;
use super::request::{self, MOST, QueryParams};
use super::scheduler::SearchSlot;
use super::{MEGABYTES, Server};

/// How often a stream without events sends a comment.
const KEEP_ALIVE: Duration = Duration::from_secs(10);

/// The minimum memory of a search, in megabytes.
const LEAST_MEGABYTES: u64 = 2;

/// The last event of a stream, and its name if the search failed.
const DONE: &str = "done";
const FAILED: &str = "failed";

/// The message of a search that ends without an answer.
const SEARCH_FAILED: &str = "the search failed: this is a bug in lastknight";

/// A request that searches: its query, and who sent it.
pub(super) struct SearchRequest<Q> {
    pub(super) server: Arc<Server>,
    client: String,
    pub(super) query: Q,
}

impl<Q: DeserializeOwned> FromRequestParts<Arc<Server>> for SearchRequest<Q> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Result<Self, ApiError> {
        let client = request::client(parts)?;
        let QueryParams(query) = QueryParams::from_request_parts(parts, server).await?;
        Ok(Self { server: Arc::clone(server), client, query })
    }
}

impl<Q> SearchRequest<Q> {
    /// Starts a search with at most `most_time` of CPU time. What `work` returns is the last event.
    pub(super) fn start<T: Serialize>(
        &self,
        most_time: Duration,
        work: impl FnOnce(&SearchContext) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<Events, ApiError> {
        let slot = self.server.scheduler.slot(&self.client, most_time)?;
        let (sender, receiver) = unbounded_channel();
        let events = Events { receiver, slot: Some(Arc::clone(&slot)) };
        let context = SearchContext { slot, sender };
        let search = move || {
            context.slot.begin();
            let result = panic::catch_unwind(AssertUnwindSafe(|| work(&context)));
            match result.unwrap_or_else(|_| Err(ApiError::internal(SEARCH_FAILED))) {
                Ok(last) => context.send(DONE, &last),
                Err(error) => drop(context.sender.send(Err(error))),
            }
            context.slot.end();
        };
        let spawned = thread::Builder::new().name("search".to_owned()).spawn(search);
        spawned.map_err(|error| ApiError::internal(format!("cannot start a thread: {error}")))?;
        Ok(events)
    }
}

/// A named event with its JSON.
#[derive(Debug)]
pub(super) struct ServerEvent {
    name: &'static str,
    data: String,
}

impl ServerEvent {
    pub(super) fn new(name: &'static str, data: &impl Serialize) -> Self {
        Self { name, data: serde_json::to_string(data).expect("map keys are text") }
    }
}

type EventResult = Result<ServerEvent, ApiError>;

/// The slot of a search, and a channel for its events.
///
/// The channel needs no bound: a search ends, and sends few events.
#[derive(Debug)]
pub(super) struct SearchContext {
    pub(super) slot: Arc<SearchSlot>,
    sender: UnboundedSender<EventResult>,
}

impl SearchContext {
    /// Returns the threads and memory that this search may use.
    pub(super) fn resources(&self) -> Resources {
        let megabytes = self.slot.share_of(MEGABYTES).clamp(LEAST_MEGABYTES, MOST.megabytes);
        Resources { megabytes, ..MOST }
    }

    /// Returns a control that counts CPU time, so that waiting for a turn costs nothing.
    pub(super) fn control(&self, limits: Limits) -> Control<'_> {
        Control::from(limits).clock(Clock::Cpu).checkpoint(&*self.slot)
    }

    /// Sends an event. Without a receiver the search is cancelled anyway.
    pub(super) fn send(&self, name: &'static str, data: &impl Serialize) {
        let _ = self.sender.send(Ok(ServerEvent::new(name, data)));
    }
}

/// The events of a search or a job. Dropping those of a search cancels it.
#[derive(Debug)]
pub(super) struct Events {
    receiver: UnboundedReceiver<EventResult>,
    slot: Option<Arc<SearchSlot>>,
}

impl Events {
    pub(super) fn of_job(receiver: UnboundedReceiver<EventResult>) -> Self {
        Self { receiver, slot: None }
    }

    /// Waits for the end and answers with the last event alone.
    pub(super) async fn last(mut self) -> Result<Response, ApiError> {
        while let Some(event) = self.receiver.recv().await {
            let ServerEvent { name, data } = event?;
            if name == DONE {
                return Ok(([(header::CONTENT_TYPE, "application/json")], data).into_response());
            }
        }
        Err(ApiError::internal(SEARCH_FAILED))
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.slot.iter().for_each(|slot| slot.cancel());
    }
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let sent = |event: EventResult| {
            let event = event.unwrap_or_else(|error| ServerEvent::new(FAILED, &error));
            Ok(Event::default().event(event.name).data(event.data))
        };
        self.receiver.poll_recv(context).map(|event| event.map(sent))
    }
}

impl IntoResponse for Events {
    fn into_response(self) -> Response {
        Sse::new(self).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response()
    }
}

//! Requests that search: each on a thread of its own, with events while it runs. A closed connection cancels it.

use std::convert::Infallible;
use std::panic::{self, AssertUnwindSafe};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::thread;
use std::time::Duration;

use axum::http::header;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use lastknight::agent::Resources;
use lastknight::{Clock, Control, Limits};
use lastknight_api::{MOST, Problem, Question, Search};
use serde::Serialize;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::api_error::ApiError;
use super::scheduler::{Purpose, SearchSlot};
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

/// Starts a search for a client, on a thread of its own.
pub(super) fn start(
    server: &Server,
    client: &str,
    question: Question,
    purpose: Purpose,
) -> Result<Events, ApiError> {
    let slot = server.scheduler.slot(client, question.most_time, purpose)?;
    let (sender, receiver) = unbounded_channel();
    let events = Events { receiver, slot: Some(Arc::clone(&slot)) };
    let context = SearchContext { slot, sender };
    let search = move || {
        context.slot.begin();
        let result = panic::catch_unwind(AssertUnwindSafe(|| question.answer(&context)));
        let result = result.unwrap_or_else(|_| Err(Problem::internal(SEARCH_FAILED)));
        let last = result.map(|answer| ServerEvent { name: DONE, data: answer.text });
        // Without a receiver the search was cancelled.
        let _ = context.sender.send(last);
        context.slot.end();
    };
    let spawned = thread::Builder::new().name("search".to_owned()).spawn(search);
    spawned.map_err(|error| ApiError::internal(format!("cannot start a thread: {error}")))?;
    Ok(events)
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

type EventResult = Result<ServerEvent, Problem>;

/// The slot of a search, and a channel for its events.
///
/// The channel needs no bound: a search ends, and sends few events.
#[derive(Debug)]
struct SearchContext {
    slot: Arc<SearchSlot>,
    sender: UnboundedSender<EventResult>,
}

impl Search for SearchContext {
    /// With many searches each has less memory.
    fn resources(&self) -> Resources {
        let megabytes = self.slot.share_of(MEGABYTES).clamp(LEAST_MEGABYTES, MOST.megabytes);
        Resources { megabytes, ..MOST }
    }

    /// Counts CPU time, so that waiting for a turn costs nothing.
    fn control(&self, limits: Limits) -> Control<'_> {
        Control::from(limits).clock(Clock::Cpu).checkpoint(&*self.slot)
    }

    /// Without a receiver the search is cancelled anyway.
    fn send(&self, name: &'static str, data: String) {
        let _ = self.sender.send(Ok(ServerEvent { name, data }));
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

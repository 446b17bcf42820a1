//! Work that takes a while: on a thread of its own, told as it goes on, ended when nobody listens any more.

use std::convert::Infallible;
use std::panic::{self, AssertUnwindSafe};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::thread;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use lastknight::Agent;
use lastknight::agent::Needs;
use serde::Serialize;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::MEGABYTES;
use super::problem::Problem;
use super::request::MOST;
use super::scheduler::{Scheduler, Slot};

/// How often a stream that has nothing to tell shows that it is still there.
const SIGN_OF_LIFE: Duration = Duration::from_secs(10);

/// The least memory of a search, in megabytes.
const LEAST_MEGABYTES: u64 = 2;

/// The name of the last piece of news.
const DONE: &str = "done";

/// The name of the news that something failed here.
const FAILED: &str = "failed";

/// A piece of news: what it is about, and JSON.
#[derive(Debug)]
struct News {
    name: &'static str,
    data: String,
}

/// What a search has at hand: its slot, and a channel for events.
///
/// What is told waits until it is read. That is bounded: a search ends, and there is little to tell of it.
#[derive(Debug)]
pub(super) struct SearchContext {
    pub(super) slot: Arc<Slot>,
    sender: UnboundedSender<News>,
}

impl SearchContext {
    /// An agent with no more memory than there is for this search.
    pub(super) fn agent_within_memory(&self, agent: &Agent) -> Agent {
        agent.clone().within(Needs { megabytes: self.megabytes(), ..MOST })
    }

    /// The memory that there is for this search.
    pub(super) fn megabytes(&self) -> u64 {
        self.slot.share_of(MEGABYTES).clamp(LEAST_MEGABYTES, MOST.megabytes)
    }

    /// Tells something; with nobody there to listen, the search ends soon anyway.
    pub(super) fn tell(&self, name: &'static str, news: &impl Serialize) {
        let data = serde_json::to_string(news).expect("results have no maps with odd keys");
        let _ = self.sender.send(News { name, data });
    }
}

/// Begins a search that may take so much processor time. What its work gives back is told last.
pub(super) fn begin<T: Serialize>(
    scheduler: &Arc<Scheduler>,
    client: &str,
    most: Duration,
    work: impl FnOnce(&SearchContext) -> T + Send + 'static,
) -> Result<Events, Problem> {
    let slot = scheduler.slot(client, most)?;
    let (sender, receiver) = unbounded_channel();
    let events = Events { receiver, slot: Arc::clone(&slot) };
    let context = SearchContext { slot, sender };
    let search = move || {
        context.slot.begin();
        match panic::catch_unwind(AssertUnwindSafe(|| work(&context))) {
            Ok(last) => context.tell(DONE, &last),
            Err(_) => {
                context
                    .tell(FAILED, &Problem::failed("the search failed; that is a mistake of ours"));
            }
        }
        context.slot.end();
    };
    let spawned = thread::Builder::new().name("search".to_owned()).spawn(search);
    spawned
        .map_err(|error| Problem::failed(format!("there is no thread to search on: {error}")))?;
    Ok(events)
}

/// What a search tells. Dropped, it ends the search.
#[derive(Debug)]
pub(super) struct Events {
    receiver: UnboundedReceiver<News>,
    slot: Arc<Slot>,
}

impl Events {
    /// Waits for the end, and answers with what is told then.
    pub(super) async fn last(mut self) -> Result<Response, Problem> {
        while let Some(news) = self.receiver.recv().await {
            match news.name {
                DONE => {
                    let json = [(axum::http::header::CONTENT_TYPE, "application/json")];
                    return Ok((json, news.data).into_response());
                }
                FAILED => break,
                _ => {}
            }
        }
        Err(Problem::failed("the search failed; that is a mistake of ours"))
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.slot.cancel();
    }
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let event = |news: News| Ok(Event::default().event(news.name).data(news.data));
        self.receiver.poll_recv(context).map(|news| news.map(event))
    }
}

impl IntoResponse for Events {
    fn into_response(self) -> Response {
        stream(self)
    }
}

/// A stream of events as an answer.
pub(super) fn stream(
    events: impl Stream<Item = Result<Event, Infallible>> + Send + 'static,
) -> Response {
    Sse::new(events).keep_alive(KeepAlive::new().interval(SIGN_OF_LIFE)).into_response()
}

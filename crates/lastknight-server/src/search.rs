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
use lastknight::agent::Resources;
use lastknight::{Clock, Control, Limits};
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

/// What a client reads when a search ends without an answer.
const BROKEN: &str = "the search failed; that is a mistake of ours";

fn text(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("answers have no maps with odd keys")
}

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
    sender: UnboundedSender<Result<News, Problem>>,
}

impl SearchContext {
    /// The threads and the memory that there are for this search.
    pub(super) fn needs(&self) -> Resources {
        let megabytes = self.slot.share_of(MEGABYTES).clamp(LEAST_MEGABYTES, MOST.megabytes);
        Resources { megabytes, ..MOST }
    }

    /// Limits by CPU time, so that waiting for a turn costs nothing.
    pub(super) fn control(&self, limits: Limits) -> Control<'_> {
        Control::from(limits).clock(Clock::Cpu).checkpoint(&*self.slot)
    }

    /// Tells something; with nobody there to listen, the search ends soon anyway.
    pub(super) fn tell(&self, name: &'static str, news: &impl Serialize) {
        let _ = self.sender.send(Ok(News { name, data: text(news) }));
    }
}

/// Begins a search that may take so much processor time. What its work gives back is told last.
pub(super) fn begin<T: Serialize>(
    scheduler: &Arc<Scheduler>,
    client: &str,
    most: Duration,
    work: impl FnOnce(&SearchContext) -> Result<T, Problem> + Send + 'static,
) -> Result<Events, Problem> {
    let slot = scheduler.slot(client, most)?;
    let (sender, receiver) = unbounded_channel();
    let events = Events { receiver, slot: Arc::clone(&slot) };
    let context = SearchContext { slot, sender };
    let search = move || {
        context.slot.begin();
        let broken = |_| Err(Problem::failed(BROKEN));
        match panic::catch_unwind(AssertUnwindSafe(|| work(&context))).unwrap_or_else(broken) {
            Ok(last) => context.tell(DONE, &last),
            Err(problem) => drop(context.sender.send(Err(problem))),
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
    receiver: UnboundedReceiver<Result<News, Problem>>,
    slot: Arc<Slot>,
}

impl Events {
    /// Waits for the end, and answers with what is told then.
    pub(super) async fn last(mut self) -> Result<Response, Problem> {
        while let Some(news) = self.receiver.recv().await {
            let news = news?;
            if news.name == DONE {
                let json = [(axum::http::header::CONTENT_TYPE, "application/json")];
                return Ok((json, news.data).into_response());
            }
        }
        Err(Problem::failed(BROKEN))
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
        let event = |news: Result<News, Problem>| {
            let (name, data) = match news {
                Ok(news) => (news.name, news.data),
                Err(problem) => (FAILED, text(&problem)),
            };
            Ok(Event::default().event(name).data(data))
        };
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

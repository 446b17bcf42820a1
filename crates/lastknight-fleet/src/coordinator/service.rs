//! The network of a coordinator: subscriptions, the queue, and what the ledger wants done.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use async_nats::connection::State;
use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::stream::{self, RetentionPolicy};
use async_nats::jetstream::{self, Context};
use async_nats::{Client, Message, Subscriber};
use futures_util::StreamExt;
use serde::Deserialize;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::time::{self, MissedTickBehavior};

use super::ledger::{Action, Judgement};
use super::{CoordinatorSettings, Shared, metrics};
use crate::broker::{Broker, BrokerError};
use crate::message::to_json;
use crate::names::{CONSUMER, FleetName};
use crate::status::FleetStatus;

/// How often the ledger does what is due.
const TICK: Duration = Duration::from_millis(100);

/// How often workers are told about the job, and the queue is looked at.
const SECOND: Duration = Duration::from_secs(1);

/// How long to wait for another coordinator's answer.
const STATUS_TIMEOUT: Duration = Duration::from_secs(2);

/// How often the broker gives a batch to workers before it gives up.
const MOST_DELIVERIES: i64 = 10;

/// How long the end may take.
const END_TIMEOUT: Duration = Duration::from_secs(2);

/// What tasks in the background report.
enum Report {
    /// The broker has a batch, at this place in its stream, or not, with the reason.
    Published(u64, Result<u64, String>),
    /// The last message of the stream, and the last that was delivered.
    Stream(u64, u64),
    /// There is no stream any more, or it was made again.
    Lost,
    /// Nothing is known about the stream.
    Unknown,
    /// What this program found for a task.
    Judged(u64, u64, String),
    /// This program cannot do a task.
    NotJudged(String),
}

pub(super) struct Service {
    shared: Arc<Shared>,
    client: Client,
    context: Context,
    fleet: FleetName,
    lease: Duration,
    subscriptions: Subscriptions,
    reports: (UnboundedSender<Report>, UnboundedReceiver<Report>),
    judge: Sender<Judgement>,
}

struct Subscriptions {
    joins: Subscriber,
    results: Subscriber,
    alive: Subscriber,
    status: Subscriber,
    given_up: Subscriber,
    /// The announcements of this fleet, which only this coordinator should make.
    announcements: Subscriber,
}

/// The broker's word that it gives a message to workers no more.
#[derive(Deserialize)]
struct GivenUp {
    stream_seq: u64,
}

impl Service {
    pub(super) async fn start(
        settings: &CoordinatorSettings,
        shared: Arc<Shared>,
    ) -> Result<Self, BrokerError> {
        let CoordinatorSettings { broker, fleet, lease, metrics, .. } = settings;
        let on_event = {
            let shared = Arc::clone(&shared);
            Box::new(move |event| shared.on_connection(event))
        };
        let inbox = FleetName::inbox(Some(fleet));
        let client = broker.connect("lastknight coordinator", &inbox, on_event).await?;
        let context = jetstream::new(client.clone());
        let failed = |why: String| {
            let name = fleet.as_str();
            let why = shared.forbidden().map_or(why, |forbidden| {
                format!("{forbidden}; the account needs the permissions of a coordinator")
            });
            BrokerError(format!("NATS: no queue for the fleet '{name}': {why}"))
        };
        let set_up = async {
            if ask(&client, fleet).await.is_ok() {
                let name = fleet.as_str();
                return Err(BrokerError(format!(
                    "the fleet '{name}' has a coordinator: choose another name with --fleet NAME"
                )));
            }
            // What an earlier coordinator left is in its store, or published again.
            let _ = context.delete_stream(fleet.stream()).await;
            set_up(&context, fleet, *lease).await.map_err(failed)
        };
        tokio::select! {
            made = set_up => made?,
            // An answer would not come.
            () = shared.refused.notified() => return Err(failed(String::new())),
        }
        let subscribe = async |subject: String| {
            let failed = |error| BrokerError(format!("NATS: cannot listen to {subject}: {error}"));
            client.subscribe(subject.clone()).await.map_err(failed)
        };
        let stream = fleet.stream();
        let subscriptions = Subscriptions {
            joins: subscribe(fleet.subject("join")).await?,
            results: subscribe(fleet.subject("result")).await?,
            alive: subscribe(fleet.subject("alive")).await?,
            status: subscribe(fleet.subject("status")).await?,
            given_up: subscribe(format!(
                "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.{stream}.{CONSUMER}"
            ))
            .await?,
            announcements: subscribe(fleet.announcements()).await?,
        };
        shared.ledger().set_max_payload(client.server_info().max_payload);
        client.flush().await.map_err(|error| failed(error.to_string()))?;
        if let Some(address) = metrics {
            metrics::serve(*address, Arc::clone(&shared)).await?;
        }
        let reports = mpsc::unbounded_channel();
        let judge = start_judge(reports.0.clone())
            .map_err(|error| BrokerError(format!("cannot start a thread: {error}")))?;
        let (fleet, lease) = (fleet.clone(), *lease);
        Ok(Self { shared, client, context, fleet, lease, subscriptions, reports, judge })
    }

    pub(super) async fn run(mut self) {
        let mut tick = time::interval(TICK);
        let mut second = time::interval(SECOND);
        for interval in [&mut tick, &mut second] {
            interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
        }
        // Whether the queue is being looked at.
        let mut is_looking = false;
        while !self.shared.closing.load(Ordering::Relaxed) {
            let Subscriptions { joins, results, alive, status, given_up, announcements } =
                &mut self.subscriptions;
            tokio::select! {
                Some(message) = joins.next() => {
                    let welcome = self.shared.ledger().join(&message.payload, Instant::now());
                    self.answer(&message, to_json(&welcome)).await;
                }
                Some(message) = results.next() => {
                    let reply = message.reply.as_ref().map(ToString::to_string);
                    self.shared.ledger().results(&message.payload, reply, Instant::now());
                    self.shared.changed.notify_all();
                }
                Some(message) = alive.next() => {
                    self.shared.ledger().alive(&message.payload, Instant::now());
                }
                Some(message) = status.next() => {
                    let status = self.shared.ledger().status(Instant::now());
                    self.answer(&message, to_json(&status)).await;
                }
                Some(message) = given_up.next() => {
                    if let Ok(GivenUp { stream_seq }) = serde_json::from_slice(&message.payload) {
                        self.shared.ledger().given_up(stream_seq, Instant::now());
                        self.shared.changed.notify_all();
                    }
                }
                Some(message) = announcements.next() => {
                    self.shared.ledger().hear(&message.payload);
                    self.shared.changed.notify_all();
                }
                Some(report) = self.reports.1.recv() => {
                    is_looking &= !matches!(
                        report,
                        Report::Stream(..) | Report::Lost | Report::Unknown
                    );
                    self.take_report(report);
                }
                _ = tick.tick() => self.shared.ledger().tick(Instant::now()),
                _ = second.tick() => {
                    self.shared.ledger().announce();
                    if !is_looking && self.is_connected() {
                        is_looking = true;
                        self.look();
                    }
                }
                () = self.shared.wake.notified() => {}
            }
            self.act().await;
        }
        self.end().await;
    }

    async fn end(mut self) {
        let end = async {
            self.act().await;
            let _ = self.context.delete_stream(self.fleet.stream()).await;
            let _ = self.client.flush().await;
        };
        // A broker that is gone does not hold up the end.
        let _ = time::timeout(END_TIMEOUT, end).await;
    }

    fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    async fn answer(&self, message: &Message, payload: Vec<u8>) {
        if let Some(reply) = &message.reply {
            let _ = self.client.publish(reply.clone(), payload.into()).await;
        }
    }

    fn take_report(&self, report: Report) {
        let now = Instant::now();
        let mut ledger = self.shared.ledger();
        match report {
            Report::Published(batch, sequence) => {
                if let Err(why) = &sequence {
                    ledger.note(&format!("the broker does not take a batch: {why}"));
                }
                ledger.published(batch, sequence.ok());
            }
            Report::Stream(last, delivered) => {
                ledger.compare_stream(last, delivered, now);
                ledger.publish_unsent(now);
            }
            Report::Lost => {
                ledger.note("the broker lost the queue; it is published again");
                ledger.lost_all();
                ledger.publish_unsent(now);
            }
            Report::Unknown => {}
            Report::NotJudged(why) => {
                ledger.fail(why);
                drop(ledger);
                self.shared.changed.notify_all();
            }
            Report::Judged(job, number, truth) => {
                ledger.judged(job, number, &truth, now);
                drop(ledger);
                self.shared.changed.notify_all();
            }
        }
    }

    /// Looks at the queue in the background, and makes it again if it is gone.
    fn look(&self) {
        let (context, fleet, lease) = (self.context.clone(), self.fleet.clone(), self.lease);
        let sender = self.reports.0.clone();
        tokio::spawn(async move {
            let report = match look(&context, &fleet).await {
                Ok((last, delivered)) => Report::Stream(last, delivered),
                Err(true) => match set_up(&context, &fleet, lease).await {
                    Ok(()) => Report::Lost,
                    Err(_) => Report::Unknown,
                },
                Err(false) => Report::Unknown,
            };
            let _ = sender.send(report);
        });
    }

    /// Does what the ledger wants done.
    async fn act(&mut self) {
        loop {
            let actions = self.shared.ledger().take_actions();
            if actions.is_empty() {
                return;
            }
            for action in actions {
                match action {
                    Action::Publish(batch, payload) => self.publish(batch, payload).await,
                    Action::Send(subject, payload) | Action::Reply(subject, payload) => {
                        let _ = self.client.publish(subject, payload.into()).await;
                    }
                    Action::Announce(payload) => {
                        // While there is no connection, announcements would pile up.
                        if self.is_connected() {
                            let subject = self.fleet.announcements();
                            let _ = self.client.publish(subject, payload.into()).await;
                        }
                    }
                    Action::Purge => {
                        if let Ok(stream) =
                            self.context.get_stream_no_info(self.fleet.stream()).await
                        {
                            let _ = stream.purge().await;
                        }
                    }
                    Action::Judge(judgement) => {
                        let _ = self.judge.send(judgement);
                    }
                }
            }
        }
    }

    /// Publishes a batch; the broker's answer comes as a report.
    async fn publish(&self, batch: u64, payload: Vec<u8>) {
        let sender = self.reports.0.clone();
        if !self.is_connected() {
            let _ = sender.send(Report::Published(batch, Err("there is no connection".to_owned())));
            return;
        }
        match self.context.publish(self.fleet.subject("work"), payload.into()).await {
            Ok(answer) => {
                tokio::spawn(async move {
                    let sequence = answer.await.map(|answer| answer.sequence);
                    let sequence = sequence.map_err(|error| error.to_string());
                    let _ = sender.send(Report::Published(batch, sequence));
                });
            }
            Err(error) => {
                let _ = sender.send(Report::Published(batch, Err(error.to_string())));
            }
        }
    }
}

/// Makes the queue and its consumer, unless they are there.
async fn set_up(context: &Context, fleet: &FleetName, lease: Duration) -> Result<(), String> {
    let queue = stream::Config {
        name: fleet.stream(),
        subjects: vec![fleet.subject("work")],
        retention: RetentionPolicy::WorkQueue,
        ..stream::Config::default()
    };
    context.create_stream(queue).await.map_err(|error| error.to_string())?;
    let workers = pull::Config {
        durable_name: Some(CONSUMER.to_owned()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: lease,
        max_deliver: MOST_DELIVERIES,
        max_ack_pending: 1_000_000,
        max_waiting: 100_000,
        ..pull::Config::default()
    };
    let made = context.create_consumer_on_stream(workers, fleet.stream()).await;
    made.map(drop).map_err(|error| error.to_string())
}

/// The last message of the stream and the last that was delivered, or whether they are gone for certain.
async fn look(context: &Context, fleet: &FleetName) -> Result<(u64, u64), bool> {
    let is_gone = |text: String| text.contains("not found") || text.contains("no stream");
    let stream = context.get_stream(fleet.stream()).await;
    let stream = stream.map_err(|error| is_gone(error.to_string()))?;
    let consumer = stream.consumer_info(CONSUMER).await;
    let consumer = consumer.map_err(|error| is_gone(error.to_string()))?;
    Ok((stream.cached_info().state.last_sequence, consumer.delivered.stream_sequence))
}

/// Starts the thread that repeats tasks whose results are in doubt.
fn start_judge(reports: UnboundedSender<Report>) -> std::io::Result<Sender<Judgement>> {
    let (sender, receiver) = std::sync::mpsc::channel::<Judgement>();
    let judge = move || {
        for Judgement { job, remote, number, task, stop } in receiver {
            let found = catch_unwind(AssertUnwindSafe(|| remote.perform(&task, &stop)));
            let report = match found {
                Ok(Ok(Some(truth))) => Report::Judged(job, number, truth),
                // It was stopped: nobody wants to know any more.
                Ok(Ok(None)) => continue,
                Ok(Err(why)) => {
                    Report::NotJudged(format!("task {number} cannot be repeated: {why}"))
                }
                Err(_) => Report::NotJudged(format!("task {number} cannot be repeated: it panics")),
            };
            let _ = reports.send(report);
        }
    };
    lastknight::parallel::builder().name("judge".to_owned()).spawn(judge)?;
    Ok(sender)
}

/// Asks a coordinator for its state.
async fn ask(client: &Client, fleet: &FleetName) -> Result<FleetStatus, String> {
    let request = client.request(fleet.subject("status"), "".into());
    let message = time::timeout(STATUS_TIMEOUT, request).await.map_err(|_| "no answer")?;
    let message: Message = message.map_err(|error| error.to_string())?;
    serde_json::from_slice(&message.payload).map_err(|error| error.to_string())
}

/// Connects and asks the coordinator of a fleet for its state.
pub(super) fn query(broker: &Broker, fleet: &FleetName) -> Result<FleetStatus, BrokerError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| BrokerError(format!("cannot start: {error}")))?;
    runtime.block_on(async {
        let inbox = FleetName::inbox(Some(fleet));
        let client = broker.connect("lastknight status", &inbox, Box::new(|_| {})).await?;
        ask(&client, fleet).await.map_err(|_| {
            let name = fleet.as_str();
            BrokerError(format!("nobody coordinates the fleet '{name}' at {}", broker.url))
        })
    })
}

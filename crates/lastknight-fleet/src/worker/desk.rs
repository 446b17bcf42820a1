//! The threads of a worker, and the batches that lie before them.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::jetstream;
use lastknight::parallel;
use lastknight_lab::{RemoteJob, open_remote_job};
use serde_json::value::RawValue;
use tokio::sync::Notify;
use tokio::sync::mpsc::UnboundedSender;

use super::ReadAgent;
use crate::broker::BrokerError;
use crate::message::Batch;

/// Results are sent when they have this many bytes, or after this time.
const MOST_BYTES: usize = 300_000;
const LONGEST: Duration = Duration::from_secs(5);

/// What is left of a batch after this time goes to others.
const LONGEST_BATCH: Duration = Duration::from_secs(30);

/// Batches that take longer than this are not taken ahead of time.
const LONG_BATCH: f64 = 5.0;

/// A batch that this worker has.
pub(super) struct Lease {
    pub(super) fleet: String,
    pub(super) batch: Batch,
    /// The message from the queue, which is acknowledged when the results are stored. Checks have none.
    pub(super) message: Option<Box<jetstream::Message>>,
    /// How much longer a time limit is here than on the coordinator's machine.
    pub(super) scale: f64,
    /// Nobody wants the results.
    pub(super) is_withdrawn: AtomicBool,
    /// The coordinator is gone; another may want the tasks.
    pub(super) is_orphaned: AtomicBool,
    /// Set to stop the work on it.
    pub(super) cancel: AtomicBool,
    /// When the broker was last told that the batch is in work.
    pub(super) progress: Mutex<Instant>,
    /// Results on their way.
    pub(super) open_parts: AtomicUsize,
    /// No more results follow.
    pub(super) is_done: AtomicBool,
    /// Some results were not taken.
    pub(super) is_given_up: AtomicBool,
}

/// What a thread has done of a batch.
pub(super) struct Finished {
    pub(super) lease: Arc<Lease>,
    pub(super) seconds: f64,
    pub(super) outputs: Vec<(u64, Box<RawValue>)>,
    pub(super) returned: Vec<u64>,
    /// Whether nothing more follows.
    pub(super) is_last: bool,
    pub(super) failure: Option<String>,
}

/// A job that was opened, with what it was opened from.
struct OpenJob {
    kind: String,
    about: String,
    scale: f64,
    job: Arc<dyn RemoteJob>,
}

/// What the threads and the network share.
pub(super) struct Desk {
    queue: Mutex<VecDeque<Arc<Lease>>>,
    ready: Condvar,
    is_closed: AtomicBool,
    threads: NonZeroUsize,
    /// Batches from the queue that are not finished.
    held: AtomicUsize,
    /// There may be room for more batches.
    pub(super) room: Notify,
    /// The seconds of the last batch, as bits.
    seconds: AtomicU64,
    read_agent: ReadAgent,
    open: Mutex<Option<OpenJob>>,
}

impl Desk {
    /// Starts the threads.
    pub(super) fn start(
        threads: NonZeroUsize,
        read_agent: ReadAgent,
        finished: &UnboundedSender<Finished>,
    ) -> Result<Arc<Self>, BrokerError> {
        let desk = Arc::new(Self {
            queue: Mutex::default(),
            ready: Condvar::new(),
            is_closed: AtomicBool::new(false),
            threads,
            held: AtomicUsize::new(0),
            room: Notify::new(),
            seconds: AtomicU64::new(0),
            read_agent,
            open: Mutex::new(None),
        });
        for _ in 0..threads.get() {
            let (desk, finished) = (Arc::clone(&desk), finished.clone());
            let thread = parallel::builder().spawn(move || desk.work(&finished));
            thread.map_err(|error| BrokerError(format!("cannot start a thread: {error}")))?;
        }
        Ok(desk)
    }

    fn queue(&self) -> MutexGuard<'_, VecDeque<Arc<Lease>>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many more batches from the queue there is room for.
    pub(super) fn space(&self) -> usize {
        let ahead = f64::from_bits(self.seconds.load(Ordering::Relaxed)) < LONG_BATCH;
        let most = if ahead { 2 * self.threads.get() } else { self.threads.get() };
        most.saturating_sub(self.held.load(Ordering::Relaxed))
    }

    /// Notes that a batch from the queue is here.
    pub(super) fn hold(&self) {
        self.held.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that a batch from the queue is no longer here.
    pub(super) fn release(&self) {
        self.held.fetch_sub(1, Ordering::Relaxed);
        self.room.notify_one();
    }

    /// Takes a batch; those to check come first.
    pub(super) fn push(&self, lease: Arc<Lease>) {
        match lease.message {
            Some(_) => self.queue().push_back(lease),
            None => self.queue().push_front(lease),
        }
        self.ready.notify_one();
    }

    /// Ends the threads, and returns the batches that none has begun.
    pub(super) fn close(&self) -> Vec<Arc<Lease>> {
        self.is_closed.store(true, Ordering::Relaxed);
        let left = self.queue().drain(..).collect();
        self.ready.notify_all();
        left
    }

    fn next(&self) -> Option<Arc<Lease>> {
        let mut queue = self.queue();
        loop {
            if self.is_closed.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(lease) = queue.pop_front() {
                return Some(lease);
            }
            queue = self.ready.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A thread.
    fn work(&self, finished: &UnboundedSender<Finished>) {
        while let Some(lease) = self.next() {
            self.work_on(&lease, finished);
        }
    }

    fn work_on(&self, lease: &Arc<Lease>, sender: &UnboundedSender<Finished>) {
        let begin = Instant::now();
        let finish = |seconds: f64, outputs, returned, is_last, failure| {
            let lease = Arc::clone(lease);
            let _ = sender.send(Finished { lease, seconds, outputs, returned, is_last, failure });
        };
        let tasks = &lease.batch.tasks;
        let numbers = |from: usize| tasks[from..].iter().map(|(number, _)| *number).collect();
        let job = match self.job(lease) {
            Ok(job) => job,
            Err(why) => return finish(0.0, Vec::new(), numbers(0), true, Some(why)),
        };
        let (mut part, mut outputs, mut bytes) = (Instant::now(), Vec::new(), 0);
        for (at, (number, task)) in tasks.iter().enumerate() {
            let output = match lease.cancel.load(Ordering::Relaxed) {
                true => Ok(None),
                false => {
                    let perform = AssertUnwindSafe(|| job.perform(task.get(), &lease.cancel));
                    catch_unwind(perform).unwrap_or_else(|_| Err("it panics".to_owned()))
                }
            };
            let output = output.map(|text| text.and_then(|text| RawValue::from_string(text).ok()));
            match output {
                Ok(Some(output)) => {
                    bytes += output.get().len();
                    outputs.push((*number, output));
                }
                Ok(None) => {
                    let seconds = part.elapsed().as_secs_f64();
                    return finish(seconds, outputs, numbers(at), true, None);
                }
                Err(why) => {
                    let why = format!("task {number}: {why}");
                    return finish(0.0, outputs, numbers(at), true, Some(why));
                }
            }
            if begin.elapsed() > LONGEST_BATCH && at + 1 < tasks.len() {
                let seconds = part.elapsed().as_secs_f64();
                return finish(seconds, outputs, numbers(at + 1), true, None);
            }
            let is_full = bytes > MOST_BYTES || part.elapsed() > LONGEST;
            if is_full && at + 1 < tasks.len() {
                let seconds = part.elapsed().as_secs_f64();
                finish(seconds, std::mem::take(&mut outputs), Vec::new(), false, None);
                (part, bytes) = (Instant::now(), 0);
            }
        }
        self.seconds.store(begin.elapsed().as_secs_f64().to_bits(), Ordering::Relaxed);
        finish(part.elapsed().as_secs_f64(), outputs, Vec::new(), true, None);
    }

    /// The job of a batch; the last one is kept open.
    fn job(&self, lease: &Lease) -> Result<Arc<dyn RemoteJob>, String> {
        let Batch { kind, about, .. } = &lease.batch;
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = open.as_ref()
            && (&open.kind, open.about.as_str(), open.scale) == (kind, about.get(), lease.scale)
        {
            return Ok(Arc::clone(&open.job));
        }
        let job = open_remote_job(kind, about.get(), &*self.read_agent, lease.scale)?;
        *open = Some(OpenJob {
            kind: kind.clone(),
            about: about.get().to_owned(),
            scale: lease.scale,
            job: Arc::clone(&job),
        });
        Ok(job)
    }
}

//! The threads of this program as workers.

use std::iter;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread::Scope;
use std::time::{Duration, Instant};

use lastknight::parallel;

use super::job::Job;
use super::workers::{Collected, Done, LeaseWork, WorkError};

/// How long results are collected for one transaction, which takes as long as a short game.
const BATCH_TIME: Duration = Duration::from_millis(10);

/// How many results can wait for the store before the threads wait too.
const QUEUE: usize = 1024;

/// The tasks of a job on threads.
pub(super) struct ThreadLeases<'a, J: Job> {
    receiver: Receiver<Done<J>>,
    halt: &'a AtomicBool,
}

impl<'scope, J: Job> ThreadLeases<'scope, J> {
    /// Starts the threads, which take tasks until there are no more or `halt` is set.
    pub(super) fn begin<I: Iterator<Item = J::Task> + Send>(
        scope: &'scope Scope<'scope, '_>,
        threads: NonZeroUsize,
        job: &'scope J,
        tasks: &'scope Mutex<iter::Enumerate<I>>,
        halt: &'scope AtomicBool,
    ) -> Result<Self, WorkError> {
        let (sender, receiver) = mpsc::sync_channel(QUEUE);
        for number in 0..threads.get() {
            let sender = sender.clone();
            let work = move || work(job, tasks, halt, &sender);
            match parallel::builder().spawn_scoped(scope, work) {
                Ok(_) => {}
                Err(error) if number == 0 => return Err(WorkError::Thread(error.to_string())),
                // Work with fewer threads than requested.
                Err(_) => break,
            }
        }
        Ok(Self { receiver, halt })
    }
}

/// A thread: does tasks until there are no more or `halt` is set.
fn work<J: Job>(
    job: &J,
    tasks: &Mutex<iter::Enumerate<impl Iterator<Item = J::Task>>>,
    halt: &AtomicBool,
    sender: &SyncSender<Done<J>>,
) {
    while !halt.load(Ordering::Relaxed) {
        let next = tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some((number, task)) = next else { return };
        let Some(output) = job.perform(&task, halt) else { return };
        if sender.send(Done { number, task, output, worker: None }).is_err() {
            return;
        }
    }
}

impl<J: Job> LeaseWork<J> for ThreadLeases<'_, J> {
    fn collect(&mut self, timeout: Duration) -> Result<Collected<J>, WorkError> {
        Ok(match self.receiver.recv_timeout(timeout) {
            Ok(first) => {
                let end = Instant::now() + BATCH_TIME;
                let left = || end.saturating_duration_since(Instant::now());
                let others = iter::from_fn(|| self.receiver.recv_timeout(left()).ok());
                Collected::Done(iter::once(first).chain(others).take(QUEUE).collect())
            }
            Err(RecvTimeoutError::Timeout) => Collected::Nothing,
            Err(RecvTimeoutError::Disconnected) => Collected::Ended,
        })
    }

    fn acknowledge(&mut self) {}

    fn halt(&mut self, _: bool) {
        self.halt.store(true, Ordering::Relaxed);
    }
}

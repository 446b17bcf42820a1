//! Other machines that work: what the laboratory needs of them.

use std::any::Any;
use std::collections::HashMap;
use std::iter::Peekable;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::job::{Job, TypedJob};
use super::workers::{Collected, Done, LeaseWork, WorkError};

/// The output of a task, of the type that its job expects.
pub type RemoteOutput = Box<dyn Any + Send>;

/// A job whose tasks and outputs are JSON texts, as they travel.
pub trait RemoteJob: Send + Sync {
    /// Returns the name of its kind.
    fn kind(&self) -> &'static str;

    /// Returns its description, a JSON text.
    fn about(&self) -> &str;

    /// Returns the texts of the agents that are programs or otherwise not built in.
    fn programs(&self) -> Vec<String>;

    /// Returns whether outputs depend on time.
    fn is_timed(&self) -> bool;

    /// Does a task, or returns `None` if it is stopped.
    ///
    /// # Errors
    /// Returns an error if the text is not a task of this job.
    fn perform(&self, task: &str, stop: &AtomicBool) -> Result<Option<String>, String>;

    /// Reads and checks the output of a task.
    ///
    /// # Errors
    /// Returns an error if the output cannot be that of the task.
    fn decode(&self, task: &str, output: &str) -> Result<RemoteOutput, String>;

    /// Returns whether two outputs of a task are the same, apart from measured times.
    fn same(&self, one: &str, other: &str) -> bool;
}

/// A worker of a fleet.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FleetWorker {
    /// Its id, which no other worker has.
    pub id: String,
    /// Its CPU and number of cores.
    pub machine: String,
}

/// A finished task.
pub struct RemoteDone {
    /// The number of the task.
    pub number: u64,
    /// Its output.
    pub output: RemoteOutput,
    /// Who did it.
    pub worker: Arc<FleetWorker>,
}

/// What happened in a fleet.
pub enum FleetEvent {
    /// Nothing in the given time.
    Nothing,
    /// Tasks were finished. They are to be stored and then [acknowledged](Fleet::acknowledge).
    Done(Vec<RemoteDone>),
    /// A worker was found to lie: none of its results can be trusted.
    Dropped(Arc<FleetWorker>),
    /// All tasks are finished, and the requested share of them is verified.
    Settled,
}

/// Machines that work on one job at a time.
pub trait Fleet: Send + Sync {
    /// Begins a job. Results of earlier jobs no longer arrive.
    ///
    /// # Errors
    /// Returns an error if the fleet cannot do such a job.
    fn begin(&self, job: Arc<dyn RemoteJob>) -> Result<(), WorkError>;

    /// Returns how many more tasks it takes now.
    fn room(&self) -> usize;

    /// Takes tasks with their numbers.
    fn submit(&self, tasks: Vec<(u64, String)>);

    /// Says that no more tasks follow.
    fn seal(&self);

    /// Waits for something to happen.
    ///
    /// # Errors
    /// Returns an error if the fleet cannot go on.
    fn collect(&self, timeout: Duration) -> Result<FleetEvent, WorkError>;

    /// Says that the results collected so far are stored.
    fn acknowledge(&self);

    /// Withdraws the tasks that are not finished. With checks, those of finished tasks go on, and [`collect`](Self::collect)
    /// returns [`FleetEvent::Settled`] after them.
    fn end(&self, with_checks: bool);

    /// Returns the number of threads of all workers.
    fn threads(&self) -> usize;
}

/// The tasks of a job on a fleet.
pub(super) struct FleetLeases<'a, J: Job, I: Iterator<Item = J::Task>> {
    fleet: &'a dyn Fleet,
    tasks: Option<Peekable<I>>,
    next: u64,
    /// Tasks that are not finished.
    given: HashMap<u64, J::Task>,
}

impl<'a, J: Job, I: Iterator<Item = J::Task>> FleetLeases<'a, J, I> {
    pub(super) fn begin(fleet: &'a dyn Fleet, job: &Arc<J>, tasks: I) -> Result<Self, WorkError> {
        fleet.begin(Arc::new(TypedJob::new(Arc::clone(job))))?;
        Ok(Self { fleet, tasks: Some(tasks.peekable()), next: 0, given: HashMap::new() })
    }

    fn submit(&mut self) {
        let Some(tasks) = &mut self.tasks else { return };
        let mut texts = Vec::new();
        for _ in 0..self.fleet.room() {
            let Some(task) = tasks.next() else { break };
            texts.push((self.next, serde_json::to_string(&task).expect("texts and numbers")));
            self.given.insert(self.next, task);
            self.next += 1;
        }
        if tasks.peek().is_none() {
            // Before the last tasks, so that all workers get a part of them.
            self.tasks = None;
            self.fleet.seal();
        }
        if !texts.is_empty() {
            self.fleet.submit(texts);
        }
    }
}

impl<J: Job, I: Iterator<Item = J::Task>> LeaseWork<J> for FleetLeases<'_, J, I> {
    fn collect(&mut self, timeout: Duration) -> Result<Collected<J>, WorkError> {
        self.submit();
        Ok(match self.fleet.collect(timeout)? {
            FleetEvent::Nothing => Collected::Nothing,
            FleetEvent::Settled => Collected::Ended,
            FleetEvent::Dropped(worker) => Collected::Dropped(worker),
            FleetEvent::Done(done) => {
                let typed = |RemoteDone { number, output, worker }| {
                    let task = self.given.remove(&number)?;
                    let output = *output.downcast::<J::Output>().ok()?;
                    Some(Done { number: number as usize, task, output, worker: Some(worker) })
                };
                Collected::Done(done.into_iter().filter_map(typed).collect())
            }
        })
    }

    fn acknowledge(&mut self) {
        self.fleet.acknowledge();
    }

    fn halt(&mut self, is_stopped: bool) {
        self.tasks = None;
        self.fleet.end(!is_stopped);
    }
}

impl<J: Job, I: Iterator<Item = J::Task>> Drop for FleetLeases<'_, J, I> {
    fn drop(&mut self) {
        self.fleet.end(false);
    }
}

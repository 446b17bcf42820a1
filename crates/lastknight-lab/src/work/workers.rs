//! Who works: threads of this program or a fleet.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::fleet::{Fleet, FleetLeases, FleetWorker};
use super::job::Job;
use super::threads::ThreadLeases;

/// How often the stop flag is checked and progress reported while no result arrives.
const TICK: Duration = Duration::from_millis(50);

/// Why work cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WorkError {
    /// A thread cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(String),
    /// The fleet cannot go on.
    #[error("{0}")]
    Fleet(String),
    /// Nothing that this worker of the fleet did can be trusted.
    #[error("the worker {} of the fleet was dropped", .0.id)]
    Dropped(Arc<FleetWorker>),
}

/// Who works on jobs: the threads of this program, or a fleet.
#[derive(Clone)]
pub struct Workers {
    threads: NonZeroUsize,
    fleet: Option<Arc<dyn Fleet>>,
    /// The workers of the fleet that have finished anything.
    contributors: Arc<Mutex<BTreeSet<Arc<FleetWorker>>>>,
}

impl From<NonZeroUsize> for Workers {
    fn from(threads: NonZeroUsize) -> Self {
        Self { threads, fleet: None, contributors: Arc::default() }
    }
}

impl From<Arc<dyn Fleet>> for Workers {
    fn from(fleet: Arc<dyn Fleet>) -> Self {
        Self { threads: NonZeroUsize::MIN, fleet: Some(fleet), contributors: Arc::default() }
    }
}

/// A finished task.
pub(crate) struct Done<J: Job> {
    /// Its place among the tasks of this call.
    pub(crate) number: usize,
    pub(crate) task: J::Task,
    pub(crate) output: J::Output,
    /// The worker of the fleet that did it.
    pub(crate) worker: Option<Arc<FleetWorker>>,
}

/// What became of tasks that are given out.
pub(super) enum Collected<J: Job> {
    /// Nothing yet.
    Nothing,
    Done(Vec<Done<J>>),
    /// Nothing that a worker of the fleet did can be trusted.
    Dropped(Arc<FleetWorker>),
    /// All tasks are finished, or the rest is stopped.
    Ended,
}

/// Gives tasks to workers and collects what they finish.
pub(super) trait LeaseWork<J: Job> {
    /// Waits for results.
    fn collect(&mut self, timeout: Duration) -> Result<Collected<J>, WorkError>;

    /// Says that the results collected so far are stored.
    fn acknowledge(&mut self);

    /// Stops the work soon: because of the stop flag, or because the results suffice.
    fn halt(&mut self, is_stopped: bool);
}

/// Stores what workers finish.
pub(crate) trait CommitResults<J: Job> {
    /// Why results cannot be stored.
    type Error: From<WorkError>;

    /// Stores results, all or none.
    fn commit(&mut self, done: Vec<Done<J>>) -> Result<(), Self::Error>;

    /// Returns whether the results suffice although tasks are left.
    fn is_enough(&self) -> bool {
        false
    }

    /// Reports progress; called several times a second.
    fn report(&mut self);
}

impl Workers {
    /// Does tasks and commits their results. The stop flag ends it soon. If a worker of the fleet is dropped, it ends with
    /// that error; what the worker did is then to be removed and the rest done by another call.
    pub(crate) fn run<J: Job, R: CommitResults<J>>(
        &self,
        job: &Arc<J>,
        tasks: impl Iterator<Item = J::Task> + Send,
        stop: &AtomicBool,
        results: &mut R,
    ) -> Result<(), R::Error> {
        if let Some(fleet) = &self.fleet {
            let mut leases = FleetLeases::begin(fleet.as_ref(), job, tasks)?;
            return drive(&mut leases, results, stop);
        }
        let tasks = Mutex::new(tasks.enumerate());
        let halt = AtomicBool::new(stop.load(Ordering::Relaxed));
        thread::scope(|scope| {
            let mut leases = ThreadLeases::begin(scope, self.threads, job.as_ref(), &tasks, &halt)?;
            let end = drive(&mut leases, results, stop);
            halt.store(true, Ordering::Relaxed);
            // Threads that wait for room in the queue stop with it.
            drop(leases);
            end
        })
    }

    /// Does all tasks and returns their outputs in order; those that were stopped are `None`. Progress is the number of
    /// outputs and is reported several times a second.
    pub(crate) fn map<J: Job>(
        &self,
        job: &Arc<J>,
        tasks: &[J::Task],
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(usize),
    ) -> Result<Vec<Option<J::Output>>, WorkError>
    where
        J::Task: Clone,
    {
        let outputs = tasks.iter().map(|_| None).collect();
        let contributors = &self.contributors;
        let mut results = Outputs::<'_, J> { outputs, contributors, done: 0, on_progress };
        self.run(job, tasks.iter().cloned(), stop, &mut results)?;
        Ok(results.outputs)
    }

    /// Returns how many tasks are worked on at a time.
    pub(crate) fn threads(&self) -> NonZeroUsize {
        let fleet = self.fleet.as_ref().and_then(|fleet| NonZeroUsize::new(fleet.threads()));
        fleet.unwrap_or(self.threads)
    }

    /// Returns the workers of the fleet that have finished anything but pairs, which have their own record.
    pub(crate) fn contributors(&self) -> Vec<Arc<FleetWorker>> {
        let contributors = self.contributors.lock().unwrap_or_else(PoisonError::into_inner);
        contributors.iter().cloned().collect()
    }

    /// Adds a worker whose earlier results are used.
    pub(crate) fn add_contributor(&self, worker: Arc<FleetWorker>) {
        self.contributors.lock().unwrap_or_else(PoisonError::into_inner).insert(worker);
    }

    /// Forgets the workers that have finished anything.
    pub(crate) fn forget_contributors(&self) {
        self.contributors.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Returns whether other machines work.
    pub(crate) fn is_fleet(&self) -> bool {
        self.fleet.is_some()
    }
}

/// Commits results until there are no more.
fn drive<J: Job, R: CommitResults<J>>(
    leases: &mut impl LeaseWork<J>,
    results: &mut R,
    stop: &AtomicBool,
) -> Result<(), R::Error> {
    let (mut is_halted, mut was_stopped) = (false, false);
    loop {
        let is_stopped = stop.load(Ordering::Relaxed);
        if is_stopped && !was_stopped || !is_halted && results.is_enough() {
            leases.halt(is_stopped);
            (is_halted, was_stopped) = (true, is_stopped);
        }
        match leases.collect(TICK)? {
            Collected::Nothing => {}
            Collected::Done(done) => {
                results.commit(done)?;
                leases.acknowledge();
            }
            Collected::Dropped(worker) => return Err(WorkError::Dropped(worker).into()),
            Collected::Ended => return Ok(()),
        }
        results.report();
    }
}

/// Outputs in the order of their tasks.
struct Outputs<'a, J: Job> {
    outputs: Vec<Option<J::Output>>,
    contributors: &'a Mutex<BTreeSet<Arc<FleetWorker>>>,
    done: usize,
    on_progress: &'a mut dyn FnMut(usize),
}

impl<J: Job> CommitResults<J> for Outputs<'_, J> {
    type Error = WorkError;

    fn commit(&mut self, done: Vec<Done<J>>) -> Result<(), WorkError> {
        self.done += done.len();
        for Done { number, output, worker, .. } in done {
            self.outputs[number] = Some(output);
            if let Some(worker) = worker {
                self.contributors.lock().unwrap_or_else(PoisonError::into_inner).insert(worker);
            }
        }
        Ok(())
    }

    fn report(&mut self) {
        (self.on_progress)(self.done);
    }
}

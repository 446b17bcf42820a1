//! A job and its tasks, and how they travel as JSON.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lastknight::Agent;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::fleet::{RemoteJob, RemoteOutput};

/// Reads the text of an agent. A worker refuses the programs that it does not allow.
pub(crate) type ReadAgent<'a> = &'a dyn Fn(&str) -> Result<Agent, String>;

/// Work of one kind, divided into tasks.
///
/// The output of a task is the same on every thread and machine, apart from measured times.
pub(crate) trait Job: Send + Sync + 'static {
    /// The name of the kind in messages.
    const KIND: &'static str;
    /// What a task depends on besides the job.
    type Task: Serialize + DeserializeOwned + Send + Sync + 'static;
    /// What a task results in.
    type Output: Serialize + DeserializeOwned + Send + 'static;

    /// Returns what the tasks depend on, for [`open`](Self::open) on another machine.
    fn about(&self) -> Value;

    /// Makes a job from what [`about`](Self::about) returned. Time limits are multiplied by `scale`; those of
    /// agents are already.
    fn open(about: Value, read_agent: ReadAgent<'_>, scale: f64) -> Result<Self, String>
    where
        Self: Sized;

    /// Returns the agents that take part.
    fn agents(&self) -> Vec<&Agent>;

    /// Returns whether outputs depend on time.
    fn is_timed(&self) -> bool;

    /// Does a task, or returns `None` if it is stopped.
    fn perform(&self, task: &Self::Task, stop: &AtomicBool) -> Option<Self::Output>;

    /// Returns an error if an output cannot be that of the task.
    fn check(&self, task: &Self::Task, output: &Self::Output) -> Result<(), String>;

    /// Returns whether two outputs of a task are the same, apart from measured times.
    fn same(&self, one: &Self::Output, other: &Self::Output) -> bool;
}

/// Opens a job of one kind.
pub(crate) type OpenJob = fn(Value, ReadAgent<'_>, f64) -> Result<Arc<dyn RemoteJob>, String>;

/// Makes a job from its description.
pub(crate) fn open_job<J: Job>(
    about: Value,
    read_agent: ReadAgent<'_>,
    scale: f64,
) -> Result<Arc<dyn RemoteJob>, String> {
    Ok(Arc::new(TypedJob::new(Arc::new(J::open(about, read_agent, scale)?))))
}

/// A job whose tasks and outputs travel as JSON.
pub(super) struct TypedJob<J> {
    job: Arc<J>,
    about: String,
}

impl<J: Job> TypedJob<J> {
    pub(super) fn new(job: Arc<J>) -> Self {
        let about = job.about().to_string();
        Self { job, about }
    }
}

fn read<T: DeserializeOwned>(text: &str, what: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| format!("{what}: {error}"))
}

impl<J: Job> RemoteJob for TypedJob<J> {
    fn kind(&self) -> &'static str {
        J::KIND
    }

    fn about(&self) -> &str {
        &self.about
    }

    fn programs(&self) -> Vec<String> {
        let custom = self.job.agents().into_iter().filter(|agent| agent.is_custom());
        custom.map(ToString::to_string).collect()
    }

    fn is_timed(&self) -> bool {
        self.job.is_timed()
    }

    fn perform(&self, task: &str, stop: &AtomicBool) -> Result<Option<String>, String> {
        let output = self.job.perform(&read(task, "task")?, stop);
        let text = |output| serde_json::to_string(&output).map_err(|error| error.to_string());
        output.map(text).transpose()
    }

    fn decode(&self, task: &str, output: &str) -> Result<RemoteOutput, String> {
        let (task, output): (J::Task, J::Output) = (read(task, "task")?, read(output, "result")?);
        self.job.check(&task, &output)?;
        Ok(Box::new(output))
    }

    fn same(&self, one: &str, other: &str) -> bool {
        let read = |text| read::<J::Output>(text, "result");
        matches!((read(one), read(other)), (Ok(one), Ok(other)) if self.job.same(&one, &other))
    }
}

/// The texts of agents, as [`read_agents`] reads them.
pub(crate) fn agent_texts<'a>(agents: impl IntoIterator<Item = &'a Agent>) -> Vec<String> {
    agents.into_iter().map(ToString::to_string).collect()
}

pub(crate) fn read_agents(
    texts: &[String],
    read_agent: ReadAgent<'_>,
) -> Result<Vec<Agent>, String> {
    texts.iter().map(|text| read_agent(text)).collect()
}

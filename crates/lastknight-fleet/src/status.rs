//! The state of a fleet, as commands show it.

use serde::{Deserialize, Serialize};

/// The state of a fleet.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FleetStatus {
    /// Its name.
    pub fleet: String,
    /// The version of the coordinator.
    pub version: String,
    /// The kind of its job, if it has one.
    pub job: Option<String>,
    /// The seconds since the coordinator began.
    pub seconds: f64,
    /// The workers that are there, or were until lately.
    pub workers: Vec<WorkerStatus>,
    /// The tasks of the job.
    pub tasks: TaskCounts,
    /// What went wrong lately.
    pub failures: Vec<String>,
}

/// The state of a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkerStatus {
    /// Its id.
    pub id: String,
    /// The name of its host.
    pub host: String,
    /// Its CPU and number of cores.
    pub machine: String,
    /// Its version.
    pub version: String,
    /// The threads that work.
    pub threads: usize,
    /// Nodes per second of the bench, on one thread.
    pub nps: f64,
    /// The tasks that it has finished.
    pub tasks: u64,
    /// Its share of all finished tasks.
    pub share: f64,
    /// The seconds since it was last heard.
    pub silent: f64,
    /// `working`, `silent`, `left` or `dropped`.
    pub state: String,
    /// Why it was dropped.
    pub reason: Option<String>,
}

/// How many tasks there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskCounts {
    /// Tasks that are not given out yet.
    pub waiting: u64,
    /// Tasks that are given out.
    pub given: u64,
    /// Tasks that are finished, of all jobs.
    pub finished: u64,
    /// Finished tasks that a second worker repeated with the same result.
    pub verified: u64,
    /// Results that arrived a second time.
    pub repeated: u64,
    /// Tasks that were published again because they were lost or given up.
    pub republished: u64,
    /// Batches of tasks that were given out.
    pub batches: u64,
}

impl FleetStatus {
    /// Returns the number of workers that work.
    #[must_use]
    pub fn working(&self) -> usize {
        self.workers.iter().filter(|worker| worker.state == "working").count()
    }

    /// Returns one line for a progress bar: the workers and their shares.
    #[must_use]
    pub fn line(&self) -> String {
        let mut working: Vec<&WorkerStatus> =
            self.workers.iter().filter(|worker| worker.state == "working").collect();
        if working.is_empty() {
            return "no workers".to_owned();
        }
        working.sort_by(|a, b| b.share.total_cmp(&a.share));
        let count = working.len();
        let mut line = if count == 1 { "1 worker".to_owned() } else { format!("{count} workers") };
        for worker in working.iter().take(3) {
            line += &format!(", {} {:.0} %", worker.host, 100.0 * worker.share);
        }
        line
    }

    /// Returns the state in the text format of Prometheus.
    #[must_use]
    pub fn prometheus(&self) -> String {
        let mut text = String::new();
        let label = |text: &str| {
            text.chars().filter(|c| !c.is_control()).collect::<String>().replace(['"', '\\'], "'")
        };
        let fleet = label(&self.fleet);
        let mut number = |name: &str, kind: &str, help: &str, value: f64| {
            text += &format!(
                "# HELP lastknight_fleet_{name} {help}\n# TYPE lastknight_fleet_{name} {kind}\n\
                 lastknight_fleet_{name}{{fleet=\"{fleet}\"}} {value}\n"
            );
        };
        let tasks = self.tasks;
        number("workers", "gauge", "Workers that work.", self.working() as f64);
        number("tasks_waiting", "gauge", "Tasks not given out yet.", tasks.waiting as f64);
        number("tasks_given", "gauge", "Tasks given out.", tasks.given as f64);
        number("tasks_finished_total", "counter", "Finished tasks.", tasks.finished as f64);
        number("tasks_verified_total", "counter", "Verified tasks.", tasks.verified as f64);
        number("results_repeated_total", "counter", "Repeated results.", tasks.repeated as f64);
        let help = "Tasks published again.";
        number("tasks_republished_total", "counter", help, tasks.republished as f64);
        number("uptime_seconds", "gauge", "Seconds since the coordinator began.", self.seconds);
        let dropped = self.workers.iter().filter(|worker| worker.state == "dropped").count();
        number("workers_dropped", "gauge", "Workers whose results were wrong.", dropped as f64);
        type Figure = fn(&WorkerStatus) -> f64;
        let per_worker: [(&str, &str, &str, Figure); 3] = [
            ("worker_tasks_total", "counter", "Finished tasks.", |worker| worker.tasks as f64),
            ("worker_nps", "gauge", "Nodes per second of the bench.", |worker| worker.nps),
            ("worker_threads", "gauge", "Threads.", |worker| worker.threads as f64),
        ];
        for (name, kind, help, figure) in per_worker {
            text += &format!(
                "# HELP lastknight_fleet_{name} {help}\n# TYPE lastknight_fleet_{name} {kind}\n"
            );
            for worker in &self.workers {
                let (id, host, value) = (label(&worker.id), label(&worker.host), figure(worker));
                let labels = format!("fleet=\"{fleet}\",worker=\"{id}\",host=\"{host}\"");
                text += &format!("lastknight_fleet_{name}{{{labels}}} {value}\n");
            }
        }
        text
    }
}

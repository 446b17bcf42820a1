//! `lastknight fleet`: the state of a fleet.

use crate::cli::FleetArgs;
use crate::failure::Failure;

#[cfg(not(feature = "nats"))]
pub(crate) fn run(_: &FleetArgs) -> Result<(), Failure> {
    Err(crate::fleet::absent())
}

#[cfg(feature = "nats")]
pub(crate) use queried::run;

#[cfg(feature = "nats")]
mod queried {
    use lastknight_fleet::{Coordinator, FleetStatus, TaskCounts, WorkerStatus};

    use super::{Failure, FleetArgs};
    use crate::cli::FleetCommand;
    use crate::fleet;
    use crate::output::{self, counted, grouped};

    pub(crate) fn run(args: &FleetArgs) -> Result<(), Failure> {
        let FleetCommand::Status { broker, fleet, json } = &args.command;
        let status = Coordinator::query(&fleet::broker(broker), &fleet::fleet_name(fleet)?)?;
        output::result(*json, || &status, || text(&status))
    }

    fn text(status: &FleetStatus) -> String {
        let FleetStatus { fleet, version, job, seconds, workers, tasks, failures } = status;
        let job = job.as_deref().unwrap_or("none");
        let workers_text = counted(status.working() as u64, "worker");
        let mut text = format!(
            "fleet '{fleet}', lastknight {version}: job {job}, {workers_text}, {seconds:.0} s\n"
        );
        let TaskCounts { waiting, given, finished, verified, repeated, republished, .. } = *tasks;
        let number = |count: u64| grouped(count);
        text += &format!(
            "tasks: {} waiting, {} given out, {} finished, {} verified, {} repeated, {} published again\n",
            number(waiting),
            number(given),
            number(finished),
            number(verified),
            number(repeated),
            number(republished)
        );
        if !workers.is_empty() {
            text += "\nworker            host              state    threads      nodes/s       tasks   share\n";
        }
        for worker in workers {
            let WorkerStatus { id, host, state, threads, nps, tasks, share, reason, .. } = worker;
            let host = lastknight_lab::format::shortened(host, 16);
            let nps = grouped(nps.round() as u64);
            let (tasks, share) = (grouped(*tasks), 100.0 * share);
            text += &format!(
                "{id:<16}  {host:<16}  {state:<7}  {threads:>7}  {nps:>11}  {tasks:>10}  {share:>4.0} %\n"
            );
            if let Some(reason) = reason {
                text += &format!("  dropped: {reason}\n");
            }
        }
        if !failures.is_empty() {
            text += "\nfailures\n";
        }
        for failure in failures {
            text += &format!("  {failure}\n");
        }
        text
    }
}

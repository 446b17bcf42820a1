//! `lastknight worker`: works for a fleet.

use crate::cli::WorkerArgs;
use crate::failure::Failure;

#[cfg(not(feature = "nats"))]
pub(crate) fn run(_: &WorkerArgs) -> Result<(), Failure> {
    Err(crate::fleet::absent())
}

#[cfg(feature = "nats")]
pub(crate) use working::run;

#[cfg(feature = "nats")]
mod working {
    use std::sync::Arc;

    use lastknight::{Agent, Agents, Constants, Game, Position, Size};
    use lastknight_fleet::{Worker, WorkerEvent, WorkerSettings};

    use super::{Failure, WorkerArgs};
    use crate::output::{counted, grouped};
    use crate::{fleet, host, input, interrupt, progress};

    pub(crate) fn run(args: &WorkerArgs) -> Result<(), Failure> {
        let stop = interrupt::stop_flag()?;
        let agents = args.allowed.iter().map(|text| input::agent(text, &Constants::NONE));
        let agents: Vec<Agent> = agents.collect::<Result<_, _>>()?;
        host::check_programs(&agents, &Game::new(Position::new(Size::STANDARD)))?;
        let programs: Vec<String> = agents.iter().map(ToString::to_string).collect();
        let name = args.fleet.as_deref().map(fleet::fleet_name).transpose()?;
        let settings = WorkerSettings {
            broker: fleet::broker(&args.broker),
            fleet: name,
            threads: args.threads,
            idle: args.idle,
            read_agent: Arc::new(reader(programs.clone())),
            programs,
        };
        let done = Worker::run(settings, stop, Arc::new(|event| progress::note(&text(&event))))?;
        progress::note(&format!("{} in {:.0} s", counted(done.tasks, "task"), done.seconds));
        Ok(())
    }

    /// Reads built-in agents and the programs that are allowed. Files of other programs are not even looked at.
    fn reader(allowed: Vec<String>) -> impl Fn(&str) -> Result<Agent, String> {
        move |text| {
            let builtin = Agents::builtin().parse(text, &Constants::NONE);
            match builtin {
                Ok(agent) if !agent.is_custom() => return Ok(agent),
                _ if allowed.iter().any(|known| known == text) => {}
                Ok(_) => return Err(format!("this worker does not allow {text}")),
                Err(error) => return Err(error.to_string()),
            }
            host::agents().parse(text, &Constants::NONE).map_err(|error| error.to_string())
        }
    }

    fn text(event: &WorkerEvent) -> String {
        match event {
            WorkerEvent::Bench { version, signature, nps } => {
                let nps = grouped(nps.round() as u64);
                format!("lastknight {version}, bench {signature}, {nps} nodes/s on one thread")
            }
            WorkerEvent::Connected => "connected, waiting for work".to_owned(),
            WorkerEvent::ConnectionLost => "connection lost, trying again".to_owned(),
            WorkerEvent::Joined(fleet) => format!("joined the fleet '{fleet}'"),
            WorkerEvent::Refused(fleet, why) => format!("the fleet '{fleet}' refuses: {why}"),
            WorkerEvent::NeedsProgram(fleet, program) => {
                format!("the fleet '{fleet}' needs a program: allow it with --allow '{program}'")
            }
            WorkerEvent::Gone(fleet) => {
                format!("the fleet '{fleet}' has no coordinator any more, waiting for work")
            }
            WorkerEvent::Progress(tasks, seconds) => {
                let speed = *tasks as f64 / seconds.max(0.001);
                format!("{} finished, {speed:.1} a second", counted(*tasks, "task"))
            }
            WorkerEvent::Failed(why) => format!("failed: {why}"),
            WorkerEvent::Leaving => "leaving, unfinished work goes to others".to_owned(),
            other => format!("{other:?}"),
        }
    }
}

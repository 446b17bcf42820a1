//! The fleet of this program, if other machines work for it.

#[cfg(feature = "nats")]
use crate::cli::BrokerFlags;
use crate::cli::FleetFlags;
use crate::failure::Failure;

#[cfg(not(feature = "nats"))]
pub(crate) use absent::{connect, line, shut_down};
#[cfg(feature = "nats")]
pub(crate) use connected::{broker, connect, fleet_name, line, shut_down};

/// Says that this program has no fleets.
#[cfg(not(feature = "nats"))]
pub(crate) fn absent() -> Failure {
    let how = "build it with 'cargo install --path crates/lastknight-cli --features nats'";
    Failure::Input(format!("this program was built without NATS: {how}"))
}

#[cfg(not(feature = "nats"))]
mod absent {
    use std::sync::Arc;

    use lastknight_lab::Fleet;

    use super::{Failure, FleetFlags};

    pub(crate) fn connect(flags: &FleetFlags) -> Result<Option<Arc<dyn Fleet>>, Failure> {
        if flags.nats.is_some() { Err(super::absent()) } else { Ok(None) }
    }

    pub(crate) fn line() -> String {
        String::new()
    }

    pub(crate) fn shut_down() {}
}

#[cfg(feature = "nats")]
mod connected {
    use std::sync::{Arc, Mutex, PoisonError};

    use lastknight_fleet::{
        Broker, BrokerError, Coordinator, CoordinatorSettings, FleetName, Worker,
    };
    use lastknight_lab::Fleet;

    use super::{BrokerFlags, Failure, FleetFlags};

    impl From<BrokerError> for Failure {
        fn from(error: BrokerError) -> Self {
            Self::Run(error.to_string())
        }
    }

    /// The coordinator and the address of its broker.
    static COORDINATOR: Mutex<Option<(Arc<Coordinator>, String)>> = Mutex::new(None);

    pub(crate) fn fleet_name(text: &str) -> Result<FleetName, Failure> {
        text.parse().map_err(|error| Failure::input("--fleet", error))
    }

    pub(crate) fn broker(flags: &BrokerFlags) -> Broker {
        Broker {
            url: flags.nats.clone(),
            credentials: flags.credentials.clone(),
            certificate: flags.ca.clone(),
        }
    }

    /// Connects to the fleet that flags name, if they do.
    pub(crate) fn connect(flags: &FleetFlags) -> Result<Option<Arc<dyn Fleet>>, Failure> {
        let Some(url) = flags.nats.clone() else { return Ok(None) };
        let (credentials, certificate) = (flags.credentials.clone(), flags.ca.clone());
        let coordinator = Arc::new(Coordinator::connect(CoordinatorSettings {
            broker: Broker { url: url.clone(), credentials, certificate },
            fleet: fleet_name(&flags.fleet)?,
            lease: flags.lease,
            batch: flags.batch,
            verify_share: flags.verify_share,
            reference_nps: flags.scale_time.then(Worker::speed),
            metrics: flags.metrics,
        })?);
        let known = Some((Arc::clone(&coordinator), url));
        *COORDINATOR.lock().unwrap_or_else(PoisonError::into_inner) = known;
        Ok(Some(coordinator))
    }

    /// Returns the workers and their shares, to be added to a line of progress.
    pub(crate) fn line() -> String {
        let coordinator = COORDINATOR.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((coordinator, url)) = coordinator.as_ref() else { return String::new() };
        let status = coordinator.status();
        if status.working() > 0 {
            return format!(", {}", status.line());
        }
        format!(", waiting for workers: lastknight worker --nats {url}")
    }

    /// Tells the workers that the work is over.
    pub(crate) fn shut_down() {
        drop(COORDINATOR.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

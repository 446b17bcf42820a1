//! The coordinator of a fleet.

mod ledger;
mod metrics;
mod service;

use std::net::SocketAddr;
use std::sync::mpsc;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use lastknight_lab::{Fleet, FleetEvent, RemoteJob, WorkError};
use tokio::sync::Notify;

use crate::broker::{Broker, BrokerError, ConnectionEvent};
use crate::names::FleetName;
use crate::status::FleetStatus;
use ledger::{Ledger, LedgerSettings};
use service::Service;

/// How to coordinate a fleet.
#[derive(Clone, Debug)]
pub struct CoordinatorSettings {
    /// The broker.
    pub broker: Broker,
    /// The name of the fleet. It has one coordinator at a time.
    pub fleet: FleetName,
    /// How long a worker may be silent before its tasks are given to others.
    pub lease: Duration,
    /// The work that is given to a worker at a time.
    pub batch: Duration,
    /// The share of results that a second worker repeats, from 0 to 1.
    pub verify_share: f64,
    /// The nodes per second that time limits are meant for, if workers scale them by their own speed.
    pub reference_nps: Option<f64>,
    /// The address for Prometheus.
    pub metrics: Option<SocketAddr>,
}

/// Gives work to a fleet and collects what it finishes.
///
/// It connects in the background: a lost connection is repaired, and what the broker lost is published again.
pub struct Coordinator {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// What the laboratory's thread and the network's thread share.
struct Shared {
    ledger: Mutex<Ledger>,
    /// Something may have happened for the laboratory.
    changed: Condvar,
    /// There may be something to do for the network.
    wake: Notify,
    /// Whether the coordinator ends.
    closing: std::sync::atomic::AtomicBool,
    /// What the broker refused last.
    forbidden: Mutex<Option<String>>,
    /// The broker has refused something.
    refused: Notify,
}

impl Shared {
    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn on_connection(&self, event: ConnectionEvent) {
        match event {
            ConnectionEvent::Connected => {}
            ConnectionEvent::Lost => {
                self.ledger().note("the connection to the broker was lost");
            }
            ConnectionEvent::Forbidden(why) => {
                *self.forbidden.lock().unwrap_or_else(PoisonError::into_inner) = Some(why.clone());
                self.ledger().note(&format!("the broker refuses: {why}"));
                self.refused.notify_one();
            }
        }
    }

    /// The last refusal, as part of a message.
    fn forbidden(&self) -> Option<String> {
        self.forbidden.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Coordinator {
    /// Connects to the broker and makes an empty queue.
    ///
    /// # Errors
    /// Returns an error if the broker cannot be reached or used, or the fleet has a coordinator.
    pub fn connect(settings: CoordinatorSettings) -> Result<Self, BrokerError> {
        let CoordinatorSettings { fleet, lease, batch, verify_share, reference_nps, .. } =
            settings.clone();
        let ledger = LedgerSettings { fleet, lease, batch, verify_share, reference_nps };
        let shared = Arc::new(Shared {
            ledger: Mutex::new(Ledger::new(ledger, Instant::now())),
            changed: Condvar::new(),
            wake: Notify::new(),
            closing: false.into(),
            forbidden: Mutex::new(None),
            refused: Notify::new(),
        });
        let (sender, receiver) = mpsc::channel();
        let run = {
            let shared = Arc::clone(&shared);
            move || {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                let runtime = match runtime {
                    Ok(runtime) => runtime,
                    Err(error) => {
                        let _ = sender.send(Err(BrokerError(format!("cannot start: {error}"))));
                        return;
                    }
                };
                runtime.block_on(async {
                    match Service::start(&settings, shared).await {
                        Ok(service) => {
                            let _ = sender.send(Ok(()));
                            service.run().await;
                        }
                        Err(error) => {
                            let _ = sender.send(Err(error));
                        }
                    }
                });
            }
        };
        let cannot_start = |error| BrokerError(format!("cannot start a thread: {error}"));
        let thread =
            thread::Builder::new().name("fleet".to_owned()).spawn(run).map_err(cannot_start)?;
        let started = receiver.recv().unwrap_or_else(|_| {
            Err(BrokerError("the connection to the broker ended at once".to_owned()))
        });
        started?;
        Ok(Self { shared, thread: Some(thread) })
    }

    /// Returns the state of the fleet.
    #[must_use]
    pub fn status(&self) -> FleetStatus {
        self.shared.ledger().status(Instant::now())
    }

    /// Asks the coordinator of a fleet for its state.
    ///
    /// # Errors
    /// Returns an error if the broker cannot be reached, or nobody coordinates the fleet.
    pub fn query(broker: &Broker, fleet: &FleetName) -> Result<FleetStatus, BrokerError> {
        service::query(broker, fleet)
    }

    fn change(&self, change: impl FnOnce(&mut Ledger)) {
        change(&mut self.shared.ledger());
        self.shared.wake.notify_one();
    }
}

impl Fleet for Coordinator {
    fn begin(&self, job: Arc<dyn RemoteJob>) -> Result<(), WorkError> {
        self.change(|ledger| ledger.begin(job));
        Ok(())
    }

    fn room(&self) -> usize {
        self.shared.ledger().room()
    }

    fn submit(&self, tasks: Vec<(u64, String)>) {
        self.change(|ledger| ledger.submit(tasks, Instant::now()));
    }

    fn seal(&self) {
        self.change(|ledger| ledger.seal(Instant::now()));
    }

    fn collect(&self, timeout: Duration) -> Result<FleetEvent, WorkError> {
        let end = Instant::now() + timeout;
        let mut ledger = self.shared.ledger();
        loop {
            if let Some(event) = ledger.next_event().map_err(WorkError::Fleet)? {
                return Ok(event);
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(FleetEvent::Nothing);
            }
            let waited = self.shared.changed.wait_timeout(ledger, left);
            ledger = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn acknowledge(&self) {
        self.change(Ledger::acknowledge);
    }

    fn end(&self, with_checks: bool) {
        self.change(|ledger| ledger.end(with_checks));
    }

    fn threads(&self) -> usize {
        self.shared.ledger().threads()
    }
}

impl Drop for Coordinator {
    fn drop(&mut self) {
        self.shared.closing.store(true, std::sync::atomic::Ordering::Relaxed);
        self.change(Ledger::leave);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

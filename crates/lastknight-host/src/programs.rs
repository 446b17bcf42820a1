//! The programs of a host.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lastknight::Agent;

use crate::program::Program;
use crate::supervisor::Supervisor;

/// The programs that texts have named, and what they share.
#[derive(Debug, Default)]
pub(crate) struct Programs {
    pub(crate) supervisor: Arc<Supervisor>,
    needs_sandbox: AtomicBool,
    logs: Mutex<Option<PathBuf>>,
    /// The programs by the texts of their agents, with the hash.
    by_text: Mutex<HashMap<String, Arc<Program>>>,
}

impl Programs {
    pub(crate) fn require_sandbox(&self) {
        self.needs_sandbox.store(true, Ordering::Relaxed);
    }

    pub(crate) fn needs_sandbox(&self) -> bool {
        self.needs_sandbox.load(Ordering::Relaxed)
    }

    fn by_text(&self) -> MutexGuard<'_, HashMap<String, Arc<Program>>> {
        self.by_text.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the directory of logs.
    pub(crate) fn log_to(&self, directory: &Path) {
        *self.logs.lock().unwrap_or_else(PoisonError::into_inner) = Some(directory.to_owned());
        for program in self.by_text().values() {
            program.log_to(directory.to_owned());
        }
    }

    /// Returns the program of an agent.
    pub(crate) fn of(&self, agent: &Agent) -> Option<Arc<Program>> {
        self.by_text().get(&agent.to_string()).cloned()
    }

    /// Returns all programs.
    pub(crate) fn all(&self) -> Vec<Arc<Program>> {
        self.by_text().values().cloned().collect()
    }

    /// Returns the program of a text, which is made if there is none.
    pub(crate) fn open(&self, text: &str, make: impl FnOnce() -> Program) -> Arc<Program> {
        let logs = self.logs.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut programs = self.by_text();
        let program = programs.entry(text.to_owned()).or_insert_with(|| {
            let program = make();
            if let Some(directory) = logs {
                program.log_to(directory);
            }
            Arc::new(program)
        });
        Arc::clone(program)
    }

    /// Ends all processes.
    pub(crate) fn shut_down(&self) {
        self.all().iter().for_each(|program| program.shut_down());
        self.supervisor.shut_down();
    }
}

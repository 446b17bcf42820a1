//! The programs of a host.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lastknight::Agent;

use crate::program::Program;
use crate::supervisor::Supervisor;
use crate::words::find_program;

/// The time after which a program that strangers made fail is started again.
const FORGIVENESS: Duration = Duration::from_secs(60);

/// The programs that texts have named, and what they share.
#[derive(Debug, Default)]
pub(crate) struct Programs {
    pub(crate) supervisor: Arc<Supervisor>,
    needs_sandbox: AtomicBool,
    /// The most games at a time of programs that strangers use.
    most_games: Mutex<Option<usize>>,
    logs: Mutex<Option<PathBuf>>,
    /// The interpreter of `python("…")`, if it is not the `python3` on the path.
    python: Mutex<Option<PathBuf>>,
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

    pub(crate) fn share_with_strangers(&self, most_games: usize) {
        *self.most_games.lock().unwrap_or_else(PoisonError::into_inner) = Some(most_games);
    }

    fn by_text(&self) -> MutexGuard<'_, HashMap<String, Arc<Program>>> {
        self.by_text.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn run_python_with(&self, interpreter: &Path) {
        *self.python.lock().unwrap_or_else(PoisonError::into_inner) = Some(interpreter.to_owned());
    }

    /// Returns the interpreter of `python("…")`.
    pub(crate) fn python(&self) -> Result<PathBuf, String> {
        let python = self.python.lock().unwrap_or_else(PoisonError::into_inner).clone();
        python.map_or_else(|| find_program("python3"), Ok)
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
        let most_games = *self.most_games.lock().unwrap_or_else(PoisonError::into_inner);
        let mut programs = self.by_text();
        let program = programs.entry(text.to_owned()).or_insert_with(|| {
            let mut program = make();
            program.most_playing = most_games;
            program.forgiveness = most_games.map(|_| FORGIVENESS);
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

//! Long work beside Python: on a thread of its own, with progress, stopped by Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use lastknight::parallel;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often Python's signals are checked.
const TICK: Duration = Duration::from_millis(50);

/// How often progress is reported, at most.
const REPORT: Duration = Duration::from_millis(100);

/// How long Python players may take to end after a stop before an exception is raised in them.
const PATIENCE: Duration = Duration::from_millis(500);

/// The progress of work: what is done of how much, and a text.
pub(crate) type Progress = (usize, usize, String);

/// Passes the progress of work to Python, from any thread.
pub(crate) struct Reporter(Option<Sender<Progress>>, Instant);

impl Reporter {
    /// Reports progress, unless that was done just before. `text` is only made if it is shown.
    pub(crate) fn show(&mut self, done: usize, all: usize, text: impl FnOnce() -> String) {
        let Self(Some(sender), last) = self else {
            return;
        };
        if (all > 0 && done >= all) || last.elapsed() >= REPORT {
            *last = Instant::now();
            // Nobody listens any more once the call is being stopped.
            let _ = sender.send((done, all, text()));
        }
    }
}

/// What long work calls in Python: `on_progress(done, all, text)`, and `on_interrupt()` to end players that do not know the
/// stop flag.
#[derive(Clone, Copy, Default)]
pub(crate) struct Callbacks<'a, 'py> {
    pub(crate) on_progress: Option<&'a Bound<'py, PyAny>>,
    pub(crate) on_interrupt: Option<&'a Bound<'py, PyAny>>,
}

/// Does work on a thread of its own without the interpreter, and sets the stop flag on Ctrl-C or when a callback raises.
/// That exception is raised once the work has ended.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    callbacks: Callbacks<'_, '_>,
    work: impl FnOnce(&AtomicBool, &mut Reporter) -> T + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    let (sender, mut receiver) = mpsc::channel();
    thread::scope(|scope| {
        let is_shown = callbacks.on_progress.is_some();
        let flag = &stop;
        let worker = parallel::builder().spawn_scoped(scope, move || {
            // The channel closes when the work is over, whether or not it is used.
            let keep = sender.clone();
            let begin = Instant::now().checked_sub(REPORT).unwrap_or_else(Instant::now);
            let result = work(flag, &mut Reporter(is_shown.then_some(sender), begin));
            drop(keep);
            result
        });
        let worker = worker.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let interrupted = watch(py, &mut receiver, &stop, callbacks);
        let result = py.detach(|| worker.join());
        interrupted?;
        result.map_err(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            PyRuntimeError::new_err(text.unwrap_or("the work failed").to_owned())
        })
    })
}

/// Waits for the end of the work. Returns the exception that stopped it, if there is one.
fn watch(
    py: Python<'_>,
    receiver: &mut Receiver<Progress>,
    stop: &AtomicBool,
    callbacks: Callbacks<'_, '_>,
) -> PyResult<()> {
    // An exception that another thread raises here arrives when Python code runs.
    let checkpoint = py.import("lastknight._players")?.getattr("checkpoint")?;
    let (mut interrupted, mut since) = (Ok(()), Instant::now());
    loop {
        let mut latest = None;
        let channel = &mut *receiver;
        match py.detach(move || channel.recv_timeout(TICK)) {
            Ok(progress) => latest = Some(progress),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return interrupted,
        }
        latest = receiver.try_iter().last().or(latest);
        if interrupted.is_ok() {
            let checked = py.check_signals().and_then(|()| checkpoint.call0().map(drop));
            interrupted = checked.and_then(|()| match (callbacks.on_progress, latest) {
                (Some(call), Some(progress)) => call.call1(progress).map(drop),
                _ => Ok(()),
            });
            if interrupted.is_err() {
                stop.store(true, Ordering::Relaxed);
                since = Instant::now();
            }
        } else if since.elapsed() > PATIENCE {
            since = Instant::now();
            let _ = callbacks.on_interrupt.map(PyAnyMethods::call0);
        }
    }
}

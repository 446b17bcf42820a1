//! Ctrl-C as a request to stop with a result.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::Failure;
use crate::host;

static STOP: AtomicBool = AtomicBool::new(false);

/// The exit code by which shells report Ctrl-C.
const ENDED_BY_CTRL_C: i32 = 130;

/// Returns a stop flag that Ctrl-C sets from now on. A second Ctrl-C ends the program.
pub(crate) fn stop_flag() -> Result<&'static AtomicBool, Failure> {
    let handler = || {
        if STOP.swap(true, Ordering::Relaxed) {
            host::shut_down();
            std::process::exit(ENDED_BY_CTRL_C);
        }
    };
    match ctrlc::set_handler(handler) {
        Ok(()) | Err(ctrlc::Error::MultipleHandlers) => Ok(&STOP),
        Err(error) => Err(Failure::Run(format!("cannot handle Ctrl-C: {error}"))),
    }
}

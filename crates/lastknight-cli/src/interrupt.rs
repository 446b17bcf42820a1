//! Ctrl-C as a wish to end with a result, instead of an end without one.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::Failure;

static STOP: AtomicBool = AtomicBool::new(false);

/// The exit code of a program that Ctrl-C ended, by the custom of shells.
const ENDED_BY_CTRL_C: i32 = 130;

/// A sign that Ctrl-C sets from now on. Pressed once more, it ends the program.
pub(crate) fn stop_flag() -> Result<&'static AtomicBool, Failure> {
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(ENDED_BY_CTRL_C);
        }
    })
    .map_err(|error| Failure::Run(format!("cannot listen to Ctrl-C: {error}")))?;
    Ok(&STOP)
}

//! How far a long command is, on standard error.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// What takes less than this shows no progress.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar with an estimate of the time left, which appears once a command takes a while, and only on a
/// terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
    begin: Instant,
}

impl Progress {
    pub(crate) fn start() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let template = "{bar:40} {percent}%, {elapsed} gone, {eta} left{msg}";
        bar.set_style(ProgressStyle::with_template(template).expect("a template that parses"));
        Self { bar, begin: Instant::now() }
    }

    /// Shows that so much is done, and something beside it.
    pub(crate) fn show(&self, done: usize, all: usize, message: impl FnOnce() -> String) {
        if self.begin.elapsed() > PATIENCE {
            self.bar.set_length(all as u64);
            self.bar.set_message(message());
            self.bar.set_position(done as u64);
        }
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

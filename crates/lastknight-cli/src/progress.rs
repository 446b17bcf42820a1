//! Progress bars on standard error.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How long a command runs before it shows a bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar with an estimate of the time left, shown on terminals only.
pub(crate) struct Progress {
    bar: ProgressBar,
    begin: Instant,
}

impl Progress {
    pub(crate) fn start() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let template = "{bar:40} {percent}%, {elapsed} elapsed, {eta} left{msg}";
        bar.set_style(ProgressStyle::with_template(template).expect("a template that parses"));
        Self { bar, begin: Instant::now() }
    }

    /// Shows how much is done, and a message.
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

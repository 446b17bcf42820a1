//! Progress on standard error: a bar on a terminal, lines elsewhere.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::{fleet, output};

/// How long a command runs before it shows a bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long a command runs before it prints a line, and the longest time between two lines.
const FIRST_LINE: Duration = Duration::from_secs(10);
const LONGEST_GAP: Duration = Duration::from_secs(600);

/// The lines of all bars of the program, without a terminal.
static LINES: Mutex<Option<LineTimes>> = Mutex::new(None);

/// Work of known or unknown extent, with an estimate of the time left if it is known.
pub(crate) struct Progress {
    bar: ProgressBar,
    begin: Instant,
    is_terminal: bool,
    /// How much was done at the first report.
    first: OnceLock<usize>,
    /// Whether the bar is shown.
    shown: OnceLock<()>,
}

/// Shows what is done next, as a line.
pub(crate) fn note(line: &str) {
    let _ = writeln!(anstream::stderr(), "{line}");
}

impl Progress {
    pub(crate) fn start() -> Self {
        let begin = Instant::now();
        LINES
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get_or_insert_with(|| LineTimes { last: begin, gap: FIRST_LINE });
        Self {
            bar: ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()),
            begin,
            is_terminal: io::stderr().is_terminal(),
            first: OnceLock::new(),
            shown: OnceLock::new(),
        }
    }

    /// Shows how much is done, and a message.
    pub(crate) fn show(&self, done: usize, all: usize, message: impl FnOnce() -> String) {
        let width = (output::width() / 3).clamp(10, 40);
        let template =
            format!("{{bar:{width}}} {{percent}}%, {{elapsed}} elapsed, {{eta}} left{{msg}}");
        self.report(done, Some(all), &template, message);
    }

    /// Shows how much is done of work whose extent is unknown.
    pub(crate) fn show_open(&self, done: usize, message: impl FnOnce() -> String) {
        self.report(done, None, "{spinner} {elapsed} elapsed{msg}", message);
    }

    fn report(
        &self,
        done: usize,
        all: Option<usize>,
        template: &str,
        message: impl FnOnce() -> String,
    ) {
        let message = || message() + &fleet::line();
        let first = *self.first.get_or_init(|| {
            self.bar.set_style(style(template));
            self.bar.set_position(done as u64);
            self.bar.reset_eta();
            done
        });
        if !self.is_terminal {
            let mut lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
            if lines.as_mut().is_some_and(|lines| lines.is_due(Instant::now())) {
                let line = line(done, all, first, self.begin.elapsed(), &message());
                // Without a reader there is nothing to report.
                let _ = writeln!(anstream::stderr(), "{line}");
            }
            return;
        }
        self.bar.set_position(done as u64);
        if self.begin.elapsed() > PATIENCE {
            self.shown.get_or_init(|| self.bar.set_draw_target(ProgressDrawTarget::stderr()));
            if let Some(all) = all {
                self.bar.set_length(all as u64);
            }
            self.bar.set_message(message());
        }
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("a template that parses")
}

/// When lines are printed: after ten seconds, then at intervals that double.
struct LineTimes {
    last: Instant,
    gap: Duration,
}

impl LineTimes {
    fn is_due(&mut self, now: Instant) -> bool {
        let is_due = now.duration_since(self.last) >= self.gap;
        if is_due {
            (self.last, self.gap) = (now, LONGEST_GAP.min(2 * self.gap));
        }
        is_due
    }
}

/// Returns a line: how much is done, the time so far, and an estimate of the time left.
fn line(done: usize, all: Option<usize>, first: usize, elapsed: Duration, message: &str) -> String {
    let time = HumanDuration(elapsed);
    let Some(all) = all else { return format!("{time} elapsed{message}") };
    let percent = 100.0 * done as f64 / all.max(1) as f64;
    let left = match done.saturating_sub(first) {
        0 => "no estimate yet".to_owned(),
        now => {
            let left = elapsed.as_secs_f64() * all.saturating_sub(done) as f64 / now as f64;
            format!("about {} left", HumanDuration(Duration::from_secs_f64(left)))
        }
    };
    format!("{percent:.0}%, {time} elapsed, {left}{message}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_at_growing_intervals() {
        let begin = Instant::now();
        let mut times = LineTimes { last: begin, gap: FIRST_LINE };
        let due: Vec<u64> =
            (0..3000).filter(|&s| times.is_due(begin + Duration::from_secs(s))).collect();
        assert_eq!(due, [10, 30, 70, 150, 310, 630, 1230, 1830, 2430]);
    }

    #[test]
    fn lines_estimate_the_time_left() {
        let minute = Duration::from_secs(60);
        for (done, all, first, wanted) in [
            (50, Some(100), 0, "50%, 60 seconds elapsed, about 60 seconds left, x"),
            (75, Some(100), 50, "75%, 60 seconds elapsed, about 60 seconds left, x"),
            (50, Some(100), 50, "50%, 60 seconds elapsed, no estimate yet, x"),
            (7, None, 0, "60 seconds elapsed, x"),
        ] {
            assert_eq!(line(done, all, first, minute, ", x"), wanted);
        }
    }
}

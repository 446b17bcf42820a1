//! What a search gets besides the position.

use super::SearchReport;
use crate::control::Control;

/// What a search gets besides the position: when to end, how many lines to find, and a progress callback.
///
/// ```
/// use lastknight::control::{Control, Limits};
/// use lastknight::search::Task;
///
/// let plain = Task::new(Limits::depth(5));
/// assert_eq!((plain.multi, plain.is_analysis), (1, false));
/// let mut depths = Vec::new();
/// let mut on_progress = |report: &lastknight::SearchReport| depths.push(report.depth);
/// let analysis = Task::new(Control::new()).multi(3).analysis(true).on_progress(&mut on_progress);
/// ```
#[non_exhaustive]
pub struct Task<'a> {
    /// When to end, by which clock.
    pub control: Control<'a>,
    /// The number of best moves to report with score and line, at least one.
    pub multi: usize,
    /// Whether the score matters, not only the move: then an obvious move saves no time.
    pub is_analysis: bool,
    on_progress: Option<&'a mut dyn FnMut(&SearchReport)>,
}

impl<'a> Task<'a> {
    /// Requests the best move alone, without progress.
    #[must_use]
    pub fn new(control: impl Into<Control<'a>>) -> Self {
        Self { control: control.into(), multi: 1, is_analysis: false, on_progress: None }
    }

    /// Sets the number of best moves to report; 0 counts as 1.
    #[must_use]
    pub fn multi(self, multi: usize) -> Self {
        Self { multi: multi.max(1), ..self }
    }

    /// Sets whether the score matters, not only the move.
    #[must_use]
    pub fn analysis(self, is_analysis: bool) -> Self {
        Self { is_analysis, ..self }
    }

    /// Calls this after each finished depth.
    #[must_use]
    pub fn on_progress(self, on_progress: &'a mut dyn FnMut(&SearchReport)) -> Self {
        Self { on_progress: Some(on_progress), ..self }
    }

    /// Returns the same task under another control.
    #[must_use]
    pub fn under(&mut self, control: Control<'a>) -> Task<'_> {
        let on_progress = self.on_progress.as_mut().map(|on_progress| &mut **on_progress as _);
        Task { control, multi: self.multi, is_analysis: self.is_analysis, on_progress }
    }

    /// Reports what was found so far to the callback.
    pub fn progress(&mut self, report: &SearchReport) {
        if let Some(on_progress) = &mut self.on_progress {
            on_progress(report);
        }
    }
}

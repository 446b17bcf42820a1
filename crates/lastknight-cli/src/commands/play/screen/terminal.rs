//! The terminal as a full screen, restored afterwards whatever happens.

use std::io::{self, Stdout};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::Frame;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute};
use ratatui::layout::Rect;

/// Whether the terminal must be restored.
static IS_CHANGED: AtomicBool = AtomicBool::new(false);

/// The full screen. When dropped, it restores the terminal.
pub(super) struct Terminal {
    inner: ratatui::Terminal<CrosstermBackend<Stdout>>,
}

impl Terminal {
    /// Takes over the screen and the mouse.
    pub(super) fn enter() -> io::Result<Self> {
        restore_on_panic();
        let inner = ratatui::Terminal::new(CrosstermBackend::new(io::stdout()))?;
        IS_CHANGED.store(true, Ordering::SeqCst);
        // From here on an error drops and so restores it.
        let mut terminal = Self { inner };
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)?;
        terminal.clear()?;
        Ok(terminal)
    }

    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.inner.draw(draw).map(drop)
    }

    /// Makes the next drawing redraw everything. `Terminal::clear` would query the cursor position,
    /// which some terminals do not answer.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        let size = self.inner.size()?;
        self.inner.resize(Rect::new(0, 0, size.width, size.height))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal, once. Errors are ignored: the terminal may be gone.
fn restore() {
    if IS_CHANGED.swap(false, Ordering::SeqCst) {
        let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
        let _ = disable_raw_mode();
    }
}

/// Restores the terminal before a panic on any thread prints its message.
fn restore_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            restore();
            before(info);
        }));
    });
}

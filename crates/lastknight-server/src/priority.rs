//! The priority of threads: games of tournaments leave the cores to people who wait.

/// Gives this thread, and those that it starts from now on, the lowest priority. On Linux only: elsewhere a thread has no
/// priority of its own, and games share the cores with searches.
#[cfg(target_os = "linux")]
pub(crate) fn lower() {
    const LOWEST: i32 = 19;
    // Without it the games take more than their share, and nothing else changes.
    let _ = rustix::process::setpriority_process(None, LOWEST);
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn lower() {}

//! The machine that measures.

use std::{env, fs, thread};

/// Returns the CPU as the system names it, and the number of its cores.
#[must_use]
pub fn machine() -> String {
    let cpus = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpus.lines().find_map(|line| {
        let (name, model) = line.split_once(':')?;
        (name.trim() == "model name").then(|| model.trim().to_owned())
    });
    let model = model.unwrap_or_else(|| env::consts::ARCH.to_owned());
    let cores = thread::available_parallelism().map_or(1, usize::from);
    format!("{model}, {}", counted(cores, "core"))
}

/// Returns a number with its noun.
pub(crate) fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

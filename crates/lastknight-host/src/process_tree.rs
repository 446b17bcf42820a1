//! A process and its descendants, as `/proc` and the kernel's clocks know them.

use std::fs;
use std::time::Duration;

use nix::sys::signal::{Signal, kill, killpg};
use nix::time::{ClockId, clock_getcpuclockid, clock_gettime};
use nix::unistd::{Pid, SysconfVar, sysconf};

/// The unit of times in `/proc/PID/stat`: Linux counts 100 in a second.
const TICK: Duration = Duration::from_millis(10);

/// The clock of the CPU time of a process with all its threads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CpuClock(ClockId);

impl CpuClock {
    pub(crate) fn of(pid: Pid) -> Option<Self> {
        clock_getcpuclockid(pid).ok().map(Self)
    }

    /// Returns the CPU time so far, or `None` if the process is gone.
    pub(crate) fn now(self) -> Option<Duration> {
        let time = clock_gettime(self.0).ok()?;
        let (seconds, nanos) =
            (u64::try_from(time.tv_sec()).ok()?, u32::try_from(time.tv_nsec()).ok()?);
        Some(Duration::new(seconds, nanos))
    }
}

/// Returns the CPU time of a process with all its threads, or `None` if there is no such process.
fn cpu_time(pid: Pid) -> Option<Duration> {
    CpuClock::of(pid)?.now()
}

/// Returns the CPU time of a process, its descendants, and its children that have ended.
pub(crate) fn tree_cpu_time(pid: Pid) -> Duration {
    let ended = Stat::read(pid).map_or(Duration::ZERO, |stat| stat.ended_children);
    let living = descendants(pid).into_iter().chain([pid]).filter_map(cpu_time);
    living.sum::<Duration>() + ended
}

/// Returns the children of a process.
pub(crate) fn children(pid: Pid) -> Vec<Pid> {
    let Ok(tasks) = fs::read_dir(format!("/proc/{pid}/task")) else {
        return Vec::new();
    };
    let lists = tasks.flatten().map(|task| fs::read_to_string(task.path().join("children")));
    let mut found = Vec::new();
    for list in lists {
        match list {
            Ok(list) => {
                found.extend(list.split_whitespace().filter_map(|pid| pid.parse::<i32>().ok()));
            }
            // A kernel without these lists, or a thread that has just ended.
            Err(_) => return children_of_all(pid),
        }
    }
    found.into_iter().map(Pid::from_raw).collect()
}

/// Returns the children of a process by reading every process.
fn children_of_all(parent: Pid) -> Vec<Pid> {
    let is_child = |pid: &Pid| Stat::read(*pid).is_some_and(|stat| stat.parent == parent.as_raw());
    all_processes().filter(is_child).collect()
}

fn all_processes() -> impl Iterator<Item = Pid> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok().map(Pid::from_raw))
}

/// Returns all descendants of a process.
pub(crate) fn descendants(pid: Pid) -> Vec<Pid> {
    let mut found = children(pid);
    let mut next = 0;
    while let Some(&pid) = found.get(next) {
        found.extend(children(pid));
        next += 1;
    }
    found
}

/// What `/proc/PID/stat` tells.
struct Stat {
    state: char,
    parent: i32,
    ended_children: Duration,
    threads: u64,
    resident_pages: u64,
}

impl Stat {
    fn read(pid: Pid) -> Option<Self> {
        Self::parse(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
    }

    /// The name, in parentheses, may contain anything. The fields after it are counted from the state, which is the third.
    fn parse(text: &str) -> Option<Self> {
        let fields: Vec<&str> = text[text.rfind(')')? + 1..].split_whitespace().collect();
        let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
        Some(Self {
            state: fields.first()?.chars().next()?,
            parent: fields.get(1)?.parse().ok()?,
            ended_children: TICK * u32::try_from(number(16)? + number(17)?).ok()?,
            threads: number(20)?,
            resident_pages: number(24)?,
        })
    }
}

/// The memory and the threads of a process and its descendants.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usage {
    pub(crate) bytes: u64,
    pub(crate) threads: u64,
}

pub(crate) fn usage(pid: Pid) -> Usage {
    let page = sysconf(SysconfVar::PAGE_SIZE).ok().flatten().unwrap_or(4096) as u64;
    let stats = descendants(pid).into_iter().chain([pid]).filter_map(Stat::read);
    stats.fold(Usage::default(), |sum, stat| Usage {
        bytes: sum.bytes + page * stat.resident_pages,
        threads: sum.threads + stat.threads,
    })
}

/// Returns whether all threads of a process and its descendants sleep, as they do when they wait for input.
pub(crate) fn is_asleep(pid: Pid) -> bool {
    descendants(pid).into_iter().chain([pid]).all(|pid| {
        let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
        tasks.filter_map(|task| fs::read_to_string(task.path().join("stat")).ok()).all(|text| {
            Stat::parse(&text).is_none_or(|stat| ['S', 'Z', 'X', 'I'].contains(&stat.state))
        })
    })
}

/// Sends a signal to a process and its descendants.
pub(crate) fn signal(pid: Pid, signal: Signal) {
    for pid in [pid].into_iter().chain(descendants(pid)) {
        let _ = kill(pid, signal);
    }
}

/// The rounds after which killing is given up: a process that waits for a device cannot be killed.
const MOST_ROUNDS: usize = 5000;

/// Kills a process, its group, its descendants, and every process that has this entry in its environment: a process
/// that has left the group and lost its parent still has it. The process itself may have ended; then its number may belong to
/// another one.
pub(crate) fn kill_tree(pid: Option<Pid>, entry: &str) {
    for _ in 0..MOST_ROUNDS {
        // None of them can start another one while the list is made.
        let signal_group = |signal| pid.map(|pid| killpg(pid, signal));
        signal_group(Signal::SIGSTOP);
        let tree = pid.into_iter().flat_map(descendants);
        let marked =
            all_processes().filter(|&other| other != Pid::this() && is_marked(other, entry));
        let mut found = false;
        for other in marked.chain(tree) {
            found |= kill(other, Signal::SIGKILL).is_ok() && !is_ended(other);
        }
        signal_group(Signal::SIGKILL);
        if !found {
            return;
        }
        std::thread::sleep(Duration::from_micros(200));
    }
}

fn is_ended(pid: Pid) -> bool {
    Stat::read(pid).is_none_or(|stat| ['Z', 'X'].contains(&stat.state))
}

fn is_marked(pid: Pid, entry: &str) -> bool {
    fs::read(format!("/proc/{pid}/environ")).is_ok_and(|environment| {
        environment.split(|&byte| byte == 0).any(|variable| variable == entry.as_bytes())
    })
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn names_with_parentheses_are_skipped() {
        let tail = "S 7 1 1 0 -1 0 0 0 0 0 5 3 2 1 20 0 9 0 100 4096 25 0";
        let stat = Stat::parse(&format!("12 (a) b) {tail}")).unwrap();
        assert_eq!((stat.state, stat.parent, stat.threads, stat.resident_pages), ('S', 7, 9, 25));
        assert_eq!(stat.ended_children, Duration::from_millis(30));
    }

    #[test]
    fn descendants_are_found_and_killed() {
        let marker = format!("LASTKNIGHT_TEST={}", std::process::id());
        let (name, value) = marker.split_once('=').unwrap();
        let script = "setsid sh -c 'sleep 100 & sleep 100' & sleep 100";
        let mut child = Command::new("sh").args(["-c", script]).env(name, value).spawn().unwrap();
        let pid = Pid::from_raw(child.id() as i32);
        while descendants(pid).len() < 3 {
            std::thread::sleep(Duration::from_millis(1));
        }
        let all = descendants(pid);
        assert!(usage(pid).bytes > 0 && usage(pid).threads >= 3);
        kill_tree(Some(pid), &marker);
        let _ = kill(pid, Signal::SIGKILL);
        child.wait().unwrap();
        for pid in all {
            assert!(is_ended(pid));
        }
    }
}

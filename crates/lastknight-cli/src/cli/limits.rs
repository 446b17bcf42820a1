//! The flags that limit searches, the same for every command that searches.

use std::ops::RangeInclusive;
use std::time::Duration;

use clap::ValueEnum;
use lastknight::Limits;
use lastknight::control::Clock;
use lastknight::control::limits::parse_time;
use lastknight_lab::SpecBuilder;

/// When a search ends, and what measures its time.
#[derive(Debug, clap::Args)]
pub(crate) struct LimitFlags {
    /// The most half-moves to look ahead; limits in an agent's text come before these
    #[arg(long, value_name = "D", value_parser = depth, allow_negative_numbers = true)]
    depth: Option<u32>,
    #[command(flatten)]
    effort: EffortFlags,
}

impl LimitFlags {
    /// The limits that were asked for, or these where there are none.
    pub(crate) fn or(&self, default: Limits) -> Limits {
        Limits { depth: self.depth, ..self.effort.limits() }.or(default)
    }

    /// Sets the limits of a specification, if any were given.
    pub(crate) fn set(&self, mut spec: SpecBuilder) -> SpecBuilder {
        let given = self.or(Limits::NONE);
        if given != Limits::NONE {
            spec = spec.limits(given);
        }
        if self.clock() != Clock::default() {
            spec = spec.clock(self.clock());
        }
        spec
    }

    pub(crate) fn clock(&self) -> Clock {
        self.effort.clock()
    }
}

/// The limits that mean something wherever there is something to search, however deep.
#[derive(Debug, clap::Args)]
pub(crate) struct EffortFlags {
    /// The most positions to look at, in each search
    #[arg(long, value_name = "N", value_parser = nodes, allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// The most time to take for each search, such as 150ms or 2s
    #[arg(long, value_name = "TIME", value_parser = time, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// What measures the time
    #[arg(long, value_enum, value_name = "CLOCK", default_value = "wall")]
    clock: ClockName,
}

impl EffortFlags {
    pub(crate) fn limits(&self) -> Limits {
        Limits { depth: None, nodes: self.nodes, time: self.time }
    }

    pub(crate) fn clock(&self) -> Clock {
        match self.clock {
            ClockName::Wall => Clock::Wall,
            ClockName::Cpu => Clock::Cpu,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ClockName {
    /// The time that passes
    Wall,
    /// The time on the processor of the thread that asks; where several search together, that of the
    /// others does not count
    Cpu,
}

/// A whole number from one to another; signs and spaces are no part of it.
pub(super) fn whole(text: &str, range: RangeInclusive<u64>) -> Option<u64> {
    let is_number = text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|number| is_number && range.contains(number))
}

fn depth(text: &str) -> Result<u32, String> {
    let depth = whole(text, 0..=255).map(|depth| depth as u32);
    depth.ok_or_else(|| "a depth is a whole number from 0 to 255".to_owned())
}

fn nodes(text: &str) -> Result<u64, String> {
    whole(text, 0..=u64::MAX).ok_or_else(|| "a number of nodes is a whole number".to_owned())
}

pub(super) fn time(text: &str) -> Result<Duration, String> {
    parse_time(text).ok_or_else(|| {
        "a time is a number with us, ms, s, min or h, as 150ms, up to 720h".to_owned()
    })
}

/// A number of half-moves to count games for, however long that takes.
pub(super) fn half_moves(text: &str) -> Result<u32, String> {
    let depth = whole(text, 0..=u32::MAX.into()).map(|depth| depth as u32);
    depth.ok_or_else(|| format!("a depth is a whole number from 0 to {}", u32::MAX))
}

/// A number of moves to show.
pub(super) fn multi(text: &str) -> Result<usize, String> {
    let multi = whole(text, 1..=128).map(|multi| multi as usize);
    multi.ok_or_else(|| "a number of moves is 1 to 128".to_owned())
}

/// A number of games, of which each opening takes two.
pub(super) fn games(text: &str) -> Result<usize, String> {
    let games = whole(text, 1..=1_000_000).map(|games| games.next_multiple_of(2) as usize);
    games.ok_or_else(|| "a number of games is 1 to 1000000".to_owned())
}

/// A number of half-moves before a game.
pub(super) fn opening(text: &str) -> Result<usize, String> {
    let plies = whole(text, 0..=128).map(|plies| plies as usize);
    plies.ok_or_else(|| "a number of half-moves is 0 to 128".to_owned())
}

/// A number of positions.
pub(super) fn positions(text: &str) -> Result<usize, String> {
    let positions = whole(text, 1..=1_000_000).map(|positions| positions as usize);
    positions.ok_or_else(|| "a number of positions is 1 to 1000000".to_owned())
}

/// Plies from one to another, both included.
pub(super) fn plies(text: &str) -> Result<RangeInclusive<usize>, String> {
    let ply = |text| whole(text, 0..=128).map(|ply| ply as usize);
    let ends = text.split_once("..").and_then(|(from, to)| Some((ply(from)?, ply(to)?)));
    let plies = ends.filter(|(from, to)| from <= to).map(|(from, to)| from..=to);
    plies.ok_or_else(|| "plies are two numbers up to 128, as 10..20, the smaller first".to_owned())
}

pub(super) fn seed(text: &str) -> Result<u64, String> {
    whole(text, 0..=u64::MAX).ok_or_else(|| format!("a seed is a whole number up to {}", u64::MAX))
}

/// A number of megabytes.
pub(super) fn megabytes(text: &str) -> Result<usize, String> {
    let megabytes = whole(text, 1..=1 << 20).map(|megabytes| megabytes as usize);
    megabytes.ok_or_else(|| "a number of megabytes is 1 to 1048576".to_owned())
}

/// A number of openings to look at.
pub(super) fn sample(text: &str) -> Result<usize, String> {
    let sample = whole(text, 1..=1_000_000).map(|sample| sample as usize);
    sample.ok_or_else(|| "a number of openings is 1 to 1000000".to_owned())
}

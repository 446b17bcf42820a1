//! The flags that limit searches, and parsers of numbers.

use std::ops::RangeInclusive;
use std::time::Duration;

use clap::ValueEnum;
use lastknight::Limits;
use lastknight::control::Clock;
use lastknight::control::limits::parse_time;
use lastknight_lab::SpecBuilder;

/// The most plies that a depth limit can have.
pub(crate) const MOST_DEPTH: u32 = 255;

#[derive(Debug, clap::Args)]
pub(crate) struct LimitFlags {
    /// Search at most D plies ahead; limits in an agent's text take precedence
    #[arg(long, value_name = "D", value_parser = number::<u32>(0..=MOST_DEPTH.into()), allow_negative_numbers = true)]
    depth: Option<u32>,
    #[command(flatten)]
    effort: EffortFlags,
}

impl LimitFlags {
    /// Returns the requested limits, or `default` if there are none.
    pub(crate) fn or(&self, default: Limits) -> Limits {
        Limits { depth: self.depth, ..self.effort.limits() }.or(default)
    }

    /// Sets the requested limits of a specification.
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

/// The limits of searches without a depth.
#[derive(Debug, clap::Args)]
pub(crate) struct EffortFlags {
    /// Search at most N positions, in each search
    #[arg(long, value_name = "N", value_parser = number::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Search for at most TIME, in each search, such as 150ms or 2s
    #[arg(long, value_name = "TIME", value_parser = time, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Clock that measures the time
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
    /// Wall clock time
    Wall,
    /// CPU time of the main search thread; helper threads do not count
    Cpu,
}

/// Returns a whole number within a range. Signs and spaces are refused.
pub(super) fn whole(text: &str, range: RangeInclusive<u64>) -> Option<u64> {
    let is_number = text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|number| is_number && range.contains(number))
}

/// Returns a parser of whole numbers within a range.
pub(super) fn number<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync {
    move |text| {
        let number = whole(text, range.clone()).and_then(|number| T::try_from(number).ok());
        let (least, most) = (range.start(), range.end());
        // The largest number of a type says nothing to a reader.
        let most = match *most {
            u64::MAX => "2^64 - 1".to_owned(),
            most if most == u64::from(u32::MAX) => "2^32 - 1".to_owned(),
            most => most.to_string(),
        };
        number.ok_or_else(|| format!("expected a whole number from {least} to {most}"))
    }
}

/// Returns a parser of numbers of games, which rounds up to an even number.
pub(super) fn games(least: u64) -> impl Fn(&str) -> Result<usize, String> + Clone + Send + Sync {
    let games = number::<usize>(least..=1_000_000);
    move |text| games(text).map(|games| games.next_multiple_of(2))
}

pub(super) fn time(text: &str) -> Result<Duration, String> {
    let expected = "expected a number with us, ms, s, min or h, such as 150ms, up to 720h";
    parse_time(text).ok_or_else(|| expected.to_owned())
}

/// Parses a range of plies, both ends included.
pub(super) fn plies(text: &str) -> Result<RangeInclusive<usize>, String> {
    let ply = |text| whole(text, 0..=128).map(|ply| ply as usize);
    let ends = text.split_once("..").and_then(|(from, to)| Some((ply(from)?, ply(to)?)));
    let plies = ends.filter(|(from, to)| from <= to).map(|(from, to)| from..=to);
    let expected = "expected two numbers up to 128, the smaller first, such as 10..20";
    plies.ok_or_else(|| expected.to_owned())
}

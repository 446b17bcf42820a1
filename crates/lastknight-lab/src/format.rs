//! Numbers and words, formatted the same in every report.

use lastknight::control::limits::shown_time;
pub use lastknight::json::shortest_notation as board;
use lastknight::stats::{Conclusion, EVEN};
use lastknight::{Limits, Termination};

/// Returns a number with commas between thousands.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string().into_bytes();
    let groups = digits.rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

/// Returns limits in words.
#[must_use]
pub fn limits(limits: Limits) -> String {
    let parts = [
        limits.depth.map(|depth| format!("depth {depth}")),
        limits.nodes.map(|nodes| format!("{} nodes a move", grouped(nodes))),
        limits.time.map(|time| format!("{} a move", shown_time(time))),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Returns a share in percent, with one decimal.
#[must_use]
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Returns a rating with its sign.
#[must_use]
pub fn elo(elo: f64) -> String {
    // No minus before a zero.
    format!("{:+.0}", elo.round() + 0.0)
}

/// Returns a mean time with a unit.
#[must_use]
pub fn mean_time(seconds: f64) -> String {
    match seconds {
        s if s < 0.0001 => format!("{:.1} µs", 1e6 * s),
        s if s < 1.0 => format!("{:.2} ms", 1000.0 * s),
        s => format!("{s:.2} s"),
    }
}

/// Returns a p-value.
#[must_use]
pub fn probability(p: f64) -> String {
    if p < 0.0001 { "< 0.0001".to_owned() } else { format!("{p:.4}") }
}

/// Returns a probability in percent, never as 0 or 100 %.
#[must_use]
pub fn chance(p: f64) -> String {
    match p {
        p if p < 0.001 => "less than 0.1 %".to_owned(),
        p if p > 0.999 => "more than 99.9 %".to_owned(),
        p => percent(p),
    }
}

/// A p-value below this leaves no reasonable doubt.
const PLAIN: f64 = 0.001;

/// Returns a conclusion in words, from results with this p-value and interval, counted in a unit such as `game`.
#[must_use]
pub fn conclusion(conclusion: Conclusion, p: f64, (low, high): (f64, f64), unit: &str) -> String {
    let word = conclusion.word();
    match conclusion {
        Conclusion::Better | Conclusion::Worse if p < PLAIN => {
            format!("{word}, beyond reasonable doubt")
        }
        Conclusion::Better | Conclusion::Worse => {
            format!("{word}; equal players would do so in 1 of {:.0} cases", 1.0 / p)
        }
        Conclusion::Even => {
            format!("even: the difference is within ± {:.0} points", 100.0 * EVEN)
        }
        Conclusion::Undecided { needed } => {
            // With few games the interval, an approximation, can be narrower than the exact test allows.
            let by = if low > 0.5 || high < 0.5 { " by the exact sign test" } else { "" };
            let needed = needed.map_or_else(
                || format!("more {unit}s at this score would not help"),
                |needed| {
                    let plural = if needed == 1 { "" } else { "s" };
                    format!(
                        "about {} more {unit}{plural} would decide at this score",
                        grouped(needed)
                    )
                },
            );
            format!("{word}{by}; {needed}")
        }
    }
}

/// Returns an interval of shares, in percent.
#[must_use]
pub fn percents((low, high): (f64, f64)) -> String {
    format!("{:.1} to {:.1} %", 100.0 * low, 100.0 * high)
}

/// Returns the day of a UTC time such as `2026-11-18 04:05:06`.
#[must_use]
pub fn date(time: &str) -> String {
    time.split(' ').next().unwrap_or_default().to_owned()
}

/// Returns the day of a UTC time in words: `18 November 2026`.
#[must_use]
pub fn date_in_words(time: &str) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let date = date(time);
    let parts: Vec<usize> = date.split('-').filter_map(|part| part.parse().ok()).collect();
    match parts[..] {
        [year, month @ 1..=12, day] => format!("{day} {} {year}", MONTHS[month - 1]),
        _ => date,
    }
}

/// Returns why the loser of a game lost.
#[must_use]
pub const fn end(end: Termination) -> &'static str {
    match end {
        Termination::NoMoves => "no move left",
        Termination::IllegalMove => "illegal move",
        Termination::Time => "out of time",
        Termination::Crash => "crash",
        Termination::Resignation => "resignation",
        _ => end.name(),
    }
}

/// Returns ascending numbers as ranges: `1-3, 7`.
#[must_use]
pub fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [first, .., last] => format!("{first}-{last}"),
        [only] => only.to_string(),
        [] => String::new(),
    });
    runs.collect::<Vec<_>>().join(", ")
}

/// Returns a text wrapped at spaces to lines of at most `widest` characters.
#[must_use]
pub fn wrapped(text: &str, widest: usize) -> String {
    let mut lines = String::new();
    let mut width = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > widest {
            lines.push('\n');
            width = 0;
        } else if width > 0 {
            lines.push(' ');
            width += 1;
        }
        lines.push_str(word);
        width += length;
    }
    lines
}

/// Returns a text with a capital first letter.
#[must_use]
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Returns a text shortened to at most `most` characters, with `…` in the middle.
#[must_use]
pub fn shortened(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let kept = most.saturating_sub(1);
    let head: String = text.chars().take(kept.div_ceil(2)).collect();
    let tail: String = text.chars().skip(count - kept / 2).collect();
    format!("{head}…{tail}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        let texts = [0, 12, 123, 1234, 66_815_328, 123_456].map(grouped);
        assert_eq!(texts, ["0", "12", "123", "1,234", "66,815,328", "123,456"]);
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([elo(-0.2), elo(12.5), elo(-7.9)], ["+0", "+13", "-8"]);
        assert_eq!([percent(0.5), percent(1.0)], ["50.0 %", "100.0 %"]);
        let times = [0.000_012_3, 0.00123, 2.0].map(mean_time);
        assert_eq!(times, ["12.3 µs", "1.23 ms", "2.00 s"]);
        assert_eq!([probability(0.05), probability(1e-9)], ["0.0500", "< 0.0001"]);
        let chances = ["less than 0.1 %", "50.0 %", "more than 99.9 %"];
        assert_eq!([0.0001, 0.5, 1.0].map(chance), chances);
        assert_eq!(percents((0.0213, 1.0)), "2.1 to 100.0 %");
        assert_eq!([&[][..], &[4], &[1, 2, 3, 7, 9, 10]].map(ranges), ["", "4", "1-3, 7, 9-10"]);
        assert_eq!([shortened("abcdef", 6), shortened("abcdefg", 6)], ["abcdef", "abc…fg"]);
    }
}

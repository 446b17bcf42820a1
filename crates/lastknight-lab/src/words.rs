//! Numbers as people read them, the same in every report.

use lastknight::Limits;
use lastknight::search::limits::shown_time;

/// A number with a comma between thousands.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// The limits in words.
#[must_use]
pub fn limits(limits: Limits) -> String {
    let parts = [
        limits.depth.map(|depth| format!("depth {depth}")),
        limits.nodes.map(|nodes| format!("{} nodes a move", grouped(nodes))),
        limits.time.map(|time| format!("{} a move", shown_time(time))),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(", ")
}

/// A share in percent, with one digit after the point.
#[must_use]
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A rating with its sign.
#[must_use]
pub fn elo(elo: f64) -> String {
    // No minus before a zero.
    format!("{:+.0}", elo.round() + 0.0)
}

/// A mean time.
#[must_use]
pub fn mean_time(seconds: f64) -> String {
    if seconds < 1.0 { format!("{:.2} ms", 1000.0 * seconds) } else { format!("{seconds:.2} s") }
}

/// A probability that is small where something is hardly chance.
#[must_use]
pub fn probability(p: f64) -> String {
    if p < 0.0001 { "< 0.0001".to_owned() } else { format!("{p:.4}") }
}

/// A text of at most so many characters: what is left out in the middle is shown as `…`.
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
        assert_eq!([mean_time(0.00123), mean_time(2.0)], ["1.23 ms", "2.00 s"]);
        assert_eq!([probability(0.05), probability(1e-9)], ["0.0500", "< 0.0001"]);
        assert_eq!([shortened("abcdef", 6), shortened("abcdefg", 6)], ["abcdef", "abc…fg"]);
    }
}

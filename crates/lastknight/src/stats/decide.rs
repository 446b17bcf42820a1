//! How many more games a decision would take.

/// The search gives up beyond this count.
const MOST: f64 = 1e15;

/// Returns how many more trials it takes until the interval excludes ½ at the same score: 0 if it does
/// already, `None` if it never would. `interval` maps a number of trials to its interval.
pub(super) fn further(count: u64, score: f64, interval: impl Fn(f64) -> (f64, f64)) -> Option<u64> {
    let is_plain = |all: f64| {
        let (low, high) = interval(all);
        low > 0.5 || high < 0.5
    };
    let mut low = count as f64;
    if is_plain(low) {
        return Some(0);
    }
    if score == 0.5 {
        return None;
    }
    let mut high = 2.0 * low;
    while !is_plain(high) {
        (low, high) = (high, 2.0 * high);
        if high > MOST {
            return None;
        }
    }
    while high - low > 1.0 {
        let middle = ((low + high) / 2.0).floor();
        if is_plain(middle) { high = middle } else { low = middle }
    }
    Some(high as u64 - count)
}

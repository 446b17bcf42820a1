//! Axes: a range of numbers along a stretch of the drawing, with round ticks.

use crate::format::grouped;

/// Numbers beyond this are drawn as this, and those below its reciprocal as zero, so that sums and ratios are finite.
const MOST: f64 = 1e100;

/// An axis with its ticks.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    low: f64,
    high: f64,
    is_log: bool,
    from: f64,
    to: f64,
    ticks: Vec<f64>,
    format: NumberFormat,
}

impl Axis {
    /// Creates an axis of these values, with about `tick_count` ticks. Values that are not finite are left out.
    pub(super) fn linear(values: impl IntoIterator<Item = f64>, tick_count: usize) -> Axis {
        let (low, high) = range(values).map_or((0.0, 1.0), |(low, high)| {
            let room = least_span(low, high) - (high - low);
            if room > 0.0 { (low - room / 2.0, high + room / 2.0) } else { (low, high) }
        });
        let step = round_step((high - low) / tick_count.max(1) as f64);
        let ticks = multiples(step, low, high);
        let format = NumberFormat::of(step, low.abs().max(high.abs()));
        Axis { low, high, is_log: false, from: 0.0, to: 1.0, ticks, format }
    }

    /// Creates a linear axis with a little room at both ends, but not across zero.
    pub(super) fn padded(values: impl IntoIterator<Item = f64>, tick_count: usize) -> Axis {
        let Axis { low, high, .. } = Axis::linear(values, tick_count);
        let room = (high - low) * 0.04;
        let padded_low = if low >= 0.0 { (low - room).max(0.0) } else { low - room };
        let padded_high = if high <= 0.0 { (high + room).min(0.0) } else { high + room };
        Axis::linear([padded_low, padded_high], tick_count)
    }

    /// Creates a logarithmic axis of the values above zero.
    pub(super) fn log(values: impl IntoIterator<Item = f64>, tick_count: usize) -> Axis {
        let values = values.into_iter().filter(|&value| value > 1.0 / MOST);
        let (low, high) = range(values).unwrap_or((1.0, 10.0));
        let (low, high) = if high < low * 1.01 { (low / 2.0, high * 2.0) } else { (low, high) };
        let decades = (high / low).log10();
        let factors: &[f64] = if decades < 2.5 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let stride = (decades / tick_count.max(1) as f64).ceil().max(1.0) as usize;
        let mut ticks: Vec<f64> = (low.log10().floor() as i32..=high.log10().ceil() as i32)
            .step_by(stride)
            .flat_map(|power| factors.iter().map(move |factor| factor * 10f64.powi(power)))
            .filter(|tick| (low * (1.0 - 1e-9)..=high * (1.0 + 1e-9)).contains(tick))
            .collect();
        let mut format = NumberFormat::Any;
        if ticks.len() < 2 {
            let step = round_step((high - low) / tick_count.max(1) as f64);
            ticks = multiples(step, low, high);
            format = NumberFormat::of(step, high);
        }
        Axis { low, high, is_log: true, from: 0.0, to: 1.0, ticks, format }
    }

    /// Lays the axis from one place of the drawing to another.
    pub(super) fn across(self, from: f64, to: f64) -> Axis {
        Axis { from, to, ..self }
    }

    /// Returns the least and the greatest value.
    pub(super) fn range(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// Returns the place of `value`, clamped to the ends; NaN is at the lower one.
    pub(super) fn at(&self, value: f64) -> f64 {
        let value = if value.is_nan() { self.low } else { value.clamp(self.low, self.high) };
        let part = if self.is_log {
            (value / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        self.from + part * (self.to - self.from)
    }

    /// Returns whether `value` can be drawn.
    pub(super) fn shows(&self, value: f64) -> bool {
        value.is_finite() && (!self.is_log || value > 0.0)
    }

    /// Returns whether zero lies on the axis.
    pub(super) fn has_zero(&self) -> bool {
        !self.is_log && self.low <= 0.0 && self.high >= 0.0
    }

    /// Returns both ends in the drawing, that of the lower number first.
    pub(super) fn ends(&self) -> (f64, f64) {
        (self.from, self.to)
    }

    /// Returns the place and label of each tick.
    pub(super) fn ticks(&self) -> impl Iterator<Item = (f64, String)> {
        self.ticks.iter().map(|&tick| (self.at(tick), self.format.text(tick)))
    }
}

/// Formats `value` in few digits.
pub(super) fn short_number(value: f64) -> String {
    NumberFormat::Any.text(value)
}

/// Returns the least and the greatest value.
pub(super) fn extent(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let nothing = (f64::INFINITY, f64::NEG_INFINITY);
    values.fold(nothing, |(least, most), value| (value.min(least), value.max(most)))
}

/// Returns the least and the greatest finite value, if there is one.
fn range(values: impl IntoIterator<Item = f64>) -> Option<(f64, f64)> {
    let tame = |value: f64| if value.abs() < 1.0 / MOST { 0.0 } else { value.clamp(-MOST, MOST) };
    let (low, high) = extent(values.into_iter().filter(|value| value.is_finite()).map(tame));
    (low <= high).then_some((low, high))
}

/// Returns the least length of an axis: equal values need some room, and labels of ticks must differ.
fn least_span(low: f64, high: f64) -> f64 {
    match low.abs().max(high.abs()) {
        0.0 => 1.0,
        size if low == high => size / 5.0,
        size => size * 1e-6,
    }
}

/// Returns the first of 1, 2, 5, 10, … times a power of ten that is not below `least`.
fn round_step(least: f64) -> f64 {
    let power = 10f64.powi(least.log10().floor() as i32);
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= least * (1.0 - 1e-9));
    factor.unwrap_or(10.0) * power
}

fn multiples(step: f64, low: f64, high: f64) -> Vec<f64> {
    let slack = step * 1e-6;
    let first = ((low - slack) / step).ceil();
    // Adding zero turns -0 into 0.
    (0..100)
        .map(|i| (first + f64::from(i)) * step + 0.0)
        .take_while(|&tick| tick <= high + slack)
        .collect()
}

/// The format of an axis's numbers: all have the same unit and decimals.
#[derive(Clone, Copy, Debug)]
enum NumberFormat {
    /// The unit that numbers are divided by, its name, and the number of decimals.
    Plain(f64, &'static str, usize),
    /// Scientific notation with this many decimals.
    Scientific(usize),
    /// Whatever suits each number.
    Any,
}

impl NumberFormat {
    const UNITS: [(f64, &'static str); 4] = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1.0, "")];

    /// Chooses the format of numbers up to `most` that are `step` apart.
    fn of(step: f64, most: f64) -> NumberFormat {
        if most >= 1e15 || step < 1e-6 {
            let digits = most.log10().floor() - (step * (1.0 + 1e-9)).log10().floor();
            return NumberFormat::Scientific(digits.clamp(0.0, 8.0) as usize);
        }
        let suits = |&(unit, _): &(f64, &str)| unit == 1.0 || (most >= unit && step >= unit * 1e-3);
        let (unit, name) = Self::UNITS.into_iter().find(suits).expect("one suits all");
        let decimals = (-(step / unit * (1.0 + 1e-9)).log10().floor()).max(0.0) as usize;
        NumberFormat::Plain(unit, name, decimals)
    }

    fn text(self, value: f64) -> String {
        match self {
            NumberFormat::Plain(unit, ..) if unit > 1.0 && value == 0.0 => "0".to_string(),
            NumberFormat::Plain(unit, name, decimals) => {
                written(&format!("{:.decimals$}", value / unit)) + name
            }
            NumberFormat::Scientific(_) | NumberFormat::Any if value == 0.0 => "0".to_string(),
            NumberFormat::Scientific(decimals) => format!("{value:.decimals$e}").replace('-', "−"),
            NumberFormat::Any if !value.is_finite() => "?".to_string(),
            NumberFormat::Any => {
                let size = value.abs().clamp(1.0 / MOST, MOST);
                let step = 10f64.powi(size.log10().floor() as i32 - 2);
                without_idle_zeros(&NumberFormat::of(step, size).text(value))
            }
        }
    }
}

/// Formats the digits of a number below 1e18 with commas between thousands and a true minus sign; zero has no sign.
fn written(digits: &str) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |rest| ("−", rest));
    let sign = if digits.bytes().all(|digit| b"0.".contains(&digit)) { "" } else { sign };
    let (whole, decimals) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let whole = whole.parse().expect("digits of a number below 1e18");
    format!("{sign}{}{decimals}", grouped(whole))
}

/// Removes zeros at the end of the decimals: `1.500M` becomes `1.5M`, `2.0e9` becomes `2e9`.
fn without_idle_zeros(number: &str) -> String {
    let Some(dot) = number.find('.') else { return number.to_string() };
    let end = number[dot + 1..]
        .find(|c: char| !c.is_ascii_digit())
        .map_or(number.len(), |end| dot + 1 + end);
    let kept = number[..end].trim_end_matches('0').trim_end_matches('.');
    format!("{kept}{}", &number[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis) -> Vec<String> {
        axis.ticks().map(|(_, label)| label).collect()
    }

    #[test]
    fn ticks_are_round() {
        let cases = [
            (Axis::linear([0.0, 1.0], 5), "0.0 0.2 0.4 0.6 0.8 1.0"),
            (Axis::linear([-312.0, 287.0], 6), "−300 −200 −100 0 100 200"),
            (Axis::linear([0.0, 20_000.0], 4), "0 5,000 10,000 15,000 20,000"),
            (Axis::linear([0.0, 3e6], 3), "0 1M 2M 3M"),
            (Axis::linear([0.012, 0.031], 2), "0.02 0.03"),
            (Axis::linear([0.0, 3e-9], 3), "0 1e−9 2e−9 3e−9"),
            (Axis::linear([7.0, 7.0], 4), "6.5 7.0 7.5"),
            (Axis::log([1.0, 1e6], 8), "1 10 100 1,000 10,000 100,000 1M"),
            (Axis::log([300.0, 6000.0], 8), "500 1,000 2,000 5,000"),
            (Axis::log([2.1, 2.9], 4), "2.2 2.4 2.6 2.8"),
            (Axis::log([-1.0, 0.0], 4), "1 2 5 10"),
        ];
        for (axis, expected) in cases {
            assert_eq!(labels(&axis).join(" "), expected);
        }
    }

    #[test]
    fn a_logarithmic_axis_has_equal_ratios() {
        let axis = Axis::log([1.0, 100.0], 4).across(0.0, 10.0);
        assert!((axis.at(10.0) - 5.0).abs() < 1e-9 && axis.at(0.0) == 0.0 && !axis.shows(0.0));
    }

    #[test]
    fn every_value_has_a_place_and_ticks_differ() {
        let tame = [0.0, 1.0, -1.0, 0.1 + 0.2, 0.3, 1e-9, 5e15];
        let wild = [1e-320, 1e300, -1e300, f64::MAX, f64::NAN, f64::INFINITY];
        let values = || tame.into_iter().chain(wild);
        for (a, b) in values().flat_map(|a| values().map(move |b| (a, b))) {
            for axis in [Axis::linear([a, b], 6), Axis::padded([a, b], 6), Axis::log([a, b], 6)] {
                let axis = axis.across(10.0, 110.0);
                for value in [a, b, 0.0] {
                    assert!((9.9..110.1).contains(&axis.at(value)), "{a} {b} {value} {axis:?}");
                }
                let mut labels = labels(&axis);
                assert!((1..20).contains(&labels.len()), "{a} {b} {labels:?}");
                let all = labels.len();
                labels.dedup();
                assert_eq!(labels.len(), all, "{a} {b} {labels:?}");
            }
        }
    }

    #[test]
    fn single_numbers_are_short() {
        let words =
            [0.5, -1234.567, 1_500_000.0, 2e20, 0.0, 1e-8, f64::NAN, 100.0].map(short_number);
        assert_eq!(words, ["0.5", "−1,235", "1.5M", "2e20", "0", "1e−8", "?", "100"]);
    }

    #[test]
    fn a_minus_stands_before_what_is_not_zero() {
        assert_eq!(["-0.04", "-0.00", "-1234567"].map(written), ["−0.04", "0.00", "−1,234,567"]);
    }
}

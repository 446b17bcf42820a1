//! A stretch of numbers laid along a stretch of the drawing, with round ticks.

use crate::format::grouped;

/// Beyond this a number is drawn as this; the reciprocal is as good as zero. Sums and ratios of such numbers exist.
const MOST: f64 = 1e100;

/// Where numbers lie in the drawing.
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
    /// An axis that holds these values, with about `wish` ticks. What is not a finite number is left out.
    pub(super) fn linear(values: impl IntoIterator<Item = f64>, wish: usize) -> Axis {
        let (low, high) = range(values).map_or((0.0, 1.0), |(low, high)| {
            let room = least_span(low, high) - (high - low);
            if room > 0.0 { (low - room / 2.0, high + room / 2.0) } else { (low, high) }
        });
        let step = round_step((high - low) / wish.max(1) as f64);
        let ticks = multiples(step, low, high);
        Axis::with(low, high, false, ticks, NumberFormat::of(step, low.abs().max(high.abs())))
    }

    /// The same with a little room at both ends, but not across zero.
    pub(super) fn padded(values: impl IntoIterator<Item = f64>, wish: usize) -> Axis {
        let Axis { low, high, .. } = Axis::linear(values, wish);
        let room = (high - low) * 0.04;
        let padded_low = if low >= 0.0 { (low - room).max(0.0) } else { low - room };
        let padded_high = if high <= 0.0 { (high + room).min(0.0) } else { high + room };
        Axis::linear([padded_low, padded_high], wish)
    }

    /// A logarithmic axis of the values above zero.
    pub(super) fn log(values: impl IntoIterator<Item = f64>, wish: usize) -> Axis {
        let values = values.into_iter().filter(|&value| value > 1.0 / MOST);
        let (low, high) = range(values).unwrap_or((1.0, 10.0));
        let (low, high) = if high < low * 1.01 { (low / 2.0, high * 2.0) } else { (low, high) };
        let decades = (high / low).log10();
        let factors: &[f64] = if decades < 2.5 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let stride = (decades / wish.max(1) as f64).ceil().max(1.0) as usize;
        let mut ticks: Vec<f64> = (low.log10().floor() as i32..=high.log10().ceil() as i32)
            .step_by(stride)
            .flat_map(|power| factors.iter().map(move |factor| factor * 10f64.powi(power)))
            .filter(|tick| (low * (1.0 - 1e-9)..=high * (1.0 + 1e-9)).contains(tick))
            .collect();
        let mut format = NumberFormat::Any;
        if ticks.len() < 2 {
            let step = round_step((high - low) / wish.max(1) as f64);
            ticks = multiples(step, low, high);
            format = NumberFormat::of(step, high);
        }
        Axis::with(low, high, true, ticks, format)
    }

    fn with(low: f64, high: f64, is_log: bool, ticks: Vec<f64>, format: NumberFormat) -> Axis {
        Axis { low, high, is_log, from: 0.0, to: 1.0, ticks, format }
    }

    /// The axis laid from one place of the drawing to another.
    pub(super) fn across(self, from: f64, to: f64) -> Axis {
        Axis { from, to, ..self }
    }

    /// Where `value` lies. What is beyond an end lies there, and what is not a number at the lower one.
    pub(super) fn at(&self, value: f64) -> f64 {
        let value = if value.is_nan() { self.low } else { value.clamp(self.low, self.high) };
        let part = if self.is_log {
            (value / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        self.from + part * (self.to - self.from)
    }

    /// Whether `value` has a place of its own.
    pub(super) fn shows(&self, value: f64) -> bool {
        value.is_finite() && (!self.is_log || value > 0.0)
    }

    /// Whether zero lies on the axis.
    pub(super) fn has_zero(&self) -> bool {
        !self.is_log && self.low <= 0.0 && self.high >= 0.0
    }

    /// Both ends in the drawing, the lower number's first.
    pub(super) fn ends(&self) -> (f64, f64) {
        (self.from, self.to)
    }

    /// The ticks: where, and what stands there.
    pub(super) fn ticks(&self) -> impl Iterator<Item = (f64, String)> {
        self.ticks.iter().map(|&tick| (self.at(tick), self.format.text(tick)))
    }
}

/// `value` in few digits.
pub(super) fn in_words(value: f64) -> String {
    NumberFormat::Any.text(value)
}

/// The least and the greatest of the finite values.
fn range(values: impl IntoIterator<Item = f64>) -> Option<(f64, f64)> {
    let tame = |value: f64| if value.abs() < 1.0 / MOST { 0.0 } else { value.clamp(-MOST, MOST) };
    let finite = values.into_iter().filter(|value| value.is_finite()).map(tame);
    finite.fold(None, |range, value| {
        let (low, high) = range.unwrap_or((value, value));
        Some((value.min(low), value.max(high)))
    })
}

/// How long an axis of these ends is at least: equal values need some room, and ticks must differ in writing.
fn least_span(low: f64, high: f64) -> f64 {
    let size = low.abs().max(high.abs());
    match () {
        () if size == 0.0 => 1.0,
        () if low == high => size / 5.0,
        () => size * 1e-6,
    }
}

/// The first of 1, 2, 5, 10, … times a power of ten that is not below `least`.
fn round_step(least: f64) -> f64 {
    let power = 10f64.powi(least.log10().floor() as i32);
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= least * (1.0 - 1e-9));
    factor.unwrap_or(10.0) * power
}

fn multiples(step: f64, low: f64, high: f64) -> Vec<f64> {
    let slack = step * 1e-6;
    let first = ((low - slack) / step).ceil();
    // Zero is added to make it positive.
    (0..100)
        .map(|i| (first + f64::from(i)) * step + 0.0)
        .take_while(|&tick| tick <= high + slack)
        .collect()
}

/// How the numbers of an axis are written: all with the same unit and decimals.
#[derive(Clone, Copy, Debug)]
enum NumberFormat {
    /// Divided by a unit, which is written behind it, and so many decimals.
    Plain(f64, &'static str, usize),
    /// With a power of ten and so many decimals.
    Scientific(usize),
    /// Each for itself.
    Any,
}

impl NumberFormat {
    const UNITS: [(f64, &'static str); 4] = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1.0, "")];

    /// For numbers up to `most` that are `step` apart.
    fn of(step: f64, most: f64) -> NumberFormat {
        if most >= 1e15 || step < 1e-6 {
            return NumberFormat::Scientific(
                (most.log10().floor() - (step * (1.0 + 1e-9)).log10().floor()).clamp(0.0, 8.0)
                    as usize,
            );
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
            NumberFormat::Scientific(_) if value == 0.0 => "0".to_string(),
            NumberFormat::Scientific(decimals) => format!("{value:.decimals$e}").replace('-', "−"),
            NumberFormat::Any if !value.is_finite() => "?".to_string(),
            NumberFormat::Any if value == 0.0 => "0".to_string(),
            NumberFormat::Any => {
                let size = value.abs().clamp(1.0 / MOST, MOST);
                let digits =
                    NumberFormat::of(10f64.powi(size.log10().floor() as i32 - 2), size).text(value);
                without_idle_zeros(&digits)
            }
        }
    }
}

/// The digits of a number below 1e18 with a comma between thousands and a true minus sign; a zero has no sign.
fn written(digits: &str) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |rest| ("−", rest));
    let sign = if digits.bytes().all(|digit| b"0.".contains(&digit)) { "" } else { sign };
    let (whole, decimals) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let whole = whole.parse().expect("digits of a number below 1e18");
    format!("{sign}{}{decimals}", grouped(whole))
}

/// `1.500M` is `1.5M`, `2.0e9` is `2e9`.
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
        assert_eq!(
            labels(&Axis::linear([0.0, 1.0], 5)),
            ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]
        );
        assert_eq!(
            labels(&Axis::linear([-312.0, 287.0], 6)),
            ["−300", "−200", "−100", "0", "100", "200"]
        );
        assert_eq!(
            labels(&Axis::linear([0.0, 20_000.0], 4)),
            ["0", "5,000", "10,000", "15,000", "20,000"]
        );
        assert_eq!(labels(&Axis::linear([0.0, 3e6], 3)), ["0", "1M", "2M", "3M"]);
        assert_eq!(labels(&Axis::linear([0.012, 0.031], 2)), ["0.02", "0.03"]);
        assert_eq!(labels(&Axis::linear([0.0, 3e-9], 3)), ["0", "1e−9", "2e−9", "3e−9"]);
        assert_eq!(labels(&Axis::linear([7.0, 7.0], 4)), ["6.5", "7.0", "7.5"]);
    }

    #[test]
    fn logarithms_have_powers_of_ten() {
        assert_eq!(
            labels(&Axis::log([1.0, 1e6], 8)),
            ["1", "10", "100", "1,000", "10,000", "100,000", "1M"]
        );
        assert_eq!(labels(&Axis::log([300.0, 6000.0], 8)), ["500", "1,000", "2,000", "5,000"]);
        assert_eq!(labels(&Axis::log([2.1, 2.9], 4)), ["2.2", "2.4", "2.6", "2.8"]);
        assert_eq!(labels(&Axis::log([-1.0, 0.0], 4)), ["1", "2", "5", "10"]);
        let axis = Axis::log([1.0, 100.0], 4).across(0.0, 10.0);
        assert!((axis.at(10.0) - 5.0).abs() < 1e-9 && axis.at(0.0) == 0.0 && !axis.shows(0.0));
    }

    #[test]
    fn every_value_has_a_place_and_ticks_differ() {
        let wild = [
            0.0,
            1.0,
            -1.0,
            1e-320,
            1e300,
            -1e300,
            1e-9,
            5e15,
            f64::MAX,
            f64::NAN,
            f64::INFINITY,
            0.1 + 0.2,
            0.3,
        ];
        for a in wild {
            for b in wild {
                for axis in [Axis::linear([a, b], 6), Axis::padded([a, b], 6), Axis::log([a, b], 6)]
                {
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
    }

    #[test]
    fn single_numbers_are_short() {
        let words = [0.5, -1234.567, 1_500_000.0, 2e20, 0.0, 1e-8, f64::NAN, 100.0].map(in_words);
        assert_eq!(words, ["0.5", "−1,235", "1.5M", "2e20", "0", "1e−8", "?", "100"]);
    }

    #[test]
    fn a_minus_stands_before_what_is_not_zero() {
        assert_eq!(["-0.04", "-0.00", "-1234567"].map(written), ["−0.04", "0.00", "−1,234,567"]);
    }
}

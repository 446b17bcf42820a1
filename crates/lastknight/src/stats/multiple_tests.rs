//! Correction for multiple comparisons: many tests find something by luck.

/// Returns Holm's adjusted p-values: the smallest family-wise error rate (probability of at least one
/// false positive) at which each test is significant.
///
/// ```
/// use lastknight::stats::holm;
///
/// let adjusted = holm(&[0.01, 0.04, 0.03]);
/// assert!(adjusted.iter().zip([0.03, 0.06, 0.06]).all(|(a, b)| (a - b).abs() < 1e-12));
/// ```
#[must_use]
pub fn holm(values: &[f64]) -> Vec<f64> {
    let (order, value) = ascending(values);
    let mut adjusted = vec![0.0; values.len()];
    let mut least: f64 = 0.0;
    for (rank, &i) in order.iter().enumerate() {
        least = least.max(((values.len() - rank) as f64 * value(i)).min(1.0));
        adjusted[i] = least;
    }
    adjusted
}

/// Returns the adjusted p-values of Benjamini and Hochberg: the smallest false discovery rate (expected share of
/// false positives among the positives) at which each test is significant.
///
/// ```
/// use lastknight::stats::benjamini_hochberg;
///
/// let adjusted = benjamini_hochberg(&[0.01, 0.04, 0.03]);
/// assert!(adjusted.iter().zip([0.03, 0.04, 0.04]).all(|(a, b)| (a - b).abs() < 1e-12));
/// ```
#[must_use]
pub fn benjamini_hochberg(values: &[f64]) -> Vec<f64> {
    let (order, value) = ascending(values);
    let mut adjusted = vec![0.0; values.len()];
    let mut most: f64 = 1.0;
    for (rank, &i) in order.iter().enumerate().rev() {
        most = most.min(values.len() as f64 / (rank + 1) as f64 * value(i));
        adjusted[i] = most;
    }
    adjusted
}

/// The indices by ascending value, and the values made probabilities; NaN counts as no evidence.
fn ascending(values: &[f64]) -> (Vec<usize>, impl Fn(usize) -> f64) {
    let value = |i: usize| if values[i].is_nan() { 1.0 } else { values[i].clamp(0.0, 1.0) };
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&i, &j| value(i).total_cmp(&value(j)));
    (order, value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(values: &[f64], expected: &[f64]) {
        let adjusted = holm(values);
        assert_eq!(adjusted.len(), expected.len());
        for (a, b) in adjusted.iter().zip(expected) {
            assert!((a - b).abs() < 1e-12, "{adjusted:?}");
        }
    }

    /// By hand from the definition: multiply the smallest by their number, the next by one less,
    /// and never go down.
    #[test]
    fn p_values_are_adjusted_step_by_step() {
        check(&[], &[]);
        check(&[0.2], &[0.2]);
        check(&[0.01, 0.02, 0.03, 0.04, 0.05], &[0.05, 0.08, 0.09, 0.09, 0.09]);
        check(&[0.5, 0.001, 0.5, 0.02], &[1.0, 0.004, 1.0, 0.06]);
        check(&[0.9, 0.8], &[1.0, 1.0]);
        check(&[f64::NAN, -1.0, f64::INFINITY], &[1.0, 0.0, 1.0]);
    }

    /// By hand: each times the number of tests by its rank, and never more than the next.
    #[test]
    fn false_discovery_rates_are_adjusted_from_the_largest() {
        let check = |values: &[f64], expected: &[f64]| {
            let adjusted = benjamini_hochberg(values);
            assert_eq!(adjusted.len(), expected.len());
            assert!(adjusted.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12));
        };
        check(&[], &[]);
        check(&[0.01, 0.02, 0.03, 0.04, 0.05], &[0.05; 5]);
        check(&[0.5, 0.001, 0.5, 0.02], &[0.5, 0.004, 0.5, 0.04]);
        check(&[f64::NAN, -1.0], &[1.0, 0.0]);
    }
}

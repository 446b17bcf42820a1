//! Statistics of counts, for tables made in Python.

use lastknight::stats::{Pairs, Share, Z95};
use pyo3::prelude::*;

/// Returns Wilson's 95 % interval of a share.
#[pyfunction]
pub(crate) fn share_interval(hits: u64, of: u64) -> (f64, f64) {
    Share { hits, of }.interval(Z95)
}

/// Returns the exact two-sided p-value of two counts that are equally likely to be the larger one.
#[pyfunction]
pub(crate) fn sign_test(first: u64, second: u64) -> f64 {
    Pairs { won: first, lost: second, ..Pairs::default() }.sign_test()
}

/// Returns p-values corrected for their number, by Holm.
#[pyfunction]
pub(crate) fn holm(values: Vec<f64>) -> Vec<f64> {
    lastknight::stats::holm(&values)
}

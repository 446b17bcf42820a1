//! How well an evaluation separates won from lost positions.

use lastknight::oracle::SolvedCase;
use lastknight::stats::{Z95, wilson};

use super::search::Evaluation;
use crate::parallel;

/// Returns how often a won position has a higher value than a lost one; equal values count half. `None` unless there
/// are both.
pub(crate) fn auc(mut values: Vec<(f64, bool)>) -> Option<f64> {
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut below, mut above) = (0.0, 0.0);
    let mut lost_so_far = 0.0;
    for group in values.chunk_by(|a, b| a.0 == b.0) {
        let won = group.iter().filter(|(_, wins)| *wins).count() as f64;
        let lost = group.len() as f64 - won;
        below += won * (lost_so_far + lost / 2.0);
        lost_so_far += lost;
        above += won;
    }
    let pairs = above * lost_so_far;
    (pairs > 0.0).then(|| below / pairs)
}

/// Returns a share, not always of whole successes, in percent with its 95 % Wilson interval.
pub(crate) fn shown(kept: f64, of: f64) -> String {
    let share = kept / of.max(1.0);
    let (low, high) = wilson(share, of, Z95);
    format!("{:.1} ({:.1}–{:.1})", 100.0 * share, 100.0 * low, 100.0 * high)
}

/// Returns how often a search keeps the win in critical positions, at random among equal moves.
pub(crate) fn keep_rate(cases: &[&SolvedCase], evaluation: &Evaluation, depth: u32) -> String {
    let kept = parallel::map(cases.len(), |i| {
        let position = cases[i].position();
        let values = match position.narrow() {
            Some(narrow) => evaluation.moves(&narrow, depth),
            None => evaluation.moves(position, depth),
        };
        let best = values.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
        let chosen: Vec<_> = values.iter().filter(|(_, value)| *value == best).collect();
        let kept = chosen.iter().filter(|(to, _)| cases[i].is_winning(*to)).count();
        kept as f64 / chosen.len() as f64
    });
    shown(kept.iter().sum(), cases.len() as f64)
}

/// Returns how often a random move keeps the win.
pub(crate) fn random_rate(cases: &[&SolvedCase]) -> String {
    shown(cases.iter().map(|case| case.random_share()).sum(), cases.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn auc_by_hand() {
        // Of six pairs four are in order and one is a tie.
        let values = vec![(3.0, true), (1.0, false), (2.0, true), (2.0, false), (1.5, true)];
        assert_eq!(auc(values), Some((4.0 + 0.5) / 6.0));
        assert_eq!(auc(vec![(1.0, true), (2.0, true)]), None);
    }

    #[test]
    fn wilson_by_hand() {
        assert_eq!(shown(8.0, 10.0), "80.0 (49.0–94.3)");
        assert_eq!(shown(0.0, 10.0), "0.0 (0.0–27.8)");
    }
}

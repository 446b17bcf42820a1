//! How well an evaluation tells won from lost.

use lastknight::oracle::SolvedCase;
use lastknight::stats::{Z95, wilson};

use super::search::Evaluation;
use crate::parallel;

/// How often a value of a won position is above one of a lost position; equal values count half.
/// `None` where there are not both.
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

/// A share, not always of whole successes, with its 95 % Wilson interval.
#[derive(Clone, Copy)]
pub(crate) struct Share {
    pub(crate) kept: f64,
    pub(crate) of: usize,
}

impl Share {
    pub(crate) fn percent(self) -> f64 {
        100.0 * self.kept / self.of.max(1) as f64
    }

    pub(crate) fn interval(self) -> (f64, f64) {
        let (low, high) = wilson(self.percent() / 100.0, self.of as f64, Z95);
        (100.0 * low, 100.0 * high)
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (low, high) = self.interval();
        write!(f, "{:.1} ({low:.1}–{high:.1})", self.percent())
    }
}

/// How often the move chosen keeps the win in critical positions. Of equally good moves each is as
/// likely.
pub(crate) fn keep_rate(cases: &[&SolvedCase], evaluation: &Evaluation, depth: u32) -> Share {
    let kept = parallel::map(cases.len(), |i| {
        let position = cases[i].position();
        let values = match position.narrow() {
            Some(narrow) => evaluation.moves(&narrow, depth),
            None => evaluation.moves(position, depth),
        };
        let best = values.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
        let is_best = |&&(_, value): &&(_, f64)| value == best;
        let keeps = |&&(to, _): &&(_, f64)| cases[i].is_winning(to);
        let chosen: Vec<_> = values.iter().filter(is_best).collect();
        chosen.iter().filter(|m| keeps(m)).count() as f64 / chosen.len() as f64
    });
    Share { kept: kept.iter().sum(), of: cases.len() }
}

/// How often a random move keeps the win.
pub(crate) fn random_rate(cases: &[&SolvedCase]) -> Share {
    Share { kept: cases.iter().map(|case| case.random_share()).sum(), of: cases.len() }
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
        assert_eq!(Share { kept: 8.0, of: 10 }.to_string(), "80.0 (49.0–94.3)");
        assert_eq!(Share { kept: 0.0, of: 10 }.to_string(), "0.0 (0.0–27.8)");
    }
}

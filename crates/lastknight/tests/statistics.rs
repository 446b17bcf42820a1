//! The statistics, against independent computations and simulations.

use lastknight::Random;
use lastknight::stats::{Conclusion, Estimate, League, Pairs, Sprt, SprtError, Verdict, Z95};

fn is_near(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance
}

fn pairs(lost: u64, split: u64, won: u64) -> Pairs {
    Pairs { won, split, lost }
}

/// A random pair: the number of games won, with these shares of lost and split pairs.
fn play(random: &mut Random, lost: f64, split: f64) -> usize {
    let at = (random.next() >> 11) as f64 / (1u64 << 53) as f64;
    if at < lost {
        0
    } else if at < lost + split {
        1
    } else {
        2
    }
}

/// Every outcome of `count` pairs with its probability, given the shares of lost and split pairs.
fn outcomes(count: u64, lost: f64, split: f64) -> Vec<(Pairs, f64)> {
    let won = 1.0 - lost - split;
    let log_factorial: Vec<f64> = (0..=count)
        .scan(0.0, |sum, n| {
            *sum += if n > 0 { (n as f64).ln() } else { 0.0 };
            Some(*sum)
        })
        .collect();
    let log_power = |share: f64, n: u64| if n == 0 { 0.0 } else { n as f64 * share.ln() };
    let mut outcomes = Vec::new();
    for l in 0..=count {
        for s in 0..=count - l {
            let w = count - l - s;
            let ways = log_factorial[count as usize]
                - [l, s, w].iter().map(|&n| log_factorial[n as usize]).sum::<f64>();
            let log = ways + log_power(lost, l) + log_power(split, s) + log_power(won, w);
            outcomes.push((pairs(l, s, w), log.exp()));
        }
    }
    outcomes
}

/// Shares of lost and split pairs, from even to nearly always won.
const SHARES: [(f64, f64); 12] = [
    (0.25, 0.5),
    (0.45, 0.1),
    (0.05, 0.9),
    (0.35, 0.4),
    (0.2, 0.4),
    (0.1, 0.3),
    (0.05, 0.05),
    (0.02, 0.18),
    (0.0, 0.3),
    (0.01, 0.04),
    (0.0, 0.02),
    (0.001, 0.019),
];

/// The probability that `holds` is true of an outcome.
fn probability(count: u64, (lost, split): (f64, f64), holds: impl Fn(Pairs) -> bool) -> f64 {
    // The rare outcomes left out are together below a millionth.
    let seen =
        outcomes(count, lost, split).into_iter().filter(|&(_, probability)| probability > 1e-11);
    seen.filter(|&(pairs, _)| holds(pairs)).map(|(_, probability)| probability).sum()
}

/// The coverage of the intervals over all outcomes is 93 to 97 %, and more if hardly any pair is decided
/// or lost: then each of a few outcomes carries several percent.
#[test]
fn intervals_hold_the_true_score() {
    let mut all = Vec::new();
    for count in [10, 25, 50, 100, 200] {
        for (lost, split) in SHARES {
            let score = 1.0 - lost - split / 2.0;
            let coverage = probability(count, (lost, split), |pairs| {
                let (low, high) = pairs.interval(Z95);
                low - 1e-12 <= score && score <= high + 1e-12
            });
            let is_coarse = split >= 0.9 || lost + split < 0.03;
            let most = if is_coarse { 1.0 } else { 0.97 };
            assert!(
                (0.93..=most).contains(&coverage),
                "{count} pairs, {lost} lost, {split} split: {coverage}"
            );
            all.push(coverage);
        }
    }
    let mean = all.iter().sum::<f64>() / all.len() as f64;
    assert!((0.95..0.965).contains(&mean), "{mean}");
}

/// The same for normalised Elo. Near a clean sweep the truth is beyond what few pairs can show.
#[test]
fn intervals_hold_the_true_normalised_elo() {
    for count in [10, 50, 100] {
        for (lost, split) in SHARES {
            let won = 1.0 - lost - split;
            let mean = won + split / 2.0;
            let variance = won + split / 4.0 - mean * mean;
            let truth = (mean - 0.5) / (2.0 * variance).sqrt() * 800.0 / 10f64.ln();
            let coverage = probability(count, (lost, split), |pairs| {
                let Estimate { low, high, .. } =
                    pairs.normalized_elo(Z95).expect("there are pairs");
                low <= truth + 1e-9 && truth <= high + 1e-9
            });
            // Fewer than four pairs that are not won, on average.
            let is_sweep = (lost + split) * (count as f64) < 4.0 + 1e-9;
            let least = if is_sweep { 0.81 } else { 0.93 };
            assert!(coverage >= least, "{count} pairs, {lost} lost, {split} split: {coverage}");
            if count == 100 && !is_sweep {
                assert!(coverage <= 0.96, "{lost} lost, {split} split: {coverage}");
            }
        }
    }
}

/// Shares of lost and split pairs with this normalised Elo and share of decided pairs.
fn shares_of(elo: f64, decided: f64) -> (f64, f64) {
    let strength = elo * 2f64.sqrt() * 10f64.ln() / 800.0;
    let lean = strength / (1.0 + strength * strength).sqrt() * decided.sqrt();
    ((decided - lean) / 2.0, 1.0 - decided)
}

/// The fraction of runs that end in each verdict, and the pairs they take.
fn runs(sprt: Sprt, elo: f64, decided: f64, count: u64) -> ([f64; 2], f64) {
    let (lost, split) = shares_of(elo, decided);
    let (mut accepted, mut rejected, mut played) = (0, 0, 0);
    for number in 0..count {
        let mut random = Random::numbered(11, number);
        let mut run = sprt.run();
        loop {
            match run.add(play(&mut random, lost, split)) {
                Verdict::Open => continue,
                Verdict::Accepted => accepted += 1,
                Verdict::Rejected => rejected += 1,
            }
            break;
        }
        played += run.pairs().count();
    }
    let part = |n: u64| n as f64 / count as f64;
    ([part(accepted), part(rejected)], part(played))
}

/// Of 2,000 tests with error rates of 5 %, at most 6 % err: two standard deviations more. Wide hypotheses,
/// which a dozen pairs decide, err more rarely, since the last pair overshoots.
#[test]
fn the_sequential_test_errs_as_rarely_as_promised() {
    for (elo0, elo1, decided) in [
        (0.0, 40.0, 0.5),
        (0.0, 40.0, 0.1),
        (-20.0, 20.0, 1.0),
        (0.0, 100.0, 0.2),
        (0.0, 100.0, 0.6),
        (0.0, 300.0, 0.9),
    ] {
        let sprt = Sprt::new(elo0, elo1, 0.05, 0.05).unwrap();
        let ([false_alarms, _], pairs0) = runs(sprt, elo0, decided, 2000);
        let ([_, misses], pairs1) = runs(sprt, elo1, decided, 2000);
        let case = format!(
            "{elo0},{elo1}, {decided} decided: {false_alarms} after {pairs0}, {misses} after {pairs1}"
        );
        assert!(false_alarms <= 0.06 && misses <= 0.06, "{case}");
    }
}

/// The true ratings lie within their intervals, in leagues whose openings correlate results.
#[test]
fn ratings_hold_the_truth() {
    for (openings, truth) in [
        (30, [150.0, 50.0, -50.0, -150.0]),
        (100, [150.0, 50.0, -50.0, -150.0]),
        (100, [500.0, 0.0, -100.0, -400.0]),
        (100, [10.0, 0.0, 0.0, -10.0]),
    ] {
        let (mut held, mut of, mut right, mut of_pair) = (0, 0, 0, 0);
        for number in 0..200 {
            let mut random = Random::numbered(5, number);
            let league = simulated(&mut random, openings, &truth);
            let ratings = league.bootstrap(300, number);
            for (rating, truth) in ratings.players.iter().zip(truth) {
                held += u32::from(rating.low <= truth && truth <= rating.high);
                of += 1;
            }
            for better in 0..truth.len() {
                for worse in 0..truth.len() {
                    if truth[better] > truth[worse] {
                        right += u32::from(ratings.superiority[better][worse] > 0.025);
                        of_pair += 1;
                    }
                }
            }
        }
        // 800 ratings that hang together: two standard deviations are about 0.02.
        let held = f64::from(held) / f64::from(of);
        assert!((0.91..=0.97).contains(&held), "{openings} openings, {truth:?}: {held}");
        let right = f64::from(right) / f64::from(of_pair);
        assert!(right >= 0.975, "{openings} openings, {truth:?}: {right}");
    }
}

/// A round robin from each opening. Games follow the logistic model; about half of them share a random number
/// with all others of the opening and side, so the results of an opening are correlated.
fn simulated(random: &mut Random, openings: u64, truth: &[f64]) -> League {
    let unit = |random: &mut Random| (random.next() >> 11) as f64 / (1u64 << 53) as f64;
    let mut league = League::new(truth.len());
    for opening in 0..openings {
        // One number for all games of the opening and side.
        let luck = [unit(random), unit(random)];
        for second in 0..truth.len() {
            for first in 0..second {
                let expected = 1.0 / (1.0 + 10f64.powf((truth[second] - truth[first]) / 400.0));
                let mut wins = 0;
                for side in luck {
                    let own = unit(random);
                    let at = if unit(random) < 0.5 { side } else { own };
                    wins += usize::from(at < expected);
                }
                league.add(opening, first, second, wins);
            }
        }
    }
    league
}

/// Against scipy's incomplete beta function and its exact binomial test.
#[test]
fn the_sign_test_is_exact() {
    for (won, lost, expected) in [
        (12, 31, 0.005_401_572_654_591_291),
        (8, 2, 0.109_375),
        (520, 480, 0.217_448_293_204_141_5),
        (100_000, 101_000, 0.025_862_392_439_732_95),
        (5_000_500, 5_000_000, 0.874_619_355_912_579),
        (3, 0, 0.25),
        (600, 100, 9.348_895_347_114_398e-88),
        (4, 4, 1.0),
        (0, 0, 1.0),
    ] {
        for (won, lost) in [(won, lost), (lost, won)] {
            let found = pairs(lost, 0, won).sign_test();
            assert!(is_near(found, expected, 1e-9 * expected), "{won}, {lost}: {found}");
        }
    }
    // Five heads in a row, or five tails: 2/32.
    assert!(is_near(pairs(0, 0, 5).sign_test(), 0.0625, 1e-15));
    assert_eq!(pairs(7, 0, 7).sign_test(), 1.0);
    // The normal approximation agrees with the sum where it takes over.
    let [below, above] =
        [4_999_000_000_u64, 5_001_000_000].map(|n| pairs(n, 0, n + 200_000).sign_test());
    assert!(is_near(below, above, 1e-3 * below), "{below} {above}");
}

/// Against scipy's incomplete beta function.
#[test]
fn the_likelihood_of_superiority_is_that_of_the_beta_distribution() {
    for (won, lost, expected) in [
        (31, 12, 0.998_370_332_818_303_3),
        (136, 96, 0.995_752_665_204_380_4),
        (76, 89, 0.155_755_397_417_926_68),
        (100_000, 101_000, 0.012_857_055_486_316_481),
        (0, 0, 0.5),
    ] {
        let found = pairs(lost, 0, won).superiority();
        assert!(is_near(found, expected, 1e-9), "{won}, {lost}: {found}");
        assert!(is_near(pairs(won, 0, lost).superiority(), 1.0 - expected, 1e-9), "{won}, {lost}");
    }
    // fastchess publishes 15.53 % for 76 won, 89 lost, 123 drawn, and 99.60 % for 136, 96, 111, from the
    // normal distribution.
    assert!(is_near(pairs(89, 123, 76).superiority(), 0.1553, 0.001));
    assert!(is_near(pairs(96, 111, 136).superiority(), 0.9960, 0.001));
}

/// fastchess publishes figures for games lost, drawn and won, to four digits. A drawn game is a split pair;
/// its normalised Elo is per game, ours per pair: √2 times as much. Counts are multiplied so that the half
/// pairs do not show.
#[test]
fn elo_is_that_of_fastchess() {
    let per_pair = 2f64.sqrt();
    for ((won, lost, split), normalised, elo) in [
        ((76, 89, 123), -20.76, None),
        ((136, 96, 111), 49.77, Some(40.70)),
        ((34, 356, 0), -508.44, None),
    ] {
        let pairs = pairs(lost * 1_000_000, split * 1_000_000, won * 1_000_000);
        let found = pairs.normalized_elo(Z95).unwrap().value * per_pair;
        assert!(is_near(found, normalised, 0.006), "{pairs:?}: {found}");
        if let Some(elo) = elo {
            let found = pairs.elo(Z95).unwrap().value;
            assert!(is_near(found, elo, 0.006), "{pairs:?}: {found}");
        }
    }
    // Its errors are 36.77 in normalised Elo (with known spread) and 30.43 in Elo, for the plain counts.
    let pairs = pairs(96, 111, 136);
    let half = |estimate: Estimate| (estimate.high - estimate.low) / 2.0;
    assert!(is_near(half(pairs.normalized_elo(Z95).unwrap()) * per_pair, 36.77, 0.7));
    assert!(is_near(half(pairs.elo(Z95).unwrap()), 30.43, 0.4));
}

/// Against the same likelihood maximised by nested root finding and golden-section search in Python, at
/// 20 digits, the half pairs included.
#[test]
fn normalised_elo_has_the_interval_of_the_likelihood() {
    for (pairs, value, low, high) in [
        (pairs(12, 40, 31), 80.563_296_937_6, 25.955_107_44, 138.124_854_44),
        (pairs(0, 0, 10), 477.239_479_632_3, 123.753_219_36, 2_386.403_059_31),
    ] {
        let found = pairs.normalized_elo(Z95).unwrap();
        let is_near = |a: f64, b: f64| is_near(a, b, 1e-6 * b.abs());
        assert!(
            is_near(found.value, value) && is_near(found.low, low) && is_near(found.high, high),
            "{pairs:?}: {found:?}"
        );
    }
}

/// Against the likelihood under each hypothesis maximised by nested root finding and golden-section
/// search in Python, at 30 digits.
#[test]
fn the_ratio_is_that_of_the_greatest_likelihoods() {
    for (pairs, elo0, elo1, expected) in [
        (pairs(12, 40, 31), 0.0, 20.0, 1.879_750_078_472_97),
        (pairs(12, 40, 31), -5.0, 5.0, 1.074_446_019_874_17),
        (pairs(3, 4, 20), 0.0, 50.0, 3.188_547_638_361_44),
        (pairs(0, 2, 37), 0.0, 20.0, 2.962_030_811_549_62),
        (pairs(250, 700, 300), -3.0, 0.0, 1.013_540_288_964_14),
        (pairs(1, 1000, 3), 0.0, 10.0, 0.468_077_556_159_158),
        (pairs(500, 10, 520), 0.0, 5.0, 0.195_731_326_403_348),
        (pairs(0, 0, 10), 0.0, 100.0, 3.199_128_132_590_86),
    ] {
        let llr = |e0, e1, pairs| Sprt::new(e0, e1, 0.05, 0.05).unwrap().llr(pairs);
        let found = llr(elo0, elo1, pairs);
        assert!(is_near(found, expected, 1e-10), "{pairs:?} {elo0},{elo1}: {found}");
        // For reversed pairs the hypotheses swap.
        let other = llr(-elo1, -elo0, pairs.reversed());
        assert!(is_near(other, -expected, 1e-10), "{pairs:?} {elo0},{elo1}: {other}");
    }
}

/// fastchess publishes ratios to three digits: two of its tests for games lost, drawn and won, whose
/// hypotheses are per game, and its output for a match of pairs, (0, 2, 37) for 0,20.
#[test]
fn the_ratio_is_that_of_fastchess() {
    let per_game = 2f64.sqrt();
    for (pairs, elo0, elo1, expected) in [
        (pairs(36_027, 68_692, 36_433), 0.0, 2.0 / per_game, 0.92),
        (pairs(10_650, 20_431, 10_871), -1.75 / per_game, 0.25 / per_game, 2.30),
        (pairs(0, 2, 37), 0.0, 20.0, 2.96),
    ] {
        let found = Sprt::new(elo0, elo1, 0.05, 0.05).unwrap().llr(pairs);
        assert!(is_near(found, expected, 0.005), "{pairs:?}: {found}");
    }
}

/// A run agrees with the test of all its pairs, and its verdict is final.
#[test]
fn runs_end_at_the_first_bound() {
    let sprt: Sprt = "0,100".parse().unwrap();
    let (low, high) = sprt.bounds();
    assert!(is_near(high, 2.944_438_979_166_44, 1e-12) && low == -high);
    let mut random = Random::new(3);
    for _ in 0..100 {
        let (mut run, mut all) = (sprt.run(), Pairs::default());
        for _ in 0..500 {
            let wins = random.below(3);
            if run.verdict() == Verdict::Open {
                all.add(wins);
            }
            assert_eq!(run.add(wins), sprt.verdict(all));
            assert_eq!(run.pairs(), all);
        }
    }
    let narrow = sprt.with_errors(0.01, 0.2).unwrap();
    assert_eq!((narrow.elo(), narrow.errors()), ((0.0, 100.0), (0.01, 0.2)));
    assert!(is_near(narrow.bounds().0, (0.2_f64 / 0.99).ln(), 1e-12));
    assert!(is_near(narrow.bounds().1, (0.8_f64 / 0.01).ln(), 1e-12));
}

#[test]
fn invalid_tests_are_refused() {
    assert_eq!("-1.75,0.25".parse::<Sprt>().unwrap().to_string(), "-1.75,0.25");
    for (text, message) in [
        ("", "a test takes two numbers of normalised Elo, as 0,5"),
        ("5", "a test takes two numbers of normalised Elo, as 0,5"),
        ("0,5,10", "a test takes two numbers of normalised Elo, as 0,5"),
        ("0,x", "a test takes two numbers of normalised Elo, as 0,5"),
        ("5,0", "the first normalised Elo must be the smaller one, not 5.0,0.0"),
        ("5,5", "the first normalised Elo must be the smaller one, not 5.0,5.0"),
        ("0,inf", "a normalised Elo is -5000 to 5000, not inf"),
        ("nan,5", "a normalised Elo is -5000 to 5000, not NaN"),
        ("0,1e308", "a normalised Elo is -5000 to 5000, not 1e308"),
    ] {
        assert_eq!(text.parse::<Sprt>().unwrap_err().to_string(), message, "{text}");
    }
    for errors in [0.0, 0.5, -0.1, 1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(Sprt::new(0.0, 5.0, errors, 0.05), Err(SprtError::Errors(_))));
        assert!(matches!(Sprt::new(0.0, 5.0, 0.05, errors), Err(SprtError::Errors(_))));
    }
}

/// For all counts every figure is finite, ordered, and mirrors that of the reversed pairs.
#[test]
fn numbers_are_finite_and_symmetric() {
    let most = u64::MAX / 4;
    let sprt = Sprt::new(-5000.0, 5000.0, 1e-9, 1e-9).unwrap();
    let counts = [0, 1, 2, 50, 1_000_000, 1_000_000_007, most];
    for (lost, split, won) in counts.into_iter().flat_map(|lost| {
        counts
            .into_iter()
            .flat_map(move |split| counts.into_iter().map(move |won| (lost, split, won)))
    }) {
        let (here, there) = (pairs(lost, split, won), pairs(lost, split, won).reversed());
        assert!(here.variance() > 0.0 && sprt.llr(here).is_finite());
        assert!(
            (0.0..=1.0).contains(&here.superiority()) && (0.0..=1.0).contains(&here.sign_test())
        );
        assert!(is_near(here.superiority() + there.superiority(), 1.0, 1e-9));
        assert_eq!(here.sign_test(), there.sign_test());
        let needed = [here, there].map(|pairs| pairs.conclusion().needed().is_some());
        assert_eq!(needed[0], needed[1], "{here:?}");
        for (a, b) in
            [(here.elo(Z95), there.elo(Z95)), (here.normalized_elo(Z95), there.normalized_elo(Z95))]
        {
            let (Some(a), Some(b)) = (a, b) else {
                assert_eq!(here.count(), 0);
                continue;
            };
            let all = [a.low, a.value, a.high];
            assert!(all.is_sorted() && all.iter().all(|n| n.is_finite()), "{here:?}: {a:?}");
            let scale = 1e-6 * a.value.abs().max(1.0);
            assert!(is_near(a.value, -b.value, scale), "{here:?}: {a:?} {b:?}");
        }
    }
    assert_eq!(Pairs::default().elo(Z95), None);
    assert_eq!((Pairs::default().sign_test(), Pairs::default().superiority()), (1.0, 0.5));
}

/// The reported number of further pairs decides, and fewer do not.
#[test]
fn the_pairs_that_decide_do_so() {
    let undecided = pairs(200, 500, 220);
    let more = undecided.conclusion().needed().unwrap();
    assert!((2_000..2_900).contains(&more), "{more}");
    let times = |factor: u64| pairs(200 * factor, 500 * factor, 220 * factor).conclusion();
    let factor = (more + 920).div_ceil(920);
    assert_eq!((times(factor), times(factor - 1).is_different()), (Conclusion::Better, false));
    assert_eq!(pairs(1, 0, 30).conclusion(), Conclusion::Better);
    assert_eq!(pairs(30, 0, 1).conclusion(), Conclusion::Worse);
    // No number of pairs would show a difference, but enough show that it is small.
    let more = pairs(30, 5, 30).conclusion().needed().unwrap();
    let factor = more.div_ceil(65) + 1;
    assert_eq!(pairs(30 * factor, 5 * factor, 30 * factor).conclusion(), Conclusion::Even);
    // The interval excludes a half, but the exact test does not decide.
    assert!(pairs(0, 5, 5).interval(Z95).0 > 0.5 && !pairs(0, 5, 5).conclusion().is_different());
    assert_eq!(Pairs::default().conclusion(), Conclusion::Undecided { needed: None });
}

/// A textbook example (Agresti, Categorical Data Analysis: seven baseball teams in 1987, thirteen games for
/// each two): strengths above the last team's. A win counts as 500 pairs, so that the prior does not show.
#[test]
fn ratings_are_those_of_the_textbook() {
    let wins = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ];
    let mut league = League::new(7);
    for (first, row) in wins.iter().enumerate() {
        for (second, &wins) in row.iter().enumerate() {
            (0..wins * 500).for_each(|_| league.add(0, first, second, 2));
        }
    }
    let ratings = league.ratings();
    let published = [1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0];
    for (rating, published) in ratings.iter().zip(published) {
        let found = (rating - ratings[6]) * 10f64.ln() / 400.0;
        assert!(is_near(found, published, 0.001), "{found} {published}");
    }
    assert!(is_near(ratings.iter().sum::<f64>(), 0.0, 1e-9));
}

/// Against scipy's BFGS on the same likelihood, prior included: a ring with a clean sweep in it, and a sweep
/// of five pairs.
#[test]
fn ratings_are_those_of_another_optimiser() {
    let mut ring = League::new(4);
    for (first, second, won, lost) in [(0, 1, 10, 0), (2, 1, 3, 6), (2, 3, 2, 7), (3, 0, 1, 9)] {
        (0..won).for_each(|opening| ring.add(opening, first, second, 2));
        (0..lost).for_each(|opening| ring.add(won + opening, first, second, 0));
    }
    // Split pairs make it 20 games for each two: 7 to 13 and 5 to 15.
    ring.add(20, 2, 1, 1);
    ring.add(20, 2, 3, 1);
    for (rating, expected) in
        ring.ratings().iter().zip([401.183_006, -147.885_643, -231.198_217, -22.099_146])
    {
        assert!(is_near(*rating, expected, 1e-4), "{rating} {expected}");
    }
    let mut sweep = League::new(2);
    (0..5).for_each(|opening| sweep.add(opening, 0, 1, 2));
    assert!(is_near(sweep.ratings()[0], 290.254_405, 1e-4), "{:?}", sweep.ratings());
}

#[test]
fn leagues_count_from_each_point_of_view() {
    let mut league = League::new(4);
    for (first, second, wins) in [(0, 1, 2), (1, 0, 2), (1, 0, 1), (2, 2, 2), (0, 9, 2), (0, 1, 7)]
    {
        league.add(1, first, second, wins);
    }
    assert_eq!(league.pairs(0, 1), pairs(1, 1, 2));
    assert_eq!(league.pairs(1, 0), pairs(2, 1, 1));
    assert_eq!((league.pairs(2, 2), league.pairs(0, 9)), Default::default());
    league.add(5, 0, 2, 1);
    assert_eq!(league.total(0), pairs(1, 2, 2));
    assert_eq!(league.components(), [0, 0, 0, 1]);
    let ratings = league.bootstrap(100, 1);
    assert_eq!(ratings.superiority[0][3], 0.5);
    assert_eq!(ratings.players[3].elo, 0.0);
    assert_eq!(League::new(0).bootstrap(10, 1).players.len(), 0);
    assert_eq!(League::new(1).ratings(), [0.0]);
}

/// The same seed gives the same ratings bit for bit, another seed nearly the same.
#[test]
fn ratings_follow_from_the_seed() {
    let league = simulated(&mut Random::new(8), 300, &[100.0, 0.0, -100.0]);
    let ratings = league.bootstrap(500, 1);
    assert_eq!(ratings, league.bootstrap(500, 1));
    let other = league.bootstrap(500, 2);
    assert_ne!(ratings, other);
    for (one, other) in ratings.players.iter().zip(&other.players) {
        assert_eq!(one.elo, other.elo);
        assert!(is_near(one.error, other.error, 0.2 * one.error), "{one:?} {other:?}");
        assert!(one.low <= one.elo && one.elo <= one.high);
    }
    for i in 0..3 {
        for j in 0..3 {
            let sum = ratings.superiority[i][j] + ratings.superiority[j][i];
            assert!(is_near(sum, 1.0, 1e-12));
        }
    }
    assert!(league.bootstrap(0, 1).players.iter().all(|rating| rating.error == 0.0));
}

/// Clean sweeps give finite ratings with errors.
#[test]
fn clean_sweeps_have_errors() {
    let mut league = League::new(3);
    for opening in 0..1_000_000 {
        league.add(opening, 0, 1, 2);
        league.add(opening, 1, 2, 2);
    }
    let huge = league.bootstrap(100, 1);
    let mut league = League::new(2);
    (0..50).for_each(|opening| league.add(opening, 0, 1, 2));
    let small = league.bootstrap(200, 1);
    for rating in huge.players.iter().chain(&small.players) {
        assert!([rating.elo, rating.low, rating.high, rating.error].iter().all(|n| n.is_finite()));
        assert!(rating.error > 1.0, "{rating:?}");
    }
    assert!(small.superiority[0][1] > 0.99 && small.superiority[0][1] < 1.0);
}

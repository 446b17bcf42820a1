//! Random variates for the optimizers, with the same bits on every machine.

use lastknight::Random;

/// A number in [0, 1).
pub(super) fn unit(random: &mut Random) -> f64 {
    // All 53 bits that an f64 can hold.
    (random.next() >> 11) as f64 / (1_u64 << 53) as f64
}

/// A standard normal variate, by Marsaglia's polar method.
pub(super) fn normal(random: &mut Random) -> f64 {
    loop {
        let (x, y) = (2.0 * unit(random) - 1.0, 2.0 * unit(random) - 1.0);
        let square = x * x + y * y;
        if 0.0 < square && square < 1.0 {
            return x * (-2.0 * libm::log(square) / square).sqrt();
        }
    }
}

/// 1 or -1.
pub(super) fn sign(random: &mut Random) -> f64 {
    if random.next() >> 63 == 0 { 1.0 } else { -1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_of_the_distributions() {
        let mut random = Random::new(5);
        let count = 100_000;
        let mut moments = |draw: fn(&mut Random) -> f64| {
            let all: Vec<f64> = (0..count).map(|_| draw(&mut random)).collect();
            let mean =
                |power: i32| all.iter().map(|x| x.powi(power)).sum::<f64>() / f64::from(count);
            [mean(1), mean(2), mean(4)]
        };
        let near = |found: [f64; 3], expected: [f64; 3], within: f64| {
            for (found, expected) in found.into_iter().zip(expected) {
                assert!((found - expected).abs() < within, "{found} {expected}");
            }
        };
        near(moments(unit), [0.5, 1.0 / 3.0, 0.2], 0.01);
        near(moments(normal), [0.0, 1.0, 3.0], 0.1);
        near(moments(sign), [0.0, 1.0, 1.0], 0.02);
    }
}

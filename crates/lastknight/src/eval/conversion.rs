//! Mobility conversion (report 000): going from one move to two counts for more than from seven to
//! eight.

/// The largest number with its own sum; beyond it the sums stay constant.
const LARGEST: usize = 1024;

/// 1 + 1/2ᵖ + … + 1/kᵖ for each k up to [`LARGEST`], computed at compile time.
const fn sums(power: u32) -> [f64; LARGEST + 1] {
    let mut sums = [0.0; LARGEST + 1];
    let mut k = 1;
    while k <= LARGEST {
        sums[k] = sums[k - 1] + 1.0 / k.pow(power) as f64;
        k += 1;
    }
    sums
}

static LINEAR: [f64; LARGEST + 1] = sums(1);
static QUADRATIC: [f64; LARGEST + 1] = sums(2);

/// The maximum number of moves of a placed knight.
const MOVES: usize = 8;

/// The product of both differences for every pair of mobilities, computed at compile time.
static PRODUCTS: [[f64; MOVES + 1]; MOVES + 1] = {
    let (h, q) = (sums(1), sums(2));
    let mut products = [[0.0; MOVES + 1]; MOVES + 1];
    let mut own = 0;
    while own <= MOVES {
        let mut other = 0;
        while other <= MOVES {
            products[own][other] = (h[own] - h[other]) * (q[own] - q[other]);
            other += 1;
        }
        own += 1;
    }
    products
};

/// H(k) = 1 + 1/2 + … + 1/k.
#[inline]
pub(super) fn linear(k: u32) -> f64 {
    LINEAR[(k as usize).min(LARGEST)]
}

/// Q(k) = 1 + 1/4 + … + 1/k².
#[inline]
pub(super) fn quadratic(k: u32) -> f64 {
    QUADRATIC[(k as usize).min(LARGEST)]
}

/// (H(own) - H(other)) · (Q(own) - Q(other)). Never negative, since both factors have the same
/// sign.
#[inline]
pub(super) fn product(own: u32, other: u32) -> f64 {
    match PRODUCTS.get(own as usize).and_then(|row| row.get(other as usize)) {
        Some(&product) => product,
        None => (linear(own) - linear(other)) * (quadratic(own) - quadratic(other)),
    }
}

/// `x` rounded down, at least 0.
pub(super) fn whole(x: f64) -> u32 {
    // The cast saturates and maps NaN to 0.
    x as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_by_hand() {
        assert_eq!([0, 1, 2].map(linear), [0.0, 1.0, 1.5]);
        assert_eq!(linear(3), 1.5 + 1.0 / 3.0);
        assert_eq!([0, 1, 2].map(quadratic), [0.0, 1.0, 1.25]);
        assert_eq!(quadratic(3), 1.25 + 1.0 / 9.0);
        assert_eq!(linear(5000), linear(1024));
        // Two moves against one count for more than eight against seven.
        assert_eq!(product(2, 1), 0.5 * 0.25);
        assert!(product(2, 1) > product(8, 7));
        assert_eq!(product(0, 49), linear(49) * quadratic(49));
    }

    #[test]
    fn arguments_are_whole_and_not_negative() {
        let numbers = [-3.0, 0.9, 2.5, f64::NAN, f64::INFINITY].map(whole);
        assert_eq!(numbers, [0, 0, 2, 0, u32::MAX]);
    }
}

//! Reproducible random numbers: the SplitMix64 generator (Steele, Lea and Flood, 2014).

/// The increment of the generator's state.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A bijection of 64-bit numbers that mixes all bits: one step of the generator with its finaliser.
#[inline]
pub(crate) const fn scramble(n: u64) -> u64 {
    let n = n.wrapping_add(STEP);
    let n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ (n >> 31)
}

/// A stream of random numbers, determined by its seed.
///
/// ```
/// use lastknight::Random;
///
/// let rolls = |seed| { let mut random = Random::new(seed); [0; 5].map(|_| random.below(6)) };
/// assert_eq!(rolls(1), rolls(1));
/// assert_ne!(rolls(1), rolls(2));
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates the stream of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(scramble(seed))
    }

    /// Creates an independent stream for each number, such as one per game. It does not depend on
    /// which thread plays the game or when.
    #[must_use]
    pub const fn numbered(seed: u64, number: u64) -> Self {
        Self(scramble(scramble(seed) ^ number))
    }

    /// Returns the next number.
    #[inline]
    pub const fn next(&mut self) -> u64 {
        let next = scramble(self.0);
        self.0 = self.0.wrapping_add(STEP);
        next
    }

    /// Returns a number from 0 to `end - 1`, or 0 if `end` is 0.
    #[inline]
    pub const fn below(&mut self, end: usize) -> usize {
        let next = self.next();
        if end as u64 >> 32 == 0 {
            (((next >> 32) * end as u64) >> 32) as usize
        } else {
            ((next as u128 * end as u128) >> 64) as usize
        }
    }

    /// Returns one of the items, or `None` if there are none.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        from.get(self.below(from.len())).copied()
    }

    /// Shuffles the items.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_generator() {
        // The first outputs for seed 1234567, as published with other implementations.
        let mut random = Random(1_234_567);
        assert_eq!(
            [0; 3].map(|_| random.next()),
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn every_number_below_the_end_comes_up() {
        let mut random = Random::new(0);
        let mut seen = [0; 7];
        for _ in 0..700 {
            seen[random.below(7)] += 1;
        }
        assert!(seen.iter().all(|&n| (60..140).contains(&n)), "{seen:?}");
        assert_eq!(random.below(0), 0);
        assert_eq!(random.pick::<u8>(&[]), None);
    }

    #[test]
    fn the_end_can_exceed_32_bits() {
        let mut random = Random::new(0);
        let numbers = [0; 64].map(|_| random.below(usize::MAX));
        assert!(numbers.iter().any(|&n| n > usize::MAX / 2));
        assert!(numbers.iter().any(|&n| n < usize::MAX / 2));
        assert!(numbers.iter().any(|&n| n % 2 == 1));
    }

    #[test]
    fn shuffled_items_are_the_same_items() {
        let mut items: Vec<usize> = (0..50).collect();
        Random::numbered(3, 4).shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }
}

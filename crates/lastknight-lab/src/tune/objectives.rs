//! Test helpers: objectives without games, with noise, and properties that every method must have.

use lastknight::Random;

use super::variates::normal;
use super::{Method, Search, Space, TellError, Trial};

pub(super) fn space(texts: &[&str]) -> Space {
    Space::new(texts.iter().map(|text| text.parse().unwrap()).collect()).unwrap()
}

/// Adds normal noise to scores, reproducible by seed.
pub(super) struct NoisyScore {
    random: Random,
    deviation: f64,
}

impl NoisyScore {
    pub(super) fn new(seed: u64, deviation: f64) -> Self {
        Self { random: Random::numbered(seed, 77), deviation }
    }

    pub(super) fn score(&mut self, score: f64) -> f64 {
        (score + self.deviation * normal(&mut self.random)).clamp(0.0, 1.0)
    }
}

/// The expected score at a difference in strength.
pub(super) fn logistic(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

pub(super) fn points(trials: &[Trial]) -> Vec<Vec<f64>> {
    trials.iter().map(|trial| trial.point.clone()).collect()
}

fn run_trials(
    space: &Space,
    method: &Method,
    seed: u64,
    mut play: impl FnMut(&Trial) -> f64,
) -> Search {
    let mut search = Search::new(space, method, seed).unwrap();
    while !search.asked().is_empty() {
        let scores: Vec<f64> = search.asked().iter().map(&mut play).collect();
        search.tell(&scores).unwrap();
    }
    search
}

/// Runs a whole search of a method that plays the field.
pub(super) fn run(
    space: &Space,
    method: &Method,
    seed: u64,
    mut score: impl FnMut(&[f64]) -> f64,
) -> Search {
    run_trials(space, method, seed, |trial| {
        assert_eq!(trial.rival, None);
        score(&trial.point)
    })
}

/// Runs a whole search of a method whose points play each other.
pub(super) fn run_matches(
    space: &Space,
    method: &Method,
    seed: u64,
    mut play: impl FnMut(&[f64], &[f64]) -> f64,
) -> Search {
    run_trials(space, method, seed, |trial| play(&trial.point, trial.rival.as_ref().unwrap()))
}

/// Checks that a search given the same scores requests the same trials, and that invalid scores
/// change nothing.
pub(super) fn replayed(space: &Space, method: &Method) {
    let mut noisy = NoisyScore::new(1, 0.2);
    let whole = run_trials(space, method, 8, |_| noisy.score(0.5));
    assert!(whole.rounds().len() > 2);
    for interrupted in 0..=whole.rounds().len() {
        let mut search = Search::new(space, method, 8).unwrap();
        for round in &whole.rounds()[..interrupted] {
            assert_eq!(search.asked(), round.trials);
            let told = round.scores.len() + 1;
            assert_eq!(
                search.tell(&vec![0.5; told]),
                Err(TellError::Count { asked: told - 1, told })
            );
            let wrong = vec![1.5; told - 1];
            assert_eq!(search.tell(&wrong), Err(TellError::Score(1.5)));
            assert!(search.tell(&vec![f64::NAN; told - 1]).is_err());
            search.tell(&round.scores).unwrap();
        }
        assert_eq!(search.rounds(), &whole.rounds()[..interrupted]);
        let next = whole.rounds().get(interrupted);
        assert_eq!(search.asked(), next.map_or(&[][..], |round| &round.trials));
    }
    let mut over = whole;
    assert_eq!(over.tell(&[]), Err(TellError::Count { asked: 0, told: 0 }));
    // No point is outside its ranges.
    for trial in over.rounds().iter().flat_map(|round| &round.trials) {
        for point in [Some(&trial.point), trial.rival.as_ref()].into_iter().flatten() {
            assert!(space.parameters().iter().zip(point).all(|(parameter, &x)| parameter.takes(x)));
        }
    }
}

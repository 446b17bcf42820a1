//! Test helpers: objectives without games, with noise, and properties that every method must have.

use lastknight::Random;

use super::variates::normal;
use super::{Cmaes, Halving, Method, Search, Space, Spsa, TellError, Trial};

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

/// A finished search with the trials and scores of every round.
pub(super) struct FinishedSearch {
    search: Search,
    pub(super) best: Vec<f64>,
    pub(super) rounds: Vec<(Vec<Trial>, Vec<f64>)>,
}

fn run_trials(
    space: &Space,
    method: &Method,
    seed: u64,
    mut play: impl FnMut(&Trial) -> f64,
) -> FinishedSearch {
    let mut search = Search::new(space, method, seed).unwrap();
    let mut rounds = Vec::new();
    while !search.asked().is_empty() {
        let trials = search.asked().to_vec();
        let scores: Vec<f64> = trials.iter().map(&mut play).collect();
        search.tell(&scores).unwrap();
        rounds.push((trials, scores));
    }
    let count: usize = rounds.iter().map(|(trials, _)| trials.len()).sum();
    assert!(count <= search.most_trials());
    FinishedSearch { best: search.best(), search, rounds }
}

/// Runs a whole search of a method that plays the field.
pub(super) fn run(
    space: &Space,
    method: &Method,
    seed: u64,
    mut score: impl FnMut(&[f64]) -> f64,
) -> FinishedSearch {
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
) -> FinishedSearch {
    run_trials(space, method, seed, |trial| play(&trial.point, trial.rival.as_ref().unwrap()))
}

fn halving(points: &[&[f64]], halvings: usize) -> Method {
    Method::Halving(Halving { points: points.iter().map(|p| p.to_vec()).collect(), halvings })
}

fn spsa(iterations: usize, matches: usize) -> Method {
    Method::Spsa(Spsa { iterations, matches, ..Spsa::default() })
}

fn cmaes(generations: usize, population: Option<usize>) -> Method {
    Method::Cmaes(Cmaes { generations, population, ..Cmaes::default() })
}

/// A search given the same scores requests the same trials, and invalid scores change nothing.
#[test]
fn searches_are_reproducible() {
    let space = space(&["a=0.3 in 0..1", "b=2 in 0..4 whole"]);
    for method in [halving(&[], 4), spsa(20, 3), cmaes(12, None)] {
        let mut noisy = NoisyScore::new(1, 0.2);
        let whole = run_trials(&space, &method, 8, |_| noisy.score(0.5));
        assert!(whole.rounds.len() > 2);
        let mut search = Search::new(&space, &method, 8).unwrap();
        for (trials, scores) in &whole.rounds {
            assert_eq!(search.asked(), trials);
            let told = scores.len() + 1;
            assert_eq!(
                search.tell(&vec![0.5; told]),
                Err(TellError::Count { asked: told - 1, told })
            );
            assert_eq!(search.tell(&vec![1.5; told - 1]), Err(TellError::Score(1.5)));
            assert!(search.tell(&vec![f64::NAN; told - 1]).is_err());
            assert_eq!(search.asked(), trials);
            search.tell(scores).unwrap();
        }
        for mut over in [search, whole.search] {
            assert_eq!((over.asked(), over.best()), (&[][..], whole.best.clone()));
            assert_eq!(over.tell(&[]), Err(TellError::Count { asked: 0, told: 0 }));
        }
        // No point is outside its ranges.
        for trial in whole.rounds.iter().flat_map(|(trials, _)| trials) {
            for point in [Some(&trial.point), trial.rival.as_ref()].into_iter().flatten() {
                let mut values = space.parameters().iter().zip(point);
                assert!(values.all(|(parameter, &x)| parameter.takes(x)));
            }
        }
    }
}

/// With equal scores the best point is the start, with all its digits.
#[test]
fn equal_scores_keep_the_start() {
    for texts in [
        &["a=0.3 in 0..1"][..],
        &["a=3 in 1..8 whole", "b=0.5 in 0..1"],
        &["a=0.3 in 0..1", "b=3 in 0..8 whole"],
        &["a=0.312345678 in 0..1", "b=3 in 0..8 whole"],
    ] {
        let space = space(texts);
        for method in [halving(&[], 3), spsa(50, 2), cmaes(20, None)] {
            let search = run_trials(&space, &method, 1, |_| 0.5);
            assert_eq!(search.best, space.start(), "{method:?}");
        }
    }
}

#[test]
fn invalid_settings_are_refused() {
    let two = space(&["w1=1 in 0..1", "w2=1 in 0..1"]);
    let twenty = (0..20).map(|i| format!("p{i}=0 in 0..1").parse().unwrap()).collect();
    let twenty = Space::new(twenty).unwrap();
    let with_distance = |distance| Method::Spsa(Spsa { distance, ..Spsa::default() });
    let with_move = |first_move| Method::Spsa(Spsa { first_move, ..Spsa::default() });
    let with_deviation = |deviation| Method::Cmaes(Cmaes { deviation, ..Cmaes::default() });
    let too_many = "the search would take more than 1000000 trials";
    for (space, method, message) in [
        (
            &two,
            halving(&[&[1.0, 1.0], &[1.0]], 3),
            "point 2 of the grid has 1 values for 2 parameters",
        ),
        (&two, halving(&[&[1.0, 1.5]], 3), "point 1 of the grid: parameter 'w2' cannot be 1.5"),
        (&two, halving(&[], 51), "the number of halvings is 51, but it must be 50 or less"),
        (&twenty, halving(&[], 3), too_many),
        (&two, spsa(0, 1), "the number of iterations is 0, but it must be 1 or more"),
        (&two, spsa(100, 0), "the number of matches is 0, but it must be 1 or more"),
        (&two, spsa(usize::MAX, 2), too_many),
        (&two, with_distance(-1.0), "the distance is -1, but it must be above 0 and at most 1000"),
        (
            &two,
            with_move(f64::NAN),
            "the first move is NaN, but it must be above 0 and at most 1000",
        ),
        (&two, cmaes(30, Some(3)), "the population is 3, but it must be 4 or more"),
        (&two, cmaes(0, None), "the number of generations is 0, but it must be 1 or more"),
        (&two, with_deviation(0.0), "the deviation is 0, but it must be above 0 and at most 1000"),
        (&two, cmaes(30, Some(usize::MAX)), too_many),
    ] {
        let error = Search::new(space, &method, 0).err().unwrap().to_string();
        assert_eq!(error, message, "{method:?}");
    }
}

//! Figures from games: scores by opening, so that rows are compared on the same openings.

use std::collections::{BTreeMap, HashMap};

use lastknight::{Color, Symmetry};

use super::grid::{Axis, Cell, Grid};
use super::leg::Leg;
use super::measure::{ALL, GamesCounts, MIRRORED, SPREAD, columns};
use super::run::{Figures, StudyRunner, Unfinished};
use crate::runner::play_all;
use crate::spec::{Spec, TournamentFormat};
use crate::store::{Run, Store, StoreError};

/// The scores of an entrant against another by opening, from 0 to 100.
struct Scores(HashMap<[usize; 2], Vec<f64>>);

impl Scores {
    fn read(store: &Store, run: &Run) -> Result<Self, StoreError> {
        let pairings = run.spec().pairings();
        let mut by_opening = vec![vec![f64::NAN; run.pairs()]; pairings.len()];
        store.each_result(run, &mut |result| {
            by_opening[result.pairing][result.opening] = 50.0 * result.wins() as f64;
        })?;
        let mut scores = HashMap::new();
        for ([first, second], by_opening) in pairings.into_iter().zip(by_opening) {
            let others = by_opening.iter().map(|score| 100.0 - score).collect();
            scores.insert([second, first], others);
            scores.insert([first, second], by_opening);
        }
        Ok(Self(scores))
    }

    /// The mean scores of an entrant against all its opponents by opening, and the number of games.
    fn total(&self, entrant: usize, entrants: usize) -> (Vec<f64>, u64) {
        let mut sums: Vec<f64> = Vec::new();
        let mut opponents: u32 = 0;
        for scores in (0..entrants).filter_map(|other| self.0.get(&[entrant, other])) {
            sums.resize(scores.len(), 0.0);
            sums.iter_mut().zip(scores).for_each(|(sum, score)| *sum += score);
            opponents += 1;
        }
        sums.iter_mut().for_each(|sum| *sum /= f64::from(opponents));
        let games = 2 * u64::from(opponents) * sums.len() as u64;
        (sums, games)
    }
}

impl Scores {
    /// The mean scores of an entrant in runs of this many openings against each opponent. No two opponents have the same
    /// openings in a run, as in the course.
    fn runs(&self, entrant: usize, entrants: usize, openings: usize) -> Vec<f64> {
        let of: Vec<&Vec<f64>> =
            (0..entrants).filter_map(|other| self.0.get(&[entrant, other])).collect();
        let all = of.first().map_or(0, |scores| scores.len()) / openings.max(1);
        let run = |run: usize| {
            let share = |(at, scores): (usize, &&Vec<f64>)| {
                let first = (run + at) % all * openings;
                scores[first..first + openings].iter().sum::<f64>() / openings as f64
            };
            of.iter().enumerate().map(share).sum::<f64>() / of.len() as f64
        };
        (0..all).map(run).collect()
    }
}

/// Plays the missing games and returns the figures.
pub(super) fn measure(
    runner: &mut StudyRunner<'_>,
    legs: &[Leg],
    rows: &[Axis],
    counts: GamesCounts,
    games: usize,
) -> Figures {
    let names = columns(legs, counts);
    let mut axes: Vec<Axis> = names.iter().map(Axis::named).collect();
    if legs.len() > 1 {
        axes.iter_mut().zip(legs).for_each(|(axis, leg)| axis.x = leg.axis.x);
    }
    let mut cells: Vec<Vec<Option<Cell>>> = vec![vec![None; axes.len()]; rows.len()];
    let mut mirrored: Vec<MirrorGames> = vec![MirrorGames::default(); rows.len()];
    let row_of: HashMap<&str, usize> =
        rows.iter().enumerate().map(|(at, row)| (row.name.as_str(), at)).collect();
    let mut count = 0;
    let specs = legs.iter().map(|leg| leg.spec(games)).collect::<Result<Vec<_>, _>>()?;
    for (number, run) in runner.play(&specs)?.iter().enumerate() {
        let spec = run.spec();
        count += spec.games() as u64;
        let scores = Scores::read(runner.store, run)?;
        let entrants = spec.entrants();
        let tested = match spec.format() {
            TournamentFormat::Gauntlet => spec.tested(),
            _ => entrants.len(),
        };
        for (entrant, tested) in entrants[..tested].iter().enumerate() {
            let Some(&row) = row_of.get(tested.name.as_str()) else {
                continue;
            };
            let (total, games) = scores.total(entrant, entrants.len());
            if legs.len() > 1 {
                cells[row][number] = Cell::percent(total, games);
                continue;
            }
            for (other, opponent) in entrants.iter().enumerate() {
                let column = names.iter().position(|name| *name == opponent.name);
                if let Some((column, against)) = column.zip(scores.0.get(&[entrant, other])) {
                    let games = 2 * against.len() as u64;
                    cells[row][column] = Cell::percent(against.clone(), games);
                }
            }
            if let Some(column) = names.iter().position(|name| name == ALL) {
                cells[row][column] = Cell::percent(total, games);
            }
            if let Some((column, run)) =
                names.iter().position(|name| name == SPREAD).zip(counts.run)
            {
                cells[row][column] =
                    Cell::deviation(&scores.runs(entrant, entrants.len(), run / 2));
            }
        }
        if counts.symmetry {
            count_mirrors(runner.store, run, number, &row_of, &mut mirrored)?;
        }
    }
    if counts.symmetry {
        for (row, games) in cells.iter_mut().zip(mirrored) {
            let first = row.len() - MIRRORED.len();
            row[first..].clone_from_slice(&[games.cell(0), games.cell(1)]);
        }
    }
    Ok((Grid::percent("score, %", "games", rows.to_vec(), axes, cells), count))
}

/// For each leg and opening, the number of games in which mirroring won at some point, and did by a flip; and of all games.
#[derive(Clone, Debug, Default)]
struct MirrorGames {
    by_opening: BTreeMap<(usize, usize), ([u32; 2], u32)>,
}

impl MirrorGames {
    fn add(&mut self, opening: (usize, usize), is_met: [bool; 2]) {
        let (met, games) = self.by_opening.entry(opening).or_default();
        met.iter_mut().zip(is_met).for_each(|(met, is_met)| *met += u32::from(is_met));
        *games += 1;
    }

    fn cell(&self, way: usize) -> Option<Cell> {
        let share =
            |(met, games): &([u32; 2], u32)| 100.0 * f64::from(met[way]) / f64::from(*games);
        let games = self.by_opening.values().map(|(_, games)| u64::from(*games)).sum();
        Cell::percent(self.by_opening.values().map(share).collect(), games)
    }
}

/// Counts the games with a position after the opening in which mirroring wins.
fn count_mirrors(
    store: &Store,
    run: &Run,
    leg: usize,
    row_of: &HashMap<&str, usize>,
    mirrored: &mut [MirrorGames],
) -> Result<(), StoreError> {
    store.each_game(run, &mut |game| {
        let record = game.record.game();
        let (mut position, mut is_met) = (*record.start(), [false; 2]);
        for (ply, to) in (1..).zip(record.moves()) {
            position = position.play_unchecked(to);
            let is_placed = Color::ALL.iter().all(|&color| position.knight(color).is_some());
            if is_placed && ply >= game.opening_plies {
                for mirror in position.mirror_wins() {
                    is_met[0] = true;
                    is_met[1] |= mirror.symmetry() != Symmetry::HalfTurn;
                }
            }
        }
        for color in Color::ALL {
            if let Some(&row) = row_of.get(game.record.players()[color].as_str()) {
                mirrored[row].add((leg, game.round.opening), is_met);
            }
        }
    })
}

impl StudyRunner<'_> {
    /// Plays tournaments to their end.
    fn play(&mut self, specs: &[Spec]) -> Result<Vec<Run>, Unfinished> {
        let runs =
            specs.iter().map(|spec| self.store.begin(spec)).collect::<Result<Vec<_>, _>>()?;
        let reporter = &mut self.reporter;
        let end = play_all(self.store, &runs, &self.workers, self.stop, &mut |progress| {
            reporter.report("", 2 * progress.done, 2 * progress.all, "games");
        })?;
        self.has_worked |= end.played > 0;
        if end.is_complete { Ok(runs) } else { Err(Unfinished::Stopped) }
    }
}

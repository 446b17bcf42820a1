//! The tables of `docs/linear-model.md`.

use std::io::{self, Write};

use lastknight::oracle::SolvedCase;

use super::matches;
use super::measure::{auc as area, keep_rate, random_rate};
use super::sample::{Sample, Solved, all};
use super::search::Evaluation;

/// An evaluation with its name.
pub(crate) type Contestant = (&'static str, Evaluation);

/// The depths of the searches.
const DEPTHS: [u32; 2] = [1, 4];

/// The number of contestants, from the first, that the others play against.
const OPPONENTS: usize = 4;

/// The number of openings, each played twice.
const OPENINGS: usize = 2_000;

fn row(log: &mut impl Write, name: &str, cells: &[String]) -> io::Result<()> {
    writeln!(log, "| {name} | {} |", cells.join(" | "))
}

/// Writes the head of a table: names on the left, numbers on the right.
fn head<'a>(
    log: &mut impl Write,
    name: &str,
    cells: impl IntoIterator<Item = &'a str>,
) -> io::Result<()> {
    let cells: Vec<&str> = cells.into_iter().collect();
    writeln!(log, "\n| {name} | {} |\n|---|{}", cells.join(" | "), "---:|".repeat(cells.len()))
}

/// Writes the size of the samples.
pub(crate) fn samples(log: &mut impl Write, samples: &[Sample]) -> io::Result<()> {
    let cells = ["to fit", "in groups", "of which mixed", "to measure", "critical", "given up"];
    head(log, "board", cells)?;
    for Sample { size, groups, cases, given_up } in samples {
        let is_mixed = |group: &&Vec<Solved>| {
            group.iter().any(|solved| solved.wins) && !group.iter().all(|solved| solved.wins)
        };
        let counts = [
            groups.iter().map(Vec::len).sum(),
            groups.len(),
            groups.iter().filter(is_mixed).count(),
            cases.iter().map(|case| all(case).count()).sum(),
            cases.iter().filter(|case| case.is_critical()).count(),
            *given_up,
        ];
        row(log, &size.to_string(), &counts.map(|count| count.to_string()))?;
    }
    writeln!(log)
}

/// Writes how well each contestant separates won from lost positions of one board, by role and phase.
pub(crate) fn auc(
    log: &mut impl Write,
    sample: &Sample,
    bounds: &[u32],
    contestants: &[Contestant],
) -> io::Result<()> {
    let title = format!("AUC on {}: to move, open squares", sample.size);
    let names = contestants.iter().map(|(name, _)| *name);
    head(log, &title, ["positions", "won"].into_iter().chain(names))?;
    let solved: Vec<Solved> = sample.cases.iter().flat_map(all).collect();
    for role in ["attacker", "victim"] {
        for phase in (0..=bounds.len()).rev() {
            let is_here = |solved: &&Solved| {
                let (position, open) = (&solved.position, solved.position.open().count());
                let is_attacker = position.attacker() == Some(position.side());
                is_attacker == (role == "attacker")
                    && bounds.iter().filter(|&&bound| open > bound).count() == phase
            };
            let here: Vec<&Solved> = solved.iter().filter(is_here).collect();
            let won = here.iter().filter(|solved| solved.wins).count();
            let squares = match phase {
                0 => format!("up to {}", bounds[0]),
                _ if phase == bounds.len() => format!("{} and more", bounds[phase - 1] + 1),
                _ => format!("{} to {}", bounds[phase - 1] + 1, bounds[phase]),
            };
            let percent = 100.0 * won as f64 / here.len().max(1) as f64;
            let mut cells = vec![here.len().to_string(), format!("{percent:.0} %")];
            for (_, evaluation) in contestants {
                let value = |solved: &&Solved| (evaluation.value(&solved.position), solved.wins);
                let auc = area(here.iter().map(value).collect());
                cells.push(auc.map_or_else(|| "-".to_owned(), |auc| format!("{auc:.3}")));
            }
            row(log, &format!("{role}, {squares}"), &cells)?;
        }
    }
    Ok(())
}

/// Writes how often a search keeps the win in critical positions.
pub(crate) fn keep_rates(
    log: &mut impl Write,
    samples: &[Sample],
    contestants: &[Contestant],
) -> io::Result<()> {
    for sample in samples {
        let cases: Vec<&SolvedCase> =
            sample.cases.iter().filter(|case| case.is_critical()).collect();
        let title = format!("win kept on {}, % of {}", sample.size, cases.len());
        head(log, &title, ["depth 1", "depth 4"])?;
        row(log, "random move", &DEPTHS.map(|_| random_rate(&cases)))?;
        for (name, evaluation) in contestants {
            row(log, name, &DEPTHS.map(|d| keep_rate(&cases, evaluation, d)))?;
        }
    }
    Ok(())
}

/// Writes the scores of the later contestants against the first ones at depth 4.
pub(crate) fn matches(
    log: &mut impl Write,
    samples: &[Sample],
    contestants: &[Contestant],
    part: usize,
) -> io::Result<()> {
    for Sample { size, .. } in samples {
        let title = format!("scored on {size}, %");
        let (opponents, players) = contestants.split_at(OPPONENTS);
        head(log, &title, opponents.iter().map(|(name, _)| *name))?;
        for (name, evaluation) in players {
            let against = |(_, opponent): &Contestant| {
                let pair = [evaluation, opponent];
                let (score, half) = matches::score(*size, pair, OPENINGS / part);
                format!("{score:.1} ± {half:.1}")
            };
            row(log, name, &opponents.iter().map(against).collect::<Vec<_>>())?;
        }
    }
    Ok(())
}

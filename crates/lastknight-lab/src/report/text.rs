//! A report as text for the terminal.

use super::{Report, SprtResult, tables};
use crate::format::{grouped, limits, shortened, wrapped};
use crate::spec::TournamentFormat;

/// The most agents whose crosstable fits.
const CROSSED: usize = 14;

/// Returns the conditions, the standings, notes, and the crosstable or the course's table, in lines of this width.
#[must_use]
pub fn text(report: &Report, width: usize) -> String {
    let (spec, conditions) = (&report.spec, report.spec.conditions());
    let count = spec.entrants().len();
    let (games, limits) = (tables::games(report), limits(conditions.limits));
    let played = format!("{games}; limits unless an agent has its own: {limits}");
    let mut text =
        format!("{}\n{}\n\n", wrapped(&tables::title(report), width), wrapped(&played, width));
    text += &tables::standings(report).text(width);
    for note in tables::notes(report) {
        text += &format!("\n{}\n", wrapped(&note, width));
    }
    if !report.failures.is_empty() {
        text += &format!("\n{}\n", failures(report, width).trim_end());
    }
    if let Some(result) = &report.test {
        text += &format!("\n{}", test(result, width));
    }
    let (apart, all) = report.apart();
    if all > 1 && report.games() > 0 {
        let apart = format!(
            "{apart} of {all} pairs of agents are told apart, with an error rate of 5 % over all of them. Agents of one tier \
             are not told apart from its best."
        );
        text += &format!("\n{}\n", wrapped(&apart, width));
    }
    match spec.format() {
        TournamentFormat::Gauntlet => text += &format!("\n{}", course(report, width)),
        _ if (3..=CROSSED).contains(&count) => {
            text += &format!("\n{}", tables::crosstable(report).text(width));
        }
        _ => {}
    }
    text
}

/// Returns how custom agents failed, in lines of this width and an empty one, or nothing if none did.
#[must_use]
pub fn failures(report: &Report, width: usize) -> String {
    tables::failures(report).map_or_else(String::new, |table| table.text(width) + "\n")
}

/// Returns the result of a sequential test in three sentences, in lines of this width.
#[must_use]
pub fn test(test: &SprtResult, width: usize) -> String {
    let (elo0, elo1) = test.sprt.elo();
    let (low, high) = test.sprt.bounds();
    let verdict = test.verdict_in_words();
    let (pairs, llr) = (grouped(test.run.pairs().count()), test.llr());
    let sentences = [
        format!("sequential test of {elo0} against {elo1} normalised Elo: {verdict}"),
        format!("after {pairs} pairs: LLR {llr:.2}, bounds {low:.2} and {high:.2}"),
        "a test that stops once decided favours large differences: the score is probably too extreme"
            .to_owned(),
    ];
    sentences.map(|sentence| wrapped(&sentence, width) + "\n").concat()
}

/// Returns the course's table: games won and lost by each tested agent against each opponent, and its win rate.
///
/// Without a field, all agents are opponents.
#[must_use]
pub fn course(report: &Report, width: usize) -> String {
    const NUMBER: usize = 9;
    const OPPONENT: usize = 24;
    const CELL: usize = 14;
    let tested: Vec<usize> = (0..report.spec.tested()).collect();
    let field = match report.spec.format() {
        TournamentFormat::Gauntlet => tested.len()..report.spec.entrants().len(),
        _ => 0..tested.len(),
    };
    let mut text = String::new();
    for columns in tested.chunks((width.saturating_sub(NUMBER + OPPONENT) / CELL).max(1)) {
        let line = |number: &str, name: &str, cell: &dyn Fn(usize) -> String| {
            let cells = columns.iter().map(|&column| format!("{:^CELL$}", cell(column)));
            let line = format!("{number:^NUMBER$}{name:^OPPONENT$}{}", cells.collect::<String>());
            format!("{}\n", line.trim_end())
        };
        let name = |column: usize| shortened(report.name(column), CELL - 1);
        text += &line("Match #", "Opponent", &name);
        text += &line("", "", &|_| "Won | Lost".to_owned());
        for (number, row) in (1..).zip(field.clone()) {
            let opponent = shortened(report.name(row), OPPONENT - 1);
            text += &line(&format!("{number}"), &opponent, &|column| {
                let cell = report.pairs(column, row).map(|pairs| {
                    let won = 2 * pairs.won + pairs.split;
                    format!("{won:^5}|{:^6}", 2 * pairs.count() - won)
                });
                cell.unwrap_or_default()
            });
        }
        text += &format!("{}\n", "-".repeat(NUMBER + OPPONENT + CELL * columns.len()));
        text += &line("", "Win Rate:", &|column| {
            let score = report.standings[column].pairs.score();
            score.map_or("-".to_owned(), |score| format!("{:.1}%", 100.0 * score))
        });
        text.push('\n');
    }
    format!("{}\n", text.trim_end())
}

//! A report for the terminal, in at most 100 columns.

use super::{Report, SprtResult, tables};
use crate::document::WIDEST;
use crate::format::{grouped, limits, shortened, wrapped};
use crate::spec::TournamentFormat;

/// The most agents whose crosstable fits.
const CROSSED: usize = 14;

/// All of it: what was played, who is how strong, who beat whom.
#[must_use]
pub fn text(report: &Report) -> String {
    let mut text = heading(report);
    text += &tables::standings(report).text();
    text += &notes(report);
    let count = report.spec.entrants().len();
    match report.spec.format() {
        TournamentFormat::Gauntlet => text += &format!("\n{}", course(report)),
        _ if (3..=CROSSED).contains(&count) => {
            text += &format!("\n{}", tables::crosstable(report).text());
        }
        _ => {}
    }
    text
}

/// What was played.
fn heading(report: &Report) -> String {
    let (spec, conditions) = (&report.spec, report.spec.conditions());
    let (agents, games) = (spec.entrants().len(), report.games() as u64);
    let size = conditions.start.size();
    let mut text =
        format!("{}: {} games of {agents} agents on {size}", spec.name(), grouped(games));
    if !report.is_complete() {
        text += &format!(" of {} planned", grouped(2 * report.pairs_planned as u64));
    }
    let shown = limits(conditions.limits);
    text + &format!("\nlimits unless an agent has its own: {shown}\n\n")
}

/// What to think of the other numbers of a match that a test may end.
const STOPPED: &str = "a test that stops once it is decided favours large differences: the score is likely too far out\n";

/// What else is to be said.
fn notes(report: &Report) -> String {
    let mut text = String::new();
    for note in tables::notes(report) {
        text += &format!("\n{}\n", wrapped(&note, WIDEST));
    }
    if let Some(found) = &report.test {
        text += &format!("\n{}", test(found));
    }
    let (clear, all) = tables::clear(report);
    if all > 1 && report.games() > 0 {
        text += &format!(
            "\nclear differences: {clear} of {all} pairings (sign test, 5 % over all of them)\n"
        );
    }
    text
}

/// What a sequential test says, in a few lines.
#[must_use]
pub fn test(test: &SprtResult) -> String {
    let (elo0, elo1) = test.sprt.elo();
    let (low, high) = test.sprt.bounds();
    let verdict = test.verdict_in_words();
    format!(
        "sequential test of {elo0} against {elo1} normalised Elo: {verdict}\n\
         after {} pairs; logarithm of the likelihood ratio {:.2}, bounds {low:.2} and {high:.2}\n",
        grouped(test.pairs().count()),
        test.llr(),
    ) + STOPPED
}

/// The table of the course: a line an opponent, games won and lost by each tested agent, and its win rate.
///
/// Without a field everybody is an opponent.
#[must_use]
pub fn course(report: &Report) -> String {
    const OPPONENT: usize = 24;
    const CELL: usize = 14;
    let entrants = report.spec.entrants();
    let tested: Vec<usize> = (0..report.spec.tested()).collect();
    let field: Vec<usize> = match report.spec.format() {
        TournamentFormat::Gauntlet => (report.spec.tested()..entrants.len()).collect(),
        _ => tested.clone(),
    };
    let mut text = String::new();
    for columns in tested.chunks((WIDEST - 9 - OPPONENT) / CELL) {
        let rule = "-".repeat(9 + OPPONENT + CELL * columns.len());
        let mut names = format!("{:^9}{:^OPPONENT$}", "Match #", "Opponent");
        let mut heads = format!("{:^9}{:^OPPONENT$}", "", "");
        for &column in columns {
            names += &format!("{:^CELL$}", shortened(&entrants[column].name, CELL - 1));
            heads += &format!("{:^CELL$}", "Won | Lost");
        }
        text += &format!("{}\n{}\n", names.trim_end(), heads.trim_end());
        for (at, &row) in field.iter().enumerate() {
            let name = shortened(&entrants[row].name, OPPONENT - 1);
            let mut line = format!("{:^9}{name:^OPPONENT$}", at + 1);
            for &column in columns {
                let cell = report.pairs(column, row).map(|pairs| {
                    let won = 2 * pairs.won + pairs.split;
                    format!("{won:^5}|{:^6}", 2 * pairs.count() - won)
                });
                line += &format!("{:^CELL$}", cell.unwrap_or_default());
            }
            text += &format!("{}\n", line.trim_end());
        }
        let mut rates = format!("{:^9}{:^OPPONENT$}", "", "Win Rate:");
        for &column in columns {
            let score = report.standings[column].pairs.score();
            let rate = score.map_or("-".to_owned(), |score| format!("{:.1}%", 100.0 * score));
            rates += &format!("{rate:^CELL$}");
        }
        text += &format!("{rule}\n{}\n\n", rates.trim_end());
    }
    format!("{}\n", text.trim_end())
}

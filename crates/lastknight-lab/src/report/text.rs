//! A report for the terminal, in at most 100 columns.

use lastknight::stats::{Pairs, Share, Z95};

use super::{Report, TestReport, tables};
use crate::spec::Format;
use crate::words::{elo, grouped, limits, mean_time, percent, shortened, wrapped};

/// The widest line, in characters.
const WIDEST: usize = 100;

/// The widest name of an agent in a table.
const NAME: usize = 36;

/// The same where the oracle has a column too.
const NAME_BESIDE_ORACLE: usize = 29;

/// The most agents whose crosstable fits.
const CROSSED: usize = 14;

/// All of it: what was played, who is how strong, who beat whom.
#[must_use]
pub fn text(report: &Report) -> String {
    let mut text = heading(report);
    text += &standings(report);
    text += &notes(report);
    let count = report.spec.entrants().len();
    match report.spec.format() {
        Format::Gauntlet => text += &format!("\n{}", course(report)),
        _ if (3..=CROSSED).contains(&count) => text += &format!("\n{}", crosstable(report)),
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

/// Who is how strong.
fn standings(report: &Report) -> String {
    let has_oracle = report.standings.iter().any(|standing| standing.oracle.is_some());
    let oracle = if has_oracle { format!("{:>9}", "oracle") } else { String::new() };
    let width = name_width(report).min(if has_oracle { NAME_BESIDE_ORACLE } else { NAME });
    let mut text = format!(
        "{:>4}  {:<width$}{:>12}{:>9}{:>16}{:>9}{oracle}{:>10}\n",
        "rank", "agent", "rating", "score", "95 % interval", "games", "a move"
    );
    for (rank, &number) in report.order.iter().enumerate() {
        let standing = &report.standings[number];
        let name = shortened(&report.spec.entrants()[number].name, width);
        let (low, high) = standing.pairs.interval(Z95);
        let rating = match standing.pairs.count() {
            0 => "-".to_owned(),
            _ => format!("{} ±{:>4.0}", elo(standing.rating.elo), standing.rating.error),
        };
        let oracle = match (has_oracle, standing.oracle.and_then(Share::part)) {
            (false, _) => String::new(),
            (true, part) => format!("{:>9}", part.map_or("-".to_owned(), percent)),
        };
        let time = standing.per_move().map_or("-".to_owned(), |(_, seconds)| mean_time(seconds));
        text += &format!(
            "{:>4}  {name:<width$}{rating:>12}{:>9}{:>16} {:>8}{oracle}{time:>10}\n",
            rank + 1,
            standing.pairs.score().map_or("-".to_owned(), percent),
            format!("{:.1} - {:.1}", 100.0 * low, 100.0 * high),
            grouped(2 * standing.pairs.count()),
        );
    }
    text
}

fn name_width(report: &Report) -> usize {
    let names = report.spec.entrants().iter().map(|entrant| entrant.name.chars().count());
    names.max().unwrap_or_default().clamp(5, NAME)
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
    let clear = report.encounters.iter().filter(|encounter| encounter.corrected < 0.05).count();
    let all = report.encounters.len();
    if all > 1 && report.games() > 0 {
        text += &format!(
            "\nclear differences: {clear} of {all} pairings (sign test, 5 % over all of them)\n"
        );
    }
    text
}

/// What a sequential test says, in a few lines.
#[must_use]
pub fn test(test: &TestReport) -> String {
    let (elo0, elo1) = test.sprt.elo();
    let (low, high) = test.sprt.bounds();
    let verdict = test.verdict_in_words();
    format!(
        "sequential test of {elo0} against {elo1} normalised Elo: {verdict}\n\
         after {} pairs; logarithm of the likelihood ratio {:.2}, bounds {low:.2} and {high:.2}\n",
        grouped(test.pairs.count()),
        test.llr(),
    ) + STOPPED
}

/// Who beat whom: the score of the row against the column, in percent, the best first.
fn crosstable(report: &Report) -> String {
    let width = name_width(report);
    let mut text = format!("{:>4}  {:<width$}", "", "score in %");
    for column in 1..=report.order.len() {
        text += &format!("{column:>4}");
    }
    text.push('\n');
    for (rank, &row) in report.order.iter().enumerate() {
        let name = shortened(&report.spec.entrants()[row].name, width);
        text += &format!("{:>4}  {name:<width$}", rank + 1);
        for &column in &report.order {
            let score = report.pairs(row, column).and_then(Pairs::score);
            text += &match score {
                Some(score) => format!("{:>4.0}", 100.0 * score),
                None => format!("{:>4}", if row == column { "·" } else { "" }),
            };
        }
        text = text.trim_end().to_owned();
        text.push('\n');
    }
    text
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
        Format::Gauntlet => (report.spec.tested()..entrants.len()).collect(),
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

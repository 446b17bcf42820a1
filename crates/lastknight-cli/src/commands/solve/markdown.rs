//! A table of openings as a Markdown page: verdict, first squares, colour rule and diagrams.

use anstyle::Style;
use lastknight::solve::openings::{Opening, OpeningsTable};
use lastknight::{Color, Square};

use crate::diagram;
use crate::output::{grouped, plural, wrapped};

/// Returns the page, with the command that makes the table.
pub(super) fn page(table: &OpeningsTable, command: &str) -> String {
    let size = table.size();
    let made = if table.unsolved() == 0 { "Made by" } else { "Unfinished; resume with" };
    let mut text = format!("# Every opening of {size}\n\n{made}\n\n```sh\n{command}\n```\n\n");
    text += &summary(table);
    text += "\n## By first square\n\n";
    let legend = format!(
        "White's knight is `♘`. A letter is the square of Black's: `W` where White wins, \
        `B` where Black does, `?` where that is not solved. What turning and flipping the board makes of \
        these pictures holds as well. All openings with their nodes are in `{size}.csv`."
    );
    text += &format!("{}\n", wrapped(&legend));
    for square in table.by_first() {
        let name = size.name(square.first);
        let open = match square.unsolved {
            0 => String::new(),
            unsolved => format!(", {unsolved} not solved"),
        };
        let (white, black) = (square.won[Color::White], square.won[Color::Black]);
        text += &format!("\n### {name}\n\nWhite wins {white}, Black {black}{open}.\n\n");
        text += &format!("```text\n{}```\n", picture(table, square.first));
    }
    text
}

/// Returns the verdict, the table by first square and the colour rule.
pub(super) fn summary(table: &OpeningsTable) -> String {
    let mut text = format!("{}\n\n{}", wrapped(&verdict(table)), first_squares(table));
    text += &format!("\n{}\n", wrapped(&color_rule(table)));
    text
}

fn verdict(table: &OpeningsTable) -> String {
    let size = table.size();
    let (won, unsolved, all) = (table.won(), table.unsolved(), table.entries().len());
    let winner = match table.winner() {
        Some(winner) => format!("{winner} wins {size}."),
        None => format!("Who wins {size} is not solved."),
    };
    let [white, black] = Color::ALL.map(|color| won[color]);
    let openings = format!("{all} opening{}", plural(all as u64));
    let mut text =
        format!("{winner} Of its {openings} up to symmetry, White wins {white} and Black {black}");
    if unsolved > 0 {
        let verb = if unsolved == 1 { "is" } else { "are" };
        text += &format!("; {unsolved} {verb} not solved: the table is unfinished");
    }
    text + "."
}

fn first_squares(table: &OpeningsTable) -> String {
    let mut text = "| first square | White wins | Black wins | not solved |            nodes |\n\
                    |--------------|-----------:|-----------:|-----------:|-----------------:|\n"
        .to_owned();
    let mut line = |name: String, won: [usize; 2], unsolved: usize, nodes: u64| {
        let nodes = grouped(nodes);
        let [white, black] = won;
        text +=
            &format!("| {name:<12} | {white:>10} | {black:>10} | {unsolved:>10} | {nodes:>16} |\n");
    };
    for square in table.by_first() {
        let name = table.size().name(square.first).to_string();
        line(name, Color::ALL.map(|color| square.won[color]), square.unsolved, square.nodes);
    }
    let won = table.won();
    line("all".to_owned(), Color::ALL.map(|color| won[color]), table.unsolved(), table.nodes());
    text
}

fn color_rule(table: &OpeningsTable) -> String {
    let solved = table.entries().len() - table.unsolved();
    if solved == 0 {
        return "Colour rule: no opening is solved that could follow it.".to_owned();
    }
    let (wins, plural) = (table.attacker_wins(), plural(solved as u64));
    let mut text =
        format!("Colour rule: the attacker wins {wins} of {solved} solved opening{plural}");
    let exceptions = table.exceptions();
    if exceptions.is_empty() {
        return text + ", without exception.";
    }
    let names = exceptions.iter().map(|entry| entry.opening.name(table.size()));
    text += &format!("; the exceptions: {}.", names.collect::<Vec<_>>().join(", "));
    text
}

/// Draws the board with White's first knight, and the winner for every square of Black's.
fn picture(table: &OpeningsTable, first: Square) -> String {
    diagram::draw_squares(table.size(), None, |second| {
        let winner = || table.entry(Opening { first, second }).winner;
        let mark = match (first != second).then(winner) {
            None => '♘',
            Some(Some(Color::White)) => 'W',
            Some(Some(Color::Black)) => 'B',
            Some(None) => '?',
        };
        (mark, Style::new())
    })
}

#[cfg(test)]
mod tests {
    use lastknight::solve::openings::OpeningEntry;

    use super::*;

    /// A table in which the attacker wins, but for every fifth opening.
    fn table(size: &str) -> OpeningsTable {
        let mut table = OpeningsTable::new(size.parse().unwrap());
        for (i, entry) in table.clone().entries().iter().enumerate() {
            let attacker = entry.opening.position(table.size()).attacker().unwrap();
            let winner = if i % 5 == 4 { !attacker } else { attacker };
            table.record(OpeningEntry { winner: Some(winner), ..*entry });
        }
        table
    }

    #[test]
    fn pages_fit_the_width_on_every_board() {
        for size in ["1x1", "2x1", "1x128", "128x1", "64x2", "11x9"] {
            for table in [table(size), OpeningsTable::new(size.parse().unwrap())] {
                for line in page(&table, "lastknight").lines() {
                    assert!(line.chars().count() <= 100, "{size}: {line}");
                }
            }
        }
    }

    #[test]
    fn a_picture_looks_like_this() {
        let table = table("3x3");
        let a1 = table.size().square_named("a1").unwrap();
        assert_eq!(picture(&table, a1), "3 W B B\n2 B W B\n1 ♘ B W\n  a b c\n");
    }
}

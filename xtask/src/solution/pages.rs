//! The tables in the pages, between `<!-- NAME -->` and `<!-- end -->`.

use lastknight::solve::openings::{Opening, OpeningsTable};
use lastknight::{Color, Square};

/// The number of exceptions to the colour rule up to which they are named; more are counted.
const NAMED: usize = 8;

/// Returns a page with its tables filled in.
pub(crate) fn filled(page: &str, tables: &[OpeningsTable], standard: &OpeningsTable) -> String {
    let parts = [
        ("<!-- first squares -->\n", first_squares(standard)),
        ("<!-- winners -->\n", winners(tables)),
        ("<!-- boards -->\n", boards(tables)),
    ];
    let mut page = page.to_owned();
    for (begin, table) in parts {
        let Some((before, rest)) = page.split_once(begin) else { continue };
        let Some((_, after)) = rest.split_once("<!-- end -->") else { continue };
        page = format!("{before}{begin}{table}<!-- end -->{after}");
    }
    page
}

/// Returns the kinds of first squares, the number of squares of each, and who wins the openings.
fn first_squares(table: &OpeningsTable) -> String {
    let mut text = "| White's first square | squares of this kind | kinds of answers | White wins | Black wins |\n\
        |---|--:|--:|--:|--:|\n"
        .to_owned();
    let size = table.size();
    for square in table.by_first() {
        let is_alike = |at: &Square| Opening::lowest_image(size, *at) == square.first;
        let [white, black] = Color::ALL.map(|color| square.won[color]);
        let (name, alike) = (size.name(square.first), size.squares().filter(is_alike).count());
        text += &format!("| {name} | {alike} | {} | {white} | {black} |\n", white + black);
    }
    let [white, black] = Color::ALL.map(|color| table.won()[color]);
    text + &format!("| all | {} | {} | {white} | {black} |\n", size.area(), white + black)
}

fn winner(table: &OpeningsTable) -> String {
    table.winner().map_or("not known".to_owned(), |winner| winner.to_string())
}

fn exceptions(table: &OpeningsTable) -> String {
    let exceptions = table.exceptions();
    match exceptions.len() {
        0 => "none".to_owned(),
        1..=NAMED => {
            let names =
                exceptions.iter().map(|entry| format!("`{}`", entry.opening.name(table.size())));
            names.collect::<Vec<_>>().join(", ")
        }
        many => many.to_string(),
    }
}

/// Returns who wins on boards at least three squares wide, and how far the colour rule reaches.
fn winners(tables: &[OpeningsTable]) -> String {
    let mut text =
        "| board | who wins | openings | attacker wins | exceptions |\n|---|---|--:|--:|---|\n"
            .to_owned();
    for table in tables.iter().filter(|table| table.size().width() >= 3) {
        let solved = table.entries().len() - table.unsolved();
        let (size, winner, attacker) = (table.size(), winner(table), table.attacker_wins());
        let exceptions = exceptions(table);
        text += &format!(
            "| [{size}](solved/{size}.md) | {winner} | {solved} | {attacker} | {exceptions} |\n"
        );
    }
    text
}

/// Returns all boards with their files.
fn boards(tables: &[OpeningsTable]) -> String {
    let mut text = "| board | who wins | openings | White wins | Black wins | not solved | attacker wins | exceptions | table |\n\
        |---|---|--:|--:|--:|--:|--:|--:|---|\n"
        .to_owned();
    for table in tables {
        let (size, winner, all) = (table.size(), winner(table), table.entries().len());
        let [white, black] = Color::ALL.map(|color| table.won()[color]);
        let (unsolved, attacker) = (table.unsolved(), table.attacker_wins());
        let exceptions = table.exceptions().len();
        text += &format!(
            "| [{size}]({size}.md) | {winner} | {all} | {white} | {black} | {unsolved} | {attacker} | {exceptions} | \
             [CSV](../../crates/lastknight/tablebase/{size}.csv) |\n"
        );
    }
    text
}

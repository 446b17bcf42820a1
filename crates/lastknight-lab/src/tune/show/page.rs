//! A search as one page that needs nothing else.

use lastknight::stats::{Pairs, Z95};

use super::{facts, plots, values, winner};
use crate::chart::escaped;
use crate::report::html::{CONTENTS, Page};
use crate::report::tables::{Entry, Table, numbers, words};
use crate::tune::{Outcome, Plan, PlayedPoint, Retest};
use crate::words::{grouped, percent, percents};

/// The most points of the table; tune.csv has all.
const MOST: usize = 100;

const SCORES: &str = "Each point is an agent that played the field. The best of many noisy scores is partly luck, and the \
    more points there are, the more of it: the re-test, not this table, says how good the winner is.";

const RETEST: &str = "The winner against the start, from openings that have no part in the search. It is clear that one of \
    them is better where equals would differ so much in less than 5 % of such tests.";

const HALVING: &str = "All points of the grid played first, then neighbours of the best one, half a step away, a quarter, \
    and so on. All played the same openings.";

const SPSA: &str = "In every iteration a point to one side of the present one plays the point to the other side, and the \
    present one moves towards the winner. A line that wanders without a direction says that the games do not tell.";

const CMAES: &str = "In every generation a cloud of points plays the field, and the cloud moves and stretches towards the \
    better half. A band that becomes narrow says that the search has settled. Every generation has its own openings, so \
    scores can be compared within a generation only.";

/// The whole page.
pub(super) fn html(plan: &Plan, outcome: &Outcome) -> String {
    let mut page = Page::default();
    overview(&mut page, plan, outcome);
    page.begin("winner", "The winner");
    page.plain(&winner(plan, outcome));
    if outcome.winner != outcome.start {
        page.body += &format!("<p><code>{}</code></p>\n", escaped(&outcome.winner));
    }
    if let Some(retest) = &outcome.retest {
        page.words(RETEST);
        page.words(&format!("The winner is {}.", retest.verdict()));
        page.table("Re-test", &tested(retest));
    }
    page.end();
    page.begin("search", "The search");
    page.words(match &plan.method {
        crate::tune::Method::Halving(_) => HALVING,
        crate::tune::Method::Spsa(_) => SPSA,
        crate::tune::Method::Cmaes(_) => CMAES,
    });
    for (heading, plot) in plots::plots(plan, outcome) {
        page.body += &format!("<h3>{}</h3>\n", escaped(&heading));
        page.chart(&plot);
    }
    page.end();
    let played = outcome.points();
    if !played.is_empty() {
        page.begin("points", "The points");
        page.words(SCORES);
        if played.len() > MOST {
            page.words(&format!("Shown are the best {MOST} of {}.", played.len()));
        }
        page.table("The points", &points(plan, outcome, &played));
        page.end();
    }
    page.whole("tune", env!("CARGO_PKG_VERSION"), "tune.csv, games.sqlite")
}

fn overview(page: &mut Page, plan: &Plan, outcome: &Outcome) {
    page.body += "<h1>tune</h1>\n";
    page.body += &format!("<p class=\"lead\"><code>{}</code></p>\n", escaped(&plan.text));
    if !outcome.is_complete {
        page.body += "<p class=\"note\">Not finished: the same command goes on.</p>\n";
    }
    page.body += CONTENTS;
    page.begin("conditions", "What was searched");
    page.body += "<dl>\n";
    for (fact, value) in facts(plan, outcome) {
        page.body += &format!("<dt>{}</dt><dd>{}</dd>\n", escaped(fact), escaped(&value));
    }
    page.body += "</dl>\n";
    page.end();
}

/// Score, interval and games of some pairs.
fn result(pairs: Pairs) -> [Entry; 3] {
    let score = pairs.score().map_or("-".to_owned(), percent);
    [score.into(), percents(pairs.interval(Z95)).into(), grouped(2 * pairs.count()).into()]
}

fn points(plan: &Plan, outcome: &Outcome, played: &[PlayedPoint<'_>]) -> Table {
    let row = |(rank, point): (usize, &PlayedPoint<'_>)| {
        let mark = match point.agent {
            agent if agent == outcome.winner => "winner",
            agent if agent == outcome.start => "start",
            _ => "",
        };
        let name = Entry { text: values(plan, point.point), note: mark.to_owned() };
        let [score, interval, games] = result(point.pairs);
        vec![rank.to_string().into(), name, score, interval, games, point.round.to_string().into()]
    };
    Table {
        columns: vec![
            numbers("rank"),
            words("point"),
            numbers("score"),
            numbers("95 % interval"),
            numbers("games"),
            numbers("round"),
        ],
        rows: (1..).zip(played).take(MOST).map(row).collect(),
    }
}

fn tested(retest: &Retest) -> Table {
    let row = |who: &str, against: &str, pairs: Pairs| {
        let [score, interval, games] = result(pairs);
        vec![who.into(), against.into(), score, interval, games]
    };
    let mut rows = vec![row("winner", "start", retest.pairs)];
    for result in &retest.field {
        rows.push(row("winner", &result.agent, result.winner));
        rows.push(row("start", &result.agent, result.start));
    }
    let columns = vec![
        words("who"),
        words("against"),
        numbers("score"),
        numbers("95 % interval"),
        numbers("games"),
    ];
    Table { columns, rows }
}

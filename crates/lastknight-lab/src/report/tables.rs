//! The tables of a report in words, for people: the HTML page and the Markdown file show the same ones.

use lastknight::Termination;
use lastknight::stats::{Estimate, Pairs, Share, Z95};

use super::Report;
use crate::spec::{Format, Source};
use crate::words::{
    board, chance, elo, end, grouped, limits, mean_time, openings, percent, percents, probability,
    ranges,
};

/// The share of wrong claims that is allowed over all pairings.
pub(crate) const CLEAR: f64 = 0.05;

/// What stands where there is nothing to say.
const NOTHING: &str = "-";

/// A table in words.
pub(crate) struct Table {
    pub(crate) columns: Vec<Column>,
    pub(crate) rows: Vec<Vec<Entry>>,
}

/// A column of a [`Table`].
pub(crate) struct Column {
    pub(crate) heading: Entry,
    /// Whether it is set to the right, as numbers are.
    pub(crate) is_number: bool,
    /// Whether it has sentences, which may take several lines.
    pub(crate) has_sentences: bool,
}

/// What stands in a place of a [`Table`].
#[derive(Clone, Default)]
pub(crate) struct Entry {
    pub(crate) text: String,
    /// Small print; mostly empty.
    pub(crate) note: String,
}

impl From<String> for Entry {
    fn from(text: String) -> Self {
        Self { text, note: String::new() }
    }
}

impl From<&str> for Entry {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

pub(crate) fn words(heading: impl Into<Entry>) -> Column {
    Column { heading: heading.into(), is_number: false, has_sentences: false }
}

pub(crate) fn sentences(heading: impl Into<Entry>) -> Column {
    Column { has_sentences: true, ..words(heading) }
}

pub(crate) fn numbers(heading: impl Into<Entry>) -> Column {
    Column { is_number: true, ..words(heading) }
}

fn or_nothing(text: Option<String>) -> Entry {
    text.filter(|text| !text.is_empty()).unwrap_or(NOTHING.to_owned()).into()
}

/// A share with its interval below it.
fn share(part: Option<f64>, interval: (f64, f64)) -> Entry {
    part.map_or(NOTHING.into(), |part| Entry { text: percent(part), note: percents(interval) })
}

/// An entrant by its name, and its text where that is another.
fn agent(report: &Report, number: usize) -> Entry {
    let entrant = &report.spec.entrants()[number];
    let text = entrant.agent.to_string();
    let note = if text == entrant.name { String::new() } else { text };
    Entry { text: entrant.name.clone(), note }
}

fn name(report: &Report, number: usize) -> Entry {
    report.spec.entrants()[number].name.as_str().into()
}

/// How many games were played, and of how many where some are missing.
pub(super) fn games(report: &Report) -> String {
    let (played, planned) = (report.games() as u64, 2 * report.pairs_planned as u64);
    if report.is_complete() {
        return format!("{} games", grouped(played));
    }
    format!("{} of {} games so far", grouped(played), grouped(planned))
}

/// What was played, a line a fact.
pub(super) fn conditions(report: &Report) -> Vec<(&'static str, String)> {
    let (spec, conditions) = (&report.spec, report.spec.conditions());
    let (count, tested) = (spec.entrants().len(), spec.tested());
    let agents = match spec.format() {
        Format::RoundRobin => format!("{count}, everybody against everybody else"),
        Format::Gauntlet => format!("{tested} tested against a field of {}", count - tested),
        Format::Match => format!("{count}, one against the other"),
    };
    let start = match conditions.source {
        // Listed openings bring their own beginning.
        Source::List(_) => conditions.start.size().to_string(),
        _ => board(&conditions.start),
    };
    let each = format!("{}; each is played twice, sides swapped", openings(&conditions.source));
    let most = grouped(2 * spec.pairs() as u64);
    let most = if spec.sprt().is_some() { format!("at most {most}") } else { most };
    let mut facts = vec![
        ("agents", agents),
        ("games", format!("{}, {most} a pairing", games(report))),
        ("board", start),
        ("openings", each),
        ("limits", format!("{}, unless an agent has its own", limits(conditions.limits))),
    ];
    if let Some(clock) = spec.file().clock {
        facts.push(("clock", clock));
    }
    if let Some(sprt) = spec.sprt() {
        let (elo0, elo1) = sprt.elo();
        facts.push(("sequential test", format!("{elo0} against {elo1} normalised Elo")));
    }
    if spec.oracle() > 0 {
        facts.push(("oracle", format!("{} solved positions", grouped(spec.oracle() as u64))));
    }
    let (version, signature) = &report.program;
    facts.push(("seed", conditions.seed.to_string()));
    facts.push(("program", format!("lastknight {version}, signature {signature}")));
    facts
}

/// Who is how strong, the best first.
pub(super) fn standings(report: &Report) -> Table {
    let has_oracle = report.standings.iter().any(|standing| standing.oracle.is_some());
    let mut columns = vec![
        numbers("rank"),
        words("agent"),
        numbers("rating"),
        numbers(Entry { text: "score".to_owned(), note: "95 % interval".to_owned() }),
        numbers("games"),
        numbers("won as White"),
        numbers("won as Black"),
    ];
    if has_oracle {
        let heading = Entry { text: "oracle".to_owned(), note: "95 % interval".to_owned() };
        columns.push(numbers(heading));
    }
    columns.extend([numbers("nodes a move"), numbers("time a move")]);
    let won = |Share { hits, of }: Share| format!("{} of {}", grouped(hits), grouped(of));
    let row = |(rank, &number): (usize, &usize)| {
        let standing = &report.standings[number];
        let (pairs, rating) = (standing.pairs, standing.rating);
        let was_there = |text: String| or_nothing((pairs.count() > 0).then_some(text));
        let mut row = vec![
            (rank + 1).to_string().into(),
            agent(report, number),
            was_there(format!("{} ± {:.0}", elo(rating.elo), rating.error)),
            share(pairs.score(), pairs.interval(Z95)),
            grouped(2 * pairs.count()).into(),
            was_there(won(standing.as_white)),
            was_there(won(standing.as_black)),
        ];
        if has_oracle {
            let oracle = standing.oracle.unwrap_or_default();
            row.push(share(oracle.part(), oracle.interval(Z95)));
        }
        let effort = standing.per_move();
        row.push(or_nothing(effort.map(|(nodes, _)| grouped(nodes.round() as u64))));
        row.push(or_nothing(effort.map(|(_, seconds)| mean_time(seconds))));
        row
    };
    Table { columns, rows: report.order.iter().enumerate().map(row).collect() }
}

/// The score of the row against the column in percent, the best first; columns by their ranks.
pub(super) fn crosstable(report: &Report) -> Table {
    let ranks = (1..=report.order.len()).map(|rank| numbers(rank.to_string()));
    let columns = [numbers("rank"), words("agent")].into_iter().chain(ranks).collect();
    let row = |(rank, &row): (usize, &usize)| {
        let cell = |&column: &usize| match report.pairs(row, column) {
            _ if row == column => "·".into(),
            pairs => pairs
                .and_then(Pairs::score)
                .map_or(String::new(), |score| format!("{:.0}", 100.0 * score))
                .into(),
        };
        let cells = report.order.iter().map(cell);
        [(rank + 1).to_string().into(), name(report, row)].into_iter().chain(cells).collect()
    };
    Table { columns, rows: report.order.iter().enumerate().map(row).collect() }
}

/// From whom each agent differs clearly, by ranks.
pub(super) fn differences(report: &Report) -> Table {
    let row = |(rank, &number): (usize, &usize)| {
        let [mut better, mut unclear, mut worse] = [const { Vec::new() }; 3];
        for (rank, &other) in (1..).zip(&report.order) {
            match report.encounter(number, other) {
                None => {}
                Some(met) if met.corrected >= CLEAR => unclear.push(rank),
                Some(met) if met.pairs.won > met.pairs.lost => better.push(rank),
                Some(_) => worse.push(rank),
            }
        }
        let lists = [better, unclear, worse].map(|list| or_nothing(Some(ranges(&list))));
        [(rank + 1).to_string().into(), name(report, number)].into_iter().chain(lists).collect()
    };
    let columns = vec![
        numbers("rank"),
        words("agent"),
        words("clearly better than ranks"),
        words("not clear against ranks"),
        words("clearly worse than ranks"),
    ];
    Table { columns, rows: report.order.iter().enumerate().map(row).collect() }
}

/// How many pairings show a clear difference, and of how many.
pub(super) fn clear(report: &Report) -> (usize, usize) {
    let is_clear = |encounter: &&super::Encounter| encounter.corrected < CLEAR;
    (report.encounters.iter().filter(is_clear).count(), report.encounters.len())
}

/// What came of two, as the first of them sees it.
pub(super) fn duel(report: &Report) -> Table {
    let met = report.encounters[0];
    let pairs = met.pairs;
    let estimate = |estimate: Option<Estimate>| {
        let shown =
            |of: Estimate| format!("{} ({} to {})", elo(of.value), elo(of.low), elo(of.high));
        or_nothing(estimate.map(shown))
    };
    let is_played = pairs.count() > 0;
    let known = |text: String| or_nothing(is_played.then_some(text));
    let rows = [
        ("pairs with both games won", grouped(pairs.won).into()),
        ("pairs with one game won", grouped(pairs.split).into()),
        ("pairs with both games lost", grouped(pairs.lost).into()),
        ("score", or_nothing(pairs.score().map(percent))),
        ("95 % interval of the score", known(percents(pairs.interval(Z95)))),
        ("Elo (95 % interval)", estimate(pairs.elo(Z95))),
        ("normalised Elo (95 % interval)", estimate(pairs.normalized_elo(Z95))),
        ("probability of being the better one", known(chance(pairs.superiority()))),
        ("probability of so much between equals", known(probability(met.p_value))),
    ];
    let row = |(fact, value): (&str, Entry)| vec![fact.into(), value];
    let columns = vec![words(""), numbers(name(report, met.players[0]))];
    Table { columns, rows: rows.into_iter().map(row).collect() }
}

/// The table of the course: a line an opponent, games won and lost by each tested agent, and its win rate.
pub(super) fn course(report: &Report) -> Table {
    let tested = 0..report.spec.tested();
    let field = report.spec.tested()..report.spec.entrants().len();
    let heading = |number: usize| {
        let Entry { text, .. } = name(report, number);
        numbers(Entry { text, note: "won | lost".to_owned() })
    };
    let columns = [words("opponent")].into_iter().chain(tested.clone().map(heading)).collect();
    let row = |opponent: usize| {
        let cell = |number: usize| {
            let pairs = report.pairs(number, opponent).unwrap_or_default();
            let won = 2 * pairs.won + pairs.split;
            format!("{} | {}", grouped(won), grouped(2 * pairs.count() - won)).into()
        };
        [agent(report, opponent)].into_iter().chain(tested.clone().map(cell)).collect()
    };
    let rate = |number: usize| or_nothing(report.standings[number].pairs.score().map(percent));
    let rates = ["win rate".into()].into_iter().chain(tested.clone().map(rate)).collect();
    Table { columns, rows: field.map(row).chain([rates]).collect() }
}

/// What a sequential test says.
pub(super) fn test(report: &Report) -> Option<Table> {
    let test = report.test.as_ref()?;
    let ((elo0, elo1), (low, high)) = (test.sprt.elo(), test.sprt.bounds());
    let rows = [
        ("tested", format!("{elo0} against {elo1} normalised Elo")),
        ("verdict", test.verdict_in_words()),
        ("pairs", grouped(test.pairs.count())),
        ("logarithm of the likelihood ratio", format!("{:.2}", test.llr())),
        ("bounds", format!("{low:.2} and {high:.2}")),
    ];
    let row = |(fact, value): (&str, String)| vec![fact.into(), value.into()];
    let columns = vec![words(""), numbers(name(report, report.encounters[0].players[0]))];
    Some(Table { columns, rows: rows.into_iter().map(row).collect() })
}

/// Why the losers lost.
pub(super) fn ends(report: &Report) -> Table {
    let all = report.ends.iter().sum::<u64>();
    let row = |(&why, count): (&Termination, u64)| {
        let share = Share { hits: count, of: all }.part();
        vec![end(why).into(), grouped(count).into(), or_nothing(share.map(percent))]
    };
    let columns = vec![words("why the loser lost"), numbers("games"), numbers("share")];
    Table { columns, rows: Termination::ALL.iter().zip(report.ends).map(row).collect() }
}

/// How often White won.
pub(super) fn white(report: &Report) -> Option<String> {
    let part = report.white_wins.part()?;
    Some(format!("White won {} of all games.", percent(part)))
}

/// How long games lasted.
pub(super) fn length(report: &Report) -> Option<String> {
    let games = report.games() as f64;
    let mean = report.plies as f64 / games;
    (games > 0.0)
        .then(|| format!("After its opening a game lasted {mean:.1} half-moves on average."))
}

/// With fewer openings than this, intervals over openings are too narrow.
const FEW_OPENINGS: usize = 30;

/// What a reader has to know before believing it.
pub(super) fn notes(report: &Report) -> Vec<String> {
    let mut notes = Vec::new();
    if report.games() == 0 {
        notes.push("No game is finished yet.".to_owned());
    } else if !report.is_complete() {
        let games = games(report);
        notes.push(format!("The run is not finished: {games}. The same command goes on with it."));
    }
    if !report.is_connected && report.games() > 0 {
        let why = "Not everybody is linked by games: ratings compare only those who are.";
        notes.push(why.to_owned());
    }
    let (openings, different) = (report.openings, report.different_openings);
    if different < openings {
        notes.push(format!(
            "Only {} of the {} openings differ: agents that leave nothing to chance repeat their games, and the same game \
             again is no evidence. Every interval, rating and test here is surer than it should be; more half-moves by \
             chance give more openings.",
            grouped(different as u64),
            grouped(openings as u64),
        ));
    } else if (1..FEW_OPENINGS).contains(&different) {
        notes.push(format!(
            "Openings: {different}. With fewer than {FEW_OPENINGS}, intervals are too narrow: those of ratings held the truth in 82 \
             to 88 of 100 trials where 95 are meant."
        ));
    }
    notes
}

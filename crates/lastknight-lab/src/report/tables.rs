//! The tables of a report, and its facts and notes as sentences.

use lastknight::Termination;
use lastknight::stats::{Pairs, Share, Z95};

use super::{PairingResult, Report};
use crate::document::{DataCell, DataTable, figures, numbers, words};
use crate::format::{board, end, grouped, limits, percent, percents, ranges};
use crate::spec::{OpeningsSource, TournamentFormat};

/// The significance level, over all pairings together.
pub(crate) const SIGNIFICANCE: f64 = 0.05;

/// The greatest width of an agent's name in the terminal.
const NAME: usize = 36;

/// With fewer openings than this, intervals over openings are too narrow.
const FEW_OPENINGS: usize = 30;

/// Returns the name of an entrant, with its agent as a note if that differs.
fn agent(report: &Report, number: usize) -> DataCell {
    let entrant = &report.spec.entrants()[number];
    let text = entrant.agent.to_string();
    let note = if text == entrant.name { String::new() } else { text };
    DataCell::from(entrant.name.as_str()).with_note(note)
}

/// Returns the rank and number of each entrant, the best first.
fn ranked(report: &Report) -> impl Iterator<Item = (usize, usize)> + Clone {
    (1..).zip(report.order.iter().copied())
}

/// Returns the number of games played, and of those planned if some are missing.
pub(super) fn games(report: &Report) -> String {
    let (played, planned) = (report.games() as u64, 2 * report.pairs_planned as u64);
    match report.is_complete() {
        true => format!("{} games", grouped(played)),
        false => format!("{} of {} games so far", grouped(played), grouped(planned)),
    }
}

/// Returns the conditions of the run as names and values.
pub(super) fn conditions(report: &Report) -> Vec<(&'static str, String)> {
    let (spec, conditions) = (&report.spec, report.spec.conditions());
    let (count, tested) = (spec.entrants().len(), spec.tested());
    let agents = match spec.format() {
        TournamentFormat::RoundRobin => format!("{count}, round robin"),
        TournamentFormat::Gauntlet => {
            format!("{tested} tested against a field of {}", count - tested)
        }
        TournamentFormat::Match => format!("{count}, head to head"),
    };
    let start = match conditions.source {
        // Listed openings have their own start.
        OpeningsSource::List(_) => conditions.start.size().to_string(),
        _ => board(&conditions.start),
    };
    let most = grouped(2 * spec.pairs() as u64);
    let most = if spec.sprt().is_some() { format!("at most {most}") } else { most };
    let mut facts = vec![
        ("agents", agents),
        ("games", format!("{}, {most} per pairing", games(report))),
        ("board", start),
        ("openings", format!("{}; each is played twice, sides swapped", conditions.source)),
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

/// Returns the standings, the best first.
pub(super) fn standings(report: &Report) -> DataTable {
    let of = |row: &(usize, usize)| &report.standings[row.1];
    let name = words("agent").named("name").in_terminal(5).at_most(NAME).after(2);
    let interval = "95 % interval";
    let score = numbers("score").note(interval).with_ends("score");
    let oracle = match report.standings.iter().any(|standing| standing.oracle.is_some()) {
        true => numbers("oracle").note(interval).in_terminal(9),
        false => figures(""),
    };
    let time = numbers("time per move").named("seconds_per_move").in_terminal(10);
    let lost_by = |&(_, end): &(usize, Termination)| {
        figures(format!("lost_by_{}", end.name().replace('-', "_")))
    };
    DataTable::of("Standings", ranked(report))
        .column(numbers("rank").named("rank").in_terminal(4), |row| row.0)
        .column(name, |row| agent(report, row.1))
        .column(figures("agent"), |row| report.spec.entrants()[row.1].agent.to_string())
        .column(numbers("rating").with_ends("rating").in_terminal(12), |row| {
            (of(row).pairs.count() > 0).then(|| DataCell::rating(of(row).rating))
        })
        .column(score.in_terminal(9).interval_apart(16), |row| DataCell::score(of(row).pairs))
        .column(numbers("games").named("games").in_terminal(9), |row| 2 * of(row).pairs.count())
        .column(figures("wins"), |row| of(row).as_white.hits + of(row).as_black.hits)
        .column(numbers("won as White").named("games_as_white").and("wins_as_white"), |row| {
            DataCell::hits(of(row).as_white)
        })
        .column(numbers("won as Black").named("games_as_black").and("wins_as_black"), |row| {
            DataCell::hits(of(row).as_black)
        })
        .column(figures("pairs_won"), |row| of(row).pairs.won)
        .column(figures("pairs_split"), |row| of(row).pairs.split)
        .column(figures("pairs_lost"), |row| of(row).pairs.lost)
        .column(figures("oracle_asked"), |row| of(row).oracle.map(|share| share.of))
        .column(figures("oracle_kept"), |row| of(row).oracle.map(|share| share.hits))
        .column(oracle.with_ends("oracle"), |row| of(row).oracle.map(DataCell::hit_rate))
        .column(figures("moves"), |row| of(row).effort.moves)
        .column(numbers("nodes per move").named("nodes_per_move"), |row| {
            of(row).per_move().map(|(nodes, _)| DataCell::mean(nodes))
        })
        .column(time.headed("time/move"), |row| {
            of(row).per_move().map(|(_, seconds)| DataCell::seconds(seconds))
        })
        .columns(Termination::ALL.into_iter().enumerate(), lost_by, |row, &(at, _)| {
            of(row).losses[at]
        })
        .finish()
}

/// Returns the results of all pairings, in the order of the specification.
pub(super) fn pairings(report: &Report) -> DataTable {
    let known = |row: &PairingResult, cell: fn(f64) -> DataCell, value: f64| {
        (row.pairs.count() > 0).then(|| cell(value))
    };
    DataTable::of("Pairings", report.pairings.iter().copied())
        .column(figures("first"), |row| report.name(row.players[0]))
        .column(figures("second"), |row| report.name(row.players[1]))
        .pairs(|row| row.pairs)
        .column(figures("").with_ends("elo"), |row| row.pairs.elo(Z95).map(DataCell::elo))
        .column(figures("").with_ends("normalized_elo"), |row| {
            row.pairs.normalized_elo(Z95).map(DataCell::elo)
        })
        .column(figures("superiority"), |row| known(row, DataCell::chance, row.pairs.superiority()))
        .column(figures("p_value"), |row| known(row, DataCell::probability, row.p_value))
        .column(figures("corrected_p_value"), |row| {
            known(row, DataCell::probability, row.corrected)
        })
        .finish()
}

/// Returns the score of the row against the column in percent, the best first. Columns are numbered by rank.
pub(super) fn crosstable(report: &Report) -> DataTable {
    let column = |&(rank, number): &(usize, usize)| {
        numbers(rank.to_string()).named(report.name(number)).in_terminal(4)
    };
    let score = |&(_, row): &(usize, usize), &(_, column): &(usize, usize)| {
        let cell = |score: f64| DataCell::percent(score, 0);
        let score = report.pairs(row, column).and_then(Pairs::score);
        score.map_or_else(|| DataCell::mark(if row == column { "·" } else { "" }), cell)
    };
    let name = words("agent").named("agent").in_terminal(5).at_most(NAME).after(2);
    DataTable::of("Crosstable", ranked(report))
        .column(numbers("rank").in_terminal(4).headed(""), |row| row.0)
        .column(name.headed("score in %"), |row| report.name(row.1))
        .columns(ranked(report), column, score)
        .finish()
}

/// Returns whether a pairing differs significantly.
fn is_significant(pairing: &PairingResult) -> bool {
    pairing.corrected < SIGNIFICANCE
}

/// Returns the ranks from which each agent differs significantly.
pub(super) fn differences(report: &Report) -> DataTable {
    let others = |row: &(usize, usize), is_wanted: fn(&PairingResult) -> bool| {
        let is_wanted = |other| report.pairing(row.1, other).is_some_and(|found| is_wanted(&found));
        let ranks = ranked(report).filter(|&(_, other)| is_wanted(other));
        let ranks: Vec<usize> = ranks.map(|(rank, _)| rank).collect();
        (!ranks.is_empty()).then(|| ranges(&ranks))
    };
    DataTable::of("Significant differences", ranked(report))
        .column(numbers("rank"), |row| row.0)
        .column(words("agent"), |row| report.name(row.1))
        .column(words("better than ranks"), |row| {
            others(row, |found| is_significant(found) && found.pairs.won > found.pairs.lost)
        })
        .column(words("undecided against ranks"), |row| others(row, |found| !is_significant(found)))
        .column(words("worse than ranks"), |row| {
            others(row, |found| is_significant(found) && found.pairs.won <= found.pairs.lost)
        })
        .finish()
}

/// Returns the number of pairings that differ significantly, and of all pairings.
pub(super) fn significance(report: &Report) -> (usize, usize) {
    let significant = report.pairings.iter().filter(|pairing| is_significant(pairing));
    (significant.count(), report.pairings.len())
}

/// Returns the result of a match, from the first agent's side.
pub(super) fn duel(report: &Report) -> DataTable {
    let PairingResult { players, pairs, p_value, .. } = report.pairings[0];
    let known = |cell: DataCell| DataCell::from((pairs.count() > 0).then_some(cell));
    let facts = [
        ("pairs won 2-0", pairs.won.into()),
        ("pairs split 1-1", pairs.split.into()),
        ("pairs lost 0-2", pairs.lost.into()),
        ("score", pairs.score().map(DataCell::share).into()),
        ("95 % interval of the score", known(percents(pairs.interval(Z95)).into())),
        ("Elo (95 % interval)", pairs.elo(Z95).map(DataCell::elo).into()),
        ("normalised Elo (95 % interval)", pairs.normalized_elo(Z95).map(DataCell::elo).into()),
        ("likelihood of superiority", known(DataCell::chance(pairs.superiority()))),
        ("p-value of the sign test", known(DataCell::probability(p_value))),
    ];
    DataTable::of_facts("Match result", report.name(players[0]), facts)
}

/// Returns the course's table: games won and lost by each tested agent against each opponent, and its win rate.
pub(super) fn course(report: &Report) -> DataTable {
    let tested = 0..report.spec.tested();
    let field = report.spec.tested()..report.spec.entrants().len();
    let results = |&opponent: &usize, &number: &usize| {
        let pairs = report.pairs(number, opponent).unwrap_or_default();
        let won = 2 * pairs.won + pairs.split;
        format!("{} | {}", grouped(won), grouped(2 * pairs.count() - won))
    };
    let rate = |number: usize| report.standings[number].pairs.score().map(DataCell::share).into();
    DataTable::of("Against the field", field)
        .column(words("opponent"), |&opponent| agent(report, opponent))
        .columns(tested.clone(), |&at| numbers(report.name(at)).note("won | lost"), results)
        .finish()
        .with_row(["win rate".into()].into_iter().chain(tested.map(rate)).collect())
}

/// Returns the result of the sequential test.
pub(super) fn test(report: &Report) -> Option<DataTable> {
    let test = report.test.as_ref()?;
    let ((elo0, elo1), (low, high)) = (test.sprt.elo(), test.sprt.bounds());
    let facts = [
        ("hypotheses", format!("{elo0} against {elo1} normalised Elo").into()),
        ("verdict", test.verdict_in_words().into()),
        ("pairs", test.run.pairs().count().into()),
        ("log-likelihood ratio (LLR)", format!("{:.2}", test.llr()).into()),
        ("bounds", format!("{low:.2} and {high:.2}").into()),
    ];
    let first = report.pairings[0].players[0];
    Some(DataTable::of_facts("Sequential test", report.name(first), facts))
}

/// Returns the number of games by the reason of the loss.
pub(super) fn ends(report: &Report) -> DataTable {
    let all = report.ends.iter().sum::<u64>();
    DataTable::of("How games ended", Termination::ALL.into_iter().zip(report.ends))
        .column(words("reason for the loss"), |row| end(row.0))
        .column(numbers("games"), |row| row.1)
        .column(numbers("share"), |&(_, hits)| Share { hits, of: all }.part().map(DataCell::share))
        .finish()
}

/// Returns the conditions, and the specification line by line.
pub(super) fn facts(report: &Report, specification: &str) -> DataTable {
    let names = ["specification"].into_iter().chain(std::iter::repeat(""));
    let lines = names.zip(specification.lines().map(str::to_owned));
    let facts =
        [("tournament", report.spec.name().to_owned())].into_iter().chain(conditions(report));
    DataTable::of("Conditions", facts.chain([("", String::new())]).chain(lines))
        .column(figures("condition"), |fact| fact.0)
        .column(figures("value"), |fact| fact.1.clone())
        .finish()
}

/// Returns how often White won and how long games lasted, if there were any.
pub(super) fn white_and_length(report: &Report) -> Option<String> {
    let white = percent(report.white_wins.part()?);
    let plies = report.plies as f64 / report.games() as f64;
    Some(format!(
        "White won {white} of all games. After the opening a game lasted {plies:.1} plies on average."
    ))
}

/// Returns warnings about the reliability of the figures.
pub(super) fn notes(report: &Report) -> Vec<String> {
    let mut notes = Vec::new();
    if report.games() == 0 {
        notes.push("No game is finished yet.".to_owned());
    } else if !report.is_complete() {
        let games = games(report);
        notes.push(format!("The run is not finished: {games}. The same command resumes it."));
    }
    if !report.is_connected && report.games() > 0 {
        let note = "Not all agents are linked by games. Ratings compare only those that are.";
        notes.push(note.to_owned());
    }
    let (openings, different) = (report.openings, report.different_openings);
    if different < openings {
        let (different, openings) = (grouped(different as u64), grouped(openings as u64));
        notes.push(format!(
            "Only {different} of the {openings} openings are distinct. Deterministic agents repeat their games from the \
             same opening, and a repeated game is no evidence: all intervals, ratings and tests here are overconfident. \
             More random plies give more openings."
        ));
    } else if (1..FEW_OPENINGS).contains(&different) {
        notes.push(format!(
            "Openings: {different}. With fewer than {FEW_OPENINGS}, intervals of ratings are too narrow. More games make \
             them reliable."
        ));
    }
    notes
}

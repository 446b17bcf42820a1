//! The tables of a report, each for people, the terminal and programs, and its facts in words.

use lastknight::Termination;
use lastknight::stats::{Pairs, Share, Z95};

use super::{PairingResult, Report, Standing};
use crate::document::{DataCell, DataTable, figures, numbers, words};
use crate::format::{board, end, grouped, limits, percent, percents, ranges};
use crate::spec::{OpeningsSource, TournamentFormat};

/// The share of wrong claims that is allowed over all pairings.
pub(crate) const CLEAR: f64 = 0.05;

/// The widest name of an agent in the terminal.
const NAME: usize = 36;

/// An entrant by its name, and its text where that is another.
fn agent(report: &Report, number: usize) -> DataCell {
    let entrant = &report.spec.entrants()[number];
    let text = entrant.agent.to_string();
    let note = if text == entrant.name { String::new() } else { text };
    DataCell::from(entrant.name.as_str()).with_note(note)
}

/// The entrants with their ranks, the best first.
fn ranked(report: &Report) -> impl Iterator<Item = (usize, usize)> + Clone {
    (1..).zip(report.order.iter().copied())
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
        TournamentFormat::RoundRobin => format!("{count}, everybody against everybody else"),
        TournamentFormat::Gauntlet => {
            format!("{tested} tested against a field of {}", count - tested)
        }
        TournamentFormat::Match => format!("{count}, one against the other"),
    };
    let start = match conditions.source {
        // Listed openings bring their own beginning.
        OpeningsSource::List(_) => conditions.start.size().to_string(),
        _ => board(&conditions.start),
    };
    let each = format!("{}; each is played twice, sides swapped", conditions.source);
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
pub(super) fn standings(report: &Report) -> DataTable {
    let standings = ranked(report).map(|(rank, number)| (rank, number, &report.standings[number]));
    let interval = "95 % interval";
    let oracle = match report.standings.iter().any(|standing| standing.oracle.is_some()) {
        true => numbers("oracle").note(interval).in_terminal(9),
        false => figures(""),
    };
    let table = DataTable::of("Standings", standings)
        .column(numbers("rank").named("rank").in_terminal(4), |row| row.0)
        .column(words("agent").named("name").in_terminal(5).at_most(NAME).after(2), |row| {
            agent(report, row.1)
        })
        .column(figures("agent"), |row| report.spec.entrants()[row.1].agent.to_string())
        .column(numbers("rating").with_ends("rating").in_terminal(12), |(.., standing)| {
            (standing.pairs.count() > 0).then(|| DataCell::rating(standing.rating))
        })
        .column(
            numbers("score").note(interval).with_ends("score").in_terminal(9).interval_apart(16),
            |(.., standing)| DataCell::score(standing.pairs),
        )
        .column(numbers("games").named("games").in_terminal(9), |(.., standing)| {
            2 * standing.pairs.count()
        })
        .column(figures("wins"), |(.., standing)| standing.as_white.hits + standing.as_black.hits)
        .column(
            numbers("won as White").named("games_as_white").and("wins_as_white"),
            |(.., standing)| DataCell::hits(standing.as_white),
        )
        .column(
            numbers("won as Black").named("games_as_black").and("wins_as_black"),
            |(.., standing)| DataCell::hits(standing.as_black),
        )
        .column(figures("pairs_won"), |(.., standing)| standing.pairs.won)
        .column(figures("pairs_split"), |(.., standing)| standing.pairs.split)
        .column(figures("pairs_lost"), |(.., standing)| standing.pairs.lost)
        .column(figures("oracle_asked"), |(.., standing)| standing.oracle.map(|share| share.of))
        .column(figures("oracle_kept"), |(.., standing)| standing.oracle.map(|share| share.hits))
        .column(oracle.with_ends("oracle"), |(.., standing)| {
            standing.oracle.map(DataCell::hit_rate)
        })
        .column(figures("moves"), |(.., standing)| standing.effort.moves)
        .column(numbers("nodes a move").named("nodes_per_move"), |(.., standing)| {
            standing.per_move().map(|(nodes, _)| DataCell::mean(nodes))
        })
        .column(
            numbers("time a move").named("seconds_per_move").in_terminal(10).headed("a move"),
            |(.., standing)| standing.per_move().map(|(_, seconds)| DataCell::seconds(seconds)),
        );
    let lost_by = |&(_, end): &(usize, Termination)| {
        figures(format!("lost_by_{}", end.name().replace('-', "_")))
    };
    let losses =
        |(.., standing): &(usize, usize, &Standing), &(at, _): &(usize, _)| standing.losses[at];
    table.columns(Termination::ALL.into_iter().enumerate(), lost_by, losses).finish()
}

/// A pairing a row, in the order of the specification, as the first of the two sees it.
pub(super) fn pairings(report: &Report) -> DataTable {
    let known = |met: &PairingResult, cell: fn(f64) -> DataCell, value: f64| {
        (met.pairs.count() > 0).then(|| cell(value))
    };
    DataTable::of("Pairings", report.pairings.iter().copied())
        .column(figures("first"), |met| report.name(met.players[0]))
        .column(figures("second"), |met| report.name(met.players[1]))
        .pairs(|met| met.pairs)
        .column(figures("").with_ends("elo"), |met| met.pairs.elo(Z95).map(DataCell::elo))
        .column(figures("").with_ends("normalized_elo"), |met| {
            met.pairs.normalized_elo(Z95).map(DataCell::elo)
        })
        .column(figures("superiority"), |met| known(met, DataCell::chance, met.pairs.superiority()))
        .column(figures("p_value"), |met| known(met, DataCell::probability, met.p_value))
        .column(figures("corrected_p_value"), |met| {
            known(met, DataCell::probability, met.corrected)
        })
        .finish()
}

/// The score of the row against the column in percent, the best first; columns by their ranks.
pub(super) fn crosstable(report: &Report) -> DataTable {
    let column = |&(rank, number): &(usize, usize)| {
        numbers(rank.to_string()).named(report.name(number)).in_terminal(4)
    };
    let score = |&(_, row): &(usize, usize), &(_, column): &(usize, usize)| {
        let cell = |score: f64| DataCell::percent(score, 0);
        let score = report.pairs(row, column).and_then(Pairs::score);
        score.map_or_else(|| DataCell::mark(if row == column { "·" } else { "" }), cell)
    };
    DataTable::of("Crosstable", ranked(report))
        .column(numbers("rank").in_terminal(4).headed(""), |row| row.0)
        .column(
            words("agent")
                .named("agent")
                .in_terminal(5)
                .at_most(NAME)
                .after(2)
                .headed("score in %"),
            |row| report.name(row.1),
        )
        .columns(ranked(report), column, score)
        .finish()
}

/// From whom each agent differs clearly, by ranks.
pub(super) fn differences(report: &Report) -> DataTable {
    let others = |number: usize, is_wanted: &dyn Fn(PairingResult) -> bool| {
        let met =
            ranked(report).filter_map(|(rank, other)| Some((rank, report.pairing(number, other)?)));
        let ranks: Vec<usize> =
            met.filter(|(_, met)| is_wanted(*met)).map(|(rank, _)| rank).collect();
        (!ranks.is_empty()).then(|| ranges(&ranks))
    };
    let is_clear = |met: PairingResult| met.corrected < CLEAR;
    let is_better = |met: PairingResult| met.pairs.won > met.pairs.lost;
    DataTable::of("Which differences are clear", ranked(report))
        .column(numbers("rank"), |row| row.0)
        .column(words("agent"), |row| report.name(row.1))
        .column(words("clearly better than ranks"), |row| {
            others(row.1, &|met| is_clear(met) && is_better(met))
        })
        .column(words("not clear against ranks"), |row| others(row.1, &|met| !is_clear(met)))
        .column(words("clearly worse than ranks"), |row| {
            others(row.1, &|met| is_clear(met) && !is_better(met))
        })
        .finish()
}

/// How many pairings show a clear difference, and of how many.
pub(super) fn clear(report: &Report) -> (usize, usize) {
    let is_clear = |encounter: &&PairingResult| encounter.corrected < CLEAR;
    (report.pairings.iter().filter(is_clear).count(), report.pairings.len())
}

/// What came of two, as the first of them sees it.
pub(super) fn duel(report: &Report) -> DataTable {
    let PairingResult { players, pairs, p_value, .. } = report.pairings[0];
    let known = |cell: DataCell| DataCell::from((pairs.count() > 0).then_some(cell));
    let facts = [
        ("pairs with both games won", pairs.won.into()),
        ("pairs with one game won", pairs.split.into()),
        ("pairs with both games lost", pairs.lost.into()),
        ("score", pairs.score().map(DataCell::share).into()),
        ("95 % interval of the score", known(percents(pairs.interval(Z95)).into())),
        ("Elo (95 % interval)", pairs.elo(Z95).map(DataCell::elo).into()),
        ("normalised Elo (95 % interval)", pairs.normalized_elo(Z95).map(DataCell::elo).into()),
        ("probability of being the better one", known(DataCell::chance(pairs.superiority()))),
        ("probability of so much between equals", known(DataCell::probability(p_value))),
    ];
    DataTable::of_facts("The match", report.name(players[0]), facts)
}

/// The table of the course: a line an opponent, games won and lost by each tested agent, and its win rate.
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

/// What a sequential test says.
pub(super) fn test(report: &Report) -> Option<DataTable> {
    let test = report.test.as_ref()?;
    let ((elo0, elo1), (low, high)) = (test.sprt.elo(), test.sprt.bounds());
    let facts = [
        ("tested", format!("{elo0} against {elo1} normalised Elo").into()),
        ("verdict", test.verdict_in_words().into()),
        ("pairs", test.pairs().count().into()),
        ("logarithm of the likelihood ratio", format!("{:.2}", test.llr()).into()),
        ("bounds", format!("{low:.2} and {high:.2}").into()),
    ];
    let first = report.pairings[0].players[0];
    Some(DataTable::of_facts("Sequential test", report.name(first), facts))
}

/// Why the losers lost.
pub(super) fn ends(report: &Report) -> DataTable {
    let all = report.ends.iter().sum::<u64>();
    DataTable::of("How games ended", Termination::ALL.into_iter().zip(report.ends))
        .column(words("why the loser lost"), |row| end(row.0))
        .column(numbers("games"), |row| row.1)
        .column(numbers("share"), |&(_, hits)| Share { hits, of: all }.part().map(DataCell::share))
        .finish()
}

/// The facts, and the specification line by line.
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

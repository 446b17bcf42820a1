//! The tables of a report, and its facts and notes as sentences.

use lastknight::Termination;
use lastknight::stats::{Pairs, Share, Z95};

use super::history::Change;
use super::{PairingResult, PastStandings, Report, Standing, plots};
use crate::document::{DataCell, DataTable, Figure, charts, figures, numbers, sentences, words};
use crate::format::{
    board, date, date_in_words, elo, end, grouped, limits, percent, percents, ranges, shortened,
};
use crate::spec::{MOST_GAMES, OpeningsSource, TournamentFormat};

/// The significance level, over all pairings together.
pub(crate) const SIGNIFICANCE: f64 = 0.05;

/// The greatest width of an agent's name in the terminal.
const NAME: usize = 36;

/// The most earlier runs in the table of the history.
const PAST: usize = 6;

/// With fewer openings than this, intervals over openings are too narrow.
const FEW_OPENINGS: usize = 30;

/// Returns the name of an entrant, with its agent as a note if that differs.
fn agent(report: &Report, number: usize) -> DataCell {
    let entrant = &report.spec.entrants()[number];
    let text = entrant.agent.to_string();
    let note = if text == entrant.name { String::new() } else { text };
    DataCell::from(entrant.name.as_str()).with_note(note)
}

/// Returns the texts of agents that have names of their own, if there are any.
pub(super) fn agents(report: &Report) -> Option<DataTable> {
    let has_name = |&(_, number): &(usize, usize)| {
        let entrant = &report.spec.entrants()[number];
        entrant.name != entrant.agent.to_string()
    };
    let named: Vec<(usize, usize)> = ranked(report).filter(has_name).collect();
    let table = DataTable::of("Agents", named.iter().copied())
        .column(words("name"), |row| report.name(row.1))
        .column(sentences("agent"), |row| report.spec.entrants()[row.1].agent.to_string());
    (!named.is_empty()).then(|| table.finish())
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
        false if report.test.is_some() => format!("{} games so far", grouped(played)),
        false => format!("{} of {} games so far", grouped(played), grouped(planned)),
    }
}

/// Returns what was played and when.
pub(super) fn title(report: &Report) -> String {
    let (spec, size) = (&report.spec, report.spec.conditions().start.size());
    let date = date_in_words(&report.played);
    match spec.format() {
        TournamentFormat::Match => {
            let [a, b] = [0, 1].map(|number| report.name(number));
            format!("{}: {a} against {b} on {size}, {date}", spec.name())
        }
        TournamentFormat::Gauntlet => {
            let (tested, field) = (spec.tested(), spec.entrants().len() - spec.tested());
            let agents = if tested == 1 { "agent" } else { "agents" };
            format!("{}: {tested} {agents} against {field} on {size}, {date}", spec.name())
        }
        TournamentFormat::RoundRobin => {
            format!("{}: {} agents on {size}, {date}", spec.name(), spec.entrants().len())
        }
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
    let most = match spec.sprt() {
        Some(_) if 2 * spec.pairs() >= MOST_GAMES => "until the test decides".to_owned(),
        Some(_) => format!("at most {most} per pairing"),
        None => format!("{most} per pairing"),
    };
    let mut facts = vec![
        ("agents", agents),
        ("games", format!("{}, {most}", games(report))),
        ("board", start),
        ("openings", format!("{}; each is played twice, sides swapped", conditions.source)),
        ("limits", format!("{}, unless an agent has its own", limits(conditions.limits))),
    ];
    if let Some(clock) = spec.file().clock {
        facts.push(("clock", clock));
    }
    if !report.machines.is_empty() {
        facts.push(("machine", report.machines.join("; ")));
    }
    if let Some(sprt) = spec.sprt() {
        let ((elo0, elo1), (alpha, beta)) = (sprt.elo(), sprt.errors());
        let test = format!("{elo0} against {elo1} normalised Elo, errors {alpha} and {beta}");
        facts.push(("sequential test", test));
    }
    if spec.oracle() > 0 {
        facts.push(("oracle", format!("{} solved positions", grouped(spec.oracle() as u64))));
    }
    let (version, signature) = &report.program;
    facts.push(("created", format!("{} UTC", report.created)));
    facts.push(("played", format!("{} UTC", report.played)));
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
    let time = numbers("").only_in_terminal(10).named("seconds_per_move");
    let lost_by = |&(_, end): &(usize, Termination)| {
        figures(format!("lost_by_{}", end.name().replace('-', "_")))
    };
    let has_history = !report.history.is_empty();
    let since = match report.history.last() {
        Some(last) if date(&last.played) == date(&report.played) => {
            format!("since {}", last.played.split(' ').next_back().unwrap_or_default())
        }
        Some(last) => format!("since {}", date(&last.played)),
        None => String::new(),
    };
    let change_column = match has_history {
        true => numbers("change").note(&since).in_terminal(8),
        false => figures(""),
    };
    let has_tiers = report.order.len() > 2 && report.games() > 0;
    let tier = if has_tiers { numbers("tier").in_terminal(6) } else { figures("") };
    let (strips, (low, high)) = plots::ratings(report);
    let strip = charts("").note(&format!("95 % interval, {} to {} Elo", elo(low), elo(high)));
    let has_games = report.games() > 0;
    let table = DataTable::of("Standings", ranked(report))
        .column(numbers("rank").named("rank").in_terminal(4), |row| row.0)
        .column(name, |row| agent(report, row.1))
        .column(change_column.named("rank_change"), |row| change(report, row.1))
        .column(tier.named("tier"), |row| report.tiers[row.1])
        .column(figures("agent"), |row| report.spec.entrants()[row.1].agent.to_string())
        .column(numbers("rating").with_ends("rating").in_terminal(12), |row| {
            (of(row).pairs.count() > 0).then(|| DataCell::rating(of(row).rating))
        });
    let table = match has_games {
        true => table.column(strip, |row| DataCell::chart(strips[row.0 - 1].clone())),
        false => table,
    };
    table
        .column(score.in_terminal(9).interval_apart(16), |row| DataCell::score(of(row).pairs))
        .column(numbers("").only_in_terminal(9).headed("games").named("games"), |row| {
            2 * of(row).pairs.count()
        })
        .column(figures("wins"), |row| of(row).as_white.hits + of(row).as_black.hits)
        .column(figures("games_as_white").and("wins_as_white"), |row| {
            DataCell::hits(of(row).as_white)
        })
        .column(figures("games_as_black").and("wins_as_black"), |row| {
            DataCell::hits(of(row).as_black)
        })
        .column(figures("pairs_won"), |row| of(row).pairs.won)
        .column(figures("pairs_split"), |row| of(row).pairs.split)
        .column(figures("pairs_lost"), |row| of(row).pairs.lost)
        .column(figures("oracle_asked"), |row| of(row).oracle.map(|share| share.of))
        .column(figures("oracle_kept"), |row| of(row).oracle.map(|share| share.hits))
        .column(oracle.with_ends("oracle"), |row| of(row).oracle.map(DataCell::hit_rate))
        .column(figures("moves"), |row| of(row).effort.moves)
        .column(figures("nodes_per_move"), |row| {
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

/// Returns the wins by colour and the cost of moves of each agent, the best first.
pub(super) fn colors_and_cost(report: &Report) -> DataTable {
    let of = |row: &(usize, usize)| &report.standings[row.1];
    DataTable::of("Wins by colour and cost of moves", ranked(report))
        .column(words("agent"), |row| report.name(row.1))
        .column(numbers("won as White"), |row| DataCell::hits(of(row).as_white))
        .column(numbers("won as Black"), |row| DataCell::hits(of(row).as_black))
        .column(numbers("nodes per move"), |row| {
            of(row).per_move().map(|(nodes, _)| DataCell::mean(nodes))
        })
        .column(numbers("time per move"), |row| {
            of(row).per_move().map(|(_, seconds)| DataCell::seconds(seconds))
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

/// Returns the ranks from which each agent is told apart.
pub(super) fn differences(report: &Report) -> DataTable {
    let others = |row: &(usize, usize), is_wanted: &dyn Fn(usize, usize) -> bool| {
        let others = ranked(report).filter(|&(_, other)| other != row.1);
        let ranks: Vec<usize> =
            others.filter(|&(rank, other)| is_wanted(rank, other)).map(|(rank, _)| rank).collect();
        (!ranks.is_empty()).then(|| ranges(&ranks))
    };
    DataTable::of("Told apart", ranked(report))
        .column(numbers("rank"), |row| row.0)
        .column(words("agent"), |row| report.name(row.1))
        .column(words("better than ranks"), |row| {
            others(row, &|rank, other| rank > row.0 && report.is_apart(row.1, other))
        })
        .column(words("not told apart from ranks"), |row| {
            others(row, &|_, other| !report.is_apart(row.1, other))
        })
        .column(words("worse than ranks"), |row| {
            others(row, &|rank, other| rank < row.0 && report.is_apart(row.1, other))
        })
        .finish()
}

/// Returns ratings and ranks of the last runs with this name, the newest first.
pub(super) fn history(report: &Report) -> DataTable {
    let past = report.history.iter().rev().take(PAST);
    let heading = |past: &&PastStandings| {
        numbers(date(&past.played)).note(&format!("{} games", grouped(past.games as u64)))
    };
    let then = |&(_, number): &(usize, usize), past: &&PastStandings| {
        let name = report.name(number);
        let agent = past.agents.iter().find(|agent| agent.name == name)?;
        Some(DataCell::from(elo(agent.rating)).with_note(format!("rank {}", agent.rank)))
    };
    let now = numbers(date(&report.played)).note(&games(report));
    DataTable::of("History", ranked(report))
        .column(words("agent"), |row| report.name(row.1))
        .column(now, |&(rank, number)| {
            DataCell::from(elo(report.standings[number].rating.elo))
                .with_note(format!("rank {rank}"))
        })
        .columns(past, heading, then)
        .finish()
}

/// Returns how an agent has changed since the last run: by ranks, and by rating as small print.
fn change(report: &Report, number: usize) -> DataCell {
    match report.change(number) {
        None => DataCell::missing(),
        Some(Change::New) => DataCell::mark("new"),
        Some(Change::Moved { ranks, rating, is_other_agent }) => {
            let text = match ranks {
                0 => "=".to_owned(),
                up if up > 0 => format!("▲{up}"),
                down => format!("▼{}", -down),
            };
            let other = if is_other_agent { ", agent changed" } else { "" };
            DataCell::figure(text, Figure::Number(ranks as f64))
                .with_note(format!("{} Elo{other}", elo(rating)))
        }
    }
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
    // A p-value is only valid if the number of games was fixed beforehand.
    let count = facts.len() - usize::from(report.test.is_some());
    DataTable::of_facts("Match result", report.name(players[0]), facts.into_iter().take(count))
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

/// Returns how custom agents failed, if any did.
pub(super) fn failures(report: &Report) -> Option<DataTable> {
    let table = DataTable::of("Failures", report.failures.iter())
        .column(words("agent").in_terminal(12).at_most(40), |row| report.name(row.entrant))
        .column(words("reason for the loss").in_terminal(10).after(2).headed("lost by"), |row| {
            end(row.termination)
        })
        .column(numbers("games").in_terminal(7), |row| row.games)
        .column(words("example").in_terminal(20).after(2), |row| shortened(&row.line(), 160));
    (!report.failures.is_empty()).then(|| table.finish())
}

/// Returns the conditions, and the specification line by line.
pub(super) fn facts(report: &Report, specification: &str) -> DataTable {
    let names = ["specification"].into_iter().chain(std::iter::repeat(""));
    let lines = names.zip(specification.lines().map(str::to_owned));
    let facts = [("tournament", title(report))].into_iter().chain(conditions(report));
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

/// An evaluation this many times slower than the median is reported.
const SLOW: f64 = 5.0;

/// Fewer nodes say nothing about the time of one.
const ENOUGH_NODES: u64 = 10_000;

/// Returns a note on each agent that takes far more time for the same nodes than the others.
fn slow_evaluations(report: &Report) -> Vec<String> {
    if report.spec.conditions().limits.time.is_some() {
        return Vec::new();
    }
    let time_per_node = |(number, standing): (usize, &Standing)| {
        let (nodes, seconds) = standing.per_move()?;
        let agent = &report.spec.entrants()[number].agent;
        if agent.has_own_limits() || standing.effort.nodes < ENOUGH_NODES {
            return None;
        }
        // Nodes of other searches are not comparable.
        let is_ladder =
            ["alphabeta(", "minimax("].iter().any(|of| agent.to_string().starts_with(of));
        (is_ladder && nodes > 0.0).then(|| (number, seconds / nodes))
    };
    let times: Vec<(usize, f64)> =
        report.standings.iter().enumerate().filter_map(time_per_node).collect();
    let mut sorted: Vec<f64> = times.iter().map(|time| time.1).collect();
    sorted.sort_by(f64::total_cmp);
    let Some(&median) = sorted.get(sorted.len() / 2).filter(|_| sorted.len() > 2) else {
        return Vec::new();
    };
    let slow = times.into_iter().filter(|(_, time)| *time > SLOW * median);
    let note = |(number, time): (usize, f64)| {
        format!(
            "{} takes {:.0} times as long per node as the median agent. Under a time limit it would search that much \
             less.",
            report.name(number),
            time / median
        )
    };
    slow.map(note).collect()
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
    notes.extend(slow_evaluations(report));
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

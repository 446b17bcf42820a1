//! A review as text: a line for each move, the board and the result.

use std::time::Duration;

use anstyle::{AnsiColor, Style};
use lastknight::oracle::{PROOF_NODES, ReviewedTurn};
use lastknight::{Color, Termination};
use lastknight_lab::format::{board, mean_time, shortened};

use super::Replayed;
use crate::diagram::{self, Charset};
use crate::output::{self, grouped, shown_limits};

const MISTAKE: Style = AnsiColor::Red.on_default().bold();

pub(super) fn text(replayed: &Replayed<'_>, charset: &Charset, has_boards: bool) -> String {
    let mut text = heading(replayed);
    let has_times = replayed.game.times.is_some();
    let columns = ["move", "time", "value", "best", "wins", ""];
    text += &line("ply", "", columns, has_times);
    for (at, turn) in replayed.turns.iter().enumerate() {
        text += &described(turn, replayed.time(turn), has_times);
        let next = replayed.turns.get(at + 1).map(|next| &next.position);
        if let Some(position) = next.filter(|_| has_boards) {
            text += &format!("\n{}\n", diagram::draw(position, charset));
        }
    }
    text += &format!("\n{}\n", diagram::draw(replayed.game.record.game().position(), charset));
    text + &ending(replayed)
}

fn heading(replayed: &Replayed<'_>) -> String {
    let (game, players) = (&replayed.game, replayed.game.record.players());
    let start = board(game.record.game().start());
    let mut text = output::wrapped(&format!(
        "game {} of run {}, {}: {start}\n",
        game.name(),
        replayed.run.id(),
        replayed.run.spec().name(),
    ));
    for color in Color::ALL {
        text += &format!("{color}  {}\n", shortened(&players[color], output::width() - 10));
    }
    let values = format!(
        "values for the side to move: {}, {}; wins: exact, within {} positions",
        replayed.agent,
        shown_limits(replayed.limits),
        grouped(PROOF_NODES)
    );
    text + &format!("{}\n\n", output::wrapped(&values))
}

fn line(ply: &str, side: &str, columns: [&str; 6], has_times: bool) -> String {
    let [to, time, value, best, wins, note] = columns;
    let time = if has_times { format!("{time:>10}") } else { String::new() };
    let line =
        format!("{ply:>4}  {side:<5}  {to:<4}{time}  {value:>10}  {best:<4}  {wins:<4}  {note}");
    format!("{}\n", line.trim_end())
}

fn described(turn: &ReviewedTurn, time: Option<Duration>, has_times: bool) -> String {
    let name = |square| turn.name(square);
    let wins = match turn.wins {
        _ if turn.is_opening => "",
        Some(true) => "yes",
        Some(false) => "no",
        None => "-",
    };
    let time = time.map_or(String::new(), |time| mean_time(time.as_secs_f64()));
    let score = turn.score.map_or(String::new(), |score| score.to_string());
    let best = turn.best.map_or(String::new(), name);
    let note = match (turn.throws_away, turn.keeps) {
        _ if turn.is_opening => "opening".to_owned(),
        (false, _) => String::new(),
        (true, Some(to)) => {
            format!("{MISTAKE}throws the win away{MISTAKE:#}: {} keeps it", name(to))
        }
        (true, None) => format!("{MISTAKE}throws the win away{MISTAKE:#}"),
    };
    let side = turn.side().to_string();
    let columns = [&name(turn.to), &time, &score, &best, wins, &note];
    line(&turn.ply.to_string(), &side, columns, has_times)
}

/// Returns how the game ended, and the number of wins thrown away.
fn ending(replayed: &Replayed<'_>) -> String {
    let outcome = replayed.outcome();
    let (winner, loser) = (outcome.winner, !outcome.winner);
    let why = match outcome.termination {
        Termination::NoMoves => format!("{loser} has no legal move"),
        Termination::IllegalMove => format!("{loser} made an illegal move"),
        Termination::Time => format!("{loser} ran out of time"),
        Termination::Crash => format!("{loser}'s program failed"),
        Termination::Resignation => format!("{loser} resigned"),
        other => format!("{loser} lost by {}", other.name()),
    };
    let plies = replayed.turns.len();
    let after = if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
    let mut text = format!("{why}: {winner} has won, after {after}\n");
    let thrown = Color::ALL.map(|color| {
        let turns = replayed.turns.iter();
        let count = turns.filter(|turn| turn.throws_away && turn.side() == color).count();
        format!("{color} {count}")
    });
    text += &format!("wins thrown away: {}", thrown.join(", "));
    let is_open = |turn: &&ReviewedTurn| !turn.is_opening && turn.wins.is_none();
    match replayed.turns.iter().filter(is_open).count() {
        0 => text += "\n",
        open => text += &format!("; not solved: {open} of {plies} positions\n"),
    }
    text
}

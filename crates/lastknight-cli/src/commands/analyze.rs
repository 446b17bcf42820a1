//! `lastknight analyze`: an agent's search of a position, depth by depth.

use std::sync::atomic::Ordering;
use std::time::Duration;

use lastknight::search::Task;
use lastknight::{Agent, Control, Limits, Position, SearchReport, json};

use crate::cli::AnalyzeArgs;
use crate::failure::Failure;
use crate::output::{self, counted, grouped};
use crate::{host, input, interrupt};

const DEFAULT_LIMITS: Limits = Limits::time(Duration::from_secs(1));

/// The seed of the agent, fixed so that an analysis repeats.
const SEED: u64 = 0;

pub(crate) fn run(args: &AnalyzeArgs) -> Result<(), Failure> {
    let (game, constants) = input::game_and_constants(&args.position, args.constants.path())?;
    let agent = input::agent(&args.agent, &constants)?;
    host::check_programs([&agent], &game)?;
    let position = game.position();
    let printer = Printer { position, multi: args.multi, json: args.json };
    let stop = interrupt::stop_flag()?;
    let mut printed = Ok(());
    let mut is_first = true;
    let mut on_progress = |report: &SearchReport| {
        if printed.is_ok() {
            printed = printer.print_depth(report, is_first);
            is_first = false;
        }
        // Without a reader there is no reason to search on.
        if printed.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let limits = args.limits.or(DEFAULT_LIMITS);
    let control = Control::from(limits).clock(args.limits.clock()).checkpoint(stop);
    let task = Task::new(control).multi(args.multi).analysis(true);
    let found = agent.player(SEED).choose(&game, &mut task.on_progress(&mut on_progress));
    printed?;
    let report = found.map_err(|forfeit| {
        let why = forfeit.detail.lines().next().unwrap_or_default();
        Failure::Run(format!("{} gives up: {why}", agent.label()))
    })?;
    printer.print_end(&report, &agent)
}

struct Printer<'a> {
    position: &'a Position,
    multi: usize,
    json: bool,
}

impl Printer<'_> {
    fn print_depth(&self, report: &SearchReport, is_first: bool) -> Result<(), Failure> {
        if self.json {
            return output::json(&json::Iteration::new(self.position, report, self.multi));
        }
        let mut text = String::new();
        if is_first {
            text += &format!("{}line\n", columns("depth", "value", "nodes", "nodes/s", "time"));
        }
        for (i, line) in report.lines.iter().enumerate() {
            let score = line.score.map_or(String::new(), |score| score.to_string());
            let start = if i == 0 {
                let speed = report.nodes_per_second().map_or(String::new(), grouped);
                let time = format!("{:.3} s", report.time.as_secs_f64());
                columns(&report.depth.to_string(), &score, &grouped(report.nodes), &speed, &time)
            } else {
                columns("", &score, "", "", "")
            };
            let name = |&to| self.position.size().name(to).to_string();
            let moves: Vec<String> = line.moves.iter().map(name).collect();
            text += &format!("{start}{}\n", fitting(&moves, start.chars().count()));
        }
        output::text(&text)
    }

    fn print_end(&self, report: &SearchReport, agent: &Agent) -> Result<(), Failure> {
        let position = self.position;
        if self.json {
            return output::json(&json::Analysis::new(position, agent, report, self.multi));
        }
        let side = position.side();
        let Some(best) = report.best() else {
            return output::text_line(&format!("{side} has no legal move: {} has won", !side));
        };
        let mut line = format!("best move: {}", position.size().name(best));
        if let Some(score) = report.score() {
            line += &format!(", {score}");
        }
        if report.nodes > 0 {
            let (nodes, seconds) = (counted(report.nodes, "node"), report.time.as_secs_f64());
            line += &format!(", depth {}, {nodes} in {seconds:.3} s", report.depth);
        }
        output::text_line(&line)
    }
}

/// Narrower terminals have no room for speed and time beside the line.
const ROOMY: usize = 80;

fn columns(depth: &str, value: &str, nodes: &str, speed: &str, time: &str) -> String {
    match output::width() < ROOMY {
        true => format!("{depth:>5}  {value:>9}  {nodes:>13}  "),
        false => format!("{depth:>5}  {value:>9}  {nodes:>13}  {speed:>11}  {time:>10}  "),
    }
}

/// Returns as many moves as fit on a line that has begun, and an ellipsis for the rest.
fn fitting(moves: &[String], begun: usize) -> String {
    let whole = moves.join(" ");
    let room = output::width().saturating_sub(begun);
    if whole.len() <= room {
        return whole;
    }
    let mut text = String::new();
    for name in moves {
        // The ellipsis and the space before it must fit as well.
        if text.len() + name.len() + " …".chars().count() > room {
            break;
        }
        text += name;
        text.push(' ');
    }
    text + "…"
}

#[cfg(test)]
mod tests {
    use super::fitting;

    #[test]
    fn long_lines_are_cut_between_moves() {
        let moves = ["a1", "b3", "c5", "aa12"].map(str::to_owned);
        assert_eq!(fitting(&moves, 87), "a1 b3 c5 aa12");
        assert_eq!(fitting(&moves, 88), "a1 b3 c5 …");
        assert_eq!(fitting(&moves, 90), "a1 b3 c5 …");
        assert_eq!(fitting(&moves, 91), "a1 b3 …");
        assert_eq!(fitting(&moves, 200), "…");
        assert_eq!(fitting(&[], 10), "");
    }
}

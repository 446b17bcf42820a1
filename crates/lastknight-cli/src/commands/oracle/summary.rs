//! The text of results of the oracle.

use std::ops::RangeInclusive;

use lastknight::oracle::Role;
use lastknight::stats::{Share, Z95};
use lastknight_lab::OracleResult;
use lastknight_lab::document::{DataCell, DataTable, numbers, words};

use crate::output::{grouped, named_board, shown_limits, width, wrapped};

/// Describes results of the oracle.
pub(super) struct OracleText<'a>(pub(super) &'a OracleResult);

impl OracleText<'_> {
    pub(super) fn text(&self) -> String {
        let mut text = self.head();
        if self.0.tally(0, None).critical().of == 0 {
            return text;
        }
        text += &match &self.0.agents[..] {
            [agent] => format!("\n{agent}\n\n{}", self.by_ply()),
            _ => format!("\n{}\n{}", self.by_agent(), self.compared()),
        };
        let tested = "Only critical positions are tested: in other won positions any move keeps the win, and in lost \
                      ones there is none.";
        format!("{text}\n{}\n", wrapped(tested))
    }

    /// Returns the board, the limits and the size of the sample.
    fn head(&self) -> String {
        let plan = self.0.sample.plan();
        let tally = self.0.tally(0, None);
        let mut text = String::new();
        if self.0.is_stopped {
            text += "stopped early; finished positions count\n";
        }
        let (board, from, to) = (named_board(&plan.start), plan.plies.start(), plan.plies.end());
        let limits = shown_limits(self.0.limits);
        let line = |line: String| wrapped(&line) + "\n";
        text += &line(format!(
            "{board}, plies {from} to {to}; limits unless an agent has its own: {limits}"
        ));
        let counts = [tally.positions(), tally.lost(), tally.won().of, tally.critical().of];
        let [all, lost, won, critical] = counts.map(grouped);
        text += &line(format!(
            "{all} positions solved: {lost} lost, {won} won, {critical} of these critical: some moves win, some lose"
        ));
        text += &match self.0.sample.too_hard().len() as u64 {
            0 => "none was too hard to solve\n".to_owned(),
            1 => "1 was too hard to solve and is left out\n".to_owned(),
            count => format!("{} were too hard to solve and are left out\n", grouped(count)),
        };
        if self.0.sample.is_exhausted() {
            text += "no other critical positions were found at these plies\n";
        }
        text
    }

    /// Returns the table of one agent, by ply.
    fn by_ply(&self) -> String {
        let plan = self.0.sample.plan();
        let bands = plan.bands();
        let named = bands.iter().map(|band| (format!("{} to {}", band.start(), band.end()), band));
        let rows = [("all".to_owned(), &plan.plies)].into_iter().chain(named);
        let rows = rows.map(|(name, plies)| (name, plies, self.0.part(0, plies, None)));
        let of_role = |plies: &RangeInclusive<usize>, role| {
            DataCell::hits(self.0.part(0, plies, Some(role)).critical())
        };
        let table = DataTable::of("Kept wins", rows)
            .column(words("plies").in_terminal(10), |(name, ..)| name.clone())
            .column(numbers("critical").in_terminal(10), |(.., tally)| tally.critical().of)
            .column(numbers("kept").in_terminal(8), |(.., tally)| tally.critical().hits)
            .column(numbers("%").in_terminal(9), |(.., tally)| percent(tally.critical().part()))
            .column(numbers("95 % interval").in_terminal(18), |(.., tally)| {
                interval(tally.critical())
            })
            .column(numbers("random %").in_terminal(12), |(.., tally)| {
                percent(tally.random_share())
            })
            .column(numbers("attacker").in_terminal(15), |row| of_role(row.1, Role::Attacker))
            .column(numbers("victim").in_terminal(15), |row| of_role(row.1, Role::Victim));
        let won = self.0.tally(0, None).won();
        format!(
            "{}\nof all {} won positions {:.1} % stay won, 95 % interval {} %\n",
            table.finish().text(width()),
            grouped(won.of),
            100.0 * won.part().unwrap_or_default(),
            interval(won).unwrap_or_default()
        )
    }

    /// Returns the table of several agents, below that of random moves.
    fn by_agent(&self) -> String {
        let rows = [None].into_iter().chain((0..self.0.agents.len()).map(Some));
        let kept = |&agent: &Option<usize>, role: Option<Role>| {
            let tally = self.0.tally(agent.unwrap_or_default(), role);
            percent(if agent.is_some() { tally.critical().part() } else { tally.random_share() })
        };
        let all = |agent: &Option<usize>| agent.map(|agent| self.0.tally(agent, None));
        let blank = || DataCell::mark("");
        DataTable::of("Kept wins", rows)
            .column(numbers("kept").in_terminal(8), |row| {
                all(row).map_or_else(blank, |tally| tally.critical().hits.into())
            })
            .column(numbers("%").in_terminal(9), |row| kept(row, None))
            .column(numbers("95 % interval").in_terminal(18), |row| {
                all(row).map_or_else(blank, |tally| interval(tally.critical()).into())
            })
            .column(numbers("attacker %").in_terminal(13), |row| kept(row, Some(Role::Attacker)))
            .column(numbers("victim %").in_terminal(11), |row| kept(row, Some(Role::Victim)))
            .column(numbers("all won %").in_terminal(12), |row| {
                all(row).map_or_else(blank, |tally| percent(tally.won().part()).into())
            })
            .column(words("agent").in_terminal(0).after(3), |row| match row {
                Some(agent) => self.0.agents[*agent].to_string(),
                None => "random moves".to_owned(),
            })
            .finish()
            .text(width())
    }

    /// Returns the differences of the other agents from the first, and what they show.
    fn compared(&self) -> String {
        let rows = self.0.differences();
        let note = match rows.len() {
            1 => "p is the exact sign test of these two counts.",
            _ => {
                "p is the exact sign test of these two counts, corrected for the number of agents (Holm)."
            }
        };
        let table = DataTable::of("Differences", (1..).zip(&rows))
            .column(numbers("points").in_terminal(8), |(_, row)| {
                format!("{:+.1}", 100.0 * row.points().0)
            })
            .column(numbers("95 % interval").in_terminal(18), |(_, row)| {
                let (_, (low, high)) = row.points();
                format!("{:+.1} to {:+.1}", 100.0 * low, 100.0 * high)
            })
            .column(numbers("only it").in_terminal(10), |(_, row)| row.pairs.won)
            .column(numbers("only first").in_terminal(12), |(_, row)| row.pairs.lost)
            .column(numbers("p").in_terminal(10), |(_, row)| DataCell::probability(row.corrected))
            .column(words("verdict").in_terminal(9).after(3), |(_, row)| row.verdict())
            .column(words("agent").in_terminal(0).after(2), |&(agent, _): &(usize, _)| {
                self.0.agents[agent].to_string()
            })
            .finish();
        let first = wrapped(&format!("compared with the first, {}:", self.0.agents[0]));
        let note = wrapped(&format!(
            "Only it: positions that it keeps won and the first does not. {note}"
        ));
        format!("{first}\n{}\n{note}\n", table.text(width()))
    }
}

fn percent(part: Option<f64>) -> Option<DataCell> {
    part.map(|part| DataCell::percent(part, 1))
}

/// Returns the 95 % interval in percent.
fn interval(share: Share) -> Option<String> {
    let (low, high) = share.interval(Z95);
    (share.of > 0).then(|| format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high))
}

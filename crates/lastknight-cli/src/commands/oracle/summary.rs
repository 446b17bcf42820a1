//! The results of the oracle.

use std::ops::RangeInclusive;

use lastknight::oracle::{OracleConditions, Role, Sample, Tally};
use lastknight::stats::{Share, Z95};
use lastknight::{Agent, json};
use lastknight_lab::document::{DataCell, DataTable, numbers, words};
use serde::Serialize;

use crate::output::{grouped, named_board, shown_limits};

/// A sample of positions and the answers of the agents.
pub(super) struct OracleSummary<'a> {
    pub(super) sample: &'a Sample,
    pub(super) agents: &'a [Agent],
    /// Whether each agent keeps the win, for each position.
    pub(super) kept: &'a [Vec<bool>],
    pub(super) conditions: &'a OracleConditions<'a>,
    pub(super) is_stopped: bool,
    pub(super) seconds: f64,
}

impl OracleSummary<'_> {
    /// Counts the results of an agent at some plies, in one role or both.
    fn part(&self, agent: usize, plies: &RangeInclusive<usize>, role: Option<Role>) -> Tally {
        let mut tally = Tally::default();
        for (case, kept) in self.sample.cases().iter().zip(self.kept) {
            if plies.contains(&case.position().ply()) && (role.is_none() || case.role() == role) {
                tally.add(case, kept[agent]);
            }
        }
        tally
    }

    fn tally(&self, agent: usize, role: Option<Role>) -> Tally {
        self.part(agent, &self.sample.plan().plies, role)
    }

    pub(super) fn text(&self) -> String {
        let mut text = self.head();
        if self.tally(0, None).critical().of == 0 {
            return text;
        }
        text += &match self.agents {
            [agent] => format!("\n{agent}\n\n{}", self.by_ply()),
            _ => format!("\n{}", self.by_agent()),
        };
        text + "\nOnly critical positions are tested: in other won positions any move keeps the win, and in\n\
                lost ones there is none.\n"
    }

    /// Returns the board, the limits and the size of the sample.
    fn head(&self) -> String {
        let plan = self.sample.plan();
        let tally = self.tally(0, None);
        let mut text = String::new();
        if self.is_stopped {
            text += "stopped early; finished positions count\n";
        }
        let (board, from, to) = (named_board(&plan.start), plan.plies.start(), plan.plies.end());
        let limits = shown_limits(self.conditions.control.limits);
        text += &format!(
            "{board}, plies {from} to {to}; limits unless an agent has its own: {limits}\n"
        );
        let counts = [tally.positions(), tally.lost(), tally.won().of, tally.critical().of];
        let [all, lost, won, critical] = counts.map(grouped);
        text += &format!("{all} positions solved: {lost} lost, {won} won, ");
        text += &format!("{critical} of these critical: some moves win, some lose\n");
        text += &match self.sample.too_hard().len() as u64 {
            0 => "none was too hard to solve\n".to_owned(),
            1 => "1 was too hard to solve and is left out\n".to_owned(),
            count => format!("{} were too hard to solve and are left out\n", grouped(count)),
        };
        if self.sample.is_exhausted() {
            text += "no other critical positions were found at these plies\n";
        }
        text
    }

    /// Returns the table of one agent, by ply.
    fn by_ply(&self) -> String {
        let plan = self.sample.plan();
        let bands = plan.bands();
        let named = bands.iter().map(|band| (format!("{} to {}", band.start(), band.end()), band));
        let rows = [("all".to_owned(), &plan.plies)].into_iter().chain(named);
        let rows = rows.map(|(name, plies)| (name, plies, self.part(0, plies, None)));
        let of_role = |plies: &RangeInclusive<usize>, role| {
            DataCell::hits(self.part(0, plies, Some(role)).critical())
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
        let won = self.tally(0, None).won();
        format!(
            "{}\nof all {} won positions {:.1} % stay won, 95 % interval {} %\n",
            table.finish().text(),
            grouped(won.of),
            100.0 * won.part().unwrap_or_default(),
            interval(won).unwrap_or_default()
        )
    }

    /// Returns the table of several agents, below that of random moves.
    fn by_agent(&self) -> String {
        let rows = [None].into_iter().chain((0..self.agents.len()).map(Some));
        let kept = |&agent: &Option<usize>, role: Option<Role>| {
            let tally = self.tally(agent.unwrap_or_default(), role);
            percent(if agent.is_some() { tally.critical().part() } else { tally.random_share() })
        };
        let all = |agent: &Option<usize>| agent.map(|agent| self.tally(agent, None));
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
                Some(agent) => self.agents[*agent].to_string(),
                None => "random moves".to_owned(),
            })
            .finish()
            .text()
    }

    pub(super) fn json(&self) -> OracleJson {
        let plan = self.sample.plan();
        let parts = |agent: usize, plies: &RangeInclusive<usize>| KeptWins {
            plies: [*plies.start(), *plies.end()],
            all: self.part(agent, plies, None).into(),
            attacker: self.part(agent, plies, Some(Role::Attacker)).into(),
            victim: self.part(agent, plies, Some(Role::Victim)).into(),
        };
        let agent = |(i, agent): (usize, &Agent)| OracleAgentJson {
            agent: agent.to_string(),
            kept: parts(i, &plan.plies),
            bands: plan.bands().iter().map(|band| parts(i, band)).collect(),
        };
        OracleJson {
            start: plan.start.to_string(),
            seed: plan.seed,
            limits: self.conditions.control.limits.into(),
            clock: self.conditions.control.clock.name(),
            too_hard: self.sample.too_hard().len(),
            exhausted: self.sample.is_exhausted(),
            agents: self.agents.iter().enumerate().map(agent).collect(),
            seconds: self.seconds,
            complete: !self.is_stopped,
            stopped: self.is_stopped,
        }
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

/// The result as JSON, with shares of 1 and 95 % intervals.
#[derive(Serialize)]
pub(super) struct OracleJson {
    start: String,
    seed: u64,
    limits: json::Limits,
    clock: &'static str,
    too_hard: usize,
    exhausted: bool,
    agents: Vec<OracleAgentJson>,
    seconds: f64,
    complete: bool,
    /// Deprecated: `complete`.
    stopped: bool,
}

#[derive(Serialize)]
struct OracleAgentJson {
    agent: String,
    #[serde(flatten)]
    kept: KeptWins,
    bands: Vec<KeptWins>,
}

#[derive(Serialize)]
struct KeptWins {
    plies: [usize; 2],
    all: json::OracleTally,
    attacker: json::OracleTally,
    victim: json::OracleTally,
}

//! What came of asking.

use std::ops::RangeInclusive;

use lastknight::oracle::{OracleConditions, Role, Sample, SolvedCase, Tally};
use lastknight::stats::{Share, Z95};
use lastknight::{Agent, json};
use lastknight_lab::document::{DataCell, DataTable, numbers, words};
use serde::Serialize;

use crate::output::{grouped, named_board, shown_limits};

/// All that there is to tell.
pub(super) struct Summary<'a> {
    pub(super) sample: &'a Sample,
    pub(super) agents: &'a [Agent],
    /// For each position that was asked about, whether each agent keeps its win.
    pub(super) kept: &'a [Vec<bool>],
    pub(super) conditions: &'a OracleConditions<'a>,
    pub(super) is_stopped: bool,
    pub(super) seconds: f64,
}

impl Summary<'_> {
    /// What an agent did in positions of one kind.
    fn tally(&self, agent: usize, is_here: impl Fn(&SolvedCase) -> bool) -> Tally {
        let mut tally = Tally::default();
        for (case, kept) in self.sample.cases().iter().zip(self.kept) {
            if is_here(case) {
                tally.add(case, kept[agent]);
            }
        }
        tally
    }

    /// The same by plies, and by role where one is given.
    fn part(&self, agent: usize, plies: &RangeInclusive<usize>, role: Option<Role>) -> Tally {
        self.tally(agent, |case| {
            plies.contains(&case.position().ply()) && (role.is_none() || case.role() == role)
        })
    }

    pub(super) fn text(&self) -> String {
        let mut text = self.head();
        if self.tally(0, |_| true).critical().of == 0 {
            return text;
        }
        match self.agents {
            [agent] => {
                text += &format!("\n{agent}\n\n");
                text += &self.by_ply();
            }
            _ => {
                text.push('\n');
                text += &self.by_agent();
            }
        }
        text += "\nIn won positions that are not critical any move keeps the win; in lost ones there is";
        text += "\nnothing to keep. Neither is asked about.\n";
        text
    }

    /// What was sampled.
    fn head(&self) -> String {
        let plan = self.sample.plan();
        let tally = self.tally(0, |_| true);
        let mut text = String::new();
        if self.is_stopped {
            text += "stopped before the end; what was finished counts\n";
        }
        text += &format!(
            "{}, plies {} to {}; limits unless an agent has its own: {}\n",
            named_board(&plan.start),
            plan.plies.start(),
            plan.plies.end(),
            shown_limits(self.conditions.control.limits)
        );
        text += &format!(
            "{} positions solved: {} lost, {} won, {} of these critical: some moves win, some lose\n",
            grouped(tally.positions()),
            grouped(tally.lost()),
            grouped(tally.won().of),
            grouped(tally.critical().of)
        );
        text += &match self.sample.too_hard().len() as u64 {
            0 => "none was too hard to solve\n".to_owned(),
            1 => "1 was too hard to solve and is left out\n".to_owned(),
            count => format!("{} were too hard to solve and are left out\n", grouped(count)),
        };
        if self.sample.is_exhausted() {
            text += "there seem to be no other critical positions at these plies\n";
        }
        text
    }

    /// One agent, by ply.
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
        let won = self.part(0, &plan.plies, None).won();
        format!(
            "{}\nof all {} won positions {:.1} % stay won, 95 % interval {} %\n",
            table.finish().text(),
            grouped(won.of),
            100.0 * won.part().unwrap_or_default(),
            interval(won).unwrap_or_default()
        )
    }

    /// Several agents, a line each, below what chance would keep.
    fn by_agent(&self) -> String {
        let rows = [None].into_iter().chain((0..self.agents.len()).map(Some));
        // What any move by chance keeps, in the positions of an agent.
        let kept = |&agent: &Option<usize>, role: Option<Role>| {
            let is_here = |case: &SolvedCase| role.is_none() || case.role() == role;
            let tally = self.tally(agent.unwrap_or_default(), is_here);
            percent(if agent.is_some() { tally.critical().part() } else { tally.random_share() })
        };
        let all = |agent: &Option<usize>| agent.map(|agent| self.tally(agent, |_| true));
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
                None => "any move, by chance".to_owned(),
            })
            .finish()
            .text()
    }

    pub(super) fn json(&self) -> OracleAnswer {
        let plan = self.sample.plan();
        let parts = |agent: usize, plies: &RangeInclusive<usize>| KeptWins {
            plies: [*plies.start(), *plies.end()],
            all: self.part(agent, plies, None).into(),
            attacker: self.part(agent, plies, Some(Role::Attacker)).into(),
            victim: self.part(agent, plies, Some(Role::Victim)).into(),
        };
        let agent = |(i, agent): (usize, &Agent)| AgentAnswer {
            agent: agent.to_string(),
            kept: parts(i, &plan.plies),
            bands: plan.bands().iter().map(|band| parts(i, band)).collect(),
        };
        OracleAnswer {
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

/// A 95 % interval in percent.
fn interval(share: Share) -> Option<String> {
    let (low, high) = share.interval(Z95);
    (share.of > 0).then(|| format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high))
}

/// The result as JSON. Shares are parts of 1, intervals 95 % ones.
#[derive(Serialize)]
pub(super) struct OracleAnswer {
    start: String,
    seed: u64,
    limits: json::Limits,
    clock: &'static str,
    too_hard: usize,
    exhausted: bool,
    agents: Vec<AgentAnswer>,
    seconds: f64,
    complete: bool,
    /// Deprecated: `complete`.
    stopped: bool,
}

#[derive(Serialize)]
struct AgentAnswer {
    agent: String,
    #[serde(flatten)]
    kept: KeptWins,
    bands: Vec<KeptWins>,
}

/// What was kept at some plies.
#[derive(Serialize)]
struct KeptWins {
    plies: [usize; 2],
    all: json::OracleTally,
    attacker: json::OracleTally,
    victim: json::OracleTally,
}

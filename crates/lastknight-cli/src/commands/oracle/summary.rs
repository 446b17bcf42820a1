//! The results of the oracle.

use std::ops::RangeInclusive;

use lastknight::oracle::{OracleConditions, Role, Sample, Tally};
use lastknight::stats::{EVEN, Pairs, Share, Z95, holm};
use lastknight::{Agent, json};
use lastknight_lab::document::{DataCell, DataTable, numbers, words};
use serde::Serialize;

use crate::output::{grouped, named_board, shown_limits, width, wrapped};

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
            _ => format!("\n{}\n{}", self.by_agent(), self.compared()),
        };
        let tested = "Only critical positions are tested: in other won positions any move keeps the win, and in lost \
                      ones there is none.";
        format!("{text}\n{}\n", wrapped(tested))
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
        let line = |line: String| wrapped(&line) + "\n";
        text += &line(format!(
            "{board}, plies {from} to {to}; limits unless an agent has its own: {limits}"
        ));
        let counts = [tally.positions(), tally.lost(), tally.won().of, tally.critical().of];
        let [all, lost, won, critical] = counts.map(grouped);
        text += &line(format!(
            "{all} positions solved: {lost} lost, {won} won, {critical} of these critical: some moves win, some lose"
        ));
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
            table.finish().text(width()),
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
            .text(width())
    }

    /// Compares each agent with the first, position by position.
    fn differences(&self) -> Vec<Difference> {
        let critical = self.sample.cases().iter().zip(self.kept);
        let critical: Vec<&Vec<bool>> =
            critical.filter(|(case, _)| case.is_critical()).map(|(_, kept)| kept).collect();
        let pairs = |agent: usize| {
            let mut pairs = Pairs::default();
            for kept in &critical {
                pairs.add(1 + usize::from(kept[agent]) - usize::from(kept[0]));
            }
            pairs
        };
        let pairs: Vec<Pairs> = (1..self.agents.len()).map(pairs).collect();
        let corrected = holm(&pairs.iter().map(|pairs| pairs.sign_test()).collect::<Vec<_>>());
        let difference = |(pairs, corrected)| Difference { pairs, corrected };
        pairs.into_iter().zip(corrected).map(difference).collect()
    }

    /// Returns the differences of the other agents from the first, and what they show.
    fn compared(&self) -> String {
        let rows = self.differences();
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
                self.agents[agent].to_string()
            })
            .finish();
        let first = wrapped(&format!("compared with the first, {}:", self.agents[0]));
        let note = wrapped(&format!(
            "Only it: positions that it keeps won and the first does not. {note}"
        ));
        format!("{first}\n{}\n{note}\n", table.text(width()))
    }

    pub(super) fn json(&self) -> OracleJson {
        let plan = self.sample.plan();
        let parts = |agent: usize, plies: &RangeInclusive<usize>| KeptWins {
            plies: [*plies.start(), *plies.end()],
            all: self.part(agent, plies, None).into(),
            attacker: self.part(agent, plies, Some(Role::Attacker)).into(),
            victim: self.part(agent, plies, Some(Role::Victim)).into(),
        };
        let differences = self.differences();
        let agent = |(i, agent): (usize, &Agent)| OracleAgentJson {
            agent: agent.to_string(),
            difference: i.checked_sub(1).map(|other| differences[other].json()),
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

/// How much more or less often an agent keeps the win than the first.
struct Difference {
    /// The positions as pairs: won if only the agent keeps the win, lost if only the first does.
    pairs: Pairs,
    /// The p-value, corrected for the number of agents.
    corrected: f64,
}

impl Difference {
    /// Returns the difference of the shares and its interval.
    fn points(&self) -> (f64, (f64, f64)) {
        // A score of ½ is a difference of 0, a score of 1 one of 1.
        let difference = |score: f64| 2.0 * score - 1.0;
        let (low, high) = self.pairs.interval(Z95);
        (self.pairs.score().map_or(0.0, difference), (difference(low), difference(high)))
    }

    fn verdict(&self) -> &'static str {
        match self.pairs.conclusion_within(EVEN / 2.0) {
            conclusion if conclusion.is_different() && self.corrected > 0.05 => "undecided",
            conclusion => conclusion.word(),
        }
    }

    fn json(&self) -> DifferenceJson {
        let (value, (low, high)) = self.points();
        DifferenceJson {
            value,
            interval: [low, high],
            only_agent: self.pairs.won,
            only_first: self.pairs.lost,
            p_value: self.pairs.sign_test(),
            corrected_p_value: self.corrected,
            verdict: self.verdict(),
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
    /// The difference from the first agent; `null` for the first.
    difference: Option<DifferenceJson>,
    #[serde(flatten)]
    kept: KeptWins,
    bands: Vec<KeptWins>,
}

/// A difference of shares of critical positions, on the same positions.
#[derive(Serialize)]
struct DifferenceJson {
    value: f64,
    interval: json::Interval,
    only_agent: u64,
    only_first: u64,
    p_value: f64,
    corrected_p_value: f64,
    verdict: &'static str,
}

#[derive(Serialize)]
struct KeptWins {
    plies: [usize; 2],
    all: json::OracleTally,
    attacker: json::OracleTally,
    victim: json::OracleTally,
}

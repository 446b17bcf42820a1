//! What came of asking.

use std::ops::RangeInclusive;

use lastknight::oracle::{Case, Conditions, Role, Sample, Tally};
use lastknight::stats::{Share, Z95};
use lastknight::{Agent, json};
use serde::Serialize;

use crate::output::{grouped, named_board, shown_limits};

/// All that there is to tell.
pub(super) struct Summary<'a> {
    pub(super) sample: &'a Sample,
    pub(super) agents: &'a [Agent],
    /// For each position that was asked about, whether each agent keeps its win.
    pub(super) kept: &'a [Vec<bool>],
    pub(super) conditions: &'a Conditions<'a>,
    pub(super) is_stopped: bool,
    pub(super) seconds: f64,
}

impl Summary<'_> {
    /// What an agent did in positions of one kind.
    fn tally(&self, agent: usize, is_here: impl Fn(&Case) -> bool) -> Tally {
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
        let mut text = format!(
            "{:<10}{:>10}{:>8}{:>9}{:>18}{:>12}{:>15}{:>15}\n",
            "plies", "critical", "kept", "%", "95 % interval", "random %", "attacker", "victim"
        );
        let plan = self.sample.plan();
        let bands = plan.bands();
        let named = bands.iter().map(|band| (format!("{} to {}", band.start(), band.end()), band));
        for (name, plies) in [("all".to_owned(), &plan.plies)].into_iter().chain(named) {
            let tally = self.part(0, plies, None);
            let share = tally.critical();
            let [attacker, victim] = Role::ALL.map(|role| {
                let Share { hits, of } = self.part(0, plies, Some(role)).critical();
                if of == 0 {
                    "-".to_owned()
                } else {
                    format!("{} of {}", grouped(hits), grouped(of))
                }
            });
            text += &format!(
                "{name:<10}{:>10}{:>8}{:>9}{:>18}{:>12}{attacker:>15}{victim:>15}\n",
                grouped(share.of),
                grouped(share.hits),
                percent(share.part()),
                interval(share),
                percent(tally.chance()),
            );
        }
        let won = self.part(0, &plan.plies, None).won();
        text += &format!(
            "\nof all {} won positions {} % stay won, 95 % interval {} %\n",
            grouped(won.of),
            percent(won.part()),
            interval(won)
        );
        text
    }

    /// Several agents, a line each.
    fn by_agent(&self) -> String {
        let mut text = format!(
            "{:>8}{:>9}{:>18}{:>13}{:>11}{:>12}   agent\n",
            "kept", "%", "95 % interval", "attacker %", "victim %", "all won %"
        );
        let of_role = |agent, role| self.tally(agent, |case| case.role() == Some(role));
        let chances = Role::ALL.map(|role| percent(of_role(0, role).chance()));
        let chance = percent(self.tally(0, |_| true).chance());
        let [attacker, victim] = chances;
        text += &format!(
            "{:>8}{chance:>9}{:>18}{attacker:>13}{victim:>11}{:>12}   any move, by chance\n",
            "", "", ""
        );
        for (i, agent) in self.agents.iter().enumerate() {
            let tally = self.tally(i, |_| true);
            let share = tally.critical();
            let [attacker, victim] =
                Role::ALL.map(|role| percent(of_role(i, role).critical().part()));
            text += &format!(
                "{:>8}{:>9}{:>18}{attacker:>13}{victim:>11}{:>12}   {agent}\n",
                grouped(share.hits),
                percent(share.part()),
                interval(share),
                percent(tally.won().part())
            );
        }
        text
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

fn percent(part: Option<f64>) -> String {
    part.map_or_else(|| "-".to_owned(), |part| format!("{:.1}", 100.0 * part))
}

/// A 95 % interval in per cent.
fn interval(share: Share) -> String {
    if share.of == 0 {
        return "-".to_owned();
    }
    let (low, high) = share.interval(Z95);
    format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high)
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

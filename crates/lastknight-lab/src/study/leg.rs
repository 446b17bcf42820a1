//! The legs of a measure: the same agents under several conditions, one column each.

use lastknight::{Agent, Agents, Constants};

use super::InvalidStudy;
use super::file::{LegFile, MeasureFile, SweepFile, SweepValue};
use super::grid::Axis;
use crate::format::grouped;
use crate::spec::{AgentEntry, AgentList, Conditions, Spec, SpecBuilder, SpecError};

/// The agents under one set of conditions.
#[derive(Clone, Debug)]
pub(super) struct Leg {
    pub(super) axis: Axis,
    pub(super) conditions: Conditions,
    spec: SpecBuilder,
    /// The names and texts of the agents and the field.
    pub(super) texts: Vec<(String, String)>,
    /// The number of games, as a factor of the measure's.
    share: f64,
}

impl Leg {
    /// Reads the columns and the rows of a measure.
    pub(super) fn read(
        file: &MeasureFile,
        known: &Agents,
    ) -> Result<(Vec<Self>, Vec<Axis>), InvalidStudy> {
        let (mut rows, agents) = rows(file)?;
        let only = [LegFile::default()];
        let files = if file.legs.is_empty() { &only[..] } else { &file.legs };
        let mut legs: Vec<Self> = Vec::new();
        for leg in files {
            let agents = if leg.agents.is_empty() { &agents } else { &leg.agents };
            let leg = Self::new(file, axis(leg), leg, agents, known)?;
            if legs.iter().any(|other| other.axis.name == leg.axis.name) {
                return Err(InvalidStudy::LegTwice(leg.axis.name));
            }
            legs.push(leg);
        }
        if rows.is_empty() {
            for (name, _) in legs.iter().flat_map(Self::agents) {
                if !rows.iter().any(|row| row.name == *name) {
                    rows.push(Axis::named(name));
                }
            }
        }
        if rows.is_empty() {
            Err(InvalidStudy::Rule("agents: there are none"))
        } else {
            Ok((legs, rows))
        }
    }

    pub(super) fn new(
        measure: &MeasureFile,
        axis: Axis,
        leg: &LegFile,
        agents: &[AgentEntry],
        known: &Agents,
    ) -> Result<Self, InvalidStudy> {
        let file = measure.of_leg(leg);
        let constants = file.constants_over(&Constants::NONE)?;
        let field = if leg.field.is_empty() { &measure.field } else { &leg.field };
        let parse = |text: &str| known.parse(text, &constants);
        let read = |name, entries| AgentList { name, entries }.read_all(&parse);
        let (named, named_field) = (read("agents", agents)?, read("field", field)?);
        let share = leg.share.unwrap_or(1.0);
        if !(share > 0.0 && share <= 100.0) {
            return Err(InvalidStudy::Rule("legs: the share must be above 0 and at most 100"));
        }
        let mut spec =
            Spec::builder().name(&measure.name).or_file(&file, known, &Constants::NONE)?;
        for (name, agent) in named {
            spec = spec.agent_named(name, agent);
        }
        for (name, agent) in named_field {
            spec = spec.opponent_named(name, agent);
        }
        let conditions = spec.conditions()?;
        let text = |entry: &AgentEntry| {
            let (name, text) = entry.parts();
            (name.to_owned(), text.to_owned())
        };
        let texts = agents.iter().chain(field).map(text).collect();
        Ok(Self { axis, conditions, spec, texts, share })
    }

    /// Its number of games, positions or lines, given the measure's.
    pub(super) fn count(&self, all: usize) -> usize {
        ((all as f64 * self.share).ceil() as usize).max(1)
    }

    /// The tournament with the measure's number of games per pairing.
    pub(super) fn spec(&self, games: usize) -> Result<Spec, SpecError> {
        self.spec.clone().games(self.count(games).max(2)).build()
    }

    /// The number of game pairs per pairing.
    pub(super) fn pairs(&self, games: usize) -> Result<usize, SpecError> {
        self.spec.clone().games(self.count(games).max(2)).pairs(&self.conditions)
    }

    /// Whether any agent has a time limit.
    pub(super) fn is_timed(&self) -> bool {
        let own = |(_, agent): &(String, Agent)| agent.has_time_limit();
        self.conditions.limits.time.is_some() || self.agents().iter().chain(self.field()).any(own)
    }

    pub(super) fn agents(&self) -> &[(String, Agent)] {
        self.spec.entrants()[0]
    }

    /// The opponents; if there are none, the agents play each other.
    pub(super) fn field(&self) -> &[(String, Agent)] {
        self.spec.entrants()[1]
    }
}

/// The rows of agents and sweeps, and their agents.
fn rows(file: &MeasureFile) -> Result<(Vec<Axis>, Vec<AgentEntry>), InvalidStudy> {
    let (mut rows, mut agents) = (Vec::new(), Vec::new());
    for (name, agent) in file.agents.iter().map(AgentEntry::parts) {
        rows.push(Axis::named(name));
        // The name is the text as written.
        agents.push(AgentEntry::Named { name: name.to_owned(), agent: agent.to_owned() });
    }
    for SweepFile { agent, values, label } in &file.sweeps {
        if !agent.contains("{}") {
            return Err(InvalidStudy::Rule("sweeps: the agent has no place {} for the value"));
        }
        for value in values {
            let (text, x) = match value {
                SweepValue::Number(number) => (number.to_string(), Some(*number)),
                SweepValue::Text(text) => (text.clone(), None),
            };
            let name = label.as_deref().unwrap_or("{}").replace("{}", &text);
            let agent = agent.replace("{}", &text);
            agents.push(AgentEntry::Named { name: name.clone(), agent });
            rows.push(Axis { name, x });
        }
    }
    Ok((rows, agents))
}

/// The label and the place of a column, by default from what the leg sets.
fn axis(leg: &LegFile) -> Axis {
    let parts = [
        leg.board.clone(),
        leg.depth.map(|depth| format!("depth {depth}")),
        leg.nodes.map(|nodes| format!("{} nodes", grouped(nodes))),
        leg.time.clone(),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let by_limit = leg.depth.map(f64::from).or(leg.nodes.map(|nodes| nodes as f64));
    Axis { name: leg.label.clone().unwrap_or_else(|| parts.join(", ")), x: leg.x.or(by_limit) }
}

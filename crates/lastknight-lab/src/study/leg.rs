//! The legs of a measure: the same agents under several conditions, a column each.

use lastknight::{Agent, Agents, Constants};

use super::InvalidStudy;
use super::file::{LegFile, PlayFile, RowsFile, SweepFile, SweepValue};
use super::grid::Axis;
use crate::format::grouped;
use crate::spec::{AgentEntry, Conditions, Spec, SpecBuilder, SpecError, read_agents};

/// The same agents under certain conditions.
#[derive(Clone, Debug)]
pub(super) struct Leg {
    pub(super) axis: Axis,
    pub(super) conditions: Conditions,
    spec: SpecBuilder,
    /// The agents and the field as they are written, with their names.
    pub(super) texts: Vec<(String, String)>,
    /// Games as a part of the measure's.
    share: f64,
}

impl Leg {
    /// Reads the columns of a measure, or the only one, and its rows.
    pub(super) fn read(
        name: &str,
        play: &PlayFile,
        file: &RowsFile,
    ) -> Result<(Vec<Self>, Vec<Axis>), InvalidStudy> {
        let (mut rows, agents) = rows(file)?;
        let constants = play.of_leg(&LegFile::default()).constants_over(&Constants::NONE)?;
        let agents = ReadAgents::of("agents", &agents, &constants)?;
        let field = ReadAgents::of("field", &play.field, &constants)?;
        let only = [LegFile::default()];
        let files = if file.legs.is_empty() { &only[..] } else { &file.legs };
        let mut legs: Vec<Self> = Vec::new();
        for leg in files {
            let own_agents = ReadAgents::of("agents", &leg.agents, &constants)?;
            let own_field = ReadAgents::of("field", &leg.field, &constants)?;
            let agents = if leg.agents.is_empty() { &agents } else { &own_agents };
            let field = if leg.field.is_empty() { &field } else { &own_field };
            let leg = Self::new(name, axis(leg), play, leg, [agents, field])?;
            if legs.iter().any(|other| other.axis.name == leg.axis.name) {
                return Err(InvalidStudy::LegTwice(leg.axis.name));
            }
            legs.push(leg);
        }
        if rows.is_empty() {
            // Legs bring their own agents.
            for (name, _) in legs.iter().flat_map(Self::agents) {
                if !rows.iter().any(|row| row.name == *name) {
                    rows.push(Axis::named(name));
                }
            }
        }
        if rows.is_empty() { Err(InvalidStudy::NoAgents) } else { Ok((legs, rows)) }
    }

    /// The leg of a search, in which points play a field: one agent stands for all of them.
    pub(super) fn of_search(
        name: &str,
        title: &str,
        play: &PlayFile,
        start: Agent,
    ) -> Result<Self, InvalidStudy> {
        let leg = LegFile::default();
        let constants = play.of_leg(&leg).constants_over(&Constants::NONE)?;
        let field = ReadAgents::of("field", &play.field, &constants)?;
        let agents = vec![("start".to_owned(), start)];
        let texts = agents.iter().map(|(name, agent)| (name.clone(), agent.to_string())).collect();
        let start = ReadAgents { texts, agents };
        Self::new(name, Axis::named(title), play, &leg, [&start, &field])
    }

    fn new(
        name: &str,
        axis: Axis,
        play: &PlayFile,
        leg: &LegFile,
        [agents, field]: [&ReadAgents; 2],
    ) -> Result<Self, InvalidStudy> {
        let share = leg.share.unwrap_or(1.0);
        if !(share > 0.0 && share <= 100.0) {
            return Err(InvalidStudy::LegShare);
        }
        let mut spec = Spec::builder().name(name).or_file(
            &play.of_leg(leg),
            &Agents::builtin(),
            &Constants::NONE,
        )?;
        for (name, agent) in &agents.agents {
            spec = spec.agent_named(name, agent.clone());
        }
        for (name, agent) in &field.agents {
            spec = spec.opponent_named(name, agent.clone());
        }
        let conditions = spec.conditions()?;
        let texts = agents.texts.iter().chain(&field.texts).cloned().collect();
        Ok(Self { axis, conditions, spec, texts, share })
    }

    /// Its part of so many games, positions or lines.
    pub(super) fn count(&self, all: usize) -> usize {
        ((all as f64 * self.share).ceil() as usize).max(1)
    }

    /// The tournament with so many games a pairing.
    pub(super) fn spec(&self, games: usize) -> Result<Spec, SpecError> {
        self.spec.clone().games(self.count(games).max(2)).build()
    }

    /// How many pairs that makes.
    pub(super) fn pairs(&self, games: usize) -> Result<usize, SpecError> {
        self.spec.clone().games(self.count(games).max(2)).pairs(&self.conditions)
    }

    /// Whether time limits anybody's searches.
    pub(super) fn is_timed(&self) -> bool {
        let own = |(_, agent): &(String, Agent)| agent.limits().time.is_some();
        self.conditions.limits.time.is_some() || self.agents().iter().chain(self.field()).any(own)
    }

    /// Who is measured.
    pub(super) fn agents(&self) -> &[(String, Agent)] {
        self.spec.entrants()[0]
    }

    /// Whom they play; without a field they play each other.
    pub(super) fn field(&self) -> &[(String, Agent)] {
        self.spec.entrants()[1]
    }
}

/// The rows of agents and sweeps, and their agents as they are written.
fn rows(file: &RowsFile) -> Result<(Vec<Axis>, Vec<AgentEntry>), InvalidStudy> {
    let (mut rows, mut agents) = (Vec::new(), Vec::new());
    for entry in &file.agents {
        let (name, agent) = entry.parts();
        rows.push(Axis::named(name));
        agents.push(AgentEntry::Named { name: name.to_owned(), agent: agent.to_owned() });
    }
    for SweepFile { agent, values, label } in &file.sweeps {
        if !agent.contains("{}") {
            return Err(InvalidStudy::SweepWithoutPlace);
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

/// Agents as they are written, and as they were read.
struct ReadAgents {
    texts: Vec<(String, String)>,
    agents: Vec<(String, Agent)>,
}

impl ReadAgents {
    fn of(
        list: &'static str,
        entries: &[AgentEntry],
        constants: &Constants,
    ) -> Result<Self, SpecError> {
        let text = |entry: &AgentEntry| {
            let (name, text) = entry.parts();
            (name.to_owned(), text.to_owned())
        };
        let texts = entries.iter().map(text).collect();
        Ok(Self {
            texts,
            agents: read_agents(list, entries, &|text| Agent::parse(text, constants))?,
        })
    }
}

/// What a column is called, and where it stands, by what is special about it.
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

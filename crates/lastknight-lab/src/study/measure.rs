//! What is measured, and of whom: the parts of a study, checked.

use std::collections::HashSet;

use lastknight::quote::quote;
use lastknight::{Agent, Constants};

use super::claim::Claim;
use super::file::{By, ChartKind, EffortOf, KindName, LegFile, MeasureFile, SweepValue};
use super::grid::Axis;
use super::halving::HalvingSearch;
use super::{Extent, StudyError, exact, mirrors};
use crate::spec::{MOST_GAMES, Spec, SpecError, SpecFile};
use crate::words::grouped;

/// One measurement.
#[derive(Clone, Debug)]
pub struct Measure {
    /// A short name.
    pub name: String,
    /// What it measures.
    pub title: String,
    /// What else is to be known.
    pub note: String,
    /// How its figures are drawn.
    pub chart: ChartKind,
    /// What the axis of a curve is called, where that is said.
    pub x_axis: Option<String>,
    /// What is measured, and of whom.
    pub(super) kind: Kind,
    /// What was published about it.
    pub claims: Vec<Claim>,
    sizes: [usize; 3],
}

/// What is measured, and of whom.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// Games: rows are the agents; columns the opponents and all of them, or the legs where there are several.
    Games { legs: Vec<Leg>, rows: Vec<Axis>, counts_symmetry: bool },
    /// Solved positions: columns are the legs, or bands of one leg.
    Oracle { legs: Vec<Leg>, rows: Vec<Axis>, by: Option<By> },
    /// Searches along given lines of play: columns are the legs.
    Effort { legs: Vec<Leg>, rows: Vec<Axis>, of: EffortOf, line: Agent },
    /// Lines of play: the share that player 1 wins, by the solver.
    Exact { lines: Vec<(String, String)> },
    /// Boards all of whose positions are looked at.
    Mirrors { boards: Vec<String> },
    /// A search for numbers.
    Halving { leg: Box<Leg>, search: Box<HalvingSearch> },
}

/// The same agents under certain conditions.
#[derive(Clone, Debug)]
pub(super) struct Leg {
    pub(super) axis: Axis,
    pub(super) file: SpecFile,
    /// Games as a part of the measure's.
    pub(super) share: f64,
}

impl Leg {
    /// The tournament with so many games a pairing.
    pub(super) fn spec(&self, games: usize) -> Result<Spec, SpecError> {
        let games = self.count(games).max(2);
        SpecFile { games: Some(games), ..self.file.clone() }.spec()
    }
}

impl Measure {
    /// How many games of a pairing, positions or lines.
    #[must_use]
    pub fn games(&self, extent: Extent) -> usize {
        let [quick, normal, full] = self.sizes;
        match extent {
            Extent::Quick => quick,
            Extent::Normal => normal,
            Extent::Full => full,
            Extent::Games(games) => games,
        }
    }
}

pub(super) fn read_measure(file: &MeasureFile) -> Result<Measure, SpecError> {
    check_keys(file)?;
    let kind = read_kind(file)?;
    let (rows, columns) = kind.names();
    let mut names = HashSet::new();
    if let Some(name) = rows.iter().find(|name| !names.insert(name.as_str())) {
        return Err(SpecError::new(format!("two rows are called {}", quote(name))));
    }
    let claims = claims(file, &kind, &rows, &columns)?;
    let sizes = sizes(file)?;
    let is_curve = |axes: &[Axis]| axes.iter().filter(|axis| axis.x.is_some()).count() > 2;
    let chart = file.chart.unwrap_or(match &kind {
        Kind::Games { rows, legs, .. }
        | Kind::Oracle { rows, legs, .. }
        | Kind::Effort { rows, legs, .. } => {
            let legs: Vec<Axis> = legs.iter().map(|leg| leg.axis.clone()).collect();
            if is_curve(rows) || is_curve(&legs) { ChartKind::Curve } else { ChartKind::Bars }
        }
        _ => ChartKind::Bars,
    });
    Ok(Measure {
        name: file.name.clone(),
        title: file.title.clone(),
        note: file.note.clone().unwrap_or_default(),
        chart,
        x_axis: file.x_axis.clone(),
        kind,
        claims,
        sizes,
    })
}

/// Games, positions or lines: at quick, usually, at full.
fn sizes(file: &MeasureFile) -> Result<[usize; 3], SpecError> {
    let mut said = [file.games, file.quick, file.full].into_iter().flatten();
    if said.any(|size| !(1..=MOST_GAMES).contains(&size)) {
        let why = format!("games, quick and full are whole numbers from 1 to {MOST_GAMES}");
        return Err(SpecError::new(why));
    }
    let games = file.games.unwrap_or(1000);
    let quick = file.quick.unwrap_or((games / 50).max(10)).min(games);
    let full = file.full.unwrap_or(games.saturating_mul(5).min(MOST_GAMES));
    Ok([quick, games, full])
}

/// The claims, whose rows and columns must be there.
fn claims(
    file: &MeasureFile,
    kind: &Kind,
    rows: &[String],
    columns: &[String],
) -> Result<Vec<Claim>, SpecError> {
    let mut claims = Vec::new();
    for published in &file.published {
        claims.extend(Claim::listed(published, rows)?);
    }
    for claim in &file.claims {
        claims.push(Claim::read(claim)?);
    }
    // A search finds its rows on the way, and bands follow from the positions.
    let has_rows = !matches!(kind, Kind::Halving { .. });
    let has_columns = has_rows && !matches!(kind, Kind::Oracle { by: Some(_), .. });
    let has_total = columns.len() == 1 || columns.iter().any(|name| name == ALL);
    for claim in &claims {
        let wrong = |why: String| SpecError::new(format!("claim '{}': {why}", claim.says));
        let mut names = [&claim.row].into_iter().chain(&claim.over);
        if let Some(row) = names.find(|name| has_rows && !rows.contains(name)) {
            return Err(wrong(format!("there is no row {}", quote(row))));
        }
        match &claim.column {
            Some(column) if has_columns && !columns.contains(column) => {
                return Err(wrong(format!("there is no column {}", quote(column))));
            }
            None if has_columns && !has_total => {
                return Err(wrong("say of which column: there are several".to_owned()));
            }
            _ => {}
        }
    }
    Ok(claims)
}

/// What belongs to one kind alone is not said of another.
fn check_keys(file: &MeasureFile) -> Result<(), SpecError> {
    use KindName::{Effort, Exact, Games, Halving, Mirrors, Oracle};
    let keys: [(&str, bool, &[KindName]); 11] = [
        ("count-symmetry", file.count_symmetry, &[Games]),
        ("by", file.by.is_some(), &[Oracle]),
        ("of", file.of.is_some(), &[Effort]),
        ("line", file.line.is_some(), &[Effort]),
        ("lines", !file.lines.is_empty(), &[Exact]),
        ("boards", !file.boards.is_empty(), &[Mirrors]),
        ("agent", file.agent.is_some(), &[Halving]),
        ("parameters", !file.parameters.is_empty(), &[Halving]),
        ("points", !file.points.is_empty(), &[Halving]),
        ("halvings", file.halvings.is_some(), &[Halving]),
        ("legs", !file.legs.is_empty(), &[Games, Oracle, Effort]),
    ];
    match keys.into_iter().find(|(_, is_said, kinds)| *is_said && !kinds.contains(&file.kind)) {
        Some((key, ..)) => Err(SpecError::new(format!("{key}: not for this kind of measure"))),
        None => Ok(()),
    }
}

fn read_kind(file: &MeasureFile) -> Result<Kind, SpecError> {
    let missing = |what: &str| SpecError::new(format!("{what}: it is missing"));
    match file.kind {
        KindName::Exact if file.lines.is_empty() => return Err(missing("lines")),
        KindName::Exact => {
            for line in &file.lines {
                exact::positions(&line.line)?;
            }
            let lines = file.lines.iter().map(|line| (line.name.clone(), line.line.clone()));
            return Ok(Kind::Exact { lines: lines.collect() });
        }
        KindName::Mirrors if file.boards.is_empty() => return Err(missing("boards")),
        KindName::Mirrors => {
            file.boards.iter().try_for_each(|board| mirrors::board(board).map(drop))?;
            return Ok(Kind::Mirrors { boards: file.boards.clone() });
        }
        KindName::Halving => {
            let agent = file.agent.as_ref().ok_or_else(|| missing("agent"))?;
            let halvings = file.halvings.unwrap_or(3);
            let search = HalvingSearch::read(agent, &file.parameters, &file.points, halvings)?;
            let agents = vec![search.start()?];
            let only = LegFile { agents, ..LegFile::default() };
            let axis = Axis::named(&file.title);
            let leg = Leg { axis, file: file.spec_file(&only, &[]), share: 1.0 };
            search.plan(&leg, 2).map_err(StudyError::into_spec)?;
            return Ok(Kind::Halving { leg: Box::new(leg), search: Box::new(search) });
        }
        KindName::Games | KindName::Oracle | KindName::Effort => {}
    }
    let (rows, agents) = rows(file)?;
    let legs = legs(file, &agents)?;
    // Rows of legs that bring their own agents are known only now.
    let rows = if rows.is_empty() { leg_rows(&legs)? } else { rows };
    Ok(match file.kind {
        KindName::Oracle => Kind::Oracle { legs, rows, by: file.by },
        KindName::Effort => {
            let line = file.line.as_deref().unwrap_or("alphabeta(improved, depth=4)");
            let line = Agent::parse(line, &Constants::NONE);
            let line = line.map_err(|error| SpecError::new(format!("line: {error}")))?;
            Kind::Effort { legs, rows, of: file.of.ok_or_else(|| missing("of"))?, line }
        }
        _ => Kind::Games { legs, rows, counts_symmetry: file.count_symmetry },
    })
}

/// An agent's name and text.
type NamedAgent = (String, String);

/// The rows of agents and sweeps, and their agents.
fn rows(file: &MeasureFile) -> Result<(Vec<Axis>, Vec<NamedAgent>), SpecError> {
    let mut rows = Vec::new();
    let mut agents = Vec::new();
    for entry in &file.agents {
        let (name, text) = entry.parts();
        rows.push(Axis::named(name));
        agents.push((name.to_owned(), text.to_owned()));
    }
    for sweep in &file.sweeps {
        if !sweep.agent.contains("{}") {
            return Err(SpecError::new("sweeps: the agent has no place {} for the value"));
        }
        for value in &sweep.values {
            let (text, x) = match value {
                SweepValue::Number(number) => (number.to_string(), Some(*number)),
                SweepValue::Text(text) => (text.clone(), None),
            };
            let name = sweep.label.as_deref().unwrap_or("{}").replace("{}", &text);
            agents.push((name.clone(), sweep.agent.replace("{}", &text)));
            rows.push(Axis { name, x });
        }
    }
    Ok((rows, agents))
}

/// The columns, or the only one.
fn legs(file: &MeasureFile, agents: &[NamedAgent]) -> Result<Vec<Leg>, SpecError> {
    let only = [LegFile::default()];
    let files = if file.legs.is_empty() { &only[..] } else { &file.legs };
    let mut legs: Vec<Leg> = Vec::new();
    for leg in files {
        let share = leg.share.unwrap_or(1.0);
        if !(share > 0.0 && share <= 100.0) {
            return Err(SpecError::new("legs: the share is not a number above 0, at most 100"));
        }
        let leg = Leg { axis: leg_axis(leg), file: file.spec_file(leg, agents), share };
        if legs.iter().any(|other| other.axis.name == leg.axis.name) {
            let why = format!("legs: two are called {}: give them labels", quote(&leg.axis.name));
            return Err(SpecError::new(why));
        }
        match file.kind {
            // These have no opponents: whoever is asked stands for one.
            KindName::Oracle | KindName::Effort => {}
            _ => drop(leg.spec(2)?),
        }
        legs.push(leg);
    }
    Ok(legs)
}

/// What a column is called, and where it stands, by what is special about it.
fn leg_axis(leg: &LegFile) -> Axis {
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

fn leg_rows(legs: &[Leg]) -> Result<Vec<Axis>, SpecError> {
    let mut rows: Vec<Axis> = Vec::new();
    for entry in legs.iter().flat_map(|leg| &leg.file.agents) {
        let (name, _) = entry.parts();
        if !rows.iter().any(|row| row.name == name) {
            rows.push(Axis::named(name));
        }
    }
    if rows.is_empty() { Err(SpecError::new("agents: there are none")) } else { Ok(rows) }
}

impl Kind {
    /// The names of rows and columns, as far as they are known beforehand.
    fn names(&self) -> (Vec<String>, Vec<String>) {
        let names = |axes: &[Axis]| axes.iter().map(|axis| axis.name.clone()).collect();
        match self {
            Self::Games { legs, rows, counts_symmetry } => {
                let mut names_of_columns = columns(legs);
                if *counts_symmetry {
                    names_of_columns.extend(MIRRORED.map(str::to_owned));
                }
                (names(rows), names_of_columns)
            }
            Self::Oracle { legs, rows, .. } | Self::Effort { legs, rows, .. } => {
                (names(rows), legs.iter().map(|leg| leg.axis.name.clone()).collect())
            }
            Self::Exact { lines } => {
                let rows = lines.iter().map(|(name, _)| name.clone());
                (rows.collect(), vec![WON_BY_FIRST.to_owned()])
            }
            Self::Mirrors { boards } => {
                (boards.clone(), mirrors::COLUMNS.map(str::to_owned).to_vec())
            }
            Self::Halving { .. } => (Vec::new(), Vec::new()),
        }
    }
}

/// The column of all opponents together.
pub(super) const ALL: &str = "all";

/// The columns of games in which a win by mirroring came up: by any mirror, and by a flip across a line.
pub(super) const MIRRORED: [&str; 2] = ["mirror wins met", "by a flip"];

/// The only column of exact figures.
pub(super) const WON_BY_FIRST: &str = "won by player 1";

/// The columns of games: legs where there are several, else the opponents and all together.
pub(super) fn columns(legs: &[Leg]) -> Vec<String> {
    match legs {
        [leg] => {
            let file = &leg.file;
            let opponents = if file.field.is_empty() { &file.agents } else { &file.field };
            let names = opponents.iter().map(|entry| entry.parts().0.to_owned());
            let is_one = file.field.len() == 1;
            names.chain((!is_one).then(|| ALL.to_owned())).collect()
        }
        legs => legs.iter().map(|leg| leg.axis.name.clone()).collect(),
    }
}

//! The measurements of a study, checked.

use std::collections::HashSet;

use lastknight::quote::quote;
use lastknight::{Agent, Agents, Constants};

use super::claim::Claim;
use super::file::{ChartKind, CostMetric, KindName, LegFile, MeasureFile, OracleColumns};
use super::grid::Axis;
use super::halving::HalvingSearch;
use super::leg::Leg;
use super::positions::{self, PositionCase};
use super::{Extent, InvalidStudy, exact, mirrors};
use crate::spec::{AgentEntry, MOST_GAMES};

/// One measurement.
#[derive(Clone, Debug)]
pub struct Measure {
    /// A short name.
    pub name: String,
    /// What it measures.
    pub title: String,
    /// Remarks.
    pub note: String,
    /// The kind of chart.
    pub chart: ChartKind,
    /// The label of a curve's axis, if given.
    pub x_axis: Option<String>,
    pub(super) kind: MeasureKind,
    /// The published claims.
    pub claims: Vec<Claim>,
    sizes: [usize; 3],
}

#[derive(Clone, Debug)]
pub(super) enum MeasureKind {
    /// Games. The columns are the opponents and all of them, or the legs if there are several.
    Games { legs: Vec<Leg>, rows: Vec<Axis>, counts: GamesCounts },
    /// Solved positions. The columns are the legs, or bands of plies or roles.
    Oracle { legs: Vec<Leg>, rows: Vec<Axis>, by: Option<OracleColumns> },
    /// Searches along the same lines of play. The columns are the legs.
    SearchCost { legs: Vec<Leg>, rows: Vec<Axis>, metric: CostMetric, line: Agent },
    /// Lines of play, as names and texts: the share that player 1 wins, by the solver.
    Exact { lines: Vec<(String, String)> },
    /// Positions from lines of play: how many are lost, and decided by the turn.
    Positions { leg: Box<Leg>, line: Agent, cases: Vec<PositionCase> },
    /// Boards whose positions are all visited.
    Mirrors { boards: Vec<String> },
    /// A search for parameters.
    Halving { leg: Box<Leg>, search: Box<HalvingSearch> },
}

impl Measure {
    /// Returns the number of games per pairing, positions or lines.
    pub(super) fn games(&self, extent: Extent) -> usize {
        let [quick, normal, full] = self.sizes;
        match extent {
            Extent::Quick => quick,
            Extent::Normal => normal,
            Extent::Full => full,
            Extent::Games(games) => games,
        }
    }
}

pub(super) fn read_measure(file: &MeasureFile, agents: &Agents) -> Result<Measure, InvalidStudy> {
    let kind = MeasureKind::read(file, agents)?;
    let (rows, columns) = kind.names();
    let mut names = HashSet::new();
    if let Some(name) = rows.iter().find(|name| !names.insert(name.as_str())) {
        return Err(InvalidStudy::RowTwice(name.clone()));
    }
    let claims = claims(file, &kind, &rows, &columns)?;
    let sizes = sizes(file)?;
    let is_curve = |axes: &[Axis]| axes.iter().filter(|axis| axis.x.is_some()).count() > 2;
    let legs: Vec<Axis> = kind.legs().iter().map(|leg| leg.axis.clone()).collect();
    let chart = file.chart.unwrap_or(match &kind {
        MeasureKind::Games { rows, .. }
        | MeasureKind::Oracle { rows, .. }
        | MeasureKind::SearchCost { rows, .. }
            if is_curve(rows) || is_curve(&legs) =>
        {
            ChartKind::Curve
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

/// The numbers of games, positions or lines: quick, normal and full.
fn sizes(file: &MeasureFile) -> Result<[usize; 3], InvalidStudy> {
    let mut given = [file.games, file.quick, file.full].into_iter().flatten();
    if given.any(|size| !(1..=MOST_GAMES).contains(&size)) {
        return Err(InvalidStudy::Sizes);
    }
    let games = file.games.unwrap_or(1000);
    let quick = file.quick.unwrap_or((games / 50).max(10)).min(games);
    let full = file.full.unwrap_or(games.saturating_mul(5).min(MOST_GAMES));
    Ok([quick, games, full])
}

/// The claims, whose rows and columns must exist.
fn claims(
    file: &MeasureFile,
    kind: &MeasureKind,
    rows: &[String],
    columns: &[String],
) -> Result<Vec<Claim>, InvalidStudy> {
    let mut claims = Vec::new();
    for published in &file.published {
        claims.extend(Claim::listed(published, rows)?);
    }
    for claim in &file.claims {
        claims.push(Claim::read(claim)?);
    }
    // The rows of a search and the bands of positions are not known in advance.
    let has_rows = !matches!(kind, MeasureKind::Halving { .. });
    let has_columns = has_rows && !matches!(kind, MeasureKind::Oracle { by: Some(_), .. });
    let has_total = columns.len() == 1 || columns.iter().any(|name| name == ALL);
    for claim in &claims {
        let wrong = |why: String| InvalidStudy::Claim(claim.says.clone(), why);
        let mut names = [&claim.row].into_iter().chain(&claim.over);
        if let Some(row) = names.find(|name| has_rows && !rows.contains(name)) {
            return Err(wrong(format!("there is no row {}", quote(row))));
        }
        match &claim.column {
            Some(column) if has_columns && !columns.contains(column) => {
                return Err(wrong(format!("there is no column {}", quote(column))));
            }
            None if has_columns && !has_total => {
                return Err(wrong("name the column: there are several".to_owned()));
            }
            _ => {}
        }
    }
    Ok(claims)
}

impl MeasureKind {
    fn read(file: &MeasureFile, agents: &Agents) -> Result<Self, InvalidStudy> {
        match file.kind {
            KindName::Games => {
                let (legs, rows) = Leg::read(file, agents)?;
                legs.iter().try_for_each(|leg| leg.spec(2).map(drop))?;
                let counts = GamesCounts { symmetry: file.count_symmetry, run: file.run_games };
                if counts.run.is_some_and(|games| legs.len() > 1 || games < 2) {
                    return Err(InvalidStudy::Rule("run-games: at least 2, without legs"));
                }
                Ok(Self::Games { legs, rows, counts })
            }
            KindName::Oracle => {
                let (legs, rows) = Leg::read(file, agents)?;
                Ok(Self::Oracle { legs, rows, by: file.by })
            }
            KindName::SearchCost => {
                let (legs, rows) = Leg::read(file, agents)?;
                let line = line_agent(file, agents)?;
                let metric = file.of.ok_or(InvalidStudy::MissingKey("of"))?;
                Ok(Self::SearchCost { legs, rows, metric, line })
            }
            KindName::Exact if file.lines.is_empty() => Err(InvalidStudy::MissingKey("lines")),
            KindName::Exact => {
                file.lines.iter().try_for_each(|line| exact::positions(&line.line).map(drop))?;
                let lines = file.lines.iter().map(|line| (line.name.clone(), line.line.clone()));
                Ok(Self::Exact { lines: lines.collect() })
            }
            KindName::Positions if file.cases.is_empty() => Err(InvalidStudy::MissingKey("cases")),
            KindName::Positions => {
                let line = line_agent(file, agents)?;
                let entry = AgentEntry::Named { name: "line".to_owned(), agent: line.to_string() };
                let leg = Leg::new(file, Axis::named(""), &LegFile::default(), &[entry], agents)?;
                let cases = file.cases.iter().map(PositionCase::read).collect::<Result<_, _>>()?;
                Ok(Self::Positions { leg: Box::new(leg), line, cases })
            }
            KindName::Mirrors if file.boards.is_empty() => Err(InvalidStudy::MissingKey("boards")),
            KindName::Mirrors => {
                file.boards.iter().try_for_each(|board| mirrors::board(board).map(drop))?;
                Ok(Self::Mirrors { boards: file.boards.clone() })
            }
            KindName::Halving => {
                let search = HalvingSearch::read(file, agents)?;
                let agent = search.start()?.to_string();
                let start = [AgentEntry::Named { name: "start".to_owned(), agent }];
                let leg =
                    Leg::new(file, Axis::named(&file.title), &LegFile::default(), &start, agents)?;
                search.plan(&leg, 2)?;
                Ok(Self::Halving { leg: Box::new(leg), search: Box::new(search) })
            }
        }
    }

    /// The legs, if it has any.
    pub(super) fn legs(&self) -> &[Leg] {
        match self {
            Self::Games { legs, .. }
            | Self::Oracle { legs, .. }
            | Self::SearchCost { legs, .. } => legs,
            Self::Halving { leg, .. } | Self::Positions { leg, .. } => std::slice::from_ref(leg),
            Self::Exact { .. } | Self::Mirrors { .. } => &[],
        }
    }

    /// The names of rows and columns, as far as they are known in advance.
    fn names(&self) -> (Vec<String>, Vec<String>) {
        let names = |axes: &[Axis]| axes.iter().map(|axis| axis.name.clone()).collect();
        match self {
            Self::Games { legs, rows, counts } => (names(rows), columns(legs, *counts)),
            Self::Oracle { legs, rows, .. } | Self::SearchCost { legs, rows, .. } => {
                (names(rows), legs.iter().map(|leg| leg.axis.name.clone()).collect())
            }
            Self::Exact { lines } => {
                let rows = lines.iter().map(|(name, _)| name.clone());
                (rows.collect(), vec![WON_BY_FIRST.to_owned()])
            }
            Self::Positions { cases, .. } => {
                let rows = cases.iter().map(|case| case.name.clone());
                (rows.collect(), positions::COLUMNS.map(str::to_owned).to_vec())
            }
            Self::Mirrors { boards } => {
                (boards.clone(), mirrors::COLUMNS.map(str::to_owned).to_vec())
            }
            Self::Halving { .. } => (Vec::new(), Vec::new()),
        }
    }
}

/// The agent that plays lines.
fn line_agent(file: &MeasureFile, agents: &Agents) -> Result<Agent, InvalidStudy> {
    let line = file.line.as_deref().unwrap_or("alphabeta(improved, depth=4)");
    agents.parse(line, &Constants::NONE).map_err(|error| InvalidStudy::LineAgent(Box::new(error)))
}

/// What else is counted in games.
#[derive(Clone, Copy, Debug)]
pub(super) struct GamesCounts {
    /// Games in which mirroring won at some point.
    pub(super) symmetry: bool,
    /// The spread over runs of this many games per pairing.
    pub(super) run: Option<usize>,
}

/// The column of the spread over runs.
pub(super) const SPREAD: &str = "standard deviation of a run";

/// The column of all opponents.
pub(super) const ALL: &str = "all";

/// The columns of games in which mirroring won at some point: by any mirror, and by a flip across a line.
pub(super) const MIRRORED: [&str; 2] = ["mirror wins met", "by a flip"];

/// The only column of exact figures.
pub(super) const WON_BY_FIRST: &str = "won by player 1";

/// The columns of games: the legs if there are several, otherwise the opponents and all of them.
pub(super) fn columns(legs: &[Leg], counts: GamesCounts) -> Vec<String> {
    let mirrored = counts.symmetry.then_some(MIRRORED.map(str::to_owned));
    let spread = counts.run.map(|_| SPREAD.to_owned());
    let names: Vec<String> = match legs {
        [leg] => {
            let opponents = if leg.field().is_empty() { leg.agents() } else { leg.field() };
            let names = opponents.iter().map(|(name, _)| name.clone());
            let is_one = leg.field().len() == 1;
            names.chain((!is_one).then(|| ALL.to_owned())).collect()
        }
        legs => legs.iter().map(|leg| leg.axis.name.clone()).collect(),
    };
    names.into_iter().chain(spread).chain(mirrored.into_iter().flatten()).collect()
}

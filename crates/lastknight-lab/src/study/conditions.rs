//! The conditions of a measurement in words.

use super::CostMetric;
use super::leg::Leg;
use super::measure::MeasureKind;
use crate::format::{board, grouped, limits};
use crate::spec::SpecError;

/// Joins texts in their order, without repeats.
pub(super) fn distinct(texts: impl Iterator<Item = String>, separator: &str) -> String {
    let mut all: Vec<String> = Vec::new();
    for text in texts {
        if !all.contains(&text) {
            all.push(text);
        }
    }
    all.join(separator)
}

impl MeasureKind {
    /// Whether time is a limit or is measured.
    pub(super) fn is_timed(&self) -> bool {
        let measures_time = matches!(
            self,
            Self::SearchCost { metric: CostMetric::Time | CostMetric::TimePerNode, .. }
        );
        measures_time || self.legs().iter().any(Leg::is_timed)
    }

    /// Returns the conditions as labels and texts.
    pub(super) fn conditions(
        &self,
        games: usize,
        counted: &'static str,
    ) -> Result<Vec<(&'static str, String)>, SpecError> {
        let legs = self.legs();
        let each = match self {
            Self::Games { .. } => "per pairing",
            Self::Halving { .. } => "per point and pairing",
            Self::Oracle { .. } | Self::SearchCost { .. } => "per agent",
            Self::Positions { .. } => "at most, one per line of play and row",
            Self::Exact { .. } | Self::Mirrors { .. } => return Ok(Vec::new()),
        };
        let is_games = counted == "games";
        let pairs = |leg: &Leg| if is_games { leg.pairs(games) } else { Ok(1) };
        let pairs = legs.iter().map(pairs).collect::<Result<Vec<usize>, _>>()?;
        let of_legs = |text: &dyn Fn(&Leg) -> String| distinct(legs.iter().map(text), "; ");
        let number = match is_games {
            true => distinct(pairs.iter().map(|&pairs| grouped(2 * pairs as u64)), "; "),
            false => of_legs(&|leg| grouped(leg.count(games) as u64)),
        };
        let mut facts = vec![
            ("board", of_legs(&|leg| board(&leg.conditions.start))),
            ("limits", of_legs(&limits_of)),
            (counted, format!("{number} {each}")),
            ("seed", of_legs(&|leg| leg.conditions.seed.to_string())),
        ];
        if counted != "positions" {
            facts.insert(1, ("openings", of_legs(&|leg| leg.conditions.source.to_string())));
        }
        if is_games && !legs[0].field().is_empty() {
            let names = |leg: &Leg| distinct(leg.field().iter().map(|it| it.0.clone()), ", ");
            facts.insert(0, ("against", of_legs(&names)));
        }
        let unnamed = unnamed_agents(legs);
        if !unnamed.is_empty() {
            facts.push(("agents", unnamed));
        }
        let repeated = legs.iter().zip(&pairs).filter_map(|(leg, &of)| {
            let different = leg.conditions.different_openings(of);
            (different < of)
                .then(|| format!("{} of {}", grouped(different as u64), grouped(of as u64)))
        });
        let repeated: Vec<String> = repeated.collect();
        if is_games && !repeated.is_empty() {
            facts.push(("different openings", repeated.join("; ")));
        }
        Ok(facts)
    }
}

/// The limits of a leg, unless all of its agents have their own.
fn limits_of(leg: &Leg) -> String {
    // Agents that do not search have no limits.
    let agents = || leg.agents().iter().chain(leg.field()).filter(|(_, agent)| agent.is_limited());
    let own = agents().filter(|(_, agent)| agent.has_own_limits()).count();
    let shared = limits(leg.conditions.limits);
    match own {
        0 => shared,
        own if own == agents().count() => "each agent's own".to_owned(),
        _ => format!("{shared} unless an agent has its own"),
    }
}

/// The agents whose names are neither their text nor their heuristic; leg by leg if they differ.
fn unnamed_agents(legs: &[Leg]) -> String {
    let of_leg = |leg: &Leg| {
        let unnamed = leg.texts.iter().filter_map(|(name, text)| {
            let is_named = text == name || *text == format!("alphabeta({name})");
            (!is_named).then(|| format!("{name} is {text}"))
        });
        distinct(unnamed, "; ")
    };
    let same = distinct(legs.iter().map(of_leg), "");
    if legs.iter().all(|leg| of_leg(leg) == same) {
        return same;
    }
    let texts = legs.iter().map(|leg| format!("{}: {}", leg.axis.name, of_leg(leg)));
    texts.collect::<Vec<_>>().join(". ")
}

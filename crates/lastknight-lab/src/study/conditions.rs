//! What a measurement is made under, in words.

use lastknight::Limits;

use super::EffortOf;
use super::leg::Leg;
use super::measure::MeasureKind;
use crate::format::{board, grouped, limits};
use crate::spec::SpecError;

/// Texts in their order, each once.
fn distinct(texts: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = Vec::new();
    for text in texts {
        if !all.contains(&text) {
            all.push(text);
        }
    }
    all.join("; ")
}

/// A name and words.
pub(super) type Facts = Vec<(&'static str, String)>;

impl MeasureKind {
    /// What it is measured under, and whether time has a part in it.
    pub(super) fn conditions(
        &self,
        games: usize,
        counted: &str,
    ) -> Result<(Facts, bool), SpecError> {
        let (legs, what, of) = match self {
            Self::Games { legs, .. } => (&legs[..], "a pairing", None),
            Self::Halving { leg, .. } => {
                (std::slice::from_ref(leg.as_ref()), "of each point a pairing", None)
            }
            Self::Oracle { legs, .. } => (&legs[..], "an agent", None),
            Self::Effort { legs, of, .. } => (&legs[..], "an agent", Some(*of)),
            Self::Exact { .. } | Self::Mirrors { .. } => {
                return Ok((Vec::new(), false));
            }
        };
        let pairs = |leg: &Leg| if counted == "games" { leg.pairs(games) } else { Ok(1) };
        let pairs = legs.iter().map(pairs).collect::<Result<Vec<usize>, _>>()?;
        let each = |words: &dyn Fn(&Leg) -> String| distinct(legs.iter().map(words));
        let field = |leg: &Leg| {
            leg.field().iter().map(|(name, _)| name.clone()).collect::<Vec<_>>().join(", ")
        };
        let is_timed = legs.iter().any(Leg::is_timed) || of.is_some_and(EffortOf::is_timed);
        let number = match counted {
            "games" => distinct(pairs.iter().map(|&pairs| grouped(2 * pairs as u64))),
            _ => distinct(legs.iter().map(|leg| grouped(leg.count(games) as u64))),
        };
        let mut facts = vec![
            ("board", each(&|leg| board(&leg.conditions.start))),
            ("limits", each(&limits_of)),
            (
                match counted {
                    "games" => "games",
                    "positions" => "positions",
                    _ => "lines",
                },
                format!("{number} {what}"),
            ),
            ("seed", each(&|leg| leg.conditions.seed.to_string())),
        ];
        if counted != "positions" {
            facts.insert(1, ("openings", each(&|leg| leg.conditions.source.to_string())));
        }
        if counted == "games" && !legs[0].field().is_empty() {
            facts.insert(0, ("against", each(&field)));
        }
        let spelled = spelled(legs);
        if !spelled.is_empty() {
            facts.push(("agents", spelled));
        }
        let repeated = legs.iter().zip(&pairs).filter_map(|(leg, &of)| {
            let different = leg.conditions.different_openings(of);
            (different < of)
                .then(|| format!("{} of {}", grouped(different as u64), grouped(of as u64)))
        });
        let repeated: Vec<String> = repeated.collect();
        if counted == "games" && !repeated.is_empty() {
            facts.push(("different openings", repeated.join("; ")));
        }
        Ok((facts, is_timed))
    }
}

/// The limits of a leg, unless all of its agents have limits of their own.
fn limits_of(leg: &Leg) -> String {
    let agents = || leg.agents().iter().chain(leg.field());
    let own = agents().filter(|(_, agent)| agent.limits() != Limits::default()).count();
    let shared = limits(leg.conditions.limits);
    match own {
        0 => shared,
        own if own == agents().count() => "each agent's own".to_owned(),
        _ => format!("{shared} unless an agent has its own"),
    }
}

/// What those agents are whose names do not say it: a name says it that is the agent's text or its heuristic's.
fn spelled(legs: &[Leg]) -> String {
    distinct(legs.iter().flat_map(|leg| &leg.texts).filter_map(|(name, text)| {
        let says = text == name || *text == format!("alphabeta({name})");
        (!says).then(|| format!("{name} is {text}"))
    }))
}

//! What a measurement is made under, in words.

use lastknight::Limits;

use super::EffortOf;
use super::measure::{Kind, Leg};
use crate::spec::{AgentEntry, Entrant, Spec, SpecError};
use crate::words::{board, grouped, limits, openings};

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

impl Kind {
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
        let games_played = if counted == "games" { games } else { 2 };
        let specs = legs.iter().map(|leg| leg.lone_spec(games_played));
        let specs: Vec<Spec> = specs.collect::<Result<_, _>>()?;
        let each = |words: &dyn Fn(&Spec) -> String| distinct(specs.iter().map(words));
        let field = |spec: &Spec| {
            let field = spec.entrants().iter().skip(spec.tested());
            field.map(|entrant| entrant.name.clone()).collect::<Vec<_>>().join(", ")
        };
        let is_timed = specs.iter().any(|spec| {
            let own = |entrant: &Entrant| entrant.agent.limits().time.is_some();
            spec.conditions().limits.time.is_some() || spec.entrants().iter().any(own)
        }) || of.is_some_and(EffortOf::is_timed);
        let number = match counted {
            "games" => each(&|spec: &Spec| grouped(2 * spec.pairs() as u64)),
            _ => distinct(legs.iter().map(|leg| grouped(leg.count(games) as u64))),
        };
        let mut facts = vec![
            ("board", each(&|spec| board(&spec.conditions().start))),
            ("limits", each(&limits_of)),
            (
                match counted {
                    "games" => "games",
                    "positions" => "positions",
                    _ => "lines",
                },
                format!("{number} {what}"),
            ),
            ("seed", each(&|spec| spec.conditions().seed.to_string())),
        ];
        if counted != "positions" {
            facts.insert(1, ("openings", each(&|spec| openings(&spec.conditions().source))));
        }
        if counted == "games" && !legs[0].file.field.is_empty() {
            facts.insert(0, ("against", each(&field)));
        }
        let spelled = spelled(legs);
        if !spelled.is_empty() {
            facts.push(("agents", spelled));
        }
        let repeated = specs.iter().filter_map(|spec| {
            let (different, of) =
                (spec.conditions().different_openings(spec.pairs()), spec.pairs());
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

/// The limits of a tournament, unless all of its agents have limits of their own.
fn limits_of(spec: &Spec) -> String {
    let is_own = |entrant: &&Entrant| entrant.agent.limits() != Limits::default();
    let entrants = spec.entrants();
    let own = entrants.iter().filter(is_own).count();
    let shared = limits(spec.conditions().limits);
    match own {
        0 => shared,
        own if own == entrants.len() => "each agent's own".to_owned(),
        _ => format!("{shared} unless an agent has its own"),
    }
}

/// What those agents are whose names do not say it: a name says it that is the agent's text or its heuristic's.
fn spelled(legs: &[Leg]) -> String {
    let entries = legs.iter().flat_map(|leg| leg.file.agents.iter().chain(&leg.file.field));
    distinct(entries.map(AgentEntry::parts).filter_map(|(name, text)| {
        let says = text == name || *text == format!("alphabeta({name})");
        (!says).then(|| format!("{name} is {text}"))
    }))
}

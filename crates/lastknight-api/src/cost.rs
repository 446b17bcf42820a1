//! Bounds on the cost of a heuristic: a search can be stopped between two evaluations, never within one.

use lastknight::eval::formula::Leaf;
use lastknight::{Agent, Heuristic};

use crate::problem::Problem;

/// The maximum number of slow features: as many as a formula caches, so that it computes each once.
const MOST_COSTLY: usize = 16;

/// The approximate branching factor of a knight's paths, and the depth from which longer paths cost no more: the only
/// feature that looks further stops at the first path that is long enough.
const WAYS: f64 = 5.0;
const DEEP: f64 = 8.0;

/// The maximum number of features that look that far.
const MOST_DEEP: f64 = 4.0;

/// Checks that one evaluation with a heuristic does not take too long.
pub(crate) fn affordable(field: &'static str, heuristic: &Heuristic) -> Result<(), Problem> {
    // Only a Rust function has no form, and no request can name one.
    let Some(form) = heuristic.form() else {
        return Ok(());
    };
    let leaves = form.features();
    let costly = leaves.iter().filter(|leaf| !leaf.feature().is_cheap()).count();
    if costly > MOST_COSTLY {
        let why = format!("{costly} slow features, of at most {MOST_COSTLY} here");
        return Err(Problem::bad_field(field, why));
    }
    let depths = leaves.iter().filter_map(Leaf::argument);
    if depths.map(|depth| WAYS.powf(depth.min(DEEP) - DEEP)).sum::<f64>() > MOST_DEEP {
        let why = "it searches too many paths: use less depth, or fewer features that look ahead";
        return Err(Problem::bad_field(field, why));
    }
    Ok(())
}

/// Checks every heuristic of an agent.
pub(crate) fn affordable_agent(agent: &Agent) -> Result<(), Problem> {
    agent.heuristic().map_or(Ok(()), |heuristic| affordable("agent", heuristic))?;
    agent.inner().map_or(Ok(()), affordable_agent)
}

#[cfg(test)]
mod tests {
    use lastknight::eval::registry::HEURISTICS;

    use super::*;

    fn is_affordable(text: &str) -> bool {
        affordable("heuristic", &text.parse().unwrap()).is_ok()
    }

    #[test]
    fn listed_heuristics_are_affordable() {
        for entry in HEURISTICS {
            assert!(affordable("heuristic", &Heuristic::of(entry)).is_ok(), "{}", entry.name);
        }
        for text in ["drilldown(8)", "max-depth(8)", "drill(8) + drill'(8) - drill(8)"] {
            assert!(is_affordable(text), "{text}");
        }
    }

    #[test]
    fn slow_heuristics_are_refused() {
        let both = |names: &[&str]| {
            let both = |name: &&str| format!("{name} - {name}'");
            names.iter().map(both).collect::<Vec<_>>().join(" + ")
        };
        let kept = ["reach", "terr", "edges", "model", "bound", "path", "mirror"];
        assert!(is_affordable(&both(&kept)));
        assert!(is_affordable(&format!("{} + longest(1) + drill(1)", both(&kept))));
        assert!(!is_affordable(&format!("{} + apart + longest(1) + drill(1)", both(&kept))));
        assert!(is_affordable("drill(8) + drill'(8) + drill-whole(8) + longest(16)"));
        assert!(!is_affordable("drill(8) + drill'(8) + drill-whole(8) + longest(16) + drill(5)"));
        let nested = "mirror(alphabeta(\"drill(8)+drill'(8)+longest(9)+longest(8)+longest'(8)\"))";
        assert!(affordable_agent(&nested.parse().unwrap()).is_err());
        assert!(affordable_agent(&"mirror(alphabeta(drilldown(8)))".parse().unwrap()).is_ok());
    }
}

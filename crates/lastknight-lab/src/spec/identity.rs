//! The identity of stored games: a canonical text, written field by field, and its hash.
//!
//! Two games are the same if their conditions have the same canonical text and their agents the same texts. The forms below
//! are those of version 0.1.0 and never change. A new field of [`Limits`] or of a specification is added only if it is set,
//! so games that do not use it keep their identity.

use std::time::Duration;

use lastknight::control::limits::shown_time;
use lastknight::{Game, Limits};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::file::ERRORS;
use super::{Conditions, Entrant, OpeningsSource, Spec};
use crate::format::board;

/// The version of the rules of play. It changes only if the same specification plays other games than before; then no
/// stored game is used again.
pub(crate) const PLAY_VERSION: &str = "0.1.0";

impl Conditions {
    /// Everything that a game depends on besides its two agents, including the program.
    fn canonical(&self) -> String {
        let Self { start, source, seed, limits, clock } = self;
        let (signature, limits, clock) =
            (lastknight::bench::SIGNATURE, limits_text(*limits), clock.name());
        let openings = match source {
            OpeningsSource::Random(plies) => format!("random {plies}\n"),
            OpeningsSource::All => "all\n".to_owned(),
            OpeningsSource::List(games) => games.iter().map(|game| format!("{game}\n")).collect(),
        };
        format!("{PLAY_VERSION} {signature}\n{start}\n{seed}\n{limits}\n{clock}\n{openings}")
    }

    /// Returns a hash of the conditions and of the program's rules of play.
    #[must_use]
    pub fn hash(&self) -> String {
        hash(&self.canonical())
    }
}

impl Spec {
    /// Everything that distinguishes runs. `games` and `oracle` are always `null`: a run with more of them continues one with
    /// fewer.
    fn canonical(&self) -> String {
        let Conditions { start, source, seed, limits, clock } = &self.conditions;
        let is_listed = matches!(source, OpeningsSource::List(_));
        let openings = match source {
            OpeningsSource::Random(plies) => plies.to_string(),
            OpeningsSource::All => json("all"),
            OpeningsSource::List(games) => {
                json(games.iter().map(Game::to_string).collect::<Vec<_>>())
            }
        };
        let (agents, field) = self.entrants.split_at(self.tested);
        let errors = self.sprt.map(|sprt| sprt.errors()).filter(|&of| of != (ERRORS, ERRORS));
        let fields = [
            ("name", json(&self.name)),
            ("format", json(self.format.name())),
            ("board", json((!is_listed).then(|| board(start)))),
            ("openings", openings),
            ("games", json(())),
            ("seed", json(seed)),
            ("depth", json(limits.depth)),
            ("nodes", json(limits.nodes)),
            ("time", json(limits.time.map(shown_time))),
            ("clock", json(self.is_timed().then(|| clock.name()))),
            ("oracle", json(())),
            ("sprt", json(self.sprt.map(|sprt| sprt.elo()))),
            ("errors", errors.map_or_else(String::new, json)),
            ("agents", entrants(agents)),
            ("field", entrants(field)),
        ];
        let fields = fields.iter().filter(|(name, value)| match *name {
            "errors" => !value.is_empty(),
            "field" => !field.is_empty(),
            _ => true,
        });
        let fields: Vec<String> =
            fields.map(|(name, value)| format!("\"{name}\":{value}")).collect();
        format!("{}\n{{{}}}", self.conditions.hash(), fields.join(","))
    }

    /// Returns a hash of the specification and of the program's rules of play. The numbers of games and of solved positions
    /// do not count: a run with more of them continues one with fewer.
    #[must_use]
    pub fn hash(&self) -> String {
        hash(&self.canonical())
    }
}

fn entrants(entrants: &[Entrant]) -> String {
    let entrant = |Entrant { name, agent, .. }: &Entrant| {
        format!("{{\"name\":{},\"agent\":{}}}", json(name), json(agent.to_string()))
    };
    format!("[{}]", entrants.iter().map(entrant).collect::<Vec<_>>().join(","))
}

fn json(value: impl Serialize) -> String {
    serde_json::to_string(&value).expect("texts and finite numbers")
}

fn limits_text(Limits { depth, nodes, time }: Limits) -> String {
    fn some<T: ToString>(value: Option<T>) -> String {
        value.map_or_else(|| "None".to_owned(), |value| format!("Some({})", value.to_string()))
    }
    let (depth, nodes, time) = (some(depth), some(nodes), some(time.map(time_text)));
    format!("Limits {{ depth: {depth}, nodes: {nodes}, time: {time} }}")
}

/// The time in the largest unit in which it is at least one, such as `1.5ms`.
fn time_text(time: Duration) -> String {
    const UNITS: [(u128, &str); 3] = [(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "µs")];
    let nanos = time.as_nanos();
    let (unit, name) = UNITS.into_iter().find(|(unit, _)| nanos >= *unit).unwrap_or((1, "ns"));
    let digits = unit.ilog10() as usize;
    let fraction = match nanos % unit {
        0 => String::new(),
        rest => format!(".{rest:0digits$}").trim_end_matches('0').to_owned(),
    };
    format!("{}{fraction}{name}", nanos / unit)
}

/// Returns the SHA-256 of a text in hexadecimal digits.
pub(crate) fn hash(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::SpecFile;

    fn spec(text: &str) -> Spec {
        SpecFile::parse(text).unwrap().spec().unwrap()
    }

    /// The exact texts behind the identities of stored games, which must never change.
    #[test]
    fn canonical_texts_are_those_of_the_first_version() {
        let conditions = |text: &str| {
            spec(&format!("{text}\nagents = ['random', 'greedy']")).conditions().canonical()
        };
        let program = format!("0.1.0 {}\n", lastknight::bench::SIGNATURE);
        for (text, wanted) in [
            (
                "depth = 3\nseed = 7",
                "7/7/7/7/7/7/7 w\n7\nLimits { depth: Some(3), nodes: None, time: None }\nwall\nrandom 4\n",
            ),
            (
                "board = '3x4'\nopenings = 'all'",
                "3/3/3/3 w\n0\nLimits { depth: None, nodes: Some(9000), time: None }\nwall\nall\n",
            ),
            (
                "time = '1500us'\ndepth = 3\nnodes = 10\nclock = 'cpu'\nopenings = ['5x5 moves a1 b3', '5x5']",
                "5/5/5/5/5 w\n0\nLimits { depth: Some(3), nodes: Some(10), time: Some(1.5ms) }\ncpu\n\
                 5/5/5/5/5 w moves a1 b3\n5/5/5/5/5 w\n",
            ),
        ] {
            assert_eq!(conditions(text), format!("{program}{wanted}"));
        }
        let text = "name = 'a \"b\"'\ngames = 6\noracle = 5\ntime = '2s'\n\
                    agents = ['greedy']\nfield = [{ name = 'x', agent = 'random' }]";
        let wanted = r#"{"name":"a \"b\"","format":"gauntlet","board":"7x7","openings":4,"games":null,"seed":0,"depth":null,"nodes":null,"time":"2s","clock":"wall","oracle":null,"sprt":null,"agents":[{"name":"greedy(improved)","agent":"greedy(improved)"}],"field":[{"name":"x","agent":"random"}]}"#;
        let gauntlet = spec(text);
        assert_eq!(gauntlet.canonical(), format!("{}\n{wanted}", gauntlet.conditions().hash()));
        let text =
            "format = 'match'\nsprt = [0, 5.5]\nopenings = ['5x5']\nagents = ['random', 'greedy']";
        let wanted = r#"{"name":"match","format":"match","board":null,"openings":["5/5/5/5/5 w"],"games":null,"seed":0,"depth":null,"nodes":9000,"time":null,"clock":null,"oracle":null,"sprt":[0.0,5.5],"agents":[{"name":"random","agent":"random"},{"name":"greedy(improved)","agent":"greedy(improved)"}]}"#;
        let listed = spec(text);
        assert_eq!(listed.canonical(), format!("{}\n{wanted}", listed.conditions().hash()));
        let strict = spec(&format!("beta = 0.01\n{text}"));
        let wanted = wanted.replace("5.5],", "5.5],\"errors\":[0.05,0.01],");
        assert_eq!(strict.canonical(), format!("{}\n{wanted}", strict.conditions().hash()));
    }

    #[test]
    fn times_have_one_text() {
        for (nanos, text) in [
            (0, "0ns"),
            (999, "999ns"),
            (1_000, "1µs"),
            (750_000, "750µs"),
            (1_500_000, "1.5ms"),
            (150_000_000, "150ms"),
            (1_000_000_001, "1.000000001s"),
            (3_600_000_000_000, "3600s"),
        ] {
            assert_eq!(time_text(Duration::from_nanos(nanos)), text);
        }
    }
}

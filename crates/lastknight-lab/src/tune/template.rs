//! Agent texts with numbers left open.

use lastknight::quote::{one_line, quote};
use lastknight::{Agent, AgentError, Agents, Constants, PlacedError};

use super::Space;

/// An agent's text in which `{name}` stands for the value of a parameter.
///
/// ```
/// use lastknight_lab::tune::{Space, Template};
///
/// let space = Space::new(vec!["c=1 in 0..4".parse()?, "d=4 in 1..8 whole".parse()?])?;
/// let template = Template::parse("alphabeta(\"n - {c}*n'\", depth={d})", &space)?;
/// assert_eq!(template.fill(&[1.25, 5.0]), "alphabeta(\"n - 1.25*n'\", depth=5)");
/// let error = Template::parse("alphabeta(\"n - {k}*n'\", depth={d})", &space).unwrap_err();
/// assert_eq!(error.to_string(), "column 16: there is no parameter 'k'");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Template(Vec<Piece>);

#[derive(Clone, Debug, PartialEq)]
enum Piece {
    Text(String),
    /// The value of the parameter with this index.
    Value(usize),
}

impl Template {
    /// Parses a template. Every parameter of the space must occur in it.
    ///
    /// # Errors
    /// Returns an error if a brace or a name is wrong, with the place, or a parameter is missing.
    pub fn parse(text: &str, space: &Space) -> Result<Self, TemplateError> {
        let error = |at: usize, problem| {
            let column = text[..at].chars().count() + 1;
            TemplateError::Place(PlacedError::new(text, column, problem))
        };
        let mut pieces = Vec::new();
        let mut done = 0;
        while let Some(found) = text[done..].find(['{', '}']) {
            let open = done + found;
            if text[open..].starts_with('}') {
                return Err(error(open, Problem::Unopened));
            }
            let close = text[open..].find('}').ok_or_else(|| error(open, Problem::Unclosed))?;
            let name = text[open + 1..open + close].trim();
            let number = space.parameters().iter().position(|p| p.name() == name);
            let number = number.ok_or_else(|| error(open, Problem::Unknown(name.to_owned())))?;
            pieces.push(Piece::Text(text[done..open].to_owned()));
            pieces.push(Piece::Value(number));
            done = open + close + 1;
        }
        pieces.push(Piece::Text(text[done..].to_owned()));
        for (number, parameter) in space.parameters().iter().enumerate() {
            if !pieces.contains(&Piece::Value(number)) {
                return Err(TemplateError::Unused(parameter.name().to_owned()));
            }
        }
        Ok(Self(pieces))
    }

    /// Returns the text with the values of a point.
    #[must_use]
    pub fn fill(&self, point: &[f64]) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            // The shortest text that parses to the same number; whole numbers have no fraction.
            Piece::Value(number) => point[*number].to_string(),
        };
        self.0.iter().map(piece).collect()
    }

    /// Returns the agent at a point.
    ///
    /// # Errors
    /// Returns an error if the text is not an agent, with the reason and the place.
    pub fn agent(
        &self,
        point: &[f64],
        agents: &Agents,
        constants: &Constants,
    ) -> Result<Agent, TemplateError> {
        let text = self.fill(point);
        agents.parse(&text, constants).map_err(|error| TemplateError::Agent(text, error.into()))
    }

    /// Tries the start and the ends of every range, so that errors show before anything is played.
    ///
    /// # Errors
    /// Returns an error if one of these points does not give an agent.
    pub fn check(
        &self,
        space: &Space,
        agents: &Agents,
        constants: &Constants,
    ) -> Result<(), TemplateError> {
        let start = space.start();
        self.agent(&start, agents, constants)?;
        for (number, parameter) in space.parameters().iter().enumerate() {
            for end in [parameter.min(), parameter.max()] {
                let mut point = start.clone();
                point[number] = end;
                self.agent(&point, agents, constants)?;
            }
        }
        Ok(())
    }
}

/// Why a text is not a template.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TemplateError {
    /// An error at a place of the template.
    #[error("{0}")]
    Place(PlacedError<Problem>),
    /// A parameter that does not occur in the template.
    #[error("parameter {} does not occur in the agent: put its name there, in braces", quote(.0))]
    Unused(String),
    /// A filled-in template that is not an agent.
    #[error("agent {}: {}", one_line(.0, 100), .1)]
    Agent(String, Box<AgentError>),
}

/// What is wrong at a place of a template.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Problem {
    /// An opening brace without a closing one.
    #[error("this '{{' is never closed")]
    Unclosed,
    /// A closing brace without an opening one.
    #[error("there is no '{{' to this '}}'")]
    Unopened,
    /// A name that no parameter has.
    #[error("there is no parameter {}", quote(.0))]
    Unknown(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space() -> Space {
        Space::new(vec!["w1=1 in 0..1".parse().unwrap(), "w2=1 in -1..1".parse().unwrap()]).unwrap()
    }

    #[test]
    fn values_stand_where_their_names_were() {
        let parsed = |text| Template::parse(text, &space()).unwrap();
        let chase = parsed("alphabeta(chase({w1}, {w2}), nodes=9000)");
        assert_eq!(chase.fill(&[0.3125, 1.0]), "alphabeta(chase(0.3125, 1), nodes=9000)");
        let agent = chase.agent(&[0.1, -1.0], &Agents::builtin(), &Constants::NONE).unwrap();
        assert_eq!(agent.to_string(), "alphabeta(chase(0.1,-1), nodes=9000)");
        // Negative values, a parameter twice, spaces in the braces, non-ASCII letters.
        let formula = parsed("greedy(\"n - { w1 }*n' - {w2}*dc + {w1}\")");
        let filled = formula.fill(&[0.5, -0.25]);
        assert_eq!(filled, "greedy(\"n - 0.5*n' - -0.25*dc + 0.5\")");
        assert!(formula.agent(&[0.5, -0.25], &Agents::builtin(), &Constants::NONE).is_ok());
        assert_eq!(parsed("é{w1}é{w2}").fill(&[1.0, 2.0]), "é1é2");
    }

    #[test]
    fn mistakes_are_placed() {
        for (text, message) in [
            ("é{w1", "column 2: this '{' is never closed"),
            ("w1}", "column 3: there is no '{' to this '}'"),
            ("{w1} {}", "column 6: there is no parameter ''"),
            ("{w1} {{w2}}", "column 6: there is no parameter '{w2'"),
            ("{w1} {w3}", "column 6: there is no parameter 'w3'"),
            ("{w1}", "parameter 'w2' does not occur in the agent: put its name there, in braces"),
            ("", "parameter 'w1' does not occur in the agent: put its name there, in braces"),
        ] {
            assert_eq!(Template::parse(text, &space()).unwrap_err().to_string(), message, "{text}");
        }
    }

    #[test]
    fn the_ends_of_the_ranges_are_tried() {
        let space = |text: &str| Space::new(vec![text.parse().unwrap()]).unwrap();
        let check = |parameter: &str, text: &str| {
            let space = space(parameter);
            Template::parse(text, &space).unwrap().check(
                &space,
                &Agents::builtin(),
                &Constants::NONE,
            )
        };
        assert_eq!(check("d=3 in 1..8 whole", "alphabeta(depth={d})"), Ok(()));
        let error = check("d=3 in -1..8 whole", "alphabeta(depth={d})").unwrap_err().to_string();
        assert!(
            error.starts_with("agent alphabeta(depth=-1): column 17: depth is a whole"),
            "{error}"
        );
        let error = check("w=3 in 0..2000", "greedy(chase({w},1))").unwrap_err().to_string();
        assert!(error.starts_with("agent greedy(chase(2000,1)): column 14: "), "{error}");
    }
}

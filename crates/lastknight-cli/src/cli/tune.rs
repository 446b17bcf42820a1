//! The flags of `lastknight tune`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::{GameFlags, limits};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "A parameter is 'NAME=START in MIN..MAX', then perhaps 'step STEP', 'at VALUE,VALUE,…' for the grid, \
and 'whole'. --games is what a point plays against each of the field, and with spsa what two points play against \
each other: 100 where nothing is said, also where openings are listed.

Every finished pair of games is in DIR/games.sqlite: the same command goes on where it was ended, and plays \
nothing twice. The page is DIR/tune.html, every trial is in DIR/tune.csv, and 'lastknight report DIR' shows the \
re-test; docs/tune.md explains the methods."
)]
pub(crate) struct TuneArgs {
    /// The agent with names in braces where numbers are looked for, such as 'alphabeta(chase({w1},{w2}))'
    pub(crate) agent: String,
    /// What a number can be, such as 'w1=0.3125 in 0..1 step 0.25'; repeated for each name
    #[arg(long = "parameter", value_name = "PARAMETER", required = true)]
    pub(crate) parameters: Vec<String>,
    /// How to look for the best numbers
    #[arg(long, value_enum, value_name = "METHOD", default_value = "halving")]
    pub(crate) method: MethodName,
    /// An agent that the points play against; may be repeated. With spsa, where points play each other, it has a
    /// part in the re-test only [default: the agent at its start, and the same with
    /// the heuristic improved]
    #[arg(long = "field", value_name = "AGENT")]
    pub(crate) field: Vec<String>,
    /// Points of the grid instead of all combinations, such as '1,1;0.75,1' (halving)
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub(crate) points: Option<String>,
    /// How often the step is halved (halving) [default: 3]
    #[arg(long, value_name = "N", value_parser = count_or_none, allow_negative_numbers = true)]
    pub(crate) halvings: Option<usize>,
    /// How often the point moves (spsa) [default: 100]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) iterations: Option<usize>,
    /// Matches of an iteration, whose results are averaged (spsa) [default: 1]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) matches: Option<usize>,
    /// How far from the present point the two of a match are at first, in steps (spsa) [default: 1]
    #[arg(long, value_name = "STEPS", allow_negative_numbers = true)]
    pub(crate) distance: Option<f64>,
    /// How far the point moves at first where all games of a match are won by one side, in steps (spsa) [default: 1]
    #[arg(long, value_name = "STEPS", allow_negative_numbers = true)]
    pub(crate) first_move: Option<f64>,
    /// How often a new cloud of points is tried (cmaes) [default: 30]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) generations: Option<usize>,
    /// Points of a cloud (cmaes) [default: by the number of parameters, 8 for one and 12 for two]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) population: Option<usize>,
    /// The standard deviation of the first cloud, in steps (cmaes) [default: 1]
    #[arg(long, value_name = "STEPS", allow_negative_numbers = true)]
    pub(crate) deviation: Option<f64>,
    /// Games of the winner against the start, and of both against each other agent of the field, from openings
    /// that have no part in the search; 0 for none [default: 1000, or as many as listed openings are left for]
    #[arg(long, value_name = "N", value_parser = games_or_none, allow_negative_numbers = true)]
    pub(crate) retest: Option<usize>,
    #[command(flatten)]
    pub(crate) games: GameFlags,
    /// Where everything goes
    #[arg(long, value_name = "DIR", default_value = "results/tune")]
    pub(crate) out: PathBuf,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// A way to look for the best numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MethodName {
    /// Every point of a grid, then the neighbours of the best in ever smaller steps
    Halving,
    /// Matches between two points, and a step towards the winner
    Spsa,
    /// Generations of points around a mean that follows the better ones
    Cmaes,
}

fn count(text: &str) -> Result<usize, String> {
    let count = limits::whole(text, 1..=1_000_000).map(|count| count as usize);
    count.ok_or_else(|| "a number is 1 to 1000000".to_owned())
}

fn count_or_none(text: &str) -> Result<usize, String> {
    let count = limits::whole(text, 0..=1_000_000).map(|count| count as usize);
    count.ok_or_else(|| "a number is 0 to 1000000".to_owned())
}

fn games_or_none(text: &str) -> Result<usize, String> {
    let games = if text == "0" { Ok(0) } else { limits::games(text) };
    games.map_err(|_| "a number of games is 0 to 1000000".to_owned())
}

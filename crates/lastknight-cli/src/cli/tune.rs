//! The flags of `lastknight tune`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::{FleetFlags, GameFlags, limits};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "A parameter is 'NAME=START in MIN..MAX', optionally followed by 'step STEP', 'at VALUE,VALUE,…' for the \
grid, and 'whole'. --games is the number of games of a point against each agent of the field, or with spsa of two points \
against each other; the default is 100, even if openings are listed.

Finished pairs of games are stored in DIR/games.sqlite: the same command resumes and plays nothing twice. The report \
is DIR/tune.html, all trials are in DIR/tune.csv, and 'lastknight report DIR' shows the re-test. docs/tune.md explains \
the methods."
)]
pub(crate) struct TuneArgs {
    /// Agent with parameters in braces, such as 'alphabeta(chase({w1},{w2}))'
    pub(crate) agent: String,
    /// Range of a parameter, such as 'w1=0.3125 in 0..1 step 0.25'; repeat for each parameter
    #[arg(long = "parameter", value_name = "PARAMETER", required = true)]
    pub(crate) parameters: Vec<String>,
    /// Search method
    #[arg(long, value_enum, value_name = "METHOD", default_value = "halving")]
    pub(crate) method: MethodName,
    /// Agent that the points play against; may be repeated. With spsa it plays in the re-test only [default: the agent
    /// at its start, and the same agent with the heuristic improved]
    #[arg(long = "field", value_name = "AGENT")]
    pub(crate) field: Vec<String>,
    /// Grid points to use instead of all combinations, such as '1,1;0.75,1' (halving)
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub(crate) points: Option<String>,
    /// Number of times the step is halved (halving) [default: 3]
    #[arg(long, value_name = "N", value_parser = limits::number::<usize>(0..=1_000_000), allow_negative_numbers = true)]
    pub(crate) halvings: Option<usize>,
    /// Number of iterations (spsa) [default: 100]
    #[arg(long, value_name = "N", value_parser = limits::number::<usize>(1..=1_000_000), allow_negative_numbers = true)]
    pub(crate) iterations: Option<usize>,
    /// Matches per iteration, whose results are averaged (spsa) [default: 1]
    #[arg(long, value_name = "N", value_parser = limits::number::<usize>(1..=1_000_000), allow_negative_numbers = true)]
    pub(crate) matches: Option<usize>,
    /// Initial distance of the two points of a match from the current point, in steps (spsa) [default: 1]
    #[arg(long, value_name = "STEPS", allow_negative_numbers = true)]
    pub(crate) distance: Option<f64>,
    /// Initial move of the point after a match won in every game, in steps (spsa) [default: 1]
    #[arg(long, value_name = "STEPS", allow_negative_numbers = true)]
    pub(crate) first_move: Option<f64>,
    /// Number of generations (cmaes) [default: 30]
    #[arg(long, value_name = "N", value_parser = limits::number::<usize>(1..=1_000_000), allow_negative_numbers = true)]
    pub(crate) generations: Option<usize>,
    /// Points per generation (cmaes) [default: by the number of parameters, 8 for one and 12 for two]
    #[arg(long, value_name = "N", value_parser = limits::number::<usize>(1..=1_000_000), allow_negative_numbers = true)]
    pub(crate) population: Option<usize>,
    /// Standard deviation of the first generation, in steps (cmaes) [default: 1]
    #[arg(long, value_name = "STEPS", allow_negative_numbers = true)]
    pub(crate) deviation: Option<f64>,
    /// Games of the re-test from unused openings: the winner against the start, and both against each other agent of the
    /// field; 0 for none [default: 1000, or fewer if listed openings run out]
    #[arg(long, value_name = "N", value_parser = limits::games(0), allow_negative_numbers = true)]
    pub(crate) retest: Option<usize>,
    #[command(flatten)]
    pub(crate) games: GameFlags,
    #[command(flatten)]
    pub(crate) fleet: FleetFlags,
    /// Directory of results
    #[arg(long, value_name = "DIR", default_value = "results/tune")]
    pub(crate) out: PathBuf,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MethodName {
    /// Try every point of a grid, then the neighbours of the best in ever smaller steps
    Halving,
    /// Play matches between two points and step towards the winner
    Spsa,
    /// Try generations of points around a mean that follows the better ones
    Cmaes,
}

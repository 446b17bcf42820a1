//! The flags for programs that play: `agent`, `grade` and `ugi`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Subcommand;

use super::{ConstantsFile, DEFAULT_AGENT, GameFlags, limits};

#[derive(Debug, clap::Args)]
pub(crate) struct AgentArgs {
    #[command(subcommand)]
    pub(crate) command: AgentCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AgentCommand {
    /// Check whether a program follows its protocol, and say what is wrong
    #[command(
        after_help = "The time is CPU time, unless clock=wall is among the settings of the agent. The exit code is 3 if a check fails.

Examples:
  lastknight agent check 'python3 agent.py'
  lastknight agent check 'process(\"./engine\", protocol=ugi)'"
    )]
    Check {
        /// Command, or agent such as 'process("./engine", protocol=ugi)'
        command: String,
        /// Limit of each move, such as 150ms or 2s
        #[arg(long, value_name = "TIME", default_value = "150ms", value_parser = limits::time)]
        time: Duration,
        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Write a starter: a small agent that plays, to build on
    New {
        /// Language
        #[arg(long, value_name = "LANGUAGE", value_parser = languages())]
        lang: String,
        /// Directory to write it to
        #[arg(long, value_name = "DIR", default_value = ".")]
        out: PathBuf,
        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },
}

fn languages() -> clap::builder::PossibleValuesParser {
    lastknight_host::STARTERS.iter().map(|starter| starter.language).collect::<Vec<_>>().into()
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "A submission is a file or a directory, or an agent such as 'python(\"anna/game_agent.py:AlphaBetaPlayer\")'. \
A Python or JavaScript file, a jar and an executable are run as they are; in a directory, the file is run, agent.py, \
agent.js, Agent.class, agent.jar or agent, the first that exists. With --as, {} stands for the path of the submission.

The score is the share of games won against the field, in points. A submission that cannot be run gets 0 points and the \
reason, and the others are graded. Games are stored in DIR, and the same command resumes there. DIR/grades.csv has the table, \
DIR/submissions/NAME/results.json the file that Gradescope reads."
)]
pub(crate) struct GradeArgs {
    /// Submissions: files, directories or agents
    #[arg(required = true, value_name = "SUBMISSION")]
    pub(crate) submissions: Vec<String>,
    /// Opponent: an agent, or a field such as course-deepening; may be repeated
    #[arg(long, value_name = "FIELD", required = true)]
    pub(crate) against: Vec<String>,
    /// Agent of every submission, such as 'python("{}/game_agent.py:CustomPlayer")'
    #[arg(long = "as", value_name = "AGENT")]
    pub(crate) template: Option<String>,
    /// Points for winning every game
    #[arg(long, value_name = "N", default_value = "100", value_parser = limits::number::<u32>(1..=1_000_000), allow_negative_numbers = true)]
    pub(crate) points: u32,
    #[command(flatten)]
    pub(crate) games: GameFlags,
    /// Directory of results
    #[arg(long, value_name = "DIR", default_value = "results/grades")]
    pub(crate) out: PathBuf,
    /// Write Gradescope's file of a single submission here too
    #[arg(long, value_name = "FILE")]
    pub(crate) gradescope: Option<PathBuf>,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Commands: ugi, isready, setoption name agent|seed value …, uginewgame, position startpos|fen POSITION \
[moves …], go [movetime MS] [depth N] [nodes N] [p1time MS p2time MS p1inc MS p2inc MS] [infinite], stop, \
query p1turn|gameover|result, quit. White is the first player."
)]
pub(crate) struct UgiArgs {
    /// Agent that plays
    #[arg(long, value_name = "AGENT", default_value = DEFAULT_AGENT)]
    pub(crate) agent: String,
    /// Seed of its random choices
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = limits::number::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) constants: ConstantsFile,
}

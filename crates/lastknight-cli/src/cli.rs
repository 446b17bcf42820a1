//! The command line: what can be asked, and how it is explained.

mod lab;
mod limits;
#[cfg(feature = "web")]
mod serve;
mod stats;
mod study;
mod tune;

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::thread;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use lastknight::solve::SolverSettings;
use lastknight::{Limits, Size};

pub(crate) use lab::{
    ExportArgs, ExportFormat, GameFlags, MatchArgs, OpeningsFlag, ReplayArgs, ReportArgs,
    TournamentArgs,
};
pub(crate) use limits::{EffortFlags, LimitFlags};
#[cfg(feature = "web")]
pub(crate) use serve::ServeArgs;
pub(crate) use stats::StatsArgs;
pub(crate) use study::StudyArgs;
pub(crate) use tune::{MethodName, TuneArgs};

use crate::failure::Failure;

/// Who thinks and plays where nobody says who.
pub(crate) const DEFAULT_AGENT: &str = "engine";

/// When a search ends in a match or an examination where nobody says when: what the course's 150 ms
/// came to.
pub(crate) const DEFAULT_LIMITS: Limits = Limits::nodes(9000);

/// The commit that the program was built from, where git knew.
pub(crate) fn commit() -> Option<String> {
    let revision = env!("LASTKNIGHT_REVISION").trim().trim_matches(['(', ')']);
    (!revision.is_empty()).then(|| revision.to_owned())
}

/// The most threads that can be asked for.
const MAX_THREADS: usize = 1024;

/// What `--version` prints.
static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let (version, json) = (env!("CARGO_PKG_VERSION"), lastknight::json::VERSION);
    format!("{version}{}\nJSON version {json}", env!("LASTKNIGHT_REVISION"))
});

#[derive(Debug, Parser)]
#[command(
    name = "lastknight",
    version = concat!(env!("CARGO_PKG_VERSION"), env!("LASTKNIGHT_REVISION")),
    long_version = LONG_VERSION.as_str(),
    about = "Knight's Isolation: two knights, every square stood on is gone, who cannot move loses",
    after_help = "\
A position is a line such as '7/7/7/3N3/1n5/7/7 w', a board size such as 11x9, or startpos, \
optionally followed by 'moves d4 b3 …'; '-' reads it from standard input. An agent is a text such as \
'alphabeta(improved, depth=5)': see 'lastknight agents'.

Exit codes: 0 done, 1 failed while running, 2 bad usage or input, 3 a requested check failed.",
    max_term_width = 100
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Draw a position: board, legal moves, roles and symmetries
    Show(ShowArgs),
    /// Count the ways to play a number of half-moves, which proves the rules
    Perft(PerftArgs),
    /// Say what a position is worth: heuristics, formulas and features
    Evaluate(EvaluateArgs),
    /// List the heuristics and what formulas are made of, or explain one
    Heuristics(HeuristicsArgs),
    /// Play against an agent, on a full screen or line by line
    Play(PlayArgs),
    /// Serve the page: play, analyse, watch heuristics and search trees, run tournaments, in a browser
    #[cfg(feature = "web")]
    Serve(ServeArgs),
    /// Search a position: a line for each depth, then the best move
    Analyze(AnalyzeArgs),
    /// Say who wins a position, move by move; solve all openings of a board, or check such a table
    Solve(SolveArgs),
    /// Let two agents play a match
    Match(MatchArgs),
    /// Play a tournament, or go on with it: every game is kept, and a report shows what came of it
    Tournament(TournamentArgs),
    /// Show what came of a tournament or a stored match
    Report(ReportArgs),
    /// Write the games of a tournament or a stored match as PGN, JSON lines, CSV or XLSX
    Export(ExportArgs),
    /// Show a stored game move by move, with values and the moves that threw a win away
    Replay(ReplayArgs),
    /// Run a study: a report's experiment, with our figures beside the published ones; or list the studies
    #[command(visible_alias = "studies")]
    Study(StudyArgs),
    /// Look for the best numbers of an agent by playing, and test the winner again
    Tune(TuneArgs),
    /// Say how often agents keep a won position won, by exact solutions
    Oracle(OracleArgs),
    /// Say what counts of won and lost games tell, and how sure it is
    Stats(StatsArgs),
    /// List the agents and their settings
    Agents {
        /// Print a JSON list
        #[arg(long)]
        json: bool,
    },
    /// Search fixed positions: the number of nodes shows whether searches are still the same
    Bench {
        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Check a file of games and convert it to another format
    Convert(ConvertArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write all manual pages into a directory
    Man {
        /// Where to write lastknight.1 and a page for each command
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

#[derive(Debug, clap::Args)]
pub(crate) struct ShowArgs {
    /// The position, or '-' to read it from standard input
    #[arg(default_value = "startpos", value_name = "POSITION")]
    pub(crate) position: Vec<String>,
    /// Draw with plain ASCII characters
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PerftArgs {
    /// Number of half-moves
    #[arg(required_unless_present = "check", value_parser = limits::half_moves, allow_negative_numbers = true)]
    pub(crate) depth: Option<u32>,
    /// Where to begin, as one quoted argument
    #[arg(long, value_name = "POSITION", default_value = "startpos")]
    pub(crate) position: String,
    /// Count each first move apart
    #[arg(long, conflicts_with = "check")]
    pub(crate) divide: bool,
    /// Check the counts of a file with lines 'POSITION ; COUNT COUNT …', up to DEPTH where given
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) check: Option<PathBuf>,
    /// Number of threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = threads, hide_default_value = true, default_value_t = processors())]
    pub(crate) threads: NonZeroUsize,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct EvaluateArgs {
    /// The position, or '-' to read it from standard input
    #[arg(default_value = "startpos", value_name = "POSITION")]
    pub(crate) position: Vec<String>,
    /// A heuristic or a formula, such as "dp * (n - 1.5*n')"; may be repeated [default: all heuristics]
    #[arg(long = "heuristic", value_name = "HEURISTIC", allow_hyphen_values = true)]
    pub(crate) heuristics: Vec<String>,
    #[command(flatten)]
    pub(crate) constants: ConstantsFile,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct HeuristicsArgs {
    /// Explain a heuristic or a formula: form, source, parameters, and an example worked through
    #[arg(long, value_name = "HEURISTIC", allow_hyphen_values = true)]
    pub(crate) explain: Option<String>,
    /// The example's position, as one quoted argument [default: one that suits the heuristic]
    #[arg(long, value_name = "POSITION", requires = "explain")]
    pub(crate) position: Option<String>,
    /// Draw the example with plain ASCII characters
    #[arg(long, requires = "explain")]
    pub(crate) ascii: bool,
    #[command(flatten)]
    pub(crate) constants: ConstantsFile,
    /// List the features and functions of formulas instead
    #[arg(long, conflicts_with = "explain")]
    pub(crate) features: bool,
    /// Print everything as a Markdown page
    #[arg(long, conflicts_with_all = ["explain", "features", "json"])]
    pub(crate) markdown: bool,
    /// Print JSON: a list of heuristics, or an object for --explain and --features
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without any limit, the search takes a second. Ctrl-C ends it with its best move so far."
)]
pub(crate) struct AnalyzeArgs {
    /// The position, or '-' to read it from standard input
    #[arg(default_value = "startpos", value_name = "POSITION")]
    pub(crate) position: Vec<String>,
    /// Who searches
    #[arg(long, value_name = "AGENT", default_value = DEFAULT_AGENT)]
    pub(crate) agent: String,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
    /// How many of the best moves to show
    #[arg(long, value_name = "K", default_value = "1", value_parser = limits::multi, allow_negative_numbers = true)]
    pub(crate) multi: usize,
    #[command(flatten)]
    pub(crate) constants: ConstantsFile,
    /// Print JSON lines: an object for each depth, the last one with the best move
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without any limit, it goes on until it knows. Ctrl-C ends it with what is known by then.
With --openings the exit code is then 1.

With --out, a line for each opening goes to DIR/SIZE.jsonl as soon as it is solved: the same command \
goes on where it was ended, and tries again what it gave up. In the end it writes SIZE.json, SIZE.csv and \
SIZE.md. What a SIZE.json or SIZE.csv says that is there already counts as solved; without it and the journal all \
begins anew."
)]
pub(crate) struct SolveArgs {
    /// The position, or '-' to read it from standard input
    #[arg(default_value = "startpos", value_name = "POSITION", conflicts_with_all = ["openings", "verify"])]
    pub(crate) position: Vec<String>,
    /// Count the half-moves to the end as well: the winner hurries, the loser holds out
    #[arg(long, conflicts_with_all = ["openings", "verify"])]
    pub(crate) distance: bool,
    /// Find out who wins, and nothing about the moves
    #[arg(long, conflicts_with_all = ["distance", "openings", "verify"])]
    pub(crate) winner_only: bool,
    /// Search even where the tables of solved boards know who wins
    #[arg(long, conflicts_with_all = ["openings", "verify"])]
    pub(crate) no_tablebase: bool,
    /// Solve every opening of a board: each pair of placements up to symmetry
    #[arg(long, value_name = "SIZE")]
    pub(crate) openings: Option<Size>,
    /// Solve only the openings that begin with this square; may be repeated
    #[arg(long, value_name = "SQUARE", requires = "openings")]
    pub(crate) only: Vec<String>,
    /// Where to keep the openings that are solved
    #[arg(long, value_name = "DIR", requires = "openings")]
    pub(crate) out: Option<PathBuf>,
    /// Solve the openings of a file once more: JSON, CSV or JSON lines, as --openings writes them
    #[arg(long, value_name = "FILE", conflicts_with = "openings")]
    pub(crate) verify: Option<PathBuf>,
    /// Only so many of the file's openings, chosen by chance
    #[arg(long, value_name = "N", requires = "verify", value_parser = limits::sample, allow_negative_numbers = true)]
    pub(crate) sample: Option<usize>,
    /// What follows from chance follows from this number
    #[arg(long, value_name = "SEED", default_value = "0", requires = "sample", value_parser = limits::seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) effort: EffortFlags,
    /// Number of threads: they solve openings one each, and a position together, which --nodes may then
    /// end elsewhere each time [default: one for each processor; one for a position with --nodes, so that
    /// the same is found each time]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// The most memory for what --distance remembers, in megabytes
    #[arg(long, value_name = "MB", value_parser = limits::megabytes, default_value_t = SolverSettings::default().megabytes, allow_negative_numbers = true)]
    pub(crate) memory: usize,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

impl SolveArgs {
    /// How many threads solve a position together. Where nodes limit them, the end replays on one only.
    pub(crate) fn threads_together(&self) -> NonZeroUsize {
        let default = || match self.effort.limits().nodes {
            Some(_) => NonZeroUsize::MIN,
            None => processors(),
        };
        self.threads.unwrap_or_else(default)
    }

    /// How many openings are solved at a time.
    pub(crate) fn threads_apart(&self) -> NonZeroUsize {
        self.threads.unwrap_or_else(processors)
    }
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Positions come from games of decent players who err now and then, and every move is solved. \
Critical are those that are won, but not by every move. Without any limit, an agent looks at 9000 nodes a \
move. Ctrl-C reports what is done."
)]
pub(crate) struct OracleArgs {
    /// The agents, such as 'alphabeta(improved, depth=3)'; all of them are asked about the same positions
    #[arg(required = true, value_name = "AGENT")]
    pub(crate) agents: Vec<String>,
    /// The board's size, or a position where the games begin, as one quoted argument
    #[arg(long, value_name = "BOARD", default_value = "7x7")]
    pub(crate) board: String,
    /// Number of critical positions to ask about
    #[arg(long, value_name = "N", default_value = "200", value_parser = limits::positions, allow_negative_numbers = true)]
    pub(crate) positions: usize,
    /// The plies to take positions from, as 10..20 [default: those within the solver's reach]
    #[arg(long, value_name = "FROM..TO", value_parser = limits::plies, allow_negative_numbers = true)]
    pub(crate) plies: Option<RangeInclusive<usize>>,
    /// What follows from chance, positions and agents alike, follows from this number
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = limits::seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
    /// Number of positions at a time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = threads, hide_default_value = true, default_value_t = processors())]
    pub(crate) threads: NonZeroUsize,
    #[command(flatten)]
    pub(crate) constants: ConstantsFile,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Without any limit, the agent takes a second a move.

On a terminal the board fills the screen: click a square, move the cursor, or type a square's name; '?' lists \
the keys. With --lines, and where input or output is no terminal, a game goes line by line. In the end the last \
line printed is the game, for --position.")]
pub(crate) struct PlayArgs {
    /// The opponent
    #[arg(long, value_name = "AGENT", default_value = DEFAULT_AGENT)]
    pub(crate) against: String,
    /// The board's size
    #[arg(long, value_name = "BOARD", default_value = "7x7")]
    pub(crate) board: String,
    /// Where to begin, as one quoted argument; 'moves …' in it can be taken back
    #[arg(long, value_name = "POSITION", conflicts_with = "board")]
    pub(crate) position: Option<String>,
    /// Your colour; White begins
    #[arg(long, value_enum, value_name = "COLOR", default_value = "white")]
    pub(crate) color: PlayedColor,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
    /// What follows from chance follows from this number [default: another each time]
    #[arg(long, value_name = "SEED", value_parser = limits::seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Draw with plain ASCII characters
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Play line by line, on a terminal too
    #[arg(long)]
    pub(crate) lines: bool,
    #[command(flatten)]
    pub(crate) constants: ConstantsFile,
}

/// The colour that a person plays.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum PlayedColor {
    White,
    Black,
    /// Either, by chance
    Random,
}

/// Where the constants of formulas come from.
#[derive(Debug, clap::Args)]
pub(crate) struct ConstantsFile {
    /// A TOML file whose table "constants" names numbers for use in formulas
    #[arg(long, value_name = "FILE")]
    constants: Option<PathBuf>,
}

impl ConstantsFile {
    /// The file's name, if there is one.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.constants.as_deref()
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct ConvertArgs {
    /// The file of games, PGN or JSON lines, or '-' to read standard input
    #[arg(default_value = "-")]
    pub(crate) file: PathBuf,
    /// The format to read [default: told by the first characters]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) from: Option<Source>,
    /// The format to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) to: GamesFormat,
}

/// A format of games that can be read.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Source {
    /// The format of chess programs
    Pgn,
    /// One JSON object a line
    Jsonl,
}

/// A format of games.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum GamesFormat {
    /// The format of chess programs
    Pgn,
    /// One JSON object a line
    Jsonl,
    /// A table with a line a game, without tags
    Csv,
}

/// The whole command line, for completions and manual pages.
pub(crate) fn definition() -> clap::Command {
    Arguments::command()
}

/// What the program was asked to do.
pub(crate) fn parse() -> Result<Command, Failure> {
    match Arguments::try_parse() {
        Ok(arguments) => Ok(arguments.command),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                error.print()?;
                std::process::exit(error.exit_code())
            }
            _ => Err(Failure::Input(one_line(&error))),
        },
    }
}

/// A usage error in one line: what is wrong, what might have been meant, where to look.
fn one_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let mut parts = Vec::new();
    for paragraph in text.split("\n\n") {
        let words = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        if words.starts_with("Usage:") || words.starts_with("For more information") {
            continue;
        }
        parts.push(words.strip_prefix("error: ").map_or(words.clone(), str::to_owned));
    }
    format!("{} (see --help)", parts.join("; "))
}

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse()
        .ok()
        .filter(|threads: &NonZeroUsize| threads.get() <= MAX_THREADS)
        .ok_or_else(|| format!("a number of threads is 1 to {MAX_THREADS}"))
}

fn processors() -> NonZeroUsize {
    thread::available_parallelism()
        .unwrap_or(NonZeroUsize::MIN)
        .min(NonZeroUsize::new(MAX_THREADS).expect("a limit above zero"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        definition().debug_assert();
    }
}

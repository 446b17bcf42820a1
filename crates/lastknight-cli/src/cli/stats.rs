//! The flags of `lastknight stats`.

use lastknight::stats::{Pairs, Share};

use super::lab::SprtFlags;
use super::limits::whole;

/// The largest count.
const MOST: u64 = 1_000_000_000;

#[derive(Debug, clap::Args)]
#[command(
    group = clap::ArgGroup::new("counts").required(true).args(["pairs", "games"]),
    after_help = "A pair is one opening played twice, sides swapped. Pairs are counted as in fastchess: losses first. \
Intervals are 95 % intervals. docs/statistics.md explains each number."
)]
pub(crate) struct StatsArgs {
    /// Pairs of games: lost both, split, won both, such as 12,40,31
    #[arg(long, value_name = "LL,SPLIT,WW", value_parser = pairs, allow_hyphen_values = true)]
    pub(crate) pairs: Option<Pairs>,
    /// Games that do not come in pairs, such as 54,46
    #[arg(long, value_name = "WON,LOST", value_parser = games, allow_hyphen_values = true)]
    pub(crate) games: Option<Share>,
    #[command(flatten)]
    pub(crate) sprt: SprtFlags,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Parses whole numbers separated by commas.
fn counts<const N: usize>(text: &str) -> Option<[u64; N]> {
    let numbers: Option<Vec<u64>> =
        text.split(',').map(|part| whole(part.trim(), 0..=MOST)).collect();
    numbers?.try_into().ok()
}

fn pairs(text: &str) -> Result<Pairs, String> {
    let expected =
        "expected three whole numbers up to 10^9: lost both, split, won both, such as 12,40,31";
    let [lost, split, won] = counts(text).ok_or(expected)?;
    let pairs = Pairs { won, split, lost };
    if pairs.count() == 0 { Err("there must be at least one pair".to_owned()) } else { Ok(pairs) }
}

fn games(text: &str) -> Result<Share, String> {
    let expected = "expected two whole numbers up to 10^9: won, lost, such as 54,46";
    let [won, lost] = counts(text).ok_or(expected)?;
    let share = Share { hits: won, of: won + lost };
    if share.of == 0 { Err("there must be at least one game".to_owned()) } else { Ok(share) }
}

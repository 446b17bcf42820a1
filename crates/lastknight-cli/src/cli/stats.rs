//! The flags of `lastknight stats`.

use lastknight::stats::{Pairs, Share, Sprt};

use super::limits::whole;

/// The most pairs or games of a kind.
const MOST: u64 = 1_000_000_000;

#[derive(Debug, clap::Args)]
#[command(
    group = clap::ArgGroup::new("counts").required(true).args(["pairs", "games"]),
    after_help = "A pair is one opening played twice, sides swapped. Counts are those of the player that the \
result is about, in the order of fastchess: lost first. Intervals are 95 % ones. docs/statistics.md says what \
each number means."
)]
pub(crate) struct StatsArgs {
    /// Pairs of games: lost both, won one of two, won both, as 12,40,31
    #[arg(long, value_name = "LL,SPLIT,WW", value_parser = pairs, allow_hyphen_values = true)]
    pub(crate) pairs: Option<Pairs>,
    /// Games that do not come in pairs, as 54,46
    #[arg(long, value_name = "WON,LOST", value_parser = games, allow_hyphen_values = true)]
    pub(crate) games: Option<Share>,
    /// Test one normalised Elo against another, the smaller first, as 0,5
    #[arg(
        long,
        value_name = "E0,E1",
        requires = "pairs",
        conflicts_with = "games",
        allow_hyphen_values = true
    )]
    pub(crate) sprt: Option<Sprt>,
    /// How often the test may accept E1 where E0 is true
    #[arg(long, value_name = "SHARE", default_value = "0.05", requires = "sprt", value_parser = errors, allow_negative_numbers = true)]
    pub(crate) alpha: f64,
    /// How often the test may reject E1 where it is true
    #[arg(long, value_name = "SHARE", default_value = "0.05", requires = "sprt", value_parser = errors, allow_negative_numbers = true)]
    pub(crate) beta: f64,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// So many whole numbers with commas between.
fn counts<const N: usize>(text: &str) -> Option<[u64; N]> {
    let numbers: Option<Vec<u64>> =
        text.split(',').map(|part| whole(part.trim(), 0..=MOST)).collect();
    numbers?.try_into().ok()
}

fn pairs(text: &str) -> Result<Pairs, String> {
    let [lost, split, won] = counts(text).ok_or_else(|| {
        "pairs are three whole numbers up to 10^9: lost both, split, won both, as 12,40,31"
            .to_owned()
    })?;
    let pairs = Pairs { won, split, lost };
    if pairs.count() == 0 {
        Err("without any pairs there is nothing to tell".to_owned())
    } else {
        Ok(pairs)
    }
}

fn games(text: &str) -> Result<Share, String> {
    let [won, lost] = counts(text)
        .ok_or_else(|| "games are two whole numbers up to 10^9: won, lost, as 54,46".to_owned())?;
    let share = Share { hits: won, of: won + lost };
    if share.of == 0 {
        Err("without any games there is nothing to tell".to_owned())
    } else {
        Ok(share)
    }
}

fn errors(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (1e-9..0.5).contains(share));
    share.ok_or_else(|| "a share of errors lies between 0 and 0.5, as 0.05".to_owned())
}

//! `lastknight stats`: statistics of game counts.

use lastknight::json;
use lastknight::stats::{Conclusion, Pairs, Share, Sprt, Z95, sign_test, superiority};
use lastknight_lab::format;
use serde::Serialize;

use crate::cli::StatsArgs;
use crate::failure::Failure;
use crate::output::{self, grouped};

pub(crate) fn run(args: &StatsArgs) -> Result<(), Failure> {
    let figures = match (args.pairs, args.games) {
        (Some(pairs), _) => StatsJson::of_pairs(pairs, args.sprt.test()),
        (None, Some(_)) if args.sprt.test().is_some() => {
            return Err(Failure::Input("--sprt tests pairs: give --pairs, not --games".to_owned()));
        }
        (None, Some(games)) => StatsJson::of_games(games),
        (None, None) => return Err(Failure::Input("--pairs or --games is required".to_owned())),
    };
    output::result(args.json, || &figures, || figures.text())
}

/// The result as JSON, with scores from 0 to 1 and 95 % intervals.
#[derive(Serialize)]
struct StatsJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs: Option<json::Pairs>,
    games: GameCounts,
    score: f64,
    interval: [f64; 2],
    elo: json::Estimate,
    #[serde(skip_serializing_if = "Option::is_none")]
    normalized_elo: Option<json::Estimate>,
    superiority: f64,
    p_value: f64,
    /// Deprecated: `p_value`.
    sign_test: f64,
    verdict: &'static str,
    /// About how many more pairs or games would decide at this score, if any number would.
    needed: Option<u64>,
    #[serde(skip)]
    conclusion: Conclusion,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<json::Sprt>,
}

#[derive(Serialize)]
struct GameCounts {
    won: u64,
    lost: u64,
}

const SURE: &str = "at least one game";

impl StatsJson {
    fn of_pairs(pairs: Pairs, sprt: Option<Sprt>) -> Self {
        let Pairs { lost, split, won } = pairs;
        let (low, high) = pairs.interval(Z95);
        Self {
            pairs: Some(pairs.into()),
            games: GameCounts { won: 2 * won + split, lost: 2 * lost + split },
            score: pairs.score().expect(SURE),
            interval: [low, high],
            elo: pairs.elo(Z95).expect(SURE).into(),
            normalized_elo: Some(pairs.normalized_elo(Z95).expect(SURE).into()),
            superiority: pairs.superiority(),
            p_value: pairs.sign_test(),
            sign_test: pairs.sign_test(),
            verdict: pairs.conclusion().word(),
            needed: pairs.conclusion().needed(),
            conclusion: pairs.conclusion(),
            sprt: sprt.map(|sprt| json::Sprt::new(&sprt, pairs, sprt.verdict(pairs))),
        }
    }

    fn of_games(games: Share) -> Self {
        let (won, lost) = (games.hits, games.of - games.hits);
        let (low, high) = games.interval(Z95);
        let p_value = sign_test(won, lost);
        Self {
            pairs: None,
            games: GameCounts { won, lost },
            score: games.part().expect(SURE),
            interval: [low, high],
            elo: games.elo(Z95).expect(SURE).into(),
            normalized_elo: None,
            superiority: superiority(won, lost),
            p_value,
            sign_test: p_value,
            verdict: games.conclusion().word(),
            needed: games.conclusion().needed(),
            conclusion: games.conclusion(),
            sprt: None,
        }
    }

    fn text(&self) -> String {
        let [low, high] = self.interval.map(|end| 100.0 * end);
        let mut lines = Vec::new();
        let mut line = |name: &str, text: String| lines.push(output::item(name, 16, &text));
        if let Some(json::Pairs { lost, split, won }) = self.pairs {
            let [all, lost, split, won] = [lost + split + won, lost, split, won].map(grouped);
            line("pairs", format!("{all}: lost both {lost}, split {split}, won both {won}"));
        }
        let GameCounts { won, lost } = self.games;
        let [all, won, lost] = [won + lost, won, lost].map(grouped);
        line("games", format!("{all}: won {won}, lost {lost}"));
        line("score", format!("{:.2} %, interval {low:.2} to {high:.2} %", 100.0 * self.score));
        line("Elo", self.elo_text());
        if let Some(normalized) = &self.normalized_elo {
            line("normalised Elo", shown(normalized));
        }
        line("superiority", format!("{} % likely", percent(self.superiority)));
        let p = self.p_value;
        line("sign test", if p < 0.0001 { format!("p = {p:.1e}") } else { format!("p = {p:.4}") });
        let unit = if self.pairs.is_some() { "pair" } else { "game" };
        let [low, high] = self.interval;
        line("verdict", format::conclusion(self.conclusion, p, (low, high), unit));
        if let Some(sprt) = &self.sprt {
            let [low, high] = sprt.bounds;
            let words = match sprt.verdict {
                "accepted" => format!("{} is accepted", sprt.elo1),
                "rejected" => format!("{} is accepted", sprt.elo0),
                _ => "open".to_owned(),
            };
            let test = format!("normalised Elo {} against {}: {words}", sprt.elo0, sprt.elo1);
            let llr = format!("LLR {:.2} of {low:.2} to {high:.2}", sprt.llr);
            line("sequential test", format!("{test}, {llr}"));
        }
        if self.pairs.is_none() {
            let note = "games count as independent; pairs with sides swapped say more (--pairs)";
            line("note", note.to_owned());
        }
        lines.concat()
    }

    /// Returns Elo with its interval; after a clean sweep only a bound.
    fn elo_text(&self) -> String {
        let json::Estimate { value, interval: [low, high] } = self.elo;
        let [value, low, high] = [value, low, high].map(signed);
        match (self.games.won, self.games.lost) {
            (_, 0) => format!("{value} or more, interval from {low} on"),
            (0, _) => format!("{value} or less, interval up to {high}"),
            _ => shown(&self.elo),
        }
    }
}

fn shown(estimate: &json::Estimate) -> String {
    let [low, high] = estimate.interval;
    format!("{}, interval {} to {}", signed(estimate.value), signed(low), signed(high))
}

/// Formats a number with its sign and one decimal; zero has no minus.
fn signed(number: f64) -> String {
    format!("{:+.1}", (number * 10.0).round() / 10.0 + 0.0)
}

/// Formats a probability in percent, never rounded to certainty.
fn percent(part: f64) -> String {
    match part {
        part if part > 0.9999 => "over 99.99".to_owned(),
        part if part < 0.0001 => "under 0.01".to_owned(),
        part => format!("{:.2}", 100.0 * part),
    }
}

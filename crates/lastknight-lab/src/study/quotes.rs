//! Whether a quote stands in a report.
//!
//! The reports belong to their authors and are not part of this project. `studies/reports.txt` has a number for each of
//! their words instead, in order: enough to find a quote, not to read the report.

/// The numbers of all words of each report, one line per report: its name, then four digits per word.
const REPORTS: &str = include_str!("../../studies/reports.txt");

/// The fewest words of a quote, or of each part between omissions (`…`), that cannot be found by chance.
const FEWEST: usize = 3;

/// Returns the line of a report for `studies/reports.txt`.
#[must_use]
pub fn report_words(name: &str, text: &str) -> String {
    let words: String = numbers(text).iter().map(|number| format!("{number:04x}")).collect();
    format!("{name} {words}\n")
}

/// Returns whether a quote stands in the report of this name, word for word; `…` stands for an omission.
pub(super) fn stands_in(quote: &str, report: &str) -> bool {
    let mut lines = REPORTS.lines().filter_map(|line| line.split_once(' '));
    let Some((_, words)) = lines.find(|(name, _)| *name == report) else {
        return false;
    };
    let number = |digits: &[u8]| {
        std::str::from_utf8(digits).ok().and_then(|digits| u16::from_str_radix(digits, 16).ok())
    };
    let words: Vec<u16> = words.as_bytes().chunks(4).filter_map(number).collect();
    let mut rest = words.as_slice();
    quote.split('…').all(|part| {
        let part = numbers(part);
        let found = rest.windows(part.len().max(1)).position(|window| window == part);
        rest = found.map_or(&[], |at| &rest[at + part.len()..]);
        part.len() >= FEWEST && found.is_some()
    })
}

/// A number of 16 bits for each word: case, punctuation and spaces do not matter.
fn numbers(text: &str) -> Vec<u16> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| number(&word.to_lowercase())).collect()
}

/// FNV-1a, folded to 16 bits.
fn number(word: &str) -> u16 {
    let hash = word.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    [0, 16, 32, 48].into_iter().fold(0, |folded, shift| folded ^ (hash >> shift) as u16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{BUILT_IN, Study};

    #[test]
    fn quotes_are_found_word_for_word() {
        let quote = "Against expectations, this heuristic demonstrated poor performance";
        assert!(stands_in(quote, "001"));
        assert!(stands_in("this heuristic demonstrated … with just 47.14% quality", "001"));
        for (quote, report) in [
            (quote, "002"),
            (quote, "999"),
            ("poor performance", "001"),
            ("Against expectations, this heuristic demonstrated good performance", "001"),
            ("with just 47.14% quality … this heuristic demonstrated", "001"),
        ] {
            assert!(!stands_in(quote, report), "{quote} in {report}");
        }
    }

    /// Whether it stands there is checked when a study is read.
    #[test]
    fn no_sentence_is_judged_twice() {
        let studies = BUILT_IN.iter().filter_map(|study| Study::named(study.name));
        let measures = studies.flat_map(|study| study.measures);
        let quotes = measures.flat_map(|measure| measure.claims).filter_map(|claim| claim.quote);
        let mut quotes: Vec<String> = quotes.collect();
        quotes.sort();
        assert!(quotes.len() > 40, "{}", quotes.len());
        let twice = quotes.windows(2).find(|pair| pair[0] == pair[1]);
        assert_eq!(twice, None);
    }
}

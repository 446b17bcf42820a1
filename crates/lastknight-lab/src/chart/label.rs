//! Labels: estimating their width, shortening them, and keeping them apart.

/// The size of the charts' text.
pub(super) const SIZE: f64 = 12.0;

/// Estimates the width of `text`. The font is the reader's, so this errs on the wide side.
pub(super) fn width(text: &str) -> f64 {
    text.chars().map(character_width).sum()
}

/// Returns the greatest width of these texts.
pub(super) fn widest<'a>(texts: impl IntoIterator<Item = &'a str>) -> f64 {
    texts.into_iter().map(width).fold(0.0, f64::max)
}

fn character_width(c: char) -> f64 {
    let part = match c {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '|' | '\'' | '!' => 0.31,
        ' ' | 'f' | 'r' | 't' | 'I' | '(' | ')' | '[' | ']' | '/' | '-' => 0.4,
        'm' | 'w' | 'M' | 'W' | '%' | '@' | '…' => 0.92,
        'A'..='Z' | '+' | '=' | '<' | '>' | '−' | '±' | '~' | '&' => 0.72,
        '\u{1100}'.. => 1.05,
        _ => 0.6,
    };
    part * SIZE
}

/// Cuts the middle out of `text` if it is wider than `room`: names differ at both ends.
pub(super) fn shorten(text: &str, room: f64) -> String {
    if width(text) <= room {
        return text.to_string();
    }
    let room = room - character_width('…');
    let characters: Vec<char> = text.chars().collect();
    let fitting = |from: &mut dyn Iterator<Item = &char>, room: f64| {
        let mut used = 0.0;
        from.take_while(|&&c| {
            used += character_width(c);
            used <= room
        })
        .count()
    };
    let end = fitting(&mut characters.iter().rev(), room * 0.45);
    let tail: String = characters[characters.len() - end..].iter().collect();
    let start = fitting(&mut characters.iter(), room - width(&tail));
    let head: String = characters[..start].iter().collect();
    format!("{}…{}", head.trim_end(), tail.trim_start())
}

/// Returns places at least `gap` apart between `low` and `high`, each as near to its wish as the others allow.
///
/// Crowded wishes move as a block about their mean. If there is no room for all, they continue past `high`.
pub(super) fn spread(wishes: &[f64], gap: f64, low: f64, high: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wishes.len()).collect();
    order.sort_by(|&a, &b| wishes[a].total_cmp(&wishes[b]));
    // Less the gaps before each, places must not decrease. Each block has the sum and the count of its wishes.
    let mut blocks: Vec<(f64, f64)> = Vec::new();
    for (before, &index) in order.iter().enumerate() {
        let mut block = (wishes[index] - before as f64 * gap, 1.0);
        while let Some(&last) = blocks.last()
            && last.0 / last.1 >= block.0 / block.1
        {
            block = (block.0 + last.0, block.1 + last.1);
            blocks.pop();
        }
        blocks.push(block);
    }
    let last_start = high - gap * wishes.len().saturating_sub(1) as f64;
    let starts = blocks.iter().flat_map(|&(sum, count)| {
        std::iter::repeat_n((sum / count).min(last_start).max(low), count as usize)
    });
    let mut places = vec![0.0; wishes.len()];
    for (before, (index, start)) in order.into_iter().zip(starts).enumerate() {
        places[index] = start + before as f64 * gap;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_keeps_both_ends() {
        let name = "alphabeta(openmove-drilldown, nodes=9000)";
        assert_eq!(shorten(name, 1000.0), name);
        let short = shorten(name, 150.0);
        assert!(
            short.starts_with("alphabeta(") && short.ends_with("=9000)") && short.contains('…'),
            "{short}"
        );
        assert!(width(&short) <= 150.0);
        assert_eq!(shorten(name, 0.0), "…");
        assert_eq!(shorten("", 0.0), "");
    }

    #[test]
    fn crowded_labels_move_apart_about_their_middle() {
        assert_eq!(spread(&[50.0, 50.0, 50.0], 10.0, 0.0, 100.0), [40.0, 50.0, 60.0]);
        assert_eq!(spread(&[90.0, 10.0, 12.0], 10.0, 0.0, 100.0), [90.0, 6.0, 16.0]);
        assert_eq!(spread(&[100.0, 99.0], 10.0, 0.0, 100.0), [100.0, 90.0]);
        assert_eq!(spread(&[0.0, 0.0], 10.0, 0.0, 100.0), [0.0, 10.0]);
        assert_eq!(spread(&[5.0, 5.0, 5.0], 10.0, 0.0, 10.0), [0.0, 10.0, 20.0]);
        assert!(spread(&[], 10.0, 0.0, 10.0).is_empty());
    }
}

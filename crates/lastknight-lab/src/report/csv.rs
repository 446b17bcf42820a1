//! Figures as CSV, quoted as RFC 4180 has it.

use super::figures::{Figure, Figures};

/// A line of names, then a line a row.
pub(crate) fn csv(figures: &Figures) -> String {
    let mut text = line(figures.columns.iter().map(|name| quoted(name)));
    for row in &figures.rows {
        text += &line(row.iter().map(field));
    }
    text
}

fn line(fields: impl Iterator<Item = String>) -> String {
    fields.collect::<Vec<_>>().join(",") + "\r\n"
}

fn field(figure: &Figure) -> String {
    match figure {
        Figure::Text(text) => quoted(text),
        Figure::Count(count) => count.to_string(),
        Figure::Number(number) | Figure::Share(number) | Figure::Chance(number) => {
            number.to_string()
        }
        Figure::Nothing => String::new(),
    }
}

/// In quotes where it has to be.
fn quoted(text: &str) -> String {
    let is_plain = !text.contains([',', '"', '\r', '\n']) && text.trim() == text;
    if is_plain { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_have_to_be() {
        let text = |text: &str| Figure::Text(text.to_owned());
        let figures = Figures {
            columns: vec!["name".to_owned(), "a, b".to_owned()],
            rows: vec![
                vec![text("plain"), Figure::Number(0.1 + 0.2)],
                vec![text("say \"no\"\nor"), Figure::Nothing],
                vec![text("<b>|'"), Figure::Count(u64::MAX)],
            ],
        };
        let lines = [
            "name,\"a, b\"",
            "plain,0.30000000000000004",
            "\"say \"\"no\"\"\nor\",",
            "<b>|',18446744073709551615",
            "",
        ];
        assert_eq!(csv(&figures), lines.join("\r\n"));
    }
}

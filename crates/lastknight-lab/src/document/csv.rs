//! Tables as CSV: a line of names, LF line ends, quotes only where needed, full precision, unknown values empty.
//!
//! Text is unchanged even if a spreadsheet would read it as a formula: a mark before it would change names for every
//! program that reads the file. To open files of strangers in a spreadsheet, use the workbook, where text is text.

use super::cell::Figure;
use super::table::DataTable;

impl DataTable {
    /// Returns the table as CSV.
    pub fn csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let names: Vec<String> = self.names().cloned().collect();
        let rows = (0..self.rows.len()).map(|row| self.figures(row).map(field).collect());
        for line in [names].into_iter().chain(rows).filter(|line: &Vec<_>| !line.is_empty()) {
            writer.write_record(line).expect("memory takes lines of equal length");
        }
        let bytes = writer.into_inner().expect("memory takes everything");
        String::from_utf8(bytes).expect("text is made from text")
    }

    /// Returns the names of the values.
    pub(super) fn names(&self) -> impl Iterator<Item = &String> + Clone {
        self.columns.iter().flat_map(|column| &column.names)
    }

    /// Returns the values of a row.
    pub(super) fn figures(&self, row: usize) -> impl Iterator<Item = &Figure> {
        self.columns.iter().zip(&self.rows[row]).flat_map(|(column, cell)| {
            let figures = cell.figures.iter().chain(std::iter::repeat(&Figure::Nothing));
            figures.take(column.names.len())
        })
    }
}

fn field(figure: &Figure) -> String {
    match figure {
        Figure::Text(text) => text.clone(),
        Figure::Count(count) => count.to_string(),
        Figure::Number(number) | Figure::Share(number) | Figure::Probability(number) => {
            number.to_string()
        }
        Figure::Nothing => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{DataCell, figures};
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_have_to_be() {
        let rows: [(&str, DataCell); 4] = [
            ("plain", DataCell::number(0.1 + 0.2)),
            ("say \"no\"\nor", DataCell::missing()),
            ("<b>|'", u64::MAX.into()),
            ("=1+1", DataCell::number(-1.0)),
        ];
        let table = DataTable::of("", rows)
            .column(figures("name"), |row| row.0)
            .column(figures("a, b"), |row| row.1.clone());
        let lines = [
            "name,\"a, b\"",
            "plain,0.30000000000000004",
            "\"say \"\"no\"\"\nor\",",
            "<b>|',18446744073709551615",
            "=1+1,-1",
            "",
        ];
        assert_eq!(table.finish().csv(), lines.join("\n"));
    }
}

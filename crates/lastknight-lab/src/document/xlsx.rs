//! Tables as a workbook: real numbers with formats, for use in a spreadsheet.

use rust_xlsxwriter::{
    Color, ConditionalFormat3ColorScale, ConditionalFormatType, DocProperties, ExcelDateTime,
    Format, FormatAlign, FormatBorder, Worksheet, XlsxError,
};

use super::cell::Figure;
use super::table::DataTable;
use crate::format::shortened;

/// The longest text of a cell, in characters.
const LONGEST: usize = 32_000;

/// The widest column, in characters.
const WIDEST: usize = 80;

/// Tables, a sheet each.
#[derive(Debug)]
pub struct Workbook {
    /// The title.
    pub title: String,
    /// The sheets in order.
    pub sheets: Vec<Sheet>,
}

/// A sheet of a [`Workbook`], named like its table.
#[derive(Debug)]
pub struct Sheet {
    /// The table.
    pub table: DataTable,
    /// The number of columns that stay in place.
    pub frozen: u16,
    /// Whether shares are coloured.
    pub is_colored: bool,
}

impl Workbook {
    /// Returns the bytes of the file, which are the same for the same tables.
    ///
    /// # Errors
    /// Returns an error if a table is too large for a sheet.
    pub fn bytes(&self) -> Result<Vec<u8>, XlsxError> {
        let mut workbook = rust_xlsxwriter::Workbook::new();
        let date = ExcelDateTime::from_ymd(2000, 1, 1)?;
        let properties = DocProperties::new().set_title(&self.title);
        workbook.set_properties(&properties.set_creation_datetime(&date));
        for sheet in &self.sheets {
            sheet.fill(workbook.add_worksheet().set_name(&sheet.table.name)?)?;
        }
        workbook.save_to_buffer()
    }
}

impl Sheet {
    /// Writes the values below their names.
    fn fill(&self, sheet: &mut Worksheet) -> Result<(), XlsxError> {
        let heading = Format::new().set_bold().set_border_bottom(FormatBorder::Thin);
        let text = Format::new().set_align(FormatAlign::Left);
        let [count, number, share, probability] = ["#,##0", "#,##0.00", "0.0%", "0.0000"]
            .map(|format| Format::new().set_num_format(format));
        let names = self.table.names();
        let mut widths: Vec<usize> =
            names.clone().map(|name| name.chars().count().max(8)).collect();
        for (column, name) in (0..).zip(names) {
            sheet.write_string_with_format(0, column, shortened(name, LONGEST), &heading)?;
        }
        for row in 0..self.table.rows.len() {
            let line = row as u32 + 1;
            for (column, figure) in (0..).zip(self.table.figures(row)) {
                let (value, format) = match figure {
                    Figure::Text(words) => {
                        let words = shortened(words, LONGEST);
                        let width = &mut widths[usize::from(column)];
                        *width = words.chars().count().max(*width);
                        sheet.write_string_with_format(line, column, words, &text)?;
                        continue;
                    }
                    Figure::Nothing => continue,
                    Figure::Count(value) => (*value as f64, &count),
                    Figure::Number(value) => (*value, &number),
                    Figure::Share(value) => (*value, &share),
                    Figure::Probability(value) => (*value, &probability),
                };
                sheet.write_number_with_format(line, column, value, format)?;
            }
        }
        for (column, width) in (0..).zip(widths) {
            sheet.set_column_width(column, (width.min(WIDEST) + 2) as f64)?;
        }
        sheet.set_freeze_panes(1, self.frozen)?;
        if self.is_colored {
            let count = self.table.rows.len();
            sheet.add_conditional_format(1, 1, count as u32, count as u16, &color_scale())?;
        }
        Ok(())
    }
}

/// Returns the colours of shares from 0 to 1, which are those of the charts.
fn color_scale() -> ConditionalFormat3ColorScale {
    let [low, middle, high] = [0x00F0_923B, 0x00FF_FFFF, 0x005F_A8DC].map(Color::RGB);
    ConditionalFormat3ColorScale::new()
        .set_minimum(ConditionalFormatType::Number, 0)
        .set_midpoint(ConditionalFormatType::Number, 0.5)
        .set_maximum(ConditionalFormatType::Number, 1)
        .set_minimum_color(low)
        .set_midpoint_color(middle)
        .set_maximum_color(high)
}

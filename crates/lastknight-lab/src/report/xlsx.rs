//! A report as a workbook: real numbers with formats, so that a spreadsheet can go on with them.

use rust_xlsxwriter::{
    Color, ConditionalFormat3ColorScale, ConditionalFormatType, DocProperties, ExcelDateTime,
    Format, FormatAlign, FormatBorder, Workbook, Worksheet, XlsxError,
};

use super::figures::{self, Figure, Figures};
use super::{Report, explain, tables};
use crate::words::shortened;

/// The longest text of a cell, in characters.
const LONGEST: usize = 32_000;

/// The widest column, in characters.
const WIDEST: usize = 60;

/// The colours of a crosstable: those of the charts.
const COLORS: [u32; 3] = [0x00F0_923B, 0x00FF_FFFF, 0x005F_A8DC];

/// The formats of cells.
struct Formats {
    heading: Format,
    text: Format,
    count: Format,
    number: Format,
    share: Format,
    chance: Format,
}

/// The workbook as the bytes of a file.
pub(super) fn xlsx(report: &Report) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    // The same report is the same file, whenever it is written.
    let date = ExcelDateTime::from_ymd(2000, 1, 1)?;
    let properties = DocProperties::new().set_title(report.spec.name());
    workbook.set_properties(&properties.set_creation_datetime(&date));
    let plain = Format::new();
    let formats = Formats {
        heading: plain.clone().set_bold().set_border_bottom(FormatBorder::Thin),
        text: plain.clone().set_align(FormatAlign::Left),
        count: plain.clone().set_num_format("#,##0"),
        number: plain.clone().set_num_format("#,##0.00"),
        share: plain.clone().set_num_format("0.0%"),
        chance: plain.set_num_format("0.0000"),
    };
    let sheet = workbook.add_worksheet().set_name("Standings")?;
    fill(sheet, &figures::standings(report), &formats, 2)?;
    let sheet = workbook.add_worksheet().set_name("Crosstable")?;
    let crosstable = figures::crosstable(report);
    fill(sheet, &crosstable, &formats, 1)?;
    color(sheet, crosstable.rows.len())?;
    let sheet = workbook.add_worksheet().set_name("Pairings")?;
    fill(sheet, &figures::pairings(report), &formats, 2)?;
    let sheet = workbook.add_worksheet().set_name("Conditions")?;
    conditions(sheet, report, &formats)?;
    workbook.save_to_buffer()
}

/// Writes figures below their names; so many columns stay in place with the names.
fn fill(
    sheet: &mut Worksheet,
    figures: &Figures,
    formats: &Formats,
    frozen: u16,
) -> Result<(), XlsxError> {
    for (column, name) in (0..).zip(&figures.columns) {
        write(sheet, (0, column), name, &formats.heading)?;
        let texts = figures.rows.iter().map(|row| match &row[usize::from(column)] {
            Figure::Text(text) => text.chars().count(),
            _ => 8,
        });
        let widest = texts.chain([name.chars().count()]).max().unwrap_or_default();
        sheet.set_column_width(column, (widest.min(WIDEST) + 2) as f64)?;
    }
    for (row, figures) in (1..).zip(&figures.rows) {
        for (column, figure) in (0..).zip(figures) {
            let (number, format) = match figure {
                Figure::Text(text) => {
                    write(sheet, (row, column), text, &formats.text)?;
                    continue;
                }
                Figure::Nothing => continue,
                Figure::Count(count) => (*count as f64, &formats.count),
                Figure::Number(number) => (*number, &formats.number),
                Figure::Share(share) => (*share, &formats.share),
                Figure::Chance(chance) => (*chance, &formats.chance),
            };
            sheet.write_number_with_format(row, column, number, format)?;
        }
    }
    sheet.set_freeze_panes(1, frozen)?;
    Ok(())
}

/// Text of any length.
fn write(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    text: &str,
    format: &Format,
) -> Result<(), XlsxError> {
    sheet.write_string_with_format(row, column, shortened(text, LONGEST), format)?;
    Ok(())
}

/// Colours the shares of a crosstable of so many agents.
fn color(sheet: &mut Worksheet, agents: usize) -> Result<(), XlsxError> {
    let [low, middle, high] = COLORS.map(Color::RGB);
    let scale = ConditionalFormat3ColorScale::new()
        .set_minimum(ConditionalFormatType::Number, 0)
        .set_midpoint(ConditionalFormatType::Number, 0.5)
        .set_maximum(ConditionalFormatType::Number, 1)
        .set_minimum_color(low)
        .set_midpoint_color(middle)
        .set_maximum_color(high);
    sheet.add_conditional_format(1, 1, agents as u32, agents as u16, &scale)?;
    Ok(())
}

/// What was played, and the specification line by line.
fn conditions(sheet: &mut Worksheet, report: &Report, formats: &Formats) -> Result<(), XlsxError> {
    let facts = [("tournament", report.spec.name().to_owned())];
    let facts = facts.into_iter().chain(tables::conditions(report));
    let mut row = 1;
    write(sheet, (0, 0), "condition", &formats.heading)?;
    write(sheet, (0, 1), "value", &formats.heading)?;
    for (fact, value) in facts {
        write(sheet, (row, 0), fact, &formats.text)?;
        write(sheet, (row, 1), &value, &formats.text)?;
        row += 1;
    }
    let toml = explain::specification(report);
    write(sheet, (row + 1, 0), "specification", &formats.heading)?;
    let toml = toml.as_deref().unwrap_or(explain::LONG_SPECIFICATION);
    for (row, line) in (row + 1..).zip(toml.lines()) {
        write(sheet, (row, 1), line, &formats.text)?;
    }
    sheet.set_column_width(0, 20)?;
    sheet.set_column_width(1, 80)?;
    sheet.set_freeze_panes(1, 0)?;
    Ok(())
}

//! The charts of a study: heatmaps, curves and bars.

use super::order;
use super::verdicts::FigureFormat;
use crate::chart::{
    Bar, Bars, Drawing, Heatmap, HeatmapCell as Field, LinePoint, Lines, Margin, Reference, Series,
};
use crate::format::grouped;
use crate::study::measure::ALL;
use crate::study::{Axis, Cell, ChartKind, ClaimKind, FigureUnit, Measure, Measured, StudyResult};

/// The largest number of columns that all have bars.
const FEW: usize = 4;

/// The largest number of rows of exact figures in a chart.
const MOST_EXACT: usize = 30;

/// The ratio of its ends from which an axis is logarithmic.
const WIDE: f64 = 20.0;

/// A chart with its title and file name.
pub(super) struct Plot {
    pub(super) title: String,
    pub(super) file: String,
    pub(super) drawing: Drawing,
}

/// The charts of a measurement; none if there is nothing to draw.
pub(super) fn plots(outcome: &StudyResult, measure: &Measure, measured: &Measured) -> Vec<Plot> {
    let grid = &measured.grid;
    let is_long = grid.is_exact() && grid.rows.len() > MOST_EXACT;
    if is_long || grid.cells.iter().flatten().flatten().next().is_none() {
        return Vec::new();
    }
    let title = &measure.title;
    let drawing = match measure.chart {
        ChartKind::Heatmap if grid.unit == FigureUnit::Percent && grid.columns.len() > 1 => {
            Some(heatmap(title, measured))
        }
        ChartKind::Curve => curve(title, measure, measured),
        _ => None,
    };
    let drawings = match drawing {
        Some(drawing) => vec![(title.clone(), drawing)],
        None => all_bars(title, measured),
    };
    let name = format!("{}-{}", outcome.study.name, measure.name);
    let file = |number: usize| match number {
        1 => format!("{name}.svg"),
        // Names of measures have no dots.
        number => format!("{name}.{number}.svg"),
    };
    let plot = |(number, (title, drawing))| Plot { title, file: file(number), drawing };
    (1..).zip(drawings).map(plot).collect()
}

/// The first published figure of a row and a column.
fn published(measured: &Measured, row: usize, column: usize) -> Option<f64> {
    let grid = &measured.grid;
    let claims = measured.judged.iter().map(|judged| &judged.claim);
    let mut figures =
        claims.filter(|claim| claim.kind == ClaimKind::Figure && claim.over.is_none());
    let is_it = |claim: &&crate::study::Claim| {
        claim.row == grid.rows[row].name && grid.column(claim.column.as_deref()) == Some(column)
    };
    figures.find(is_it)?.published
}

/// The interval of a figure, if it is meaningful.
fn interval(cell: &Cell, unit: FigureUnit) -> Option<(f64, f64)> {
    FigureFormat::of(unit).meaningful(cell.estimate).filter(|(low, high)| low < high)
}

/// Rows against columns. The column of all opponents, those after it and published figures are set apart.
fn heatmap(title: &str, measured: &Measured) -> Drawing {
    let grid = &measured.grid;
    let rows = order(grid, grid.total());
    let inner = grid.column(Some(ALL)).unwrap_or(grid.columns.len());
    let field = |row: usize, column: usize| {
        let cell = grid.at(row, column)?;
        let (from, to) = (&grid.rows[row].name, &grid.columns[column].name);
        let format = FigureFormat::of(grid.unit);
        let figure = format.with_interval(cell, ", 95 % interval ", "");
        Some(Field {
            value: cell.estimate.value / 100.0,
            text: format.number(cell.estimate.value),
            title: format!("{from}, {to}: {figure}"),
        })
    };
    let mut margins = Vec::new();
    for column in 0..grid.columns.len() {
        let name = &grid.columns[column].name;
        if column >= inner {
            let cells = rows.iter().map(|&row| field(row, column)).collect();
            margins.push(Margin { heading: name.clone(), cells });
        }
        let figure = |&row: &usize| {
            let value = published(measured, row, column)?;
            let text = FigureFormat::of(grid.unit).number(value);
            let title = format!("{}, {name}: published {text} %", grid.rows[row].name);
            Some(Field { value: value / 100.0, text, title })
        };
        let cells: Vec<Option<Field>> = rows.iter().map(figure).collect();
        if cells.iter().any(Option::is_some) {
            let is_total = column == grid.total();
            let of = if is_total { String::new() } else { format!(", {name}") };
            margins.push(Margin { heading: format!("published{of}"), cells });
        }
    }
    let chart = Heatmap {
        title: title.to_owned(),
        description: "One row per agent, the best first, and one column per opponent or condition."
            .to_owned(),
        measure: grid.measure.clone(),
        rows: rows.iter().map(|&row| grid.rows[row].name.clone()).collect(),
        columns: grid.columns[..inner].iter().map(|column| column.name.clone()).collect(),
        cells: rows
            .iter()
            .map(|&row| (0..inner).map(|column| field(row, column)).collect())
            .collect(),
        margins,
    };
    chart.draw()
}

/// Bars for the column of all opponents or the last of many, otherwise for each column.
fn all_bars(title: &str, measured: &Measured) -> Vec<(String, Drawing)> {
    let grid = &measured.grid;
    let total = grid.total();
    let has_all = grid.columns.get(total).is_some_and(|column| column.name == ALL);
    let columns = match grid.columns.len() {
        0 => 0..0,
        1..=FEW if !has_all => 0..grid.columns.len(),
        _ => total..total + 1,
    };
    let plot = |column: usize| {
        let title = match grid.columns.len() {
            1 => title.to_owned(),
            _ => format!("{title}: {}", grid.columns[column].name),
        };
        (title.clone(), bars(&title, measured, column))
    };
    columns.map(plot).collect()
}

/// One bar per row, the best first.
fn bars(title: &str, measured: &Measured, column: usize) -> Drawing {
    let grid = &measured.grid;
    let bar = |row: usize| {
        let cell = grid.at(row, column);
        let value = cell.map(|cell| cell.estimate.value);
        Bar {
            label: grid.rows[row].name.clone(),
            value,
            interval: cell.and_then(|cell| interval(cell, grid.unit)),
            other: published(measured, row, column),
            note: value.map(|value| FigureFormat::of(grid.unit).number(value)).unwrap_or_default(),
        }
    };
    let chart = Bars {
        title: title.to_owned(),
        description: "One bar per row, with its 95 % interval.".to_owned(),
        axis: grid.measure.clone(),
        value_name: "ours".to_owned(),
        other_name: "published".to_owned(),
        rows: order(grid, column).into_iter().map(bar).collect(),
    };
    chart.draw()
}

/// A curve over the places of the rows, or else of the columns; none if neither have places.
fn curve(title: &str, measure: &Measure, measured: &Measured) -> Option<Drawing> {
    let grid = &measured.grid;
    let has_places = |axes: &[Axis]| axes.iter().filter(|axis| axis.x.is_some()).count() > 1;
    let (axes, mut chart) = match () {
        () if has_places(&grid.rows) => (&grid.rows, by_rows(measured)),
        () if has_places(&grid.columns) => (&grid.columns, by_columns(measured)),
        () => return None,
    };
    let (least, most) = axes
        .iter()
        .filter_map(|axis| axis.x)
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), x| (least.min(x), most.max(x)));
    chart.is_log = least > 0.0 && most / least > WIDE;
    let groups = groups(axes);
    chart.x_axis = match (&measure.x_axis, &groups[..]) {
        (Some(name), _) => name.clone(),
        (None, [(name, _)]) if !name.is_empty() => name.clone(),
        _ => "value".to_owned(),
    };
    chart.title = title.to_owned();
    chart.description = "Figures along the axis, with their 95 % intervals.".to_owned();
    chart.y_axis.clone_from(&grid.measure);
    chart.has_marks = true;
    Some(chart.draw())
}

/// One line per column and group of rows. Rows without a place on the axis are horizontal references.
fn by_rows(measured: &Measured) -> Lines {
    let grid = &measured.grid;
    let total = grid.total();
    let columns = match grid.columns.len() {
        // One line instead of many.
        count if count > FEW && grid.columns[total].name == ALL => total..total + 1,
        count => 0..count,
    };
    let groups = groups(&grid.rows);
    let mut chart = Lines::default();
    let names = |what: &str, group: &str, column: usize| {
        let group = if groups.len() > 1 { group } else { "" };
        let column = if columns.len() > 1 { &grid.columns[column].name } else { "" };
        let parts = [what, group, column].into_iter().filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(", ")
    };
    for column in columns.clone() {
        for (group, rows) in &groups {
            let place = |&row: &usize| (row, column, grid.rows[row].x.unwrap_or(f64::NAN));
            let (ours, theirs) = lines(measured, rows.iter().map(place));
            let what = if theirs.is_empty() || columns.len() > 1 { "" } else { "ours" };
            chart.series.push(Series { label: names(what, group, column), points: ours });
            if !theirs.is_empty() {
                let label = names("published", group, column);
                chart.series.push(Series { label, points: theirs });
            }
        }
    }
    let levels = (0..grid.rows.len()).filter(|&row| grid.rows[row].x.is_none());
    let level = |row: usize| {
        let value = grid.at(row, total)?.estimate.value;
        Some(Reference { label: grid.rows[row].name.clone(), value })
    };
    chart.references = levels.filter_map(level).collect();
    chart
}

/// One line per row.
fn by_columns(measured: &Measured) -> Lines {
    let grid = &measured.grid;
    let mut places: Vec<(usize, f64)> =
        grid.columns.iter().enumerate().filter_map(|(at, column)| Some((at, column.x?))).collect();
    places.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut chart = Lines::default();
    for (row, Axis { name, .. }) in grid.rows.iter().enumerate() {
        let (ours, theirs) = lines(measured, places.iter().map(|&(column, x)| (row, column, x)));
        chart.series.push(Series { label: name.clone(), points: ours });
        if !theirs.is_empty() {
            chart.series.push(Series { label: format!("published, {name}"), points: theirs });
        }
    }
    chart
}

/// Our points and the published ones at places given as row, column and x.
fn lines(
    measured: &Measured,
    places: impl Iterator<Item = (usize, usize, f64)>,
) -> (Vec<LinePoint>, Vec<LinePoint>) {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for (row, column, x) in places {
        let cell = measured.grid.at(row, column);
        ours.push(LinePoint {
            x,
            y: cell.map(|cell| cell.estimate.value),
            interval: cell.and_then(|cell| interval(cell, measured.grid.unit)),
        });
        if let Some(y) = published(measured, row, column) {
            theirs.push(LinePoint { x, y: Some(y), interval: None });
        }
    }
    (ours, theirs)
}

/// Groups places whose names differ only in their number, under the common part of the names, sorted by number.
fn groups(axes: &[Axis]) -> Vec<(String, Vec<usize>)> {
    let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
    for (at, axis) in axes.iter().enumerate() {
        let Some(x) = axis.x else {
            continue;
        };
        let mut name = axis.name.replace(&x.to_string(), "");
        if x >= 1000.0 {
            name = name.replace(&grouped(x as u64), "");
        }
        let name = name.trim_matches([' ', '=', ':', ',', '(', ')']).to_owned();
        match groups.iter_mut().find(|(other, _)| *other == name) {
            Some((_, places)) => places.push(at),
            None => groups.push((name, vec![at])),
        }
    }
    if groups.iter().all(|(_, places)| places.len() == 1) {
        let places = groups.into_iter().flat_map(|(_, places)| places).collect();
        groups = vec![(String::new(), places)];
    }
    let x = |&at: &usize| axes[at].x.unwrap_or(f64::NAN);
    for (_, places) in &mut groups {
        places.sort_by(|a, b| x(a).total_cmp(&x(b)));
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::show::{parts, sample};

    fn drawn(outcome: &StudyResult) -> Vec<(String, String)> {
        let plots =
            parts(outcome).flat_map(|(measure, measured)| plots(outcome, measure, measured));
        plots.map(|plot| (plot.file, plot.drawing.file())).collect()
    }

    #[test]
    fn each_measurement_has_its_chart() {
        let mut outcome = sample::outcome();
        let files = drawn(&outcome);
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        let expected =
            ["sample-forms.svg", "sample-sweep.svg", "sample-lines.svg", "sample-effort.svg"];
        assert_eq!(names, expected);
        assert!(files[0].1.contains("published"));
        // Our line, the published one, and the reference of the base.
        for part in ["ours", "published", ">base<", ">c<"] {
            assert!(files[1].1.contains(part), "{part}");
        }
        outcome.study.measures[0].chart = ChartKind::Heatmap;
        let (_, heatmap) = &drawn(&outcome)[0];
        assert!(heatmap.contains("published") && heatmap.contains("&lt;odd|name&gt; &amp; more"));
        for (_, svg) in &files {
            roxmltree::Document::parse(svg).unwrap();
        }
    }

    #[test]
    fn long_lists_of_exact_figures_are_not_drawn() {
        let mut outcome = sample::outcome();
        let grid = &mut outcome.measured[2].grid;
        grid.rows = vec![Axis::named("line"); 31];
        grid.cells = vec![vec![Some(Cell::exact(100.0, 1))]; 31];
        outcome.measured[3].grid.cells.clear();
        assert_eq!(drawn(&outcome).len(), 2);
    }

    #[test]
    fn columns_can_be_the_axis() {
        let mut outcome = sample::outcome();
        outcome.study.measures[0].chart = ChartKind::Curve;
        let grid = &mut outcome.measured[0].grid;
        for (column, depth) in grid.columns.iter_mut().zip([1.0, 2.0, 3.0]) {
            *column = Axis { name: format!("depth {depth}"), x: Some(depth) };
        }
        let (_, svg) = &drawn(&outcome)[0];
        assert!(svg.contains(">depth<") && svg.contains("published, plain"));
    }

    #[test]
    fn sweeps_are_lines_of_their_own() {
        let axis = |name: &str, x| Axis { name: name.to_owned(), x: Some(x) };
        let axes = [axis("c=2", 2.0), axis("c=1", 1.0), Axis::named("d"), axis("r 9,000", 9000.0)];
        let expected = [("c".to_owned(), vec![1, 0]), ("r".to_owned(), vec![3])];
        assert_eq!(groups(&axes), expected);
        let apart = [axis("low", 1.0), axis("high", 2.0)];
        assert_eq!(groups(&apart), [(String::new(), vec![0, 1])]);
    }
}

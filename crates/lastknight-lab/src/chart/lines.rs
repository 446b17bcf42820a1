//! Series over a common axis: ratings as games are played, a sequential test between its bounds, curves of a search.

use super::WIDTH;
use super::axis::{Axis, short_number};
use super::canvas::{Canvas, Point, without_nan};
use super::drawing::Drawing;
use super::frame::{BOTTOM, FULL, Frame, HEIGHT, TOP};
use super::label::{spread, widest};
use super::legend::{Legend, Mark};
use super::style::{series_color, series_line};

/// The distance of two labels.
const LABEL: f64 = 16.0;
const LABEL_ROOM: f64 = 240.0;
/// More series than this are named below the chart instead of at the ends of their lines.
const MANY: usize = 12;

/// Lines over a common axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lines {
    /// The title.
    pub title: String,
    /// A description for readers who cannot see the chart.
    pub description: String,
    /// The name of the lower axis, with its unit.
    pub x_axis: String,
    /// The name of the upright axis, with its unit.
    pub y_axis: String,
    /// Whether the lower axis is logarithmic; points at or below zero are then left out.
    pub is_log: bool,
    /// Whether each point has a mark.
    pub has_marks: bool,
    /// The lines.
    pub series: Vec<Series>,
    /// Heights to compare with, such as bounds.
    pub references: Vec<Reference>,
}

/// One of [`Lines`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// The text at its end; may be empty.
    pub label: String,
    /// Its points in order.
    pub points: Vec<LinePoint>,
}

/// A point of a [`Series`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LinePoint {
    /// The coordinate to the right.
    pub x: f64,
    /// The coordinate upwards; the line is broken where it is missing.
    pub y: Option<f64>,
    /// The range of the band around the line.
    pub interval: Option<(f64, f64)>,
}

/// A named height, drawn across [`Lines`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reference {
    /// The name; may be empty.
    pub label: String,
    /// The height.
    pub value: f64,
}

/// A point that can be drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PlottedPoint {
    x: f64,
    y: f64,
    /// The place in the drawing.
    at: Point,
    /// The ends of the band in the drawing.
    band: Option<(f64, f64)>,
}

/// The points of a series, split where the line is broken.
type Runs = Vec<Vec<PlottedPoint>>;

impl Lines {
    /// Draws the chart.
    pub fn draw(&self) -> Drawing {
        let is_shown =
            |point: &LinePoint| point.x.is_finite() && point.y.is_some_and(f64::is_finite);
        if !self.series.iter().flat_map(|series| &series.points).any(is_shown) {
            return Drawing::empty(&self.title, &self.description);
        }
        let has_legend = self.series.len() > MANY;
        let labels = self.series.iter().map(|series| series.label.as_str());
        let labels = if has_legend { 0.0 } else { widest(labels) };
        let right = if labels > 0.0 { WIDTH - labels.min(LABEL_ROOM) - 36.0 } else { WIDTH - 30.0 };
        let names = (self.x_axis.as_str(), self.y_axis.as_str());
        let mut frame = Frame::new(self.axes(), names, right, WIDTH - 16.0);
        let runs: Vec<Runs> = self.series.iter().map(|series| series.runs(&frame)).collect();
        for (index, runs) in runs.iter().enumerate() {
            draw_bands(&mut frame, index, runs);
        }
        self.draw_references(&mut frame);
        for (index, (series, runs)) in self.series.iter().zip(&runs).enumerate() {
            self.draw_series(&mut frame.canvas, index, series, runs);
        }
        self.name_references(&mut frame, &runs);
        let mut height = FULL;
        if has_legend {
            let entry = |(index, series): (usize, &Series)| {
                (Mark::Line, series_line(index), series.label.clone())
            };
            let entries = self.series.iter().enumerate().map(entry).collect();
            let legend = Legend::new(entries, WIDTH - 24.0);
            legend.draw(&mut frame.canvas, (12.0, FULL));
            height += legend.height() + 8.0;
        } else {
            self.draw_labels(&mut frame.canvas, &runs, right);
        }
        Drawing::new(&self.title, &self.description, (WIDTH, height), frame.canvas)
    }

    fn axes(&self) -> (Axis, Axis) {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let x = points().filter(|point| point.y.is_some()).map(|point| point.x);
        let x = if self.is_log { Axis::log(x, 7) } else { Axis::linear(x, 7) };
        let bands = points().flat_map(|point| point.interval).flat_map(|(low, high)| [low, high]);
        let references = self.references.iter().map(|reference| reference.value);
        let y = points().filter_map(|point| point.y).chain(bands).chain(references);
        (x, Axis::padded(y, 6))
    }

    fn draw_series(&self, canvas: &mut Canvas, index: usize, series: &Series, runs: &Runs) {
        let color = series_color(index);
        canvas.open(&series.label);
        for run in runs {
            if let [point] = run[..] {
                canvas.circle(&format!("fill-{color}"), point.at, 3.0);
            } else {
                let places = run.iter().map(|point| point.at);
                canvas.path(&format!("curve {}", series_line(index)), places, false);
            }
        }
        canvas.close();
        for point in runs.iter().flatten().filter(|_| self.has_marks) {
            let (x, y) = (short_number(point.x), short_number(point.y));
            canvas.open(&format!("{}: {x}, {y}", series.label));
            canvas.circle(&format!("fill-{color} thin line-back"), point.at, 3.5);
            canvas.close();
        }
    }

    /// Draws the names at the ends of the lines, apart from each other, each joined to its line.
    fn draw_labels(&self, canvas: &mut Canvas, runs: &[Runs], right: f64) {
        let named: Vec<(usize, &str, Point)> = (0..)
            .zip(self.series.iter().zip(runs))
            .filter(|(_, (series, _))| !series.label.is_empty())
            .filter_map(|(index, (series, runs))| {
                Some((index, series.label.as_str(), runs.last()?.last()?.at))
            })
            .collect();
        let wishes: Vec<f64> = named.iter().map(|(.., end)| end.1).collect();
        let places = spread(&wishes, LABEL, TOP, TOP + HEIGHT);
        for ((index, label, end), y) in named.into_iter().zip(places) {
            let color = series_color(index);
            if end.0 < right - 1.0 || (end.1 - y).abs() > 1.0 {
                let knee = (right + 4.0).max(end.0 + 4.0);
                let path =
                    [(end.0 + 4.0, end.1), (knee, end.1), (right + 14.0, y), (right + 18.0, y)];
                canvas.path(&format!("hollow thin line-{color} dash-2"), path, false);
            } else {
                let class = format!("thin line-{color} dash-2");
                canvas.line(&class, (right + 4.0, y), (right + 18.0, y));
            }
            canvas.label(&format!("fill-{color}"), (right + 22.0, y), label, LABEL_ROOM);
        }
    }

    fn finite_references(&self) -> impl Iterator<Item = &Reference> {
        self.references.iter().filter(|reference| reference.value.is_finite())
    }

    fn draw_references(&self, Frame { canvas, x, y }: &mut Frame) {
        let (left, right) = x.ends();
        for reference in self.finite_references() {
            let y = y.at(reference.value);
            canvas.line("reference line-text", (left, y), (right, y));
        }
    }

    /// Names the references, each above its line if there is room, on the side where fewer lines cross the names.
    fn name_references(&self, frame: &mut Frame, runs: &[Runs]) {
        let (left, right) = frame.x.ends();
        let beside = |line: &Reference| {
            let y = frame.y.at(line.value);
            if y - 9.0 < TOP + 8.0 { y + 10.0 } else { y - 9.0 }
        };
        let wishes: Vec<f64> = self.finite_references().map(beside).collect();
        let places = spread(&wishes, LABEL, TOP + 8.0, BOTTOM - 8.0);
        let room = (right - left) * 0.45;
        let names = widest(self.finite_references().map(|line| line.label.as_str())).min(room);
        let crossings = |from: f64, to: f64| {
            let steps = runs.iter().flatten().flat_map(|run| run.windows(2));
            steps
                .map(|step| (step[0].at, step[1].at))
                .filter(|(a, b)| a.0.min(b.0) <= to && a.0.max(b.0) >= from)
                .filter(|(a, b)| {
                    places.iter().any(|y| a.1.min(b.1) <= y + 8.0 && a.1.max(b.1) >= y - 8.0)
                })
                .count()
        };
        let is_left = crossings(left, left + 8.0 + names) <= crossings(right - 8.0 - names, right);
        let (class, x) = if is_left { ("", left + 8.0) } else { (" end", right - 8.0) };
        let class = format!("fill-text line-back halo{class}");
        for (reference, &y) in self.finite_references().zip(&places) {
            frame.canvas.label(&class, (x, y), &reference.label, room);
        }
    }
}

impl Series {
    /// Returns the points that can be drawn, in runs without a gap.
    fn runs(&self, frame: &Frame) -> Runs {
        let plotted = |&LinePoint { x, y, interval }: &LinePoint| {
            let y = y.filter(|y| y.is_finite() && frame.x.shows(x))?;
            let band = without_nan(interval).map(|(low, high)| (frame.y.at(low), frame.y.at(high)));
            Some(PlottedPoint { x, y, at: frame.at(x, y), band })
        };
        let points: Vec<Option<PlottedPoint>> = self.points.iter().map(plotted).collect();
        let runs = points.split(Option::is_none).filter(|run| !run.is_empty());
        runs.map(|run| thinned(&run.iter().copied().flatten().collect::<Vec<_>>())).collect()
    }
}

/// Returns at most four points for each unit of width: the first, the last, the lowest and the highest. The line looks
/// the same, and a million points take no more space than some thousand.
fn thinned(run: &[PlottedPoint]) -> Vec<PlottedPoint> {
    let column = |point: &PlottedPoint| point.at.0.floor();
    let kept = run.chunk_by(|a, b| column(a) == column(b)).flat_map(|crowd| {
        let by_height = |&a: &usize, &b: &usize| crowd[a].y.total_cmp(&crowd[b].y);
        let lowest = (0..crowd.len()).min_by(by_height);
        let highest = (0..crowd.len()).max_by(by_height);
        let mut kept: Vec<usize> =
            [0, crowd.len() - 1].into_iter().chain(lowest).chain(highest).collect();
        kept.sort_unstable();
        kept.dedup();
        kept.into_iter().map(|index| crowd[index])
    });
    kept.collect()
}

/// Draws the bands around a line, wherever two points with an interval follow each other.
fn draw_bands(frame: &mut Frame, index: usize, runs: &Runs) {
    let class = format!("faint fill-{}", series_color(index));
    for band in runs.iter().flat_map(|run| run.split(|point| point.band.is_none())) {
        let edge = |end: fn((f64, f64)) -> f64| {
            band.iter().filter_map(move |point| Some((point.at.0, end(point.band?))))
        };
        if band.len() > 1 {
            frame.canvas.path(&class, edge(|band| band.0).chain(edge(|band| band.1).rev()), true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(points: impl Iterator<Item = (f64, Option<f64>)>) -> Runs {
        let axes = (Axis::linear([0.0, 1e6], 5), Axis::linear([0.0, 1.0], 5));
        let points = points.map(|(x, y)| LinePoint { x, y, interval: None }).collect();
        Series { label: String::new(), points }.runs(&Frame::new(axes, ("", ""), 800.0, 100.0))
    }

    #[test]
    fn a_long_line_keeps_its_extremes() {
        let height = |i: i32| Some(f64::from(i % 1000) / 1000.0);
        let runs = runs((0..1_000_000).map(|i| (f64::from(i), height(i))));
        let run = &runs[0];
        assert!(runs.len() == 1 && run.len() < 3300, "{}", run.len());
        let end = |point: &PlottedPoint| (point.x, point.y);
        assert_eq!((end(&run[0]), end(&run[run.len() - 1])), ((0.0, 0.0), (999_999.0, 0.999)));
        assert!(run.iter().any(|point| point.y == 0.999) && run.is_sorted_by_key(|point| point.x));
    }

    #[test]
    fn a_missing_value_breaks_the_line() {
        let heights = [Some(0.1), Some(0.2), None, Some(f64::NAN), Some(0.3), None];
        let runs = runs(heights.into_iter().enumerate().map(|(i, y)| (i as f64 * 1e5, y)));
        assert_eq!(runs.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1]);
    }
}

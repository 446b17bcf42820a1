//! Series over a common axis: ratings as games are played, a sequential test between its bounds, curves of a search.

use super::WIDTH;
use super::axis::{Axis, in_words};
use super::canvas::{Canvas, Point};
use super::dots::known;
use super::drawing::Drawing;
use super::frame::{BOTTOM, FULL, Frame, HEIGHT, TOP};
use super::label::{spread, widest};
use super::legend::{Legend, Mark};
use super::style::{series_color, series_line};

/// The distance of two labels.
const LABEL: f64 = 16.0;
const LABEL_ROOM: f64 = 240.0;
/// More series than this are named below the chart, not at the ends of their lines.
const MANY: usize = 12;
const WISH_X: usize = 7;
const WISH_Y: usize = 6;

/// Lines over a common axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lines {
    /// What the chart shows.
    pub title: String,
    /// What a reader who does not see it should know.
    pub description: String,
    /// What goes to the right, with its unit.
    pub x_axis: String,
    /// What goes upwards, with its unit.
    pub y_axis: String,
    /// Whether equal ratios to the right are equally wide; points at or below zero are then left out.
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
    /// What stands at its end; may be empty.
    pub label: String,
    /// Its points in order.
    pub points: Vec<LinePoint>,
}

/// A point of a [`Series`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LinePoint {
    /// How far to the right.
    pub x: f64,
    /// How high; the line is broken where this is missing.
    pub y: Option<f64>,
    /// What the band about the line covers here.
    pub interval: Option<(f64, f64)>,
}

/// A height with a name, drawn across [`Lines`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reference {
    /// What it is called; may be empty.
    pub label: String,
    /// How high it is.
    pub value: f64,
}

/// A point that can be drawn: how far, how high, and its band.
type Shown = (f64, f64, Option<(f64, f64)>);

impl Lines {
    /// Draws the chart.
    #[must_use]
    pub fn draw(&self) -> Drawing {
        let is_shown =
            |point: &LinePoint| point.x.is_finite() && point.y.is_some_and(f64::is_finite);
        if !self.series.iter().flat_map(|series| &series.points).any(is_shown) {
            return Drawing::empty(&self.title, &self.description);
        }
        let mut canvas = Canvas::default();
        let has_legend = self.series.len() > MANY;
        let names = if has_legend {
            0.0
        } else {
            widest(self.series.iter().map(|series| series.label.as_str()))
        };
        let right = if names > 0.0 { WIDTH - names.min(LABEL_ROOM) - 36.0 } else { WIDTH - 30.0 };
        let titles = (self.x_axis.as_str(), self.y_axis.as_str());
        let frame = Frame::draw(&mut canvas, self.axes(), titles, right, WIDTH - 16.0);
        let runs: Vec<Vec<Vec<Shown>>> =
            self.series.iter().map(|series| series.runs(&frame)).collect();
        for (index, runs) in runs.iter().enumerate() {
            draw_bands(&mut canvas, &frame, index, runs);
        }
        self.draw_references(&mut canvas, &frame);
        for (index, (series, runs)) in self.series.iter().zip(&runs).enumerate() {
            self.draw_series(&mut canvas, &frame, (index, series), runs);
        }
        self.name_references(&mut canvas, &frame, &runs);
        let mut height = FULL;
        if has_legend {
            let entry = |(index, series): (usize, &Series)| {
                (Mark::Line, series_line(index), series.label.clone())
            };
            let legend =
                Legend::new(self.series.iter().enumerate().map(entry).collect(), WIDTH - 24.0);
            legend.draw(&mut canvas, (12.0, FULL));
            height += legend.height() + 8.0;
        } else {
            let ends = runs.iter().map(|runs| runs.last().and_then(|run| run.last()));
            let ends = ends.map(|end| end.map(|&(x, y, _)| (frame.x.at(x), frame.y.at(y))));
            self.draw_labels(&mut canvas, &ends.collect::<Vec<_>>(), right);
        }
        Drawing::new(&self.title, &self.description, (WIDTH, height), canvas)
    }

    fn axes(&self) -> (Axis, Axis) {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let x = points().filter(|point| point.y.is_some()).map(|point| point.x);
        let x = if self.is_log { Axis::log(x, WISH_X) } else { Axis::linear(x, WISH_X) };
        let bands = points().flat_map(|point| point.interval).flat_map(|(low, high)| [low, high]);
        let references = self.references.iter().map(|reference| reference.value);
        let y = points().filter_map(|point| point.y).chain(bands).chain(references);
        (x, Axis::padded(y, WISH_Y))
    }

    fn draw_series(
        &self,
        canvas: &mut Canvas,
        frame: &Frame,
        (index, series): (usize, &Series),
        runs: &[Vec<Shown>],
    ) {
        canvas.open(&series.label);
        for run in runs {
            let places = run.iter().map(|&(x, y, _)| (frame.x.at(x), frame.y.at(y)));
            if let [(x, y, _)] = run[..] {
                canvas.circle(
                    &format!("fill-{}", series_color(index)),
                    (frame.x.at(x), frame.y.at(y)),
                    3.0,
                );
            } else {
                canvas.path(&format!("curve {}", series_line(index)), places, false);
            }
        }
        canvas.close();
        if self.has_marks {
            for &(x, y, _) in runs.iter().flatten() {
                canvas.open(&format!("{}: {}, {}", series.label, in_words(x), in_words(y)));
                let class = format!("fill-{} thin line-back", series_color(index));
                canvas.circle(&class, (frame.x.at(x), frame.y.at(y)), 3.5);
                canvas.close();
            }
        }
    }

    /// The names at the ends of the lines, apart from each other, each joined to its line.
    fn draw_labels(&self, canvas: &mut Canvas, ends: &[Option<Point>], right: f64) {
        let named: Vec<(usize, Point)> = (0..ends.len())
            .filter(|&index| !self.series[index].label.is_empty())
            .filter_map(|index| ends[index].map(|end| (index, end)))
            .collect();
        let wishes: Vec<f64> = named.iter().map(|(_, end)| end.1).collect();
        for (&(index, end), y) in named.iter().zip(spread(&wishes, LABEL, TOP, TOP + HEIGHT)) {
            let color = series_color(index);
            if end.0 < right - 1.0 || (end.1 - y).abs() > 1.0 {
                let knee = (right + 4.0).max(end.0 + 4.0);
                let path =
                    [(end.0 + 4.0, end.1), (knee, end.1), (right + 14.0, y), (right + 18.0, y)];
                canvas.path(&format!("hollow thin line-{color} dash-2"), path, false);
            } else {
                canvas.line(
                    &format!("thin line-{color} dash-2"),
                    (right + 4.0, y),
                    (right + 18.0, y),
                );
            }
            canvas.label(
                &format!("fill-{color}"),
                (right + 22.0, y),
                &self.series[index].label,
                LABEL_ROOM,
            );
        }
    }

    fn known_references(&self) -> impl Iterator<Item = &Reference> {
        self.references.iter().filter(|reference| reference.value.is_finite())
    }

    fn draw_references(&self, canvas: &mut Canvas, frame: &Frame) {
        let (left, right) = frame.x.ends();
        for reference in self.known_references() {
            let y = frame.y.at(reference.value);
            canvas.line("reference line-text", (left, y), (right, y));
        }
    }

    /// The names of the references, each above its line where there is room, on the side where fewer lines cross them.
    fn name_references(&self, canvas: &mut Canvas, frame: &Frame, runs: &[Vec<Vec<Shown>>]) {
        let (left, right) = frame.x.ends();
        let beside = |line: &Reference| {
            let y = frame.y.at(line.value);
            if y - 9.0 < TOP + 8.0 { y + 10.0 } else { y - 9.0 }
        };
        let wishes: Vec<f64> = self.known_references().map(beside).collect();
        let places = spread(&wishes, LABEL, TOP + 8.0, BOTTOM - 8.0);
        let room = (right - left) * 0.45;
        let names = widest(self.known_references().map(|line| line.label.as_str())).min(room);
        let crossings = |from: f64, to: f64| {
            let place = |point: &Shown| (frame.x.at(point.0), frame.y.at(point.1));
            let steps = runs
                .iter()
                .flatten()
                .flat_map(|run| run.windows(2))
                .map(|step| (place(&step[0]), place(&step[1])));
            steps
                .filter(|(a, b)| a.0.min(b.0) <= to && a.0.max(b.0) >= from)
                .filter(|(a, b)| {
                    places.iter().any(|y| a.1.min(b.1) <= y + 8.0 && a.1.max(b.1) >= y - 8.0)
                })
                .count()
        };
        let is_left = crossings(left, left + 8.0 + names) <= crossings(right - 8.0 - names, right);
        let (class, x) = if is_left { ("", left + 8.0) } else { (" end", right - 8.0) };
        for (reference, &y) in self.known_references().zip(&places) {
            canvas.label(
                &format!("fill-text line-back halo{class}"),
                (x, y),
                &reference.label,
                room,
            );
        }
    }
}

impl Series {
    /// The points that can be drawn, in runs without a gap.
    fn runs(&self, frame: &Frame) -> Vec<Vec<Shown>> {
        let shown = |point: &LinePoint| {
            let y = point.y.filter(|y| y.is_finite() && frame.x.shows(point.x))?;
            Some((point.x, y, known(point.interval)))
        };
        let runs = self.points.chunk_by(|a, b| shown(a).is_some() == shown(b).is_some());
        let runs = runs.map(|run| run.iter().filter_map(shown).collect::<Vec<_>>());
        runs.filter(|run| !run.is_empty()).map(|run| thinned(&run, frame)).collect()
    }
}

/// At most four points for each unit of width: the first, the last, the lowest and the highest. It looks the same, and a
/// line of a million points is no larger than one of some thousand.
fn thinned(run: &[Shown], frame: &Frame) -> Vec<Shown> {
    let column = |point: &Shown| frame.x.at(point.0).floor();
    let kept = run.chunk_by(|a, b| column(a) == column(b)).flat_map(|crowd| {
        let by_height = |&a: &usize, &b: &usize| crowd[a].1.total_cmp(&crowd[b].1);
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

/// The bands about a line, wherever two points with an interval follow each other.
fn draw_bands(canvas: &mut Canvas, frame: &Frame, index: usize, runs: &[Vec<Shown>]) {
    let class = format!("faint fill-{}", series_color(index));
    for run in runs {
        for band in
            run.chunk_by(|a, b| a.2.is_some() == b.2.is_some()).filter(|band| band.len() > 1)
        {
            let edge = |end: fn((f64, f64)) -> f64| {
                band.iter().filter_map(move |&(x, _, interval)| {
                    Some((frame.x.at(x), frame.y.at(end(interval?))))
                })
            };
            let (lower, upper): (Vec<Point>, Vec<Point>) =
                (edge(|i| i.0).collect(), edge(|i| i.1).collect());
            if !lower.is_empty() {
                canvas.path(&class, lower.into_iter().chain(upper.into_iter().rev()), true);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame() -> Frame {
        let (x, y) = (Axis::linear([0.0, 1e6], 5), Axis::linear([0.0, 1.0], 5));
        Frame::draw(&mut Canvas::default(), (x, y), ("", ""), 800.0, 100.0)
    }

    #[test]
    fn a_long_line_keeps_its_extremes() {
        let run: Vec<Shown> =
            (0..1_000_000).map(|i| (f64::from(i), f64::from(i % 1000) / 1000.0, None)).collect();
        let thinned = thinned(&run, &frame());
        assert!(thinned.len() < 3300, "{}", thinned.len());
        assert_eq!((thinned[0], thinned[thinned.len() - 1]), (run[0], run[run.len() - 1]));
        assert!(
            thinned.iter().any(|point| point.1 == 0.999)
                && thinned.is_sorted_by_key(|point| point.0)
        );
    }

    #[test]
    fn a_missing_value_breaks_the_line() {
        let heights = [Some(0.1), Some(0.2), None, Some(f64::NAN), Some(0.3), None];
        let points = heights.iter().enumerate().map(|(i, &y)| LinePoint {
            x: i as f64 * 1e5,
            y,
            interval: None,
        });
        let runs = Series { label: String::new(), points: points.collect() }.runs(&frame());
        assert_eq!(runs.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1]);
    }
}

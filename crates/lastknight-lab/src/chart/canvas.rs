//! Shapes and text as SVG elements, escaped, with at most one decimal.

use std::fmt::Write;

use super::axis::Axis;
use super::label::shorten;

/// A place in the drawing: x to the right, y downwards.
pub(super) type Point = (f64, f64);

/// The distance from the middle of a line of text down to its baseline.
const BASELINE: f64 = 4.0;

/// The elements drawn so far.
#[derive(Default)]
pub(super) struct Canvas {
    body: String,
}

impl Canvas {
    /// Returns what was drawn.
    pub(super) fn into_body(self) -> String {
        self.body
    }

    /// Writes `text` with its middle line at `at`.
    pub(super) fn text(&mut self, class: &str, at: Point, text: &str) {
        self.turned(class, at, 0.0, text);
    }

    /// Writes `text`, cut to `room` if it is wider, with the full text as its tooltip.
    pub(super) fn label(&mut self, class: &str, at: Point, text: &str, room: f64) {
        let short = shorten(text, room);
        if short == text {
            self.text(class, at, text);
        } else {
            self.open(text);
            self.text(class, at, &short);
            self.close();
        }
    }

    /// Writes `text` rotated about `at`.
    pub(super) fn turned(&mut self, class: &str, at: Point, degrees: f64, text: &str) {
        let (x, y) = (number(at.0), number(at.1 + BASELINE));
        let turn = match degrees {
            0.0 => String::new(),
            _ => format!(r#" transform="rotate({} {x} {})""#, number(degrees), number(at.1)),
        };
        self.element(&format!(
            r#"<text class="{class}" x="{x}" y="{y}"{turn}>{}</text>"#,
            escaped(text)
        ));
    }

    /// Draws a filled rectangle from its upper left corner.
    pub(super) fn rectangle(&mut self, class: &str, corner: Point, size: Point) {
        self.tinted(class, corner, size, 1.0);
    }

    /// Draws a rectangle of this opacity.
    pub(super) fn tinted(&mut self, class: &str, corner: Point, size: Point, opacity: f64) {
        let [x, y, width, height] =
            [corner.0, corner.1, size.0.max(0.0), size.1.max(0.0)].map(number);
        let opacity = match opacity < 1.0 {
            true => format!(r#" fill-opacity="{opacity:.3}""#),
            false => String::new(),
        };
        self.element(&format!(
            r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}"{opacity}/>"#
        ));
    }

    /// Draws a straight line.
    pub(super) fn line(&mut self, class: &str, from: Point, to: Point) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(number);
        self.element(&format!(
            r#"<line class="{class}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#
        ));
    }

    /// Draws a circle.
    pub(super) fn circle(&mut self, class: &str, center: Point, radius: f64) {
        let [x, y, radius] = [center.0, center.1, radius].map(number);
        self.element(&format!(r#"<circle class="{class}" cx="{x}" cy="{y}" r="{radius}"/>"#));
    }

    /// Draws a line through these points, back to the first if it `is_closed`.
    pub(super) fn path(
        &mut self,
        class: &str,
        points: impl IntoIterator<Item = Point>,
        is_closed: bool,
    ) {
        let mut path = String::new();
        for (x, y) in points {
            let step = if path.is_empty() { 'M' } else { 'L' };
            write!(path, "{step}{} {}", number(x), number(y)).expect("a string takes any text");
        }
        let end = if is_closed { "Z" } else { "" };
        self.element(&format!(r#"<path class="{class}" d="{path}{end}"/>"#));
    }

    /// Draws an error bar at the height `y`, with a foot at each finite end.
    pub(super) fn error_bar(&mut self, class: &str, axis: &Axis, interval: (f64, f64), y: f64) {
        self.line(class, (axis.at(interval.0), y), (axis.at(interval.1), y));
        for end in [interval.0, interval.1].into_iter().filter(|end| end.is_finite()) {
            let x = axis.at(end);
            self.line(class, (x, y - 4.0), (x, y + 4.0));
        }
    }

    /// Begins a group with the tooltip `title`; if that is empty, with none.
    pub(super) fn open(&mut self, title: &str) {
        let title = match title {
            "" => String::new(),
            title => format!("<title>{}</title>", escaped(title)),
        };
        self.element(&format!("<g>{title}"));
    }

    /// Ends the group.
    pub(super) fn close(&mut self) {
        self.element("</g>");
    }

    fn element(&mut self, text: &str) {
        self.body.push_str(text);
        self.body.push('\n');
    }
}

/// Returns the interval unless one of its ends is NaN.
pub(super) fn without_nan(interval: Option<(f64, f64)>) -> Option<(f64, f64)> {
    interval.filter(|(low, high)| !low.is_nan() && !high.is_nan())
}

/// Formats a length with at most one decimal; what is not finite is 0.
pub(super) fn number(value: f64) -> String {
    let tenths = (value * 10.0).round();
    if tenths.is_finite() && tenths != 0.0 { format!("{}", tenths / 10.0) } else { "0".to_string() }
}

/// Escapes `text` for an element or an attribute; characters that XML forbids become replacement characters.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped(r#"a<b & "c" > 'd'"#), "a&lt;b &amp; &quot;c&quot; &gt; &#39;d&#39;");
        assert_eq!(escaped("one\ntwo\u{0}\u{1b}"), "one two\u{fffd}\u{fffd}");
    }

    #[test]
    fn lengths_are_short_numbers() {
        assert_eq!([12.0, 12.34, -0.01, 1e-9, -3.25].map(number), ["12", "12.3", "0", "0", "-3.3"]);
        assert_eq!([f64::NAN, f64::INFINITY].map(number), ["0", "0"]);
    }
}

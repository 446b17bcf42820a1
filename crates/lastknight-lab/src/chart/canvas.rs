//! The pen of the charts: shapes and words as SVG elements, escaped, with at most one decimal.

use std::fmt::Write;

use super::axis::Axis;
use super::label::shorten;

/// A place in the drawing: rightwards, downwards.
pub(super) type Point = (f64, f64);

/// How far below the middle of a line of text its baseline lies.
const BASELINE: f64 = 4.0;

/// The elements drawn so far.
#[derive(Default)]
pub(super) struct Canvas {
    body: String,
}

impl Canvas {
    /// What was drawn.
    pub(super) fn into_body(self) -> String {
        self.body
    }

    /// Writes `text` with its middle line at `at`.
    pub(super) fn text(&mut self, class: &str, at: Point, text: &str) {
        self.turned(class, at, 0.0, text);
    }

    /// Writes `text`, which has at most `room`: a longer one is cut, and whole in its tooltip.
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

    /// Writes `text` turned by so many degrees about `at`.
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

    /// Draws a rectangle that lets what is under it shine through where `strength` is less than 1.
    pub(super) fn tinted(&mut self, class: &str, corner: Point, size: Point, strength: f64) {
        let (x, y, width, height) =
            (number(corner.0), number(corner.1), number(size.0.max(0.0)), number(size.1.max(0.0)));
        let opacity = if strength < 1.0 {
            format!(r#" fill-opacity="{strength:.3}""#)
        } else {
            String::new()
        };
        self.element(&format!(
            r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}"{opacity}/>"#
        ));
    }

    /// Draws a straight line.
    pub(super) fn line(&mut self, class: &str, from: Point, to: Point) {
        let (x1, y1, x2, y2) = (number(from.0), number(from.1), number(to.0), number(to.1));
        self.element(&format!(
            r#"<line class="{class}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#
        ));
    }

    /// Draws a circle.
    pub(super) fn circle(&mut self, class: &str, center: Point, radius: f64) {
        let (x, y, radius) = (number(center.0), number(center.1), number(radius));
        self.element(&format!(r#"<circle class="{class}" cx="{x}" cy="{y}" r="{radius}"/>"#));
    }

    /// Draws a line through all these points, back to the first where it `is_closed`.
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

    /// Draws an error bar at the height `y`, with a foot at each end that is a number and not beyond all of them.
    pub(super) fn error_bar(&mut self, class: &str, axis: &Axis, interval: (f64, f64), y: f64) {
        let (from, to) = (axis.at(interval.0), axis.at(interval.1));
        self.line(class, (from, y), (to, y));
        for (_, end) in
            [(interval.0, from), (interval.1, to)].into_iter().filter(|(end, _)| end.is_finite())
        {
            self.line(class, (end, y - 4.0), (end, y + 4.0));
        }
    }

    /// Begins a group whose tooltip is `title`; an empty one is none.
    pub(super) fn open(&mut self, title: &str) {
        let title = if title.is_empty() {
            String::new()
        } else {
            format!("<title>{}</title>", escaped(title))
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

/// A length with at most one decimal, and never anything but digits.
pub(super) fn number(value: f64) -> String {
    let tenths = (value * 10.0).round();
    if tenths.is_finite() && tenths != 0.0 { format!("{}", tenths / 10.0) } else { "0".to_string() }
}

/// `text` as it stands in an element or in quotes; what XML cannot hold is a replacement character.
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

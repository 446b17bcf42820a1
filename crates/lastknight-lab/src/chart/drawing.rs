//! A finished chart, as a part of a page or as a file of its own.

use super::canvas::{Canvas, escaped, number};
use super::style::style_for;

/// The height of the visible title of a file.
const TITLE_HEIGHT: f64 = 36.0;

/// A chart as SVG.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    title: String,
    description: String,
    width: f64,
    height: f64,
    body: String,
}

impl Drawing {
    pub(super) fn new(title: &str, description: &str, size: (f64, f64), canvas: Canvas) -> Drawing {
        let (title, description) = (title.to_string(), description.to_string());
        Drawing {
            title,
            description,
            width: size.0.ceil(),
            height: size.1.ceil(),
            body: canvas.into_body(),
        }
    }

    /// What is drawn where there is nothing to draw.
    pub(super) fn empty(title: &str, description: &str) -> Drawing {
        let mut canvas = Canvas::default();
        canvas.text("middle fill-muted", (super::WIDTH / 2.0, 30.0), "no data");
        Drawing::new(title, description, (super::WIDTH, 60.0), canvas)
    }

    /// An element for a page that has the [style](super::page_style()). Its title is told, not shown: a page has a
    /// heading of its own. It becomes narrower where there is less room, until its text would be hard to read; from
    /// there on it scrolls sideways.
    #[must_use]
    pub fn element(&self) -> String {
        let (width, height, least) =
            (number(self.width), number(self.height), number(self.width * 0.75));
        format!(
            "<div class=\"chart-frame\"><svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" role=\"img\" \
             viewBox=\"0 0 {width} {height}\" width=\"100%\" \
             style=\"max-width:{width}px;min-width:{least}px;height:auto\">\n{}{}</svg></div>\n",
            self.words(),
            self.body
        )
    }

    /// A whole SVG file, with a visible title, a ground and colours for light and dark.
    #[must_use]
    pub fn file(&self) -> String {
        let mut top = Canvas::default();
        let (full_height, room) = (self.height + TITLE_HEIGHT, self.width - 20.0);
        top.rectangle("fill-back", (0.0, 0.0), (self.width, full_height));
        // A heading's letters are a quarter larger than those that the room is measured for.
        top.label("heading fill-text", (10.0, 20.0), &self.title, room / 1.35);
        let content = format!(
            "{}<g transform=\"translate(0 {TITLE_HEIGHT})\">\n{}</g>\n",
            top.into_body(),
            self.body
        );
        let is_used = |name: &str| {
            let is_class =
                |class: &str| class == format!("fill-{name}") || class == format!("line-{name}");
            content.split(['"', ' ']).any(is_class)
        };
        let (width, height) = (number(self.width), number(full_height));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" role=\"img\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\">\n{}<style>\n{}</style>\n{content}</svg>\n",
            self.words(),
            style_for(is_used)
        )
    }

    fn words(&self) -> String {
        format!(
            "<title>{}</title>\n<desc>{}</desc>\n",
            escaped(&self.title),
            escaped(&self.description)
        )
    }
}

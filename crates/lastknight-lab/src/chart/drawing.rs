//! A finished chart, as part of a page or as a file.

use super::canvas::{Canvas, escaped, number};
use super::style::style_for;

/// The height of the visible title of a file.
const TITLE_HEIGHT: f64 = 36.0;

/// A chart as SVG.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Drawing {
    title: String,
    description: String,
    width: f64,
    height: f64,
    body: String,
}

impl Drawing {
    pub(super) fn new(title: &str, description: &str, size: (f64, f64), canvas: Canvas) -> Drawing {
        let (width, height) = (size.0.ceil(), size.1.ceil());
        let (title, description) = (title.to_string(), description.to_string());
        Drawing { title, description, width, height, body: canvas.into_body() }
    }

    /// Returns the drawing of a chart without data.
    pub(super) fn empty(title: &str, description: &str) -> Drawing {
        let mut canvas = Canvas::default();
        canvas.text("middle fill-muted", (super::WIDTH / 2.0, 30.0), "no data");
        Drawing::new(title, description, (super::WIDTH, 60.0), canvas)
    }

    /// Returns an element for a page with the [style](super::page_style()). Its title is not visible: the page has a
    /// heading of its own. The chart shrinks on narrow screens as long as its text stays readable, then it scrolls.
    #[must_use]
    pub fn element(&self) -> String {
        let [width, height, least] = [self.width, self.height, self.width * 0.75].map(number);
        format!(
            "<div class=\"chart-frame\"><svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" role=\"img\" \
             viewBox=\"0 0 {width} {height}\" width=\"100%\" \
             style=\"max-width:{width}px;min-width:{least}px;height:auto\">\n{}{}</svg></div>\n",
            self.words(),
            self.body
        )
    }

    /// Returns a whole SVG file, with a visible title, a background and colours for light and dark.
    #[must_use]
    pub fn file(&self) -> String {
        let mut top = Canvas::default();
        let (full_height, room) = (self.height + TITLE_HEIGHT, self.width - 20.0);
        top.rectangle("fill-back", (0.0, 0.0), (self.width, full_height));
        // Room is measured for letters that are a quarter smaller than a heading's.
        top.label("heading fill-text", (10.0, 20.0), &self.title, room / 1.35);
        let (top, body) = (top.into_body(), &self.body);
        let content = format!("{top}<g transform=\"translate(0 {TITLE_HEIGHT})\">\n{body}</g>\n");
        let is_used = |name: &str| {
            let classes = [format!("fill-{name}"), format!("line-{name}")];
            content.split(['"', ' ']).any(|word| classes.iter().any(|class| class == word))
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
        let (title, description) = (escaped(&self.title), escaped(&self.description));
        format!("<title>{title}</title>\n<desc>{description}</desc>\n")
    }
}

//! Boards as SVG: squares, knights, marks and arrows, several boards side by side with a caption below each.
//!
//! Colours differ in shape too, and every picture has its background, for light pages and dark ones.

use lastknight::{Color, Size, Square};

/// Pixels of a square, of the space around boards, and from a line of text to the next.
const CELL: usize = 46;
const SPACE: usize = 30;
const LINE: usize = 21;

/// What is drawn in a square.
#[derive(Clone, Copy)]
pub(crate) enum Mark<'a> {
    /// The winner: a disc in the colour of the player, with its letter.
    Winner(Color),
    /// A square that the attacker could move to: a dot.
    Attackers,
    /// A square that the victim could move to: a ring.
    Victims,
    /// A visited square.
    Gone,
    /// A few letters or digits.
    Text(&'a str),
    /// Two lines of them.
    Lines(&'a str, &'a str),
    /// A frame.
    Framed,
}

/// A board with its pieces and marks.
pub(crate) struct Diagram<'a> {
    pub(crate) size: Size,
    pub(crate) knights: Vec<(Square, Color)>,
    pub(crate) marks: Vec<(Square, Mark<'a>)>,
    /// From square to square, dashed if `true`.
    pub(crate) arrows: Vec<(Square, Square, bool)>,
    /// The lines below it.
    pub(crate) caption: Vec<&'a str>,
}

impl<'a> Diagram<'a> {
    /// Returns an empty board.
    pub(crate) fn new(size: Size, caption: &[&'a str]) -> Self {
        let caption = caption.to_vec();
        Self { size, knights: Vec::new(), marks: Vec::new(), arrows: Vec::new(), caption }
    }

    fn width(&self) -> usize {
        self.size.width() * CELL + SPACE
    }

    /// Returns the middle of a square, from the board's top left corner.
    fn middle(&self, square: Square) -> (usize, usize) {
        let (column, row) = self.size.coordinates(square);
        (column * CELL + CELL / 2, (self.size.height() - 1 - row) * CELL + CELL / 2)
    }

    /// Returns the board as a group whose top left square is at `(x, y)`.
    fn draw(&self, x: usize, y: usize) -> String {
        let (across, down) = (self.size.width() * CELL, self.size.height() * CELL);
        // One path for all dark squares; a1 is dark.
        let is_dark = |square: &Square| {
            let (column, row) = self.size.coordinates(*square);
            (column + row).is_multiple_of(2)
        };
        let dark = self.size.squares().filter(is_dark);
        let dark: String = dark.map(|square| box_at(self.middle(square), 0)).collect();
        let mut out = format!(
            "<g transform=\"translate({x} {y})\">\n\
             <rect width=\"{across}\" height=\"{down}\" class=\"light\"/>\n\
             <path d=\"{dark}\" class=\"dark\"/>\n\
             <rect width=\"{across}\" height=\"{down}\" class=\"border\"/>\n"
        );
        for column in 0..self.size.width() {
            let name = Size::column_name(column).to_string();
            out += &text_at(column * CELL + CELL / 2, down + 17, "name", &name);
        }
        for row in 0..self.size.height() {
            let y = (self.size.height() - 1 - row) * CELL + CELL / 2 + 5;
            out += &format!("<text x=\"-13\" y=\"{y}\" class=\"name\">{}</text>\n", row + 1);
        }
        out.extend(self.marks.iter().map(|&(square, mark)| self.mark(square, mark)));
        out.extend(self.knights.iter().map(|&(square, color)| self.knight(square, color)));
        out.extend(self.arrows.iter().map(|&(from, to, dashed)| self.arrow(from, to, dashed)));
        for (line, text) in self.caption.iter().enumerate() {
            out += &text_at(across / 2, down + SPACE + line * LINE + 14, "caption", text);
        }
        out + "</g>\n"
    }

    fn mark(&self, square: Square, mark: Mark<'_>) -> String {
        let (x, y) = self.middle(square);
        let circle = |r: usize, class: &str| {
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" class=\"{class}\"/>\n")
        };
        match mark {
            Mark::Winner(color) => {
                let name = color.name();
                let letter = color.letter().to_ascii_uppercase().to_string();
                circle(14, name) + &text_at(x, y + 6, &format!("letter on-{name}"), &letter)
            }
            Mark::Attackers => circle(7, "dot"),
            Mark::Victims => circle(14, "ring"),
            Mark::Gone => format!(
                "<path d=\"{}\" class=\"gone\"/>\n\
                 <path d=\"M{} {}l16 16m0 -16l-16 16\" class=\"cross\"/>\n",
                box_at((x, y), 0),
                x - 8,
                y - 8
            ),
            Mark::Text(text) => text_at(x, y + 6, "letter", text),
            Mark::Lines(above, below) => {
                text_at(x, y - 3, "small", above) + &text_at(x, y + 15, "small", below)
            }
            Mark::Framed => format!("<path d=\"{}\" class=\"frame\"/>\n", box_at((x, y), 2)),
        }
    }

    fn knight(&self, square: Square, color: Color) -> String {
        let (x, y) = self.middle(square);
        let (name, other, eye_x, eye_y) = (color.name(), (!color).name(), x - 3, y - 8);
        format!(
            "<use href=\"#knight\" x=\"{x}\" y=\"{y}\" class=\"{name}\"/>\n\
             <circle cx=\"{eye_x}\" cy=\"{eye_y}\" r=\"1.6\" class=\"{other} eye\"/>\n"
        )
    }

    /// Returns an arrow from beside the middle of a square to the middle of another, or beside a knight there.
    #[expect(clippy::cast_precision_loss, reason = "a few hundred pixels")]
    fn arrow(&self, from: Square, to: Square, dashed: bool) -> String {
        let [(x1, y1), (x2, y2)] = [from, to].map(|square| {
            let (x, y) = self.middle(square);
            (x as f64, y as f64)
        });
        let length = (x2 - x1).hypot(y2 - y1);
        let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
        let is_taken = self.knights.iter().any(|&(knight, _)| knight == to);
        let (begin, end) = (22.0, if is_taken { 22.0 } else { 8.0 });
        let class = if dashed { "arrow broken" } else { "arrow" };
        let (x1, y1, x2, y2) = (x1 + begin * dx, y1 + begin * dy, x2 - end * dx, y2 - end * dy);
        let path = format!("M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}");
        format!("<path d=\"{path}\" class=\"{class}\" marker-end=\"url(#head)\"/>\n")
    }
}

/// Returns the path around a square, `inset` pixels inside its edges.
fn box_at((x, y): (usize, usize), inset: usize) -> String {
    let (left, top, side) = (x - CELL / 2 + inset, y - CELL / 2 + inset, CELL - 2 * inset);
    format!("M{left} {top}h{side}v{side}h-{side}z")
}

fn text_at(x: usize, y: usize, class: &str, text: &str) -> String {
    format!("<text x=\"{x}\" y=\"{y}\" class=\"{class}\">{text}</text>\n")
}

/// Colours and lines. White and Black are light and dark; all else differs in shape too.
const STYLE: &str = "text{font-family:'DejaVu Sans',Verdana,Helvetica,Arial,sans-serif;text-anchor:middle;fill:#26221c}
.page{fill:#fbf9f4;stroke:#d8d0c0}
.light{fill:#f1e7d3}
.dark{fill:#cdb58c}
.border{fill:none;stroke:#6b5a3c;stroke-width:1.5}
.name{font-size:14px;fill:#6b5a3c}
.caption{font-size:15px}
.letter{font-size:17px;font-weight:bold}
.small{font-size:14px}
.white{fill:#ffffff;stroke:#26221c;stroke-width:1.5}
.black{fill:#26221c;stroke:#26221c;stroke-width:1.5}
.on-black{fill:#ffffff}
.eye{stroke:none}
.dot{fill:#00588f}
.ring{fill:none;stroke:#b84a00;stroke-width:3.5}
.gone{fill:#8b8478}
.cross{fill:none;stroke:#5d574d;stroke-width:3}
.frame{fill:none;stroke:#00588f;stroke-width:4}
.arrow{fill:none;stroke:#00588f;stroke-width:3.5}
.broken{stroke-dasharray:6 5}
.head{fill:#00588f}
";

/// A knight that looks to the left, around the origin.
const KNIGHT: &str = "M-10 16C-10 9 -3 6 -3 0C-7 1 -8 5 -11 5C-14 5 -15 2 -14 0L-8 -9C-8 -12 -7 -14 -5 -16\
C-4 -15 -3 -14 -2 -13C8 -13 13 -4 13 16Z";

/// Returns boards side by side, as a file.
pub(crate) fn picture(title: &str, boards: &[Diagram<'_>]) -> String {
    let width = boards.iter().map(|board| board.width() + SPACE).sum::<usize>() + SPACE / 2;
    let height = |board: &Diagram<'_>| board.size.height() * CELL + board.caption.len() * LINE;
    let height = boards.iter().map(height).max().unwrap_or_default() + 2 * SPACE;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
         <defs>\n<path id=\"knight\" d=\"{KNIGHT}\" stroke-linejoin=\"round\" transform=\"scale(1.15)\"/>\n\
         <marker id=\"head\" viewBox=\"0 0 10 10\" refX=\"7\" refY=\"5\" markerUnits=\"userSpaceOnUse\" \
         markerWidth=\"15\" markerHeight=\"15\" orient=\"auto\">\
         <path d=\"M0 0L10 5L0 10z\" class=\"head\"/></marker>\n</defs>\n\
         <rect x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"8\" class=\"page\"/>\n",
        width - 1,
        height - 1
    );
    let mut x = SPACE + SPACE / 2;
    for board in boards {
        text += &board.draw(x, SPACE / 2 + 5);
        x += board.width() + SPACE;
    }
    text + "</svg>\n"
}

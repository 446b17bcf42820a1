//! Boards as SVG: squares, knights, marks and arrows, several boards side by side with a line below each.
//!
//! Nothing is told by colour alone, and every picture brings its background, for light pages and dark ones.

use std::fmt::Write;

use lastknight::{Color, Size, Square};

/// Pixels of a square, and of the space around boards.
const CELL: usize = 46;
const SPACE: usize = 30;
/// Pixels from a line of text to the next.
const LINE: usize = 21;

/// What is drawn in a square.
#[derive(Clone, Copy)]
pub(crate) enum Mark<'a> {
    /// Who wins: a disc in the colour of the player, with its letter.
    Winner(Color),
    /// A square that the attacker could move to: a dot.
    Attackers,
    /// A square that the victim could move to: a ring.
    Victims,
    /// A square that was stood on.
    Gone,
    /// A few letters or digits.
    Text(&'a str),
    /// Two lines of them.
    Lines(&'a str, &'a str),
    /// A square that matters: a frame.
    Framed,
}

/// A board with what stands on it.
pub(crate) struct Board<'a> {
    pub(crate) size: Size,
    pub(crate) knights: Vec<(Square, Color)>,
    pub(crate) marks: Vec<(Square, Mark<'a>)>,
    /// From square to square; broken lines where `true`.
    pub(crate) arrows: Vec<(Square, Square, bool)>,
    /// The lines below it.
    pub(crate) caption: Vec<&'a str>,
}

impl<'a> Board<'a> {
    /// An empty board.
    pub(crate) fn new(size: Size, caption: &[&'a str]) -> Self {
        let caption = caption.to_vec();
        Self { size, knights: Vec::new(), marks: Vec::new(), arrows: Vec::new(), caption }
    }

    fn width(&self) -> usize {
        self.size.width() * CELL + SPACE
    }

    fn height(&self) -> usize {
        self.size.height() * CELL + SPACE + self.caption.len() * LINE
    }

    /// Where the middle of a square is, from the board's top left corner.
    fn middle(&self, square: Square) -> (usize, usize) {
        let (column, row) = self.size.coordinates(square);
        (column * CELL + CELL / 2, (self.size.height() - 1 - row) * CELL + CELL / 2)
    }

    /// The board as a group whose top left square is at `(x, y)`.
    fn draw(&self, out: &mut String, x: usize, y: usize) {
        *out += &format!("<g transform=\"translate({x} {y})\">\n");
        let (across, down) = (self.size.width() * CELL, self.size.height() * CELL);
        *out += &format!("<rect width=\"{across}\" height=\"{down}\" class=\"light\"/>\n");
        // One path for all dark squares; a1 is dark.
        let mut dark = String::new();
        for square in self.size.squares() {
            let (column, row) = self.size.coordinates(square);
            if (column + row).is_multiple_of(2) {
                let (x, y) = self.middle(square);
                write!(dark, "M{} {}h{CELL}v{CELL}h-{CELL}z", x - CELL / 2, y - CELL / 2)
                    .expect("a string takes everything");
            }
        }
        *out += &format!("<path d=\"{dark}\" class=\"dark\"/>\n");
        *out += &format!("<rect width=\"{across}\" height=\"{down}\" class=\"border\"/>\n");
        self.names(out);
        self.marks.iter().for_each(|&(square, mark)| self.mark(out, square, mark));
        self.knights.iter().for_each(|&(square, color)| self.knight(out, square, color));
        self.arrows.iter().for_each(|&(from, to, broken)| self.arrow(out, from, to, broken));
        for (line, text) in self.caption.iter().enumerate() {
            let y = down + SPACE + line * LINE + 14;
            *out += &text_at(across / 2, y, "caption", text);
        }
        *out += "</g>\n";
    }

    /// Letters below the columns, numbers beside the rows.
    fn names(&self, out: &mut String) {
        let down = self.size.height() * CELL;
        for column in 0..self.size.width() {
            let name = Size::column_name(column).to_string();
            *out += &text_at(column * CELL + CELL / 2, down + 17, "name", &name);
        }
        for row in 0..self.size.height() {
            let y = (self.size.height() - 1 - row) * CELL + CELL / 2 + 5;
            *out += &format!("<text x=\"-13\" y=\"{y}\" class=\"name\">{}</text>\n", row + 1);
        }
    }

    fn mark(&self, out: &mut String, square: Square, mark: Mark<'_>) {
        let (x, y) = self.middle(square);
        match mark {
            Mark::Winner(color) => {
                let name = color.name();
                let letter = color.letter().to_ascii_uppercase().to_string();
                *out += &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"14\" class=\"{name}\"/>\n");
                *out += &text_at(x, y + 6, &format!("letter on-{name}"), &letter);
            }
            Mark::Attackers => {
                *out += &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" class=\"dot\"/>\n");
            }
            Mark::Victims => {
                *out += &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"14\" class=\"ring\"/>\n");
            }
            Mark::Gone => {
                let (left, top) = (x - CELL / 2, y - CELL / 2);
                *out += &format!(
                    "<path d=\"M{left} {top}h{CELL}v{CELL}h-{CELL}z\" class=\"gone\"/>\n\
                     <path d=\"M{} {}l16 16m0 -16l-16 16\" class=\"cross\"/>\n",
                    x - 8,
                    y - 8
                );
            }
            Mark::Text(text) => *out += &text_at(x, y + 6, "letter", text),
            Mark::Lines(above, below) => {
                *out += &text_at(x, y - 3, "small", above);
                *out += &text_at(x, y + 15, "small", below);
            }
            Mark::Framed => {
                let (left, top, side) = (x - CELL / 2 + 2, y - CELL / 2 + 2, CELL - 4);
                *out += &format!(
                    "<path d=\"M{left} {top}h{side}v{side}h-{side}z\" class=\"frame\"/>\n"
                );
            }
        }
    }

    fn knight(&self, out: &mut String, square: Square, color: Color) {
        let (x, y) = self.middle(square);
        *out +=
            &format!("<use href=\"#knight\" x=\"{x}\" y=\"{y}\" class=\"{}\"/>\n", color.name());
        *out += &format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"1.6\" class=\"{} eye\"/>\n",
            x - 3,
            y - 8,
            (!color).name()
        );
    }

    /// An arrow from beside the middle of a square to the middle of another, or beside a knight there.
    #[expect(clippy::cast_precision_loss, reason = "a few hundred pixels")]
    fn arrow(&self, out: &mut String, from: Square, to: Square, broken: bool) {
        let ((x1, y1), (x2, y2)) = (self.middle(from), self.middle(to));
        let (x1, y1, x2, y2) = (x1 as f64, y1 as f64, x2 as f64, y2 as f64);
        let length = (x2 - x1).hypot(y2 - y1);
        let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
        let is_taken = self.knights.iter().any(|&(knight, _)| knight == to);
        let (begin, end) = (22.0, if is_taken { 22.0 } else { 8.0 });
        let class = if broken { "arrow broken" } else { "arrow" };
        *out += &format!(
            "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" class=\"{class}\" marker-end=\"url(#head)\"/>\n",
            x1 + begin * dx,
            y1 + begin * dy,
            x2 - end * dx,
            y2 - end * dy
        );
    }
}

fn text_at(x: usize, y: usize, class: &str, text: &str) -> String {
    format!("<text x=\"{x}\" y=\"{y}\" class=\"{class}\">{text}</text>\n")
}

/// Colours and lines. White and Black are light and dark; everything else differs in shape too.
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

/// A horse's head that looks to the left, around the origin.
const KNIGHT: &str = "M-10 16C-10 9 -3 6 -3 0C-7 1 -8 5 -11 5C-14 5 -15 2 -14 0L-8 -9C-8 -12 -7 -14 -5 -16\
C-4 -15 -3 -14 -2 -13C8 -13 13 -4 13 16Z";

/// Boards side by side, as a file.
pub(crate) fn picture(title: &str, boards: &[Board<'_>]) -> String {
    let width = boards.iter().map(|board| board.width() + SPACE).sum::<usize>() + SPACE / 2;
    let height = boards.iter().map(Board::height).max().unwrap_or_default() + SPACE;
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
        board.draw(&mut text, x, SPACE / 2 + 5);
        x += board.width() + SPACE;
    }
    text + "</svg>\n"
}

//! Characters and colours.
//!
//! Nothing is told by colour alone: every mark has a character of its own, and without colours
//! squares differ by what fills them.

use lastknight::Color as Player;
use ratatui::style::{Color, Modifier, Style};

/// How everything looks.
pub(in super::super) struct Look {
    pub(super) glyphs: &'static Glyphs,
    has_color: bool,
}

/// The characters of a screen.
pub(super) struct Glyphs {
    knights: [char; 2],
    pub(super) blocked: char,
    /// Where the knight of the last move stood before.
    pub(super) origin: char,
    /// What fills dark squares where there are no colours.
    dark: char,
    pub(super) legal: char,
    pub(super) wins: char,
    pub(super) loses: char,
    pub(super) hint: char,
    pub(super) cursor: (char, char),
    pub(super) last: (char, char),
    /// Beside the player who is to move.
    pub(super) turn: char,
    /// More of the board to the left, to the right, above, below.
    pub(super) more: [char; 4],
    pub(super) ellipsis: &'static str,
    pub(super) spinner: &'static [char],
}

const UNICODE: Glyphs = Glyphs {
    knights: ['♘', '♞'],
    blocked: '▒',
    origin: '○',
    dark: '·',
    legal: '•',
    wins: '✓',
    loses: '✗',
    hint: '★',
    cursor: ('[', ']'),
    last: ('‹', '›'),
    turn: '▸',
    more: ['◂', '▸', '▴', '▾'],
    ellipsis: "…",
    spinner: &['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
};

const ASCII: Glyphs = Glyphs {
    knights: ['N', 'n'],
    blocked: 'x',
    origin: 'o',
    dark: '.',
    legal: '*',
    wins: '+',
    loses: '-',
    hint: '!',
    cursor: ('[', ']'),
    last: ('<', '>'),
    turn: '>',
    more: ['<', '>', '^', 'v'],
    ellipsis: "...",
    spinner: &['|', '/', '-', '\\'],
};

/// What a square is, as far as its colours go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Open,
    Legal,
    Hinted,
    Blocked,
    Knight(Player),
}

impl Look {
    pub(in super::super) fn new(is_ascii: bool, has_color: bool) -> Self {
        Self { glyphs: if is_ascii { &ASCII } else { &UNICODE }, has_color }
    }

    pub(super) fn is_ascii(&self) -> bool {
        self.glyphs.blocked.is_ascii()
    }

    pub(super) fn knight(&self, color: Player) -> char {
        self.glyphs.knights[color as usize]
    }

    /// What fills a square, light or dark.
    pub(super) fn fill(&self, kind: Kind, is_dark: bool) -> char {
        match kind {
            Kind::Blocked => self.glyphs.blocked,
            Kind::Knight(_) => ' ',
            _ if is_dark && !self.has_color => self.glyphs.dark,
            _ => ' ',
        }
    }

    /// The colours of a square. Orange and blue, light and dark are told apart by everybody.
    pub(super) fn square(&self, kind: Kind, is_dark: bool, is_cursor: bool) -> Style {
        if !self.has_color {
            return plain(kind, is_cursor);
        }
        let of = |background, foreground| {
            Style::new().bg(Color::Indexed(background)).fg(Color::Indexed(foreground))
        };
        let shade = |light: u8, dark: u8| if is_dark { dark } else { light };
        match kind {
            Kind::Blocked if is_cursor => of(235, 231).add_modifier(Modifier::BOLD),
            Kind::Blocked => of(235, 240),
            Kind::Knight(Player::White) => of(214, 16).add_modifier(Modifier::BOLD),
            Kind::Knight(Player::Black) => of(25, 231).add_modifier(Modifier::BOLD),
            Kind::Open if is_cursor => of(183, 16).add_modifier(Modifier::BOLD),
            Kind::Open => of(shade(254, 248), 16),
            Kind::Legal | Kind::Hinted if is_cursor => of(213, 16).add_modifier(Modifier::BOLD),
            Kind::Legal => of(shade(194, 150), 16).add_modifier(Modifier::BOLD),
            Kind::Hinted => of(227, 16).add_modifier(Modifier::BOLD),
        }
    }

    /// Names of columns and rows, and what need not be read.
    pub(super) fn faint(&self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    pub(super) fn strong(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub(super) fn key(&self) -> Style {
        let style = self.strong();
        if self.has_color {
            style.fg(Color::Cyan)
        } else {
            style.add_modifier(Modifier::UNDERLINED)
        }
    }

    /// The place where the next character is typed.
    pub(super) fn caret(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// A player's knight outside the board.
    pub(super) fn player(&self, color: Player) -> Style {
        self.square(Kind::Knight(color), false, false)
    }
}

/// A square without colours.
fn plain(kind: Kind, is_cursor: bool) -> Style {
    let style = Style::new();
    match kind {
        Kind::Knight(Player::White) => style.add_modifier(Modifier::BOLD | Modifier::REVERSED),
        Kind::Legal | Kind::Hinted if is_cursor => {
            style.add_modifier(Modifier::BOLD | Modifier::REVERSED)
        }
        Kind::Knight(_) | Kind::Legal | Kind::Hinted => style.add_modifier(Modifier::BOLD),
        _ if is_cursor => style.add_modifier(Modifier::BOLD),
        _ => style,
    }
}

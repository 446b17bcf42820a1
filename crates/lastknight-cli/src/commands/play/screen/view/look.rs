//! Characters and colours. Colour alone never carries information: every mark has its own character.

use lastknight::Color as Player;
use ratatui::style::{Color, Style};

/// The style of coordinates and secondary text.
pub(super) const FAINT: Style = Style::new().dim();

pub(super) const STRONG: Style = Style::new().bold();

/// Characters and colours of a screen.
pub(in super::super) struct Look {
    pub(super) glyphs: &'static Glyphs,
    has_color: bool,
}

pub(super) struct Glyphs {
    knights: [char; 2],
    pub(super) blocked: char,
    /// Where the last move came from.
    pub(super) origin: char,
    /// Fills dark squares on screens without colours.
    dark: char,
    pub(super) legal: char,
    pub(super) wins: char,
    pub(super) loses: char,
    pub(super) hint: char,
    pub(super) cursor: (char, char),
    pub(super) last: (char, char),
    /// Marks the player to move.
    pub(super) turn: char,
    /// Arrows where the board goes on: left, right, above, below.
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

/// What the colours of a square depend on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SquareKind {
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

    pub(super) fn fill(&self, kind: SquareKind, is_dark: bool) -> char {
        match kind {
            SquareKind::Blocked => self.glyphs.blocked,
            SquareKind::Knight(_) => ' ',
            _ if is_dark && !self.has_color => self.glyphs.dark,
            _ => ' ',
        }
    }

    /// Returns the style of a square. Orange and blue are safe for colour-blind people.
    pub(super) fn square(&self, kind: SquareKind, is_dark: bool, is_cursor: bool) -> Style {
        if !self.has_color {
            return plain(kind, is_cursor);
        }
        let of = |background, foreground| {
            Style::new().bg(Color::Indexed(background)).fg(Color::Indexed(foreground))
        };
        let shade = |light: u8, dark: u8| if is_dark { dark } else { light };
        match kind {
            SquareKind::Blocked if is_cursor => of(235, 231).bold(),
            SquareKind::Blocked => of(235, 240),
            SquareKind::Knight(Player::White) => of(214, 16).bold(),
            SquareKind::Knight(Player::Black) => of(25, 231).bold(),
            SquareKind::Open if is_cursor => of(183, 16).bold(),
            SquareKind::Open => of(shade(254, 248), 16),
            SquareKind::Legal | SquareKind::Hinted if is_cursor => of(213, 16).bold(),
            SquareKind::Legal => of(shade(194, 150), 16).bold(),
            SquareKind::Hinted => of(227, 16).bold(),
        }
    }

    pub(super) fn key(&self) -> Style {
        if self.has_color { STRONG.fg(Color::Cyan) } else { STRONG.underlined() }
    }

    /// The style of a player's knight beside the board.
    pub(super) fn player(&self, color: Player) -> Style {
        self.square(SquareKind::Knight(color), false, false)
    }
}

/// The style of a square without colours.
fn plain(kind: SquareKind, is_cursor: bool) -> Style {
    let is_target = matches!(kind, SquareKind::Legal | SquareKind::Hinted);
    match kind {
        SquareKind::Knight(Player::White) => STRONG.reversed(),
        SquareKind::Knight(Player::Black) => STRONG,
        _ if is_target && is_cursor => STRONG.reversed(),
        _ if is_target || is_cursor => STRONG,
        _ => Style::new(),
    }
}

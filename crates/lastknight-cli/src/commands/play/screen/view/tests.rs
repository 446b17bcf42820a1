//! Screens as text, which shows everything since no information is in attributes alone.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Modifier;

use super::super::search_thread::SearchThread;
use super::super::state::GameState;
use super::super::state::tests::{state, type_in};
use super::{Look, draw};

fn terminal(state: &GameState, look: &Look, width: u16, height: u16) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame, state, look)).unwrap();
    terminal
}

/// Returns the lines of a screen without trailing spaces.
fn screen(state: &GameState, look: &Look, width: u16, height: u16) -> String {
    let terminal = terminal(state, look, width, height);
    let buffer = terminal.backend().buffer();
    let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..height).map(|y| format!("{}\n", row(y).trim_end())).collect()
}

fn colored() -> Look {
    Look::new(false, true)
}

fn solve(state: &mut GameState) {
    let (sender, messages) = std::sync::mpsc::channel();
    let mut solver = SearchThread::solver(lastknight::Limits::NONE, sender);
    solver.search(state.turn, state.history.game());
    while state.found.solution.is_none() {
        state.on_message(messages.recv().unwrap());
    }
}

/// Compares; a failure prints the screen for copying here.
#[track_caller]
fn assert_screen(actual: &str, expected: &str) {
    let expected = expected.strip_prefix('\n').unwrap();
    assert!(actual == expected, "\n{actual}");
}

#[test]
fn the_start() {
    let state = state("7x7");
    let expected = "
                                              7x7, ply 0, 49 squares open
7                                             ▸ ♘  White you
                                                ♞  Black engine

6                                             White (you) to place a knight


5


4                    [ ]


3


2


1

    a     b     c     d     e     f     g
place White's knight: click, arrows and Enter, or type a square (d4)
? help q quit u undo r redo h hint v verdict A analysis F flip s side n new
";
    assert_screen(&screen(&state, &colored(), 80, 24), expected);
}

#[test]
fn in_the_middle_of_a_game() {
    let mut state = state("7x7 moves d4 b3 f5 a5 g7 b7 e6 d6");
    type_in(&mut state, "\t");
    let expected = "
        ▒▒▒▒▒▒                        ▒▒▒▒▒▒  7x7, ply 8, 41 squares open
7       ▒▒○▒▒▒  •                     ▒▒▒▒▒▒  ▸ ♘  White you
        ▒▒▒▒▒▒                        ▒▒▒▒▒▒    ♞  Black engine, attacker

6                    ‹♞›    ♘                 White (you) to move
                    Black White
  ▒▒▒▒▒▒                        ▒▒▒▒▒▒        1. d4 b3  2. f5 a5  3. g7 b7
5 ▒▒▒▒▒▒        •               ▒▒▒▒▒▒  •     4. e6 d6
  ▒▒▒▒▒▒                        ▒▒▒▒▒▒
                    ▒▒▒▒▒▒
4                   ▒▒▒▒▒▒       [•]
                    ▒▒▒▒▒▒
        ▒▒▒▒▒▒
3       ▒▒▒▒▒▒
        ▒▒▒▒▒▒

2


1

    a     b     c     d     e     f     g
your move: click, Tab and Enter, or type a square (d4)
? help q quit u undo r redo h hint v verdict A analysis F flip s side n new
";
    assert_screen(&screen(&state, &colored(), 80, 24), expected);
}

#[test]
fn a_finished_game() {
    let state = state("3x3 moves b3 a1 c1 c2 a2 a3 c3 b1");
    let expected = "
  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒          3x3, ply 8, 1 square open
3 ▒▒▒○▒▒▒▒▒▒▒▒▒▒▒▒   ♘        ♘  White you
  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒ White      ♞  Black engine, attacker
  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒          White has no legal move: Black
  ▒▒▒▒▒▒▒▒        ▒▒▒▒▒▒▒▒  has won, you lose
2 ▒▒▒▒▒▒▒▒  [ ]   ▒▒▒▒▒▒▒▒  1. b3 a1  2. c1 c2  3. a2 a3
  ▒▒▒▒▒▒▒▒        ▒▒▒▒▒▒▒▒  4. c3 b1
  ▒▒▒▒▒▒▒▒        ▒▒▒▒▒▒▒▒
  ▒▒▒▒▒▒▒▒        ▒▒▒▒▒▒▒▒
1 ▒▒▒▒▒▒▒▒  ‹♞›   ▒▒▒▒▒▒▒▒
  ▒▒▒▒▒▒▒▒ Black  ▒▒▒▒▒▒▒▒
  ▒▒▒▒▒▒▒▒        ▒▒▒▒▒▒▒▒
     a       b       c

n new game, u undo
? help q quit u undo r redo h hint v verdict A analysis
";
    assert_screen(&screen(&state, &colored(), 60, 16), expected);
}

#[test]
fn a_small_window() {
    let state = state("7x7 moves d4 b3");
    let expected = "
6▴       •     •
5     •           •
4          [♘]
3    ‹♞›          •
2▾       •     •
   a  b  c  d  e  f  g
White (you) to move
7x7, ply 2, 47 squares open
your move
? help q quit u undo r redo
";
    assert_screen(&screen(&state, &colored(), 30, 10), expected);
}

#[test]
fn a_narrow_window_has_the_panel_below() {
    let state = state("7x7 moves d4 b3");
    let expected = "
7

6          •       •

5      •               •

4             [♘]

3     ‹♞›              •

2          •       •

1

   a   b   c   d   e   f   g
7x7, ply 2, 47 squares open
▸ ♘  White you
  ♞  Black engine, attacker
White (you) to move
1. d4 b3




your move
? help q quit u undo r redo h hint
";
    assert_screen(&screen(&state, &colored(), 40, 26), expected);
}

#[test]
fn without_colors() {
    let state = state("7x7 moves d4 b3 f5 a5");
    let expected = "
7 ····    ····    ·•··    ·•··  7x7, ply 4, 45 squares open
  ····    ····    ····    ····  ▸ ♘  White you
6     ····    ·•··    ····        ♞  Black engine, attacker
      ····    ····    ····
5 ‹♞›     ····    ···· ♘  ····  White (you) to move
          ····    ····    ····
4     ····    [▒]▒    ····      1. d4 b3  2. f5 a5
      ····    ▒▒▒▒    ····
3 ····▒○▒▒····    ·•··    ·•··
  ····▒▒▒▒····    ····    ····
2     ····    ····    ····
      ····    ····    ····
1 ····    ····    ····    ····
  ····    ····    ····    ····
   a   b   c   d   e   f   g



your move: click, Tab and Enter, or type a square (d4)
? help q quit u undo r redo h hint v verdict A analysis
";
    assert_screen(&screen(&state, &Look::new(false, false), 60, 20), expected);
}

#[test]
fn the_course_board() {
    let state = state("11x9 moves f5 g7 h6 f9");
    let expected = "
9                     ‹♞›                       11x9, ply 4, 95 squares open
                                                ▸ ♘  White you
8                          •       •              ♞  Black engine, attacker

7                      •  ▒○▒▒         •        White (you) to move
                          ▒▒▒▒
6                              ♘                1. f5 g7  2. h6 f9

5                     [▒]▒             •
                      ▒▒▒▒
4                          •       •

3

2

1

   a   b   c   d   e   f   g   h   i   j   k



your move: click, Tab and Enter, or type a square (d4)
? help q quit u undo r redo H hint v verdict A analysis F flip s side n new
";
    assert_screen(&screen(&state, &colored(), 80, 24), expected);
}

#[test]
fn plain_characters() {
    let mut state = state("5x5 moves c3 a1 b1 c2 a3 e3");
    type_in(&mut state, "v");
    solve(&mut state);
    let expected = "
5 .... -  ....    ....  5x5, ply 6, 19 squares open
  ....    ....    ....  > N  White you, attacker
4     .... +  ....        n  Black engine
      ....    ....      White (you) to move
3  N      [x]x    <n>   Verdict: won, by 1 of 2 moves
          xxxx          1. c3 a1  2. b1 c2  3. a3 e3
2     ....xoxx....
      ....xxxx....
1 xxxxxxxx....    ....
  xxxxxxxx....    ....
   a   b   c   d   e



your move: click, Tab and Enter, or type a square (d4)
? help q quit u undo r redo h hint v verdict* A analysis
";
    assert_screen(&screen(&state, &Look::new(true, false), 60, 16), expected);
}

#[test]
fn a_board_that_does_not_fit_is_scrolled() {
    let state = state("128x1 moves dx1");
    let expected = "
1                      [ ]
 ◂ bf bg bh bi bj bk bl bm bn bo bp bq br bs bt▸
128x1, ply 1, 127 squares open
  ♘  White you
▸ ♞  Black engine
Black thinks ⠋
1. dx1



U undo your move
? help Q quit U undo R redo H hint V verdict
";
    assert_screen(&screen(&state, &colored(), 50, 12), expected);
}

#[test]
fn the_help_says_which_keys_work_here() {
    let mut state = state("11x9");
    type_in(&mut state, "?");
    let expected = "
8+ Help: up and down, any other key closes --------------+
7| click        play a legal move                        |
6| arrows       move the cursor                          |
5| Tab          next legal move; Shift-Tab: previous     |
4| Enter, Space play the square under the cursor         |
3| d4 Enter     play a square; Backspace and Esc correct |
 | q            quit and print the game                  |
W| u            take back your last move and the reply   |
1| r            redo moves taken back                    |
>| H            show what your opponent would play here  |
p| v            toggle the solver: which moves win       |
?+-------------------------------------------------------+
";
    assert_screen(&screen(&state, &Look::new(true, true), 60, 12), expected);
}

#[test]
fn without_colors_attributes_tell_the_knights_apart() {
    let state = state("7x7 moves d4 b3");
    let terminal = terminal(&state, &Look::new(true, false), 80, 24);
    let buffer = terminal.backend().buffer();
    // In cells of 6 by 3, of d4 and b3.
    let seen = [(22, 10), (10, 13)].map(|at| (buffer[at].symbol(), buffer[at].modifier));
    assert_eq!(seen, [("N", Modifier::BOLD | Modifier::REVERSED), ("n", Modifier::BOLD)]);
    let is_plain = |cell: &ratatui::buffer::Cell| {
        cell.fg == ratatui::style::Color::Reset && cell.bg == ratatui::style::Color::Reset
    };
    assert!(buffer.content().iter().all(is_plain));
    assert!(buffer.content().iter().all(|cell| cell.symbol().is_ascii()));
}

#[test]
fn any_board_can_be_drawn_in_any_window() {
    let windows = [(1, 1), (24, 8), (33, 9), (60, 20), (80, 24), (200, 70)];
    for size in lastknight::Size::all() {
        let mut state = state(&format!("{size} moves a1"));
        for (width, height) in windows {
            for is_ascii in [false, true] {
                screen(&state, &Look::new(is_ascii, !is_ascii), width, height);
            }
            type_in(&mut state, "?");
            screen(&state, &colored(), width, height);
            type_in(&mut state, "?F");
        }
    }
}

//! What keys, clicks and thinkers make of a table.

use lastknight::search::SearchLine;
use lastknight::solve::{MoveValue, Solution};
use lastknight::{Color, Score, SearchReport, Square};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::super::thinker::{Message, News, Role};
use super::{Hint, Table};

fn table(game: &str) -> Table {
    Table::new(game.parse().unwrap(), Color::White, "engine".to_owned())
}

fn square(table: &Table, name: &str) -> Square {
    table.position().size().square_named(name).unwrap()
}

fn press(table: &mut Table, code: KeyCode) {
    table.press(KeyEvent::new(code, KeyModifiers::NONE));
}

/// Types characters; a line break is Enter.
fn type_in(table: &mut Table, text: &str) {
    for c in text.chars() {
        press(table, if c == '\n' { KeyCode::Enter } else { KeyCode::Char(c) });
    }
}

fn report(to: Square) -> SearchReport {
    let line = SearchLine { score: Some(Score::Value(1.0)), moves: vec![to] };
    SearchReport { lines: vec![line], depth: 3, ..SearchReport::default() }
}

fn tell(table: &mut Table, role: Role, turn: u64, news: News) {
    table.hear(Message { role, turn, news });
}

/// The opponent answers.
fn answer(table: &mut Table, name: &str) {
    assert!(table.wants(Role::Opponent));
    let (to, turn) = (square(table, name), table.turn());
    tell(table, Role::Opponent, turn, News::Chosen(report(to)));
}

/// The moves so far.
fn moves(table: &Table) -> String {
    table.history().game().move_names().collect::<Vec<_>>().join(" ")
}

fn cursor(table: &Table) -> String {
    table.position().size().name(table.cursor()).to_string()
}

#[test]
fn squares_are_typed() {
    let mut table = table("7x7");
    type_in(&mut table, "d");
    assert_eq!((table.typed(), cursor(&table).as_str()), ("d", "d4"));
    type_in(&mut table, "3");
    assert_eq!(cursor(&table), "d3");
    press(&mut table, KeyCode::Backspace);
    type_in(&mut table, "4\n");
    assert_eq!((moves(&table).as_str(), table.typed()), ("d4", ""));
    assert!(table.is_theirs());
    answer(&mut table, "b3");
    type_in(&mut table, "f5 ");
    assert_eq!(moves(&table), "d4 b3 f5");
}

#[test]
fn what_is_no_move_is_explained() {
    let mut table = table("7x7 moves d4 b3");
    for (typed, message) in [
        ("d5\n", "no move to d5: it is not a knight's move from d4"),
        ("b3\n", "no move to b3: the square is blocked"),
        ("d9\n", "square 'd9' is off the 7x7 board"),
        ("dd\n", "'dd' is not a square such as d4"),
        ("4", "a square begins with its letter, as d4"),
        ("x", "this key does nothing: '?' lists those that do"),
        ("R", "there is nothing to play again"),
    ] {
        type_in(&mut table, typed);
        assert_eq!((table.message(), table.typed()), (message, ""), "{typed}");
        assert_eq!(moves(&table), "d4 b3");
    }
    type_in(&mut table, "dz");
    assert_eq!((table.message(), table.typed()), ("the 7x7 board has no column 'z'", "d"));
    press(&mut table, KeyCode::Esc);
    assert_eq!((table.typed(), table.has_left()), ("", false));
}

#[test]
fn small_letters_are_commands_where_they_are_no_columns() {
    let mut small = table("7x7 moves d4 b3");
    type_in(&mut small, "h");
    assert!(small.wants(Role::Adviser));
    type_in(&mut small, "a");
    assert_eq!((small.typed(), small.is_analysing()), ("a", false));
    type_in(&mut small, "A");
    assert_eq!((small.typed(), small.is_analysing()), ("", true));

    let mut wide = table("11x9 moves d4 b3");
    type_in(&mut wide, "h");
    assert!(wide.typed() == "h" && !wide.wants(Role::Adviser));
    type_in(&mut wide, "H");
    assert!(wide.wants(Role::Adviser));

    let mut widest = table("128x1");
    type_in(&mut widest, "quran");
    assert!(!widest.has_left());
    press(&mut widest, KeyCode::Esc);
    type_in(&mut widest, "dx1\n");
    assert_eq!(moves(&widest), "dx1");
}

#[test]
fn the_cursor_moves_as_seen() {
    let mut table = table("7x7 moves d4 b3");
    assert_eq!(cursor(&table), "d4");
    press(&mut table, KeyCode::Up);
    press(&mut table, KeyCode::Left);
    assert_eq!(cursor(&table), "c5");
    type_in(&mut table, "F");
    press(&mut table, KeyCode::Up);
    press(&mut table, KeyCode::Left);
    assert_eq!(cursor(&table), "d4");
    for _ in 0..20 {
        press(&mut table, KeyCode::Right);
        press(&mut table, KeyCode::Down);
    }
    assert_eq!(cursor(&table), "a7");
}

#[test]
fn tab_goes_around_the_legal_moves() {
    let mut table = table("7x7 moves d4 b3");
    let mut seen = Vec::new();
    for _ in 0..8 {
        press(&mut table, KeyCode::Tab);
        seen.push(cursor(&table));
    }
    assert_eq!(seen, ["f3", "c2", "e2", "c6", "e6", "b5", "f5", "f3"]);
    press(&mut table, KeyCode::BackTab);
    assert_eq!(cursor(&table), "f5");
    press(&mut table, KeyCode::Enter);
    assert_eq!(moves(&table), "d4 b3 f5");
    // While the other thinks, there is nothing to jump to.
    press(&mut table, KeyCode::Tab);
    assert_eq!(cursor(&table), "f5");
}

#[test]
fn a_click_plays_a_legal_move() {
    let mut table = table("7x7 moves d4 b3");
    let (d5, f5) = (square(&table, "d5"), square(&table, "f5"));
    table.click(d5);
    assert_eq!((cursor(&table).as_str(), moves(&table).as_str()), ("d5", "d4 b3"));
    assert!(!table.message().is_empty());
    table.click(f5);
    assert_eq!(moves(&table), "d4 b3 f5");
    let a5 = square(&table, "a5");
    table.click(a5);
    assert_eq!(table.message(), "Black is to move: wait, or take your move back");
    assert_eq!(moves(&table), "d4 b3 f5");
}

#[test]
fn moves_are_taken_back_and_played_again() {
    let mut table = table("7x7");
    type_in(&mut table, "u");
    assert_eq!(table.message(), "there is no move of yours to take back");
    type_in(&mut table, "d4\n");
    answer(&mut table, "b3");
    type_in(&mut table, "f5\n");
    answer(&mut table, "a5");
    type_in(&mut table, "u");
    assert_eq!(moves(&table), "d4 b3");
    type_in(&mut table, "u");
    assert_eq!(moves(&table), "");
    type_in(&mut table, "rr");
    assert_eq!(moves(&table), "d4 b3 f5 a5");
    assert_eq!(table.history().last_remark().map(|(_, _, said)| said), Some(" (+1.00, depth 3)"));
    type_in(&mut table, "uc6\nr");
    assert_eq!(table.message(), "there is nothing to play again");
}

#[test]
fn undo_stops_the_opponent() {
    let mut table = table("7x7 moves d4 b3");
    type_in(&mut table, "f5\n");
    let late = (table.turn(), square(&table, "a5"));
    type_in(&mut table, "u");
    assert!(table.is_mine() && !table.wants(Role::Opponent));
    tell(&mut table, Role::Opponent, late.0, News::Chosen(report(late.1)));
    assert_eq!(moves(&table), "d4 b3");
    // Played again, the move is thought about anew.
    type_in(&mut table, "r");
    assert!(table.wants(Role::Opponent) && table.turn() > late.0);
    tell(&mut table, Role::Opponent, late.0, News::Chosen(report(late.1)));
    assert_eq!(moves(&table), "d4 b3 f5");
}

#[test]
fn the_other_side_can_be_taken() {
    let mut table = table("7x7 moves d4 b3");
    type_in(&mut table, "s");
    assert_eq!((table.color(), table.message()), (Color::Black, "you are Black now"));
    answer(&mut table, "f5");
    assert!(table.is_mine());
    type_in(&mut table, "u");
    assert_eq!(moves(&table), "d4");
    type_in(&mut table, "a1\n");
    assert!(table.wants(Role::Opponent));
    type_in(&mut table, "s");
    assert!(table.is_mine() && table.position().side() == Color::White);
}

#[test]
fn a_finished_game_goes_no_further() {
    let mut table = table("3x3 moves b3 a1 c1 c2 a2 a3");
    type_in(&mut table, "c3\n");
    answer(&mut table, "b1");
    let result = "White has no legal move: Black has won, you lose";
    assert_eq!(table.result().as_deref(), Some(result));
    assert!(!table.is_waiting());
    type_in(&mut table, "a1\n");
    assert_eq!(table.message(), "no move to a1: the game is over, Black has won");
    type_in(&mut table, "h");
    assert!(!table.is_waiting());
    type_in(&mut table, "u");
    assert_eq!(moves(&table), "b3 a1 c1 c2 a2 a3");
    type_in(&mut table, "n");
    assert_eq!((moves(&table).as_str(), table.games()), ("b3 a1 c1 c2 a2 a3", 1));
}

#[test]
fn a_won_game_is_taken_back_by_one_move() {
    let mut table = table("2x2 moves a1");
    type_in(&mut table, "sb1\n");
    let result = "White has no legal move: Black has won, you win";
    assert_eq!(table.result().as_deref(), Some(result));
    type_in(&mut table, "u");
    assert_eq!(moves(&table), "a1");
    assert!(table.is_mine());
}

#[test]
fn everybody_is_asked_in_turn() {
    let mut table = table("7x7 moves d4 b3");
    type_in(&mut table, "hvA");
    let roles = [Role::Opponent, Role::Adviser, Role::Analyst, Role::Solver];
    assert_eq!(roles.map(|role| table.wants(role)), [false, true, true, true]);
    let (turn, f5, c2) = (table.turn(), square(&table, "f5"), square(&table, "c2"));
    tell(&mut table, Role::Adviser, turn, News::Chosen(report(f5)));
    tell(&mut table, Role::Analyst, turn, News::Depth(report(f5)));
    let value = |to, wins| MoveValue { to, wins: Some(wins), plies: None };
    let moves = vec![value(f5, true), value(c2, false)];
    let solution = Solution { wins: Some(true), moves, nodes: 1, ..Solution::default() };
    tell(&mut table, Role::Solver, turn, News::Solved(solution));
    assert_eq!(roles.map(|role| table.wants(role)), [false, false, true, false]);
    assert_eq!(table.hinted(), Some(f5));
    assert_eq!([f5, c2].map(|to| table.verdict(to)), [Some(true), Some(false)]);
    assert!(table.found().analysis.is_some());
    // A move later, all that is about the past; the opponent has the machine for itself.
    type_in(&mut table, "f5\n");
    assert!(matches!(table.found().hint, Hint::None) && table.verdict(f5).is_none());
    assert_eq!(roles.map(|role| table.wants(role)), [true, false, false, false]);
    answer(&mut table, "a5");
    assert_eq!(roles.map(|role| table.wants(role)), [false, false, true, true]);
}

#[test]
fn the_help_opens_and_closes() {
    let mut table = table("7x7");
    type_in(&mut table, "?");
    assert_eq!(table.help(), Some(0));
    press(&mut table, KeyCode::Down);
    assert_eq!(table.help(), Some(1));
    press(&mut table, KeyCode::Esc);
    assert_eq!((table.help(), table.has_left()), (None, false));
    type_in(&mut table, "?");
    assert!(table.close_help() && !table.close_help());
}

#[test]
fn there_are_many_ways_out() {
    let left = |key: KeyEvent| {
        let mut table = table("7x7");
        table.press(key);
        table.has_left()
    };
    assert!(left(KeyEvent::new(KeyCode::Char('q'), KeyModifiers::NONE)));
    assert!(left(KeyEvent::new(KeyCode::Char('Q'), KeyModifiers::SHIFT)));
    assert!(left(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
    assert!(left(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE)));
    assert!(!left(KeyEvent::new(KeyCode::Char('q'), KeyModifiers::ALT)));
}

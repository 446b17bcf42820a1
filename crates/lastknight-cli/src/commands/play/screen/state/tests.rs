//! Keys, clicks and search events.

use lastknight::search::SearchLine;
use lastknight::solve::{MoveValue, Solution};
use lastknight::{Color, Score, SearchReport, Square};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::super::search_thread::{Message, SearchEvent, SearchRole};
use super::{GameState, Hint};

pub(in super::super) fn state(game: &str) -> GameState {
    GameState::new(game.parse().unwrap(), Color::White, "engine".to_owned())
}

fn square(state: &GameState, name: &str) -> Square {
    state.position().size().square_named(name).unwrap()
}

fn press(state: &mut GameState, code: KeyCode) {
    state.press(KeyEvent::new(code, KeyModifiers::NONE));
}

/// Types characters; a line break is Enter.
pub(in super::super) fn type_in(state: &mut GameState, text: &str) {
    for c in text.chars() {
        let code = match c {
            '\n' => KeyCode::Enter,
            '\t' => KeyCode::Tab,
            _ => KeyCode::Char(c),
        };
        press(state, code);
    }
}

fn report(to: Square) -> SearchReport {
    let line = SearchLine { score: Some(Score::Value(1.0)), moves: vec![to] };
    SearchReport { lines: vec![line], depth: 3, ..SearchReport::default() }
}

fn send(state: &mut GameState, role: SearchRole, turn: u64, event: SearchEvent) {
    state.on_message(Message { role, turn, event });
}

/// The opponent replies.
fn answer(state: &mut GameState, name: &str) {
    assert!(state.wants(SearchRole::Opponent));
    let (to, turn) = (square(state, name), state.turn);
    send(state, SearchRole::Opponent, turn, SearchEvent::Chosen(report(to)));
}

fn moves(state: &GameState) -> String {
    state.history.game().move_names().collect::<Vec<_>>().join(" ")
}

fn moves_after(state: &mut GameState, typed: &str) -> String {
    type_in(state, typed);
    moves(state)
}

fn cursor(state: &GameState) -> String {
    state.position().size().name(state.cursor).to_string()
}

#[test]
fn squares_are_typed() {
    let mut state = state("7x7");
    type_in(&mut state, "d");
    assert_eq!((state.typed.as_str(), &*cursor(&state)), ("d", "d4"));
    type_in(&mut state, "3");
    assert_eq!(cursor(&state), "d3");
    press(&mut state, KeyCode::Backspace);
    type_in(&mut state, "4\n");
    assert_eq!((&*moves(&state), state.typed.as_str()), ("d4", ""));
    assert!(state.is_theirs());
    answer(&mut state, "b3");
    assert_eq!(moves_after(&mut state, "f5 "), "d4 b3 f5");
}

#[test]
fn what_is_no_move_is_explained() {
    let mut state = state("7x7 moves d4 b3");
    for (typed, message) in [
        ("d5\n", "no move to d5: it is not a knight's move from d4"),
        ("b3\n", "no move to b3: the square is blocked"),
        ("d9\n", "square 'd9' is off the 7x7 board"),
        ("dd\n", "'dd' is not a square such as d4"),
        ("4", "type the column first, as in d4"),
        ("x", "unknown key: press '?' for help"),
        ("R", "nothing to redo"),
    ] {
        type_in(&mut state, typed);
        assert_eq!((state.message.as_str(), state.typed.as_str()), (message, ""), "{typed}");
        assert_eq!(moves(&state), "d4 b3");
    }
    type_in(&mut state, "dz");
    assert_eq!(
        (state.message.as_str(), state.typed.as_str()),
        ("the 7x7 board has no column 'z'", "d")
    );
    press(&mut state, KeyCode::Esc);
    assert_eq!((state.typed.as_str(), state.has_quit), ("", false));
}

#[test]
fn small_letters_are_commands_where_they_are_no_columns() {
    let mut small = state("7x7 moves d4 b3");
    type_in(&mut small, "h");
    assert!(small.wants(SearchRole::Adviser));
    type_in(&mut small, "a");
    assert_eq!((small.typed.as_str(), small.is_analysing), ("a", false));
    type_in(&mut small, "A");
    assert_eq!((small.typed.as_str(), small.is_analysing), ("", true));

    let mut wide = state("11x9 moves d4 b3");
    type_in(&mut wide, "h");
    assert!(wide.typed == "h" && !wide.wants(SearchRole::Adviser));
    type_in(&mut wide, "H");
    assert!(wide.wants(SearchRole::Adviser));

    let mut widest = state("128x1");
    type_in(&mut widest, "quran");
    assert!(!widest.has_quit);
    press(&mut widest, KeyCode::Esc);
    type_in(&mut widest, "dx1\n");
    assert_eq!(moves(&widest), "dx1");
}

#[test]
fn the_cursor_moves_as_seen() {
    let mut state = state("7x7 moves d4 b3");
    assert_eq!(cursor(&state), "d4");
    press(&mut state, KeyCode::Up);
    press(&mut state, KeyCode::Left);
    assert_eq!(cursor(&state), "c5");
    type_in(&mut state, "F");
    press(&mut state, KeyCode::Up);
    press(&mut state, KeyCode::Left);
    assert_eq!(cursor(&state), "d4");
    for _ in 0..20 {
        press(&mut state, KeyCode::Right);
        press(&mut state, KeyCode::Down);
    }
    assert_eq!(cursor(&state), "a7");
}

#[test]
fn tab_goes_around_the_legal_moves() {
    let mut state = state("7x7 moves d4 b3");
    let mut seen = Vec::new();
    for _ in 0..8 {
        press(&mut state, KeyCode::Tab);
        seen.push(cursor(&state));
    }
    assert_eq!(seen, ["f3", "c2", "e2", "c6", "e6", "b5", "f5", "f3"]);
    press(&mut state, KeyCode::BackTab);
    assert_eq!(cursor(&state), "f5");
    press(&mut state, KeyCode::Enter);
    assert_eq!(moves(&state), "d4 b3 f5");
    // During the opponent's turn there is nothing to jump to.
    press(&mut state, KeyCode::Tab);
    assert_eq!(cursor(&state), "f5");
}

#[test]
fn a_click_plays_a_legal_move() {
    let mut state = state("7x7 moves d4 b3");
    let (d5, f5) = (square(&state, "d5"), square(&state, "f5"));
    state.play(d5);
    assert_eq!((&*cursor(&state), &*moves(&state)), ("d5", "d4 b3"));
    assert!(!state.message.is_empty());
    state.play(f5);
    assert_eq!(moves(&state), "d4 b3 f5");
    let a5 = square(&state, "a5");
    state.play(a5);
    assert_eq!(state.message.as_str(), "Black is to move: wait, or undo your move");
    assert_eq!(moves(&state), "d4 b3 f5");
}

#[test]
fn moves_are_taken_back_and_played_again() {
    let mut state = state("7x7");
    type_in(&mut state, "u");
    assert_eq!(state.message.as_str(), "no move of yours to take back");
    type_in(&mut state, "d4\n");
    answer(&mut state, "b3");
    type_in(&mut state, "f5\n");
    answer(&mut state, "a5");
    assert_eq!(moves_after(&mut state, "u"), "d4 b3");
    assert_eq!(moves_after(&mut state, "u"), "");
    assert_eq!(moves_after(&mut state, "rr"), "d4 b3 f5 a5");
    assert_eq!(state.history.last_remark().map(|(_, _, said)| said), Some(" (+1.00, depth 3)"));
    type_in(&mut state, "uc6\nr");
    assert_eq!(state.message.as_str(), "nothing to redo");
}

#[test]
fn undo_stops_the_opponent() {
    let mut state = state("7x7 moves d4 b3");
    type_in(&mut state, "f5\n");
    let late = (state.turn, square(&state, "a5"));
    type_in(&mut state, "u");
    assert!(state.is_mine() && !state.wants(SearchRole::Opponent));
    send(&mut state, SearchRole::Opponent, late.0, SearchEvent::Chosen(report(late.1)));
    assert_eq!(moves(&state), "d4 b3");
    // After redo the opponent searches anew.
    type_in(&mut state, "r");
    assert!(state.wants(SearchRole::Opponent) && state.turn > late.0);
    send(&mut state, SearchRole::Opponent, late.0, SearchEvent::Chosen(report(late.1)));
    assert_eq!(moves(&state), "d4 b3 f5");
}

#[test]
fn the_other_side_can_be_taken() {
    let mut state = state("7x7 moves d4 b3");
    type_in(&mut state, "s");
    assert_eq!((state.color, state.message.as_str()), (Color::Black, "you are Black now"));
    answer(&mut state, "f5");
    assert!(state.is_mine());
    assert_eq!(moves_after(&mut state, "u"), "d4");
    type_in(&mut state, "a1\n");
    assert!(state.wants(SearchRole::Opponent));
    type_in(&mut state, "s");
    assert!(state.is_mine() && state.position().side() == Color::White);
}

#[test]
fn a_finished_game_goes_no_further() {
    let mut state = state("3x3 moves b3 a1 c1 c2 a2 a3");
    type_in(&mut state, "c3\n");
    answer(&mut state, "b1");
    let result = "White has no legal move: Black has won, you lose";
    assert_eq!(state.result().as_deref(), Some(result));
    assert!(!state.is_waiting());
    type_in(&mut state, "a1\n");
    assert_eq!(state.message.as_str(), "no move to a1: the game is over, Black has won");
    type_in(&mut state, "h");
    assert!(!state.is_waiting());
    assert_eq!(moves_after(&mut state, "u"), "b3 a1 c1 c2 a2 a3");
    type_in(&mut state, "n");
    assert_eq!((&*moves(&state), state.games), ("b3 a1 c1 c2 a2 a3", 1));
}

#[test]
fn a_won_game_is_taken_back_by_one_move() {
    let mut state = state("2x2 moves a1");
    type_in(&mut state, "sb1\n");
    let result = "White has no legal move: Black has won, you win";
    assert_eq!(state.result().as_deref(), Some(result));
    assert_eq!(moves_after(&mut state, "u"), "a1");
    assert!(state.is_mine());
}

#[test]
fn searches_run_when_wanted() {
    let mut state = state("7x7 moves d4 b3");
    type_in(&mut state, "hvA");
    assert_eq!(SearchRole::ALL.map(|role| state.wants(role)), [false, true, true, true]);
    let (turn, f5, c2) = (state.turn, square(&state, "f5"), square(&state, "c2"));
    send(&mut state, SearchRole::Adviser, turn, SearchEvent::Chosen(report(f5)));
    send(&mut state, SearchRole::Analyst, turn, SearchEvent::Depth(report(f5)));
    let value = |to, wins| MoveValue { to, wins: Some(wins), plies: None };
    let moves = vec![value(f5, true), value(c2, false)];
    let solution = Solution { wins: Some(true), moves, nodes: 1, ..Solution::default() };
    send(&mut state, SearchRole::Solver, turn, SearchEvent::Solved(solution));
    assert_eq!(SearchRole::ALL.map(|role| state.wants(role)), [false, false, true, false]);
    assert_eq!(state.hinted(), Some(f5));
    assert_eq!([f5, c2].map(|to| state.verdict(to)), [Some(true), Some(false)]);
    assert!(state.found.analysis.is_some());
    // The next turn drops the findings, and only the opponent searches.
    type_in(&mut state, "f5\n");
    assert!(matches!(state.found.hint, Hint::None) && state.verdict(f5).is_none());
    assert_eq!(SearchRole::ALL.map(|role| state.wants(role)), [true, false, false, false]);
    answer(&mut state, "a5");
    assert_eq!(SearchRole::ALL.map(|role| state.wants(role)), [false, false, true, true]);
}

#[test]
fn the_help_opens_and_closes() {
    let mut state = state("7x7");
    type_in(&mut state, "?");
    assert_eq!(state.help, Some(0));
    press(&mut state, KeyCode::Down);
    assert_eq!(state.help, Some(1));
    press(&mut state, KeyCode::Esc);
    assert_eq!((state.help, state.has_quit), (None, false));
    type_in(&mut state, "?");
    assert!(state.close_help() && !state.close_help());
}

#[test]
fn there_are_many_ways_out() {
    let left = |key: KeyEvent| {
        let mut state = state("7x7");
        state.press(key);
        state.has_quit
    };
    assert!(left(KeyEvent::new(KeyCode::Char('q'), KeyModifiers::NONE)));
    assert!(left(KeyEvent::new(KeyCode::Char('Q'), KeyModifiers::SHIFT)));
    assert!(left(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
    assert!(left(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE)));
    assert!(!left(KeyEvent::new(KeyCode::Char('q'), KeyModifiers::ALT)));
}

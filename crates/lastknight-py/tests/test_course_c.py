"""Dialect C against its model, its texts, and its games."""
from __future__ import annotations

import copy
import importlib.util
import os
import pickle
import random
from pathlib import Path

import pytest

from lastknight.course.c import Board, game_as_text
from lastknight.course.test_players_c import HumanPlayer, RandomPlayer

_spec = importlib.util.spec_from_file_location("model_c", Path(__file__).parent / "models" / "c.py")
model = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(model)

GAMES = int(os.environ.get("LASTKNIGHT_GAMES", 60))


def check(board, plain, players):
    assert board.get_state() == plain.rows()
    assert board.get_active_player() == players[plain.side] and board.get_inactive_player() == players[1 - plain.side]
    for side, player in enumerate(players):
        moves, cell = plain.moves(side), plain.knights[side] or (-1, -1)
        assert board.get_player_moves(player) == moves and board.get_opponent_moves(players[1 - side]) == moves
        assert board.get_player_position(player) == board.get_opponent_position(players[1 - side]) == cell
        if side == plain.side:
            assert board.get_active_moves() == moves and board.get_active_position() == cell
        else:
            assert board.get_inactive_moves() == moves and board.get_inactive_position() == cell
    assert board.move_count == len(plain.visited)


@pytest.mark.parametrize("size", [(9, 9), (7, 7), (5, 6)])
def test_random_games_match_the_model(size):
    rng = random.Random(4)
    players = ("one", "two")
    for _ in range(max(1, GAMES // 3)):
        board, plain = Board(*players, *size), model.State(*size)
        while True:
            check(board, plain, players)
            moves = board.get_active_moves()
            if not moves:
                break
            move = rng.choice(moves)
            after, is_over, winner = board.forecast_move(move)
            assert board.get_state() == plain.rows()
            plain = plain.play(move)
            over = not plain.moves(plain.side)
            assert (is_over, winner) == (over, players[1 - plain.side] if over else None)
            assert board.__apply_move__(move) == (is_over, winner)
            check(after, plain, players)


def test_states():
    players = RandomPlayer(), RandomPlayer()
    board = Board(*players)
    assert (Board.BLANK, Board.BLOCKED, Board.TRAIL, Board.NOT_MOVED) == (" ", "X", "O", (-1, -1))
    rows = [[" "] * 9 for _ in range(9)]
    rows[1][2], rows[3][4], rows[5][5] = "K1", "K2", "X"
    board.set_state(rows, p1_turn=False)
    assert board.__board_state__ is rows and board.move_count == 3
    assert board.get_active_player() is players[1] and board.get_active_position() == (3, 4)
    assert board.get_active_players_knight() == "RandomPlayer - K2"
    assert board.get_inactive_players_knight() == "RandomPlayer - K1"
    assert board.is_spot_knight(1, 2) and not board.is_spot_knight(5, 5) and not board.is_spot_open(5, 5)
    assert board.space_is_open(0, 0) and not board.space_is_open(9, 0) and not board.space_is_open(-1, 0)
    board.__board_state__[0][0] = "X"
    assert not board.is_spot_open(0, 0)
    twin = board.copy()
    twin.__board_state__[8][8] = "X"
    assert board.is_spot_open(8, 8)
    board.set_state([[" "] * 9 for _ in range(9)])
    assert board.get_active_player() is players[0] and board.get_inactive_position() == (-1, -1)
    for method in (board.get_player_moves, board.get_opponent_moves, board.get_player_position):
        with pytest.raises(ValueError):
            method()
    assert pickle.loads(pickle.dumps(twin)).get_state() == twin.get_state()
    assert copy.deepcopy(twin).get_state() == twin.get_state()


def test_picture():
    board = Board("a", "b", 3, 3)
    board.__apply_move__((0, 0))
    board.__apply_move__((2, 2))
    board.__apply_move__((1, 2))
    assert board.print_board().split("\n\r") == ["  |0 |1 |2 |", "0 |><|  |  |", "1 |  |  |K1|", "2 |  |  |K2|"]
    assert board.print_board([(0, 1)]).split("\n\r")[1] == "0 |><|o   |  |"


class Fixed:
    """Plays given answers."""

    def __init__(self, *answers):
        self.answers = list(answers)

    def move(self, game, time_left):
        answer = self.answers.pop(0)
        return answer(time_left) if callable(answer) else answer


def spin(time_left):
    while time_left() > 0:
        pass
    return (0, 0)


def test_games(capsys):
    board = Board(RandomPlayer(), RandomPlayer())
    winner, history, reason = board.play_isolation(print_moves=True)
    loser = "RandomPlayer - K2" if winner.endswith("K1") else "RandomPlayer - K1"
    assert reason == f"{loser} has no legal moves left." and not board.get_active_moves()
    assert sum(map(len, history)) == board.move_count
    text = game_as_text(winner, history, reason, board)
    assert text.endswith(f"\n{winner} has won. Reason: {reason}") and text.count("moves to") == board.move_count
    assert "Turn" in capsys.readouterr().out
    assert Board(Fixed((0, 0)), Fixed((0, 0))).play_isolation() == (
        "Fixed - K1", [[(0, 0), (0, 0)]], "Fixed - K2 made an illegal move.")
    assert Board(Fixed(None), Fixed()).play_isolation() == (
        "Fixed - K2", [[None]], "Fixed - K1 made an illegal move.")
    assert Board(Fixed(spin), Fixed()).play_isolation(20) == ("Fixed - K2", [[(0, 0)]], "Fixed - K1 timed out.")
    assert Board(RandomPlayer(), RandomPlayer()).play_isolation_name_changed()[2].endswith("left.")
    assert game_as_text("x", [[(0, 0), None]], "y").endswith("\nx has won. Reason: y")


def test_human(monkeypatch, capsys):
    answers = iter(["x", "99", "1"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(answers))
    board = Board(HumanPlayer(), RandomPlayer("Anna"))
    assert board.get_active_player().move(board, None) == (0, 1)
    assert capsys.readouterr().out.count("Enter a number") == 2
    assert board.get_inactive_player().get_name() == "Anna"

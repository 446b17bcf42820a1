"""Positions and games."""

from __future__ import annotations

import copy
import doctest
import pickle

import pytest

import lastknight as lk
from lastknight import _native


def test_examples_in_docstrings() -> None:
    results = doctest.testmod(_native)
    assert results.attempted >= 10 and results.failed == 0


def test_positions_are_values() -> None:
    position = lk.Position("7x7 moves d4 b3")
    same = lk.Position(str(position))
    assert position == same and hash(position) == hash(same) and position != lk.Position("7x7")
    assert {position: 1}[same] == 1
    for other in (pickle.loads(pickle.dumps(position)), copy.copy(position), copy.deepcopy(position)):
        assert other == position
    assert position != "7/7/7/3N3/1n5/7/7 w"
    with pytest.raises(AttributeError):
        position.width = 3  # type: ignore[misc]


def test_moves_are_squares_or_cells() -> None:
    position = lk.Position("7x7")
    for move in ("d4", "D4", (3, 3), [3, 3]):
        assert position.play(move).white == "d4"
    for square in position.open_squares:
        assert position.square(position.cell(square)) == square


def test_moves_of_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    assert lk.Position("7x7").play(numpy.array([3, 3])).white == "d4"
    assert lk.Position("7x7").play((numpy.int64(3), numpy.int8(3))).white == "d4"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the position is empty"),
        ("7/8 w", "column 3: row 2 has 8 squares, but row 1 has 7"),
        ("7x7 moves d4 d4", "column 14, move 2: no move to d4: the square is blocked"),
        ("200x200", "200x200"),
    ],
)
def test_bad_texts_are_named(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        lk.Position(text)
    with pytest.raises(ValueError, match=message):
        lk.Game(text)


@pytest.mark.parametrize("move", ["z9", "", "d44", (9, 9), (-1, -1), (2**70, 0), b"d4"])
def test_bad_moves_are_value_errors(move: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        lk.Position("7x7").play(move)  # type: ignore[arg-type]


@pytest.mark.parametrize("odd", [None, 3, 2.5, object(), {"a": 1}, (1,), (1, 2, 3), ("a", "b")])
def test_wrong_types_are_type_errors(odd: object) -> None:
    position, game = lk.Position("7x7"), lk.Game("7x7")
    for call in (position.play, position.cell, position.square, game.push):
        with pytest.raises(TypeError, match="a move is a square"):
            call(odd)  # type: ignore[operator]
    if not isinstance(odd, tuple):
        with pytest.raises(TypeError):
            lk.Position(odd)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            position.moves_of(odd)  # type: ignore[arg-type]


def test_sides_are_checked() -> None:
    with pytest.raises(ValueError, match="'white' or 'black', not 'red'"):
        lk.Position("7x7").moves_of("red")


def test_games_start_anywhere() -> None:
    position = lk.Position("5x5 moves c3 d5")
    game = lk.Game(position)
    assert game.position == game.start == position and not game.is_over
    game.push("b1")
    assert lk.Game(game) == game and lk.Game(game) is not game and lk.Game() == lk.Game("7x7")
    with pytest.raises(TypeError, match="a game starts at a text or a Position, not <class 'int'>"):
        lk.Game(7)  # type: ignore[arg-type]


def test_perft_stops() -> None:
    class Enough(Exception):
        pass

    def stop(done: int, all: int, text: str) -> None:
        raise Enough

    with pytest.raises(Enough):
        lk.perft(60, "11x9", progress=stop)


def test_games_push_and_pop() -> None:
    game = lk.Game("3x3 moves b2 a1")
    assert game.outcome == ("black", "no-moves") and game.winner == "black" and game.legal_moves == []
    with pytest.raises(ValueError, match="the game is over"):
        game.push("c3")
    assert [game.pop(), game.pop()] == ["a1", "b2"]
    with pytest.raises(IndexError, match="no move to take back"):
        game.pop()
    assert game == lk.Game("3x3") and game.position == game.start


def test_games_are_copied_and_written() -> None:
    game = lk.Game("5x5 moves c3 d5 b1")
    for other in (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other == game
        other.pop()
        assert other != game and game.move_stack == ["c3", "d5", "b1"]
    assert lk.Game.read(game.pgn(white='a "b"', black="x")) == [game]
    with pytest.raises(ValueError):
        lk.Game.read("1. d4 nonsense *")


def test_boards_are_drawn() -> None:
    position = lk.Position("7x7 moves d4 b3")
    drawn = position._repr_svg_()
    assert drawn.startswith("<svg") and drawn.count("<path") == 2 and drawn.count('r="6"') == 7
    assert lk.Game("7x7 moves d4 b3")._repr_svg_() == drawn
    solved = lk.solve(position)._repr_svg_()
    assert solved.count("wins</title>") == 1 and solved.count("loses</title>") == 6

"""The course's `isolation` module from April 2017 on (dialect A1).

`Board` is native. It keeps the course's private names, its order of moves and its use of `random`.
Install this module as `isolation` in `sys.modules` and existing agents run unchanged.
"""
from __future__ import annotations

import random as random  # some agents reach for isolation.isolation.random
import timeit
from copy import copy as copy
from typing import Any

from .._native import BoardA1 as Board

__all__ = ["Board", "TIME_LIMIT_MILLIS"]

TIME_LIMIT_MILLIS = 150


def _to_string(self: Any, symbols: Any = ["1", "2"]) -> str:  # noqa: B006 (the course's default)
    """Return the board as text, with both knights and the blocked squares."""
    state = self._board_state
    first, second = state[-1], state[-2]
    margin = len(str(self.height - 1)) + 1
    parts = [" " * (margin + 3), "   ".join(str(col) for col in range(self.width)), "\n\r"]
    for row in range(self.height):
        parts.append(f"{row:<{margin}} | ")
        for col in range(self.width):
            index = row + col * self.height
            if not state[index]:
                parts.append(" ")
            elif first == index:
                parts.append(symbols[0])
            elif second == index:
                parts.append(symbols[1])
            else:
                parts.append("-")
            parts.append(" | ")
        parts.append("\n\r")
    return "".join(parts)


def _print_board(self: Any) -> Any:
    """Return the board as text. The name is the course's; it prints nothing."""
    return self.to_string()


def _play_game(board: Any, time_limit: float, takes_moves: bool) -> tuple[Any, list[list[int]], str]:
    history: list[list[int]] = []
    while True:
        legal = board.get_legal_moves()
        game = board.copy()
        timer = timeit.default_timer
        start = 1000 * timer()

        def time_left() -> float:
            return time_limit - (1000 * timer() - start)

        player = board._active_player
        move = player.get_move(game, legal, time_left) if takes_moves else player.get_move(game, time_left)
        if time_left() < 0:
            return board._inactive_player, history, "timeout"
        if move not in legal:
            return board._inactive_player, history, "forfeit" if legal else "illegal move"
        history.append(list(move))
        board.apply_move(move)


def _play(self: Any, time_limit: float = TIME_LIMIT_MILLIS) -> tuple[Any, list[list[int]], str]:
    """Play the game to its end. Return the winner, the moves since the call, and the reason."""
    return _play_game(self, time_limit, takes_moves=False)


def _dress(board: Any, play: Any) -> None:
    """Give a native class the course's name and its methods written in Python."""
    board.__name__ = board.__qualname__ = "Board"
    for name, method in (("to_string", _to_string), ("print_board", _print_board), ("play", play)):
        method.__name__ = name
        method.__qualname__ = f"Board.{name}"
        setattr(board, name, method)


_dress(Board, _play)
